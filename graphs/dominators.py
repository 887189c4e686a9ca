"""Dominators: what a set of nodes cuts off from the sources, the smallest such set, and the minimum set of a part."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import networkx as nx

from graphs.cdag import Cdag, Node, label
from graphs.errors import UnknownNode


def dominated(cdag: Cdag, dominator: Iterable[Node]) -> frozenset[Node]:
    """Returns all nodes that every path from a source meets `dominator` on the way to; the dominator is among them.

    One pass in topological order: a node outside the dominator is cut off if it has operands and all of them are (Hong
    and Kung 1981). Raises UnknownNode.

    >>> g = Cdag.from_edges([("a", "p"), ("b", "p"), ("p", "s"), ("c", "s")])
    >>> sorted(dominated(g, {"a", "b"})), sorted(dominated(g, {"p", "c"}))
    (['a', 'b', 'p'], ['c', 'p', 's'])
    """
    found = set(_known(cdag, dominator))
    for v in cdag.order:
        operands = cdag.predecessors(v)
        if operands and found.issuperset(operands):
            found.add(v)
    return frozenset(found)


def dominates(cdag: Cdag, dominator: Iterable[Node], part: Iterable[Node]) -> bool:
    """Returns whether every path from a source to a node of `part` meets `dominator`; a path may be one node.

    Raises UnknownNode.

    >>> g = Cdag.from_edges([("a", "p"), ("b", "p")])
    >>> dominates(g, {"p"}, {"p"}), dominates(g, {"a"}, {"p"})
    (True, False)
    """
    return dominated(cdag, dominator).issuperset(_known(cdag, part))


def smallest_dominator(cdag: Cdag, part: Iterable[Node]) -> frozenset[Node]:
    """Returns a dominator of `part` with as few nodes as possible; it may take sources, and nodes of `part` itself.

    It is a least vertex cut, found by maximum flow, and has as many nodes as `disjoint_paths` finds paths (Menger
    1927). Raises UnknownNode.

    >>> g = Cdag.from_edges([("a", "p"), ("b", "p"), ("p", "s"), ("p", "t")])
    >>> sorted(smallest_dominator(g, {"s", "t"}))
    ['p']
    """
    targets = _known(cdag, part)
    if not targets:
        return frozenset()
    network, start, end = _network(cdag, targets, cdag.graph)
    return frozenset(nx.minimum_node_cut(network, start, end))


def disjoint_paths(
    cdag: Cdag, targets: Iterable[Node], within: Collection[Node] | None = None
) -> tuple[tuple[Node, ...], ...]:
    """Returns as many paths from sources to `targets` as can be had without a node in common, by maximum flow.

    A source that is a target is a path of its own. With `within` only paths through these nodes count. Raises
    UnknownNode.

    >>> g = Cdag.from_edges([("a", "p"), ("b", "p"), ("p", "s"), ("p", "t")])
    >>> len(disjoint_paths(g, ["s", "t"])), disjoint_paths(g, ["b", "p"], within={"a", "b", "p"})
    (1, (('a', 'p'), ('b',)))
    """
    allowed = cdag.graph if within is None else set(_known(cdag, within))
    network, start, end = _network(cdag, [v for v in _known(cdag, targets) if v in allowed], allowed)
    if not nx.has_path(network, start, end):
        return ()
    return tuple(sorted((tuple(path[1:-1]) for path in nx.node_disjoint_paths(network, start, end)), key=str))


def minimum_set(cdag: Cdag, part: Iterable[Node]) -> frozenset[Node]:
    """Returns Min(part): the nodes of a part that have no successor in it (Hong and Kung 1981).

    Raises UnknownNode.

    >>> g = Cdag.from_edges([("a", "p"), ("b", "p"), ("p", "s")])
    >>> sorted(minimum_set(g, {"a", "p"})), sorted(minimum_set(g, {"a", "s"}))
    (['p'], ['a', 's'])
    """
    nodes = frozenset(_known(cdag, part))
    return frozenset(v for v in nodes if nodes.isdisjoint(cdag.graph.successors(v)))


def _known(cdag: Cdag, nodes: Iterable[Node]) -> list[Node]:
    """The nodes as a list, once each; raises UnknownNode for one that the graph lacks."""
    listed = list(dict.fromkeys(nodes))
    for node in listed:
        if node not in cdag.graph:
            raise UnknownNode(label(node), cdag.name)
    return listed


def _network(cdag: Cdag, targets: Iterable[Node], allowed: Collection[Node]) -> tuple[nx.DiGraph[Node], Node, Node]:
    """The part of the graph above the targets, with one node before all its sources and one behind all targets."""
    above = set(targets)
    for v in reversed(cdag.order):  # a node stands behind all its ancestors
        if v in above:
            above.update(u for u in cdag.graph.predecessors(v) if u in allowed)
    network: nx.DiGraph[Node] = nx.DiGraph(cdag.graph.subgraph(above))
    start, end = object(), object()  # equal to no node of any graph
    network.add_nodes_from((start, end))
    network.add_edges_from((start, v) for v in cdag.sources if v in above)
    network.add_edges_from((v, end) for v in targets)
    return network, start, end
