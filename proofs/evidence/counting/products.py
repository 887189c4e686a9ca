"""Matrix products inside CDAGs: their summation trees, and what a part of a partition can hold of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from graphs.cdag import Cdag, Node
from proofs.evidence.counting.batches import Batch, Members, total
from proofs.evidence.counting.counted import Ints

Tree = tuple[Node, ...]


@dataclass(frozen=True)
class Product:
    """The nodes of a matrix product, each tree in topological order, so that its root is the last.

    `terms` are the products of two operands: nodes of their own, or the fused multiply-adds. `inner` is the least
    number of them in a tree: the inner size, or the least overlap of a sparse product.
    """

    inner: int
    trees: tuple[Tree, ...]
    terms: frozenset[Node]

    @property
    def roots(self) -> tuple[Node, ...]:
        """The entries of the result."""
        return tuple(tree[-1] for tree in self.trees)

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The nodes of all trees, terms included."""
        return tuple(v for tree in self.trees for v in tree)


def matrix_of(node: Node) -> str:
    """Returns the name of the matrix to which Builder made a node belong, as an entry or in the tree of one.

    >>> matrix_of(("Q.add", 0, 1, 0)), matrix_of(("Q", 0, 1)), matrix_of("x")
    ('Q', 'Q', '')
    """
    return str(node[0]).partition(".")[0] if isinstance(node, tuple) else ""


def product_in(cdag: Cdag, name: str) -> Product:
    """Returns the product that Builder made under a name; its terms are the nodes that use more than their own tree.

    >>> from graphs.families import family
    >>> product = product_in(family("matmul:2,3,2"), "C")
    >>> product.inner, len(product.trees), len(product.nodes), len(product.terms)
    (3, 4, 20, 12)
    """
    grown: dict[tuple[int, int], list[Node]] = {}
    for v in cdag.order:
        match v:
            case (str(word), int(i), *between, int(last)) if matrix_of(v) == name:
                column = int(str(between[0])) if word.endswith(".add") else last
                grown.setdefault((i, column), []).append(v)
    trees = tuple(map(tuple, grown.values()))
    terms = frozenset(v for tree in trees for v in tree if not set(tree).issuperset(cdag.predecessors(v)))
    return Product(min(sum(v in terms for v in tree) for tree in trees), trees, terms)


@dataclass(frozen=True)
class Holdings:
    """What a part can hold of some trees, for each D of a batch that dominates it: terms that are not in D.

    Row m of `most` counts those that a part with m minimal nodes in the trees can hold; row 0 needs no minimal node.
    """

    most: Ints

    @property
    def minima(self) -> int:
        """The largest number of minimal nodes with which a part may hold more than with fewer."""
        return len(self.most) - 1


def holdings(products: Sequence[Product], batch: Batch, held: Members) -> Holdings:
    """Returns the most terms that a part can hold in the trees of some products, by its number of minimal nodes there.

    `held` says what each D dominates. The dominated nodes of a tree fall into pieces that hang together, each with one
    node behind all others of the piece. A part that has anything of a piece has a minimal node in it, and with the
    whole piece just one; or none at all, if the piece ends in the root and the part has a successor of the root too.
    So parts that take all pieces of the second kind and the m largest others are the worst, and stand for all parts.

    >>> from graphs.families import family
    >>> from proofs.evidence.counting.batches import given
    >>> cdag = family("matmul:1,2,1")  # two products and their sum, C[0,0], which nothing uses
    >>> batch = given(cdag, [cdag.sources, cdag.sources[:2], {("A", 0, 0), ("B", 0, 0)}])
    >>> holdings([product_in(cdag, "C")], batch, batch.dominated()).most.tolist()
    [[0, 0, 0], [2, 0, 1]]
    """
    free = np.zeros(batch.width, dtype=np.int64)
    pieces = [free]
    for product in products:
        for tree in product.trees:
            carried: dict[Node, Ints] = {}
            for v in tree:
                own = [~batch.has[v]] if v in product.terms else []
                before = [carried[u] for u in batch.cdag.predecessors(v) if u in carried]
                carried[v] = total((*own, *before), batch.width) * held[v]
                continued = total((held[w] for w in batch.cdag.successors(v)), batch.width) > 0
                pieces.append(np.where(continued, 0, carried[v]))
            free = free + np.where(continued, carried[v], 0)  # v is the root now
    sizes = -np.sort(-np.stack(pieces, axis=1), axis=1)
    minima = int((sizes > 0).sum(axis=1).max(initial=0))
    most = np.zeros((minima + 1, batch.width), dtype=np.int64)
    most[1:] = sizes[:, :minima].cumsum(axis=1).T
    return Holdings(most + free)
