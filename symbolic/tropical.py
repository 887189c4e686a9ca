"""Tropical form: an expression up to constant factors, as a quotient of two sets of monomials.

Up to a constant factor, with everything positive, a sum is its largest summand; Min(a, b) is a*b/(a + b); and a power
of a sum is the sum of the powers. So every expression made of sums, products, quotients, rational powers, Min, Max
and ceilings is some p/q, where p and q are sums of monomials, and only the sets of monomials matter.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import TypeAlias

import sympy

from graphs.errors import OutOfDomain
from symbolic.cone import Cone, Domination, Ray
from symbolic.monomial import Monomial, is_monomial, simplest_first, split

Monomials: TypeAlias = tuple[Monomial, ...]
_ONE: Monomials = (sympy.S.One,)


@dataclass(frozen=True)
class Quotient:
    """The growth of `sum(over) / sum(under)`: monomials without coefficients, none of them superfluous."""

    over: Monomials
    under: Monomials = _ONE

    def inverse(self) -> Quotient:
        """Returns the growth of the reciprocal."""
        return Quotient(self.under, self.over)


def tropical(expr: sympy.Expr, cone: Cone) -> Quotient:
    """Returns the growth of an expression on a cone, as a quotient of two sets of monomials.

    A ceiling is one plus its argument. A subtracted term is allowed if the rest pays for it: it vanishes against the
    rest in the limit, or it is smaller, coefficient included, than one term of the rest at every point. Raises
    OutOfDomain, with the reason, for any other expression.

    >>> from symbolic.domain import EVERYWHERE
    >>> from symbolic.symbols import d, n
    >>> tropical(sympy.Min(n, d) + n, Cone.of(EVERYWHERE, [n, d]))
    Quotient(over=(d*n, n**2), under=(d, n))
    """
    expr = sympy.sympify(expr)
    if expr.has(sympy.Float):
        raise OutOfDomain(f"formulas are exact; {expr} holds a float: write sympy.Rational(1, 2), not 0.5")
    if expr.is_number:
        if not expr.is_positive:
            raise OutOfDomain(f"growth is that of positive expressions; got the term {expr}")
        return Quotient(_ONE)
    if is_monomial(expr):
        return Quotient((expr,))
    if expr.is_Add:
        return _sum(expr, cone)
    if expr.is_Mul:
        return reduce(lambda a, b: times(a, b, cone), (tropical(factor, cone) for factor in expr.args))
    if expr.is_Pow and expr.exp.is_Rational:
        base, power = tropical(expr.base, cone), abs(expr.exp)
        raised = Quotient(*(tuple(m**power for m in side) for side in (base.over, base.under)))
        return raised if expr.exp > 0 else raised.inverse()
    if isinstance(expr, sympy.Max):
        return _total([tropical(part, cone) for part in expr.args], cone)
    if isinstance(expr, sympy.Min):
        return _total([tropical(part, cone).inverse() for part in expr.args], cone).inverse()
    if isinstance(expr, sympy.ceiling):
        return _total([Quotient(_ONE), tropical(expr.args[0], cone)], cone)
    raise OutOfDomain(
        "growth is known for sums, products, rational powers, Min, Max and ceilings of positive symbols; "
        f"got {type(expr).__name__} in {expr}"
    )


def times(left: Quotient, right: Quotient, cone: Cone) -> Quotient:
    """Returns the growth of the product.

    >>> from symbolic.domain import EVERYWHERE
    >>> from symbolic.symbols import n
    >>> times(Quotient((n,)), Quotient((n**2,)), Cone.of(EVERYWHERE, [n]))
    Quotient(over=(n**3,), under=(1,))
    """
    over = cone.prune(a * b for a in left.over for b in right.over)
    under = cone.prune(a * b for a in left.under for b in right.under)
    if len(under) == 1:
        return Quotient(tuple(m / under[0] for m in over))
    return Quotient(over, under)


def compare(left: Quotient, right: Quotient, cone: Cone, strictly: bool) -> tuple[Domination, ...] | Ray:
    """Decides left = O(right), or left = o(right) if `strictly`: certificates, or a ray on which it fails.

    Both sides are multiplied by their denominators; then each monomial of the left has a certificate of its own.

    >>> from symbolic.domain import EVERYWHERE
    >>> from symbolic.symbols import n
    >>> print(*compare(Quotient((n,)), Quotient((n**2,)), Cone.of(EVERYWHERE, [n]), strictly=True))
    n * n = n**2
    """
    smaller = cone.prune(a * b for a in left.over for b in right.under)
    larger = cone.prune(a * b for a in right.over for b in left.under)
    decide = cone.vanishing if strictly else cone.bounded
    certificates = []
    for monomial in smaller:
        answer = decide(monomial, larger)
        if isinstance(answer, Ray):
            return answer
        certificates.append(answer)
    return tuple(certificates)


def degree(quotient: Quotient, ray: Ray) -> sympy.Rational:
    """Returns the power of t with which a quotient grows along a ray."""
    return max(map(ray.degree, quotient.over)) - max(map(ray.degree, quotient.under))


def posynomial(quotient: Quotient, cone: Cone) -> Monomials | None:
    """Returns the monomials of a sum that grows as the quotient does, or None if there is no such sum.

    >>> from symbolic.domain import EVERYWHERE
    >>> from symbolic.symbols import d, n
    >>> posynomial(Quotient((n**2, d**2), (n, d)), Cone.of(EVERYWHERE, [n, d]))
    (d, n)
    """
    p, q = quotient.over, quotient.under
    quotients = simplest_first({a / b for a in p for b in q})
    below = cone.prune(m for m in quotients if all(isinstance(cone.bounded(m * b, p), Domination) for b in q))
    products = [m * b for m in below for b in q]
    reached = bool(products) and all(isinstance(cone.bounded(a, products), Domination) for a in p)
    return below if reached else None


def _total(parts: list[Quotient], cone: Cone) -> Quotient:
    """The growth of a sum."""

    def plus(a: Quotient, b: Quotient) -> Quotient:
        over = [x * y for x in a.over for y in b.under] + [x * y for x in b.over for y in a.under]
        return Quotient(cone.prune(over), cone.prune(x * y for x in a.under for y in b.under))

    return reduce(plus, parts)


def _sum(expr: sympy.Expr, cone: Cone) -> Quotient:
    if not any(split(term)[0].is_negative for term in expr.args):
        return _total([tropical(term, cone) for term in expr.args], cone)
    positive: list[tuple[sympy.Expr, sympy.Expr]] = []
    negative: list[tuple[sympy.Expr, sympy.Expr]] = []
    for term in sympy.Add.make_args(sympy.expand(expr)):
        coefficient, rest = split(term)
        if not coefficient.is_real:
            raise OutOfDomain(f"growth is that of real expressions; got {term} in {expr}")
        (positive if coefficient > 0 else negative).append((abs(coefficient), rest))
    owed = [(c, m) for c, m in negative if not _pay(positive, c, m)]
    if not positive:
        raise OutOfDomain(f"growth is that of positive expressions; got {expr}")
    rest = _total([tropical(m, cone) for _, m in positive], cone)
    for _, m in owed:
        ray = compare(tropical(m, cone), rest, cone, strictly=True)
        if isinstance(ray, Ray):
            raise OutOfDomain(
                f"in {expr} the subtracted {m} does not vanish against the rest: along {ray} it is as large up to a "
                "constant; narrow the domain"
            )
    return rest


def _pay(positive: list[tuple[sympy.Expr, sympy.Expr]], coefficient: sympy.Expr, monomial: Monomial) -> bool:
    """Takes a negative term out of a positive one that is larger everywhere, as 2*n*d - n >= n*d; False if none is."""
    for k, (own, other) in enumerate(positive):
        both = is_monomial(monomial) and is_monomial(other)
        if both and own > coefficient and all(p >= 0 for p in (other / monomial).as_powers_dict().values()):
            positive[k] = (own - coefficient, other)
            return True
    return False
