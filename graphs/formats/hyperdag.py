"""HyperDAG: the formats of HyperDAG_DB (version 1) and of OneStopParallel (`.hdag`, old and new)."""

from __future__ import annotations

from collections.abc import Sequence
from reprlib import repr as brief

from graphs.cdag import Cdag
from graphs.errors import FormatError
from graphs.formats.limits import check_nodes
from graphs.formats.names import build
from graphs.formats.rows import Row, check_all_named, cut, natural, rows
from graphs.formats.weights import check_columns

_COMMUNICATION = "communication weight"


def read(text: str, where: str) -> Cdag:
    r"""Reads a hyperDAG: a header `M N P`, then M hyperedges, N nodes and P pins, one a line.

    The first pin of a hyperedge is its source: edges go from it to the other pins. Nodes are 0..N-1. The older
    dialect has P pins and then N nodes, and no lines for hyperedges; it is told apart by the number of data lines,
    N + P and not M + N + P.

    The communication and memory weights that follow the number of a hyperedge are the size of its source's value, and
    must be 1; in the older dialect the communication weight stands in the line of the node, after its work. The work
    of a node is not read, since computing is free in the game.

    Raises FormatError with the line, and what Cdag raises.

    >>> g = read("1 3 3\n0 1\n0 1\n1 1\n2 1\n0 2\n0 0\n0 1", "a.hdag")
    >>> list(g.graph.edges)
    [(2, 0), (2, 1)]
    >>> list(read("1 3 3\n0 2\n0 0\n0 1\n0 1 1\n1 1 1\n2 1 1", "older.hdag").graph.edges)
    [(2, 0), (2, 1)]
    """
    header, *body = rows(text, where)
    if len(header.words) < 3:
        cure = "two numbers head a DAG text: --format dag-text" if len(header.words) == 2 else ""
        rule = f"expected a header of three numbers, hyperedges nodes pins; got {brief(header.text.strip())}"
        raise FormatError(where, rule, line=header.number, cure=cure)
    hyperedges, nodes, pins = (
        natural(header, column, f"number of {what}", where)
        for column, what in enumerate(("hyperedges", "nodes", "pins"))
    )
    check_nodes(nodes, where, line=header.number)
    if hyperedges and len(body) == nodes + pins:
        cure = (
            f"{nodes} + {pins} data lines are the older dialect, pins first; "
            f"version 1 would have {hyperedges} more, the hyperedges"
        )
        pin_rows, node_rows = cut(body, [("pins", pins), ("nodes", nodes)], where, header)
        check_columns(node_rows, {2: _COMMUNICATION}, "node", where)
    else:
        cure = ""
        parts = [("hyperedges", hyperedges), ("nodes", nodes), ("pins", pins)]
        hyperedge_rows, node_rows, pin_rows = cut(body, parts, where, header)
        check_all_named(hyperedge_rows, "hyperedge", where)
        check_columns(hyperedge_rows, {1: _COMMUNICATION, 2: "memory weight"}, "hyperedge", where)
    check_all_named(node_rows, "node", where, cure)
    return build(range(nodes), _edges(pin_rows, hyperedges, nodes, where, cure), where)


def _edges(pins: Sequence[Row], hyperedges: int, nodes: int, where: str, cure: str) -> list[tuple[int, int]]:
    """Returns the edges from the first pin of each hyperedge to its other pins."""
    sources: dict[int, int] = {}
    first_line: dict[tuple[int, int], int] = {}
    for row in pins:
        hyperedge = natural(row, 0, "hyperedge", where, high=hyperedges - 1)
        node = natural(row, 1, "node", where, high=nodes - 1)
        if hyperedge not in sources:
            sources[hyperedge] = node
            continue
        source = sources[hyperedge]
        if source == node:
            rule = f"the hyperedge {hyperedge} has its source {node} as another pin"
            raise FormatError(where, rule, line=row.number, cure=cure)
        line = first_line.setdefault((source, node), row.number)
        if line != row.number:
            rule = f"the edge {source} -> {node} is repeated; line {line} has it already"
            raise FormatError(where, rule, line=row.number, cure=cure)
    if len(sources) < hyperedges:
        missing = next(h for h in range(hyperedges) if h not in sources)
        rule = f"the hyperedge {missing} has no pin, so no source"
        raise FormatError(where, rule, line=pins[-1].number if pins else None, cure=cure)
    return list(first_line)
