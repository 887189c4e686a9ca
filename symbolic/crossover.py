"""Crossovers: the exact value of a variable at which two formulas meet, and which is smaller on either side."""

from __future__ import annotations

from dataclasses import dataclass

import sympy

from graphs.errors import OutOfDomain
from symbolic.monomial import terms


@dataclass(frozen=True)
class Crossover:
    """Where two formulas meet, once and for all positive values of the other variables.

    `ratio` is first / second; for `variable` below `at` the formula `smaller_below` is the smaller one, above it
    `smaller_above`.
    """

    variable: sympy.Symbol
    at: sympy.Expr
    ratio: sympy.Expr
    smaller_below: sympy.Expr
    smaller_above: sympy.Expr

    def __str__(self) -> str:
        return (
            f"equal at {self.variable} = {self.at} (ratio {self.ratio}); "
            f"below it {self.smaller_below} is smaller, above it {self.smaller_above}"
        )

    def _repr_latex_(self) -> str:
        below, above, at, variable = map(sympy.latex, (self.smaller_below, self.smaller_above, self.at, self.variable))
        return (
            rf"$\displaystyle {below} < {above} \text{{ for }} {variable} < {at}, \quad "
            rf"{above} < {below} \text{{ for }} {variable} > {at}$"
        )


def crossover(first: sympy.Expr, second: sympy.Expr, variable: sympy.Symbol) -> Crossover:
    """Derives where two positive formulas meet as a variable grows; exact, all variables positive reals.

    The place is a solution that was checked by substitution, and the only one, because the ratio of the formulas is
    monotone: every factor of its derivative is a sum of terms of one sign. The unit is that of the variable. Raises
    OutOfDomain if the formulas do not meet, or if their ratio is not shown to be monotone.

    >>> from symbolic.symbols import M, d, n
    >>> print(crossover(n * d**2 / M, n * d / sympy.sqrt(M), M))
    equal at M = d**2 (ratio d/sqrt(M)); below it d*n/sqrt(M) is smaller, above it d**2*n/M
    """
    symbols = first.free_symbols | second.free_symbols | {variable}
    reals = {v: sympy.Dummy(v.name, positive=True) for v in symbols}  # a solver that thinks of integers finds less
    names = {real: v for v, real in reals.items()}
    left, right, x = (expr.subs(reals) for expr in (first, second, variable))

    ratio = _simplified(left / right)
    slope = _sign(sympy.diff(ratio, x))
    shown = ratio.subs(names)
    if slope is None:
        raise OutOfDomain(f"the ratio {shown} is not shown to be monotone in {variable}; compare on smaller domains")
    if slope == 0:
        raise OutOfDomain(f"the ratio {shown} does not depend on {variable}, so nothing crosses as it grows")
    try:
        found = sympy.solve(sympy.Eq(ratio, 1), x)
    except NotImplementedError:
        found = []
    places = {place for place in found if place.is_positive and _meet(left, right, x, place)}
    if len(places) != 1:
        raise OutOfDomain(f"the formulas {first} and {second} are not found to meet at any positive {variable}")
    (place,) = places
    below, above = (first, second) if slope > 0 else (second, first)
    return Crossover(variable, place.subs(names), shown, below, above)


def _simplified(ratio: sympy.Expr) -> sympy.Expr:
    """Cancels common factors, also where exponents are fractions; every symbol must be positive."""
    powers = [p.exp for p in ratio.atoms(sympy.Pow) if p.base.is_Symbol and p.exp.is_Rational]
    common = sympy.ilcm(1, 1, *(power.q for power in powers))
    roots = {v: sympy.Dummy(v.name, positive=True) for v in ratio.free_symbols}
    whole = sympy.factor(sympy.cancel(ratio.subs({v: root**common for v, root in roots.items()})))
    return whole.subs({root: v ** sympy.Rational(1, common) for v, root in roots.items()})


def _meet(left: sympy.Expr, right: sympy.Expr, x: sympy.Symbol, place: sympy.Expr) -> bool:
    return sympy.simplify((left - right).subs(x, place)) == 0


def _sign(expr: sympy.Expr) -> int | None:
    """The sign for all positive values of the symbols, if every factor is a sum of terms of one sign; else None."""
    sign = 1
    for factor in sympy.Mul.make_args(sympy.factor(sympy.together(expr))):
        base = factor.base if factor.is_Pow else factor
        signs = {sympy.sign(coefficient) for coefficient, _ in terms(base)}
        if len(signs) != 1 or (signs == {-1} and factor.is_Pow and not factor.exp.is_Integer):
            return None
        sign *= int(signs.pop()) ** (int(factor.exp) % 2 if factor.is_Pow and factor.exp.is_Integer else 1)
    return sign
