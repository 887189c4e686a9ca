"""The interval that `bound` prints for a DAG: each lower and upper bound, where it holds, and who gives each end."""

from __future__ import annotations

import typer

from graphs.cdag import Cdag
from graphs.errors import HOLDS, REFUTED
from graphs.game import Variant, check_memory
from graphs.strategies import infeasible
from proofs.cli.pebble import about, row, size_of
from proofs.cli.terminal import progress, show, show_json, table


def print_interval(cdag: Cdag, M: int, variant: Variant, budget: int | None, as_json: bool) -> None:
    """Prints the interval of a graph, and exits: 0 if there is one, 1 if no schedule exists with so few words."""
    from graphs.interval import BUDGET, interval  # noqa: PLC0415 - numba is slow to import, and only this needs it

    check_memory(M)
    if variant.least_memory(cdag) > M:
        reason = infeasible(cdag, M, variant)
        if as_json:
            show_json(
                {"command": "bound", **about(cdag, variant), "M": M, "lower": None, "upper": None, "reason": reason}
            )
        else:
            show(row("graph", size_of(cdag)), row("optimum", reason))
        raise typer.Exit(REFUTED)
    with progress(None, f"bounding {cdag.name}") as advance:
        found = interval(cdag, M, variant, budget or BUDGET, advance)
    if as_json:
        bounds = [
            {"end": end, "name": b.name, "holds": b.holds, "value": b.value, "remark": b.remark or None}
            for end, listed in (("lower", found.lowers), ("upper", found.uppers))
            for b in listed
        ]
        ends = {"lower": found.lower.value, "lower_by": found.lower.name}
        ends |= {"upper": found.upper.value, "upper_by": found.upper.name}
        show_json({"command": "bound", **about(cdag, variant), "M": M, **ends, "exact": found.exact, "bounds": bounds})
        raise typer.Exit(HOLDS)
    right = {"justify": "right"}
    lowers = table(("lower bound", {"width": 17}), ("words", right), ("holds", {"width": 21}), ("", {"ratio": 1}))
    uppers = table(("upper bound", {"width": 17}), ("words", right), ("", {"ratio": 1}))
    for b in found.lowers:
        lowers.add_row(b.name, "-" if b.value is None else str(b.value), b.holds, b.remark)
    for b in found.uppers:
        uppers.add_row(b.name, str(b.value), "a schedule, replayed by the referee")
    low, high = found.lower, found.upper
    said = f"{low.value}" if found.exact else f"between {low.value} and {high.value}"
    show(
        row("graph", size_of(cdag)),
        row("game", f"M = {M}, {variant}"),
        row("optimum", f"{said}  (lower end: {low.name}; upper end: {high.name})"),
        "",
        lowers,
        "",
        uppers,
    )
    raise typer.Exit(HOLDS)
