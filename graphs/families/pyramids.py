"""Pyramids: the triangular grids whose pebbling number is their height plus one (Cook 1974)."""

from __future__ import annotations

from graphs.cdag import Cdag
from graphs.families.builder import Builder, check_sizes


def pyramid(height: int) -> Cdag:
    """Returns the pyramid with height + 1 inputs, (height + 1)(height + 2)/2 nodes and one output.

    Node (row, i) has the operands (row - 1, i) and (row - 1, i + 1).

    >>> len(pyramid(2)), len(pyramid(2).sources), len(pyramid(2).sinks)
    (6, 3, 1)
    """
    check_sizes(height=height)
    build = Builder()
    for i in range(height + 1):
        build.node(("v", 0, i))
    for row in range(1, height + 1):
        for i in range(height + 1 - row):
            build.node(("v", row, i), ("v", row - 1, i), ("v", row - 1, i + 1))
    return build.cdag(f"pyramid_{height}")
