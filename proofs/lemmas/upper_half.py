"""Lemmas U1 to U7: the exact costs of Algorithm 6 and FlashAttention against A and B, with explicit constants."""

from __future__ import annotations

from proofs.lemma import Expectation, lemma
from proofs.lemmas.formulas import SMALL

# N = ceiling(n/b), D = ceiling(d/b): of a ceiling only b*N <= n + b is used
ALGORITHM_6 = "(6*n*d*N + 2*n**2*D + 3*n**2 + 4*n*d*D + 2*d**2*N + 5*n*d + 5*n + d**2)"
"""The I/O of Algorithm 6 with b x b tiles; the tests compare it with the program's polynomial."""
SMOOTH_6 = "((8*n**2*d + 6*n*d**2)/b + 5*n**2 + 15*n*d + 3*d**2 + 5*n)"
_SIX = "I/O of Algorithm 6"
_FLASH = "I/O of FlashAttention, backward"
_PRODUCT = "I/O of a tiled product"

LEMMAS = (
    lemma(
        "U1",
        "Algorithm 6 without ceilings",
        "n d b N D",
        ["n >= 0", "d >= 0", "b > 0", "b*N <= n + b", "b*D <= d + b"],
        f"{ALGORITHM_6} <= {SMOOTH_6}",
        _SIX,
    ),
    lemma("U2", "The best tile is large", "b M", ["b >= 1", "M <= b**2 + 5*b + 6"], "M <= 12*b**2", _SIX),
    lemma("U3a", "Its side against sqrt(M)", "b M", ["b >= 0", "M >= 0", "M <= 12*b**2"], "347*b >= 100*sqrt(M)", _SIX),
    lemma(
        "U3b",
        "Algorithm 6 against B",
        "n d b M W",
        [
            *("n >= 1", "d >= 1", "b > 0", "M > 0", "sqrt(M) <= d", "347*b >= 100*sqrt(M)"),
            f"W <= {SMOOTH_6}",
        ],
        f"W <= 33*{SMALL} + 20*n*d + 3*d**2",
        _SIX,
    ),
    lemma(
        "U4",
        "Flash sweeps without ceilings",
        "n d a1 a2 G1 G2",
        ["n >= 0", "d >= 0", "a1 > 0", "a2 > 0", "a1*G1 <= n + a1", "a2*G2 <= n + a2"],
        "10*n*d + 4*n + 2*n*d*(G1 + G2) <= 14*n*d + 4*n + 2*n**2*d/a1 + 2*n**2*d/a2",
        _FLASH,
    ),
    lemma(
        "U5",
        "Rows of the backward sweep",
        "d M a2",
        ["d >= 1", "M >= 22*d", "a2*(3*d + 4) >= M - d - 2 - (3*d + 3)"],
        "12*d*a2 >= M",
        _FLASH,
    ),
    lemma(
        "U5c",
        "Rows of the forward sweep",
        "d M a1",
        ["d >= 1", "M >= 9*d", "a1*(2*d + 2) >= M - 3 - (2*d + 1)"],
        "12*d*a1 >= M",
        _FLASH,
    ),
    lemma(
        "U5b",
        "Backward sweep, too many rows",
        "d M a2",
        ["d >= 1", "M >= 30*d", "a2*(3*d + 4) >= M - d - 2 - (3*d + 3)"],
        "8*d*a2 >= M",
        "a first guess, kept since it is false",
        expect=Expectation.REFUTED,
    ),
    lemma(
        "U7",
        "A tiled product without ceilings",
        "n d b1 b2 N D",
        ["n >= 0", "d >= 0", "b1 > 0", "b2 > 0", "b1*N <= n + b1", "b2*D <= d + b2"],
        "n*D + d*N <= n*d/b2 + n + n*d/b1 + d",
        _PRODUCT,
    ),
)
