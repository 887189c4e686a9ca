"""Batches: many sets of nodes of a CDAG at once, a column each, to go through all its dominators."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, islice

import numpy as np
from numpy.typing import NDArray

from graphs.cdag import Cdag, Node, label
from proofs.evidence.counting.counted import Ints

Bools = NDArray[np.bool_]
Members = Mapping[Node, Bools]

_WIDTH = 1 << 16  # columns at a time: some megabytes for a graph of a hundred nodes


@dataclass(frozen=True)
class Batch:
    """Sets of nodes of one CDAG: `has[v][c]` says whether set number c has the node v, for every node v."""

    cdag: Cdag
    has: Members
    width: int

    def count(self, nodes: Iterable[Node]) -> Ints:
        """Returns, for each set, how many of some nodes it has."""
        return total((self.has[v] for v in nodes), self.width)

    def dominated(self) -> dict[Node, Bools]:
        """Returns, for each node and each set, whether the set dominates the node: one topological pass for all."""
        held: dict[Node, Bools] = {}
        for v in self.cdag.order:
            operands = self.cdag.predecessors(v)
            held[v] = self.has[v] | np.logical_and.reduce([held[u] for u in operands]) if operands else self.has[v]
        return held

    def shown(self, column: int) -> str:
        """Writes one of the sets.

        >>> g = Cdag.from_edges([("a", "p"), ("b", "p")])
        >>> batch = given(g, [{"a"}, {"b", "p"}])
        >>> batch.shown(1), batch.count(["a", "b"]).tolist(), batch.dominated()["p"].tolist()
        ('{b, p}', [1, 1], [False, True])
        """
        return "{" + ", ".join(label(v) for v in self.cdag.order if self.has[v][column]) + "}"


def total(columns: Iterable[NDArray[np.bool_] | Ints], width: int) -> Ints:
    """Returns the sum of columns as whole numbers.

    >>> total([np.array([True, False]), np.array([True, True])], 2).tolist()
    [2, 1]
    """
    result = np.zeros(width, dtype=np.int64)
    for column in columns:
        result += column
    return result


def given(cdag: Cdag, sets: Sequence[Collection[Node]]) -> Batch:
    """Returns the sets given, as a batch.

    >>> given(Cdag.from_edges([("a", "p")]), [{"a"}, set()]).has["a"].tolist()
    [True, False]
    """
    rank = {v: row for row, v in enumerate(cdag.order)}
    table = np.zeros((len(cdag), len(sets)), dtype=np.bool_)
    for column, nodes in enumerate(sets):
        table[[rank[v] for v in nodes], column] = True
    return Batch(cdag, dict(zip(cdag.order, table, strict=True)), len(sets))


def subsets(cdag: Cdag, among: Sequence[Node], largest: int | None = None) -> Iterator[Batch]:
    """Yields every subset of some nodes, or every one of at most `largest` nodes, in batches.

    >>> g = Cdag.from_edges([("a", "p"), ("b", "p")])
    >>> sum(batch.width for batch in subsets(g, g.order)), sum(batch.width for batch in subsets(g, g.order, 1))
    (8, 4)
    """
    if largest is None or largest >= len(among):
        yield from _all(cdag, among)
        return
    chosen = chain.from_iterable(combinations(among, size) for size in range(largest + 1))
    while sets := list(islice(chosen, _WIDTH)):
        yield given(cdag, sets)


def _all(cdag: Cdag, among: Sequence[Node]) -> Iterator[Batch]:
    """Every subset: node number i is in those whose number has bit i."""
    count = 1 << len(among)
    for first in range(0, count, _WIDTH):
        numbers = np.arange(first, min(first + _WIDTH, count), dtype=np.int64)
        has: dict[Node, Bools] = {v: np.zeros(len(numbers), dtype=np.bool_) for v in cdag.order}
        has |= {v: (numbers >> bit) & 1 == 1 for bit, v in enumerate(among)}
        yield Batch(cdag, has, len(numbers))
