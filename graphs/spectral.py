"""The spectral bound: every cut of a computation into pieces has much between them; for games without recomputation."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

import numpy as np
import numpy.typing as npt

from graphs.bounds import trivial_bound
from graphs.cdag import Cdag
from graphs.errors import OutOfDomain
from graphs.game import check_memory

MOST_NODES = 600
"""Nodes that are computed; the time is that of multiplying such matrices of whole numbers."""

_ONE = 1 << 26
"""Eigenvectors are written in units of 1 / _ONE."""

Weights = dict[tuple[int, int], Fraction]


def spectral_bound(cdag: Cdag, M: int) -> int:
    """Returns a lower bound on the I/O cost in words, with or without sliding, IF NOTHING MAY BE RECOMPUTED.

    Cut the order in which the N computed nodes are computed into k pieces of at least floor(N/k). A value computed in
    an earlier piece and used in this one is red when it begins, as at most M are, or is loaded; one computed here and
    used later is red at the end, or is stored. None of these are loads of inputs or stores of outputs, and the first
    piece uses nothing earlier, the last nothing later. A value with u uses gives each of them the weight 1/u: then a
    piece has at least as many such values as the weight of the edges that cross its border, a quadratic form in its
    indicator vector. The vectors of the k pieces are orthogonal, so the sum is at least floor(N/k) times that of the k
    least eigenvalues of the graph's weighted Laplacian (after Jain and Zaharia, SPAA 2020), and the cost at least

        inputs + outputs + floor(N/k) (lambda_1 + ... + lambda_k) - 2 M (k - 1), rounded up, for each k.

    Floating point only proposes eigenvectors: see `eigenvalue_bounds`. Raises OutOfDomain unless M >= 1, and for more
    than 600 computed nodes.

    >>> g = Cdag.from_predecessors({v: {v - 1, v * v % 101 % v} if v > 1 else range(v) for v in range(100)})
    >>> trivial_bound(g), spectral_bound(g, 3)
    (2, 6)
    """
    check_memory(M)
    computed = [v for v in cdag.order if cdag.predecessors(v)]
    count = len(computed)
    if count > MOST_NODES:
        raise OutOfDomain(f"{cdag.name} computes {count} nodes; the bound takes at most {MOST_NODES}")
    number = {v: i for i, v in enumerate(computed)}
    weights: Weights = {}
    for v in computed:
        uses = cdag.successors(v)
        weights |= {(number[v], number[w]): Fraction(1, len(uses)) for w in uses}
    best, total = Fraction(0), Fraction(0)
    for k, value in enumerate(eigenvalue_bounds(count, weights), 1):
        total += value
        best = max(best, count // k * total - 2 * M * (k - 1))
    return trivial_bound(cdag) + ceil(best)


def eigenvalue_bounds(count: int, weights: Weights) -> list[Fraction]:
    """Returns lower bounds, exact fractions, on the eigenvalues of a weighted graph's Laplacian, in ascending order.

    Let the whole-number matrix B be about the eigenvectors, each times the root of its eigenvalue. The Laplacian is
    B B^T + E, and B B^T has the eigenvalues of B^T B = D + O, D its diagonal. By Weyl's inequality those of the
    Laplacian are those of D, in order, less at most the norms of E and of O; a symmetric matrix has no greater norm
    than the largest sum of absolute values in a row. All of this is computed in whole numbers and fractions, so the
    bounds hold whatever B is.

    >>> [float(round(x, 4)) for x in eigenvalue_bounds(2, {(0, 1): Fraction(1)})]
    [0.0, 2.0]
    """
    if not count:
        return []
    laplacian: Weights = {}
    for (u, v), weight in weights.items():
        for i, j, entry in ((u, u, weight), (v, v, weight), (u, v, -weight), (v, u, -weight)):
            laplacian[i, j] = laplacian.get((i, j), Fraction(0)) + entry
    dense = np.zeros((count, count))
    for place, entry in laplacian.items():
        dense[place] = float(entry)
    values, vectors = np.linalg.eigh(dense)
    proposed = np.rint(vectors * np.sqrt(np.maximum(values, 0)) * _ONE).astype(np.int64)
    rows, columns = _products(proposed), _products(proposed.T)
    unit = _ONE**2
    left = [Fraction(sum(map(abs, map(int, row)))) for row in rows]
    for (i, j), entry in laplacian.items():
        left[i] += abs(entry * unit - int(rows[i, j])) - abs(int(rows[i, j]))
    diagonal = [int(columns[i, i]) for i in range(count)]
    mixed = max(sum(map(abs, map(int, row))) - diagonal[i] for i, row in enumerate(columns))
    lost = max(left) + mixed
    return [max(Fraction(0), (value - lost) / unit) for value in sorted(diagonal)]


def _products(matrix: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """All products of two rows; raises OutOfDomain if one might not fit 64 bits."""
    longest = max(sum(int(x) ** 2 for x in row) for row in matrix)
    if longest >= 1 << 62:  # no partial sum is longer than the rows are
        raise OutOfDomain("a node has too many uses or operands for the spectral bound")
    return np.array(matrix @ matrix.T)
