"""DAG text: the plain form that HyperDAG_DB's converter reads and writes, edges one a line."""

from __future__ import annotations

from reprlib import repr as brief

from graphs.cdag import Cdag
from graphs.errors import FormatError
from graphs.formats.limits import check_nodes
from graphs.formats.names import build
from graphs.formats.rows import check_all_named, cut, natural, rows
from graphs.formats.weights import check_columns


def read(text: str, where: str) -> Cdag:
    r"""Reads a header `N E`, then N lines `node work`, N lines `node communication` and E lines `from to`.

    Nodes are 0..N-1. A communication weight is the size of a node's value and must be 1. The work of a node is not
    read, since computing is free in the game.

    Raises FormatError with the line, and what Cdag raises.

    >>> list(read("2 1\n0 1\n1 1\n0 1\n1 1\n0 1 % the edge", "a.txt").graph.edges)
    [(0, 1)]
    """
    header, *body = rows(text, where)
    if len(header.words) != 2:
        cure = "three numbers head a hyperDAG: --format hyperdag" if len(header.words) == 3 else ""
        rule = f"expected a header of two numbers, nodes edges; got {brief(header.text.strip())}"
        raise FormatError(where, rule, line=header.number, cure=cure)
    nodes = natural(header, 0, "number of nodes", where)
    check_nodes(nodes, where, line=header.number)
    edges = natural(header, 1, "number of edges", where)
    parts = [("work weights", nodes), ("communication weights", nodes), ("edges", edges)]
    work, communication, edge_rows = cut(body, parts, where, header)
    check_all_named(work, "node", where)
    check_all_named(communication, "node", where)
    check_columns(communication, {1: "communication weight"}, "node", where)
    first_line: dict[tuple[int, int], int] = {}
    for row in edge_rows:
        edge = (natural(row, 0, "node", where, high=nodes - 1), natural(row, 1, "node", where, high=nodes - 1))
        line = first_line.setdefault(edge, row.number)
        if line != row.number:
            rule = f"the edge {edge[0]} -> {edge[1]} is repeated; line {line} has it already"
            raise FormatError(where, rule, line=row.number)
    return build(range(nodes), first_line, where)
