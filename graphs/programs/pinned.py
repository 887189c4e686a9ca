"""Pinned: the joint form of fused FlashAttention; the words of cache left over hold words of K and V for ever."""

from __future__ import annotations

from graphs.programs.blocks import Block, Matrix, Size, Span
from graphs.programs.fused_flash import joint_sweeps, operands
from graphs.programs.memory import Memory
from graphs.programs.row_blocks import Group, Parts


def pinned(mem: Memory, n: Size, d: Size, *, p1: Size, p2: Size, F: Size, R: Size, w: Size) -> None:
    """Computes dX with blocks of F rows; the first R rows of K and V stay, of the last of these only w words.

    They stay in the order row by row, first of K, then of V: 2 d (R - 1) + w words in all. Each is loaded once instead
    of twice for every block, so that with c blocks 2 c - 1 loads are saved for each.

    >>> from graphs.programs import PROGRAMS
    >>> from graphs.programs.machine import run
    >>> run(PROGRAMS["pinned"], 11, n=1, d=1).io  # one load less than in the joint form
    11
    """
    given = operands(mem, n, d, p1, p2)
    _, _, k, v, _ = given
    rows = mem.capped(R, n)
    of_k = mem.capped(w, d)
    of_v = mem.capped(w, 2 * d) - of_k
    whole, last, rest = Span(0, rows - 1), Span(rows - 1, 1, wave=True), Span(rows, n - rows)
    with mem.phase("what stays"):
        (k_rows, k_row, k_parts), (v_rows, v_row, v_parts) = (
            _keep(mem, matrix, whole, last, columns) for matrix, columns in ((k, of_k), (v, of_v))
        )
    every = mem.whole(d)
    groups = (
        Group(whole, ((every, k_rows),), ((every, v_rows),)),
        Group(last, k_parts, v_parts),
        Group(rest, ((every, None),), ((every, None),)),
    )
    joint_sweeps(mem, given, groups, F)
    mem.free(k_rows, k_row, v_rows, v_row)


def _keep(mem: Memory, matrix: Matrix, whole: Span, last: Span, columns: Size) -> tuple[Block, Block, Parts]:
    """Loads some rows and the first columns of one more; returns both blocks, and the parts of that last row."""
    d = matrix.shape[1]
    here, there = Span(0, columns), Span(columns, d - columns)
    row = mem.load(matrix, last, here)
    return mem.load(matrix, whole, mem.whole(d)), row, ((here, row), (there, None))
