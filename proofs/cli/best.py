"""best: the program that moves the fewest words at one n, d and M, where the winner changes, and a map of winners."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from graphs.errors import OutOfDomain
from proofs.cli.sizes import D, N, listed
from proofs.cli.terminal import progress, show, show_json, table
from symbolic.crossings import Crossing, crossings
from symbolic.heatmap import check_suffix, save
from symbolic.ranking import PAPER, Entry, Ranking, ranking
from symbolic.regime import decimal
from symbolic.reigns import KINDS, Reigns, reigns
from symbolic.winner_map import MU, STEPS, WinnerMap, figure, winner_map

HEAD = 32
"""The head dimension of the map, unless one is given."""


def best(
    n: N = None,
    d: D = None,
    memory: Annotated[int | None, typer.Option("-M", "--memory", help="Cache size in words.")] = None,
    switches: Annotated[
        bool, typer.Option("--crossovers", help="For n and d, every M at which another kind of program begins to win.")
    ] = False,
    picture: Annotated[
        Path | None,
        typer.Option("--map", help="Draw the winners over M/d^2 and M/(nd) for one d: FILE.pdf, .svg or .png."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Name the program for the gradient in X that moves the fewest words, and by how much, at exact counts.

    All programs on the DAG of the theorem take part, with their best tiles. With --crossovers M goes from d^2/2 to
    4 d^2; the answer is exact at every M, though counts are step functions of it. Exit status: 4 if no program runs
    with M words.
    """
    if picture is not None:
        if n is not None or memory is not None or switches:
            raise OutOfDomain("--map goes with --d alone; n and M are its axes")
        _map(picture, HEAD if d is None else d, as_json)
    elif n is None or d is None or (memory is None) != switches:
        raise OutOfDomain("best takes --n, --d and -M; or --n, --d and --crossovers; or --map FILE")
    elif switches:
        _crossovers(n, d, as_json)
    else:
        assert memory is not None
        _ranking(ranking(n, d, memory), as_json)


def _ranking(found: Ranking, as_json: bool) -> None:
    if as_json:
        show_json(_ranked(found))
        return
    first = found.best
    show(
        _row("best", f"{first.program.name}: {first.program.title}, gradient in X"),
        _row("sizes", f"n = {found.n}, d = {found.d}, M = {found.M}"),
        _row("tiles", listed(first.cost.tiles)),
        _row("moves", f"{first.cost.io:,} words: {first.cost.loads:,} loads, {first.cost.stores:,} stores"),
        _row("peak", f"{first.cost.peak:,} of {found.M:,} words"),
    )
    if len(found.entries) > 1:
        second = found.entries[1]
        show(_row("second", f"{second.program.name}: {_lead(found, second)}"))
    for name, title in PAPER.items():
        show(_row(title, f"{name}: {_lead(found, found.entry(name))}"))
    made = table(
        ("program", {"width": 20}),
        ("", {"ratio": 1}),
        ("words", {"justify": "right"}),
        ("times the best", {"justify": "right"}),
    )
    for one in found.entries:
        times = decimal(Fraction(one.cost.io, first.cost.io), 3)
        made.add_row(Text(one.program.name, style="bold"), one.program.title, f"{one.cost.io:,}", times)
    show("", made)
    if found.absent:
        needs = ", ".join(f"{program.name} {least:,}" for program, least in found.absent)
        show("", Text(f"More words are needed by: {needs}."))


def _lead(found: Ranking, other: Entry | None) -> str:
    """By how much the best program is ahead of another.

    >>> from symbolic.ranking import ranking
    >>> found = ranking(64, 8, 64)
    >>> _lead(found, found.entries[1]), _lead(found, None), _lead(found, found.best)
    ('1,536 words fewer, 6/235 of its words = 2.55 % approx.', 'does not run', 'is the best itself')
    """
    if other is None:
        return "does not run"
    if other is found.best:
        return "is the best itself"
    share = found.saved(other)
    if not share:
        return "moves as many"
    percent = 100 * share
    about = "" if (100 * percent).denominator == 1 else " approx."
    return f"{other.cost.io - found.best.cost.io:,} words fewer, {share} of its words = {decimal(percent, 2)} %{about}"


def _ranked(found: Ranking) -> dict[str, object]:
    def cost(one: Entry) -> dict[str, object]:
        own = one.cost
        return {
            "program": one.program.name,
            "io": own.io,
            "loads": own.loads,
            "stores": own.stores,
            "peak": own.peak,
            "tiles": own.tiles,
            "saved": str(found.saved(one)),
        }

    second = found.entries[1].program.name if len(found.entries) > 1 else None
    return {
        "command": "best",
        "n": found.n,
        "d": found.d,
        "M": found.M,
        "best": found.best.program.name,
        "second": second,
        "saved": {
            name: None if (entry := found.entry(name)) is None else str(found.saved(entry))
            for name in (*PAPER, *([second] if second else []))
        },
        "programs": [cost(one) for one in found.entries],
        "least_memory_of_others": {program.name: least for program, least in found.absent},
    }


def _crossovers(n: int, d: int, as_json: bool) -> None:
    with progress(None, "comparing at every M") as advance:
        found = reigns(n, d, progress=advance)
    limits = [(title, crossings(whole)) for title, whole in (("ceilings left out", False), ("d in whole tiles", True))]
    if as_json:
        show_json(_switched(found, limits))
        return
    right = {"justify": "right"}
    made = table(("M from", right), ("to", right), ("M/d^2 from", right), ("least I/O", {}), ("by", {"ratio": 1}))
    for one in found.each:
        ratio = Fraction(one.lowest, d * d)
        made.add_row(f"{one.lowest:,}", f"{one.highest:,}", decimal(ratio, 3), one.kind, ", ".join(one.programs))
    span = f"from {found.each[0].lowest:,} to {found.each[-1].highest:,}"
    show(f"n = {n}, d = {d}: who moves the fewest words, exactly, at every M {span}", "", made, "")
    show("limits for n >> d >> 1:")
    show(*(Text(f"  {one}") for _, each in limits for one in each))


def _switched(found: Reigns, limits: list[tuple[str, tuple[Crossing, ...]]]) -> dict[str, object]:
    return {
        "command": "best",
        "n": found.n,
        "d": found.d,
        "reigns": [
            {"kind": one.kind, "programs": list(one.programs), "lowest": one.lowest, "highest": one.highest}
            for one in found.each
        ],
        "switches": list(found.switches),
        "in_units_of_d^2": [str(fraction) for fraction in found.fractions],
        "limits": {
            title: [
                {"from": one.first, "to": one.second, "equation": str(one.equation), "M/d^2": str(one.ratio)}
                for one in each
            ]
            for title, each in limits
        },
    }


def _map(path: Path, d: int, as_json: bool) -> None:
    check_suffix(path)
    with progress(8 * (MU[1] - MU[0]) + 1, f"comparing, d = {d}") as advance:
        found = winner_map(d, STEPS, advance)
    save(figure(found), path)
    if as_json:
        show_json({"command": "best", "map": str(path), **found.document()})
        return
    show(str(path), _wins(found))


def _wins(found: WinnerMap) -> str:
    """How often each kind wins, and of which programs it consists."""
    share = found.share()
    total = sum(share.values())
    lines = []
    for kind, points in share.items():
        names = ", ".join(name for name, own in KINDS.items() if own == kind)
        lines.append(f"{kind}: {points} of {total} points ({names})")
    return "\n".join(lines)


def _row(word: str, what: str) -> Text:
    return Text.assemble((f"{word:<16}", "bold"), what)
