"""Patterns: all small pairs of sparsity patterns of Q and K, up to symmetry, and their scores as trials."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations, product

from graphs.cdag import Cdag
from graphs.families.sparse import sparse_scores
from proofs.evidence.counting.products import matrix_of, product_in
from proofs.evidence.counting.trials import Trial

Rows = tuple[int, ...]
"""The rows of a pattern; the nonzeros of a row are the bits of a number."""

Pair = tuple[Rows, Rows]
"""The patterns of Q and K."""


@dataclass(frozen=True)
class Pattern:
    """Patterns of Q and K, both n x d, of which every nonzero meets one of the other matrix."""

    n: int
    d: int
    pair: Pair

    def __str__(self) -> str:
        q, k = ("/".join("".join(str(row >> c & 1) for c in range(self.d)) for row in rows) for rows in self.pair)
        return f"Q = {q}, K = {k}"

    @property
    def nonzeros(self) -> int:
        """The nonzeros of Q and K, all of which are used."""
        return sum(row.bit_count() for rows in self.pair for row in rows)

    @property
    def overlaps(self) -> tuple[int, ...]:
        """The number of common columns for each pair of rows that has one: the products of each score."""
        return tuple((a & b).bit_count() for a, b in product(*self.pair) if a & b)

    @property
    def rows(self) -> int:
        """The rows of the scores that are not empty.

        >>> one = Pattern(2, 2, ((1, 0), (1, 3)))
        >>> str(one), one.nonzeros, one.overlaps, one.rows
        ('Q = 10/00, K = 10/11', 4, (1, 1), 1)
        """
        q, k = self.pair
        return sum(any(a & b for b in k) for a in q)

    def cdag(self, trees: str = "chain") -> Cdag:
        """Returns the scores on their support, as graphs.families.sparse makes them."""
        q, k = ([(i, c) for i, row in enumerate(rows) for c in range(self.d) if row >> c & 1] for rows in self.pair)
        return sparse_scores(q, k, self.n, self.d, trees)


def full(n: int, d: int) -> Pattern:
    """Returns the patterns of two dense matrices.

    >>> str(full(2, 3))
    'Q = 111/111, K = 111/111'
    """
    rows = ((1 << d) - 1,) * n
    return Pattern(n, d, (rows, rows))


@cache
def patterns(n: int, d: int) -> tuple[Pattern, ...]:
    """Returns all pairs of n x d patterns in which each nonzero meets another, one of each class of alike ones.

    Pairs are alike if the order of the rows of Q, of those of K and of the columns, or an exchange of Q and K, makes
    one of the other. A nonzero that meets none would be an isolated node. The smallest pairs come first.

    >>> [str(pattern) for pattern in patterns(1, 2)], len(patterns(2, 1)), len(patterns(2, 2))
    (['Q = 10, K = 10', 'Q = 11, K = 11'], 3, 14)
    """
    sides = [rows for rows in product(range(1 << d), repeat=n) if list(rows) == sorted(rows)]
    found = {_least(d, pair) for pair in product(sides, sides) if _columns(pair[0]) == _columns(pair[1]) > 0}
    return tuple(sorted((Pattern(n, d, pair) for pair in found), key=lambda p: (p.nonzeros, p.pair)))


def scores_on(pattern: Pattern, trees: str, largest: int | None = None, overlap: Callable[..., int] = min) -> Trial:
    """Returns the scores of a pattern, and as D every set of their nodes, or of at most `largest` of them.

    The inner size is δ, the least overlap; or a wrong one, such as the largest.

    >>> trial = scores_on(Pattern(2, 2, ((3, 0), (3, 1))), "chain")
    >>> trial.inner, len(trial.left), len(trial.right), len(trial.trees), len(trial.roots)
    (1, 2, 3, 4, 2)
    """
    cdag = pattern.cdag(trees)
    scores = replace(product_in(cdag, "S"), inner=overlap(pattern.overlaps))
    left, right = (frozenset(v for v in cdag.sources if matrix_of(v) == name) for name in "QK")
    among = tuple(v for v in cdag.order if matrix_of(v) in ("Q", "K", "S"))
    return Trial(f"{pattern} {trees}", cdag, (scores,), left, right, among, largest)


@dataclass(frozen=True)
class Patterns:
    """All patterns of some shapes (n, d), with the largest |D| up to which every D is tried (None: all)."""

    shapes: tuple[tuple[int, int, int | None], ...]
    overlap: Callable[..., int] = min

    def trials(self) -> Iterator[Trial]:
        """Yields the scores of each pattern, with chains and with fused multiply-adds."""
        for n, d, largest in self.shapes:
            for pattern in patterns(n, d):
                for trees in ("chain", "fma") if max(pattern.overlaps) > 1 else ("chain",):
                    yield scores_on(pattern, trees, largest, self.overlap)

    def scope(self) -> str:
        """Returns the range in words.

        >>> Patterns(((1, 2, None), (2, 1, 3))).scope().partition(": ")[2]
        '1 x 2 (2), all D; 2 x 1 (3), |D| <= 3'
        """
        tried = "; ".join(
            f"{n} x {d} ({len(patterns(n, d))}), {'all D' if largest is None else f'|D| <= {largest}'}"
            for n, d, largest in self.shapes
        )
        return (
            "every set D of nodes of the scores of every pair of patterns of Q and K up to symmetry, with chain and "
            f"fma trees: {tried}"
        )


def _columns(rows: Iterable[int]) -> int:
    union = 0
    for row in rows:
        union |= row
    return union


def _least(d: int, pair: Pair) -> Pair:
    """The least of the pairs that are alike, each with its rows in order."""
    alike = []
    for order in permutations(range(d)):
        q, k = (_reordered(rows, order) for rows in pair)
        alike += [(q, k), (k, q)]
    return min(alike)


def _reordered(rows: Rows, order: tuple[int, ...]) -> Rows:
    """The rows with their columns in another order, and then put in order themselves."""
    return tuple(sorted(sum((row >> c & 1) << to for c, to in enumerate(order)) for row in rows))
