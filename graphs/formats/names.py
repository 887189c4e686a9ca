"""Names: what the nodes and the graph of a file are called, and the Cdag built with these names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePath

import networkx as nx

from graphs.cdag import Cdag, Node, label
from graphs.errors import FormatError
from graphs.formats.limits import check_nodes

_NUMERAL = re.compile("0|[1-9][0-9]{0,17}")


def node_name(text: str) -> int | str:
    """Returns a plain numeral as a number and any other text as it is.

    So the same graph has the same node names in formats that know only texts and in those that know only numbers.
    `01` stays a text: it and `1` are two nodes.

    >>> node_name("7"), node_name("01"), node_name("-1"), node_name("x7")
    (7, '01', '-1', 'x7')
    """
    return int(text) if _NUMERAL.fullmatch(text) else text


def stem(where: str) -> str:
    """Returns what a graph is called whose file gives it no name: the stem of the file's name.

    >>> stem("some/where.dot"), stem("<stdin>")
    ('where', 'stdin')
    """
    return PurePath(where.strip("<>")).stem


def build(nodes: Iterable[Node], edges: Iterable[tuple[Node, Node]], where: str, name: object = None) -> Cdag:
    """Returns the Cdag of a file, called by its own name, if that is a text, or else by the stem of the file's name.

    Raises FormatError for too many nodes and for a name that no text file could carry, and what Cdag raises.

    >>> build(["a"], [("a", "b")], "some/where.dot").name
    'where'
    """
    graph: nx.DiGraph[Node] = nx.DiGraph()
    graph.add_nodes_from(nodes)
    check_nodes(len(graph), where)
    graph.add_edges_from(edges)
    own = name if isinstance(name, str) else ""
    for text in (own, *map(label, graph)):
        if not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text):
            raise FormatError(where, f"the name {text!a} holds half a character (a lone surrogate)", cure="rename it")
    return Cdag(graph, own or stem(where))
