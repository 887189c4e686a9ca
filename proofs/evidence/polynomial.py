"""Polynomials: from relations, with quotients and roots, to constraints on polynomials that say the same.

This file is trusted: what a certificate proves is about the constraints made here. It uses exact fractions only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce

from proofs.errors import StatementError
from proofs.evidence.checker import Constraint, Monomial, Polynomial, add, multiply
from proofs.statement import (
    Apply,
    Number,
    Operator,
    Relation,
    Sign,
    Term,
    Variable,
    children,
    is_number,
    rational,
    walk,
)
from proofs.text import text

Below = tuple[tuple[tuple[Monomial, Fraction], ...], ...]
"""Denominators, each the items of a polynomial, sorted; one that occurs twice is divided by twice."""


@dataclass(frozen=True)
class Quotient:
    """A polynomial over a product of denominators, each of which is positive."""

    top: Polynomial
    below: Below = ()


class Ring:
    """The polynomials in the atoms of some relations: the symbols, and the roots, each as one more unknown.

    In a `linear` ring each product, quotient or power of atoms is itself an atom, so that all polynomials are linear.
    """

    def __init__(self, relations: Sequence[Relation], linear: bool = False) -> None:
        self.linear = linear
        self.facts = tuple(dict.fromkeys([*relations, *definitions(relations, linear)]))
        self.atoms = tuple(dict.fromkeys(atom for fact in self.facts for atom in self._atoms(fact)))
        self.symbols = tuple(text(atom) for atom in self.atoms)
        self.place = {atom: place for place, atom in enumerate(self.atoms)}

    def constraints(self) -> dict[str, Constraint]:
        """Returns what the relations, and the definitions of what occurs in them, say about polynomials, by their text.

        A relation is multiplied with its denominators, which are positive.

        >>> from proofs.statement import formula
        >>> Ring([formula("x/y <= 1")]).constraints()["x/y <= 1"]
        ('>=', {(0, 1): Fraction(1, 1), (1, 0): Fraction(-1, 1)})
        """
        found = {}
        for fact in self.facts:
            relation, downwards = _RELATIONS[fact.sign]
            high, low = (fact.right, fact.left) if downwards else (fact.left, fact.right)
            found[text(fact)] = (relation, _sum(self.quotient(high), self.quotient(low), Fraction(-1)).top)
        return found

    def polynomial(self, term: Term) -> Polynomial:
        """Returns a term as a polynomial; raises StatementError if it has a denominator or an atom of no relation."""
        quotient = self.quotient(term)
        if quotient.below:
            raise StatementError(f"{text(term)} is no polynomial")
        return quotient.top

    def term(self, polynomial: Polynomial) -> Term:
        """Returns a polynomial as a term, its monomials in a fixed order, those with a minus last."""
        total: Term | None = None
        for monomial in sorted(polynomial, key=lambda m: (polynomial[m] < 0, -sum(m), [-e for e in m])):
            coefficient = polynomial[monomial]
            if total is None:
                total = self._monomial(monomial, coefficient)
            else:
                operator = Operator.ADD if coefficient > 0 else Operator.SUBTRACT
                total = Apply(operator, (total, self._monomial(monomial, abs(coefficient))))
        return Number(0) if total is None else total

    def quotient(self, term: Term) -> Quotient:
        """Returns a term as a quotient; division is by what is positive, or else the term has no value."""
        if self._is_atom(term):
            if term not in self.place:
                raise StatementError(f"{text(term)} does not occur in the relations")
            return Quotient({tuple(int(p == self.place[term]) for p in range(len(self.atoms))): Fraction(1)})
        match term:
            case Number(value):
                return Quotient(self._constant(value))
            case Apply(Operator.POWER, (base, Number(exponent))):
                factor, power = self.quotient(base), Quotient(self._constant(1))
                for _ in range(exponent):
                    power = _product(power, factor)
                return power
            case Apply(Operator.NEGATE, (argument,)):
                return _sum(Quotient({}), self.quotient(argument), Fraction(-1))
            case Apply(operator, (first, second)):
                left, right = self.quotient(first), self.quotient(second)
                match operator:
                    case Operator.ADD:
                        return _sum(left, right, Fraction(1))
                    case Operator.SUBTRACT:
                        return _sum(left, right, Fraction(-1))
                    case Operator.MULTIPLY:
                        return _product(left, right)
                    case Operator.DIVIDE:
                        return _product(left, _inverse(right, text(second)))
        raise StatementError(f"{text(term)} is no quotient of polynomials; take its min and max apart first")

    def _atoms(self, node: Relation | Term) -> Iterator[Term]:
        if not isinstance(node, Relation) and self._is_atom(node):
            yield node
        else:
            for child in children(node):
                yield from self._atoms(child)  # type: ignore[arg-type]

    def _is_atom(self, term: Term) -> bool:
        match term:
            case Variable() | Apply(Operator.SQRT, _):
                return True
            case Apply(Operator.POWER, (base, _)):
                return self.linear and not is_number(base)
            case Apply(Operator.MULTIPLY, (left, right)):
                return self.linear and not is_number(left) and not is_number(right)
            case Apply(Operator.DIVIDE, (_, right)):
                return self.linear and not is_number(right)
        return False

    def _constant(self, value: int) -> Polynomial:
        return {(0,) * len(self.atoms): Fraction(value)} if value else {}

    def _monomial(self, monomial: Monomial, coefficient: Fraction) -> Term:
        powers: list[Term] = [
            atom if exponent == 1 else Apply(Operator.POWER, (atom, Number(exponent)))
            for atom, exponent in zip(self.atoms, monomial, strict=True)
            if exponent
        ]
        if coefficient == -1 and powers:
            powers[0] = Apply(Operator.NEGATE, (powers[0],))
        elif coefficient != 1 or not powers:
            powers.insert(0, rational(coefficient))
        term = powers[0]
        for power in powers[1:]:
            term = Apply(Operator.MULTIPLY, (term, power))
        return term


_RELATIONS = {
    Sign.LESS: (">", True),
    Sign.AT_MOST: (">=", True),
    Sign.EQUAL: ("==", False),
    Sign.AT_LEAST: (">=", False),
    Sign.GREATER: (">", False),
}
"""How a polynomial compares to zero, and whether it is the right side minus the left."""


def definitions(relations: Iterable[Relation], linear: bool = False) -> Iterator[Relation]:
    """Yields what is known of the parts of relations that have a value: denominators are positive, and roots are roots.

    That they have a value is proved apart, from hypotheses that stand before. In a `linear` ring a quotient is opaque,
    and of a root it is known only that it is not negative.

    >>> from proofs.statement import formula
    >>> [text(fact) for fact in definitions([formula("1/sqrt(x) < 2")])]
    ['sqrt(x) >= 0', 'sqrt(x)**2 == x', 'sqrt(x) > 0']
    """
    for relation in relations:
        for node in walk(relation):
            match node:
                case Apply(Operator.SQRT, (argument,)):
                    yield Relation(Sign.AT_LEAST, node, Number(0))
                    if not linear:
                        yield Relation(Sign.EQUAL, Apply(Operator.POWER, (node, Number(2))), argument)
                case Apply(Operator.DIVIDE, (_, denominator)) if not linear and not is_number(denominator):
                    yield Relation(Sign.GREATER, denominator, Number(0))


def _product(left: Quotient, right: Quotient) -> Quotient:
    return Quotient(multiply(left.top, right.top), tuple(sorted(left.below + right.below)))


def _sum(left: Quotient, right: Quotient, sign: Fraction) -> Quotient:
    """Left plus or minus right, over the least number of denominators that both have."""
    common = Counter(left.below) | Counter(right.below)
    tops = [reduce(multiply, map(dict, (common - Counter(part.below)).elements()), part.top) for part in (left, right)]
    signed = {monomial: sign * coefficient for monomial, coefficient in tops[1].items()}
    return Quotient(add(tops[0], signed), tuple(sorted(common.elements())))


def _inverse(quotient: Quotient, shown: str) -> Quotient:
    """One over a quotient that is positive, and so is its numerator; a positive number in it moves to the top."""
    if not quotient.top:
        raise StatementError(f"{shown} is zero and divides nothing")
    first = min(quotient.top)
    size = abs(quotient.top[first])
    top = reduce(multiply, map(dict, quotient.below), {(0,) * len(first): 1 / size})
    if any(map(sum, quotient.top)):
        below = tuple(sorted((monomial, coefficient / size) for monomial, coefficient in quotient.top.items()))
        return Quotient(top, (below,))
    if quotient.top[first] < 0:
        raise StatementError(f"{shown} is negative, and a lemma divides only by what is positive")
    return Quotient(top)
