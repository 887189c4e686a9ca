"""The sympy form of terms, with the symbols of the first floor; for comparing formulas, never for proving."""

from __future__ import annotations

from functools import reduce
from operator import add, mul, sub, truediv

import sympy

from proofs.statement import Apply, Number, Operator, Term, Variable
from symbolic.symbols import SORTS

_FUNCTIONS = {
    Operator.ADD: add,
    Operator.SUBTRACT: sub,
    Operator.MULTIPLY: mul,
    Operator.DIVIDE: truediv,
    Operator.SQRT: sympy.sqrt,
    Operator.MIN: sympy.Min,
    Operator.MAX: sympy.Max,
    Operator.POWER: lambda base, exponent: base**exponent,
    Operator.NEGATE: lambda argument: -argument,
}


def to_sympy(term: Term) -> sympy.Expr:
    """Returns the sympy expression of a term.

    n, d and M become the symbols of `symbolic.symbols`, other names real symbols. sympy simplifies as it builds (it
    cancels n*k/n and forgets that n must not be 0), so this form derives and compares, and never proves.

    >>> from proofs.statement import term
    >>> from symbolic.attention import A
    >>> to_sympy(term("n*d**2*(n + d)/M")).equals(A)
    True
    """
    match term:
        case Number(value):
            return sympy.Integer(value)
        case Variable(name):
            return SORTS[name].symbol if name in SORTS else sympy.Symbol(name, real=True)
        case Apply(operator, arguments):
            function, values = _FUNCTIONS[operator], [to_sympy(a) for a in arguments]
            return reduce(function, values[1:], values[0]) if len(values) > 1 else function(*values)
    raise AssertionError(term)
