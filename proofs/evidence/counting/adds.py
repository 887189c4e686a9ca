"""Adds: the additions inside the trees of a matrix product, and how many terms of its sum each has behind it."""

from __future__ import annotations

from dataclasses import dataclass

from graphs.cdag import Cdag, Node
from proofs.evidence.counting.products import Product


@dataclass(frozen=True)
class Add:
    """A node of a tree that adds to a partial sum; its `position` is the number of the last term under it, from 1 on.

    In a chain the k-th partial sum has position k, and so has the k-th fused multiply-add; k is 2 or more.
    """

    node: Node
    position: int
    last: Node  # the term with that number; the node itself in a chain of fused multiply-adds


def adds_of(cdag: Cdag, product: Product) -> tuple[Add, ...]:
    """Returns the adds of a product, tree after tree.

    >>> from graphs.families import family
    >>> from proofs.evidence.counting.products import product_in
    >>> cdag = family("matmul:1,3,1")
    >>> [(add.node, add.position) for add in adds_of(cdag, product_in(cdag, "C"))]
    [(('C.add', 0, 0, 0), 2), (('C', 0, 0), 3)]
    """
    found = []
    for tree in product.trees:
        terms = [v for v in tree if v in product.terms]
        behind = {v: number for number, v in enumerate(terms, 1)}
        for v in tree:
            sums = [behind[u] for u in cdag.predecessors(v) if u in behind]
            if sums:
                behind[v] = max([behind.get(v, 0), *sums])
                found.append(Add(v, behind[v], terms[behind[v] - 1]))
    return tuple(found)
