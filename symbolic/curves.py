"""Curves: the numbers behind the plot of I/O against M, all exact: programs, measured runs, bounds, formulas."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from dataclasses import dataclass
from math import isqrt

import sympy

from graphs.programs import PROGRAMS
from graphs.programs.machine import run
from symbolic.attention import COUNTING_BOUNDS, A, B, trivial_bound
from symbolic.exact import exact_cost, runs
from symbolic.symbols import M as M_SYMBOL
from symbolic.symbols import d as d_symbol
from symbolic.symbols import n as n_symbol

SERIES = ("small_cache", "flash_backward", "in_cache")
POINTS_AN_OCTAVE = 8


@dataclass(frozen=True)
class Curves:
    """For one n and d, every row at one M: exact I/O of programs (None if one does not run), formulas, lower bounds.

    `lower` is the largest of the counting bounds (None if it is below zero), `trivial` inputs plus outputs.

    `measured` has, for some M, the words that an execution of a program moved.
    """

    n: int
    d: int
    rows: tuple[tuple[int, dict[str, sympy.Expr | None]], ...]
    measured: tuple[tuple[int, str, int], ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The columns, in order."""
        return tuple(self.rows[0][1])

    def column(self, name: str) -> list[tuple[int, sympy.Expr]]:
        """Returns the points of one column that exist."""
        return [(M, values[name]) for M, values in self.rows if values[name] is not None]

    def as_csv(self) -> str:
        """Returns all points as CSV: exact whole numbers for programs, decimals of ten digits for formulas."""
        measured = {(M, name): words for M, name, words in self.measured}
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        ran = [f"measured {name}" for name in SERIES]
        writer.writerow(["n", "d", "M", *self.names, *ran])
        for M, values in self.rows:
            cells = [_cell(values[name]) for name in self.names]
            writer.writerow([self.n, self.d, M, *cells, *(measured.get((M, name), "") for name in SERIES)])
        return out.getvalue()


def curves(
    n: int, d: int, measure: int = 0, seed: int = 0, progress: Callable[[str], None] = lambda what: None
) -> Curves:
    """Returns the curves for the gradient in X, from M = 8 to beyond the cache that holds everything.

    `measure` is how many points of each program are executed on random inputs; their counts are those of the machine.
    Raises OutOfDomain if n or d is no size.

    >>> found = curves(16, 4)
    >>> dict(found.rows)[64]["small_cache"], found.column("in_cache")[0]
    (3200, (182, 304))
    """
    least = PROGRAMS["in_cache"].least_memory(n=n, d=d)
    top = 2 * least
    grid = sorted({M for M in _octaves(top) if M >= 8} | {d * d, least, top})
    rows = []
    for M in (M for M in grid if M >= 7):
        progress(f"M = {M}")
        rows.append((M, _row(n, d, M)))
    measured = []
    for name in SERIES:
        able = [M for M, values in rows if values[name] is not None]
        for M in able[:: max(1, len(able) // measure)] if measure else []:
            progress(f"{name}, M = {M}")
            measured.append((M, name, run(PROGRAMS[name], M, seed=seed, n=n, d=d).io))
    return Curves(n, d, tuple(rows), tuple(measured))


def _row(n: int, d: int, M: int) -> dict[str, sympy.Expr | None]:
    point = {n_symbol: n, d_symbol: d, M_SYMBOL: M}
    values: dict[str, sympy.Expr | None] = {}
    for name in SERIES:
        program = PROGRAMS[name]
        values[name] = sympy.Integer(exact_cost(program, M, n=n, d=d).io) if runs(program, M, n=n, d=d) else None
    values["A"], values["B"] = A.subs(point), B.subs(point)
    lower = max(bound.at(n=n, d=d, M=M) for bound in COUNTING_BOUNDS)
    values["lower"] = lower if lower.is_positive else None
    values["trivial"] = trivial_bound("X").at(n=n, d=d)
    return values


def _octaves(top: int) -> list[int]:
    """Whole numbers that grow by 2**(1/8), found without floats: floor(2**(k/8)) is an eighth root."""
    found: list[int] = []
    k = 0
    while not found or found[-1] < top:
        found.append(isqrt(isqrt(isqrt(2**k))))
        k += 1
    return [M for M in dict.fromkeys(found) if M <= top]


def _cell(value: sympy.Expr | None) -> str:
    if value is None:
        return ""
    return str(value) if value.is_Integer else str(sympy.N(value, 10))
