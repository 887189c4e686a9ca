"""Lemmas T1 to T8 and the lower half of Theorem 1.1: from the counting bounds to min{A, B}/5, for all n, d and M."""

from __future__ import annotations

from proofs.lemma import Expectation, Use, lemma
from proofs.lemmas.formulas import COUNT_LARGE, COUNT_SMALL, LARGE, PAPER, SMALL, TRIVIAL
from proofs.statement import term

_SIZES = ["n > 0", "d > 0"]
_SOURCE = f"{PAPER}, Theorem 1.1, lower bound"
_ABSORBING = ["Q >= F - M", f"Q >= {TRIVIAL}"]

STEPS = (
    lemma(
        "T1",
        "Denominator, small cache",
        "d M",
        ["d > 0", "M >= 3", "M <= d**2"],
        "2 + sqrt(4*M + M**2/d**2) <= 17/5*sqrt(M)",
        _SOURCE,
    ),
    lemma("T2", "Denominator, large cache", "d M", ["M >= d**2"], "M + 2*d**2 <= 3*M", _SOURCE),
    lemma(
        "T3",
        "Absorbing -M, small cache",
        "n d M F Q",
        [*_SIZES, *_ABSORBING, "M <= d**2"],
        "Q >= 3/4*F",
        _SOURCE,
    ),
    lemma("T4", "Absorbing -M, large cache", "n d M F Q", [*_ABSORBING, "M <= n*d"], "Q >= 4/5*F", _SOURCE),
    lemma(
        "T5",
        "From nd words on, 3A <= in + out",
        "n d M",
        [*_SIZES, "M >= n*d"],
        f"3*{LARGE} <= {TRIVIAL}",
        _SOURCE,
    ),
    lemma(
        "T6",
        "Small cache, assembled",
        "n d M r Q",
        [*_SIZES, "M > 0", "r >= 0", "2 + r <= 17/5*sqrt(M)", "Q >= 3/4*((n**2*d + n*d**2)/(2 + r))"],
        f"Q >= {SMALL}/5",
        _SOURCE,
    ),
    lemma(
        "T7",
        "Large cache, M <= nd, assembled",
        "n d M Q",
        [*_SIZES, "M > 0", "M + 2*d**2 <= 3*M", f"Q >= 4/5*{COUNT_LARGE}"],
        f"Q >= {LARGE}/5",
        _SOURCE,
    ),
    lemma(
        "T8",
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
        "lower-small",
        "Small cache: the counts give B/5",
        "n:N d:N M:N Q",
        ["M >= 3", "M <= d**2", f"Q >= {COUNT_SMALL} - M", f"Q >= {TRIVIAL}"],
        f"Q >= {SMALL}/5",
        _SOURCE,
        uses=["T1", Use("T3", {"F": term(COUNT_SMALL)}), Use("T6", {"r": term("sqrt(4*M + M**2/d**2)")})],
    ),
    lemma(
        "lower-large",
        "Large cache: the counts give A/5",
        "n:N d:N M:N Q",
        ["M >= d**2", f"Q >= {COUNT_LARGE} - M", f"Q >= {TRIVIAL}"],
        f"Q >= {LARGE}/5",
        _SOURCE,
        uses=["T2", Use("T4", {"F": term(COUNT_LARGE)}), "T5", "T7", "T8"],
    ),
    lemma(
        "thm-1.1-lower",
        "Theorem 1.1, lower half, c = 1/5",
        "n:N d:N M:N Q:Q",
        ["M >= 3"],
        f"Q >= min({LARGE}, {SMALL})/5",
        _SOURCE,
        uses=["lb-trivial", "lb-small", "lb-large", "lower-small", "lower-large"],
        expect=Expectation.OPEN,
        theorem=True,
    ),
)
