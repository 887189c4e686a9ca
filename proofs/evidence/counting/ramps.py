"""Ramps: adds of a chain, weighed by how many terms they have behind them, and what a part can hold of their weight."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

import numpy as np

from proofs.evidence.counting.adds import adds_of
from proofs.evidence.counting.batches import Batch, Bools, total
from proofs.evidence.counting.combinatorial import Combinatorial
from proofs.evidence.counting.counted import Counted, Ints, Tally
from proofs.evidence.counting.late import QUICK, SETTING, THOROUGH
from proofs.evidence.counting.ranges import Trials
from proofs.evidence.counting.trials import Trial

KAPPAS = tuple(map(Fraction, ("1/2", "1", "3/2", "2", "3", "4")))


@dataclass(frozen=True)
class Ramp:
    """Weights that grow with the position k of an add, up to 1: min(1, (k - less)/kappa)."""

    kappa: Fraction
    less: int

    def weight(self, k: int) -> int:
        """Returns the weight times the numerator of kappa, a whole number.

        >>> Ramp(Fraction(3, 2), less=0).weight(1), Ramp(Fraction(3, 2), less=1).weight(3)  # 2/3 and 1, times 3
        (2, 3)
        """
        return min(self.kappa.numerator, (k - self.less) * self.kappa.denominator)

    def weighed(self, k: int, held: Bools) -> Ints:
        """Returns, for each D, that number if it holds an add at position k, else 0."""
        return self.weight(k) * held.astype(np.int64)


Claim = Callable[[Ints, Ints, Ints, Ints, Fraction], tuple[Ints, Ints]]
"""From the weight times the numerator of kappa, x, y, h and kappa, to two whole numbers that are to be in order."""


def under_root(weight: Ints, x: Ints, y: Ints, h: Ints, kappa: Fraction, share: int = 1) -> tuple[Ints, Ints]:
    """Returns both sides of (w - h)² <= xy(h + xy/(share kappa²)), times a whole number.

    >>> one, none = np.array([1]), np.array([0])
    >>> under_root(one, one, one, none, Fraction(2))  # w = 1/2 is all that x = y = 1 allow with kappa = 2
    (array([1]), array([1]))
    """
    p, q = kappa.numerator, kappa.denominator
    return share * np.maximum(weight - p * h, 0) ** 2, x * y * (share * p * p * h + q * q * x * y)


def as_sum(weight: Ints, x: Ints, y: Ints, h: Ints, kappa: Fraction, share: int = 2) -> tuple[Ints, Ints]:
    """Returns both sides of (w - h - xy/(share kappa))² <= xyh, times a whole number.

    >>> one, none = np.array([1]), np.array([0])
    >>> as_sum(3 * one, 2 * one, 2 * one, none, Fraction(1))  # w = 3, and xy/(2 kappa) = 2
    (array([4]), array([0]))
    """
    p, q = kappa.numerator, kappa.denominator
    return np.maximum(share * (weight - p * h) - q * x * y, 0) ** 2, share**2 * p * p * x * y * h


def cubed(weight: Ints, x: Ints, y: Ints, h: Ints, kappa: Fraction) -> tuple[Ints, Ints]:
    """Returns both sides of (w - h)² <= xy(h + xy/kappa³), a wrong bound, times a whole number.

    >>> one, none = np.array([1]), np.array([0])
    >>> cubed(one, one, one, none, Fraction(2))  # w = 1/2, and w² = 1/4 is more than 1/8
    (array([2]), array([1]))
    """
    p, q = kappa.numerator, kappa.denominator
    return p * np.maximum(weight - p * h, 0) ** 2, x * y * (p**3 * h + q**3 * x * y)


def without_hits(weight: Ints, x: Ints, y: Ints, h: Ints, kappa: Fraction) -> tuple[Ints, Ints]:
    """Returns both sides of w - h <= xy/kappa, a wrong bound: a tree that D meets needs no words of its row.

    >>> one = np.array([1])
    >>> without_hits(2 * one, one, one, one, Fraction(2))  # w = 1 and h = 1
    (array([0]), array([1]))
    """
    return np.maximum(weight - kappa.numerator * h, 0), kappa.denominator * x * y


def weighted_adds(name: str, less: int, claim: Claim, within: Trials = QUICK) -> Counted:
    """Returns whether the adds that any D dominates weigh at most what is claimed, with weights min(1, (k-less)/kappa).

    >>> from proofs.evidence.counting.ranges import Range
    >>> from proofs.evidence.counting.trials import alone
    >>> weighted_adds("ramp", 0, under_root, Range((partial(alone, 1, 4, 1),), ())).closest  # beyond h, and squared
    Fraction(9, 10)
    >>> found = weighted_adds("ramp", 0, as_sum, Range((partial(alone, 1, 3, 1),), ()))
    >>> found.counterexample.partition(": ")[2]
    'D = {A[0,0], A[0,1], A[0,2], B[0,0], B[1,0], B[2,0]} dominates adds of weight 5/3; x = 3, y = 3, h = 0, kappa = 3'
    """
    tally = Tally()
    for trial in within.trials():
        for batch in trial.batches():
            _compare(tally, trial, batch, claim, less)
            if tally.counterexample:
                return tally.result(name, within.scope())
    return tally.result(name, f"{within.scope()}; each with kappa = {', '.join(map(str, KAPPAS))}")


def _compare(tally: Tally, trial: Trial, batch: Batch, claim: Claim, less: int) -> None:
    held = batch.dominated()
    x, y, h = trial.hits(batch)
    adds = [add for product in trial.products for add in adds_of(trial.cdag, product)]
    tally.cases += batch.width
    for kappa in KAPPAS:
        ramp = Ramp(kappa, less)
        weight = total((ramp.weighed(add.position, held[add.node]) for add in adds), batch.width)

        def described(c: int, kappa: Fraction = kappa, weight: Ints = weight) -> str:
            return (
                f"{trial.text}: D = {batch.shown(c)} dominates adds of weight "
                f"{Fraction(int(weight[c]), kappa.numerator)}; x = {x[c]}, y = {y[c]}, h = {h[c]}, kappa = {kappa}"
            )

        tally.compare(*claim(weight, x, y, h, kappa), described)


def _lemma(name: str, title: str, less: int, claim: Claim, bound: str, source: str, **wrong: Claim) -> Combinatorial:
    weight = f"min(1, (k - {less})/kappa)" if less else "min(1, k/kappa)"
    check = partial(weighted_adds, name, less)
    mutants = {label.replace("_", " "): partial(check, other) for label, other in wrong.items()}
    if less:
        mutants["weights (k + 1)/kappa"] = partial(weighted_adds, name, -1, claim)
    return Combinatorial(
        name,
        title,
        f"{SETTING}Then, for each real kappa > 0, the adds of U weigh at most {bound}, if the sum of k terms weighs "
        f"{weight}.",
        source,
        partial(check, claim),
        partial(check, claim, THOROUGH),
        mutants,
    )


ROOT = _lemma(
    "weighted-adds",
    "Weighted adds of a product",
    0,
    under_root,
    "h + sqrt(x*y*(h + x*y/kappa**2))",
    "Loomis and Whitney 1949, slice by slice, with Cauchy's inequality",
    kappa_cubed=cubed,
    trees_that_D_meets_not_counted=without_hits,
)
THIRD = _lemma(
    "weighted-adds-third",
    "Weighted adds, one third",
    1,
    partial(under_root, share=3),
    "h + sqrt(x*y*(h + x*y/(3*kappa**2)))",
    "Cauchy's inequality; a row with k words in front has had k - 1 slices of at least its size before",
    one_eighth=partial(under_root, share=8),
)
SUM = _lemma(
    "weighted-adds-sum",
    "Weighted adds, as a sum",
    1,
    as_sum,
    "h + sqrt(x*y*h) + x*y/(2*kappa)",
    "the words of a row times those of a column, summed over pairs of terms",
    one_third=partial(as_sum, share=3),
)


def ramp_total(largest: int = 40, less: int = 1) -> Counted:
    """Returns whether min(1, (k - 1)/kappa), summed over k from 2 to K, is at least K - (kappa + less)/2.

    >>> ramp_total(3).sharp  # K = 3 and kappa = 1: both sums count fully, and 3 - 1 = 2
    True
    """
    tally, name = Tally(), "ramp-total"
    for kappa in range(1, largest + 1):
        weights = np.array([min(kappa, k - 1) for k in range(1, largest + 1)], dtype=np.int64)
        sizes = np.arange(1, largest + 1)
        tally.cases += largest
        claimed = np.maximum(2 * kappa * sizes - kappa * (kappa + less), 0)

        def described(c: int, kappa: int = kappa) -> str:
            return f"K = {c + 1}, kappa = {kappa}: the sum is less"

        tally.compare(claimed, 2 * weights.cumsum(), described)
    return tally.result(name, f"all whole K and kappa from 1 to {largest}")


TOTAL = Combinatorial(
    "ramp-total",
    "What a whole tree weighs",
    "For whole K, kappa >= 1 the sum of min(1, (k - 1)/kappa) over k from 2 to K is at least K - (kappa + 1)/2.",
    "Gauss's sum",
    ramp_total,
    partial(ramp_total, 400),
    {"K - kappa/2": partial(ramp_total, less=0)},
)
