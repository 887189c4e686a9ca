"""Lemmas P1 to P3: how many roots of summation trees one part of a partition can hold."""

from __future__ import annotations

from proofs.lemma import lemma
from proofs.lemmas.formulas import SEGMENTS

# a part is dominated by S nodes: x in the rows of the left factor, y in the columns of the right, h in the trees
_COUNTS = ["x >= 0", "y >= 0", "h >= 0", "d > 0", "x + y + h <= S"]
_SOURCE = f"{SEGMENTS}, with summation trees"

LEMMAS = (
    lemma(
        "P1",
        "Root count, as a sum",
        "x y h d S",
        _COUNTS,
        "h + x*y/d**2 <= S + S**2/(4*d**2)",
        _SOURCE,
    ),
    lemma(
        "P2",
        "Root count for S >= 4d²",
        "x y h d S",
        [*_COUNTS, "S >= 4*d**2"],
        "h + x*y/d**2 <= S**2/(4*d**2)",
        _SOURCE,
    ),
    lemma("P3", "Root count for S <= 4d²", "x y h d S", [*_COUNTS, "S <= 4*d**2"], "h + x*y/d**2 <= S", _SOURCE),
    lemma(
        "root-count",
        "Root count, sharp",
        "x y h d S",
        _COUNTS,
        "h + x*y/d**2 <= max(S, S**2/(4*d**2))",
        _SOURCE,
        uses=["P2", "P3"],
    ),
)
