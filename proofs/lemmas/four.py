"""LBcube: the four products of the backward pass that run over one cube, and the bound on Q that follows."""

from __future__ import annotations

from proofs.lemma import Use, lemma
from proofs.lemmas.counting import reading
from proofs.lemmas.formulas import COUNT_FOUR, CUBE_ROOT, SEGMENTS
from proofs.statement import term

_SOURCE = f"{SEGMENTS}, with Loomis and Whitney 1949 and Cauchy's inequality for four products"
_X = "(x_C + (q_C*k_C + g_C*v_C)/d**2)"
_Y = "(k_C + v_C)"
_OUTSIDE = f"{_X}*{_Y}*(q_C + g_C + w_C + {_X}*{_Y}/n**2)"
_TREES = f"(x_C + {_Y}*(q_C + g_C)/d**2)"
_SQUARE = "(9/4*M**2 + 32/27*M**3/d**2)"
_SYMBOLS = "n:N d:N M:N Q:F h:F C:F x_C:F w_C:F q_C:F k_C:F v_C:F g_C:F h_C:F"
# the bound on X: hits on both operands, as if each of one met each of the other
_WHOLE = "(x + Y*z/d**2)"


def _use(name: str, **terms: str) -> Use:
    return Use(name, {symbol: term(text) for symbol, text in terms.items()})


LEMMAS = (
    lemma(
        "K1 cube_le_of_counts",
        "Cube, from its counts",
        "Y x z d M",
        ["Y >= 0", "x >= 0", "z >= 0", "M > 0", "z <= 2*M - Y", "z <= 3*M - x - Y", "d > 0"],
        f"Y*{_WHOLE}*(3*M - Y - x) <= M**3*(1 + 21/10*M/d**2)",
        _SOURCE,
        uses=[
            "cube_first_le_of_sum_le_3M",
            "cube_second_le_of_Y_le_2M",
            "cube_second_monotone_in_z",
            "cube_le_of_both_parts",
        ],
    ),
    lemma(
        "K2 square_le_of_le",
        "Squares of a product",
        "F E n",
        ["0 <= F", "F <= E", "n > 0"],
        "F**2/n**2 <= E**2/n**2",
        "folklore",
    ),
    lemma(
        "K3 box_le_of_factors",
        "A box, from bounds on its sides",
        "X Y F r w n",
        ["X >= 0", "Y >= 0", "X <= F", "0 <= w", "w <= r", "n > 0"],
        "0 <= X*Y*(w + X*Y/n**2) <= Y*F*r + (F*Y)**2/n**2",
        "folklore",
    ),
    lemma(
        "K4 shared_hits_le_product",
        "Two products of hits",
        "q k v g x d",
        ["q >= 0", "k >= 0", "v >= 0", "g >= 0", "x >= 0", "d > 0"],
        "0 <= x + (q*k + g*v)/d**2 <= x + (k + v)*(q + g)/d**2",
        _SOURCE,
    ),
    lemma(
        "K5 cube_root_ge_of_parts",
        "The cube under its root",
        "n d M",
        ["n > 0", "d > 0", "M > 0"],
        f"M**3*(1 + 21/10*M/d**2) + {_SQUARE}**2/n**2 <= M**2*{CUBE_ROOT}",
        _SOURCE,
    ),
    reading(
        "four_products_of_segment",
        "S, N, dP, dQ in a segment",
        _SYMBOLS,
        [
            *("h >= 0", "Q >= M*(h - 1)", "h*C >= 4*n**2*d", f"C <= h_C + sqrt({_OUTSIDE})", "h_C <= 2*M"),
            *(f"{name}_C >= 0" for name in "xwqkvg"),
            "q_C + k_C + v_C + g_C <= 2*M",
            "x_C + w_C + q_C + k_C + v_C + g_C <= 3*M",
        ],
        f"{_SOURCE}; a schedule cut after every M loads and stores",
        ["segment-lemma", "path-system", "four-products"],
    ),
    lemma(
        "LBcube Q_ge_LBcube",
        "LBcube, every schedule",
        _SYMBOLS,
        ["M >= 3"],
        f"Q >= {COUNT_FOUR} - M",
        _SOURCE,
        uses=[
            "four_products_of_segment",
            _use("shared_hits_le_product", **{name: f"{name}_C" for name in "qkvgx"}),
            _use("cube_le_of_counts", Y=_Y, x="x_C", z="q_C + g_C"),
            _use("trees_mul_operands_le", Y=_Y, x="x_C", z="q_C + g_C"),
            _use("square_le_of_le", F=f"{_TREES}*{_Y}", E=_SQUARE),
            _use("box_le_of_factors", X=_X, Y=_Y, F=_TREES, w="q_C + g_C + w_C", r=f"3*M - {_Y} - x_C"),
            "cube_root_ge_of_parts",
            _use("sqrt_le_mul_sqrt", U=_OUTSIDE, V=CUBE_ROOT),
            _use("Q_ge_of_product_bound", W="4*n**2*d", P="C", r=f"sqrt({CUBE_ROOT})"),
        ],
        theorem=True,
    ),
)
