"""The small-cache backward pass, Algorithm 6 of the backward-pass paper: all products are tiled, S and dS stored."""

from __future__ import annotations

from dataclasses import dataclass

from graphs.programs.blocks import Block, Matrix, Size, Span
from graphs.programs.flash_forward import Saved, projections
from graphs.programs.matmul import multiply
from graphs.programs.memory import Memory
from graphs.programs.operations import EXP, INVERSE, MULTIPLY, SUBTRACT

Pair = tuple[Size, Size]


@dataclass(frozen=True)
class Tiles:
    """The tile of each phase: rows and columns of the result that stay in cache.

    b1 x b2 words, b1 for a piece of a column of the left matrix, b1 for each row statistic that stays in cache (one
    for S, two for N and dP), and 3.
    """

    projection: Pair
    scores: Pair
    output: Pair
    gradient: Pair
    query: Pair
    weights: Pair
    values: Pair | None = None


def add_product(mem: Memory, tile: Block, left: Matrix, right: Matrix, i: Span, j: Span) -> None:
    """Adds a product to a tile in cache, as in matmul.multiply."""
    for k in mem.tiles(left.shape[1]):
        column = mem.load(left, i, k)
        for entry in mem.tiles(j):
            word = mem.load(right, k, entry)
            mem.multiply_add(tile[i, entry], column, word)
            mem.free(word)
        mem.free(column)


def exponentials(mem: Memory, q: Matrix, k: Matrix, pt: Matrix, r: Matrix, tile: Pair) -> None:
    """Writes Pt = exp(Q K^T) and the inverses r of its row sums."""
    for i in mem.tiles(pt.shape[0], tile[0]):
        row_sum = mem.accumulator("l", i)
        for j in mem.tiles(pt.shape[1], tile[1]):
            s = mem.accumulator("S", i, j)
            add_product(mem, s, q, k.transposed, i, j)
            for row in mem.tiles(i):
                for entry in mem.tiles(j):
                    mem.update(s[row, entry], EXP, s[row, entry])
                    mem.store(s[row, entry], pt)
                    mem.accumulate(row_sum[row], s[row, entry])
            mem.free(s)
        mem.update(row_sum, INVERSE, row_sum)
        mem.store(row_sum, r)
        mem.free(row_sum)


def residuals(mem: Memory, pt: Matrix, v: Matrix, e: Matrix, saved: Saved, tile: Pair) -> None:
    """Writes G = O - E with O = diag(r) Pt V, and delta."""
    for i in mem.tiles(v.shape[0], tile[0]):
        inverse = mem.load(saved.statistic, i)
        delta = mem.accumulator("delta", i)
        for j in mem.tiles(v.shape[1], tile[1]):
            unscaled = mem.accumulator("N", i, j)
            add_product(mem, unscaled, pt, v, i, j)
            for row in mem.tiles(i):
                for entry in mem.tiles(j):
                    o = unscaled[row, entry]
                    mem.update(o, MULTIPLY, o, inverse[row])
                    g = mem.load(e, row, entry)
                    mem.update(g, SUBTRACT, o, g)
                    mem.store(g, saved.g)
                    mem.update(o, MULTIPLY, g, o)
                    mem.accumulate(delta[row], o)
                    mem.free(g)
            mem.free(unscaled)
        mem.store(delta, saved.delta)
        mem.free(delta, inverse)


def _score_gradients(mem: Memory, pt: Matrix, v: Matrix, saved: Saved, ds: Matrix, tile: Pair) -> None:
    """Writes dS = diag(r) Pt * (G V^T - delta), entry by entry."""
    for i in mem.tiles(ds.shape[0], tile[0]):
        inverse, delta = mem.load(saved.statistic, i), mem.load(saved.delta, i)
        for j in mem.tiles(ds.shape[1], tile[1]):
            dp = mem.accumulator("dP", i, j)
            add_product(mem, dp, saved.g, v.transposed, i, j)
            for row in mem.tiles(i):
                for entry in mem.tiles(j):
                    t = dp[row, entry]
                    mem.update(t, SUBTRACT, t, delta[row])
                    p = mem.load(pt, row, entry)
                    mem.update(p, MULTIPLY, p, inverse[row])
                    mem.update(t, MULTIPLY, p, t)
                    mem.store(t, ds)
                    mem.free(p)
            mem.free(dp)
        mem.free(inverse, delta)


def _value_gradients(mem: Memory, pt: Matrix, saved: Saved, u: Matrix, tile: Pair) -> None:
    """Writes U = P^T G, with P made again from Pt and r."""
    for j in mem.tiles(u.shape[0], tile[0]):
        for c in mem.tiles(u.shape[1], tile[1]):
            sums = mem.accumulator(u.name, j, c)
            for i in mem.tiles(pt.shape[0]):
                inverse = mem.load(saved.statistic, i)
                p = mem.load(pt, i, j)
                mem.update(p, MULTIPLY, p, inverse)
                mem.free(inverse)
                for entry in mem.tiles(c):
                    word = mem.load(saved.g, i, entry)
                    mem.multiply_add(sums[j, entry], p, word)
                    mem.free(word)
                mem.free(p)
            mem.store(sums, u)
            mem.free(sums)


def tiled_backward(mem: Memory, n: Size, d: Size, tiles: Tiles) -> None:
    """Computes dX, and dY if there are tiles for it, with a tile for each phase."""
    a1, k, a3, q, v = projections(mem, n, d, *tiles.projection)
    e = mem.input("E", n, d)
    pt, ds, dq = mem.matrix("Pt", n, n), mem.matrix("dS", n, n), mem.matrix("dQ", n, d)
    saved = Saved(mem.matrix("G", n, d), mem.matrix("delta", n), mem.matrix("r", n))
    with mem.phase("Pt = exp(Q A2^T)"):
        exponentials(mem, q, k, pt, saved.statistic, tiles.scores)
    with mem.phase("G = diag(r) Pt V - E"):
        residuals(mem, pt, v, e, saved, tiles.output)
    with mem.phase("dS = P * (G V^T - delta)"):
        _score_gradients(mem, pt, v, saved, ds, tiles.gradient)
    with mem.phase("dQ = dS A2"):
        multiply(mem, ds, k, dq, *tiles.query)
    with mem.phase("dX = A1^T dQ"):
        multiply(mem, a1.transposed, dq, mem.output("dX", d, d), *tiles.weights)
    if tiles.values is not None:
        u = mem.matrix("U", n, d)
        with mem.phase("U = P^T G"):
            _value_gradients(mem, pt, saved, u, tiles.values)
        with mem.phase("dY = A3^T U"):
            multiply(mem, a3.transposed, u, mem.output("dY", d, d), *tiles.weights)


def small_cache(mem: Memory, n: Size, d: Size, *, b: Size) -> None:
    """Computes dX with b x b tiles in every phase; the cache holds b^2 + 3 b + 3 words.

    >>> from graphs.programs import PROGRAMS
    >>> from graphs.programs.machine import run
    >>> run(PROGRAMS["small_cache"], 7, n=1, d=1).io  # 8 + 6 for the products, 3 + 5 + 5 + 1
    28
    """
    tiled_backward(mem, n, d, Tiles(*[(b, b)] * 6))


def small_cache_xy(mem: Memory, n: Size, d: Size, *, b: Size) -> None:
    """Computes dX and dY with b x b tiles in every phase.

    >>> from graphs.programs import PROGRAMS
    >>> from graphs.programs.machine import run
    >>> run(PROGRAMS["small_cache_xy"], 7, n=1, d=1).io  # 7 more: Pt, r, G, U, and the product for dY
    35
    """
    tiled_backward(mem, n, d, Tiles(*[(b, b)] * 7))


def rectangular(
    mem: Memory, n: Size, d: Size, *, p1: Size, p2: Size, s1: Size, s2: Size, o1: Size, o2: Size,
    t1: Size, t2: Size, q1: Size, q2: Size, g1: Size, g2: Size,
) -> None:  # fmt: skip
    """Computes dX with a rectangular tile for each phase.

    >>> from graphs.programs import PROGRAMS
    >>> from graphs.programs.machine import run
    >>> run(PROGRAMS["rectangular"], 7, n=1, d=1).io
    28
    """
    tiled_backward(mem, n, d, Tiles((p1, p2), (s1, s2), (o1, o2), (t1, t2), (q1, q2), (g1, g2)))


def rectangular_xy(
    mem: Memory, n: Size, d: Size, *, p1: Size, p2: Size, s1: Size, s2: Size, o1: Size, o2: Size,
    t1: Size, t2: Size, q1: Size, q2: Size, g1: Size, g2: Size, u1: Size, u2: Size,
) -> None:  # fmt: skip
    """Computes dX and dY with a rectangular tile for each phase.

    >>> from graphs.programs import PROGRAMS
    >>> from graphs.programs.machine import run
    >>> run(PROGRAMS["rectangular_xy"], 7, n=1, d=1).io
    35
    """
    tiled_backward(mem, n, d, Tiles((p1, p2), (s1, s2), (o1, o2), (t1, t2), (q1, q2), (g1, g2), (u1, u2)))


def unblocked(mem: Memory, n: Size, d: Size) -> None:
    """Computes dX with tiles of one word: 7 words of cache, and one load for nearly every operand.

    >>> from graphs.programs import PROGRAMS
    >>> from graphs.programs.machine import run
    >>> run(PROGRAMS["unblocked"], 7, n=1, d=1).io
    28
    """
    small_cache(mem, n, d, b=1)


def unblocked_xy(mem: Memory, n: Size, d: Size) -> None:
    """Computes dX and dY with tiles of one word.

    >>> from graphs.programs import PROGRAMS
    >>> from graphs.programs.machine import run
    >>> run(PROGRAMS["unblocked_xy"], 7, n=1, d=1).io
    35
    """
    small_cache_xy(mem, n, d, b=1)
