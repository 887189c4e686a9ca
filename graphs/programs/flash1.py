"""FlashAttention-1's loop order: columns outside, and O, l and m go through the cache once for each column tile.

Dao et al. 2022, Algorithm 1. Written down to derive the traffic of its block rule: column tiles of M/(4d), row tiles
of min(M/(4d), d). The words that this rule claims are an estimate: with 4 matrices of tile x d words at most M are
used, and the scores, statistics and temporaries come on top.
"""

from __future__ import annotations

from graphs.programs.blocks import Size
from graphs.programs.memory import Memory
from graphs.programs.operations import EXP, INVERSE, MAXIMUM, MULTIPLY, SUBTRACT


def flash1_attention(mem: Memory, n: Size, d: Size, *, Br: Size, Bc: Size) -> None:
    """Computes O from given Q, K and V, with O, l and m in slow memory as 0, 0 and -inf at the start.

    2 n d + (2 n d + 2 n) ceil(n/Bc) loads and (n d + 2 n) ceil(n/Bc) stores.

    >>> from graphs.programs import PROGRAMS
    >>> from graphs.programs.machine import run
    >>> run(PROGRAMS["flash1_attention"], 12, n=1, d=1).io  # K, V, and Q, O, l, m in, O, l, m out
    9
    """
    every = mem.whole(d)
    q, k, v = (mem.input(name, n, d) for name in ("Q", "K", "V"))
    out = mem.output("O", n, d, fill=0.0)
    sums = mem.matrix("l", n, fill=0.0)
    tops = mem.matrix("m", n, fill=MAXIMUM.neutral)
    for j in mem.tiles(n, Bc, in_order=True):
        k_tile, v_tile = mem.load(k, j, every), mem.load(v, j, every)
        for i in mem.tiles(n, Br):
            q_tile, o_tile = mem.load(q, i, every), mem.load(out, i, every)
            row_sum, top = mem.load(sums, i), mem.load(tops, i)
            s = mem.accumulator("S", i, j)
            mem.multiply_add(s, q_tile, k_tile)
            new_top = mem.accumulator("new m", i, operation=MAXIMUM)
            mem.accumulate(new_top, top)
            mem.accumulate(new_top, s)
            mem.update(s, SUBTRACT, s, new_top)
            mem.update(s, EXP, s)
            mem.update(top, SUBTRACT, top, new_top)
            mem.update(top, EXP, top)
            # O comes normalised: times l and exp(m - new m), plus the new terms, over the new l
            mem.update(row_sum, MULTIPLY, row_sum, top)
            mem.update(o_tile, MULTIPLY, o_tile, row_sum)
            new_sum = mem.accumulator("new l", i)
            mem.accumulate(new_sum, row_sum)
            mem.accumulate(new_sum, s)
            new_o = mem.accumulator("new O", i, every)
            mem.accumulate(new_o, o_tile)
            mem.multiply_add(new_o, s, v_tile)
            mem.store(new_sum, sums)
            mem.store(new_top, tops)
            mem.update(new_sum, INVERSE, new_sum)
            mem.update(new_o, MULTIPLY, new_o, new_sum)
            mem.store(new_o, out)
            mem.free(q_tile, o_tile, row_sum, top, s, new_top, new_sum, new_o)
        mem.free(k_tile, v_tile)
