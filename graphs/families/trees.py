"""Chains and binary reduction trees."""

from __future__ import annotations

from graphs.cdag import Cdag
from graphs.families.builder import Builder, Trees, check_sizes


def chain(length: int) -> Cdag:
    """Returns the path of `length` unary operations on one input.

    Any chain has I/O cost 2 from M = 2 words on: one load, one store.

    >>> len(chain(3)), chain(3).max_indegree
    (4, 1)
    """
    check_sizes(length=length)
    build = Builder()
    value = build.node(("v", 0))
    for i in range(1, length + 1):
        value = build.node(("v", i), value)
    return build.cdag(f"chain_{length}")


def reduction(leaves: int, trees: Trees | str = Trees.CHAIN) -> Cdag:
    """Returns the sum of `leaves` inputs, as a chain or balanced tree of 2-input additions.

    >>> len(reduction(5)), len(reduction(5, "balanced"))
    (9, 9)
    """
    check_sizes(leaves=leaves)
    build = Builder(trees)
    build.total("sum", (), [build.node(("x", i)) for i in range(leaves)])
    return build.cdag(f"reduction_{leaves}_{trees}")


def binary_tree(height: int) -> Cdag:
    """Returns the complete binary reduction tree with 2**height leaves and 2**(height+1) - 1 nodes.

    >>> len(binary_tree(2)), len(binary_tree(2).sources)
    (7, 4)
    """
    check_sizes(height=height)
    build = Builder(Trees.BALANCED)
    build.total("sum", (), [build.node(("x", i)) for i in range(2**height)])
    return build.cdag(f"binary_tree_{height}")
