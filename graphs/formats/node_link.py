"""Node-link JSON: what networkx writes, with `edges` or, as D3 and older releases of networkx say, `links`."""

from __future__ import annotations

import json
from reprlib import repr as brief

from graphs.cdag import Cdag, Node, label
from graphs.errors import FormatError, IsMultigraph, IsUndirected
from graphs.formats.limits import check_nodes
from graphs.formats.names import build
from graphs.formats.weights import check_attributes

MAX_DEPTH = 8


def read(text: str, where: str) -> Cdag:
    """Reads a JSON object with `directed`, `nodes`, each with an `id`, and `edges`, each with `source` and `target`.

    An id is a text, a whole number, or a list of ids, which means a tuple. The graph's name is in `graph`. A weight of
    a node or an edge must be 1.

    Raises FormatError, IsUndirected, IsMultigraph, and what Cdag raises.

    >>> g = read('{"directed": true, "nodes": [{"id": ["A", 0]}, {"id": "b"}], '
    ...          '"edges": [{"source": ["A", 0], "target": "b"}]}', "a.json")
    >>> list(g.graph.edges)
    [(('A', 0), 'b')]
    """
    body = _parse(text, where)
    if not isinstance(body, dict):
        raise FormatError(where, f"node-link JSON is an object with nodes and edges; got {brief(body)}")
    _check_kind(body, where)
    nodes: dict[Node, None] = {}
    listed = _list(body, "nodes", where)
    check_nodes(len(listed), where)
    for number, entry in enumerate(listed, 1):
        node = _id(entry, "id", f"node number {number}", where)
        if node in nodes:
            raise FormatError(where, f"node number {number} repeats the id {label(node)!a}")
        check_attributes(_attributes(entry), f"the node {label(node)}", where)
        nodes[node] = None
    edges: dict[tuple[Node, Node], None] = {}
    for number, entry in enumerate(_list(body, _edges_key(body, where), where), 1):
        place = f"edge number {number}"
        edge = (_id(entry, "source", place, where), _id(entry, "target", place, where))
        for end in edge:
            if end not in nodes:
                raise FormatError(where, f"{place} joins {label(end)!a}, which is not among the nodes")
        if edge in edges:
            raise FormatError(where, f"{place} repeats the edge {label(edge[0])!a} -> {label(edge[1])!a}")
        check_attributes(_attributes(entry), f"the edge {label(edge[0])} -> {label(edge[1])}", where)
        edges[edge] = None
    about = body.get("graph")
    return build(nodes, edges, where, about.get("name") if isinstance(about, dict) else None)


def _parse(text: str, where: str) -> object:
    def unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) < len(pairs):  # json would drop all but the last, and edges with it
            repeated = next(key for i, (key, _) in enumerate(pairs) if key in dict(pairs[:i]))
            raise FormatError(where, f"a JSON object has the key {brief(repeated)} twice")
        return found

    try:
        return json.loads(text, object_pairs_hook=unique)
    except json.JSONDecodeError as error:
        raise FormatError(where, f"not JSON: {error.msg}", line=error.lineno) from None
    except RecursionError:
        raise FormatError(where, "the JSON is nested too deeply") from None
    except ValueError as error:  # a number of more than 4300 digits
        raise FormatError(where, f"not JSON: {error}") from None


def _check_kind(body: dict[str, object], where: str) -> None:
    if "directed" not in body:
        raise FormatError(where, "does not say whether the graph is directed", cure='add "directed": true')
    for key in ("directed", "multigraph"):
        if not isinstance(body.get(key, False), bool):
            raise FormatError(where, f'"{key}" must be true or false; got {brief(body[key])}')
    if not body["directed"]:
        raise IsUndirected(f'{where}: a graph with "directed": false')
    if body.get("multigraph"):
        raise IsMultigraph(f'{where}: a graph with "multigraph": true')


def _edges_key(body: dict[str, object], where: str) -> str:
    keys = [key for key in ("edges", "links") if key in body]
    if len(keys) == 2:
        raise FormatError(where, 'has both "edges" and "links"', cure="leave one of them")
    return keys[0] if keys else "edges"


def _list(body: dict[str, object], key: str, where: str) -> list[object]:
    value = body.get(key)
    if not isinstance(value, list):
        got = brief(value) if key in body else "nothing"
        raise FormatError(where, f'"{key}" must be a list; got {got}')
    return value


def _attributes(entry: object) -> dict[str, object]:
    return entry if isinstance(entry, dict) else {}


def _id(entry: object, key: str, place: str, where: str) -> Node:
    if not isinstance(entry, dict) or key not in entry:
        raise FormatError(where, f'{place} must be an object with "{key}"; got {brief(entry)}')
    node = _node(entry[key], MAX_DEPTH)
    if node is None:
        rule = f'the "{key}" of {place} must be a text, a whole number or a list of these; got {brief(entry[key])}'
        raise FormatError(where, rule)
    return node


def _node(value: object, depth: int) -> Node | None:
    """Returns the node that a JSON value names, or None if it names none."""
    if isinstance(value, bool) or not depth:  # Python counts True as the number 1
        return None
    if isinstance(value, (str, int)):
        return value
    if not isinstance(value, list) or not value:
        return None
    parts = tuple(_node(part, depth - 1) for part in value)
    return None if None in parts else parts
