r"""LaTeX: statements typeset as mathematics, from the same tree that is checked."""

from __future__ import annotations

import re

from proofs.statement import Apply, Connected, Connective, Node, Number, Operator, Relation, Sign, Variable
from proofs.text import strength

_SIGNS = {Sign.LESS: "<", Sign.AT_MOST: r"\le", Sign.EQUAL: "=", Sign.AT_LEAST: r"\ge", Sign.GREATER: ">"}
_WORDS = {Connective.AND: r"\ \wedge\ ", Connective.OR: r"\ \vee\ "}
_GREEK = frozenset(["alpha", "beta", "gamma", "delta", "epsilon", "kappa", "lambda", "mu", "nu", "theta", "ell"])
_SUM, _PRODUCT, _POWER = 5, 6, 8


def latex(node: Node) -> str:
    r"""Typesets a term or formula, without dollar signs.

    >>> from proofs.statement import formula
    >>> print(latex(formula("(n**2*d + n*d**2)/sqrt(M) <= 1/2*d1")))
    \frac{n^{2} d + n d^{2}}{\sqrt{M}} \le \frac{1}{2} d_{1}
    """

    def inside(part: Node, least: int) -> str:
        return latex(part) if strength(part) >= least or _is_fraction(part) else rf"\left({latex(part)}\right)"

    def behind(part: Node, least: int) -> str:
        """A right operand: a minus sign must not follow another sign."""
        return rf"\left({latex(part)}\right)" if _is_negated(part) else inside(part, least)

    match node:
        case Number(value):
            return str(value)
        case Variable(name):
            return symbol(name)
        case Apply(Operator.NEGATE, (argument,)):
            return "-" + inside(argument, _PRODUCT)
        case Apply(Operator.SQRT, (argument,)):
            return rf"\sqrt{{{latex(argument)}}}"
        case Apply(Operator.MIN | Operator.MAX as function, arguments):
            return rf"\{function}\left\{{{', '.join(map(latex, arguments))}\right\}}"
        case Apply(Operator.DIVIDE, (left, right)):
            return rf"\frac{{{latex(left)}}}{{{latex(right)}}}"
        case Apply(Operator.POWER, (base, exponent)):
            shown = latex(base) if isinstance(base, Number | Variable) else rf"\left({latex(base)}\right)"
            return f"{shown}^{{{latex(exponent)}}}"
        case Apply(Operator.MULTIPLY, (left, right)):
            dot = r" \cdot " if _starts_with_digit(right) else " "
            return inside(left, _PRODUCT) + dot + behind(right, _PRODUCT)
        case Apply(operator, (left, right)):
            return f"{latex(left)} {operator} {behind(right, _SUM + (operator is Operator.SUBTRACT))}"
        case Relation(sign, left, right):
            return f"{latex(left)} {_SIGNS[sign]} {latex(right)}"
        case Connected(Connective.NOT, (part,)):
            return rf"\neg\left({latex(part)}\right)"
        case Connected(Connective.IFF, (left, right)):
            return rf"{latex(left)} \iff {latex(right)}"
        case Connected(connective, parts):
            return _WORDS[connective].join(inside(part, strength(node) + 1) for part in parts)
    raise AssertionError(node)


def symbol(name: str) -> str:
    r"""Typesets a name: a Greek word as its letter, what follows the first letter or an underscore as an index.

    >>> [symbol(name) for name in ("M", "M1", "delta", "LB_small", "Zeff")]
    ['M', 'M_{1}', '\\delta', '\\mathrm{LB}_{\\mathrm{small}}', '\\mathrm{Zeff}']
    """
    stem, _, index = name.partition("_")
    if not index:
        parts = re.fullmatch(r"([A-Za-z]+?)(\d*)", name)
        stem, index = parts.groups() if parts else (name, "")
    shown = "\\" + stem if stem in _GREEK else stem if len(stem) == 1 else rf"\mathrm{{{stem}}}"
    if not index:
        return shown
    return shown + ("_{" + (index if index.isdigit() or len(index) == 1 else rf"\mathrm{{{index}}}") + "}")


def _is_negated(node: Node) -> bool:
    return isinstance(node, Apply) and node.operator is Operator.NEGATE


def _is_fraction(node: Node) -> bool:
    """Whether the term prints as a fraction, which needs no parentheses under a product."""
    return isinstance(node, Apply) and node.operator is Operator.DIVIDE


def _starts_with_digit(node: Node) -> bool:
    while isinstance(node, Apply) and node.operator in (Operator.MULTIPLY, Operator.POWER):
        node = node.arguments[0]
    return isinstance(node, Number)
