"""The small-cache forward pass: all products are tiled, the n x n matrix of exponentials is stored."""

from __future__ import annotations

from graphs.programs.blocks import Matrix, Size
from graphs.programs.flash_forward import projections
from graphs.programs.memory import Memory
from graphs.programs.operations import MULTIPLY
from graphs.programs.small_cache import Pair, add_product, exponentials


def small_cache_forward(mem: Memory, n: Size, d: Size, *, f: Size) -> None:
    """Computes O with f x f tiles in every phase; the cache holds f^2 + 2 f + 3 words.

    >>> from graphs.programs import PROGRAMS
    >>> from graphs.programs.machine import run
    >>> run(PROGRAMS["small_cache_forward"], 6, n=1, d=1).io  # 3 + 3 for Q and V, 4 for Pt and r, 4 for O
    14
    """
    _, k, _, q, v = projections(mem, n, d, f, f)
    pt, r = mem.matrix("Pt", n, n), mem.matrix("r", n)
    with mem.phase("Pt = exp(Q A2^T)"):
        exponentials(mem, q, k, pt, r, (f, f))
    with mem.phase("O = diag(r) Pt V"):
        _outputs(mem, pt, v, r, mem.output("O", n, d), (f, f))


def _outputs(mem: Memory, pt: Matrix, v: Matrix, r: Matrix, o: Matrix, tile: Pair) -> None:
    for i in mem.tiles(o.shape[0], tile[0]):
        inverse = mem.load(r, i)
        for j in mem.tiles(o.shape[1], tile[1]):
            unscaled = mem.accumulator("N", i, j)
            add_product(mem, unscaled, pt, v, i, j)
            for row in mem.tiles(i):
                for entry in mem.tiles(j):
                    mem.update(unscaled[row, entry], MULTIPLY, unscaled[row, entry], inverse[row])
            mem.store(unscaled, o)
            mem.free(unscaled)
        mem.free(inverse)
