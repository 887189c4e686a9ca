"""The root count: a part that S nodes dominate holds at most max(S, S²/4d²) entries of a product of inner size d."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from proofs.evidence.counting.batches import Batch
from proofs.evidence.counting.combinatorial import Combinatorial
from proofs.evidence.counting.counted import Counted, Ints, Tally
from proofs.evidence.counting.ranges import QUICK, THOROUGH, Trials
from proofs.evidence.counting.trials import Trial, alone

NAME = "root-count-lemma"

Bound = Callable[[Ints, Ints, Ints, int], Ints]
"""From x, y, h and d to d² times the largest number of roots."""


def refined(x: Ints, y: Ints, h: Ints, d: int) -> Ints:
    """Returns d² times h + xy/d²: trees that D hits, and rows times columns of which D covers all d operands.

    >>> refined(np.array([4]), np.array([2]), np.array([1]), 2).tolist()
    [12]
    """
    return d * d * h + x * y


def without_trees(x: Ints, y: Ints, h: Ints, d: int) -> Ints:
    """Returns d² times xy/d², a wrong bound: D may hold a root itself.

    >>> without_trees(np.array([4]), np.array([2]), np.array([1]), 2).tolist()
    [8]
    """
    return x * y


def root_count(within: Trials = QUICK, bound: Bound = refined) -> Counted:
    """Returns whether no D dominates more roots than the bound allows, nor more than max(S, S²/4d²) for S = |D|.

    The count is of all roots that D dominates, so no part that D dominates holds more.

    >>> from proofs.evidence.counting.ranges import Range
    >>> root_count(Range((lambda: alone(2, 1, 2),), ())).holds
    True
    >>> root_count(Range((lambda: alone(2, 1, 2),), ()), without_trees).counterexample
    '2 x 1 x 2 chain: D = {C[0,0]} dominates more roots, 1, than the bound allows; x = 0, y = 0, h = 1'
    """
    tally = compared(within, bound)
    return tally.result(NAME, within.scope(), "" if tally.counterexample else _attained())


def compared(within: Trials, bound: Bound) -> Tally:
    """Returns what came out of comparing the roots that each D of a range dominates with a bound.

    Of the hits x, y and h, those on the z nodes that are on a path and in a tree are counted twice: x + y + h is at
    most |D| + z. Where no node is both, there are at most max(S, S²/4d²) roots too.
    """
    tally = Tally()
    for trial in within.trials():
        for batch in trial.batches():
            _compare(tally, trial, batch, bound)
            if tally.counterexample:
                return tally
    return tally


def most_roots(trial: Trial) -> tuple[int, ...]:
    """Returns the most roots that a set of S nodes dominates, for S = 0, 1, 2, ..., over all sets of a trial.

    >>> most_roots(alone(2, 1, 2))
    (0, 1, 2, 3, 4, 4, 4, 4, 4)
    """
    most = np.zeros(len(trial.cdag) + 1, dtype=np.int64)
    tried = 0
    for batch in trial.batches():
        sizes = batch.count(trial.cdag.order)
        np.maximum.at(most, sizes, _roots(trial, batch))
        tried = max(tried, int(sizes.max()))
    return tuple(map(int, most[: tried + 1]))


def _roots(trial: Trial, batch: Batch) -> Ints:
    return Batch(batch.cdag, batch.dominated(), batch.width).count(trial.roots)


def _compare(tally: Tally, trial: Trial, batch: Batch, bound: Bound) -> None:
    d = trial.inner
    x, y, h = trial.hits(batch)
    roots, S = _roots(trial, batch), batch.count(trial.cdag.order)

    def described(c: int) -> str:
        return (
            f"{trial.text}: D = {batch.shown(c)} dominates more roots, {roots[c]}, than the bound allows; "
            f"x = {x[c]}, y = {y[c]}, h = {h[c]}"
        )

    tally.cases += batch.width
    tally.compare(d * d * roots, bound(x, y, h, d), described)
    z = trial.twice(batch)
    tally.require(bool((x + y + h <= S + z).all()), lambda: f"{trial.text}: some D has x + y + h > |D| + z")
    if not z.any():
        tally.compare(4 * d * d * roots, np.maximum(4 * d * d * S, S * S), described)


def _attained() -> str:
    """Where the quadratic bound is sharp: inner size 1, up to as many nodes as there are operands."""
    trial = alone(3, 1, 3)
    operands = len(trial.left) + len(trial.right)
    most = most_roots(trial)[: operands + 1]
    bounds = tuple(max(S, S * S // 4) for S in range(operands + 1))
    if most != bounds:
        return ""
    return f"attained by 3 x 1 x 3: S = 0 to {operands} nodes dominate up to {', '.join(map(str, most))} roots"


LEMMA = Combinatorial(
    NAME,
    "Roots of one product in a part",
    "Let a CDAG hold a matrix product of inner size d whose entries are the roots of disjoint summation trees that "
    "only their roots leave, and let disjoint paths from sources, outside the trees, lead to all its left and right "
    "operands. If D dominates a part U and meets the paths to left operands x times, those to right operands y times "
    "and the trees h times, then U has at most h + x*y/d**2 roots; as x + y + h <= S = |D|, these are at most max(S, "
    "S**2/(4*d**2)).",
    "Hong and Kung 1981, Theorem 3.1, with summation trees",
    root_count,
    partial(root_count, THOROUGH),
    {"without h": partial(root_count, bound=without_trees)},
)
