"""The checker: accepts a certificate only if an identity of polynomials, expanded exactly, shows a contradiction.

Whoever doubts a certificate reads this file; it uses nothing but the standard library and knows nothing of any search.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

Monomial = tuple[int, ...]
"""The exponents of the symbols, in order."""
Polynomial = Mapping[Monomial, Fraction]
Constraint = tuple[str, Polynomial]
"""A relation, one of > >= ==, and a polynomial that has this relation to zero."""
MAX_DEGREE, MAX_SIZE = 64, 1_000_000


@dataclass(frozen=True)
class Product:
    """A number times constraints, named, times squares of polynomials; nonnegative wherever the constraints hold."""

    coefficient: Fraction
    factors: tuple[str, ...]
    squares: tuple[Polynomial, ...] = ()


@dataclass(frozen=True)
class Multiple:
    """An equality, named, times any polynomial; zero wherever the equality holds."""

    equality: str
    multiplier: Polynomial


class Rejected(ValueError):
    """A certificate proves nothing; the text says why."""


def check(
    symbols: Sequence[str],
    constraints: Mapping[str, Constraint],
    products: Sequence[Product],
    multiples: Sequence[Multiple] = (),
) -> None:
    """Returns if the certificate shows that no point satisfies all constraints, and raises Rejected otherwise.

    The sum of the products and multiples must be the zero polynomial, though at a point that satisfies the constraints
    no summand is negative, and one, a positive number times strict constraints, is positive. Sources: Stengle 1974 for
    the Positivstellensatz, Handelman 1988 for products without squares.

    >>> x, one = {(1,): Fraction(1)}, Fraction(1)
    >>> below = {(1,): Fraction(-1), (0,): Fraction(-1)}
    >>> both = {"x > 0": (">", x), "x <= -1": (">=", below)}
    >>> check(["x"], both, [Product(one, ("x > 0",)), Product(one, ("x <= -1",)), Product(one, ())])
    >>> check(["x"], both, [Product(one, ("x > 0",)), Product(one, ("x <= -1",))])
    Traceback (most recent call last):
    proofs.evidence.checker.Rejected: the sum is not zero: 1 terms are left
    """
    total: dict[Monomial, Fraction] = {}
    contradiction = False
    for product in products:
        if type(product.coefficient) is not Fraction or product.coefficient < 0:
            raise Rejected(f"a coefficient is a fraction and not negative; got {product.coefficient!r}")
        value: Polynomial = {(0,) * len(symbols): product.coefficient}
        strict = product.coefficient > 0 and not product.squares
        for name in product.factors:
            relation, polynomial = _constraint(constraints, name)
            if relation not in {">", ">="}:
                raise Rejected(f"{name!r} is used as an inequality, but it is {relation!r}")
            strict = strict and relation == ">"
            value = multiply(value, _exact(polynomial, symbols))
        for square in product.squares:
            value = multiply(value, multiply(_exact(square, symbols), square))
        total = add(total, value)
        contradiction = contradiction or strict
    for multiple in multiples:
        relation, polynomial = _constraint(constraints, multiple.equality)
        if relation != "==":
            raise Rejected(f"{multiple.equality!r} is used as an equality, but it is {relation!r}")
        total = add(total, multiply(_exact(polynomial, symbols), _exact(multiple.multiplier, symbols)))
    if total:
        raise Rejected(f"the sum is not zero: {len(total)} terms are left")
    if not contradiction:
        raise Rejected("no summand is positive, so that the sum may well be zero")


def add(left: Polynomial, right: Polynomial) -> dict[Monomial, Fraction]:
    """Returns the sum of two polynomials; terms that cancel are gone."""
    total = dict(left)
    for monomial, coefficient in right.items():
        total[monomial] = total.get(monomial, Fraction(0)) + coefficient
    return {monomial: coefficient for monomial, coefficient in total.items() if coefficient}


def multiply(left: Polynomial, right: Polynomial) -> dict[Monomial, Fraction]:
    """Returns the product of two polynomials; raises Rejected at a size or degree that no honest certificate needs."""
    if len(left) * len(right) > MAX_SIZE:
        raise Rejected("a product is too large to expand")
    total: dict[Monomial, Fraction] = {}
    for first, a in left.items():
        for second, b in right.items():
            monomial = tuple(i + j for i, j in zip(first, second, strict=True))
            total[monomial] = total.get(monomial, Fraction(0)) + a * b
    if any(sum(monomial) > MAX_DEGREE for monomial in total):
        raise Rejected(f"a product has a degree above {MAX_DEGREE}")
    return {monomial: coefficient for monomial, coefficient in total.items() if coefficient}


def _constraint(constraints: Mapping[str, Constraint], name: str) -> Constraint:
    if name not in constraints:
        raise Rejected(f"there is no constraint {name!r}")
    return constraints[name]


def _exact(polynomial: Polynomial, symbols: Sequence[str]) -> Polynomial:
    """The polynomial itself, if it is one: fractions by tuples of as many natural numbers as there are symbols."""
    for monomial, coefficient in polynomial.items():
        if type(coefficient) is not Fraction:
            raise Rejected(f"{coefficient!r} is no fraction")
        if len(monomial) != len(symbols) or any(type(e) is not int or e < 0 for e in monomial):
            raise Rejected(f"{monomial!r} is no list of exponents for {', '.join(symbols)}")
    return polynomial
