"""Statements: the formal language of lemmas, read from ordinary arithmetic into a small frozen tree."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import reduce
from typing import TypeVar, cast

from proofs.errors import StatementError

MAX_TEXT = 10_000
MAX_EXPONENT = 64
# words of SMT-LIB, and the functions of this language
RESERVED = frozenset(
    "abs par let forall exists match true false ite xor distinct div mod to_real to_int is_int Real Int Bool "
    "BINARY DECIMAL HEXADECIMAL NUMERAL STRING min max sqrt".split()
)


class Operator(StrEnum):
    """The operations of arithmetic; `POWER` has a natural number as its second argument."""

    ADD = "+"
    SUBTRACT = "-"
    MULTIPLY = "*"
    DIVIDE = "/"
    POWER = "**"
    NEGATE = "neg"
    SQRT = "sqrt"
    MIN = "min"
    MAX = "max"


class Sign(StrEnum):
    """The relations between two terms."""

    LESS = "<"
    AT_MOST = "<="
    EQUAL = "=="
    AT_LEAST = ">="
    GREATER = ">"


class Connective(StrEnum):
    """The connectives; `IFF` is written as an equality of two relations in parentheses."""

    AND = "and"
    OR = "or"
    NOT = "not"
    IFF = "iff"


@dataclass(frozen=True)
class Number:
    """A whole number; fractions are written as quotients."""

    value: int


@dataclass(frozen=True)
class Variable:
    """A symbol of the lemma."""

    name: str


@dataclass(frozen=True)
class Apply:
    """An operation on terms."""

    operator: Operator
    arguments: tuple[Term, ...]


Term = Number | Variable | Apply


@dataclass(frozen=True)
class Relation:
    """A comparison of two terms."""

    sign: Sign
    left: Term
    right: Term


@dataclass(frozen=True)
class Connected:
    """Formulas under a connective."""

    connective: Connective
    arguments: tuple[Formula, ...]


Formula = Relation | Connected
Node = Term | Formula
N = TypeVar("N", bound=Node)

_BINARY: dict[type[ast.operator], Operator] = {
    ast.Add: Operator.ADD,
    ast.Sub: Operator.SUBTRACT,
    ast.Mult: Operator.MULTIPLY,
    ast.Div: Operator.DIVIDE,
    ast.Pow: Operator.POWER,
}
_SIGNS: dict[type[ast.cmpop], Sign] = {
    ast.Lt: Sign.LESS,
    ast.LtE: Sign.AT_MOST,
    ast.Eq: Sign.EQUAL,
    ast.GtE: Sign.AT_LEAST,
    ast.Gt: Sign.GREATER,
}
_CONNECTIVES: dict[type[ast.boolop], Connective] = {ast.And: Connective.AND, ast.Or: Connective.OR}
_FUNCTIONS = {
    "sqrt": Operator.SQRT,
    "min": Operator.MIN,
    "max": Operator.MAX,
    "Min": Operator.MIN,  # as sympy prints them
    "Max": Operator.MAX,
}


def formula(text: str) -> Formula:
    """Reads a formula such as `(a + b)/2 >= sqrt(a*b)`; chains `0 < x <= y` and `and`, `or`, `not` are allowed.

    Whole numbers only: a float is no exact number, and 1/3 says what is meant. Raises StatementError with the place.

    >>> formula("0 < x <= y") == conjunction(formula("0 < x"), formula("x <= y"))
    True
    >>> formula("x < 0.5")
    Traceback (most recent call last):
    proofs.errors.StatementError: 'x < 0.5', column 5: 0.5 is no whole number; write fractions as quotients such as 1/2
    """
    reader = _Reader(text)
    return reader.read(reader.read_formula)


def term(text: str) -> Term:
    """Reads a term such as `n**2*d/sqrt(M)`; raises StatementError with the place."""
    reader = _Reader(text)
    return reader.read(reader.read_term)


class _Reader:
    """Goes through Python's syntax tree and keeps the text for messages."""

    def __init__(self, text: str) -> None:
        self.text = text.strip()
        if len(self.text) > MAX_TEXT:
            raise StatementError(f"a statement has at most {MAX_TEXT} characters; got {len(self.text)}")
        try:
            self.body = ast.parse(self.text, mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            reason = error.msg if isinstance(error, SyntaxError) else "it is nested too deeply or has a NUL"
            raise StatementError(f"{self.text!r} is no formula: {reason}") from None

    def refuse(self, node: ast.AST, rule: str) -> StatementError:
        column = getattr(node, "col_offset", 0) + 1
        return StatementError(f"{self.text!r}, column {column}: {rule}")

    def read(self, part: Callable[[ast.expr], N]) -> N:
        try:
            return part(self.body)
        except RecursionError:
            raise StatementError(f"{self.text[:60]!r}... is nested too deeply") from None

    def read_formula(self, node: ast.expr) -> Formula:
        match node:
            case ast.BoolOp(word, values):
                return Connected(_CONNECTIVES[type(word)], tuple(map(self.read_formula, values)))
            case ast.UnaryOp(ast.Not(), operand):
                return Connected(Connective.NOT, (self.read_formula(operand),))
            case ast.Compare(left, [ast.Eq()], [right]) if isinstance(left, ast.Compare | ast.BoolOp):
                return Connected(Connective.IFF, (self.read_formula(left), self.read_formula(right)))
            case ast.Compare(left, ops, comparators):
                if not all(type(sign) in _SIGNS for sign in ops):
                    raise self.refuse(node, "a relation is one of < <= == >= >")
                terms = [self.read_term(t) for t in (left, *comparators)]
                signs = [_SIGNS[type(sign)] for sign in ops]
                parts = [Relation(s, a, b) for s, a, b in zip(signs, terms[:-1], terms[1:], strict=True)]
                return conjunction(*parts)
        raise self.refuse(node, "expected a relation, such as x <= y, or relations joined by and, or, not")

    def read_term(self, node: ast.expr) -> Term:
        match node:
            case ast.Constant(int() as value) if not isinstance(value, bool):
                return Number(value)
            case ast.Constant(value):
                rule = f"{value!r} is no whole number; write fractions as quotients such as 1/2"
                raise self.refuse(node, rule)
            case ast.Name(name):
                if name in RESERVED or not name.isascii() or name.startswith(("_", "sqrt_", "opaque_")):
                    raise self.refuse(node, f"{name!r} cannot be the name of a symbol; use another, of ASCII letters")
                return Variable(name)
            case ast.UnaryOp(ast.USub(), operand):
                return Apply(Operator.NEGATE, (self.read_term(operand),))
            case ast.BinOp(left, ast.Pow(), ast.Constant(int() as exponent)) if 0 <= exponent <= MAX_EXPONENT:
                return Apply(Operator.POWER, (self.read_term(left), Number(exponent)))
            case ast.BinOp(_, ast.Pow(), _):
                rule = f"an exponent is a whole number from 0 to {MAX_EXPONENT}; write sqrt(x) and 1/x for others"
                raise self.refuse(node, rule)
            case ast.BinOp(left, op, right) if type(op) in _BINARY:
                return Apply(_BINARY[type(op)], (self.read_term(left), self.read_term(right)))
            case ast.Call(ast.Name(name), [*arguments], []) if name in _FUNCTIONS and arguments:
                operator = _FUNCTIONS[name]
                if (operator is Operator.SQRT) != (len(arguments) == 1):
                    raise self.refuse(node, f"{name} does not take {len(arguments)} arguments")
                return Apply(operator, tuple(map(self.read_term, arguments)))
        raise self.refuse(node, "expected a term of + - * / **, sqrt, min, max, symbols and whole numbers")


def conjunction(*parts: Formula) -> Formula:
    """Returns the formula that says all of the parts; one part stands for itself."""
    return parts[0] if len(parts) == 1 else Connected(Connective.AND, parts)


def negation(part: Formula) -> Formula:
    """Returns the formula that says the opposite."""
    return Connected(Connective.NOT, (part,))


def implication(premises: tuple[Formula, ...], conclusion: Formula) -> Formula:
    """Returns the formula that the premises together imply the conclusion."""
    return Connected(Connective.OR, (*map(negation, premises), conclusion)) if premises else conclusion


def children(node: Node) -> tuple[Node, ...]:
    """Returns the direct parts of a term or formula."""
    match node:
        case Apply() | Connected():
            return node.arguments
        case Relation():
            return (node.left, node.right)
    return ()


def walk(node: Node) -> Iterator[Node]:
    """Yields every part of a term or formula, inner parts before what holds them, left to right."""
    for child in children(node):
        yield from walk(child)
    yield node


def variables(*nodes: Node) -> tuple[str, ...]:
    """Returns the names of the symbols, in order of appearance.

    >>> variables(formula("b*a <= a + c"))
    ('b', 'a', 'c')
    """
    return tuple(dict.fromkeys(part.name for node in nodes for part in walk(node) if isinstance(part, Variable)))


def is_number(node: Term) -> bool:
    """Returns whether a term has neither symbols nor roots, so that its value is a fraction.

    >>> is_number(term("2**3 - 1/2")), is_number(term("2*x")), is_number(term("sqrt(2)"))
    (True, False, False)
    """
    for part in walk(node):
        match part:
            case Variable() | Apply(Operator.SQRT, _):
                return False
    return True


def substitute(node: N, terms: Mapping[str, Term]) -> N:
    """Returns a term or formula with terms put in the place of symbols.

    >>> substitute(formula("x <= y"), {"y": term("2*z")}) == formula("x <= 2*z")
    True
    """
    result: Node
    match node:
        case Variable(name):
            result = terms.get(name, node)
        case Apply(operator, arguments):
            result = Apply(operator, tuple(substitute(a, terms) for a in arguments))
        case Relation(sign, left, right):
            result = Relation(sign, substitute(left, terms), substitute(right, terms))
        case Connected(connective, parts):
            result = Connected(connective, tuple(substitute(p, terms) for p in parts))
        case _:
            result = node
    return cast("N", result)


def numbers_first(node: N) -> N:
    """Returns a term or formula with the numbers in each product as its first factor; all values stay the same.

    Linear arithmetic, to which a product of symbols is opaque, then sees that 2*n*d is twice n*d.

    >>> numbers_first(formula("2*n*d <= n*d*3")) == formula("2*(n*d) <= 3*(n*d)")
    True
    """
    result: Node
    match node:
        case Apply(Operator.MULTIPLY, _):
            factors = [numbers_first(factor) for factor in _factors(node)]
            numbers = [factor for factor in factors if is_number(factor)]
            others = [factor for factor in factors if not is_number(factor)]
            result = reduce(_times, [reduce(_times, part) for part in (numbers, others) if part])
        case Apply(operator, arguments):
            result = Apply(operator, tuple(map(numbers_first, arguments)))
        case Relation(sign, left, right):
            result = Relation(sign, numbers_first(left), numbers_first(right))
        case Connected(connective, parts):
            result = Connected(connective, tuple(map(numbers_first, parts)))
        case _:
            result = node
    return cast("N", result)


def _factors(node: Term) -> Iterator[Term]:
    match node:
        case Apply(Operator.MULTIPLY, (left, right)):
            yield from _factors(left)
            yield from _factors(right)
        case _:
            yield node


def _times(left: Term, right: Term) -> Term:
    return Apply(Operator.MULTIPLY, (left, right))


def rational(value: Fraction | int) -> Term:
    """Returns the term of an exact number.

    >>> rational(Fraction(-1, 2)) == term("-1/2")
    True
    """
    value = Fraction(value)
    numerator: Term = Number(abs(value.numerator))
    if value < 0:
        numerator = Apply(Operator.NEGATE, (numerator,))
    return numerator if value.denominator == 1 else Apply(Operator.DIVIDE, (numerator, Number(value.denominator)))
