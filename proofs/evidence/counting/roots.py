"""The root count: a part that S nodes dominate holds at most max(S, S²/4d²) entries of a product of inner size d."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from proofs.evidence.counting.batches import Batch
from proofs.evidence.counting.counted import Counted, Ints, Tally
from proofs.evidence.counting.ranges import QUICK, Range
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


def root_count(within: Range = QUICK, bound: Bound = refined) -> Counted:
    """Returns whether no D dominates more roots than the bound allows, nor more than max(S, S²/4d²) for S = |D|.

    D meets the disjoint paths to the left operands x times, those to the right ones y times, and the trees h times.
    The count is of all roots that D dominates, so no part that D dominates holds more. Source: Hong and Kung 1981,
    Theorem 3.1, with summation trees.

    >>> root_count(Range((lambda: alone(2, 1, 2),), ())).holds
    True
    >>> root_count(Range((lambda: alone(2, 1, 2),), ()), without_trees).counterexample
    '2 x 1 x 2 chain: D = {C[0,0]} dominates more roots, 1, than the bound allows; x = 0, y = 0, h = 1'
    """
    tally = Tally()
    for trial in within.trials():
        for batch in trial.batches():
            _compare(tally, trial, batch, bound)
            if tally.counterexample:
                return tally.result(NAME, within.scope())
    return tally.result(NAME, within.scope(), _attained())


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
    return Batch(batch.cdag, batch.dominated(), batch.width).count(trial.product.roots)


def _compare(tally: Tally, trial: Trial, batch: Batch, bound: Bound) -> None:
    d = trial.product.inner
    x, y, h = trial.hits(batch)
    roots, S = _roots(trial, batch), batch.count(trial.cdag.order)

    def described(c: int) -> str:
        return (
            f"{trial.text}: D = {batch.shown(c)} dominates more roots, {roots[c]}, than the bound allows; "
            f"x = {x[c]}, y = {y[c]}, h = {h[c]}"
        )

    tally.cases += batch.width
    tally.compare(d * d * roots, bound(x, y, h, d), described)
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
