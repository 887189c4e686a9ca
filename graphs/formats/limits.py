"""Limits: how many nodes and edges the readers take, so that a small file cannot ask for all memory."""

from __future__ import annotations

from graphs.errors import FormatError

MAX_NODES = 1_000_000
MAX_EDGES = 4_000_000


def check_nodes(count: int, where: str, *, line: int | None = None) -> None:
    """Checks that a graph has at most MAX_NODES nodes, before they are made.

    Raises FormatError with the number got.

    >>> check_nodes(10**6, "a.txt")
    >>> check_nodes(10**12, "a.txt", line=1)
    Traceback (most recent call last):
    graphs.errors.FormatError: a.txt:1: 1,000,000,000,000 nodes are too many; at most 1,000,000 are read: give a smaller
    graph
    """
    if count > MAX_NODES:
        rule = f"{count:,} nodes are too many"
        cure = f"at most {MAX_NODES:,} are read: give a smaller graph"
        raise FormatError(where, rule, line=line, cure=cure)
