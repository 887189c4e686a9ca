"""Theorem S: the sparse lower bound that holds for every pattern, its dense specialisation, and its crossover."""

from __future__ import annotations

from proofs.lemma import Use, lemma
from proofs.lemmas.counting import hits, reading
from proofs.lemmas.formulas import PAPER, SEGMENTS
from proofs.statement import term

SPARSE_LARGE = "(Z*delta**2/M)"
"""Zeff**2/M, with Zeff = delta*sqrt(Z)."""
SPARSE_SMALL = "(Z*delta/sqrt(M))"
SPARSE_ROOTS = "Z*min(1/2, delta**2/M)"
SPARSE_PRODUCTS = "(Z*delta/(2 + sqrt(M + M**2/delta**2)))"

_PAPER = f"{PAPER}, Theorem 4.5, corrected"
_TREES = f"{SEGMENTS}, summation trees"
_BOXES = f"{SEGMENTS}, with Loomis and Whitney 1949"
_PATTERN = "M:N Z:N delta:N Z_Q:F Z_K:F r_Q:F r_K:F Qs:F"
_SIZES = ["Z > 0", "delta > 0"]
_OUTSIDE = "x_Ps*y_Ps*(m_Ps + h_Ps + x_Ps*y_Ps/delta**2)"
_ROOT = "M + M**2/delta**2"
_INPUTS = "Qs >= 2*(delta*sqrt(Z))"


def _fixed(mark: str, names: str) -> str:
    return " ".join([f"{mark}:F", *(f"{name}_{mark}:F" for name in names.split())])


def _use(name: str, **terms: str) -> Use:
    return Use(name, {symbol: term(text) for symbol, text in terms.items()})


_COUNTS = (
    reading(
        "sizes_of_pattern",
        "The sizes of a pattern",
        _PATTERN,
        [
            *("r_Q >= 0", "r_K >= 0", "r_Q*delta <= Z_Q", "r_K*delta <= Z_K", "Z <= r_Q*r_K"),
            "Qs >= Z_Q + Z_K",
        ],
        "Hong and Kung 1981, inputs plus outputs",
        ["inputs-and-outputs"],
    ),
    lemma(
        "SQ1 Qs_ge_Zeff",
        "Nonzeros are loaded, any pattern",
        _PATTERN,
        ["M >= 3"],
        _INPUTS,
        _PAPER,
        uses=[
            "sizes_of_pattern",
            _use("Zeff_le_half_of_nonzeros", R="r_Q", C="r_K", ZQ="Z_Q", ZK="Z_K"),
        ],
    ),
    reading(
        "scores_of_segment",
        "Scores in a segment, any pattern",
        f"M:N Z:N delta:N Qs:F hs:F {_fixed('Rs', 'x y h')}",
        [
            *("hs >= 0", "Qs >= M*(hs - 1)", "hs*Rs >= Z", "Rs <= h_Rs + x_Rs*y_Rs/delta**2", *hits("Rs", "2*M")),
        ],
        _TREES,
        ["segment-lemma", "sparse-root-count"],
    ),
    lemma(
        "SR1 Qs_ge_of_root_bound",
        "From few scores to Q, any pattern",
        "Z delta M R h Q",
        [
            *(*_SIZES, "M > 0", "h >= 0", "R <= max(2*M, (2*M)**2/(4*delta**2))"),
            *("h*R >= Z", "Q >= M*(h - 1)"),
        ],
        f"Q >= {SPARSE_ROOTS} - M",
        _TREES,
    ),
    lemma(
        "sparse-LBroot Qs_ge_LBroot",
        "LBroot, any pattern",
        f"M:N Z:N delta:N Qs:F hs:F {_fixed('Rs', 'x y h')}",
        ["M >= 3"],
        f"Qs >= {SPARSE_ROOTS} - M",
        _TREES,
        uses=[
            "scores_of_segment",
            _use("roots_le_max", x="x_Rs", y="y_Rs", h="h_Rs", S="2*M", d="delta"),
            _use("Qs_ge_of_root_bound", R="Rs", h="hs", Q="Qs"),
        ],
        theorem=True,
    ),
    reading(
        "score_products_of_segment",
        "Products in a segment, any pattern",
        f"M:N Z:N delta:N W:N Qs:F hs:F {_fixed('Ps', 'x y h m L')}",
        [
            *("hs >= 0", "Qs >= M*(hs - 1)", "hs*Ps >= W", "W >= Z*delta", f"Ps <= h_Ps + sqrt({_OUTSIDE})"),
            *(*hits("Ps", "M + L_Ps"), "m_Ps >= 0", "m_Ps <= 2*M - L_Ps", "L_Ps >= 0", "L_Ps <= M"),
        ],
        _BOXES,
        ["segment-lemma", "sparse-product-count"],
    ),
    lemma(
        "sparse-LBprod Qs_ge_LBprod",
        "LBprod, any pattern",
        f"M:N Z:N delta:N W:N Qs:F hs:F {_fixed('Ps', 'x y h m L')}",
        ["M >= 3"],
        f"Qs >= {SPARSE_PRODUCTS} - M",
        _BOXES,
        uses=[
            "score_products_of_segment",
            _use("products_le_of_hits", d="delta", **{s: f"{s}_Ps" for s in ("x", "y", "h", "m", "L")}),
            _use("products_le_of_scaled", d="delta", **{s: f"{s}_Ps" for s in ("x", "y", "h", "m")}),
            _use("sqrt_le_mul_sqrt", U=_OUTSIDE, V=_ROOT),
            _use("Q_ge_of_product_bound", W="Z*delta", P="Ps", r=f"sqrt({_ROOT})", h="hs", Q="Qs"),
        ],
        theorem=True,
    ),
)

_REGIMES = (
    lemma(
        "ST1 Qs_ge_of_sq_delta_le_M",
        "Theorem S, large cache",
        "Z delta M Q",
        [*_SIZES, "M >= delta**2", f"Q >= {SPARSE_ROOTS} - M", "Q >= 2*(delta*sqrt(Z))"],
        f"Q >= 2/5*{SPARSE_LARGE}",
        _PAPER,
    ),
    lemma(
        "ST2 sparse_root_le",
        "The root for M <= delta²",
        "delta M",
        ["delta > 0", "M > 0", "M <= delta**2"],
        "sqrt(M + M**2/delta**2) <= sqrt(2*M)",
        "folklore",
    ),
    lemma(
        "ST3 Qs_ge_of_M_le_third",
        "Theorem S, small cache, M <= Q/3",
        "Z delta M r Q",
        [
            *(*_SIZES, "M > 0", "r >= 0", "2 + r <= 257/100*sqrt(M)", "3*M <= Q"),
            "Q >= Z*delta/(2 + r) - M",
        ],
        f"Q >= 29/100*{SPARSE_SMALL}",
        _PAPER,
    ),
    lemma(
        "ST4 Qs_ge_of_M_ge_third",
        "Theorem S, small cache, M >= Q/3",
        "Z delta M Q",
        [*_SIZES, "M > 0", "M <= delta**2", "3*M >= Q", "Q >= 2*(delta*sqrt(Z))"],
        f"Q >= 29/100*{SPARSE_SMALL}",
        _PAPER,
    ),
    lemma(
        "sparse-crossover sparse_A_le_B_iff_sq_delta_le_M",
        "Sparse crossover at delta²",
        "Z delta M",
        [*_SIZES, "M > 0"],
        f"({SPARSE_LARGE} <= {SPARSE_SMALL}) == (M >= delta**2)",
        _PAPER,
        theorem=True,
    ),
    lemma(
        "ST6 sparse_halves_positive",
        "Both halves are positive",
        "Z delta M",
        [*_SIZES, "M > 0"],
        f"{SPARSE_LARGE} > 0 and {SPARSE_SMALL} > 0",
        "folklore",
    ),
)

LEMMAS = (
    *_COUNTS,
    *_REGIMES,
    lemma(
        "theorem-S Qs_ge_min",
        "Theorem S, any pattern, c = 0.29",
        "M:N Z:N delta:N W:N Qs:F",
        ["M >= 3"],
        f"Qs >= 29/100*min({SPARSE_LARGE}, {SPARSE_SMALL})",
        _PAPER,
        uses=[
            *("Qs_ge_Zeff", "Qs_ge_LBroot", "Qs_ge_LBprod", "sparse_root_le", "sparse_denominator_le"),
            _use("Qs_ge_of_sq_delta_le_M", Q="Qs"),
            _use("Qs_ge_of_M_le_third", r=f"sqrt({_ROOT})", Q="Qs"),
            _use("Qs_ge_of_M_ge_third", Q="Qs"),
            *("sparse_A_le_B_iff_sq_delta_le_M", "sparse_halves_positive"),
        ],
        theorem=True,
    ),
    lemma(
        "ST7 dense_halves",
        "Both halves for dense matrices",
        "n d M Z delta",
        ["n > 0", "d > 0", "M > 0", "Z == n**2", "delta == d"],
        f"{SPARSE_LARGE} == n**2*d**2/M and {SPARSE_SMALL} == n**2*d/sqrt(M)",
        "folklore",
    ),
    lemma(
        "theorem-S-dense Qs_ge_dense",
        "Theorem S, dense matrices",
        "n:N d:N M:N Z:N delta:N W:N Qs:F",
        ["M >= 3", "Z == n**2", "delta == d"],
        "Qs >= 29/100*min(n**2*d**2/M, n**2*d/sqrt(M))",
        _PAPER,
        uses=["Qs_ge_min", "dense_halves"],
        theorem=True,
    ),
)
