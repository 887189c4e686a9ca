"""Survey: one line for each program, computed and not typed, and how far the best program is from the lower bounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

import sympy

from graphs.programs import PROGRAMS
from graphs.programs.machine import execute
from graphs.programs.pebbling import pebble
from graphs.programs.program import Program
from graphs.schedule import replay
from symbolic.attention import COUNTING_BOUNDS, trivial_bound
from symbolic.exact import exact_cost, polynomial, runs
from symbolic.leading import Regime, leading_term
from symbolic.symbols import parameter

Progress = Callable[[str], None]
SHAPES = ((1, 1), (1, 2), (2, 1), (2, 2), (3, 2), (2, 3), (5, 3), (7, 2))
PRODUCTS = ((1, 1, 1), (2, 1, 2), (2, 2, 2), (3, 2, 4), (4, 5, 3))
TINY = 3
"""Up to this size a program is also played as a schedule."""


@dataclass(frozen=True)
class Line:
    """A program's formulas, and at how many points run, count and schedule were compared and equal.

    `points` were executed; at `played` of them the schedule was replayed by the referee too.
    """

    program: Program
    io: sympy.Expr
    peak: sympy.Expr
    least: str
    leading: dict[Regime, sympy.Expr]
    points: int
    played: int
    disagreements: tuple[str, ...]


@dataclass(frozen=True)
class Gap:
    """The worst ratio of the best program to the best lower bound over the points of one regime, and where it is."""

    regime: str
    ratio: Fraction
    n: int
    d: int
    M: int
    points: int


def survey(program: Program) -> Line:
    """Returns the line of one program, comparing its readings on a grid of sizes, each with M at its limit and above.

    >>> line = survey(PROGRAMS["matmul"])
    >>> line.io, line.peak, line.points, line.disagreements
    (columns*inner*ceiling(rows/b1) + columns*rows + inner*rows*ceiling(columns/b2), b1*b2 + b1 + 3, 15, ())
    """
    count = polynomial(program)
    points = played = 0
    wrong = []
    for sizes, M in _grid(program):
        cost = exact_cost(program, M, **sizes)
        inputs = program.random_inputs(1, **sizes)
        parameters = {**sizes, **cost.tiles}
        seen = execute(program, M, inputs, parameters)
        points += 1
        equal = (seen.loads, seen.stores, seen.peak) == (cost.loads, cost.stores, cost.peak)
        if max(sizes.values()) <= TINY:
            cdag = program.family(*sizes.values()) if program.family else None
            schedule = pebble(program, parameters, cdag)
            equal = equal and replay(schedule.cdag, schedule.schedule, M).cost == cost.io
            played += 1
        if not equal:
            wrong.append(f"{sizes}, M = {M}")
    leading = {regime: leading_term(count, program, regime) for regime in Regime}
    return Line(
        program,
        sympy.expand(count.io),
        count.fitted_peak,
        least_formula(program),
        leading,
        points,
        played,
        tuple(wrong),
    )


def gaps(progress: Progress = lambda what: None) -> tuple[Gap, ...]:
    """Returns, for each regime, how far the best program for the gradient in X is from the best lower bound.

    The bounds are inputs plus outputs, and those from counting in segments of M moves, LBcube among them.
    """
    worst: dict[str, Gap] = {}
    contenders = [p for p in PROGRAMS.values() if p.task.name == "dX" and p.on_family]
    for n, d, M in _points():
        progress(f"n = {n}, d = {d}, M = {M}")
        upper = min(exact_cost(p, M, n=n, d=d).io for p in contenders if runs(p, M, n=n, d=d))
        exact = [_floor(bound.at(n=n, d=d, M=M)) for bound in COUNTING_BOUNDS]
        lower = max(int(trivial_bound("X").at(n=n, d=d)), *exact)
        gap = Gap(_regime(n, d, M), Fraction(upper, lower), n, d, M, 1)
        before = worst.get(gap.regime, replace(gap, points=0))
        larger = gap if gap.ratio > before.ratio else before
        worst[gap.regime] = replace(larger, points=before.points + 1)
    return tuple(worst[name] for name in sorted(worst))


def _grid(program: Program) -> Iterator[tuple[dict[str, int], int]]:
    shapes = PRODUCTS if len(program.sizes) == 3 else SHAPES
    for shape in shapes:
        sizes = dict(zip(program.sizes, shape, strict=True))
        least = program.least_memory(**sizes)
        for M in (least, least + 4, 2 * least + 9):
            yield sizes, M


def _points() -> Iterator[tuple[int, int, int]]:
    for d in (2, 4, 8, 16, 32):
        for times in (1, 8, 64):
            n = times * d
            M = 7
            while M < 3 * n * d:
                yield n, d, M
                M = M * 3 // 2


def _regime(n: int, d: int, M: int) -> str:
    if d * d >= M:
        return "7 <= M <= d^2"
    return "d^2 < M <= nd" if n * d >= M else "M > nd"


def _floor(value: sympy.Expr) -> int:
    """A lower bound on a whole number of words may be rounded up; down is always right."""
    return int(sympy.floor(value))


def least_formula(program: Program) -> str:
    """Returns the least M with which a program runs, as a formula in its sizes: its rule, or its peak with tiles of 1.

    >>> least_formula(PROGRAMS["flash_backward"]), least_formula(PROGRAMS["fused_flash_joint"])
    ('4*d + 6', 'Max(4*d + 6, d**2 + 2*d + 2)')
    """
    try:
        return str(sympy.expand(program.least(**{name: parameter(name) for name in program.sizes})))
    except TypeError:  # the larger of two words is no formula in Python
        return str(polynomial(program).fitted_peak.subs(dict.fromkeys(map(parameter, program.tiles), 1)))
