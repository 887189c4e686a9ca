"""Lemmas T1 to T8 and the lower half of Theorem 1.1: from the counting bounds to min{A, B}/5, for all n, d and M."""

from __future__ import annotations

from proofs.lemma import Use, lemma
from proofs.lemmas.formulas import COUNT_LARGE, COUNT_SMALL, LARGE, PAPER, SMALL, TRIVIAL
from proofs.statement import term

_SIZES = ["n > 0", "d > 0"]
_SOURCE = f"{PAPER}, Theorem 1.1, lower bound"
_ABSORBING = ["Q >= F - M", f"Q >= {TRIVIAL}"]

STEPS = (
    lemma(
        "T1 denominator_le_of_M_le_sq_d",
        "Denominator, small cache",
        "d M",
        ["d > 0", "M >= 3", "M <= d**2"],
        "2 + sqrt(4*M + M**2/d**2) <= 17/5*sqrt(M)",
        _SOURCE,
    ),
    lemma(
        "T2 denominator_le_of_sq_d_le_M", "Denominator, large cache", "d M", ["M >= d**2"], "M + 2*d**2 <= 3*M", _SOURCE
    ),
    lemma(
        "T3 Q_ge_count_of_M_le_sq_d",
        "Absorbing -M, small cache",
        "n d M F Q",
        [*_SIZES, *_ABSORBING, "M <= d**2"],
        "Q >= 3/4*F",
        _SOURCE,
    ),
    lemma(
        "T4 Q_ge_count_of_M_le_nd",
        "Absorbing -M, large cache",
        "n d M F Q",
        [*_ABSORBING, "M <= n*d"],
        "Q >= 4/5*F",
        _SOURCE,
    ),
    lemma(
        "T5 three_A_le_trivial_of_nd_le_M",
        "From nd words on, 3A <= in + out",
        "n d M",
        [*_SIZES, "M >= n*d"],
        f"3*{LARGE} <= {TRIVIAL}",
        _SOURCE,
    ),
    lemma(
        "T6 Q_ge_B_of_denominator_le",
        "Small cache, assembled",
        "n d M r Q",
        [*_SIZES, "M > 0", "r >= 0", "2 + r <= 17/5*sqrt(M)", "Q >= 3/4*((n**2*d + n*d**2)/(2 + r))"],
        f"Q >= {SMALL}/5",
        _SOURCE,
    ),
    lemma(
        "T7 Q_ge_A_of_denominator_le",
        "Large cache, M <= nd, assembled",
        "n d M Q",
        [*_SIZES, "M > 0", "M + 2*d**2 <= 3*M", f"Q >= 4/5*{COUNT_LARGE}"],
        f"Q >= {LARGE}/5",
        _SOURCE,
    ),
    lemma(
        "T8 Q_ge_A_of_trivial",
        "Large cache, M >= nd, assembled",
        "n d M Q",
        [*_SIZES, "M > 0", f"3*{LARGE} <= {TRIVIAL}", f"Q >= {TRIVIAL}"],
        f"Q >= {LARGE}/5",
        _SOURCE,
    ),
)

LEMMAS = (
    *STEPS,
    lemma(
        "lower-small Q_ge_B_of_M_le_sq_d",
        "Small cache: the counts give B/5",
        "n:N d:N M:N Q",
        ["M >= 3", "M <= d**2", f"Q >= {COUNT_SMALL} - M", f"Q >= {TRIVIAL}"],
        f"Q >= {SMALL}/5",
        _SOURCE,
        uses=[
            "denominator_le_of_M_le_sq_d",
            Use("Q_ge_count_of_M_le_sq_d", {"F": term(COUNT_SMALL)}),
            Use("Q_ge_B_of_denominator_le", {"r": term("sqrt(4*M + M**2/d**2)")}),
        ],
    ),
    lemma(
        "lower-large Q_ge_A_of_sq_d_le_M",
        "Large cache: the counts give A/5",
        "n:N d:N M:N Q",
        ["M >= d**2", f"Q >= {COUNT_LARGE} - M", f"Q >= {TRIVIAL}"],
        f"Q >= {LARGE}/5",
        _SOURCE,
        uses=[
            "denominator_le_of_sq_d_le_M",
            Use("Q_ge_count_of_M_le_nd", {"F": term(COUNT_LARGE)}),
            "three_A_le_trivial_of_nd_le_M",
            "Q_ge_A_of_denominator_le",
            "Q_ge_A_of_trivial",
        ],
    ),
    lemma(
        "thm-1.1-lower Q_ge_min_A_B",
        "Theorem 1.1, lower half, c = 1/5",
        "n:N d:N M:N Q:F",
        ["M >= 3"],
        f"Q >= min({LARGE}, {SMALL})/5",
        _SOURCE,
        uses=["Q_ge_trivial", "Q_ge_LBsmall", "Q_ge_LBlarge", "Q_ge_B_of_M_le_sq_d", "Q_ge_A_of_sq_d_le_M"],
        theorem=True,
    ),
)
