"""Hardware: the tables of devices and models, and all devices against head dimensions, as `regime` prints them."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from proofs.cli.terminal import show, show_json
from proofs.cli.terminal import table as made_table
from symbolic import heatmap, machines
from symbolic.machines import Memory

NOTE = "* not verified: remembered, or its source is not exact"
MARKS = "s small cache, M < d^2; L large cache, M > d^2; = boundary"


def listing(as_json: bool) -> None:
    """Shows devices, models and word types, each with its source."""
    if as_json:
        devices = list(map(asdict, machines.devices()))
        models, types = list(map(asdict, machines.models())), list(map(asdict, machines.dtypes()))
        show_json({"command": "regime", "devices": devices, "models": models, "dtypes": types})
        return
    shown = made_table(
        ("device", {}), ("level", {}), ("bytes", {"justify": "right"}), ("per", {}), ("source", {"ratio": 1})
    )
    for one in machines.devices():
        for memory in one.memories:
            name = one.name if memory is one.memories[0] else ""
            shown.add_row(name, memory.level, f"{memory.bytes:,}", memory.per, _sourced(memory))
    heads = made_table(
        ("model", {}), ("d_qk", {"justify": "right"}), ("d_v", {"justify": "right"}), ("source", {"ratio": 1})
    )
    for own in machines.models():
        heads.add_row(own.name, str(own.d_qk), str(own.d_v), _sourced(own))
    words = "; ".join(f"{own.name} {own.bytes}" for own in machines.dtypes())
    show(shown, "", heads, "", f"bytes of a word: {words}", NOTE)


def _sourced(row: Memory | machines.Model) -> str:
    return row.source if row.verified else f"* {row.source}"


def overview(found: heatmap.Grid, table: bool, plot: Path | None, as_json: bool) -> None:
    """Shows all devices at a level against head dimensions, as a table, a picture or both."""
    if plot is not None:
        heatmap.check_suffix(plot)
        heatmap.save(heatmap.figure(found), plot)
    if as_json:
        show_json({"command": "regime", **found.document(), "plot": None if plot is None else str(plot)})
        return
    if table:
        right = {"justify": "right"}
        made = made_table(("device", {}), ("M", right), *((f"d = {d}", right) for d in found.dimensions))
        for row in found.rows:
            cells = [f"{reading.ratio} {reading.verdict.mark}" for reading in row.readings]
            name = row.device.name if row.memory.verified else f"{row.device.name} *"
            made.add_row(name, f"{row.M:,}", *cells)
        show(f"M/d^2, where M is {found.kinds}, in words of {found.dtype.name}", made, MARKS)
        if not found.verified:
            show(NOTE)
    if plot is not None:
        show(str(plot))
