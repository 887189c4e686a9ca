"""The hybrid: the forward pass of the small-cache program, which stores Pt, and one sweep of rows that loads it again.

Algorithm 6 pays sqrt(M) per word for dS and dQ, and FlashAttention computes the scores twice. Near M = d^2 it is
cheaper to do neither: Pt is stored once and loaded once, and dS never leaves the cache.
"""

from __future__ import annotations

from graphs.programs.blocks import Block, Matrix, Size, Span
from graphs.programs.flash_forward import Saved, projections, stream_scores, stream_values
from graphs.programs.matmul import multiply
from graphs.programs.memory import Memory
from graphs.programs.operations import MULTIPLY, SUBTRACT
from graphs.programs.small_cache import exponentials, residuals


def loading_sweep(mem: Memory, pt: Matrix, k: Matrix, v: Matrix, saved: Saved, dq: Matrix, rows: Size) -> None:
    """Writes dQ = dS K, in tiles of some rows, with Pt from slow memory.

    2 n d + 2 n + n^2 + 2 n d ceil(n/rows) words of I/O. The cache holds 2 rows d + 3 rows + 3 words: G and dQ; r, delta
    and dP; the passing word of V, Pt or K; 2 of scratch.
    """
    n, d = dq.shape
    every = mem.whole(d)
    for i in mem.tiles(n, rows):
        g = mem.load(saved.g, i, every)
        inverse, delta = mem.load(saved.statistic, i), mem.load(saved.delta, i)
        sums = mem.accumulator(dq.name, i, every)
        for j in mem.tiles(n):
            ds = mem.accumulator("dP", i, j)
            stream_scores(mem, ds, g, v, i, j)
            _weigh(mem, ds, pt, inverse, delta, i, j)
            stream_values(mem, sums, ds, k, i, j)
            mem.free(ds)
        mem.store(sums, dq)
        mem.free(g, inverse, delta, sums)


def _weigh(mem: Memory, ds: Block, pt: Matrix, inverse: Block, delta: Block, i: Span, j: Span) -> None:
    """Turns a column of dP into one of dS = diag(r) Pt * (dP - delta), the words of Pt passing."""
    mem.update(ds, SUBTRACT, ds, delta)
    for row in mem.tiles(i):
        p = mem.load(pt, row, j)
        mem.update(p, MULTIPLY, p, inverse[row])
        mem.update(ds[row, j], MULTIPLY, p, ds[row, j])
        mem.free(p)


def hybrid(
    mem: Memory, n: Size, d: Size, *, p1: Size, p2: Size, s1: Size, s2: Size, o1: Size, o2: Size,
    H: Size, g1: Size, g2: Size,
) -> None:  # fmt: skip
    """Computes dX with a rectangular tile for each product, and a sweep of H rows.

    >>> from graphs.programs import PROGRAMS
    >>> from graphs.programs.machine import run
    >>> run(PROGRAMS["hybrid"], 8, n=1, d=1).io  # 3 products of 3; S 2 + 2, G 2 + 4; the sweep 2 + 2 + 1 + 2
    26
    """
    a1, k, _, q, v = projections(mem, n, d, p1, p2)
    e = mem.input("E", n, d)
    pt, dq = mem.matrix("Pt", n, n), mem.matrix("dQ", n, d)
    saved = Saved(mem.matrix("G", n, d), mem.matrix("delta", n), mem.matrix("r", n))
    with mem.phase("Pt = exp(Q A2^T)"):
        exponentials(mem, q, k, pt, saved.statistic, (s1, s2))
    with mem.phase("G = diag(r) Pt V - E"):
        residuals(mem, pt, v, e, saved, (o1, o2))
    with mem.phase("backward sweep, dQ = dS A2"):
        loading_sweep(mem, pt, k, v, saved, dq, H)
    with mem.phase("dX = A1^T dQ"):
        multiply(mem, a1.transposed, dq, mem.output("dX", d, d), g1, g2)
