"""Programs on a two-level memory: each algorithm written once, and the table of those that can be asked for by name."""

from __future__ import annotations

from functools import partial

from graphs.families.attention import attention_backward, attention_forward
from graphs.families.matmul import matmul as matmul_cdag
from graphs.programs import fitting, reference
from graphs.programs.flash1 import flash1_attention
from graphs.programs.flash_backward import flash_backward, flash_backward_xy, online_backward, online_backward_xy
from graphs.programs.flash_forward import flash_attention, flash_forward, online_attention, online_forward
from graphs.programs.fused_flash import fused_flash_joint, fused_flash_split
from graphs.programs.hybrid import hybrid
from graphs.programs.in_cache import in_cache
from graphs.programs.in_cache_forward import in_cache_forward
from graphs.programs.in_cache_sharp import in_cache_sharp
from graphs.programs.matmul import matmul
from graphs.programs.naive import naive_backward, naive_backward_xy, naive_forward, naive_matmul
from graphs.programs.pinned import pinned
from graphs.programs.program import Program, Task
from graphs.programs.small_cache import (
    rectangular,
    rectangular_xy,
    small_cache,
    small_cache_xy,
    unblocked,
    unblocked_xy,
)
from graphs.programs.small_cache_forward import small_cache_forward

_N_D = ("n", "d")
_FORWARD = {"A1": _N_D, "A2": _N_D, "A3": _N_D, "X": ("d", "d"), "Y": ("d", "d")}
_BACKWARD = {**_FORWARD, "E": _N_D}

PRODUCT = Task("C = A B", {"A": ("rows", "inner"), "B": ("inner", "columns")}, reference.product, matmul_cdag)
ATTENTION = Task("O from Q, K and V", {"Q": _N_D, "K": _N_D, "V": _N_D}, reference.attention)
FORWARD = Task("O", _FORWARD, reference.forward, attention_forward)
GRADIENT_X = Task("dX", _BACKWARD, reference.gradient_x, partial(attention_backward, gradients="X"))
GRADIENTS = Task("dX and dY", _BACKWARD, reference.gradients, partial(attention_backward, gradients="XY"))

_flash = fitting.flash_tiles
_FLASH1 = "FlashAttention-1 loop order, columns outside"

PROGRAMS: dict[str, Program] = {
    program.name: program
    for program in (
        Program("Tiled matrix product", PRODUCT, matmul, lambda **_: 5, fitting.product_tiles),
        Program("Naive matrix product", PRODUCT, naive_matmul, lambda **_: 3),
        Program(
            "FlashAttention", ATTENTION, flash_attention, lambda n, d: 2 * d + 5, partial(_flash, projections=False)
        ),
        Program(
            "FlashAttention, online softmax",
            ATTENTION,
            online_attention,
            lambda n, d: 2 * d + 6,
            partial(_flash, projections=False, online=True),
        ),
        Program(_FLASH1, ATTENTION, flash1_attention, lambda n, d: 5 * d + 7, fitting.flash1_tiles),
        Program("FlashAttention forward", FORWARD, flash_forward, lambda n, d: 2 * d + 5, _flash),
        Program(
            "FlashAttention forward, online softmax",
            FORWARD,
            online_forward,
            lambda n, d: 2 * d + 6,
            partial(_flash, online=True),
            on_family=False,
        ),
        Program("Small cache, forward", FORWARD, small_cache_forward, lambda **_: 6, fitting.forward_tile),
        Program("Forward in cache", FORWARD, in_cache_forward, lambda n, d: 2 * n * d + d * d + 2 * d + 4),
        Program("Naive forward", FORWARD, naive_forward, lambda **_: 3),
        Program(
            "FlashAttention backward", GRADIENT_X, flash_backward, lambda n, d: 4 * d + 6, partial(_flash, sweeps="X")
        ),
        Program(
            "FlashAttention backward",
            GRADIENTS,
            flash_backward_xy,
            lambda n, d: 4 * d + 6,
            partial(_flash, sweeps="XY"),
        ),
        Program(
            "FlashAttention backward, online softmax",
            GRADIENT_X,
            online_backward,
            lambda n, d: 4 * d + 6,
            partial(_flash, online=True, sweeps="X"),
            on_family=False,
        ),
        Program(
            "FlashAttention backward, online softmax",
            GRADIENTS,
            online_backward_xy,
            lambda n, d: 4 * d + 6,
            partial(_flash, online=True, sweeps="XY"),
            on_family=False,
        ),
        Program("Small cache (Algorithm 6)", GRADIENT_X, small_cache, lambda **_: 7, fitting.square_tile),
        Program("Small cache (Algorithm 6)", GRADIENTS, small_cache_xy, lambda **_: 7, fitting.square_tile),
        Program(
            "Small cache, a rectangular tile for each phase",
            GRADIENT_X,
            rectangular,
            lambda **_: 7,
            fitting.rectangular_tiles,
        ),
        Program(
            "Small cache, a rectangular tile for each phase",
            GRADIENTS,
            rectangular_xy,
            lambda **_: 7,
            partial(fitting.rectangular_tiles, values=True),
        ),
        Program(
            "Small-cache forward, one sweep back", GRADIENT_X, hybrid, lambda n, d: 2 * d + 6, fitting.hybrid_tiles
        ),
        Program(
            "FlashAttention, fused, split sweeps",
            GRADIENT_X,
            fused_flash_split,
            lambda n, d: max(4 * d + 6, d * d + 2 * d + 2),
            partial(fitting.fused_tiles, split=True),
        ),
        Program(
            "FlashAttention, fused, joint sweeps",
            GRADIENT_X,
            fused_flash_joint,
            lambda n, d: max(4 * d + 6, d * d + 2 * d + 2),
            partial(fitting.fused_tiles, split=False),
        ),
        Program(
            "FlashAttention, fused, words of K, V stay",
            GRADIENT_X,
            pinned,
            lambda n, d: max(4 * d + 7, d * d + 2 * d + 3),
            fitting.pinned_tiles,
        ),
        Program("Unblocked backward", GRADIENT_X, unblocked, lambda **_: 7),
        Program("Unblocked backward", GRADIENTS, unblocked_xy, lambda **_: 7),
        Program("Naive backward", GRADIENT_X, naive_backward, lambda **_: 3),
        Program("Naive backward", GRADIENTS, naive_backward_xy, lambda **_: 3),
        Program("Backward in cache", GRADIENT_X, in_cache, lambda n, d: 2 * n * d + 2 * d * d + 4 * d + 6),
        Program(
            "Backward in cache, Q made again",
            GRADIENT_X,
            in_cache_sharp,
            lambda n, d: 2 * n * d + 2 * d * d + 3 * d + 6,
        ),
    )
}
"""Every program by the name of its function."""
