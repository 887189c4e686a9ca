"""The bounds on Q that are about the pebble game itself, for every schedule: what solvers cannot decide."""

from __future__ import annotations

from proofs.lemma import Expectation, Means, lemma
from proofs.lemmas.formulas import COUNT_LARGE, COUNT_SMALL, SEGMENTS, TRIVIAL

LEMMAS = (
    lemma(
        "lb-trivial",
        "Inputs are loaded, outputs stored",
        "n:N d:N M:N Q:Q",
        ["M >= 3"],
        f"Q >= {TRIVIAL}",
        "Hong and Kung 1981",
        means=Means.TINY,
    ),
    lemma(
        "lb-small",
        "Product count, every schedule",
        "n:N d:N M:N Q:Q",
        ["M >= 3"],
        f"Q >= {COUNT_SMALL} - M",
        f"{SEGMENTS}, with Loomis and Whitney 1949",
        means=Means.INDUCTION,
        expect=Expectation.OPEN,
    ),
    lemma(
        "lb-large",
        "Root count, every schedule",
        "n:N d:N M:N Q:Q",
        ["M >= 3"],
        f"Q >= {COUNT_LARGE} - M",
        f"{SEGMENTS}, with summation trees",
        means=Means.INDUCTION,
        expect=Expectation.OPEN,
    ),
)
