"""GML, through networkx."""

from __future__ import annotations

import re

import networkx as nx

from graphs.cdag import Cdag, Node
from graphs.errors import FormatError, IsMultigraph, IsUndirected
from graphs.formats.limits import check_nodes
from graphs.formats.names import build, node_name
from graphs.formats.weights import check_attributes

_NODE = re.compile(r"\bnode\s*\[")
_PLACE = re.compile(r" at \(([0-9]+), [0-9]+\)$")


def read(text: str, where: str) -> Cdag:
    """Reads a graph that says `directed 1`.

    Nodes are called by their labels, or by their ids if a label is missing or given twice. A name that is a plain
    numeral is a number. A weight of a node or an edge must be 1.

    Raises FormatError, with the line if networkx knows it, IsUndirected, IsMultigraph, and what Cdag raises.

    >>> g = read('graph [ directed 1 node [ id 0 label "a" ] node [ id 1 label "b" ] edge [ source 0 target 1 ] ]',
    ...          "a.gml")
    >>> list(g.graph.edges)
    [('a', 'b')]
    """
    check_nodes(len(_NODE.findall(text)), where)
    try:
        graph = nx.parse_gml(text, label="id")
    except Exception as error:  # networkx raises what it stumbles over: KeyError, TypeError, RecursionError, ...
        found = _PLACE.search(str(error))
        known = isinstance(error, nx.NetworkXError)
        rule = _PLACE.sub("", str(error)) if known else f"networkx cannot read it: {type(error).__name__}"
        raise FormatError(where, f"not GML: {rule}", line=int(found[1]) if known and found else None) from None
    if not graph.is_directed():
        raise IsUndirected(f"{where}: a graph without 'directed 1'")
    if graph.is_multigraph():
        raise IsMultigraph(f"{where}: a graph with 'multigraph 1'")
    names = _names(graph, where)
    for node, data in graph.nodes(data=True):
        check_attributes(data, f"the node {names[node]}", where)
    for u, v, data in graph.edges(data=True):
        check_attributes(data, f"the edge {names[u]} -> {names[v]}", where)
    edges = ((names[u], names[v]) for u, v in graph.edges)
    return build(names.values(), edges, where, graph.graph.get("name"))


def _names(graph: nx.Graph[Node], where: str) -> dict[Node, int | str]:
    """Returns what each node is called, by its id."""
    labels = [_name(data.get("label")) for _, data in graph.nodes(data=True)]
    ids = [_name(node) for node in graph]
    for names in (labels, ids):
        if None not in names and len(set(names)) == len(names):
            return {node: name for node, name in zip(graph, names, strict=True) if name is not None}
    wrong = next((node for node in graph if _name(node) is None), None)
    rule = "two ids mean the same node" if wrong is None else f"an id must be a whole number or a text; got {wrong!a}"
    raise FormatError(where, rule)


def _name(value: object) -> int | str | None:
    return value if isinstance(value, int) else node_name(value) if isinstance(value, str) else None
