"""Exact costs: what a program moves with its best tiles at a point, evaluated from its polynomial, nothing executed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from graphs.programs.program import Program
from symbolic.count import Count, count


@dataclass(frozen=True)
class Cost:
    """Loads, stores and peak of a program with the tiles that it took, all in words."""

    loads: int
    stores: int
    peak: int
    tiles: dict[str, int]

    @property
    def io(self) -> int:
        """Loads plus stores, in words."""
        return self.loads + self.stores


_FOUND: dict[Callable[..., None], Count] = {}


def polynomial(program: Program) -> Count:
    """Returns the formulas of a program; they are found once for its text, and kept."""
    if program.body not in _FOUND:
        _FOUND[program.body] = count(program)
    return _FOUND[program.body]


def exact_cost(program: Program, M: int, **sizes: int) -> Cost:
    """Returns the exact cost of a program with its best tiles for M words of cache.

    Raises OutOfDomain, naming the least M, if the program does not run with so few words.

    >>> from graphs.programs import PROGRAMS
    >>> exact_cost(PROGRAMS["matmul"], 9, rows=2, inner=2, columns=2).io  # one 2 x 2 tile: every word once
    12
    """
    tiles = program.best_tiles(M, **sizes)
    formulas = polynomial(program) if program.symbolic else count(program, **sizes, **tiles)
    return Cost(*formulas.at(**sizes, **tiles), tiles)


def runs(program: Program, M: int, **sizes: int) -> bool:
    """Returns whether a program runs with M words of cache.

    >>> from graphs.programs import PROGRAMS
    >>> runs(PROGRAMS["small_cache"], 6, n=8, d=8), runs(PROGRAMS["small_cache"], 7, n=8, d=8)
    (False, True)
    """
    return program.least_memory(**sizes) <= M
