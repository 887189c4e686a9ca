"""The counting bounds on Q: what a segment can compute, read in arithmetic, and the bound on Q that follows."""

from __future__ import annotations

from collections.abc import Iterable

from proofs.lemma import Lemma, Use, lemma
from proofs.lemmas.formulas import (
    COUNT_LARGE,
    COUNT_PRODUCTS,
    COUNT_ROOTS,
    COUNT_SMALL,
    SEGMENTS,
)
from proofs.statement import term

_TREES = f"{SEGMENTS}, summation trees"
_BOXES = f"{SEGMENTS}, with Loomis and Whitney 1949"
_CUT = "a schedule cut after every M loads and stores"

STEPS = (
    lemma(
        "R1 Q_ge_of_root_bound",
        "From few roots to Q",
        "n d M R h Q",
        [
            *("n > 0", "d > 0", "M > 0", "h >= 0", "R <= max(2*M, (2*M)**2/(4*d**2))"),
            *("h*R >= n**2", "Q >= M*(h - 1)"),
        ],
        f"Q >= {COUNT_ROOTS} - M",
        _TREES,
    ),
    lemma(
        "R2 joint_roots_le_of_shared_hits",
        "Roots of S and A1 X, hits shared",
        "x y h z d M",
        ["x >= 0", "y >= 0", "h >= 0", "z <= x", "z <= h", "x + y + h <= 2*M + z", "d > 0"],
        "h + x*y/d**2 <= 2*M + M**2/d**2",
        _TREES,
    ),
    lemma(
        "R3 Q_ge_of_joint_root_bound",
        "From few roots of both to Q",
        "n d M R h Q",
        [
            *("n > 0", "d > 0", "M > 0", "h >= 0", "R <= 2*M + M**2/d**2"),
            *("h*R >= n**2 + n*d", "Q >= M*(h - 1)"),
        ],
        f"Q >= {COUNT_LARGE} - M",
        _TREES,
    ),
    lemma(
        "R4 Q_ge_of_product_bound",
        "From few products to Q",
        "W M P r h Q",
        ["M > 0", "h >= 0", "r >= 0", "P <= 2*M + M*r", "h*P >= W", "Q >= M*(h - 1)"],
        "Q >= W/(2 + r) - M",
        _BOXES,
    ),
    lemma(
        "R5 sqrt_le_mul_sqrt",
        "A root under a root",
        "U V M",
        ["M > 0", "0 <= U", "U <= M**2*V"],
        "sqrt(U) <= M*sqrt(V)",
        "folklore",
    ),
)


def reading(name: str, title: str, symbols: str, claims: Iterable[str], source: str, reads: Iterable[str]) -> Lemma:
    """Returns the assumption that fixed numbers are as combinatorial lemmas say, all claims at once."""
    return lemma(name, title, symbols, ["M >= 3"], " and ".join(claims), source, reads=reads)


def hits(mark: str, available: str, also: str = "0") -> list[str]:
    """Returns that the hits of a count are not negative and, without those counted twice, at most what is available."""
    names = [f"{name}_{mark}" for name in ("x", "y", "h")]
    return [
        *(f"{name} >= 0" for name in names),
        f"{' + '.join(names)} <= {available}" + (f" + {also}" if also != "0" else ""),
    ]


def joint(optimum: str, h: str, roots: str, products: str, setting: str = "") -> tuple[Lemma, ...]:
    """Returns LBlarge and LBsmall for a computation that has S and A1 X, with the readings that they rest on.

    `optimum` is the symbol of its least I/O, `h` that of the number of segments, and `roots` and `products` mark the
    two counts.
    """
    behind = f"_{setting}" if setting else ""
    shared = [
        [*hits(mark, "2*M", f"z_{mark}"), f"z_{mark} >= 0", f"z_{mark} <= x_{mark}", f"z_{mark} <= h_{mark}"]
        for mark in (roots, products)
    ]
    cut = [f"{h} >= 0", f"{optimum} >= M*({h} - 1)"]
    outside = f"x_{products}*y_{products}*(m_{products} + h_{products} + x_{products}*y_{products}/d**2)"
    root = "4*M + M**2/d**2"
    return (
        reading(
            f"joint_roots_of_segment{behind}",
            "Entries of S, A1 X in a segment",
            f"n:N d:N M:N {optimum}:F {h}:F {roots}:F x_{roots}:F y_{roots}:F h_{roots}:F z_{roots}:F",
            [*cut, f"{h}*{roots} >= n**2 + n*d", f"{roots} <= h_{roots} + x_{roots}*y_{roots}/d**2", *shared[0]],
            f"{_TREES}; {_CUT}",
            ["segment-lemma", "joint-root-count"],
        ),
        lemma(
            f"LBlarge{behind} {optimum}_ge_LBlarge",
            f"LBlarge{f', {setting}' if setting else ''}, every schedule",
            f"n:N d:N M:N {optimum}:F {h}:F {roots}:F x_{roots}:F y_{roots}:F h_{roots}:F z_{roots}:F",
            ["M >= 3"],
            f"{optimum} >= {COUNT_LARGE} - M",
            _TREES,
            uses=[
                f"joint_roots_of_segment{behind}",
                _use("joint_roots_le_of_shared_hits", **{s: f"{s}_{roots}" for s in ("x", "y", "h", "z")}),
                _use("Q_ge_of_joint_root_bound", R=roots, h=h, Q=optimum),
            ],
            theorem=True,
        ),
        reading(
            f"joint_products_of_segment{behind}",
            "Products of S, A1 X in a segment",
            f"n:N d:N M:N {optimum}:F {h}:F {_all(products, 'x y h m z')}",
            [
                *(*cut, f"{h}*{products} >= n**2*d + n*d**2", f"{products} <= h_{products} + sqrt({outside})"),
                *(*shared[1], f"m_{products} >= 0", f"m_{products} <= 2*M"),
            ],
            f"{_BOXES}; {_CUT}",
            ["segment-lemma", "joint-product-count"],
        ),
        lemma(
            f"LBsmall{behind} {optimum}_ge_LBsmall",
            f"LBsmall{f', {setting}' if setting else ''}, every schedule",
            f"n:N d:N M:N {optimum}:F {h}:F {_all(products, 'x y h m z')}",
            ["M >= 3"],
            f"{optimum} >= {COUNT_SMALL} - M",
            _BOXES,
            uses=[
                f"joint_products_of_segment{behind}",
                _use("products_le_of_shared_hits", **{s: f"{s}_{products}" for s in ("x", "y", "h", "m", "z")}),
                _use("sqrt_le_mul_sqrt", U=outside, V=root),
                _use("Q_ge_of_product_bound", W="n**2*d + n*d**2", P=products, r=f"sqrt({root})", h=h, Q=optimum),
            ],
            theorem=True,
        ),
    )


def _all(mark: str, names: str) -> str:
    """The symbols of a count, all fixed."""
    return " ".join([f"{mark}:F", *(f"{name}_{mark}:F" for name in names.split())])


def _use(name: str, **terms: str) -> Use:
    return Use(name, {symbol: term(text) for symbol, text in terms.items()})


_P_OUTSIDE = "x_P*y_P*(m_P + h_P + x_P*y_P/d**2)"
_P_ROOT = "M + M**2/d**2"
SINGLE = (
    reading(
        "roots_of_segment",
        "Entries of S in a segment",
        f"n:N d:N M:N Q:F h:F {_all('R', 'x y h')}",
        ["h >= 0", "Q >= M*(h - 1)", "h*R >= n**2", "R <= h_R + x_R*y_R/d**2", *hits("R", "2*M")],
        f"{_TREES}; {_CUT}",
        ["segment-lemma", "path-system", "root-count-lemma"],
    ),
    lemma(
        "LBroot Q_ge_LBroot",
        "LBroot, every schedule",
        f"n:N d:N M:N Q:F h:F {_all('R', 'x y h')}",
        ["M >= 3"],
        f"Q >= {COUNT_ROOTS} - M",
        _TREES,
        uses=["roots_of_segment", _use("roots_le_max", x="x_R", y="y_R", h="h_R", S="2*M"), "Q_ge_of_root_bound"],
        theorem=True,
    ),
    reading(
        "products_of_segment",
        "Products of S in a segment",
        f"n:N d:N M:N Q:F h:F {_all('P', 'x y h m L')}",
        [
            *("h >= 0", "Q >= M*(h - 1)", "h*P >= n**2*d", f"P <= h_P + sqrt({_P_OUTSIDE})", *hits("P", "M + L_P")),
            *("m_P >= 0", "m_P <= 2*M - L_P", "L_P >= 0", "L_P <= M"),
        ],
        f"{_BOXES}; {_CUT}",
        ["segment-lemma", "path-system", "product-count-lemma"],
    ),
    lemma(
        "LBprod Q_ge_LBprod",
        "LBprod, every schedule",
        f"n:N d:N M:N Q:F h:F {_all('P', 'x y h m L')}",
        ["M >= 3"],
        f"Q >= {COUNT_PRODUCTS} - M",
        _BOXES,
        uses=[
            "products_of_segment",
            _use("products_le_of_hits", **{s: f"{s}_P" for s in ("x", "y", "h", "m", "L")}),
            _use("products_le_of_scaled", **{s: f"{s}_P" for s in ("x", "y", "h", "m")}),
            _use("sqrt_le_mul_sqrt", U=_P_OUTSIDE, V=_P_ROOT),
            _use("Q_ge_of_product_bound", W="n**2*d", r=f"sqrt({_P_ROOT})"),
        ],
        theorem=True,
    ),
)

LEMMAS = (*STEPS, *SINGLE, *joint("Q", "h", "J", "K"))
"""The bounds on one product, and on two together."""
