"""Lemmas S1 to S9: sparse attention; Z is the support of Q K^T, delta the least common columns, w = sqrt(Z)."""

from __future__ import annotations

from proofs.lemma import lemma
from proofs.lemmas.formulas import PAPER, SEGMENTS

_PAPER = f"{PAPER}, Theorem 4.5"
_LITERAL = f"{_PAPER}, read literally for every pattern"
_COUNTS = ["x >= 0", "y >= 0", "h >= 0", "delta > 0", "x + y + h <= S"]

LEMMAS = (
    lemma(
        "S1 Zeff_le_half_of_nonzeros",
        "Effective size <= nonzeros/2",
        "delta R C Z ZQ ZK",
        ["delta >= 0", "R >= 0", "C >= 0", "Z >= 0", "R*delta <= ZQ", "C*delta <= ZK", "Z <= R*C"],
        "delta*sqrt(Z) <= (ZQ + ZK)/2",
        f"{_PAPER}; R rows of Q and C rows of K have at least delta nonzeros each",
    ),
    lemma(
        "S2 sparse_B_le_A_of_s_le",
        "Sparse crossover",
        "Zin w M",
        ["Zin > 0", "w > 0", "M > 0", "sqrt(M)*w <= Zin"],
        "Zin*w/sqrt(M) <= Zin**2/M",
        _PAPER,
    ),
    lemma(
        "S3 sparse_roots_le_sum",
        "Root count with delta columns",
        "x y h delta S",
        _COUNTS,
        "h + x*y/delta**2 <= S + S**2/(4*delta**2)",
        f"{SEGMENTS}, summation trees",
    ),
    lemma(
        "S4 products_ge_of_columns",
        "Products from common columns",
        "delta Z t W",
        ["Z >= 0", "t >= delta", "W == t*Z"],
        "W >= delta*Z",
        f"{_PAPER}; t is the mean number of common columns",
    ),
    lemma(
        "S5 sparse_Q_ge_of_sq_delta_le_M",
        "Sparse, large cache",
        "delta Z M Q",
        ["delta > 0", "Z >= 0", "M >= delta**2", "Q >= Z*delta**2/(M + 2*delta**2) - M", "Q >= 4*M"],
        "Q >= 4/15*(Z*delta**2/M)",
        _PAPER,
    ),
    lemma(
        "S6 diagonal_cost_le_literal",
        "The diagonal beats the formula",
        "w s K",
        ["w > 0", "s > 0", "K > 0", "2*w >= 3*K*s"],
        "3*K*w**2 <= 2*w**3/s",
        f"{_LITERAL}: n = w**2, M = s**2, a diagonal costs 3n",
    ),
    lemma(
        "S7 band_cost_le_literal",
        "A band beats the formula",
        "n d w K M",
        ["d > 0", "w >= 1", "K > 0", "M == 2*w*d", "n >= 12*w*K"],
        "6*K*n*d <= n**2*d**2/M",
        f"{_LITERAL}: a band of width w costs 6nd",
    ),
    lemma(
        "S8 sparse_Q_ge_of_denominator_le",
        "Sparse, small cache",
        "delta Z M t F Q",
        [
            *("delta > 0", "Z >= 0", "M > 0", "t >= 0", "2 + t <= 257/100*sqrt(M)"),
            *("F >= Z*delta/(2 + t)", "Q >= 3/4*F"),
        ],
        "Q >= 29/100*(Z*delta/sqrt(M))",
        _PAPER,
    ),
    lemma(
        "S9 sparse_denominator_le", "Sparse denominator", "M", ["M >= 3"], "2 + sqrt(2*M) <= 257/100*sqrt(M)", _PAPER
    ),
)
