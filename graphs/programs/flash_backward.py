"""FlashAttention, backward: the gradients for X and for Y by sweeps that compute the scores again."""

from __future__ import annotations

from graphs.programs.blocks import Block, Matrix, Size, Span
from graphs.programs.flash_forward import Saved, online_sweep, plain_sweep, projections, stream_scores
from graphs.programs.matmul import multiply
from graphs.programs.memory import Memory
from graphs.programs.operations import EXP, MULTIPLY, SUBTRACT


def _probabilities(mem: Memory, s: Block, statistic: Block, online: bool) -> None:
    """Turns scores into P_ij: exp(S_ij) r_i, or in the online form exp(S_ij - L_i)."""
    if online:
        mem.update(s, SUBTRACT, s, statistic)
    mem.update(s, EXP, s)
    if not online:
        mem.update(s, MULTIPLY, s, statistic)


def query_sweep(
    mem: Memory, q: Matrix, k: Matrix, v: Matrix, saved: Saved, dq: Matrix, B2: Size, online: bool = False
) -> None:
    """Writes dQ = dS K, in tiles of B2 rows.

    3 n d + 2 n + 2 n d ceil(n/B2) words of I/O. Only dQ is summed, as K = A2 carries no gradient; so one sweep with
    the rows in place is enough. The cache holds 3 B2 d + 4 B2 + d + 2 words: Q, G and dQ; r, delta, dP and S; one row
    of K; 2 of scratch.
    """
    n, d = q.shape
    every = mem.whole(d)
    for i in mem.tiles(n, B2):
        q_tile = mem.load(q, i, every)
        g_tile = mem.load(saved.g, i, every)
        statistic = mem.load(saved.statistic, i)
        delta = mem.load(saved.delta, i)
        sums = mem.accumulator(dq.name, i, every)
        for j in mem.tiles(n):
            ds = mem.accumulator("dP", i, j)
            stream_scores(mem, ds, g_tile, v, i, j)
            mem.update(ds, SUBTRACT, ds, delta)
            s = mem.accumulator("S", i, j)
            k_row = mem.load(k, j, every)
            for c in mem.tiles(d):
                mem.multiply_add(s, q_tile[i, c], k_row[j, c])
            _probabilities(mem, s, statistic, online)
            mem.update(ds, MULTIPLY, s, ds)
            for c in mem.tiles(d):
                mem.multiply_add(sums[i, c], ds, k_row[j, c])
            mem.free(k_row, s, ds)
        mem.store(sums, dq)
        mem.free(q_tile, g_tile, statistic, delta, sums)


def value_sweep(mem: Memory, q: Matrix, k: Matrix, saved: Saved, u: Matrix, B3: Size, online: bool = False) -> None:
    """Writes U = P^T G, in tiles of B3 rows of U, that is, of columns of the scores.

    2 n d + (2 n d + n) ceil(n/B3) words of I/O; the cache holds 2 B3 d + B3 + 3 words: K and U, a column of P, the
    passing word, 2 of scratch.
    """
    n, d = q.shape
    every = mem.whole(d)
    for j in mem.tiles(n, B3):
        k_tile = mem.load(k, j, every)
        sums = mem.accumulator(u.name, j, every)
        for i in mem.tiles(n):
            s = mem.accumulator("S", j, i)
            stream_scores(mem, s, k_tile, q, j, i)
            statistic = mem.load(saved.statistic, i)
            _probabilities(mem, s, statistic, online)
            mem.free(statistic)
            _stream(mem, sums, s, saved.g, j, i)
            mem.free(s)
        mem.store(sums, u)
        mem.free(k_tile, sums)


def _stream(mem: Memory, sums: Block, p: Block, g: Matrix, j: Span, i: Span) -> None:
    for c in mem.tiles(g.shape[1]):
        word = mem.load(g, i, c)
        mem.multiply_add(sums[j, c], p, word)
        mem.free(word)


def _backward(
    mem: Memory,
    n: Size,
    d: Size,
    product_tiles: tuple[Size, Size, Size, Size],
    rows: tuple[Size, Size, Size | None],
    score_columns: Size | None,
) -> None:
    """The gradient for X, with that for Y if the third tile size is there, in the online form if the last one is."""
    p1, p2, g1, g2 = product_tiles
    B1, B2, B3 = rows
    online = score_columns is not None
    a1, k, a3, q, v = projections(mem, n, d, p1, p2)
    e = mem.input("E", n, d)
    saved = Saved(mem.matrix("G", n, d), mem.matrix("delta", n), mem.matrix("L" if online else "r", n))
    with mem.phase("forward sweep"):
        if score_columns is None:
            plain_sweep(mem, q, k, v, B1, (e, saved))
        else:
            online_sweep(mem, q, k, v, B1, score_columns, (e, saved))
    dq = mem.matrix("dQ", n, d)
    with mem.phase("backward sweep, dQ = dS A2"):
        query_sweep(mem, q, k, v, saved, dq, B2, online)
    with mem.phase("dX = A1^T dQ"):
        multiply(mem, a1.transposed, dq, mem.output("dX", d, d), g1, g2)
    if B3 is not None:
        u = mem.matrix("U", n, d)
        with mem.phase("backward sweep, U = P^T G"):
            value_sweep(mem, q, k, saved, u, B3, online)
        with mem.phase("dY = A3^T U"):
            multiply(mem, a3.transposed, u, mem.output("dY", d, d), g1, g2)


def flash_backward(
    mem: Memory, n: Size, d: Size, *, p1: Size, p2: Size, B1: Size, B2: Size, g1: Size, g2: Size
) -> None:
    """Computes dX.

    >>> from graphs.programs import PROGRAMS
    >>> from graphs.programs.machine import run
    >>> run(PROGRAMS["flash_backward"], 10, n=1, d=1).io  # 3 products of 3, sweeps of 7 and 7
    23
    """
    _backward(mem, n, d, (p1, p2, g1, g2), (B1, B2, None), None)


def flash_backward_xy(
    mem: Memory, n: Size, d: Size, *, p1: Size, p2: Size, B1: Size, B2: Size, B3: Size, g1: Size, g2: Size
) -> None:
    """Computes dX and dY.

    >>> from graphs.programs import PROGRAMS
    >>> from graphs.programs.machine import run
    >>> run(PROGRAMS["flash_backward_xy"], 10, n=1, d=1).io  # 8 more: K, Q, r, G, U, and the product for dY
    31
    """
    _backward(mem, n, d, (p1, p2, g1, g2), (B1, B2, B3), None)


def online_backward(
    mem: Memory, n: Size, d: Size, *, p1: Size, p2: Size, B1: Size, C1: Size, B2: Size, g1: Size, g2: Size
) -> None:
    """Computes dX, with shifted rows.

    >>> from graphs.programs import PROGRAMS
    >>> from graphs.programs.machine import run
    >>> run(PROGRAMS["online_backward"], 10, n=1, d=1).io  # L in the place of r
    23
    """
    _backward(mem, n, d, (p1, p2, g1, g2), (B1, B2, None), C1)


def online_backward_xy(
    mem: Memory, n: Size, d: Size, *, p1: Size, p2: Size, B1: Size, C1: Size, B2: Size, B3: Size, g1: Size, g2: Size
) -> None:
    """Computes dX and dY, with shifted rows.

    >>> from graphs.programs import PROGRAMS
    >>> from graphs.programs.machine import run
    >>> run(PROGRAMS["online_backward_xy"], 10, n=1, d=1).io
    31
    """
    _backward(mem, n, d, (p1, p2, g1, g2), (B1, B2, B3), C1)
