"""The checker of the mid range: accepts a number F only if no segment can do more weighted work than F.

Whoever doubts a constant of docs/midrange.md reads this file; it uses nothing but the standard library, no float, and
knows nothing of any search.

A segment holds at most P = 1 + tau words (in units of M), of nine kinds: k, v (words of K and V) and the seven of
`KINDS`. docs/midrange.md lists the counts, which bound its work in the four products. For fixed k = κ² and v = ν² each
is a concave function of the other seven, made of square roots of products, minima and sums; so two rules bound it by
a linear function, whose coefficients are the prices of a word:

    κ √(x y) <= (t κ**(1+s) x + κ**(1-s) y/t)/2,     min(x, y) <= c x + (1-c) y.

The prices are polynomials in κ and ν. If the dearest kind costs p, the segment does at most (P - κ² - ν²) p work. A
certificate cuts the square 0 <= κ, ν <= √P in halves until in each box one choice of all t, s and c suffices.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, isqrt, lcm

KINDS = ("q1", "q2", "g", "z1", "z2", "hS", "hP")
"""Words on the rows of Q in pass 1 and in pass 2, of G, on the trees of N, of dQ, of S with P, of dP with dS."""
PRODUCTS = ("S", "N", "dP", "dQ")
UNIT = 100_000
"""Multipliers are whole numbers of hundred-thousandths."""
LEAF = 28
DEEPEST = 60

Polynomial = Mapping[tuple[int, int], Fraction]
"""The coefficient of κ**i ν**j for each (i, j)."""
Form = dict[tuple[str, int, int], Fraction]
"""A linear function of the seven kinds: the coefficient of κ**i ν**j times the kind, for each (kind, i, j)."""
Box = tuple[Fraction, Fraction, Fraction, Fraction]
"""The lower and the upper end of κ, then of ν."""


class Rejected(ValueError):
    """A certificate proves nothing; the text says why."""


@dataclass(frozen=True)
class Program:
    """What is to be bounded: theta = M/d², tau = T/M, ramp = kappa/d, and the weights of the products S, N, dP, dQ."""

    theta: Fraction
    tau: Fraction
    ramp: Fraction
    weights: tuple[Fraction, Fraction, Fraction, Fraction]

    def constant(self, F: Fraction) -> Fraction:
        """Returns c such that Q >= (c - o(1)) n² d/√M if no segment does more than F.

        >>> Program(Fraction(1), Fraction(1), Fraction(1), (Fraction(1),) * 4).constant(Fraction(2))
        Fraction(3, 2)
        """
        S, N, dP, dQ = self.weights
        return self.tau * ((S + dP) * (1 - self.ramp / 2) + N + dQ) / F


def check(program: Program, F: Fraction, tree: object) -> int:
    """Returns the number of boxes if the tree shows that no segment does more than F, and raises Rejected otherwise.

    F is in units of M^(3/2) and counts adds with their weights. A tree is a list: of one letter, k or v, and the trees
    of the lower and of the upper half; or of the word outside; or of the 28 multipliers of a box.

    >>> one = Program(Fraction(1), Fraction(1), Fraction(1), (Fraction(1),) * 4)
    >>> multipliers = [UNIT] * 12 + [0] * 16
    >>> check(one, Fraction(40), ["k", multipliers, multipliers])
    2
    >>> check(one, Fraction(1), multipliers)
    Traceback (most recent call last):
    proofs.evidence.midrange.checker.Rejected: kind q1 may do more than F in the box κ 0 to 1.4142, ν 0 to 1.4142
    """
    if not (program.theta > 0 and program.tau > 0 and 0 < program.ramp <= 1 and min(program.weights) >= 0):
        raise Rejected(f"theta > 0, tau > 0, 0 < ramp <= 1 and weights >= 0 are wanted; got {program}")
    if F <= 0:
        raise Rejected(f"F > 0 is wanted; got {F}")
    side = root_above(1 + program.tau)
    return _check(program, F, tree, (Fraction(0), side, Fraction(0), side), 0)


def holds(program: Program, F: Fraction, multipliers: Sequence[int], box: Box) -> str | None:
    """Returns the first kind whose price is not shown to be at most F/(P - κ² - ν²) in the box, or None."""
    room = {(0, 0): 1 + program.tau, (2, 0): Fraction(-1), (0, 2): Fraction(-1)}
    priced = prices(program, multipliers)
    for kind in KINDS:
        excess = {(0, 0): -F}
        for (name, i, j), coefficient in priced.items():
            if name == kind:
                for (a, b), other in room.items():
                    excess[i + a, j + b] = excess.get((i + a, j + b), Fraction(0)) + coefficient * other
        if largest(excess, box) > 0:
            return kind
    return None


def prices(program: Program, multipliers: Sequence[int]) -> Form:
    """Returns a linear function that is at least the weighted work of the four products, for all κ, ν >= 0.

    The multipliers: for each product a share between its two bounds; for each of the two roots in them a scale t and a
    lean; the shares of the minima. All but the leans are in units of 1/UNIT.
    """
    if len(multipliers) != LEAF or not all(type(number) is int for number in multipliers):
        raise Rejected(f"a box has {LEAF} multipliers, whole numbers; got {list(multipliers)}")
    shares, scales, leans, rest = multipliers[:4], multipliers[4:12], multipliers[12:20], multipliers[20:]
    b1, b2, e, n1, n2, f1, f2, by_k = (Fraction(number, UNIT) for number in rest)
    if min(scales) <= 0 or not all(0 <= x <= UNIT for x in (*shares, *rest)) or n1 + n2 > 1 or f1 + f2 > 1:
        raise Rejected(f"scales are positive, shares and their sums are between 0 and 1; got {list(multipliers)}")
    if not all(lean in {-1, 0, 1} for lean in leans):
        raise Rejected(f"a lean is -1, 0 or 1; got {list(leans)}")
    turns = list(zip("kkvvvvkk", scales, leans, strict=True))
    theta, root, ramp = program.theta, root_above(program.theta), program.ramp
    q1, q2, g, z1, z2, hS, hP = ({(kind, 0, 0): Fraction(1)} for kind in KINDS)
    q = plus(q1, q2)

    def smaller(form: Form) -> Form:
        return plus(times(by_k, form, 2, 0), times(1 - by_k, form, 0, 2))

    def known(b: Fraction) -> Form:
        return plus(hP, times(b, hS), times((1 - b) * theta, g, 0, 2))

    both = smaller(plus(times(e, q2), times(1 - e, g)))
    rows = plus(times(n1, q1, 0, 2), times(n2, z1, 2, 0), times(1 - n1 - n2, q1, 2, 0))
    columns = smaller(plus(times(f1, z2), times(f2, q2), times(1 - f1 - f2, g)))
    bounds = (
        (
            plus(mean(turns[0], q, hS), times(root / (2 * ramp), q, 2, 0)),
            mean(turns[1], q, plus(hS, times(theta / ramp**2, q, 2, 0))),
        ),
        (
            mean(turns[2], plus(hS, times(theta, q1, 2, 0)), z1),
            plus(mean(turns[3], hS, z1), times(root, rows)),
        ),
        (
            plus(mean(turns[4], g, hP), times(root / (2 * ramp), g, 0, 2)),
            mean(turns[5], g, plus(hP, times(theta / ramp**2, g, 0, 2))),
        ),
        (
            mean(turns[6], plus(known(b1), times(theta, both)), z2),
            plus(mean(turns[7], known(b2), z2), times(root, columns)),
        ),
    )
    total: Form = {}
    for weight, number, (one, other) in zip(program.weights, shares, bounds, strict=True):
        share = Fraction(number, UNIT)
        total = plus(total, times(weight * share, one), times(weight * (1 - share), other))
    return total


def plus(*forms: Form) -> Form:
    """Returns the sum of linear functions."""
    total: Form = {}
    for form in forms:
        for key, coefficient in form.items():
            total[key] = total.get(key, Fraction(0)) + coefficient
    return total


def times(factor: Fraction | int, form: Form, i: int = 0, j: int = 0) -> Form:
    """Returns factor κ**i ν**j times a linear function."""
    if not factor:
        return {}
    return {(kind, a + i, b + j): factor * coefficient for (kind, a, b), coefficient in form.items()}


def mean(turn: tuple[str, int, int], x: Form, y: Form) -> Form:
    """Returns (t κ**(1+s) x + κ**(1-s) y/t)/2, at least κ √(x y), for the letter k, t = scale/UNIT and the lean s.

    The letter v stands for ν instead of κ.
    """
    letter, scale, lean = turn
    up, down = ((1 + lean, 0), (1 - lean, 0)) if letter == "k" else ((0, 1 + lean), (0, 1 - lean))
    return plus(times(Fraction(scale, 2 * UNIT), x, *up), times(Fraction(UNIT, 2 * scale), y, *down))


def largest(polynomial: Polynomial, box: Box) -> Fraction:
    """Returns the largest Bernstein coefficient, which no value of the polynomial in the box exceeds.

    Source: Garloff 1985. Exact at the corners. All is brought to one denominator first, for speed.

    >>> largest({(1, 0): Fraction(3), (0, 2): Fraction(-1)}, (Fraction(0), Fraction(2), Fraction(1), Fraction(2)))
    Fraction(5, 1)
    """
    m, n = max(i for i, _ in polynomial), max(j for _, j in polynomial)
    below, across = bernstein(m, *box[:2])
    under, along = bernstein(n, *box[2:])
    whole = lcm(*(c.denominator for c in polynomial.values()))
    numerators = [(i, j, int(c * whole)) for (i, j), c in polynomial.items()]
    most = max(
        sum(c * across[i][a] * along[j][b] for i, j, c in numerators) for a, b in product(range(m + 1), range(n + 1))
    )
    return Fraction(most, whole * below * under)


@lru_cache(maxsize=16)
def bernstein(degree: int, low: Fraction, high: Fraction) -> tuple[int, list[list[int]]]:
    """Returns a denominator, and over it the Bernstein coefficients of x**i, i <= degree, between low and high.

    >>> bernstein(2, Fraction(1), Fraction(3))
    (1, [[1, 1, 1], [1, 2, 3], [1, 3, 9]])
    """
    rows = [
        [
            sum(comb(a, s) * comb(degree - a, i - s) * high**s * low ** (i - s) for s in range(min(a, i) + 1))
            / Fraction(comb(degree, i))
            for a in range(degree + 1)
        ]
        for i in range(degree + 1)
    ]
    whole = lcm(*(x.denominator for row in rows for x in row))
    return whole, [[int(x * whole) for x in row] for row in rows]


def root_above(x: Fraction) -> Fraction:
    """Returns the root of a positive x, rounded up to a millionth.

    >>> root_above(Fraction(4)), root_above(Fraction(2))
    (Fraction(2, 1), Fraction(707107, 500000))
    """
    return Fraction(isqrt(-(-x.numerator * 10**12 // x.denominator) - 1) + 1, 10**6)


def _check(program: Program, F: Fraction, tree: object, box: Box, depth: int) -> int:
    low_k, high_k, low_v, high_v = box
    where = f"the box κ {float(low_k):.5g} to {float(high_k):.5g}, ν {float(low_v):.5g} to {float(high_v):.5g}"
    if not isinstance(tree, list) or depth > DEEPEST:
        raise Rejected(f"{where} has no list, or lies deeper than {DEEPEST} cuts")
    match tree:
        case ["k", lower, upper]:
            cut = (low_k + high_k) / 2
            halves = (low_k, cut, low_v, high_v), (cut, high_k, low_v, high_v)
        case ["v", lower, upper]:
            cut = (low_v + high_v) / 2
            halves = (low_k, high_k, low_v, cut), (low_k, high_k, cut, high_v)
        case ["outside"]:
            if low_k**2 + low_v**2 < 1 + program.tau:
                raise Rejected(f"{where} is not outside")
            return 1
        case multipliers:
            if kind := holds(program, F, multipliers, box):
                raise Rejected(f"kind {kind} may do more than F in {where}")
            return 1
    return _check(program, F, lower, halves[0], depth + 1) + _check(program, F, upper, halves[1], depth + 1)
