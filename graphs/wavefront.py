"""The wavefront bound: what is alive at some moment does not all fit the cache; for games without recomputation."""

from __future__ import annotations

from collections.abc import Hashable

import networkx as nx

from graphs.bounds import trivial_bound
from graphs.cdag import Cdag, Node
from graphs.game import check_memory

Edge = tuple[Hashable, Hashable]


def wavefront_bound(cdag: Cdag, M: int) -> int:
    """Returns a lower bound on the I/O cost in words, with or without sliding, IF NOTHING MAY BE RECOMPUTED.

    Just after a node v is computed, let W be the values that are neither inputs nor outputs, have been computed, and
    have a use that has not. Each is red or blue, and at most M are red; each of the others has been stored, and will
    be loaded, for its use. These are no loads of inputs and no stores of outputs. So the cost is at least inputs +
    outputs + 2 (|W| - M), and |W| is at least `least_wavefront` (convex cuts: Elango et al. 2014, who take inputs and
    outputs out of the graph; here outputs stay, as uses). Raises OutOfDomain unless M >= 1.

    >>> from graphs.families import family
    >>> wavefront_bound(family("pyramid:6"), 3), trivial_bound(family("pyramid:6"))
    (10, 8)
    """
    check_memory(M)
    inner = [v for v in cdag.order if cdag.predecessors(v) and cdag.successors(v)]
    widest = max((least_wavefront(cdag, v) for v in inner), default=0)
    return trivial_bound(cdag) + 2 * max(0, widest - M)


def least_wavefront(cdag: Cdag, v: Node) -> int:
    """Returns the least number of values alive just after v is computed, over all orders that compute nodes once.

    Alive is a value that is neither input nor output, is computed, and has a use that is not. What is computed by then
    holds v and all from which it descends, nothing that descends from it, and with a node its operands: a least cut,
    found by maximum flow.

    >>> from graphs.families import family
    >>> g = family("binary_tree:2")
    >>> [least_wavefront(g, v) for v in g.order if g.predecessors(v) and g.successors(v)]
    [1, 1]
    """
    network: nx.DiGraph[Hashable] = nx.DiGraph()
    start, end = ("start",), ("end",)
    computed = [u for u in cdag.order if cdag.predecessors(u)]
    for u in computed:
        uses = cdag.successors(u)
        if uses:
            network.add_edge(("in", u), ("out", u), capacity=1)  # cut if u is computed and one of its uses is not
        for w in uses:
            network.add_edge(("out", u), ("in", w))
            network.add_edge(("in", w), ("in", u))  # never cut: with w its operand u is computed
    network.add_edge(start, ("in", v))
    for w in cdag.successors(v):
        network.add_edge(("in", w), end)  # what descends from w is not computed either, since w is not
    return int(nx.maximum_flow_value(network, start, end))
