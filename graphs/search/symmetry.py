"""Symmetry: the automorphisms of a CDAG, found by colour refinement and individualisation, each one checked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from networkx.utils import UnionFind

from graphs.cdag import Cdag

Permutation = tuple[int, ...]
"""Where each node goes."""

Colours = npt.NDArray[np.uint64]

MOST = 256
"""A larger group is not listed; a search then uses `generators` only."""


class Symmetry(NamedTuple):
    """Automorphisms of a graph; the identity is left out.

    If `whole`, these are all of them and the identity, together; else they generate a group of which they are a part.
    Nothing depends on whether some were missed, and every one is an automorphism.
    """

    permutations: tuple[Permutation, ...]
    whole: bool


def numbered(cdag: Cdag) -> list[list[int]]:
    """Returns the operands of each node, nodes being numbered in topological order.

    >>> numbered(Cdag.from_edges([("a", "c"), ("b", "c")]))
    [[], [], [0, 1]]
    """
    number = {v: i for i, v in enumerate(cdag.order)}
    return [sorted(number[u] for u in cdag.predecessors(v)) for v in cdag.order]


def orbits(nodes: int, permutations: Sequence[Permutation]) -> list[int]:
    """Returns for each node the first of those to which the permutations, one after another, can move it.

    >>> orbits(4, [(1, 0, 2, 3), (0, 2, 1, 3)])
    [0, 0, 0, 3]
    """
    joined: UnionFind[int] = UnionFind(range(nodes))
    for permutation in permutations:
        for v, image in enumerate(permutation):
            joined.union(v, image)
    first: dict[int, int] = {}
    return [first.setdefault(joined[v], v) for v in range(nodes)]


def symmetry(operands: Sequence[Sequence[int]], effort: int = 4_000) -> Symmetry:
    """Returns automorphisms of the graph in which node v is computed from `operands[v]`.

    Nodes are fixed one after another until none can move. At each level one automorphism is sought for each place to
    which the next node may go while those before stay: together, in products, these are the whole group (the
    transversals of Schreier and Sims). `effort` limits the number of refinements, so that the answer does not depend
    on the machine; when it is spent, some automorphisms are missing.

    >>> symmetry([[], [], [0, 1]]).permutations
    ((1, 0, 2),)
    """
    levels = list(_Group(operands, effort).transversals())
    order = 1
    for level in levels:
        order *= len(level) + 1
    if order > MOST:
        return Symmetry(tuple(p for level in levels for p in level)[:MOST], whole=False)
    identity = tuple(range(len(operands)))
    members = []
    for choice in product(*([identity, *level] for level in levels)):
        image = identity
        for p in reversed(choice):
            image = tuple(p[v] for v in image)
        members.append(image)
    return Symmetry(tuple(p for p in members if p != identity), whole=True)


def is_automorphism(operands: Sequence[Sequence[int]], permutation: Sequence[int]) -> bool:
    """Returns whether a permutation maps the operands of each node to those of its image.

    >>> is_automorphism([[], [], [0]], (0, 1, 2)), is_automorphism([[], [], [0]], (1, 0, 2))
    (True, False)
    """
    return sorted(permutation) == list(range(len(operands))) and all(
        {permutation[u] for u in us} == set(operands[permutation[v]]) for v, us in enumerate(operands)
    )


class _Group:
    """The search for automorphisms of one graph."""

    def __init__(self, operands: Sequence[Sequence[int]], effort: int) -> None:
        self.operands, self.effort = operands, effort
        n = len(operands)
        self.used = np.zeros((n, n), np.uint64)
        for v, us in enumerate(operands):
            self.used[v, list(us)] = 1

    def transversals(self) -> Iterator[list[Permutation]]:
        colours = self.refined(np.ones(len(self.operands), np.uint64))
        while self.effort > 0:
            v = _movable(colours)
            if v is None:
                return
            fixed = self.refined(_marked(colours, v))
            level = []
            for u in np.flatnonzero(colours == colours[v]):
                if u != v:
                    found = self.extended(fixed, self.refined(_marked(colours, int(u))))
                    if found is not None:
                        level.append(found)
            if level:
                yield level
            colours = fixed

    def refined(self, colours: Colours) -> Colours:
        """Colours that also tell apart nodes whose operands or uses differ in colour.

        Colours are hashes, so that equal ones mean the same in two colourings; a collision can only hide a
        difference, which the check of the finished permutation brings to light.
        """
        self.effort -= 1
        count = len(np.unique(colours))
        while True:
            below, above = self.used @ _hashed(colours, 1), self.used.T @ _hashed(colours, 2)
            finer = _hashed(colours + _hashed(below, 3) + _hashed(above, 4), 5)
            finer_count = len(np.unique(finer))
            colours = finer
            if finer_count == count:
                return colours
            count = finer_count

    def extended(self, left: Colours, right: Colours) -> Permutation | None:
        """An automorphism that maps each colour on the left to the same colour on the right, if one is found."""
        if self.effort <= 0 or not np.array_equal(np.sort(left), np.sort(right)):
            return None
        v = _movable(left)
        if v is None:
            place = {int(c): u for u, c in enumerate(right)}
            found = tuple(place[int(c)] for c in left)
            return found if is_automorphism(self.operands, found) else None
        marked = self.refined(_marked(left, v))
        for u in np.flatnonzero(right == left[v]):
            deeper = self.extended(marked, self.refined(_marked(right, int(u))))
            if deeper is not None:
                return deeper
        return None


def _movable(colours: Colours) -> int | None:
    """The first node of the smallest class with more than one node, or None if there is no such class."""
    _, firsts, counts = np.unique(colours, return_index=True, return_counts=True)
    several = [(int(count), int(at)) for at, count in zip(firsts, counts, strict=True) if count > 1]
    return min(several)[1] if several else None


def _marked(colours: Colours, v: int) -> Colours:
    """The colours with that of one node changed, to the same new colour whatever the node."""
    marked = colours.copy()
    marked[v] = _hashed(colours[v : v + 1], 6)[0]
    return marked


def _hashed(colours: Colours, salt: int) -> Colours:
    x = colours * np.uint64(0x9E3779B97F4A7C15) + np.uint64(salt)
    x ^= x >> np.uint64(32)
    x *= np.uint64(0xD6E8FEB86659FD93)
    return x ^ x >> np.uint64(29)
