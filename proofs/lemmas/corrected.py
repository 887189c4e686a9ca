"""Lemmas D1 to D4: what inputs plus outputs add to min{A, B}, and the corrected lower half of Theorem 1.1."""

from __future__ import annotations

from proofs.lemma import Expectation, Use, lemma
from proofs.lemmas.formulas import LARGE, PAPER, SMALL, TRIVIAL
from proofs.statement import term

_SIZES = ["n > 0", "d > 0", "M > 0"]
_SOURCE = f"{PAPER}, Theorem 1.1, corrected"
PHI = f"(n*d + d**2 + min({LARGE}, {SMALL}))"
"""What Theta(min{A, B}) must be replaced by to hold for every M."""

LEMMAS = (
    lemma("D1", "A >= d(n+d) up to nd words", "n d M", [*_SIZES, "M <= n*d"], f"{LARGE} >= d*(n + d)", _SOURCE),
    lemma("D2", "B >= d(n+d) up to n² words", "n d M", [*_SIZES, "sqrt(M) <= n"], f"{SMALL} >= d*(n + d)", _SOURCE),
    lemma(
        "D3",
        "Half and half",
        "n d F Q",
        ["n >= 0", "d >= 0", f"Q >= {TRIVIAL}", "Q >= F/5"],
        "Q >= 3/16*(n*d + d**2 + F)",
        _SOURCE,
    ),
    lemma("D4", "B <= d(n+d) from n² words on", "n d M", [*_SIZES, "sqrt(M) >= n"], f"{SMALL} <= d*(n + d)", _SOURCE),
    lemma(
        "thm-1.1-corrected-lower",
        "Corrected: Q >= 3/16 Phi",
        "n:N d:N M:N Q:Q",
        ["M >= 3"],
        f"Q >= 3/16*{PHI}",
        _SOURCE,
        uses=["lb-trivial", "thm-1.1-lower", Use("D3", {"F": term(f"min({LARGE}, {SMALL})")})],
        expect=Expectation.OPEN,
        theorem=True,
    ),
)
