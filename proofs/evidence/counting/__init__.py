"""Counting: the combinatorial lemmas behind the bounds, each in words and checked exhaustively on a finite range."""

from __future__ import annotations

from collections.abc import Mapping

from proofs.evidence.counting import (
    boxes,
    four,
    inputs,
    joint,
    late,
    order,
    passes,
    paths,
    programs,
    ramps,
    roots,
    segment,
    sparse,
    terms,
    tiles,
    weighed,
)
from proofs.evidence.counting.combinatorial import Combinatorial
from proofs.evidence.counting.counted import Counted

__all__ = ["COUNTING", "Combinatorial", "Counted"]

COUNTING: Mapping[str, Combinatorial] = {
    lemma.name: lemma
    for lemma in (
        inputs.LEMMA,
        segment.LEMMA,
        paths.LEMMA,
        roots.LEMMA,
        joint.ROOTS,
        sparse.ROOTS,
        boxes.LEMMA,
        terms.LEMMA,
        joint.PRODUCTS,
        sparse.PRODUCTS,
        four.LEMMA,
        late.PREFIX,
        late.LEMMA,
        ramps.ROOT,
        ramps.THIRD,
        ramps.SUM,
        ramps.TOTAL,
        weighed.LEMMA,
        order.LEMMA,
        order.TOTAL,
        passes.LEMMA,
        passes.ANY_TREE,
        tiles.LEMMA,
        programs.LEMMA,
    )
}
"""Each lemma by name, smaller ideas first."""
