"""GraphML, through networkx, once the document is known to be safe and to say what networkx would guess."""

from __future__ import annotations

import warnings
from xml.etree.ElementTree import Element, ParseError

import networkx as nx
from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from graphs.cdag import Cdag
from graphs.errors import FormatError, IsMultigraph, IsUndirected
from graphs.formats.limits import check_nodes
from graphs.formats.names import build, node_name
from graphs.formats.weights import check_attributes


def read(text: str, where: str) -> Cdag:
    """Reads a document with one directed graph; an id that is a plain numeral is a number.

    networkx would join two nodes with one id, add nodes that only edges name, and drop all graphs but the first;
    here these are errors. A document type is refused, and with it every expansion of entities. A weight of a node or an
    edge, and the default of a weight, must be 1.

    Raises FormatError, IsUndirected, IsMultigraph, and what Cdag raises.

    >>> g = read('<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><graph edgedefault="directed">'
    ...          '<node id="0"/><node id="b"/><edge source="0" target="b"/></graph></graphml>', "a.graphml")
    >>> list(g.graph.edges)
    [(0, 'b')]
    """
    try:
        root = fromstring(text, forbid_dtd=True)
    except DefusedXmlException:
        cure = "remove <!DOCTYPE ...>; GraphML needs none"
        raise FormatError(where, "has a document type, which can make a small file huge", cure=cure) from None
    except ParseError as error:
        line, _ = error.position
        raise FormatError(where, f"not XML: {str(error).split(':')[0]}", line=line) from None
    except (ValueError, LookupError) as error:  # an encoding that Python does not know
        raise FormatError(where, f"not XML: {error}") from None
    _check(root, where)
    try:
        with warnings.catch_warnings():  # of ports, which are no concern of ours
            warnings.simplefilter("ignore")
            graph = nx.parse_graphml(text)
    except Exception as error:  # networkx raises what it stumbles over, as for GML
        raise FormatError(where, f"networkx cannot read this GraphML: {error!r}") from None
    for node, data in graph.nodes(data=True):
        check_attributes(data, f"the node {node}", where)
    for u, v, data in graph.edges(data=True):
        check_attributes(data, f"the edge {u} -> {v}", where)
    edges = ((node_name(u), node_name(v)) for u, v in graph.edges)
    return build(map(node_name, graph), edges, where, graph.graph.get("name"))


def _check(root: Element, where: str) -> None:
    elements: dict[str, list[Element]] = {"graph": [], "node": [], "edge": [], "hyperedge": [], "key": []}
    for element in root.iter():
        if isinstance(element.tag, str):
            elements.get(element.tag.rpartition("}")[2], []).append(element)
    graphs, nodes, edges = elements["graph"], elements["node"], elements["edge"]
    if len(graphs) != 1:
        cure = "nested graphs and yEd groups cannot be read: ungroup them" if graphs else ""
        raise FormatError(where, f"expected one <graph>, got {len(graphs)}", cure=cure)
    if elements["hyperedge"]:
        raise FormatError(where, "has a <hyperedge>", cure="write its edges from node to node")
    if graphs[0].get("edgedefault") != "directed":
        raise IsUndirected(f'{where}: a <graph> without edgedefault="directed"')
    check_nodes(len(nodes), where)
    _check_defaults(elements["key"], where)
    names: set[str] = set()
    for node in nodes:
        name = _attribute(node, "id", where)
        if name in names:
            raise FormatError(where, f"the node id {name!a} is given twice")
        names.add(name)
    pairs: set[tuple[str, str]] = set()
    for edge in edges:
        pair = _attribute(edge, "source", where), _attribute(edge, "target", where)
        if edge.get("directed", "true") != "true":
            raise IsUndirected(f"{where}: the edge {pair[0]} -- {pair[1]}")
        for end in pair:
            if end not in names:
                raise FormatError(where, f"the edge {pair[0]!a} -> {pair[1]!a} joins {end!a}, which is no node's id")
        if pair in pairs:
            raise IsMultigraph(f"{where}: the edge {pair[0]} -> {pair[1]} is repeated, so the graph")
        pairs.add(pair)


def _check_defaults(keys: list[Element], where: str) -> None:
    """Checks the sizes that nodes and edges have where they do not say."""
    for key in keys:
        kind, name = key.get("for", "all"), key.get("attr.name", "")
        owner = {"node": "a node", "edge": "an edge", "all": "a node or an edge"}.get(kind)
        for child in key if owner else ():
            if isinstance(child.tag, str) and child.tag.rpartition("}")[2] == "default":
                check_attributes({name: child.text}, f"{owner}, by default,", where)


def _attribute(element: Element, name: str, where: str) -> str:
    value = element.get(name)
    if value is None:
        tag = element.tag.rpartition("}")[2]
        raise FormatError(where, f"a <{tag}> has no attribute {name!r}; it has {sorted(element.keys())}")
    return value
