"""Counting: the combinatorial lemmas behind the lower bounds, each checked exhaustively on a finite range."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from proofs.evidence.counting import boxes, four, paths, ranges, roots, schedules, segment, terms
from proofs.evidence.counting.counted import Counted

__all__ = ["COUNTING", "MUTANTS", "THOROUGH", "Counted"]

COUNTING: Mapping[str, Callable[[], Counted]] = {
    segment.NAME: segment.segment_lemma,
    roots.NAME: roots.root_count,
    terms.NAME: terms.product_count,
    boxes.NAME: boxes.loomis_whitney,
    four.NAME: four.four_products,
    paths.NAME: paths.path_system,
}
"""Each lemma by name, on the quick range: all of them in some seconds."""

THOROUGH: Mapping[str, Callable[[], Counted]] = {
    segment.NAME: partial(segment.segment_lemma, schedules.THOROUGH),
    roots.NAME: partial(roots.root_count, ranges.THOROUGH),
    terms.NAME: partial(terms.product_count, ranges.THOROUGH),
    boxes.NAME: partial(boxes.loomis_whitney, boxes.THOROUGH),
    four.NAME: partial(four.four_products, four.THOROUGH),
    paths.NAME: partial(paths.path_system, 5),
}
"""The same lemmas on a larger range: some minutes."""

MUTANTS: Mapping[str, Callable[[], Counted]] = {
    f"{segment.NAME}: minimal nodes are red at the end": partial(segment.segment_lemma, leaves=segment.red_only),
    f"{roots.NAME}: without h": partial(roots.root_count, bound=roots.without_trees),
    f"{terms.NAME}: without m": partial(terms.product_count, bound=terms.without_minima),
    f"{boxes.NAME}: two shadows": partial(boxes.loomis_whitney, bound=boxes.two_shadows),
    f"{four.NAME}: S and dP share their trees": partial(four.four_products, bound=four.identified),
    f"{paths.NAME}: no path from E": partial(paths.path_system, without=("E",)),
}
"""Wrong statements, which the same machinery must refute."""
