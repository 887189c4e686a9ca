"""gap: how far the best program is from the best lower bound, which lemma gives it, and how it is checked."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from graphs.errors import OutOfDomain
from proofs.cite.check import examined
from proofs.cli import values
from proofs.cli.pebble import row
from proofs.cli.regime import lemma_of
from proofs.cli.sizes import D, N
from proofs.cli.terminal import progress, show, show_json, table
from proofs.constants import constants
from proofs.lemmas import CATALOGUE
from proofs.suite import Entry
from symbolic import machines
from symbolic.gap import Gap, changes, gaps, sizes
from symbolic.gap import gap as gap_at
from symbolic.gap_plot import figure
from symbolic.heatmap import check_suffix, save
from symbolic.regime import decimal


def gap(
    n: N = None,
    d: D = None,
    memory: Annotated[int | None, typer.Option("-M", "--memory", help="Cache size in words.")] = None,
    device: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Instead of -M: a device of `regime --list`.", autocompletion=values.devices),
    ] = None,
    dtype: Annotated[
        str, typer.Option(metavar="TYPE", help="The type of a word on a device.", autocompletion=values.dtypes)
    ] = "bf16",
    level: Annotated[
        str | None, typer.Option(metavar="LEVEL", help="A memory of the device.", autocompletion=values.levels)
    ] = None,
    sweep: Annotated[bool, typer.Option("--table", help="Over all M, where program or bound change.")] = False,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw that: .pdf, .svg or .png.")] = None,
    leading: Annotated[
        bool, typer.Option("--constants", help="The constants of the leading terms, and where they are equal.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Say how far the best program for the gradient in X is from the best lower bound, and how that is checked.

    The program's words are its exact count with the best tiles. The bound holds for every schedule; the level of its
    lemma is found now, with all that it rests on.
    """
    if leading:
        if (n, d, memory, device, plot) != (None,) * 5 or sweep:
            raise OutOfDomain("--constants are for n, d and M that go to infinity; leave out all sizes")
        _constants(as_json)
        return
    if n is None or d is None:
        raise OutOfDomain("gap takes --n and --d, the sequence length and the head dimension")
    if sweep or plot is not None:
        if memory is not None or device is not None:
            raise OutOfDomain("--table and --plot go over all M; leave out -M and --device")
        _over(n, d, sweep, plot, as_json)
        return
    if (memory is None) == (device is None):
        raise OutOfDomain("gap takes either -M or --device (`pebbleproof regime --list` lists devices)")
    M = memory if memory is not None else machines.device(device or "").memory(level).words(machines.dtype(dtype))
    found = gap_at(n, d, M)
    entry = _entry(found.bound)
    if as_json:
        checked = {"lemma": entry.lemma.name, "level": entry.level.word, "limited_by": entry.limited_by or None}
        show_json({"command": "gap", "n": n, "d": d, **found.document(), **checked})
        return
    show(
        row("sizes", f"n = {n:,}, d = {d:,}, M = {M:,}"),
        row("program", f"{found.program} moves {found.upper:,} words"),
        row("bound", f"{found.bound}: every schedule moves at least {found.lower:,} words"),
        row("ratio", f"{found.ratio} = {decimal(found.ratio, 3)}" + ("" if found.ratio == 1 else " approx.")),
        row(
            "checked",
            f"{entry.level.mark} {entry.level.word}{_limit(entry)}: `pebbleproof lemmas {entry.lemma.called}`",
        ),
    )


def _entry(bound: str) -> Entry:
    """The lemma that states a bound, with its level after all that it rests on was examined."""
    name = lemma_of(bound)
    with progress(None, f"examining {name}"):
        report = examined([name], CATALOGUE)
    return next(entry for entry in report.entries if entry.lemma.name == name)


def _limit(entry: Entry) -> str:
    return f", limited by {entry.limited_by}" if entry.limited_by else ""


def _over(n: int, d: int, sweep: bool, plot: Path | None, as_json: bool) -> None:
    """Shows the gap over all M as a table, a picture or both."""
    if plot is not None:
        check_suffix(plot)
    with progress(len(sizes(n, d)), "comparing programs and bounds") as advance:
        found = gaps(n, d, advance)
    if plot is not None:
        save(figure(found), plot)
    if as_json:
        show_json(
            {"command": "gap", "n": n, "d": d, "gaps": [one.document() for one in found], "plot": plot and str(plot)}
        )
        return
    if sweep:
        show(f"n = {n:,}, d = {d:,}: from which M on, of {len(found)} tried, another program or bound is best", "")
        show(_tabled(changes(found)))
        worst = max(found, key=lambda one: one.ratio)
        show("", f"largest ratio {decimal(worst.ratio, 3)} (approx.) at M = {worst.M:,}; least {_least(found)}")
    if plot is not None:
        show(str(plot))


def _constants(as_json: bool) -> None:
    """Shows the leading constants of theorems and programs, with the levels of the theorems."""
    found = constants()
    with progress(None, "examining the theorems"):
        report = examined([one.lemma.name for one in found], CATALOGUE)
    entries = {entry.lemma.name: entry for entry in report.entries}
    if as_json:
        rows = [
            {
                "computation": one.computation,
                "sums": one.trees,
                "regime": str(one.regime),
                "unit": str(one.unit),
                "lower": str(one.lower),
                "upper": str(one.upper),
                "ratio": str(one.ratio),
                "lemma": one.lemma.name,
                "program": one.program,
                "level": entries[one.lemma.name].level.word,
            }
            for one in found
        ]
        show_json({"command": "gap", "constants": rows})
        return
    right = {"justify": "right"}
    made = table(
        ("", {}), ("sums in", {}), ("regime", {}), ("lower", right), ("upper", right), ("ratio", right), ("lemma", {}),
        ("level", {}),
    )  # fmt: skip
    for one in found:
        entry = entries[one.lemma.name]
        level = f"{entry.level.mark} {entry.level.word}"
        numbers = (str(one.lower), str(one.upper), str(one.ratio))
        made.add_row(one.computation, one.trees, str(one.regime), *numbers, one.lemma.called, level)
    show(made, "", "times n^2 d/sqrt(M) in a small cache, M << d^2, and n^2 d^2/M in a large one, d^2 << M << nd;")
    show("for one product of m x k by k x n times mnk/sqrt(M). `pebbleproof derive LEMMA` derives each.")


def _least(found: tuple[Gap, ...]) -> str:
    least = min(found, key=lambda one: one.ratio)
    return f"{decimal(least.ratio, 3)} at M = {least.M:,}"


def _tabled(found: list[Gap]) -> Table:
    right = {"justify": "right"}
    made = table(
        ("M from", right), ("program", {}), ("words", right), ("bound", {}), ("words", right), ("ratio", right)
    )
    for one in found:
        made.add_row(f"{one.M:,}", one.program, f"{one.upper:,}", one.bound, f"{one.lower:,}", decimal(one.ratio, 3))
    return made
