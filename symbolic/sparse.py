"""Sparse scores: the sizes of a pattern of nonzeros, the bound that is read literally for every pattern, and Theorem S.

Q and K have a pattern of nonzeros, perhaps with a mask. An entry (i, j) of Q K^T belongs to the support if row i of Q
and row j of K have a nonzero in a common column and the mask keeps it. Computed are exp(Q K^T) there and its row sums.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import numpy as np
import sympy
from numpy.typing import ArrayLike

from graphs.errors import OutOfDomain
from graphs.families.builder import check_sizes
from graphs.programs.sparse_scores import Mask, Support, support
from symbolic.bound import Bound, Side
from symbolic.crossover import Crossover, crossover
from symbolic.domain import Domain
from symbolic.symbols import M, d, n, parameter

Z_in, Z_QK, delta = (parameter(name) for name in ("Z_in", "Z_QK", "delta"))

LITERAL_LARGE: sympy.Expr = Z_in**2 / M
LITERAL_SMALL: sympy.Expr = Z_in * sympy.sqrt(Z_QK) / sympy.sqrt(M)
LARGE: sympy.Expr = delta**2 * Z_QK / M
"""Zeff^2/M, where Zeff = delta*sqrt(Z_QK) is what the nonzeros amount to."""
SMALL: sympy.Expr = delta * Z_QK / sympy.sqrt(M)
"""Zeff*sqrt(Z_QK)/sqrt(M)."""
CONSTANT = sympy.Rational(29, 100)

_SCORES = "exp(Q K^T) on the support, and its row sums"
_PAPER = "the backward-pass paper, arXiv 2410.09397, Theorem 4.5"
_FEASIBLE = Domain.where(M >= 3)

LITERAL = Bound(
    "sparse, read literally",
    Side.LOWER,
    sympy.Min(LITERAL_LARGE, LITERAL_SMALL),
    _SCORES,
    f"{_PAPER}, read literally: up to a constant factor, for every pattern; some patterns cost less",
    _FEASIBLE,
)
THEOREM_S = Bound(
    "Theorem S",
    Side.LOWER,
    CONSTANT * sympy.Min(LARGE, SMALL),
    _SCORES,
    f"{_PAPER}, corrected: delta*sqrt(Z_QK) in the place of Z_in; Hong and Kung 1981, Theorem 3.1, for the proof",
    _FEASIBLE,
)


@dataclass(frozen=True)
class Measures:
    """The sizes of a pattern, in words or entries.

    `overlaps` says of how many entries the rows meet in so many columns; `used` counts the nonzeros that meet
    something, `rows` the rows that have an entry, which are the outputs.

    >>> Measures(5, 4, ((1, 2), (3, 1)), used=7, rows=2)
    Measures(nnz_q=5, nnz_k=4, overlaps=((1, 2), (3, 1)), used=7, rows=2)
    """

    nnz_q: int
    nnz_k: int
    overlaps: tuple[tuple[int, int], ...]
    used: int
    rows: int

    @property
    def inputs(self) -> int:
        """Z_in, the nonzeros of Q and K."""
        return self.nnz_q + self.nnz_k

    @property
    def entries(self) -> int:
        """Z_QK, the size of the support."""
        return sum(count for _, count in self.overlaps)

    @property
    def products(self) -> int:
        """W, the scalar products."""
        return sum(columns * count for columns, count in self.overlaps)

    @property
    def least_overlap(self) -> int:
        """The number delta: the least number of common columns of an entry."""
        return self.overlaps[0][0]

    @property
    def trivial(self) -> int:
        """The trivial bound: every nonzero that is used is loaded and every row sum stored (Hong and Kung 1981)."""
        return self.used + self.rows

    def entries_with(self, threshold: int) -> int:
        """Returns how many entries have at least so many common columns."""
        return sum(count for columns, count in self.overlaps if columns >= threshold)

    def effective(self, threshold: int | None = None) -> sympy.Expr:
        """Returns Zeff = delta*sqrt(Z_QK), exactly; with a threshold, that of the entries with so many columns.

        It is at most half of the nonzeros, and equal to it only if the support is a full square.

        >>> Measures(5, 4, ((1, 2), (3, 1)), used=7, rows=2).effective()
        sqrt(3)
        """
        columns = self.least_overlap if threshold is None else threshold
        return columns * sympy.sqrt(self.entries_with(columns))


def pattern(places: Iterable[tuple[int, int]], n: int, d: int) -> Mask:
    """Returns the n x d pattern with nonzeros at some (row, column) places; raises OutOfDomain for one outside.

    >>> pattern([(0, 1)], 2, 2).tolist()
    [[False, True], [False, False]]
    """
    check_sizes(n=n, d=d)
    nonzero = np.zeros((n, d), dtype=bool)
    for i, c in places:
        if not (0 <= i < n and 0 <= c < d):
            raise OutOfDomain(f"the place ({i}, {c}) lies outside the {n} x {d} pattern")
        nonzero[i, c] = True
    return nonzero


def measure(q_pattern: ArrayLike, k_pattern: ArrayLike, mask: ArrayLike | None = None) -> Measures:
    """Returns the sizes of n x d patterns of Q and K, with an n x n mask (default: every entry is kept).

    Raises OutOfDomain for wrong shapes and if nothing meets.

    >>> measure(np.eye(4), np.eye(4))
    Measures(nnz_q=4, nnz_k=4, overlaps=((1, 4),), used=8, rows=4)
    """
    q_nonzero, k_nonzero = np.asarray(q_pattern, dtype=bool), np.asarray(k_pattern, dtype=bool)
    where = support(q_nonzero, k_nonzero, None if mask is None else np.asarray(mask, dtype=bool))
    return measured(where, int(np.count_nonzero(q_nonzero)), int(np.count_nonzero(k_nonzero)))


def measured(where: Support, nnz_q: int, nnz_k: int) -> Measures:
    """Returns the sizes of patterns of which the support is known already, with so many nonzeros."""
    overlaps = Counter(map(len, where.meeting.values()))
    used_q = {(i, c) for (i, _), columns in where.meeting.items() for c in columns}
    used_k = {(j, c) for (_, j), columns in where.meeting.items() for c in columns}
    return Measures(nnz_q, nnz_k, tuple(sorted(overlaps.items())), len(used_q) + len(used_k), len(where.rows))


@cache
def literal_crossover() -> Crossover:
    """Derives where the two halves of the literal bound meet.

    >>> literal_crossover().at
    Z_in**2/Z_QK
    """
    return crossover(LITERAL_LARGE, LITERAL_SMALL, M)


@cache
def sparse_crossover() -> Crossover:
    """Derives where the two halves of Theorem S meet, which for dense Q and K is at d**2.

    >>> print(sparse_crossover())
    equal at M = delta**2 (ratio delta/sqrt(M)); below it Z_QK*delta/sqrt(M) is smaller, above it Z_QK*delta**2/M
    """
    return crossover(LARGE, SMALL, M)


def dense(formula: sympy.Expr) -> sympy.Expr:
    """Returns a formula of Theorem S for dense n x d matrices Q and K: delta = d and Z_QK = n**2.

    >>> dense(LARGE), dense(SMALL), dense(sparse_crossover().at)
    (d**2*n**2/M, d*n**2/sqrt(M), d**2)
    """
    return formula.subs({delta: d, Z_QK: n**2})


def literal_value(measures: Measures, words: int) -> sympy.Expr:
    """Returns the literal bound of a pattern for M = `words`, exactly, in words of I/O; raises OutOfDomain for M < 3.

    >>> literal_value(measure(np.eye(36), np.eye(36)), 9)
    144
    """
    at = {Z_in: sympy.Integer(measures.inputs), Z_QK: sympy.Integer(measures.entries), M: sympy.Integer(words)}
    LITERAL.domain.require(at, f"the bound {LITERAL.name}")
    return _smaller(literal_crossover(), at)


def theorem_s_value(measures: Measures, words: int, threshold: int | None = None) -> sympy.Expr:
    """Returns the bound of Theorem S for M = `words`, exactly, in words of I/O.

    It holds for every pattern, and also with any `threshold` in the place of delta if only the entries with so many
    common columns are counted. Raises OutOfDomain for M < 3 and for a threshold that no entry reaches.

    >>> theorem_s_value(measure(np.eye(36), np.eye(36)), 9)
    29/25
    """
    columns = measures.least_overlap if threshold is None else threshold
    check_sizes(threshold=columns)
    entries = measures.entries_with(columns)
    if not entries:
        most = measures.overlaps[-1][0]
        raise OutOfDomain(f"no entry has {columns} common columns; the most are {most}: take a smaller threshold")
    at = {delta: sympy.Integer(columns), Z_QK: sympy.Integer(entries), M: sympy.Integer(words)}
    THEOREM_S.domain.require(at, THEOREM_S.name)
    return CONSTANT * _smaller(sparse_crossover(), at)


def best_threshold(measures: Measures, words: int) -> int:
    """Returns the threshold with which Theorem S says most, the least of several.

    >>> best_threshold(Measures(99, 99, ((1, 2), (8, 64)), used=99, rows=9), 9)
    8
    """
    thresholds = [columns for columns, _ in measures.overlaps]
    return max(thresholds, key=lambda columns: (square(theorem_s_value(measures, words, columns)), -columns))


def exceeds(formula: sympy.Expr, words: int) -> bool:
    """Decides exactly whether a value of a bound is larger than a number of words, by comparing the squares.

    >>> exceeds(2 * sympy.sqrt(3), 3), exceeds(2 * sympy.sqrt(3), 4)
    (True, False)
    """
    return bool(square(formula) > words**2)


def square(formula: sympy.Expr) -> sympy.Rational:
    """Returns the square of a value of a bound, a rational number; raises OutOfDomain if the value is not a root.

    >>> square(sympy.sqrt(5) / 2)
    5/4
    """
    squared = sympy.expand(formula**2)
    if not (squared.is_Rational and formula.is_nonnegative):
        raise OutOfDomain(f"the value of a bound is the root of a rational number; got {formula}")
    return squared


def _smaller(halves: Crossover, at: dict[sympy.Symbol, sympy.Expr]) -> sympy.Expr:
    """The value of the half that is the smaller one at a point, by the crossover: rational numbers are compared."""
    above = at[halves.variable] >= halves.at.subs(at)
    return (halves.smaller_above if above else halves.smaller_below).subs(at)
