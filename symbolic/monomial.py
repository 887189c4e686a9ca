"""Monomials: products of rational powers of positive symbols, the atoms of growth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import sympy

from graphs.errors import OutOfDomain

Monomial: TypeAlias = sympy.Expr
"""A product of rational powers of positive symbols, without coefficient."""


def split(term: sympy.Expr) -> tuple[sympy.Expr, sympy.Expr]:
    """Returns a term as coefficient times the part that holds the symbols; exact, without unit.

    >>> from symbolic.symbols import M, n
    >>> split(-3 * n / sympy.sqrt(2 * M))
    (-3*sqrt(2)/2, n/sqrt(M))
    """
    coefficient, rest = sympy.sympify(term).as_independent(*term.free_symbols, as_Add=False)
    return coefficient, rest


def is_monomial(expr: sympy.Expr) -> bool:
    """Says whether an expression is a monomial without coefficient; the symbols must be declared positive.

    >>> from symbolic.symbols import n
    >>> is_monomial(n**sympy.Rational(3, 2)), is_monomial(2 * n), is_monomial(sympy.Symbol("x"))
    (True, False, False)
    """
    return all(
        base == 1 or (base.is_Symbol and base.is_positive and power.is_Rational)
        for base, power in sympy.sympify(expr).as_powers_dict().items()
    )


def require_monomial(expr: sympy.Expr) -> Monomial:
    """Returns the expression if it is a monomial; raises OutOfDomain that names it if not."""
    if not is_monomial(expr):
        raise OutOfDomain(f"expected a product of rational powers of positive symbols; got {expr}")
    return expr


def exponents(monomial: Monomial, variables: Sequence[sympy.Symbol]) -> tuple[sympy.Rational, ...]:
    """Returns the exponent of each variable; no variable outside the list may occur.

    Raises OutOfDomain for an expression that is no monomial.

    >>> from symbolic.symbols import M, d, n
    >>> exponents(n**2 * d / sympy.sqrt(M), (n, d, M))
    (2, 1, -1/2)
    """
    powers = require_monomial(monomial).as_powers_dict()
    return tuple(powers.get(v, sympy.S.Zero) for v in variables)


def terms(expr: sympy.Expr) -> tuple[tuple[sympy.Expr, sympy.Expr], ...]:
    """Returns the summands of the expanded expression, each split into coefficient and symbols.

    >>> from symbolic.symbols import d, n
    >>> sorted(terms(n * (n - 2 * d)), key=str)
    [(-2, d*n), (1, n**2)]
    """
    return tuple(split(term) for term in sympy.Add.make_args(sympy.expand(expr)))


def simplest_first(monomials: Iterable[Monomial]) -> list[Monomial]:
    """Returns the monomials in a fixed order: the fewer and smaller the exponents, the earlier.

    >>> from symbolic.symbols import d, n
    >>> simplest_first({n**2 * d, n, n * d})
    [n, d*n, d*n**2]
    """

    def weight(monomial: Monomial) -> tuple[sympy.Rational, str]:
        return sum((abs(power) for power in monomial.as_powers_dict().values()), sympy.S.Zero), str(monomial)

    return sorted(monomials, key=weight)
