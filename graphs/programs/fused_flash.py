"""Fused FlashAttention, backward: Q is made from A1 and X for each block of rows, and dX summed block by block.

So Q and dQ are never stored. In the split form the forward and the backward sweep have blocks of their own, and G, r
and delta are stored between them; in the joint form one block goes through both sweeps.
"""

from __future__ import annotations

from graphs.programs.blocks import Matrix, Size
from graphs.programs.flash_forward import Saved
from graphs.programs.matmul import multiply
from graphs.programs.memory import Memory
from graphs.programs.row_blocks import Group, add_weights, errors, gradients, outputs, passing, queries

Operands = tuple[Matrix, Matrix, Matrix, Matrix, Matrix]


def operands(mem: Memory, n: Size, d: Size, p1: Size, p2: Size) -> Operands:
    """Writes V = A3 Y and returns A1, X, K = A2, V and E."""
    a1, k, a3 = (mem.input(name, n, d) for name in ("A1", "A2", "A3"))
    x, y = mem.input("X", d, d), mem.input("Y", d, d)
    v = mem.matrix("V", n, d)
    with mem.phase("V = A3 Y"):
        multiply(mem, a3, y, v, p1, p2)
    return a1, x, k, v, mem.input("E", n, d)


def joint_sweeps(mem: Memory, given: Operands, groups: tuple[Group, ...], rows: Size) -> None:
    """Writes dX, a block of some rows of A1 going through both sweeps.

    The cache holds the larger of 3 rows d + 4 rows + d + 2 and rows d + d^2 + d + 2 words, beside what is kept.
    """
    a1, x, k, v, e = given
    n, d = a1.shape
    dx = mem.output("dX", d, d)
    with mem.phase("both sweeps"):
        for i in mem.tiles(n, rows, in_order=True):
            q = queries(mem, a1, x, i)
            unscaled, inverse = outputs(mem, q, k, v, groups, i)
            g, delta = errors(mem, unscaled, inverse, e, i)
            dq = gradients(mem, k, v, groups, (q, g, inverse, delta), i)
            mem.free(q, g, inverse, delta)
            add_weights(mem, a1, dq, dx, i)


def fused_flash_split(mem: Memory, n: Size, d: Size, *, p1: Size, p2: Size, F1: Size, F2: Size) -> None:
    """Computes dX, with F1 rows in the forward sweep and F2 in the backward sweep.

    >>> from graphs.programs import PROGRAMS
    >>> from graphs.programs.machine import run
    >>> run(PROGRAMS["fused_flash_split"], 10, n=1, d=1).io  # V 3; forward 2 + 2 + 1 + 3; backward 2 + 3 + 2 + 2
    20
    """
    given = operands(mem, n, d, p1, p2)
    a1, x, k, v, e = given
    groups, every = passing(mem, n, d), mem.whole(d)
    saved = Saved(mem.matrix("G", n, d), mem.matrix("delta", n), mem.matrix("r", n))
    with mem.phase("forward sweep"):
        for i in mem.tiles(n, F1):
            q = queries(mem, a1, x, i)
            unscaled, inverse = outputs(mem, q, k, v, groups, i)
            mem.free(q)
            g, delta = errors(mem, unscaled, inverse, e, i)
            mem.store(g, saved.g)
            mem.store(delta, saved.delta)
            mem.store(inverse, saved.statistic)
            mem.free(g, delta, inverse)
    dx = mem.output("dX", d, d)
    with mem.phase("backward sweep"):
        for i in mem.tiles(n, F2, in_order=True):
            q, g = queries(mem, a1, x, i), mem.load(saved.g, i, every)
            inverse, delta = mem.load(saved.statistic, i), mem.load(saved.delta, i)
            dq = gradients(mem, k, v, groups, (q, g, inverse, delta), i)
            mem.free(q, g, inverse, delta)
            add_weights(mem, a1, dq, dx, i)


def fused_flash_joint(mem: Memory, n: Size, d: Size, *, p1: Size, p2: Size, F2: Size) -> None:
    """Computes dX, with F2 rows in cache through both sweeps.

    >>> from graphs.programs import PROGRAMS
    >>> from graphs.programs.machine import run
    >>> run(PROGRAMS["fused_flash_joint"], 10, n=1, d=1).io  # V 3; Q 2; K, V twice; E; A1 and dX
    12
    """
    joint_sweeps(mem, operands(mem, n, d, p1, p2), passing(mem, n, d), F2)
