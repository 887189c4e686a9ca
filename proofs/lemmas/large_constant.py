"""Theorems B and B': the constant of the large cache, from the two passes of a row over the other rows."""

from __future__ import annotations

from proofs.lemma import Lemma, Use, lemma
from proofs.lemmas.counting import reading
from proofs.lemmas.formulas import (
    LARGE_ANY_TREE,
    LARGE_ANY_TREE_WEIGHT,
    LARGE_CHAIN,
    LARGE_CHAIN_WEIGHT,
    LARGE_FORWARD,
    LARGE_FORWARD_WEIGHT,
    SEGMENTS,
)
from proofs.statement import term

_SOURCE = f"{SEGMENTS}, with rows, columns and their pairs counted in two passes"
_CUT = "a schedule cut after every M loads and stores"

STEPS = (
    lemma(
        "B1 passes_le_of_hits",
        "Two passes, chains",
        "R C h d M",
        ["R >= 0", "C >= 0", "h >= 0", "d > 0", "R + C + h <= 2*M", "M >= 22*d**2"],
        "R*C/d + 6*R + 11*d*h <= (M + 3*d)**2/d",
        _SOURCE,
    ),
    lemma(
        "B2 terms_le_of_hits",
        "Two passes, any trees",
        "q C z h d M",
        ["q >= 0", "C >= 0", "z >= 0", "h >= 0", "d > 0", "q + C + z + h <= 2*M", "M >= 12*d**2"],
        "q*C/d + 4*z + 6*d*h <= (M + 2*d)**2/d",
        _SOURCE,
    ),
    lemma(
        "B3 pass_le_of_hits",
        "One pass, chains",
        "R C h d M",
        ["R >= 0", "C >= 0", "h >= 0", "d > 0", "R + C + h <= 2*M", "M >= 10*d**2"],
        "R*C/d + 4*R + 5*d*h <= (M + 2*d)**2/d",
        _SOURCE,
    ),
    lemma(
        "B4 Q_ge_of_weighed_segments",
        "From light segments to Q",
        "W B M d c h Q",
        ["M > 0", "d > 0", "M + c*d > 0", "h >= 0", "B <= (M + c*d)**2/d", "h*B >= W", "Q >= M*(h - 1)"],
        "Q >= M*d*W/(M + c*d)**2 - M",
        SEGMENTS,
    ),
)


def _use(name: str, **terms: str) -> Use:
    return Use(name, {symbol: term(text) for symbol, text in terms.items()})


def _theorem(
    name: str,
    title: str,
    scope: str,
    optimum: str,
    h: str,
    mark: str,
    least: int,
    bound: str,
    goal: str,
    uses: list[Use],
    counts: str,
    weight: str,
    reads: list[str],
) -> tuple[Lemma, Lemma]:
    """A bound on Q for M >= `least` d**2, with the reading of the counts on which it rests."""
    own = [f"{count}_{mark}" for count in counts]
    symbols = " ".join(["n:N d:N M:N", *(f"{symbol}:F" for symbol in (optimum, h, mark, *own))])
    about = f"weights_of_segment_{mark}"
    claims = [
        *(f"{h} >= 0", f"{optimum} >= M*({h} - 1)", f"{h}*{mark} >= {weight}", f"{mark} <= {bound}"),
        *(f"{count} >= 0" for count in own),
        f"{' + '.join(own)} <= 2*M",
    ]
    return (
        reading(about, f"Segment weights, {scope}", symbols, claims, f"{_SOURCE}; {_CUT}", reads),
        lemma(
            name,
            title,
            symbols,
            ["M >= 3", f"M >= {least}*d**2"],
            f"{optimum} >= {goal}",
            _SOURCE,
            uses=[about, *uses],
            theorem=True,
        ),
    )


LEMMAS = (
    *STEPS,
    *_theorem(
        "theorem-B Q_ge_of_two_passes",
        "Large cache, 10 n²d²/M",
        "two passes",
        *("Q", "h", "U", 22),
        "r_U*c_U/d + 6*r_U + 11*d*h_U",
        LARGE_CHAIN,
        [
            _use("passes_le_of_hits", R="r_U", C="c_U", h="h_U"),
            _use("Q_ge_of_weighed_segments", W=LARGE_CHAIN_WEIGHT, B="U", c="3"),
        ],
        "rch",
        LARGE_CHAIN_WEIGHT,
        ["segment-lemma", "rows-in-order", "weight-of-segments", "two-passes"],
    ),
    *_theorem(
        "theorem-B' Q_ge_of_terms_in_two_passes",
        "Large cache, any trees, 6 n²d²/M",
        "any trees",
        *("Qt", "ht", "V", 12),
        "q_V*c_V/d + 4*z_V + 6*d*h_V",
        LARGE_ANY_TREE,
        [
            _use("terms_le_of_hits", q="q_V", C="c_V", z="z_V", h="h_V"),
            _use("Q_ge_of_weighed_segments", W=LARGE_ANY_TREE_WEIGHT, B="V", c="2", h="ht", Q="Qt"),
        ],
        "qczh",
        LARGE_ANY_TREE_WEIGHT,
        ["segment-lemma", "rows-in-order", "weight-of-segments", "two-passes-any-tree"],
    ),
    *_theorem(
        "theorem-B-forward Qf_ge_of_one_pass",
        "Large cache, forward, 4 n²d²/M",
        "one pass",
        *("Qf", "hf", "Uf", 10),
        "r_Uf*c_Uf/d + 4*r_Uf + 5*d*h_Uf",
        LARGE_FORWARD,
        [
            _use("pass_le_of_hits", R="r_Uf", C="c_Uf", h="h_Uf"),
            _use("Q_ge_of_weighed_segments", W=LARGE_FORWARD_WEIGHT, B="Uf", c="2", h="hf", Q="Qf"),
        ],
        "rch",
        LARGE_FORWARD_WEIGHT,
        ["segment-lemma", "weight-of-segments", "two-passes"],
    ),
)
"""The bounds for the gradient in X, in chains and in any trees, and for the forward pass."""
