"""crossover: where the two terms of the theorem meet, and where the exact I/O of two programs does."""

from __future__ import annotations

from typing import Annotated

import sympy
import typer
from rich.text import Text

from proofs.cli import values
from proofs.cli.sizes import program
from proofs.cli.terminal import progress, show, show_json, table
from symbolic.attention import A, B
from symbolic.contest import Contest, contest
from symbolic.crossings import crossings
from symbolic.crossover import crossover as meeting
from symbolic.limit import TILINGS, limit
from symbolic.symbols import M

HEADS = (2, 4, 8, 16, 32)


def crossover(
    first: Annotated[
        str, typer.Argument(help="The program that is better in a small cache.", autocompletion=values.programs)
    ] = "small_cache",
    second: Annotated[
        str, typer.Argument(help="The program that is better in a large cache.", autocompletion=values.programs)
    ] = "flash_backward",
    d: Annotated[list[int] | None, typer.Option("--d", help="Head dimensions; may be given several times.")] = None,
    ratio: Annotated[int, typer.Option(min=1, help="n is this many times d.")] = 64,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Find, for each head dimension, every M at which the winner of two programs changes, by exact I/O at each M.

    M goes from d^2/2 to 4 d^2. Also derives where the two terms A and B of the theorem meet, and the limits of the
    winner's change for n >> d >> 1: of two programs, and of three with the hybrid between them. `best --crossovers`
    compares all programs.
    """
    pair = (program(first), program(second))
    heads = d or list(HEADS)
    found = []
    total = sum(4 * head * head - head * head // 2 for head in heads)
    with progress(total, "comparing at every M") as advance:
        for head in heads:
            found.append(contest(*pair, n=ratio * head, d=head, progress=lambda M: advance(f"M = {M}")))
    terms = meeting(A, B, M)
    limits = [limit(tiling) for tiling in TILINGS]
    chains = [crossings(whole) for whole in (True, False)]
    if as_json:
        show_json(
            {
                "command": "crossover",
                "programs": [first, second],
                "terms": {"at": str(terms.at), "ratio": str(terms.ratio)},
                "contests": [_document(one) for one in found],
                "limits": {one.tiling: {"y": str(one.root), "M/d^2": str(one.ratio)} for one in limits},
                "with_hybrid": [
                    {"from": one.first, "to": one.second, "tiles_across_d": one.across, "M/d^2": str(one.ratio)}
                    for chain in chains
                    for one in chain
                ],
            }
        )
        return
    made = table(
        ("d", {"width": 5, "justify": "right"}),
        ("n", {"width": 7, "justify": "right"}),
        ("M from", {"width": 7, "justify": "right"}),
        ("to", {"width": 7, "justify": "right"}),
        ("switches", {"width": 8, "justify": "right"}),
        (f"{second} ahead from M", {"ratio": 1}),
        ("last switch / d^2", {"width": 17, "justify": "right"}),
    )
    for one in found:
        last = str(sympy.N(sympy.Rational(one.switches[-1], one.d**2), 3)) if one.switches else "-"
        made.add_row(*map(str, (one.d, one.n, one.lowest, one.highest, len(one.switches))), _switches(one), last)
    show(f"terms of the theorem: {terms}", "", made, "", "limits for n >> d >> 1, flash_backward against:")
    show(*(Text(f"  {one}") for one in limits))
    show("", "and with the hybrid between them, which makes two crossovers of one:")
    show(*(Text(f"  {one}") for chain in chains for one in chain))


def _switches(one: Contest) -> str:
    """Where the second program goes ahead, and in brackets where it falls behind again."""
    ahead, words = one.starts, []
    for place in one.switches:
        ahead = not ahead
        words.append(str(place) if ahead else f"(not {place})")
    return " ".join(words) or ("everywhere" if one.starts else "nowhere")


def _document(one: Contest) -> dict[str, object]:
    return {
        "n": one.n,
        "d": one.d,
        "lowest": one.lowest,
        "highest": one.highest,
        "starts_ahead": one.starts,
        "switches": list(one.switches),
        "in_units_of_d^2": [str(f) for f in one.fractions],
        "settled": one.settled,
    }
