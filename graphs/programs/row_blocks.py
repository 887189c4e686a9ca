"""Row blocks: the parts of a fused backward pass, which takes a block of rows from A1 to dX without storing Q or dQ.

The rows of K and V pass by in groups. In most programs there is one group, and every word of it is loaded; a program
that keeps some words of K and V in cache for ever says by its groups which ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from graphs.programs.blocks import Block, Matrix, Size, Span
from graphs.programs.memory import Memory
from graphs.programs.operations import EXP, INVERSE, MULTIPLY, SUBTRACT

Parts = tuple[tuple[Span, Block | None], ...]
"""A row in parts: some of its columns, and the block that keeps them, or None if they pass."""


@dataclass(frozen=True)
class Group:
    """Rows of K and V that are in cache to the same extent: the parts of a row of K, and of one of V."""

    rows: Span
    k: Parts
    v: Parts


def passing(mem: Memory, n: Size, d: Size) -> tuple[Group, ...]:
    """Returns the groups of a program that keeps no word of K and V."""
    every = mem.whole(d)
    return (Group(mem.whole(n), ((every, None),), ((every, None),)),)


def words(mem: Memory, matrix: Matrix, j: Span, parts: Parts) -> Iterator[tuple[Span, Block]]:
    """Loops over the words of a row, each in a word of cache of its own: loaded, or copied from where it is kept."""
    for columns, kept in parts:
        for c in mem.tiles(columns):
            if kept is None:
                word = mem.load(matrix, j, c)
            else:
                word = mem.accumulator(matrix.name, j, c)
                mem.accumulate(word, kept[j, c])
            yield c, word
            mem.free(word)


def queries(mem: Memory, a1: Matrix, x: Matrix, i: Span) -> Block:
    """Returns the rows i of Q = A1 X, for (rows + d) d loads; the cache holds rows d + d^2 + d + 2 words."""
    every = mem.whole(a1.shape[1])
    q = mem.accumulator("Q", i, every)
    right = mem.load(x, mem.whole(a1.shape[1]), every)
    for row in mem.tiles(i):
        a = mem.load(a1, row, every)
        for c in mem.tiles(every):
            for b in mem.tiles(every):
                mem.multiply_add(q[row, c], a[row, b], right[b, c])
        mem.free(a)
    mem.free(right)
    return q


def outputs(mem: Memory, q: Block, k: Matrix, v: Matrix, groups: tuple[Group, ...], i: Span) -> tuple[Block, Block]:
    """Returns the rows i of N = exp(Q K^T) V, not yet divided by the row sums, and the inverses r of these.

    K and V pass once. The cache holds 2 rows d + 2 rows + 3 words: Q and N; row sums and scores; a word; 2 of scratch.
    """
    row_sum, unscaled = mem.accumulator("l", i), mem.accumulator("N", i, mem.whole(k.shape[1]))
    for group in groups:
        for j in mem.tiles(group.rows):
            s = mem.accumulator("S", i, j)
            for c, word in words(mem, k, j, group.k):
                mem.multiply_add(s, q[i, c], word)
            mem.update(s, EXP, s)
            mem.accumulate(row_sum, s)
            for c, word in words(mem, v, j, group.v):
                mem.multiply_add(unscaled[i, c], s, word)
            mem.free(s)
    mem.update(row_sum, INVERSE, row_sum)
    return unscaled, row_sum


def errors(mem: Memory, unscaled: Block, inverse: Block, e: Matrix, i: Span) -> tuple[Block, Block]:
    """Returns the rows i of G = O - E, and delta; frees N. The cache holds 2 rows d + 2 rows + 1 words."""
    mem.update(unscaled, MULTIPLY, unscaled, inverse)
    g, delta = mem.load(e, i, unscaled.spans[1]), mem.accumulator("delta", i)
    mem.update(g, SUBTRACT, unscaled, g)
    mem.update(unscaled, MULTIPLY, g, unscaled)
    mem.accumulate(delta, unscaled)
    mem.free(unscaled)
    return g, delta


def gradients(
    mem: Memory,
    k: Matrix,
    v: Matrix,
    groups: tuple[Group, ...],
    row_data: tuple[Block, Block, Block, Block],
    i: Span,
) -> Block:
    """Returns the rows i of dQ = dS K from those of (Q, G, r, delta), the scores computed again.

    K and V pass once. The cache holds 3 rows d + 4 rows + d + 2 words: Q, G and dQ; r, delta, dP and S; a row of K;
    2 of scratch.
    """
    q, g, inverse, delta = row_data
    every = mem.whole(k.shape[1])
    sums = mem.accumulator("dQ", i, every)
    for group in groups:
        for j in mem.tiles(group.rows):
            ds = mem.accumulator("dP", i, j)
            for c, word in words(mem, v, j, group.v):
                mem.multiply_add(ds, g[i, c], word)
            mem.update(ds, SUBTRACT, ds, delta)
            s, row = mem.accumulator("S", i, j), mem.accumulator(k.name, j, every)
            for c, word in words(mem, k, j, group.k):
                mem.accumulate(row[j, c], word)
            for c in mem.tiles(every):
                mem.multiply_add(s, q[i, c], row[j, c])
            mem.update(s, EXP, s)
            mem.update(s, MULTIPLY, s, inverse)
            mem.update(ds, MULTIPLY, s, ds)
            for c in mem.tiles(every):
                mem.multiply_add(sums[i, c], ds, row[j, c])
            mem.free(row, s, ds)
    return sums


def add_weights(mem: Memory, a1: Matrix, dq: Block, dx: Matrix, i: Span) -> None:
    """Adds A1^T dQ, of the rows i, to dX in slow memory; frees dQ. The cache holds rows d + d^2 + 3 words.

    rows d + 2 d^2 words of I/O, but d^2 less in the first turn, when there is nothing to add to.
    """
    every = mem.whole(a1.shape[1])
    rows = mem.whole(a1.shape[1])
    sums = mem.resume(dx, rows, every)
    for row in mem.tiles(i):
        for b in mem.tiles(rows):
            word = mem.load(a1, row, b)
            for c in mem.tiles(every):
                mem.multiply_add(sums[b, c], word, dq[row, c])
            mem.free(word)
    mem.store(sums, dx)
    mem.free(sums, dq)
