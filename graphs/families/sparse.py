"""Sparse products: only the operations that a pattern of nonzeros asks for."""

from __future__ import annotations

from collections.abc import Iterable

from graphs.cdag import Cdag
from graphs.errors import OutOfDomain
from graphs.families.builder import Builder, Trees, check_sizes

Pattern = Iterable[tuple[int, int]]
"""The (row, column) places of the nonzeros of a matrix."""


def sparse_matmul(pattern: Pattern, rows: int, inner: int, columns: int, trees: Trees | str = Trees.CHAIN) -> Cdag:
    """Returns C = A B with A sparse, rows x inner, and B dense, inner x columns.

    An entry of C in a row without nonzeros is no node. Every entry of B is an input, used or not.

    >>> len(sparse_matmul([(0, 0), (0, 1), (1, 1)], 2, 2, 1))
    9
    """
    check_sizes(rows=rows, inner=inner, columns=columns)
    places = _checked(pattern, "A", rows, inner)
    build = Builder(trees)
    for place in places:
        build.node(("A", *place))
    b = build.sources("B", inner, columns)
    for i in range(rows):
        for j in range(columns):
            factors = [(k, ("A", i, k), b(k, j)) for row, k in places if row == i]
            if factors:
                build.product_sum("C", (i, j), factors)
    return build.cdag(f"sparse_matmul_{rows}x{inner}x{columns}_nnz{len(places)}_{build.trees}")


def sparse_scores(q_pattern: Pattern, k_pattern: Pattern, n: int, d: int, trees: Trees | str = Trees.CHAIN) -> Cdag:
    """Returns exp(Q K^T) on the support of Q K^T, and its row sums, for sparse n x d matrices Q and K.

    Entry (i, j) is in the support if row i of Q and row j of K have a nonzero column in common; its sum runs over
    those columns.

    >>> diagonal = [(0, 0), (1, 1)]
    >>> g = sparse_scores(diagonal, diagonal, 2, 2)
    >>> len(g), len(g.sinks)
    (8, 2)
    """
    check_sizes(n=n, d=d)
    q_places, k_places = _checked(q_pattern, "Q", n, d), _checked(k_pattern, "K", n, d)
    build = Builder(trees)
    for name, places in (("Q", q_places), ("K", k_places)):
        for place in places:
            build.node((name, *place))
    q_columns, k_columns = ({i: {c for r, c in p if r == i} for i in range(n)} for p in (q_places, k_places))
    for i in range(n):
        row = []
        for j in range(n):
            common = sorted(q_columns[i] & k_columns[j])
            if common:
                s = build.product_sum("S", (i, j), [(c, ("Q", i, c), ("K", j, c)) for c in common])
                row.append(build.node(("Pt", i, j), s))
        if row:
            build.total("l", (i,), row)
    return build.cdag(f"sparse_scores_n{n}_d{d}_nnz{len(q_places)}_{len(k_places)}_{build.trees}")


def _checked(pattern: Pattern, name: str, rows: int, columns: int) -> list[tuple[int, int]]:
    """The places, each once, in their given order; raises OutOfDomain for one outside the matrix."""
    places = list(dict.fromkeys(pattern))
    for i, j in places:
        if not (0 <= i < rows and 0 <= j < columns):
            raise OutOfDomain(f"the pattern of {name} has the place ({i}, {j}) outside its {rows} x {columns} matrix")
    if not places:
        raise OutOfDomain(f"the pattern of {name} has no nonzero; give at least one (row, column)")
    return places
