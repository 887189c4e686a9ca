"""The forward pass for a cache that holds K, V and X: every input is loaded once, every output stored once."""

from __future__ import annotations

from graphs.programs.blocks import Size
from graphs.programs.in_cache import output_row, values
from graphs.programs.memory import Memory


def in_cache_forward(mem: Memory, n: Size, d: Size) -> None:
    """Computes O in 4 n d + 2 d^2 words of I/O, which no program beats, with 2 n d + d^2 + 2 d + 4 words of cache.

    V and K stay, X stays; a row of A1 or of O, and one of Q; the row sum; a score; 2 of scratch.

    >>> from graphs.programs import PROGRAMS
    >>> from graphs.programs.machine import run
    >>> run(PROGRAMS["in_cache_forward"], 9, n=1, d=1).io
    6
    """
    rows, every = mem.whole(n), mem.whole(d)
    a1, a2, a3 = (mem.input(name, n, d) for name in ("A1", "A2", "A3"))
    v = values(mem, a3, mem.input("Y", d, d))
    k = mem.load(a2, rows, every)
    x = mem.load(mem.input("X", d, d), mem.whole(d), every)
    result = mem.output("O", n, d)
    with mem.phase("row by row"):
        for i in mem.tiles(n):
            a = mem.load(a1, i, every)
            q = mem.accumulator("Q", i, every)
            for c in mem.tiles(every):
                for b in mem.tiles(every):
                    mem.multiply_add(q[i, c], a[i, b], x[b, c])
            mem.free(a)
            o, inverse = mem.accumulator("N", i, every), mem.accumulator("l", i)
            output_row(mem, i, (q, k, v), o, inverse)
            mem.store(o, result)
            mem.free(q, o, inverse)
    mem.free(x, k, v)
