"""S-partitions of Hong and Kung: parts with small dominators and small minimum sets, in a computable order."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import networkx as nx

from graphs.cdag import Cdag, Node, label
from graphs.dominators import dominates, minimum_set, smallest_dominator
from graphs.schedule import Schedule
from graphs.segments import segments


@dataclass(frozen=True)
class Part:
    """One part of a partition, with a set of nodes that is said to dominate it."""

    nodes: frozenset[Node]
    dominator: frozenset[Node]


def best_dominated(cdag: Cdag, sets: Iterable[Collection[Node]]) -> tuple[Part, ...]:
    """Returns sets of nodes as parts, each with a smallest dominator.

    Raises UnknownNode.

    >>> g = Cdag.from_edges([("a", "p"), ("b", "p"), ("p", "s")])
    >>> [len(part.dominator) for part in best_dominated(g, [{"a", "b"}, {"p", "s"}])]
    [2, 1]
    """
    return tuple(Part(frozenset(nodes), smallest_dominator(cdag, nodes)) for nodes in sets)


def partition_of(cdag: Cdag, schedule: Schedule, M: int) -> tuple[Part, ...]:
    """Returns the 2M-partition that a reduced schedule in M words induces: one part for each M loads and stores.

    A node belongs to the segment in which it gets its first red pebble, and what is red at the start of the segment or
    loaded in it dominates the part; so a computation of cost Q has a partition into ceil(Q/M) parts (Hong and Kung
    1981, Theorem 3.1). Sources that are never loaded, the isolated ones, are in no part. The schedule must be
    complete, legal with M words, and reduced.

    >>> from graphs.strategies import operand_by_operand
    >>> g = Cdag.from_edges([("a", "b"), ("b", "c")])
    >>> [sorted(part.nodes) for part in partition_of(g, operand_by_operand(g), M=2)]
    [['a', 'b'], ['c']]
    """
    parts = []
    seen: set[Node] = set()
    for segment in segments(schedule, M):
        nodes = segment.computed | (segment.loaded.intersection(cdag.sources) - seen)
        seen |= nodes
        parts.append(Part(nodes, segment.available))
    return tuple(parts)


def fault(cdag: Cdag, parts: Sequence[Part], S: int) -> str | None:
    """Returns why some parts are no S-partition of the graph, or None if they are one.

    Each node is in exactly one part (isolated nodes may be in none); each part is dominated by its dominator, of at
    most S nodes, and has a minimum set of at most S nodes; and no parts depend on each other in a circle (Hong and Kung
    1981). Raises UnknownNode.

    >>> g = Cdag.from_edges([("a", "p"), ("b", "p"), ("p", "s")])
    >>> one = best_dominated(g, [{"a", "b", "p", "s"}])
    >>> fault(g, one, 2), fault(g, one, 1)
    (None, 'part 1 has a dominator of 2 nodes, more than S = 1')
    """
    part_of: dict[Node, int] = {}
    for number, part in enumerate(parts, 1):
        for v in part.nodes:
            if v in part_of:
                return f"{label(v)} is in the parts {part_of[v]} and {number}"
            part_of[v] = number
        if len(part.dominator) > S:
            return f"part {number} has a dominator of {len(part.dominator)} nodes, more than S = {S}"
        if not dominates(cdag, part.dominator, part.nodes):
            return f"part {number} is not dominated by the set given as its dominator"
        least = len(minimum_set(cdag, part.nodes))
        if least > S:
            return f"part {number} has a minimum set of {least} nodes, more than S = {S}"
    for v in cdag.order:
        if v not in part_of and v not in cdag.isolated:
            return f"{label(v)} is in no part"
    return _circle(cdag, part_of)


def _circle(cdag: Cdag, part_of: dict[Node, int]) -> str | None:
    """Says which parts depend on each other in a circle, if any do."""
    between: nx.DiGraph[int] = nx.DiGraph()
    between.add_edges_from((part_of[u], part_of[v]) for u, v in cdag.graph.edges if part_of[u] != part_of[v])
    if nx.is_directed_acyclic_graph(between):
        return None
    numbers = [edge[0] for edge in nx.find_cycle(between)]
    return f"the parts {' -> '.join(map(str, (*numbers, numbers[0])))} depend on each other"
