"""Where the upper half of Theorem 1.1, read literally, fails: the formula falls below inputs plus outputs."""

from __future__ import annotations

from proofs.lemma import Expectation, lemma
from proofs.lemmas.formulas import LARGE, PAPER, SMALL, TRIVIAL

LEMMAS = (
    lemma(
        "thm-1.1-literal trivial_le_min_A_B",
        "Literally: in + out <= min{A, B}",
        "n:N d:N M:N",
        ["M >= 3"],
        f"{TRIVIAL} <= min({LARGE}, {SMALL})",
        f"{PAPER}, Theorem 1.1, upper bound, read literally for every M",
        expect=Expectation.REFUTED,
        refuted_at={"n": 64, "d": 64, "M": 2**20},
        theorem=True,
    ),
    lemma(
        "T11 KA_le_nd_of_M_ge",
        "No constant K saves it: K·A <= nd",
        "n d M K",
        ["n > 0", "d > 0", "K > 0", "M >= K*d*(n + d)"],
        f"K*{LARGE} <= n*d",
        f"{PAPER}, Theorem 1.1, upper bound, read literally for every M",
    ),
    lemma(
        "T12 KB_le_sq_d_of_s_ge",
        "Nor for n < d: K·B <= d²",
        "n d M K",
        ["n > 0", "d > 0", "K > 0", "M > 0", "sqrt(M)*d >= K*n*(n + d)"],
        f"K*{SMALL} <= d**2",
        f"{PAPER}, Theorem 1.1, upper bound, read literally for every M",
    ),
)
