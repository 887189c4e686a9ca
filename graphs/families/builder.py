"""Builder: grows a CDAG operand by operand; summation trees and matrix products are made here and nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

import networkx as nx

from graphs.cdag import Cdag, Node
from graphs.errors import OutOfDomain

Matrix = Callable[[int, int], Node]
"""A matrix of nodes, asked by row and column."""


class Trees(StrEnum):
    """How a sum of K terms is made from operations of fan-in 2 (fan-in 3 where multiply and add are one node)."""

    CHAIN = "chain"  # ((t0 + t1) + t2) + ...
    BALANCED = "balanced"  # neighbours first, level by level
    FMA = "fma"  # a chain of fused multiply-adds; sums without products are chains of adds


def transposed(matrix: Matrix) -> Matrix:
    """Returns the transposed matrix of nodes.

    >>> transposed(lambda i, j: ("A", i, j))(0, 1)
    ('A', 1, 0)
    """
    return lambda i, j: matrix(j, i)


def check_sizes(**sizes: int) -> None:
    """Raises OutOfDomain unless every size is a whole number >= 1.

    >>> check_sizes(n=2, d=0)
    Traceback (most recent call last):
    graphs.errors.OutOfDomain: d must be a whole number >= 1; got 0
    """
    for name, size in sizes.items():
        if isinstance(size, bool) or not isinstance(size, int) or size < 1:
            raise OutOfDomain(f"{name} must be a whole number >= 1; got {size!r}")


class Builder:
    """A CDAG under construction, with one shape of summation tree.

    Nodes are tuples: a name and indices. The product C = A B has the products ("C.mul", i, k, j), the partial sums
    ("C.add", i, j, t) and the entries ("C", i, j); a sum of one term is that term, so no node is made for it.
    """

    def __init__(self, trees: Trees | str = Trees.CHAIN) -> None:
        try:
            self.trees = Trees(trees)
        except ValueError:
            raise OutOfDomain(f"trees must be one of {', '.join(Trees)}; got {trees!r}") from None
        self._graph: nx.DiGraph[Node] = nx.DiGraph()

    def cdag(self, name: str) -> Cdag:
        """Returns what was built, validated."""
        return Cdag(self._graph, name)

    def node(self, node: Node, *operands: Node) -> Node:
        """Adds one operation and return it; an operation that uses a value twice has it as operand once."""
        self._graph.add_node(node)
        self._graph.add_edges_from((u, node) for u in operands)
        return node

    def sources(self, name: str, rows: int, columns: int) -> Matrix:
        """Adds a matrix of inputs."""
        for i in range(rows):
            for j in range(columns):
                self.node((name, i, j))
        return lambda i, j: (name, i, j)

    def elementwise(self, name: str, rows: int, columns: int, *operands: Matrix) -> Matrix:
        """Adds one operation per entry, on the same entry of each operand."""
        for i in range(rows):
            for j in range(columns):
                self.node((name, i, j), *(matrix(i, j) for matrix in operands))
        return lambda i, j: (name, i, j)

    def total(self, name: str, index: tuple[int, ...], terms: Sequence[Node]) -> Node:
        """Adds the summation tree of some nodes and return its root, (name, *index) if there is more than one term.

        >>> build = Builder("chain")
        >>> build.total("l", (0,), ["x", "y", "z"]), build.total("l", (1,), ["x"])
        (('l', 0), 'x')
        >>> len(build.cdag("sum")), build.cdag("sum").max_indegree
        (5, 2)
        """
        level, made = list(terms), 0
        while len(level) > 1:
            pairs = len(level) // 2 if self.trees is Trees.BALANCED else 1
            sums = []
            for t in range(pairs):
                last = len(level) == 2
                root = (name, *index) if last else (f"{name}.add", *index, made)
                sums.append(self.node(root, level[2 * t], level[2 * t + 1]))
                made += 1
            level = sums + level[2 * pairs :]
        return level[0]

    def product_sum(
        self, name: str, index: tuple[int, int], factors: Sequence[tuple[int, Node, Node]], start: Node | None = None
    ) -> Node:
        """Adds the sum over (k, left, right) of left times right, onto `start` if given, and return its root."""
        i, j = index
        if self.trees is Trees.FMA:
            value = start
            for step, (k, left, right) in enumerate(factors, 1):
                root = (name, i, j) if step == len(factors) else (f"{name}.fma", i, k, j)
                value = self.node(root, left, right, *(() if value is None else (value,)))
            assert value is not None, "a product needs an inner dimension of at least 1"
            return value
        alone = start is None and len(factors) == 1
        terms: list[Node] = [] if start is None else [start]
        for k, left, right in factors:
            terms.append(self.node((name, i, j) if alone else (f"{name}.mul", i, k, j), left, right))
        return self.total(name, index, terms)

    def matmul(
        self,
        name: str,
        sizes: tuple[int, int, int],
        left: Matrix,
        right: Matrix,
        start: Matrix | None = None,
    ) -> Matrix:
        """Adds the product of a rows x inner by an inner x columns matrix; `sizes` is (rows, inner, columns).

        It has rows * inner * columns products and rows * columns * (inner - 1) sums; as fused multiply-adds
        rows * inner * columns nodes in all. With `start`, the sums begin from its entries.
        """
        rows, inner, columns = sizes
        roots = {}
        for i in range(rows):
            for j in range(columns):
                factors = [(k, left(i, k), right(k, j)) for k in range(inner)]
                roots[i, j] = self.product_sum(name, (i, j), factors, start(i, j) if start else None)
        return lambda i, j: roots[i, j]
