"""The product count: a part holds at most h + sqrt(xy(m + h + xy/d²)) products of two operands."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from proofs.evidence.counting.batches import Batch, given
from proofs.evidence.counting.combinatorial import Combinatorial
from proofs.evidence.counting.counted import Counted, Ints, Tally
from proofs.evidence.counting.products import holdings
from proofs.evidence.counting.ranges import QUICK, THOROUGH, Trials
from proofs.evidence.counting.trials import Trial, alone

NAME = "product-count-lemma"

ALL_PARTS = "; each with all parts that D dominates"

Bound = Callable[[Ints, Ints, Ints, int, int], Ints]
"""From x, y, h, m and d to d² times the square of the largest number of products outside D."""


def refined(x: Ints, y: Ints, h: Ints, m: int, d: int) -> Ints:
    """Returns d² xy(m + h + xy/d²): dominated operands on both sides, times the trees that can be active.

    >>> import numpy as np
    >>> one, none = np.array([1]), np.array([0])
    >>> refined(one, one, none, m=1, d=2).tolist()  # one product of a sum of two: 4 * (1 + 1/4)
    [5]
    """
    return x * y * (d * d * (m + h) + x * y)


def without_minima(x: Ints, y: Ints, h: Ints, m: int, d: int) -> Ints:
    """Returns d² xy(h + xy/d²), a wrong bound: a part may stop inside a tree, at a minimal node.

    >>> import numpy as np
    >>> one, none = np.array([1]), np.array([0])
    >>> without_minima(one, one, none, m=1, d=2).tolist()  # less than 4, for that one product
    [1]
    """
    return x * y * (d * d * h + x * y)


def product_count(within: Trials = QUICK, bound: Bound = refined) -> Counted:
    """Returns whether no part has more products outside D, its dominator, than sqrt(xy(m + h + xy/d²)).

    >>> from proofs.evidence.counting.ranges import Range
    >>> product_count(Range((lambda: alone(1, 2, 1),), ())).sharp
    True
    >>> product_count(Range((lambda: alone(1, 2, 1),), ()), without_minima).counterexample
    '1 x 2 x 1 chain: D = {A[0,0], B[0,0]} dominates a part with 1 product outside D, x = 1, y = 1, h = 0, m = 1'
    """
    tally = compared(within, bound)
    return tally.result(NAME, within.scope() + ALL_PARTS, "" if tally.counterexample else _attained())


def compared(within: Trials, bound: Bound) -> Tally:
    """Returns what came out of comparing the products that a part can have outside D with a bound.

    Every D is tried with every m and, of the parts that D dominates with at most m minimal nodes in the trees, with
    one that has the most products.
    """
    tally = Tally()
    for trial in within.trials():
        for batch in trial.batches():
            _compare(tally, trial, batch, bound)
            if tally.counterexample:
                return tally
    return tally


def _compare(tally: Tally, trial: Trial, batch: Batch, bound: Bound) -> None:
    d = trial.inner
    x, y, h = trial.hits(batch)
    tally.cases += batch.width
    for m, count in enumerate(holdings(trial.products, batch, batch.dominated()).most):

        def described(c: int, m: int = m, count: Ints = count) -> str:
            several = f"{count[c]} product{'s' if count[c] > 1 else ''}"
            return (
                f"{trial.text}: D = {batch.shown(c)} dominates a part with {several} outside D, "
                f"x = {x[c]}, y = {y[c]}, h = {h[c]}, m = {m}"
            )

        tally.compare(d * d * count**2, bound(x, y, h, m, d), described)


def _attained() -> str:
    """Where the bound is sharp: D is all operands, the part all the rest."""
    sharp = []
    for sizes in ((1, 2, 1), (2, 1, 2), (2, 2, 2), (3, 2, 4)):
        trial = alone(*sizes)
        rows, d, columns = sizes
        x, y = len(trial.left), len(trial.right)
        operands = given(trial.cdag, [trial.left | trial.right])
        count = int(holdings(trial.products, operands, operands.dominated()).most[0, 0])
        if d * d * count**2 == x * y * x * y:
            sharp.append(f"{rows} x {d} x {columns}")
    return f"attained by {', '.join(sharp)}: D is all operands, the part all the rest"


LEMMA = Combinatorial(
    NAME,
    "Products of one product in a part",
    "Let a CDAG hold a matrix product of inner size d whose entries are the roots of disjoint summation trees that "
    "only their roots leave, and let disjoint paths from sources, outside the trees, lead to all its left and right "
    "operands. If D dominates a part U and meets the paths to left operands x times, those to right operands y times "
    "and the trees h times, and U has m nodes in the trees without a successor in U, then at most h of the products "
    "of two operands are in D, and U has at most sqrt(x*y*(m + h + x*y/d**2)) others.",
    "Loomis and Whitney 1949; Hong and Kung 1981",
    product_count,
    partial(product_count, THOROUGH),
    {"without m": partial(product_count, bound=without_minima)},
)
