"""Tiny: the cases that were searched in full as a grid, sizes down and words of cache across."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from proofs.evidence.tiny import Row
from symbolic.attention import Computation

_BAR = 60
"""Width of the bar from the lower bound to the cost of the simple schedule."""


@dataclass(frozen=True)
class Cell:
    """One case: the lower bound, the optimum or the range it lies in, the cost of a simple schedule, and the bar."""

    row: Row
    optimum: str
    start: int
    mark: int | None
    end: int

    @property
    def met(self) -> bool:
        """Whether the simple schedule is optimal."""
        return self.row.optimum.cost == self.row.simple

    @property
    def verdict(self) -> str:
        """Whether bound, optimum and cost are in order."""
        return {True: "", False: "FALSE", None: "open"}[self.row.holds]


@dataclass(frozen=True)
class Line:
    """A computation of one size, with a cell, or nothing, for each number of words of cache."""

    computation: str
    n: int
    d: int
    cells: tuple[Cell | None, ...]


@dataclass(frozen=True)
class Grid:
    """All lines; `memories` are the numbers of words of cache, the columns."""

    memories: tuple[int, ...]
    lines: tuple[Line, ...]


def grid(rows: Iterable[Row]) -> Grid:
    """Returns the grid of some cases.

    >>> from proofs.evidence.tiny import Case, confirm
    >>> made = grid([confirm(Case(Computation.FORWARD, 1, 1, M)) for M in (3, 4)])
    >>> made.memories, [cell.optimum for cell in made.lines[0].cells]
    ((3, 4), ['8', '6'])
    """
    found: dict[tuple[str, int, int], dict[int, Row]] = {}
    for row in rows:
        case = row.case
        what = "forward" if case.computation is Computation.FORWARD else f"backward to {_gradients(case.computation)}"
        found.setdefault((what, case.n, case.d), {})[case.M] = row
    memories = tuple(sorted({M for cases in found.values() for M in cases}))
    lines = []
    for (what, n, d), cases in found.items():
        most = max(row.simple for row in cases.values())
        cells = tuple(_cell(cases[M], most) if M in cases else None for M in memories)
        lines.append(Line(what, n, d, cells))
    return Grid(memories, tuple(lines))


def _gradients(computation: Computation) -> str:
    return " and ".join(str(computation))


def _cell(row: Row, most: int) -> Cell:
    def x(words: int) -> int:
        return 2 + round((_BAR - 4) * words / most)

    cost = row.optimum.cost
    optimum = f"{row.optimum.lower} to {row.optimum.upper}" if cost is None else str(cost)
    return Cell(row, optimum, x(row.trivial), None if cost is None else x(cost), x(row.simple))
