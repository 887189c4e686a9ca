"""Weighed products: the adds of S, N, dP and dQ together, weighed by how many terms they have behind them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

import numpy as np

from proofs.evidence.counting.adds import adds_of
from proofs.evidence.counting.batches import Batch, Members, total
from proofs.evidence.counting.combinatorial import Combinatorial
from proofs.evidence.counting.counted import Counted, Ints, Tally
from proofs.evidence.counting.four import QUICK, THOROUGH, Hits, Range, hits_of
from proofs.evidence.counting.products import product_in
from proofs.evidence.counting.ramps import Ramp

NAME = "four-weighted-products"
_PRODUCTS = ("S", "N", "dP", "dQ")


@dataclass(frozen=True)
class Ramps:
    """The kappa of S and dP, over the inner size d with 3 kappa² <= d², and the lambda of N and dQ, over n."""

    kappa: Fraction
    lam: Fraction


Bound = Callable[[Hits, Ramps], Ints]
"""From the hits and the ramps to the product XYZ, times a whole number that makes it whole."""


def cube(hits: Hits, ramps: Ramps) -> Ints:
    """Returns 27 a⁴ e² XYZ with kappa = a/b and lambda = e/f, a whole number.

    X = hS + hP + (qk + gv)/(3 kappa²), Y = k + v and Z = q + g + hN + hQ + XY/(3 lambda²).

    >>> from graphs.families.attention import attention_backward
    >>> from proofs.evidence.counting.batches import given
    >>> batch = given(attention_backward(1, 1), [{("A1", 0, 0), ("A2", 0, 0)}])  # q = k = 1
    >>> cube(hits_of(batch), Ramps(Fraction(1), Fraction(1))).tolist()  # X = 1/3, Y = 1, Z = 1 + 1/9, times 27
    [10]
    """
    a, b, e, f = ramps.kappa.numerator, ramps.kappa.denominator, ramps.lam.numerator, ramps.lam.denominator
    x = 3 * a * a * (hits.hS + hits.hP) + b * b * (hits.q * hits.k + hits.g * hits.v)  # 3a² X
    y = hits.k + hits.v
    z = 9 * a * a * e * e * (hits.q + hits.g + hits.hN + hits.hQ) + f * f * x * y  # 9a²e² Z
    return x * y * z


def flat(hits: Hits, ramps: Ramps) -> Ints:
    """Returns the same with Z = q + g + hN + hQ, a wrong bound: a tree of N that D misses is active too.

    >>> from graphs.families.attention import attention_backward
    >>> from proofs.evidence.counting.batches import given
    >>> batch = given(attention_backward(1, 1), [{("Pt", 0, 0), ("V", 0, 0)}])  # X = Y = 1
    >>> flat(hits_of(batch), Ramps(Fraction(1), Fraction(1))).tolist()
    [0]
    """
    a, b, e = ramps.kappa.numerator, ramps.kappa.denominator, ramps.lam.numerator
    x = 3 * a * a * (hits.hS + hits.hP) + b * b * (hits.q * hits.k + hits.g * hits.v)
    return x * (hits.k + hits.v) * 9 * a * a * e * e * (hits.q + hits.g + hits.hN + hits.hQ)


def blind(kind: str) -> Bound:
    """Returns the bound without what D has of one kind of node, a wrong one.

    >>> from graphs.families.attention import attention_backward
    >>> from proofs.evidence.counting.batches import given
    >>> batch = given(attention_backward(1, 1), [{("A2", 0, 0), ("dS", 0, 0)}])
    >>> blind("hP")(hits_of(batch), Ramps(Fraction(1), Fraction(1))).tolist()  # X = 0
    [0]
    """

    def bound(hits: Hits, ramps: Ramps) -> Ints:
        return cube(replace(hits, **{kind: 0 * getattr(hits, kind)}), ramps)

    return bound


def ramps_for(d: int) -> Iterator[Ramps]:
    """Yields the ramps that are tried, those with 3 kappa² <= d² of a few.

    >>> [str(ramps.kappa) for ramps in ramps_for(2)]
    ['1/2', '1/2', '1/2', '1', '1', '1']
    """
    for kappa in map(Fraction, ("1/2", "1", "3/2")):
        if 3 * kappa**2 <= d * d:
            yield from (Ramps(kappa, lam) for lam in map(Fraction, ("1/2", "3/2", "3")))


def four_weighted(within: Range = QUICK, bound: Bound = cube) -> Counted:
    """Returns whether the adds of S, N, dP and dQ that any D dominates weigh at most h + sqrt(XYZ).

    >>> four_weighted(Range(((2, 1, 2),), ())).holds
    True
    >>> four_weighted(Range(((2, 1, 4),), ()), blind("hP")).counterexample.partition(";")[0]
    'n = 2, d = 1: D = {A2[0,0], A2[1,0], dS[0,0], dS[0,1]} dominates adds of weight 1'
    """
    tally = Tally()
    for n, d, batch in within.batches():
        held, hits = batch.dominated(), hits_of(batch)
        tally.cases += batch.width
        for ramps in ramps_for(d):
            _compare(tally, f"n = {n}, d = {d}", batch, held, hits, ramps, bound)
        if tally.counterexample:
            return tally.result(NAME, within.scope())
    return tally.result(
        NAME, f"{within.scope()}; each with kappa = 1/2, 1, 3/2, if not too large, and lambda = 1/2, 3/2, 3"
    )


def _compare(tally: Tally, text: str, batch: Batch, held: Members, hits: Hits, ramps: Ramps, bound: Bound) -> None:
    a, e = ramps.kappa.numerator, ramps.lam.numerator

    def weight(kappa: Fraction, *names: str) -> Ints:
        adds = [add for name in names for add in adds_of(batch.cdag, product_in(batch.cdag, name))]
        return total((Ramp(kappa, 1).weighed(add.position, held[add.node]) for add in adds), batch.width)

    weighed = e * weight(ramps.kappa, "S", "dP") + a * weight(ramps.lam, "N", "dQ")
    lost = batch.count(v for name in _PRODUCTS for v in product_in(batch.cdag, name).nodes)
    beyond = np.maximum(weighed - a * e * lost, 0)

    def shown(c: int) -> str:
        return (
            f"{text}: D = {batch.shown(c)} dominates adds of weight {Fraction(int(weighed[c]), a * e)}; "
            f"kappa = {ramps.kappa}, lambda = {ramps.lam}"
        )

    tally.compare(27 * a * a * beyond**2, bound(hits, ramps), shown)


LEMMA = Combinatorial(
    NAME,
    "Weighted adds of S, N, dP, dQ",
    "In the CDAG of the backward pass to X, products summed in chains, let D dominate a part U and have q nodes in A1 "
    "and the trees of Q, k in A2, v in A3 and the trees of V, g in E and G, hS in the trees of S and in Pt, hN in the "
    "trees of N, hP in the trees of dP, in t and in dS, and hQ in the trees of dQ. Let kappa and lambda be positive, "
    "3*kappa**2 <= d**2, and let the sum of k terms weigh min(1, (k - 1)/kappa) in S and dP and min(1, (k - "
    "1)/lambda) in N and dQ. With X = hS + hP + (q*k + g*v)/(3*kappa**2), Y = k + v and Z = q + g + hN + hQ + "
    "X*Y/(3*lambda**2), the sums in U weigh at most h + sqrt(X*Y*Z), where D has h nodes in the four trees. The "
    "forward pass is a part of this CDAG, with all operands of its nodes, so the same is true of it.",
    "Loomis and Whitney 1949, slice by slice, with Cauchy's inequality for four products over one cube",
    four_weighted,
    partial(four_weighted, THOROUGH),
    {
        "g not counted": partial(four_weighted, bound=blind("g")),
        "hS not counted": partial(four_weighted, bound=blind("hS")),
        "hP not counted": partial(four_weighted, bound=blind("hP")),
        "X*Y not in Z": partial(four_weighted, bound=flat),
    },
)
