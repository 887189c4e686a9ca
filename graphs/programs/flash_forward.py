"""FlashAttention, forward: a tile of rows stays in cache, keys and values pass word by word, S is never stored.

Two forms. The plain one takes exponentials of the scores as they are: it follows the CDAG of the backward-pass paper
(graphs.families.attention). The online one shifts every row by its running maximum, so that large scores do not
overflow (Milakov and Gimelshein 2018; Dao et al. 2022): another CDAG, the same traffic.
"""

from __future__ import annotations

from dataclasses import dataclass

from graphs.programs.blocks import Block, Matrix, Size, Span
from graphs.programs.matmul import multiply
from graphs.programs.memory import Memory
from graphs.programs.operations import EXP, INVERSE, LOG, MAXIMUM, MULTIPLY, SUBTRACT


@dataclass(frozen=True)
class Saved:
    """What the backward pass reads: G = O - E, delta_i = sum_k G_ik O_ik, and one statistic for each row.

    It is r_i = 1 / sum_j exp(S_ij) in the plain form and L_i = log sum_j exp(S_ij) in the online form.
    """

    g: Matrix
    delta: Matrix
    statistic: Matrix


def stream_scores(mem: Memory, s: Block, q: Block, k: Matrix, i: Span, j: Span) -> None:
    """Adds Q K^T to a tile of scores, the rows j of K passing word by word: as many loads as j has words."""
    for row in mem.tiles(j):
        for c in mem.tiles(k.shape[1]):
            word = mem.load(k, row, c)
            mem.multiply_add(s[i, row], q[i, c], word)
            mem.free(word)


def stream_values(mem: Memory, unscaled: Block, p: Block, v: Matrix, i: Span, j: Span) -> None:
    """Adds P V to a tile of outputs, the rows j of V passing word by word."""
    for row in mem.tiles(j):
        for c in mem.tiles(v.shape[1]):
            word = mem.load(v, row, c)
            mem.multiply_add(unscaled[i, c], p[i, row], word)
            mem.free(word)


def plain_sweep(mem: Memory, q: Matrix, k: Matrix, v: Matrix, B1: Size, target: Matrix | tuple[Matrix, Saved]) -> None:
    """Writes O, or with (E, Saved) what the backward pass needs, in tiles of B1 rows.

    n d + 2 n d ceil(n/B1) loads for Q, K and V, and 2 n d (O), or 3 n d + 2 n with those of Q (E, G, r, delta). The
    cache holds 2 B1 d + 2 B1 + 3 words: Q and the sums N, row sums and scores, the passing word, 2 of scratch.
    """
    n, d = q.shape
    every = mem.whole(d)
    for i in mem.tiles(n, B1):
        q_tile = mem.load(q, i, every)
        row_sum = mem.accumulator("l", i)
        unscaled = mem.accumulator("N", i, every)
        for j in mem.tiles(n):
            s = mem.accumulator("S", i, j)
            stream_scores(mem, s, q_tile, k, i, j)
            mem.update(s, EXP, s)
            mem.accumulate(row_sum, s)
            stream_values(mem, unscaled, s, v, i, j)
            mem.free(s)
        mem.free(q_tile)
        for row in mem.tiles(i):
            mem.update(row_sum[row], INVERSE, row_sum[row])
            _finish_row(mem, row, row_sum, unscaled, target)
            if isinstance(target, tuple):
                mem.store(row_sum[row], target[1].statistic)
        mem.free(row_sum, unscaled)


def online_sweep(
    mem: Memory, q: Matrix, k: Matrix, v: Matrix, B1: Size, C1: Size, target: Matrix | tuple[Matrix, Saved]
) -> None:
    """Writes the same as `plain_sweep`, with rows shifted by their running maximum, in tiles of B1 rows x C1 scores.

    The same loads and stores, for every C1. The cache holds 2 B1 d + 2 B1 + B1 C1 + 3 words: the running maximum is
    one more word a row than in the plain form with C1 = 1.
    """
    n, d = q.shape
    every = mem.whole(d)
    for i in mem.tiles(n, B1):
        q_tile = mem.load(q, i, every)
        top = mem.accumulator("m", i, operation=MAXIMUM)
        row_sum = mem.accumulator("l", i)
        unscaled = mem.accumulator("N", i, every)
        for j in mem.tiles(n, C1, in_order=True):
            s = mem.accumulator("S", i, j)
            stream_scores(mem, s, q_tile, k, i, j)
            for row in mem.tiles(i):
                _shift_row(mem, s, row, j, top, row_sum, unscaled)
            stream_values(mem, unscaled, s, v, i, j)
            mem.free(s)
        mem.free(q_tile)
        for row in mem.tiles(i):
            mem.update(row_sum[row], INVERSE, row_sum[row])
            _finish_row(mem, row, row_sum, unscaled, target)
            if isinstance(target, tuple):
                mem.update(row_sum[row], LOG, row_sum[row])
                mem.update(top[row], SUBTRACT, top[row], row_sum[row])
                mem.store(top[row], target[1].statistic)
        mem.free(top, row_sum, unscaled)


def _shift_row(mem: Memory, s: Block, row: Span, j: Span, top: Block, row_sum: Block, unscaled: Block) -> None:
    """Turns one row of scores into exponentials, after rescaling what was summed under the old maximum."""
    scale = mem.accumulator("scale", row, operation=MAXIMUM)
    mem.accumulate(scale, top[row])  # a copy of the old maximum; nothing at first, then nothing is rescaled
    for entry in mem.tiles(j):
        mem.accumulate(top[row], s[row, entry])
    mem.update(scale, SUBTRACT, scale, top[row])
    mem.update(scale, EXP, scale)
    mem.update(row_sum[row], MULTIPLY, row_sum[row], scale)
    for c in mem.tiles(unscaled.spans[1]):
        mem.update(unscaled[row, c], MULTIPLY, unscaled[row, c], scale)
    mem.free(scale)
    for entry in mem.tiles(j):
        mem.update(s[row, entry], SUBTRACT, s[row, entry], top[row])
        mem.update(s[row, entry], EXP, s[row, entry])
        mem.accumulate(row_sum[row], s[row, entry])


def _finish_row(mem: Memory, row: Span, inverse: Block, unscaled: Block, target: Matrix | tuple[Matrix, Saved]) -> None:
    """Normalises one row and store it, or G = O - E and delta."""
    if isinstance(target, Matrix):
        for c in mem.tiles(unscaled.spans[1]):
            mem.update(unscaled[row, c], MULTIPLY, unscaled[row, c], inverse[row])
            mem.store(unscaled[row, c], target)
        return
    e, saved = target
    delta = mem.accumulator("delta", row)
    for c in mem.tiles(unscaled.spans[1]):
        o = unscaled[row, c]
        mem.update(o, MULTIPLY, o, inverse[row])
        g = mem.load(e, row, c)
        mem.update(g, SUBTRACT, o, g)
        mem.store(g, saved.g)
        mem.update(o, MULTIPLY, g, o)
        mem.accumulate(delta, o)
        mem.free(g)
    mem.store(delta, saved.delta)
    mem.free(delta)


def projections(mem: Memory, n: Size, d: Size, p1: Size, p2: Size) -> tuple[Matrix, Matrix, Matrix, Matrix, Matrix]:
    """Writes Q = A1 X and V = A3 Y and return A1, K = A2, A3, Q and V."""
    a1, a2, a3 = (mem.input(name, n, d) for name in ("A1", "A2", "A3"))
    x, y = mem.input("X", d, d), mem.input("Y", d, d)
    q, v = mem.matrix("Q", n, d), mem.matrix("V", n, d)
    with mem.phase("Q = A1 X"):
        multiply(mem, a1, x, q, p1, p2)
    with mem.phase("V = A3 Y"):
        multiply(mem, a3, y, v, p1, p2)
    return a1, a2, a3, q, v


def flash_attention(mem: Memory, n: Size, d: Size, *, B1: Size) -> None:
    """Computes O from given Q, K and V, as FlashAttention does.

    >>> from graphs.programs import PROGRAMS
    >>> from graphs.programs.machine import run
    >>> run(PROGRAMS["flash_attention"], 9, n=3, d=2).io  # rows one by one: Q, O once, K, V three times
    48
    """
    q, k, v = (mem.input(name, n, d) for name in ("Q", "K", "V"))
    plain_sweep(mem, q, k, v, B1, mem.output("O", n, d))


def online_attention(mem: Memory, n: Size, d: Size, *, B1: Size, C1: Size) -> None:
    """Computes O from given Q, K and V, with shifted rows.

    >>> from graphs.programs import PROGRAMS
    >>> from graphs.programs.machine import run
    >>> run(PROGRAMS["online_attention"], 10, n=3, d=2).io  # as flash_attention, with one word more
    48
    """
    q, k, v = (mem.input(name, n, d) for name in ("Q", "K", "V"))
    online_sweep(mem, q, k, v, B1, C1, mem.output("O", n, d))


def flash_forward(mem: Memory, n: Size, d: Size, *, p1: Size, p2: Size, B1: Size) -> None:
    """Computes O from A1, A2, A3, X and Y.

    >>> from graphs.programs import PROGRAMS
    >>> from graphs.programs.machine import run
    >>> run(PROGRAMS["flash_forward"], 9, n=3, d=2).io  # 2 products of 2 (3 + 4) + 6, and the sweep of 48
    88
    """
    _, k, _, q, v = projections(mem, n, d, p1, p2)
    with mem.phase("forward sweep"):
        plain_sweep(mem, q, k, v, B1, mem.output("O", n, d))


def online_forward(mem: Memory, n: Size, d: Size, *, p1: Size, p2: Size, B1: Size, C1: Size) -> None:
    """Computes O from A1, A2, A3, X and Y, with shifted rows.

    >>> from graphs.programs import PROGRAMS
    >>> from graphs.programs.machine import run
    >>> run(PROGRAMS["online_forward"], 10, n=3, d=2).io  # as flash_forward
    88
    """
    _, k, _, q, v = projections(mem, n, d, p1, p2)
    with mem.phase("forward sweep"):
        online_sweep(mem, q, k, v, B1, C1, mem.output("O", n, d))
