"""Evaluation: the exact truth of a statement at a rational point, without any solver and without floats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from proofs.errors import StatementError
from proofs.statement import Apply, Connected, Connective, Formula, Number, Operator, Relation, Sign, Term, Variable

PRECISIONS = (64, 256, 1024)
"""Bits after the binary point of an irrational root, tried in turn."""

Point = Mapping[str, Fraction]


class Undefined(StatementError):
    """A term has no value at a point: a division by zero or the root of a negative number."""


@dataclass(frozen=True)
class Enclosure:
    """Two rational numbers between which a value lies; equal if it is known exactly."""

    low: Fraction
    high: Fraction

    def __add__(self, other: Enclosure) -> Enclosure:
        return Enclosure(self.low + other.low, self.high + other.high)

    def __neg__(self) -> Enclosure:
        return Enclosure(-self.high, -self.low)

    def __mul__(self, other: Enclosure) -> Enclosure:
        ends = [a * b for a in (self.low, self.high) for b in (other.low, other.high)]
        return Enclosure(min(ends), max(ends))

    def inverse(self) -> Enclosure:
        """Returns 1/x; an enclosure around zero cannot be told from zero and raises Undefined."""
        if self.low <= 0 <= self.high:
            raise Undefined("a division by zero, or by a number too near to zero")
        return Enclosure(1 / self.high, 1 / self.low)

    def root(self, bits: int) -> Enclosure:
        """Returns the square root, exactly if it is rational, else within 2**-bits of it at both ends."""
        if self.high < 0:
            raise Undefined("the square root of a negative number")
        return Enclosure(_root(max(self.low, Fraction(0)), bits, up=False), _root(self.high, bits, up=True))


def holds(formula: Formula, point: Point) -> bool | None:
    """Decides a formula at a point that gives every symbol a rational value; None if the precision does not suffice.

    Roots that are not rational are enclosed ever more narrowly. Raises Undefined where a term has no value.

    >>> from proofs.statement import formula
    >>> at = {"x": Fraction(2)}
    >>> holds(formula("sqrt(x) < 3/2"), at), holds(formula("sqrt(2*x) == 2"), at), holds(formula("sqrt(x)**2 == x"), at)
    (True, True, None)
    """
    for bits in PRECISIONS:
        answer = _decide(formula, point, bits)
        if answer is not None:
            return answer
    return None


def value(term: Term, point: Point) -> Fraction:
    """Returns the exact value of a term; raises Undefined if there is none or it is irrational.

    >>> from proofs.statement import term
    >>> value(term("n*d**2*(n + d)/M"), {"n": Fraction(1), "d": Fraction(64), "M": Fraction(1024)})
    Fraction(260, 1)
    """
    enclosure = _enclose(term, point, PRECISIONS[-1])
    if enclosure.low != enclosure.high:
        raise Undefined("the value is irrational")
    return enclosure.low


def _decide(formula: Formula, point: Point, bits: int) -> bool | None:
    match formula:
        case Relation(sign, left, right):
            return _compare(sign, _enclose(left, point, bits), _enclose(right, point, bits))
        case Connected(connective, parts):
            answers = [_decide(part, point, bits) for part in parts]
            if connective is Connective.OR:
                return True if True in answers else None if None in answers else False
            if connective is Connective.AND:
                return False if False in answers else None if None in answers else True
            if None in answers:
                return None
            return answers[0] == answers[1] if connective is Connective.IFF else not answers[0]
    raise AssertionError(formula)


def _compare(sign: Sign, left: Enclosure, right: Enclosure) -> bool | None:
    if sign in (Sign.GREATER, Sign.AT_LEAST):
        left, right, sign = right, left, Sign.LESS if sign is Sign.GREATER else Sign.AT_MOST
    if left.low == left.high == right.low == right.high:
        return sign is not Sign.LESS
    if left.high < right.low:
        return sign is not Sign.EQUAL
    if left.low > right.high:
        return False
    return True if sign is Sign.AT_MOST and left.high == right.low else None


def _enclose(term: Term, point: Point, bits: int) -> Enclosure:
    match term:
        case Number(number):
            return Enclosure(Fraction(number), Fraction(number))
        case Variable(name):
            return Enclosure(point[name], point[name])
        case Apply(Operator.POWER, (base, Number(exponent))):
            factor, power = _enclose(base, point, bits), Enclosure(Fraction(1), Fraction(1))
            for _ in range(exponent):
                power *= factor
            return power
        case Apply(operator, arguments):
            values = [_enclose(argument, point, bits) for argument in arguments]
    match operator:
        case Operator.ADD:
            return values[0] + values[1]
        case Operator.SUBTRACT:
            return values[0] + -values[1]
        case Operator.MULTIPLY:
            return values[0] * values[1]
        case Operator.DIVIDE:
            return values[0] * values[1].inverse()
        case Operator.NEGATE:
            return -values[0]
        case Operator.SQRT:
            return values[0].root(bits)
        case Operator.MIN:
            return Enclosure(min(v.low for v in values), min(v.high for v in values))
        case Operator.MAX:
            return Enclosure(max(v.low for v in values), max(v.high for v in values))
    raise AssertionError(term)


def _root(number: Fraction, bits: int, up: bool) -> Fraction:
    """A rational number on the asked side of the square root, or the root itself if it is rational."""
    exact = Fraction(isqrt(number.numerator), isqrt(number.denominator))
    if exact * exact == number:
        return exact
    scaled = isqrt(number.numerator * 4**bits // number.denominator)
    return Fraction(scaled + up, 2**bits)
