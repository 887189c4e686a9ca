"""The backward pass for a cache that holds K, V, X and dX: every input is loaded once, every output stored once."""

from __future__ import annotations

from graphs.programs.blocks import Block, Matrix, Size, Span
from graphs.programs.memory import Memory
from graphs.programs.operations import EXP, INVERSE, MULTIPLY, SUBTRACT


def in_cache(mem: Memory, n: Size, d: Size) -> None:
    """Computes dX in 4 n d + 3 d^2 words of I/O, which no program beats, with 2 n d + 2 d^2 + 4 d + 6 words of cache.

    V and K stay, X and dX stay; a row of A1, Q, G and dQ; r, delta and two scores; 2 of scratch.

    >>> from graphs.programs import PROGRAMS
    >>> from graphs.programs.machine import run
    >>> run(PROGRAMS["in_cache"], 14, n=1, d=1).io
    7
    """
    rows, every = mem.whole(n), mem.whole(d)
    a1, a2, a3 = (mem.input(name, n, d) for name in ("A1", "A2", "A3"))
    v = values(mem, a3, mem.input("Y", d, d))
    k = mem.load(a2, rows, every)
    x = mem.load(mem.input("X", d, d), mem.whole(d), every)
    e = mem.input("E", n, d)
    dx = mem.accumulator("dX", mem.whole(d), every)
    with mem.phase("row by row"):
        for i in mem.tiles(n):
            a = mem.load(a1, i, every)
            q = mem.accumulator("Q", i, every)
            for c in mem.tiles(every):
                for b in mem.tiles(every):
                    mem.multiply_add(q[i, c], a[i, b], x[b, c])
            o, inverse = mem.accumulator("N", i, every), mem.accumulator("l", i)
            output_row(mem, i, (q, k, v), o, inverse)
            g, delta = mem.load(e, i, every), mem.accumulator("delta", i)
            mem.update(g, SUBTRACT, o, g)
            mem.update(o, MULTIPLY, g, o)
            mem.accumulate(delta, o)
            mem.free(o)
            dq = mem.accumulator("dQ", i, every)
            _gradient_row(mem, i, (q, k, v), (g, inverse, delta), dq)
            for b in mem.tiles(every):
                for c in mem.tiles(every):
                    mem.multiply_add(dx[b, c], a[i, b], dq[i, c])
            mem.free(a, q, g, inverse, delta, dq)
    mem.store(dx, mem.output("dX", d, d))
    mem.free(dx, x, k, v)


Three = tuple[Block, Block, Block]


def values(mem: Memory, a3: Matrix, y: Matrix) -> Block:
    """Returns V = A3 Y, made row by row, as a block in cache."""
    n, d = a3.shape
    rows, every = mem.whole(n), mem.whole(d)
    v = mem.accumulator("V", rows, every)
    right = mem.load(y, mem.whole(d), every)
    with mem.phase("V = A3 Y"):
        for j in mem.tiles(rows):
            a = mem.load(a3, j, every)
            for c in mem.tiles(every):
                for b in mem.tiles(every):
                    mem.multiply_add(v[j, c], a[j, b], right[b, c])
            mem.free(a)
    mem.free(right)
    return v


def _score(mem: Memory, name: str, i: Span, j: Span, left: Block, right: Block) -> Block:
    s = mem.accumulator(name, i, j)
    for c in mem.tiles(left.spans[1]):
        mem.multiply_add(s, left[i, c], right[j, c])
    return s


def output_row(mem: Memory, i: Span, operands: Three, o: Block, inverse: Block) -> None:
    """Makes a row of O, and r where the row sum was."""
    q, k, v = operands
    for j in mem.tiles(k.spans[0]):
        s = _score(mem, "S", i, j, q, k)
        mem.update(s, EXP, s)
        mem.accumulate(inverse, s)
        for c in mem.tiles(o.spans[1]):
            mem.multiply_add(o[i, c], s, v[j, c])
        mem.free(s)
    mem.update(inverse, INVERSE, inverse)
    mem.update(o, MULTIPLY, o, inverse)


def _gradient_row(mem: Memory, i: Span, operands: Three, results: Three, dq: Block) -> None:
    """Makes a row of dQ, from scores made again."""
    (q, k, v), (g, inverse, delta) = operands, results
    for j in mem.tiles(k.spans[0]):
        p = _score(mem, "S", i, j, q, k)
        mem.update(p, EXP, p)
        mem.update(p, MULTIPLY, p, inverse)
        t = _score(mem, "dP", i, j, g, v)
        mem.update(t, SUBTRACT, t, delta)
        mem.update(t, MULTIPLY, p, t)
        for c in mem.tiles(dq.spans[1]):
            mem.multiply_add(dq[i, c], t, k[j, c])
        mem.free(p, t)
