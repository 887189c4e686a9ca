"""The backward pass for a cache that just holds K, V, X and dX: a word of Q is made again wherever it is used."""

from __future__ import annotations

from graphs.programs.blocks import Block, Size, Span
from graphs.programs.in_cache import values
from graphs.programs.memory import Memory
from graphs.programs.operations import EXP, INVERSE, MULTIPLY, SUBTRACT


def in_cache_sharp(mem: Memory, n: Size, d: Size) -> None:
    """Computes dX in 4 n d + 3 d^2 words of I/O, which no program beats, with 2 n d + 2 d^2 + 3 d + 6 words of cache.

    V and K stay, X and dX stay; a row of A1, G and dQ, d words less than in `in_cache`, where a row of Q stays too; r,
    delta, a score and a word of Q or another score; 2 of scratch.

    >>> from graphs.programs import PROGRAMS
    >>> from graphs.programs.machine import run
    >>> run(PROGRAMS["in_cache_sharp"], 13, n=1, d=1).io
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
            o, inverse = mem.accumulator("N", i, every), mem.accumulator("l", i)
            for j in mem.tiles(rows):
                p = _exponential(mem, a, x, k, i, j)
                mem.accumulate(inverse, p)
                for c in mem.tiles(every):
                    mem.multiply_add(o[i, c], p, v[j, c])
                mem.free(p)
            mem.update(inverse, INVERSE, inverse)
            mem.update(o, MULTIPLY, o, inverse)
            g, delta = mem.load(e, i, every), mem.accumulator("delta", i)
            mem.update(g, SUBTRACT, o, g)
            mem.update(o, MULTIPLY, g, o)
            mem.accumulate(delta, o)
            mem.free(o)
            dq = mem.accumulator("dQ", i, every)
            for j in mem.tiles(rows):
                p = _exponential(mem, a, x, k, i, j)
                mem.update(p, MULTIPLY, p, inverse)
                t = mem.accumulator("dP", i, j)
                for c in mem.tiles(every):
                    mem.multiply_add(t, g[i, c], v[j, c])
                mem.update(t, SUBTRACT, t, delta)
                mem.update(t, MULTIPLY, p, t)
                for c in mem.tiles(every):
                    mem.multiply_add(dq[i, c], t, k[j, c])
                mem.free(p, t)
            for b in mem.tiles(every):
                for c in mem.tiles(every):
                    mem.multiply_add(dx[b, c], a[i, b], dq[i, c])
            mem.free(a, g, inverse, delta, dq)
    mem.store(dx, mem.output("dX", d, d))
    mem.free(dx, x, k, v)


def _exponential(mem: Memory, a: Block, x: Block, k: Block, i: Span, j: Span) -> Block:
    """Returns exp(S_ij), each word of Q made for it alone."""
    s = mem.accumulator("S", i, j)
    for c in mem.tiles(k.spans[1]):
        q = mem.accumulator("Q", i, c)
        for b in mem.tiles(a.spans[1]):
            mem.multiply_add(q, a[i, b], x[b, c])
        mem.multiply_add(s, q, k[j, c])
        mem.free(q)
    mem.update(s, EXP, s)
    return s
