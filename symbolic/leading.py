"""Leading terms: what the I/O of a program tends to when its best tiles grow with the cache."""

from __future__ import annotations

from enum import StrEnum

import sympy

from graphs.programs.program import Program
from symbolic.count import Count
from symbolic.symbols import M, parameter


class Regime(StrEnum):
    """Which way the sizes go to infinity, d^2 << M << n d or M << d^2; n is much larger than both."""

    LARGE = "large cache"
    SMALL = "small cache"


# n = t^8, d = t^2, and M on either side of d^2 = t^4; sizes of a matrix product like n.
_POWERS = {"d": 2}
_OTHER = 8


def leading_term(count: Count, program: Program, regime: Regime) -> sympy.Expr:
    """Returns the leading term of the I/O, in words, with the tiles at their best and ceilings rounded off.

    >>> from graphs.programs import PROGRAMS
    >>> from symbolic.count import count
    >>> flash, small = PROGRAMS["flash_backward"], PROGRAMS["small_cache"]
    >>> leading_term(count(flash), flash, Regime.LARGE), leading_term(count(small), small, Regime.SMALL)
    (10*d**2*n**2/M, 8*d*n**2/sqrt(M))
    """
    names = {"d": parameter("d"), "M": M, "sqrt": sympy.sqrt}
    tiles = {parameter(name): sympy.sympify(formula, names) for name, formula in program.growth.items()}
    powers = _POWERS | {"M": 5 if regime is Regime.LARGE else 3}
    smooth = sympy.expand(count.io.replace(sympy.ceiling, lambda x: _number(x.subs(tiles), powers)).subs(tiles))
    degrees = {term: _degree(term, powers) for term in sympy.Add.make_args(smooth)}
    top = max(degrees.values())
    return sympy.Add(*(term for term, degree in degrees.items() if degree == top))


def _number(quotient: sympy.Expr, powers: dict[str, int]) -> sympy.Expr:
    """How many tiles there are: in the limit the quotient, or one if the tile outgrows what it cuts."""
    return quotient if _degree(quotient, powers) > 0 else sympy.Integer(1)


def _degree(term: sympy.Expr, powers: dict[str, int]) -> sympy.Rational:
    """The power of t in a monomial."""
    factors = term.as_powers_dict().items()
    return sympy.Add(*(powers.get(x.name, _OTHER) * power for x, power in factors if x.is_Symbol))
