"""Late adds: what a part can hold of the sums of kappa terms or more, if terms are added in a chain."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from graphs.cdag import Node
from proofs.evidence.counting.adds import adds_of
from proofs.evidence.counting.batches import Batch, Members, total
from proofs.evidence.counting.combinatorial import Combinatorial
from proofs.evidence.counting.counted import Counted, Ints, Tally
from proofs.evidence.counting.ranges import Range, Trials
from proofs.evidence.counting.schedules import QUICK as QUICK_SIZES
from proofs.evidence.counting.schedules import THOROUGH as THOROUGH_SIZES
from proofs.evidence.counting.trials import Trial, alone, scores

PREFIX_NAME, NAME = "prefix-lemma", "late-adds"

_FIRST = tuple(
    partial(alone, *sizes, trees)
    for sizes in ((2, 2, 2), (1, 3, 2), (2, 3, 1), (1, 4, 1))
    for trees in ("chain", "fma")
)
QUICK = Range((*_FIRST, partial(alone, 2, 3, 2, "chain", 4), partial(scores, 1, 2)), QUICK_SIZES)
THOROUGH = Range(
    (
        *_FIRST,
        partial(alone, 2, 3, 2, "chain", 6),
        partial(alone, 2, 3, 2, "fma", 7),
        partial(alone, 1, 5, 1),
        partial(scores, 2, 2, "chain", 5),
    ),
    THOROUGH_SIZES,
)

Bound = Callable[[Ints, Ints, Ints, int], Ints]
"""From x, y, h and kappa to kappa² times the square of the largest number of late adds beyond h."""


def refined(x: Ints, y: Ints, h: Ints, kappa: int) -> Ints:
    """Returns kappa² xy(h + xy/kappa²): operands on both sides, times the trees that can be active.

    >>> one, none = np.array([1]), np.array([0])
    >>> refined(one, one, none, kappa=2).tolist()
    [1]
    """
    return x * y * (kappa * kappa * h + x * y)


def fourth(x: Ints, y: Ints, h: Ints, kappa: int) -> Ints:
    """Returns kappa² xy(h + xy/kappa⁴), a wrong bound: row and column have kappa words each, not kappa².

    >>> four = np.array([4])
    >>> fourth(four, four, four, kappa=2).tolist()  # 16 * (16 + 16/4)
    [320]
    """
    return x * y * (kappa * kappa * h + x * y // (kappa * kappa))


def without_hits(x: Ints, y: Ints, h: Ints, kappa: int) -> Ints:
    """Returns (xy)², a wrong bound: a tree that D meets needs no words of its row and column.

    >>> two = np.array([2])
    >>> without_hits(two, two, two, kappa=2).tolist()
    [16]
    """
    return x * y * x * y


def late_adds(within: Trials = QUICK, bound: Bound = refined) -> Counted:
    """Returns whether no D dominates more adds at positions k >= kappa than h + sqrt(xy(h + xy/kappa²)).

    >>> found = late_adds(Range((partial(alone, 1, 4, 1),), ()))
    >>> found.cases, found.closest  # of 8 sources and 7 nodes of the tree, all sets; beyond h, and squared
    (32768, Fraction(9, 10))
    >>> late_adds(Range((partial(alone, 1, 4, 1, largest=8),), ()), fourth).counterexample.partition(": ")[2]
    'D = {A[0,0], A[0,1], A[0,2], A[0,3], B[0,0], B[1,0], B[2,0], B[3,0]} dominates 2 adds of 3 terms or more; h = 0'
    """
    tally = Tally()
    for trial in within.trials():
        for batch in trial.batches():
            _compare(tally, trial, batch, bound)
            if tally.counterexample:
                return tally.result(NAME, within.scope())
    return tally.result(NAME, f"{within.scope()}; each with all kappa from 1 on")


def _compare(tally: Tally, trial: Trial, batch: Batch, bound: Bound) -> None:
    held = batch.dominated()
    x, y, h = trial.hits(batch)
    adds = [add for product in trial.products for add in adds_of(trial.cdag, product)]
    tally.cases += batch.width
    for kappa in range(1, max((add.position for add in adds), default=0) + 1):
        count = total((held[add.node] for add in adds if add.position >= kappa), batch.width)

        def described(c: int, kappa: int = kappa, count: Ints = count) -> str:
            several = f"{count[c]} add{'s' if count[c] > 1 else ''} of {kappa} terms or more"
            return f"{trial.text}: D = {batch.shown(c)} dominates {several}; h = {h[c]}"

        tally.compare((kappa * np.maximum(count - h, 0)) ** 2, bound(x, y, h, kappa), described)


def prefix(within: Trials = QUICK, beyond: int = 0) -> Counted:
    """Returns whether D, where it dominates a k-th partial sum of a tree that it misses, dominates 2k operands for it.

    Those are the operands of the first k terms; of the first k + `beyond`, if they are to be more.

    >>> prefix(Range((partial(alone, 1, 2, 1),), ())).sharp
    True
    >>> prefix(Range((partial(alone, 1, 3, 1),), ()), beyond=1).counterexample.partition(": ")[2]
    'D = {A[0,0], A[0,1], B[0,0], B[1,0]} dominates C.add[0,0,0], and not all operands of 3 terms'
    """
    tally = Tally()
    for trial in within.trials():
        for batch in trial.batches():
            held = batch.dominated()
            tally.cases += batch.width
            for product in trial.products:
                for tree in product.trees:
                    _prefixes(tally, trial, batch, held, tree, beyond)
            if tally.counterexample:
                return tally.result(PREFIX_NAME, within.scope())
    return tally.result(PREFIX_NAME, within.scope())


def _prefixes(tally: Tally, trial: Trial, batch: Batch, held: Members, tree: tuple[Node, ...], beyond: int) -> None:
    product = next(p for p in trial.products if tree in p.trees)
    terms = [v for v in tree if v in product.terms]
    missed = batch.count(tree) == 0
    members = set(tree)
    for add in adds_of(trial.cdag, product):
        if add.node in members:
            first = terms[: add.position + beyond]
            operands = [u for v in first for u in trial.cdag.predecessors(v) if u not in members]
            needed = len(operands) * (held[add.node] & missed)

            def described(c: int, node: Node = add.node, k: int = add.position + beyond) -> str:
                shown = f"{node[0]}[{','.join(map(str, node[1:]))}]" if isinstance(node, tuple) else str(node)
                return f"{trial.text}: D = {batch.shown(c)} dominates {shown}, and not all operands of {k} terms"

            tally.compare(needed, np.where(needed > 0, total((held[u] for u in operands), batch.width), 0), described)


SETTING = (
    "Let a CDAG hold a matrix product whose entries are the roots of disjoint trees, that only their roots leave and "
    "in which the terms of the sum are added one after the other, and let disjoint paths from sources, outside the "
    "trees, lead to all its left and right operands. Let D dominate a part U and meet the paths to left operands x "
    "times, those to right operands y times and the trees h times. "
)

PREFIX = Combinatorial(
    PREFIX_NAME,
    "Operands behind a partial sum",
    "Let the entry (i, j) of a matrix product be the root of a tree, that only its root leaves and in which the terms "
    "are added one after the other. If D dominates the sum of the first k terms and has no node of the tree, then D "
    "dominates the left operands (i, 1) to (i, k) and the right operands (1, j) to (k, j).",
    "paths into a chain of sums",
    prefix,
    partial(prefix, THOROUGH),
    {"one term more": partial(prefix, beyond=1)},
)
LEMMA = Combinatorial(
    NAME,
    "Late adds of a product in a part",
    f"{SETTING}Then U has, for each whole kappa >= 1, at most h + sqrt(x*y*(h + x*y/kappa**2)) of the sums of kappa "
    "terms or more.",
    "Loomis and Whitney 1949, for sums in chains; recomputation allowed, and no use of minimal nodes",
    late_adds,
    partial(late_adds, THOROUGH),
    {
        "kappa to the fourth": partial(late_adds, bound=fourth),
        "trees that D meets not counted": partial(late_adds, bound=without_hits),
        "sums in pairs": partial(late_adds, Range((partial(alone, 1, 8, 1, "balanced", 4),), ())),
    },
)
