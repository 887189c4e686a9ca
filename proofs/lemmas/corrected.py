"""Lemmas D1 to D4: what inputs plus outputs add to min{A, B}, and the corrected lower half of Theorem 1.1."""

from __future__ import annotations

from proofs.lemma import Use, lemma
from proofs.lemmas.formulas import LARGE, PAPER, SMALL, TRIVIAL
from proofs.statement import term

_SIZES = ["n > 0", "d > 0", "M > 0"]
_SOURCE = f"{PAPER}, Theorem 1.1, corrected"
PHI = f"(n*d + d**2 + min({LARGE}, {SMALL}))"
"""What Theta(min{A, B}) must be replaced by to hold for every M."""

LEMMAS = (
    lemma(
        "D1 A_ge_of_M_le_nd",
        "A >= d(n+d) up to nd words",
        "n d M",
        [*_SIZES, "M <= n*d"],
        f"{LARGE} >= d*(n + d)",
        _SOURCE,
    ),
    lemma(
        "D2 B_ge_of_s_le_n",
        "B >= d(n+d) up to n² words",
        "n d M",
        [*_SIZES, "sqrt(M) <= n"],
        f"{SMALL} >= d*(n + d)",
        _SOURCE,
    ),
    lemma(
        "D3 Q_ge_sum_of_trivial",
        "Half and half",
        "n d F Q",
        ["n >= 0", "d >= 0", f"Q >= {TRIVIAL}", "Q >= F/5"],
        "Q >= 3/16*(n*d + d**2 + F)",
        _SOURCE,
    ),
    lemma(
        "D4 B_le_of_n_le_s",
        "B <= d(n+d) from n² words on",
        "n d M",
        [*_SIZES, "sqrt(M) >= n"],
        f"{SMALL} <= d*(n + d)",
        _SOURCE,
    ),
    lemma(
        "D5 nonnegative_of_sizes",
        "Nothing is negative",
        "n d M",
        _SIZES,
        f"n*d > 0 and d**2 > 0 and {LARGE} > 0 and {SMALL} > 0",
        "folklore",
    ),
    lemma(
        "thm-1.1-corrected-lower Q_ge_Phi",
        "Corrected: Q >= 3/16 Phi",
        "n:N d:N M:N Q:F",
        ["M >= 3"],
        f"Q >= 3/16*{PHI}",
        _SOURCE,
        uses=["Q_ge_trivial", "Q_ge_min_A_B", Use("Q_ge_sum_of_trivial", {"F": term(f"min({LARGE}, {SMALL})")})],
        theorem=True,
    ),
    lemma(
        "thm-1.1-corrected-upper Q_le_Phi",
        "Corrected: Q <= 99 Phi",
        "n:N d:N M:N Q:F",
        ["M >= 7"],
        f"Q <= 99*{PHI}",
        _SOURCE,
        uses=[
            "Q_le_B_of_M_le_sq_d",
            "Q_le_A_of_sq_d_le_M",
            "A_le_B_of_sq_d_le_M",
            "B_le_A_of_M_le_sq_d",
            "nonnegative_of_sizes",
        ],
        theorem=True,
    ),
    lemma(
        "thm-1.1-corrected Q_eq_Theta_Phi",
        "Corrected: Theta(Phi), from M = 7",
        "n:N d:N M:N Q:F",
        ["M >= 7"],
        f"3/16*{PHI} <= Q <= 99*{PHI}",
        _SOURCE,
        uses=["Q_ge_Phi", "Q_le_Phi"],
        theorem=True,
    ),
    lemma(
        "thm-1.1-every-M Q_eq_Theta_Phi_of_M_ge_3",
        "Corrected, for every M from 3 on",
        "n:N d:N M:N Q:F",
        ["M >= 3"],
        f"3/16*{PHI} <= Q <= 224*{PHI}",
        _SOURCE,
        uses=["Q_ge_Phi", "Q_le_Phi", "Q_le_naive", "naive_le_of_M_lt_7", "nonnegative_of_sizes"],
        theorem=True,
    ),
    lemma(
        "in-cache-exact Q_eq_trivial_in_cache",
        "Q = 4nd + 3d² if all is in cache",
        "n:N d:N M:N Q:F",
        ["M >= 2*n*d + 2*d**2 + 4*d + 6"],
        f"Q == {TRIVIAL}",
        _SOURCE,
        uses=["Q_ge_trivial", "Q_le_in_cache", "nonnegative_of_sizes"],
        theorem=True,
    ),
)
