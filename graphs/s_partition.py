"""The smallest S-partition of a tiny CDAG, exactly, and the lower bound that it gives on the I/O cost."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from graphs.bounds import trivial_bound
from graphs.cdag import Cdag
from graphs.errors import OutOfDomain
from graphs.game import check_memory
from graphs.partition import Part, best_dominated

MOST_NODES = 12
"""Besides isolated ones: there are tables with a place for each set of nodes, and a step for each pair of them."""

Sets = npt.NDArray[np.int64]
"""A value for each set of nodes, or sets of nodes; bit v of a set stands for the v-th node."""


def smallest_partition(cdag: Cdag, S: int) -> tuple[Part, ...]:
    """Returns an S-partition (Hong and Kung 1981) with as few parts as there can be; `partition.fault` judges it.

    Isolated nodes are in no part. Raises OutOfDomain unless S >= 1, and for more than 12 nodes besides isolated ones.

    >>> g = Cdag.from_edges([("a", "p"), ("b", "p"), ("p", "q"), ("p", "r"), ("p", "s")])
    >>> [sorted(part.nodes) for part in smallest_partition(g, 2)]
    [['a', 'b', 'p', 'q'], ['r', 's']]
    """
    if S < 1:
        raise OutOfDomain(f"S counts the nodes of a dominator and is a whole number >= 1; got {S}")
    sets = _Sets(cdag)
    small = np.maximum(sets.dominator, sets.least) <= S
    chain = sets.chain(lambda parts, first, last: small[parts])
    return best_dominated(cdag, [sets.named(after & ~before) for before, after in pairwise(chain)])


def partition_bound(cdag: Cdag, M: int) -> int:
    """Returns a lower bound on the I/O cost in words; valid in every variant, at least inputs + outputs.

    A schedule is cut into segments of T loads and stores, the last with fewer perhaps. To a segment belong the nodes
    that get their first red pebble in it. What is red at its start, at most M words and none in the first segment, or
    loaded in it dominates them; what is red at its end, or stored in it, holds their minimum set, if pebbles that serve
    nothing are left out first. At the end of the game nothing has to be red. So a part with a least dominator of D
    words and a minimum set of L words takes max(0, D - M) + max(0, L - M) <= T loads and stores, without the first - M
    in the first part and without the second in the last. If k parts at least are needed, in an order in which they can
    be computed, the cost is more than T (k - 1). The best T is taken; T = M gives Hong and Kung's 2M-partitions
    (1981), for which the two conditions are D <= 2M and L <= 2M. Whether a compute is repeated, or slides a pebble,
    has no part in the argument. Raises OutOfDomain unless M >= 1, and for more than 12 nodes besides isolated ones.

    >>> from graphs.families import family
    >>> g = family("pyramid:3")
    >>> trivial_bound(g), partition_bound(g, 3)
    (5, 5)
    """
    check_memory(M)
    sets, best = _Sets(cdag), 0
    for T in range(1, trivial_bound(cdag)):
        chain = sets.chain(lambda parts, first, last, T=T: sets.price(parts, M, first, last) <= T)  # type: ignore[misc]
        best = max(best, T * (len(chain) - 2) + 1)
    return max(best, trivial_bound(cdag))


class _Sets:
    """For each set of nodes: how small its dominator can be, how large its minimum set is, whether it is closed.

    A closed set has with a node its operands. A smallest dominator needs no flow here: every set is tried, in all.
    """

    def __init__(self, cdag: Cdag) -> None:
        self.nodes = [v for v in cdag.order if v not in set(cdag.isolated)]
        count = len(self.nodes)
        if count > MOST_NODES:
            raise OutOfDomain(f"{cdag.name} has {count} nodes; smallest partitions take at most {MOST_NODES}")
        number = {v: i for i, v in enumerate(self.nodes)}
        operands = [sum(1 << number[u] for u in cdag.predecessors(v)) for v in self.nodes]
        uses = [sum(1 << number[w] for w in cdag.successors(v)) for v in self.nodes]
        every = np.arange(1 << count, dtype=np.int64)
        size = sum(((every >> v) & 1 for v in range(count)), np.zeros_like(every))
        dominated, closed, self.least = every.copy(), np.ones(1 << count, np.bool_), np.zeros_like(every)
        for v, (us, ws) in enumerate(zip(operands, uses, strict=True)):
            holds = (every >> v) & 1 == 1
            closed &= ~holds | (every & us == us)
            self.least += holds & (every & ws == 0)
            if us:
                dominated |= np.where(dominated & us == us, 1 << v, 0)
        self.dominator = np.full(1 << count, count, np.int64)
        np.minimum.at(self.dominator, dominated, size)
        for v in range(count):  # what dominates a set dominates its subsets
            without = every[(every >> v) & 1 == 0]
            self.dominator[without] = np.minimum(self.dominator[without], self.dominator[without | 1 << v])
        self.closed = every[closed]

    def price(self, parts: Sets, M: int, first: bool, last: npt.NDArray[np.bool_]) -> Sets:
        """The loads and stores that a segment takes if these are the nodes first pebbled in it."""
        loads = np.maximum(0, self.dominator[parts] - (0 if first else M))
        stores: Sets = np.maximum(0, self.least[parts] - np.where(last, 0, M))
        return loads + stores

    def chain(self, allowed: Callable[[Sets, bool, npt.NDArray[np.bool_]], npt.NDArray[np.bool_]]) -> list[int]:
        """A shortest chain of closed sets from none to all nodes, each step adding an allowed part.

        Parts that do not depend on each other in a circle are such a chain, and the other way round.
        """
        goal = int(self.closed[-1])
        came_from = {0: 0}
        unmet = self.closed[1:]
        level = [0]
        while goal not in came_from:
            following: list[int] = []
            for before in level:
                larger = unmet[unmet & before == before]
                reached = larger[allowed(larger ^ before, before == 0, larger == goal)]
                came_from |= dict.fromkeys(map(int, reached), before)
                following += map(int, reached)
                unmet = np.setdiff1d(unmet, reached, assume_unique=True)
            level = following
        chain = [goal]
        while chain[-1]:
            chain.append(came_from[chain[-1]])
        return chain[::-1]

    def named(self, these: int) -> frozenset[object]:
        return frozenset(v for i, v in enumerate(self.nodes) if these >> i & 1)
