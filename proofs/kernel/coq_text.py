"""Coq text: terms and formulas of statements written as Coq reads them, over its standard real numbers."""

from __future__ import annotations

import re
from fractions import Fraction

from proofs.errors import StatementError
from proofs.statement import (
    Apply,
    Connected,
    Connective,
    Formula,
    Node,
    Number,
    Operator,
    Relation,
    Sign,
    Term,
    Variable,
)

WIDTH = 100
# what a bound symbol must not hide, and the words of Coq that are no names
_TAKEN = frozenset(
    "R Prop Set Type SProp as at by cofix else end exists exists2 fix for forall fun if IF in let match mod return "
    "then using where with sqrt Rmin Rmax Rle_ge Rlt_le".split()
)
_FUNCTIONS = {Operator.MIN: "Rmin", Operator.MAX: "Rmax"}
_SIGNS = {Sign.EQUAL: "="}
_CONNECTIVES = {Connective.AND: "/\\", Connective.OR: "\\/"}
_DECIDED = {
    Sign.LESS: "less_dec",
    Sign.AT_MOST: "at_most_dec",
    Sign.EQUAL: "equal_dec",
    Sign.AT_LEAST: "at_least_dec",
    Sign.GREATER: "greater_dec",
}
# how tightly Coq binds: the number is ours, the order is Coq's
_SUM, _PRODUCT, _NEGATIVE, _POWER, _APPLIED, _ATOM = range(1, 7)
_STRENGTH = {
    Operator.ADD: _SUM,
    Operator.SUBTRACT: _SUM,
    Operator.MULTIPLY: _PRODUCT,
    Operator.DIVIDE: _PRODUCT,
    Operator.NEGATE: _NEGATIVE,
    Operator.POWER: _POWER,
}


def identifier(name: str) -> str:
    """Returns the Coq name of a lemma: no two lemmas get the same.

    A character that no name of Coq has is written by its number between primes, and so is the prime itself.

    >>> identifier("Q_ge_LBroot"), identifier("mutant-1")
    ('Q_ge_LBroot', "mutant'2d'1")
    """
    if not re.match("[A-Za-z]", name):
        raise StatementError(f"a name in Coq begins with a letter; {name!r} does not, rename the lemma")
    return re.sub("[^A-Za-z0-9_]", lambda found: f"'{ord(found[0]):x}'", name)


def symbol(name: str) -> str:
    """Returns the Coq name of a symbol; the few that mean something to Coq get a prime, which no symbol has.

    >>> symbol("Q"), symbol("R")
    ('Q', "R'")
    """
    return f"{name}'" if name in _TAKEN else name


def coq(node: Node) -> str:
    """Writes a term or formula for Coq, in the scope of real numbers.

    >>> from proofs.statement import formula
    >>> coq(formula("Q >= n**2*d/(2*sqrt(M)) - M and not (R == 1)"))
    "(Q >= n ^ 2 * d / (2 * sqrt M) - M /\\\\ ~ (R' = 1))"
    """
    match node:
        case Relation(sign, left, right):
            return f"{_term(left, 0)} {_SIGNS.get(sign, sign)} {_term(right, 0)}"
        case Connected(Connective.NOT, (part,)):
            return f"~ ({coq(part)})"
        case Connected(Connective.IFF, (left, right)):
            return f"({coq(left)} <-> {coq(right)})"
        case Connected(connective, parts):
            return joined(_CONNECTIVES[connective], [coq(part) for part in parts])
    return _term(node, 0)


def decided(formula: Formula) -> str:
    """Returns the Coq term that says that a formula holds or does not."""
    match formula:
        case Relation(sign, left, right):
            return f"({_DECIDED[sign]} {atomic(left)} {atomic(right)})"
        case Connected(Connective.NOT, (part,)):
            return f"(dec_not _ {decided(part)})"
        case Connected(Connective.IFF, (left, right)):
            return f"(dec_iff _ _ {decided(left)} {decided(right)})"
        case Connected(connective, (first, *rest)):
            if not rest:
                return decided(first)
            word = "dec_and" if connective is Connective.AND else "dec_or"
            return f"({word} _ _ {decided(first)} {decided(Connected(connective, tuple(rest)))})"
    raise AssertionError(formula)


def atomic(term: Term) -> str:
    """Writes a term so that it can be the argument of a function.

    >>> from proofs.statement import term
    >>> atomic(term("x + 1")), atomic(term("x"))
    ('(x + 1)', 'x')
    """
    return _term(term, _ATOM)


def joined(word: str, parts: list[str]) -> str:
    """Joins the texts of two or more formulas, grouped to the right as Coq groups them.

    >>> joined("\\\\/", ["a", "b", "c"])
    '(a \\\\/ b \\\\/ c)'
    """
    return f"({f' {word} '.join(parts)})"


def number(value: Fraction) -> str:
    """Writes an exact number, as the quotient of whole ones if it is none.

    >>> number(Fraction(3)), number(Fraction(-1, 2))
    ('3', '(-1 / 2)')
    """
    whole = str(value.numerator) if value >= 0 else f"(-{abs(value.numerator)})"
    return whole if value.denominator == 1 else f"({value.numerator} / {value.denominator})"


def comment(*lines: str) -> list[str]:
    """Returns lines as one comment; marks that would begin, quote or end something in it are changed.

    >>> comment("A (*) is no mark", "nor is a \\"")
    ['(* A ( * ) is no mark', "   nor is a ' *)"]
    """
    safe = [line.replace("(*", "( *").replace("*)", "* )").replace('"', "'") for line in lines]
    marked = [f"   {line}" for line in safe]
    marked[0] = f"(* {safe[0]}"
    marked[-1] += " *)"
    return [short for line in marked for short in folded(line, indent="   ")]


def folded(line: str, indent: str = "    ") -> list[str]:
    """Breaks a line at spaces so that it is at most 100 characters wide; Coq reads both the same.

    >>> folded("x " * 60)[1].startswith("    x x")
    True
    """
    lines: list[str] = []
    start = line[: len(line) - len(line.lstrip())]
    for word in line.split():
        if lines and len(lines[-1]) + len(word) < WIDTH:
            lines[-1] += f" {word}"
        else:
            lines.append((start + indent if lines else start) + word)
    return lines


def _term(term: Term, least: int) -> str:
    """A term, in parentheses if it binds less tightly than it must."""
    match term:
        case Number(value):
            return str(value) if value >= 0 else f"({value})"
        case Variable(name):
            return symbol(name)
        case Apply(Operator.SQRT, (argument,)):
            own, shown = _APPLIED, f"sqrt {_term(argument, _ATOM)}"
        case Apply(Operator.MIN | Operator.MAX as function, (first, *rest)):
            if not rest:
                return _term(first, least)
            own = _APPLIED
            shown = f"{_FUNCTIONS[function]} {_term(first, _ATOM)} {_term(_extreme(function, rest), _ATOM)}"
        case Apply(Operator.NEGATE, (argument,)):
            own, shown = _NEGATIVE, f"- {_term(argument, _NEGATIVE + 1)}"
        case Apply(Operator.POWER, (base, Number(exponent))):
            own, shown = _POWER, f"{_term(base, _POWER + 1)} ^ {exponent}"
        case Apply(operator, (left, right)):
            own = _STRENGTH[operator]
            shown = f"{_term(left, own)} {operator} {_term(right, own + 1)}"
        case _:
            raise AssertionError(term)
    return shown if own >= least else f"({shown})"


def _extreme(function: Operator, arguments: list[Term]) -> Term:
    return arguments[0] if len(arguments) == 1 else Apply(function, tuple(arguments))
