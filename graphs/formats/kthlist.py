"""kthlist: the list of predecessors that pebbling formulas are generated from (KTH, cnfgen)."""

from __future__ import annotations

from reprlib import repr as brief

from graphs.cdag import Cdag
from graphs.errors import FormatError
from graphs.formats.limits import check_nodes
from graphs.formats.names import build
from graphs.formats.rows import Row, cut, natural, rows


def read(text: str, where: str) -> Cdag:
    r"""Reads the number of nodes, then for each node a line `node : predecessors 0`, in topological order.

    A line whose first word is `c` is a comment. The nodes keep the file's own numbers, 1..N, so that a user finds them
    in it.

    Raises FormatError with the line, and what Cdag raises.

    >>> read("c two operands\n3\n1 : 0\n2 : 0\n3 : 1 2 0", "a.kthlist").predecessors(3)
    (1, 2)
    """
    lines = ("" if line.split()[:1] == ["c"] else line for line in text.split("\n"))
    header, *body = rows("\n".join(lines), where)
    nodes = natural(header, 0, "number of nodes", where)
    if len(header.words) > 1:
        raise FormatError(
            where, f"expected one number, the nodes; got {brief(header.text.strip())}", line=header.number
        )
    check_nodes(nodes, where, line=header.number)
    (part,) = cut(body, [("nodes", nodes)], where, header)
    predecessors: dict[int, list[int]] = {}
    for row in part:
        node, operands = _node(row, nodes, where)
        if node in predecessors:
            raise FormatError(where, f"the node {node} is listed twice", line=row.number)
        for operand in operands:
            if operand not in predecessors:
                rule = f"the predecessor {operand} of {node} is not listed before it"
                raise FormatError(where, rule, line=row.number, cure="list the nodes in topological order")
        if len(set(operands)) < len(operands):
            raise FormatError(where, f"a predecessor of {node} is repeated", line=row.number, cure="name it once")
        predecessors[node] = operands
    return build(predecessors, ((u, v) for v, operands in predecessors.items() for u in operands), where)


def _node(row: Row, nodes: int, where: str) -> tuple[int, list[int]]:
    """Returns the node of a line and its predecessors."""
    left, colon, right = row.text.partition(":")
    if not colon or len(left.split()) != 1:
        raise FormatError(where, f"expected 'node : predecessors 0'; got {brief(row.text.strip())}", line=row.number)
    node = natural(Row(row.number, left), 0, "node", where, low=1, high=nodes)
    *words, end = right.split() or [""]
    if end != "0":
        raise FormatError(where, f"expected 0 at the end of the line; got {brief(end)}", line=row.number)
    return node, [natural(Row(row.number, word), 0, "predecessor", where, low=1, high=nodes) for word in words]
