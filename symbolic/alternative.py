"""Theorems of the alternative: a direction inside a cone, or multipliers that show that there is none; exact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import sympy
from sympy.solvers.simplex import linprog

Number: TypeAlias = int | sympy.Rational
Vector: TypeAlias = tuple[sympy.Rational, ...]


@dataclass(frozen=True)
class Direction:
    """A vector r >= 0 with a.r >= 0 for every weak row a and b.r > 0 for every strict row b; whole and primitive."""

    vector: Vector


@dataclass(frozen=True)
class Multipliers:
    """Weights >= 0, those of the strict rows summing to 1, whose combination of rows is <= 0 in every coordinate."""

    weak: Vector
    strict: Vector


def dot(left: Vector, right: Vector) -> sympy.Rational:
    """Returns the inner product.

    >>> dot((sympy.Integer(1), sympy.Rational(1, 2)), (sympy.Integer(3), sympy.Integer(4)))
    5
    """
    return sum((x * y for x, y in zip(left, right, strict=True)), sympy.S.Zero)


def direction_or_multipliers(weak: Sequence[Vector], strict: Sequence[Vector]) -> Direction | Multipliers:
    """Decides whether some r >= 0 has a.r >= 0 for all weak rows a and b.r > 0 for all strict rows b.

    Exactly one of the two answers exists (Motzkin 1936). There must be at least one strict row. Both linear programs
    have the origin as a feasible point, because the first phase of sympy's simplex may give up on a feasible one;
    and whichever answer they give is checked here by substitution.

    >>> one, no, minus = sympy.Integer(1), sympy.Integer(0), sympy.Integer(-1)
    >>> direction_or_multipliers([(minus, one)], [(one, no)])
    Direction(vector=(1, 1))
    >>> direction_or_multipliers([(minus, one), (no, minus)], [(one, no)])
    Multipliers(weak=(1, 1), strict=(1,))
    """
    size, width = len(weak), len(strict[0])
    for k, row in enumerate(strict):
        if all(x <= 0 for x in row):  # nothing to solve
            return Multipliers((sympy.S.Zero,) * size, tuple(sympy.Integer(k == j) for j in range(len(strict))))
    columns = [*weak, *strict]
    gain = [0] * size + [1] * len(strict)
    bounded = [[row[i] for row in columns] for i in range(width)]
    weights = _optimum([-x for x in gain], [*bounded, gain], [0] * width + [1])
    multipliers = Multipliers(tuple(weights[:size]), tuple(weights[size:]))
    if _forbids(multipliers, weak, strict):
        return multipliers

    kept = [[-x for x in row] + [0] for row in weak] + [[-x for x in row] + [1] for row in strict]
    *found, _ = _optimum([0] * width + [-1], [*kept, [1] * width + [0]], [0] * len(columns) + [1])
    scale = sympy.Integer(sympy.ilcm(1, 1, *(x.q for x in found)))
    common = sympy.igcd(0, *(x * scale for x in found)) or 1
    direction = Direction(tuple(x * scale / common for x in found))
    if not _obeys(direction, weak, strict):
        raise AssertionError(f"sympy's simplex answered neither question: weak rows {weak}, strict rows {strict}")
    return direction


def _optimum(cost: Sequence[Number], rows: Sequence[Sequence[Number]], limits: Sequence[Number]) -> Vector:
    """A point x >= 0 with rows * x <= limits where cost * x is least."""
    return tuple(map(sympy.sympify, linprog(cost, rows, limits)[1]))


def _forbids(multipliers: Multipliers, weak: Sequence[Vector], strict: Sequence[Vector]) -> bool:
    weights = (*multipliers.weak, *multipliers.strict)
    sums = (dot(weights, column) for column in zip(*weak, *strict, strict=True))
    return all(w >= 0 for w in weights) and sum(multipliers.strict) == 1 and all(s <= 0 for s in sums)


def _obeys(direction: Direction, weak: Sequence[Vector], strict: Sequence[Vector]) -> bool:
    r = direction.vector
    return all(x >= 0 for x in r) and all(dot(a, r) >= 0 for a in weak) and all(dot(b, r) > 0 for b in strict)
