"""Theorem A: the constant of the small cache, from sums weighed by their terms in segments of 2M loads and stores."""

from __future__ import annotations

from proofs.lemma import Lemma, Use, lemma
from proofs.lemmas.formulas import (
    SEGMENTS,
    SMALL_FACTOR,
    SMALL_FORWARD,
    SMALL_FOUR,
    SMALL_FOUR_WEIGHT,
    SMALL_PRODUCT,
    SMALL_PRODUCT_FACTOR,
    SMALL_PRODUCT_WEIGHT,
)
from proofs.statement import term

_SOURCE = f"{SEGMENTS}, with Loomis and Whitney 1949 slice by slice"
_CUT = "a schedule cut after every 2M loads and stores"
_SIGNS = ["Y >= 0", "x >= 0", "z >= 0", "M > 0", "x + Y + z <= 3*M"]


def _use(name: str, **terms: str) -> Use:
    return Use(name, {symbol: term(text) for symbol, text in terms.items()})


def _box(X: str, Y: str, Z: str, e: str) -> list[Use]:
    """The uses that put the root of the box XYZ under that of the cube of Me, where X + Y + Z is at most 3Me."""
    sides = {"X": X, "Y": Y, "Z": Z}
    return [
        _use("box_le_cube_of_sum", **sides, F=f"M*{e}"),
        _use("box_ge_zero", **sides),
        _use("sqrt_le_of_le_cube", U=f"{X}*{Y}*({Z})", e=e),
        _use("mul_sqrt_ge_zero", e=e),
    ]


STEPS = (
    lemma("A1 cube_le_of_le_three", "Order of cubes", "S F", ["0 <= S", "S <= 3*F"], "S**3 <= 27*F**3", "folklore"),
    lemma(
        "A2 box_le_cube_of_sum",
        "A box under a cube",
        "X Y Z F",
        ["X >= 0", "Y >= 0", "Z >= 0", "X + Y + Z <= 3*F"],
        "X*Y*Z <= F**3",
        "arithmetic and geometric means",
        uses=[_use("mul_le_cube_of_sum", x="X", y="Y", w="Z"), _use("cube_le_of_le_three", S="X + Y + Z")],
    ),
    lemma("A3 box_ge_zero", "A box", "X Y Z", ["X >= 0", "Y >= 0", "Z >= 0"], "0 <= X*Y*Z", "folklore"),
    lemma(
        "A4 sqrt_le_of_le_cube",
        "A root under a cube",
        "U M e",
        ["M > 0", "e > 0", "0 <= U", "U <= (M*e)**3"],
        "sqrt(U) <= M*(e*sqrt(M*e))",
        "folklore",
    ),
    lemma(
        "A5 product_factor_gt_zero",
        "The factor of one product",
        "M kappa",
        ["M > 0", "kappa > 0"],
        f"{SMALL_PRODUCT_FACTOR} > 0",
        _SOURCE,
    ),
    lemma(
        "A6 four_factor_gt_zero",
        "The factor of four products",
        "M kappa ell",
        ["M > 0", "kappa > 0", "ell > 0"],
        f"{SMALL_FACTOR} > 0",
        _SOURCE,
    ),
    lemma("A7 mul_sqrt_ge_zero", "A factor and a root", "M e", ["M > 0", "e > 0"], "e*sqrt(M*e) >= 0", "folklore"),
    lemma(
        "A8 product_sides_le",
        "Sides of one product",
        "x y h M kappa",
        ["x >= 0", "y >= 0", "h >= 0", "M > 0", "kappa > 0", "x + y + h <= 3*M"],
        f"0 <= h + x*y/(3*kappa**2) <= 3*(M*{SMALL_PRODUCT_FACTOR}) - x - y",
        _SOURCE,
    ),
    lemma(
        "A9 shared_operands_le",
        "Operands that two products share",
        "q k v g x kappa",
        ["q >= 0", "k >= 0", "v >= 0", "g >= 0", "x >= 0", "kappa > 0"],
        "0 <= x + (q*k + g*v)/(3*kappa**2) <= x + (k + v)*(q + g)/(3*kappa**2)",
        _SOURCE,
    ),
    lemma("A10 operands_le_sq", "Two operands", "Y x z M", _SIGNS, "4*Y*z <= 9*M**2", _SOURCE),
    lemma("A11 trees_le_sq", "Trees and operands", "Y x z M", _SIGNS, "4*x*Y <= 9*M**2", _SOURCE),
    lemma("A12 operands_le_cube", "Operands, squared", "Y x z M", _SIGNS, "Y**2*z <= 4*M**3", _SOURCE),
    lemma(
        "A13 active_trees_le",
        "Trees that can be active",
        "X Y x z kappa M",
        [
            *("Y >= 0", "X >= 0", "kappa > 0", "X <= x + Y*z/(3*kappa**2)"),
            *("4*x*Y <= 9*M**2", "Y**2*z <= 4*M**3"),
        ],
        "0 <= X*Y <= 9/4*M**2 + 4/3*M**3/kappa**2",
        _SOURCE,
    ),
    lemma(
        "A14 cube_sides_le",
        "Sides of the cube",
        "X Y x z w kappa ell M",
        [
            *("kappa > 0", "ell > 0", "M > 0", "x + w + Y + z <= 3*M", "4*Y*z <= 9*M**2", "z >= 0", "w >= 0"),
            *("X <= x + Y*z/(3*kappa**2)", "0 <= X*Y", "X*Y <= 9/4*M**2 + 4/3*M**3/kappa**2"),
        ],
        f"0 <= z + w + X*Y/(3*ell**2) <= 3*(M*{SMALL_FACTOR}) - X - Y",
        _SOURCE,
    ),
    lemma(
        "A15 Q_ge_of_weights",
        "From weights to Q, segments of 2M",
        "W M P r h Q",
        ["M > 0", "h >= 0", "r >= 0", "P <= 3*M + M*r", "2*h*P >= W", "Q >= 2*M*(h - 1)"],
        "Q >= W/(3 + r) - 2*M",
        SEGMENTS,
    ),
)

_PRODUCT_BOX = "x_E*y_E*(h_E + x_E*y_E/(3*kappa**2))"
_PRODUCT_SYMBOLS = "m:N k:N n:N M:N kappa:N Qm:F hm_2:F E:F x_E:F y_E:F h_E:F"
PRODUCT = (
    lemma(
        "weights_of_segment_E",
        "Segment weights, one product",
        _PRODUCT_SYMBOLS,
        ["M >= 3"],
        " and ".join(
            [
                *("hm_2 >= 0", "Qm >= 2*M*(hm_2 - 1)", f"2*hm_2*E >= {SMALL_PRODUCT_WEIGHT}"),
                *(f"E <= h_E + sqrt({_PRODUCT_BOX})", "x_E >= 0", "y_E >= 0", "h_E >= 0", "x_E + y_E + h_E <= 3*M"),
            ]
        ),
        f"{_SOURCE}; {_CUT}",
        reads=["segment-lemma", "ramp-total", "weighted-adds-third"],
    ),
    lemma(
        "product-constant Qm_ge_of_weights",
        "One product: 2 mnk/sqrt(M)",
        _PRODUCT_SYMBOLS,
        ["M >= 3"],
        f"Qm >= {SMALL_PRODUCT}",
        _SOURCE,
        uses=[
            "weights_of_segment_E",
            "product_factor_gt_zero",
            _use("product_sides_le", x="x_E", y="y_E", h="h_E"),
            *_box("x_E", "y_E", "h_E + x_E*y_E/(3*kappa**2)", SMALL_PRODUCT_FACTOR),
            _use(
                "Q_ge_of_weights",
                W=SMALL_PRODUCT_WEIGHT,
                P="E",
                r=f"{SMALL_PRODUCT_FACTOR}*sqrt(M*{SMALL_PRODUCT_FACTOR})",
                h="hm_2",
                Q="Qm",
            ),
        ],
        theorem=True,
    ),
)


def _four(
    label: str, title: str, scope: str, optimum: str, h: str, mark: str, weight: str, goal: str
) -> tuple[Lemma, Lemma]:
    """Theorem A for the gradient in X or for the forward pass, with the reading of the counts on which it rests."""
    own = {name: f"{name}_{mark}" for name in "lxwqkvg"}
    symbols = " ".join(["n:N d:N M:N kappa:N ell:N", *(f"{s}:F" for s in (optimum, h, mark, *own.values()))])
    shared = f"(x_{mark} + (q_{mark}*k_{mark} + g_{mark}*v_{mark})/(3*kappa**2))"
    operands, rows = f"(k_{mark} + v_{mark})", f"(q_{mark} + g_{mark})"
    deep = f"({rows} + w_{mark} + {shared}*{operands}/(3*ell**2))"
    box = f"{shared}*{operands}*{deep}"
    about = f"weights_of_segment_{mark}"
    claims = [
        *(f"{h} >= 0", f"{optimum} >= 2*M*({h} - 1)", f"2*{h}*{mark} >= {weight}"),
        *(f"{mark} <= l_{mark} + sqrt({box})", *(f"{name} >= 0" for name in own.values()), f"l_{mark} <= 3*M"),
        f"{' + '.join(name for count, name in own.items() if count != 'l')} <= 3*M",
    ]
    given = ["M >= 3", "3*kappa**2 <= d**2"]
    cube = {"Y": operands, "x": f"x_{mark}", "z": rows}
    return (
        lemma(
            about,
            f"Segment weights, {scope}",
            symbols,
            given,
            " and ".join(claims),
            f"{_SOURCE}; {_CUT}",
            reads=["segment-lemma", "path-system", "ramp-total", "four-weighted-products"],
        ),
        lemma(
            label,
            title,
            symbols,
            given,
            f"{optimum} >= {goal}",
            _SOURCE,
            uses=[
                about,
                "four_factor_gt_zero",
                _use("shared_operands_le", **{name: own[name] for name in "qkvgx"}),
                _use("operands_le_sq", **cube),
                _use("trees_le_sq", **cube),
                _use("operands_le_cube", **cube),
                _use("active_trees_le", X=shared, **cube),
                _use("cube_sides_le", X=shared, **cube, w=f"w_{mark}"),
                *_box(shared, operands, deep, SMALL_FACTOR),
                _use("Q_ge_of_weights", W=weight, P=mark, r=f"{SMALL_FACTOR}*sqrt(M*{SMALL_FACTOR})", h=h, Q=optimum),
            ],
            theorem=True,
        ),
    )


LEMMAS = (
    *STEPS,
    *PRODUCT,
    *_four(
        "theorem-A Q_ge_of_four_weights",
        "Small cache, 8 n²d/sqrt(M)",
        "four products",
        *("Q", "h_2", "G", f"2*{SMALL_FOUR_WEIGHT}", SMALL_FOUR),
    ),
    *_four(
        "theorem-A-forward Qf_ge_of_two_weights",
        "Small cache, forward, 4n²d/sqrt(M)",
        "two products",
        *("Qf", "hf_2", "Gf", SMALL_FOUR_WEIGHT, SMALL_FORWARD),
    ),
)
"""The bounds for one product, for the gradient in X, and for the forward pass, each in chains."""
