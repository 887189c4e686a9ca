"""Cdag: an immutable, validated computational DAG, seen through a networkx.DiGraph."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from functools import cached_property

import networkx as nx

from graphs.display import facts
from graphs.errors import (
    DuplicateLabel,
    HasCycle,
    HasSelfLoop,
    IsMultigraph,
    IsUndirected,
    NotADag,
    UnknownNode,
)
from graphs.picture import LARGEST, svg

Node = Hashable


def label(node: Node) -> str:
    """Returns the text by which schedules and messages name a node.

    A tuple is read as a name with indices, as the families of this package make them.

    >>> label(("Q", 0, 1)), label(7), label("a")
    ('Q[0,1]', '7', 'a')
    """
    if isinstance(node, tuple) and len(node) > 1:
        name, *indices = node
        return f"{name}[{','.join(map(str, indices))}]"
    return str(node)


class Cdag:
    """A computational directed acyclic graph (Hong and Kung 1981): nodes are values, edges go from operand to result.

    `graph` is copied and frozen. Validation is eager, so an existing Cdag is always a legal one: directed, simple,
    acyclic, not empty, and with nodes whose texts differ. `order` is a topological order that depends only on the
    order in which the nodes were inserted.

    Raises NotADag, or one of its children that names the offending nodes.

    >>> g = Cdag.from_edges([("a", "c"), ("b", "c")])
    >>> g.sources, g.sinks, g.max_indegree
    (('a', 'b'), ('c',), 2)
    """

    def __init__(self, graph: nx.DiGraph[Node], name: str = "") -> None:
        self.name = name or str(graph.graph.get("name", "")) or "unnamed"
        if not graph.is_directed():
            raise IsUndirected(f"the graph {self.name}")
        if graph.is_multigraph():
            raise IsMultigraph(f"the graph {self.name}")
        if not graph:
            raise NotADag(f"the graph {self.name} has no nodes; there is nothing to compute")
        for node in nx.nodes_with_selfloops(graph):
            raise HasSelfLoop(label(node))
        copy: nx.DiGraph[Node] = nx.DiGraph(name=self.name)
        copy.add_nodes_from(graph)
        copy.add_edges_from(graph.edges)
        self.graph: nx.DiGraph[Node] = nx.freeze(copy)
        rank = {v: i for i, v in enumerate(copy)}
        try:
            self.order: tuple[Node, ...] = tuple(nx.lexicographical_topological_sort(copy, key=rank.__getitem__))
        except nx.NetworkXUnfeasible:
            edges = nx.find_cycle(copy)
            raise HasCycle([label(e[0]) for e in edges]) from None
        self._by_label: dict[str, Node] = {}
        for node in self.order:
            other = self._by_label.setdefault(label(node), node)
            if other is not node and other != node:
                raise DuplicateLabel(label(node), other, node)

    @classmethod
    def from_edges(cls, edges: Iterable[tuple[Node, Node]], name: str = "") -> Cdag:
        """Builds a Cdag from (operand, result) pairs.

        >>> len(Cdag.from_edges([(0, 1), (1, 2)]))
        3
        """
        return cls(nx.DiGraph(list(edges)), name)

    @classmethod
    def from_predecessors(cls, predecessors: Mapping[Node, Iterable[Node]], name: str = "") -> Cdag:
        """Builds a Cdag from the operands of each node; a source has none.

        >>> Cdag.from_predecessors({"x": [], "y": ["x"]}).sinks
        ('y',)
        """
        graph: nx.DiGraph[Node] = nx.DiGraph()
        graph.add_nodes_from(predecessors)
        graph.add_edges_from((u, v) for v, operands in predecessors.items() for u in operands)
        return cls(graph, name)

    def __len__(self) -> int:
        return len(self.order)

    def __repr__(self) -> str:
        return f"<Cdag {self.name}: {len(self)} nodes, {self.graph.number_of_edges()} edges>"

    def _repr_html_(self) -> str:
        rows = [
            ("nodes", len(self)),
            ("edges", self.graph.number_of_edges()),
            ("sources", len(self.sources)),
            ("sinks", len(self.sinks)),
        ]
        small = len(self) <= LARGEST
        drawn = svg({label(v): [*map(label, self.predecessors(v))] for v in self.order}) if small else ""
        return facts(self.name, rows, drawn)

    def predecessors(self, node: Node) -> tuple[Node, ...]:
        """Returns the operands of a node."""
        return tuple(self.graph.predecessors(node))

    def successors(self, node: Node) -> tuple[Node, ...]:
        """Returns the values computed from a node."""
        return tuple(self.graph.successors(node))

    @cached_property
    def sources(self) -> tuple[Node, ...]:
        """Nodes without predecessors: the inputs, blue at the start, never computed."""
        return tuple(v for v in self.order if not self.graph.in_degree(v))

    @cached_property
    def sinks(self) -> tuple[Node, ...]:
        """Nodes without successors: the outputs, blue at the end."""
        return tuple(v for v in self.order if not self.graph.out_degree(v))

    @cached_property
    def isolated(self) -> tuple[Node, ...]:
        """Nodes without edges: blue from the start to the end, so they cost nothing."""
        return tuple(v for v in self.sources if not self.graph.out_degree(v))

    @cached_property
    def max_indegree(self) -> int:
        """The largest number of operands of a node."""
        return max(self.graph.in_degree(v) for v in self.order)

    def node(self, text: str) -> Node:
        """Returns the node that prints as `text`; raises UnknownNode.

        >>> Cdag.from_edges([(("A", 0), ("C", 0))]).node("C[0]")
        ('C', 0)
        """
        try:
            return self._by_label[text]
        except KeyError:
            raise UnknownNode(text, self.name) from None
