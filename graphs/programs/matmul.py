"""Tiled matrix multiplication: a tile of the result stays in cache, and words of the operands pass by."""

from __future__ import annotations

from graphs.programs.blocks import Matrix, Size
from graphs.programs.memory import Memory


def multiply(mem: Memory, left: Matrix, right: Matrix, result: Matrix, b1: Size, b2: Size) -> None:
    """Writes the product of two matrices, in tiles of b1 x b2 entries of the result.

    For I x K times K x J: K (I ceil(J/b2) + J ceil(I/b1)) loads, I J stores; the cache holds b1 b2 + b1 + 3 words: the
    tile, a piece of a column of the left matrix, one word of the right one, and 2 of scratch. With both tile sizes
    near sqrt(M) the leading term is 2 I J K / sqrt(M), which is optimal (Kwasniewski et al. 2019).
    """
    inner = left.shape[1]
    for i in mem.tiles(result.shape[0], b1):
        for j in mem.tiles(result.shape[1], b2):
            tile = mem.accumulator(result.name, i, j)
            for k in mem.tiles(inner):
                column = mem.load(left, i, k)
                for entry in mem.tiles(j):
                    word = mem.load(right, k, entry)
                    mem.multiply_add(tile[i, entry], column, word)
                    mem.free(word)
                mem.free(column)
            mem.store(tile, result)
            mem.free(tile)


def matmul(mem: Memory, rows: Size, inner: Size, columns: Size, *, b1: Size, b2: Size) -> None:
    """Computes C = A B with A rows x inner and B inner x columns, see `multiply`.

    >>> from graphs.programs import PROGRAMS
    >>> from graphs.programs.machine import run
    >>> run(PROGRAMS["matmul"], 9, rows=2, inner=2, columns=2).io  # one 2 x 2 tile: every word once
    12
    """
    a, b = mem.input("A", rows, inner), mem.input("B", inner, columns)
    multiply(mem, a, b, mem.output("C", rows, columns), b1, b2)
