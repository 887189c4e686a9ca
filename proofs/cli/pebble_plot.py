"""A sweep of `pebble` over M: its table, its JSON rows and its picture, and what one M tells about the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import typer
from rich.table import Table

from graphs.bounds import trivial_bound
from graphs.cdag import Cdag
from graphs.errors import HOLDS, REFUTED, UNDECIDED
from graphs.game import HONG_KUNG, Variant
from graphs.search import Optimum, Outcome
from proofs.cli.terminal import table
from symbolic.pebbling_plot import Point, draw

MOST = 1_000
"""Values of M in one sweep."""

_DIGITS = 18
"""A longer number is refused, as Python itself does with thousands of digits."""


def memories(words: Sequence[str]) -> list[int]:
    """Returns the values of M that numbers and ranges name, in ascending order; raises BadParameter.

    >>> memories(["3..5", "8"])
    [3, 4, 5, 8]
    """
    found: set[int] = set()
    for word in words:
        first, dots, last = word.partition("..")
        if not (first.isdecimal() and (last.isdecimal() if dots else True)):
            raise typer.BadParameter(
                f"{word!r} is neither a number, such as 4, nor a range, such as 3..12", param_hint="-M"
            )
        if max(len(first), len(last)) > _DIGITS:
            raise typer.BadParameter(f"{word[:12]}... is too large a cache", param_hint="-M")
        low, high = int(first), int(last or first)
        if low > high:
            raise typer.BadParameter(f"the range {word} is empty", param_hint="-M")
        if high - low + len(found) >= MOST:
            raise typer.BadParameter(f"more than {MOST:,} values of M", param_hint="-M")
        found.update(range(low, high + 1))
    return sorted(found)


def swept(cdag: Cdag, Ms: Iterable[int], solve: Callable[[int], Optimum]) -> list[Optimum]:
    """Returns what is found for each M, in ascending order; an interruption leaves out those that come after it.

    A schedule for M words is one for more, so a lower bound for M holds for fewer: where some are only intervals they
    are tightened by their neighbours, and once inputs + outputs is attained nothing is left to solve.
    """
    found: list[Optimum] = []
    for M in Ms:
        if found and found[-1].upper == trivial_bound(cdag):
            found.append(replace(found[-1], M=M, states=0))
        else:
            found.append(solve(M))
        if found[-1].reason == "interrupted":
            break
    return tightened(found)


def tightened(optima: Sequence[Optimum]) -> list[Optimum]:
    """Returns optima or intervals, for ascending M, each made as narrow as the others allow."""
    found = list(optima)
    for i in range(1, len(found)):
        less, more = found[i - 1], found[i]
        if less.upper is not None and more.upper is not None and less.upper < more.upper:
            found[i] = replace(more, upper=less.upper, schedule=less.schedule)
    for i in range(len(found) - 2, -1, -1):
        less, more = found[i], found[i + 1]
        if less.lower is not None and more.lower is not None and less.lower < more.lower:
            found[i] = replace(less, lower=more.lower)
    exact = Outcome.EXACT
    return [replace(o, outcome=exact, reason="") if o.lower == o.upper is not None else o for o in found]


def status(optima: Sequence[Optimum]) -> int:
    """Returns the exit status: 3 if any is an interval, 1 if no M suffices for a schedule."""
    outcomes = {optimum.outcome for optimum in optima}
    if Outcome.BUDGET_SPENT in outcomes:
        return UNDECIDED
    return HOLDS if Outcome.EXACT in outcomes else REFUTED


def table_of(optima: Sequence[Optimum], trivial: int) -> Table:
    """Returns the table of a sweep."""
    right = {"justify": "right"}
    made = table(("M", right), ("optimum", right), ("trivial", right), ("states", right), ("", {"ratio": 1}))
    for optimum in optima:
        if optimum.lower is None:
            made.add_row(str(optimum.M), "none", "", "", "too few words for any schedule")
            continue
        open_ = optimum.outcome is not Outcome.EXACT
        value = f"{optimum.lower} .. {optimum.upper}" if open_ else str(optimum.cost)
        remark = (optimum.reason or "the budget is spent; raise --budget") if open_ else ""
        made.add_row(str(optimum.M), value, str(trivial), f"{optimum.states:,}", remark)
    return made


def picture(path: Path, cdag: Cdag, optima: Sequence[Optimum], variant: Variant) -> None:
    """Draws a sweep; an M for which there is no schedule has no point."""
    points = [Point(o.M, o.lower, o.upper) for o in optima if o.lower is not None and o.upper is not None]
    rules = "" if variant == HONG_KUNG else f" ({variant})"
    draw(path, points, trivial_bound(cdag), f"{cdag.name}{rules}")
