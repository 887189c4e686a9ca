"""Leaves: the identity at the end of a case as a Coq proof that the facts of the case contradict each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import lcm

from proofs.errors import StatementError
from proofs.evidence.checker import Polynomial
from proofs.evidence.polynomial import Ring
from proofs.evidence.refutation import Identity, Summand
from proofs.kernel.coq_text import atomic, coq
from proofs.kernel.normal import Leaf, Names
from proofs.statement import Apply, Number, Operator, Relation, Sign, Term, is_number, numbers_first, variables, walk
from proofs.text import text

_CLEARED = {
    Sign.LESS: ("clear_less", "0 <"),
    Sign.AT_MOST: ("clear_at_most", "0 <="),
    Sign.EQUAL: ("clear_equal", "0 ="),
    Sign.AT_LEAST: ("clear_at_least", "0 <="),
    Sign.GREATER: ("clear_greater", "0 <"),
}


@dataclass(frozen=True)
class Known:
    """A hypothesis of Coq by its name, and the relation that it says."""

    name: str
    fact: Leaf


@dataclass(frozen=True)
class Cleared:
    """A hypothesis that a polynomial, `scale` times that of the constraint, has a sign; `strict` if it is not zero."""

    name: str
    strict: bool
    scale: Fraction


def linear_leaf(leaf: Identity, known: Mapping[str, Known]) -> list[str]:
    """Returns the tactics that end a case in which facts are added up, each times a number.

    Products, quotients and roots are as good as symbols, and the coefficients are found anew by Coq.
    """
    used: dict[str, None] = {}
    roots: dict[str, Term] = {}
    for name in _named(leaf):
        if name in known:
            used[known[name].name] = None
    for name in _named(leaf):
        if name not in known:
            root = _root(name, known)
            roots[text(root)] = root
    kept = f"clear - {' '.join(used)}. " if used else ""
    lines = [f"pose proof (root_weak {atomic(root)})." for root in roots.values()]
    return [f"{kept}{' '.join((*lines, 'lra.'))}"]


class PolynomialLeaf:
    """A case that products of facts contradict: each fact becomes a polynomial with a sign, their sum is zero."""

    def __init__(self, known: Mapping[str, Known], meaningful: Mapping[str, str], names: Names) -> None:
        self.known = known
        self.meaningful = meaningful
        self.names = names
        self.ring = Ring([k.fact.relation for k in known.values()])
        self.constraints = self.ring.constraints()
        self.facts = {text(fact): fact for fact in self.ring.facts}
        self.cleared: dict[str, Cleared] = {}
        self.apart: set[str] = set()
        self.lines: list[str] = []

    def tactics(self, leaf: Identity) -> list[str]:
        """Returns the tactics that end the case."""
        parts: list[tuple[bool, Fraction, str]] = []
        for summand in leaf.summands:
            if summand.coefficient:
                parts.append(self._summand(summand))
        zeros: list[tuple[str, Fraction, Polynomial]] = []
        for vanishing in leaf.vanishing:
            equality = self.clear(vanishing.equality)
            zeros.append((equality.name, equality.scale, self.ring.polynomial(vanishing.multiplier)))
        common = lcm(
            *(c.denominator for _, c, _ in parts),
            *((c / scale).denominator for _, scale, p in zeros for c in p.values()),
        )
        parts.sort(key=lambda part: not part[0])
        proof = ""
        for strict, coefficient, product in parts:
            size = coefficient * common
            scaled = _scaled(strict, size, product)
            weak = f"(Rlt_le _ _ {scaled})" if strict else scaled
            proof = f"(add_weak _ _ {proof} {weak})" if proof else scaled
        for name, scale, polynomial in zeros:
            multiplier = {m: c / scale * common for m, c in polynomial.items()}
            proof = f"(add_zero _ _ {proof} (multiple_zero {atomic(self.ring.term(multiplier))} _ {name}))"
        return [*self.lines, f"refine (never_positive_zero _ {proof} _).", "ring."]

    def clear(self, name: str) -> Cleared:
        """Returns a fact, named by its text, as a polynomial with a sign; what is said first is kept."""
        if name in self.cleared:
            return self.cleared[name]
        fact = self.facts.get(name)
        if fact is None:
            raise StatementError(f"the facts have no {name!r}")
        denominators = [
            node.arguments[1]
            for node in walk(fact)
            if isinstance(node, Apply) and node.operator is Operator.DIVIDE and not is_number(node.arguments[1])
        ]
        for denominator in dict.fromkeys(denominators):
            self.clear(text(_positive(denominator)))
            self._apart(denominator)
        polynomial = self.constraints[name][1]
        scale = Fraction(lcm(*(c.denominator for c in polynomial.values())))
        factor, positive = scale, ""
        for below in self.ring.quotient(Apply(Operator.SUBTRACT, (fact.left, fact.right))).below:
            own, ratio = self._denominator(dict(below), denominators)
            factor *= ratio
            positive = f"(Rmult_lt_0_compat _ _ {positive} {own})" if positive else own
        if factor != 1 or not positive:
            size = _number(factor)
            positive = f"(Rmult_lt_0_compat _ _ {size} {positive})" if positive else size
        divides = any(isinstance(node, Apply) and node.operator is Operator.DIVIDE for node in walk(fact))
        by, sign = _CLEARED[fact.sign]
        own = self.names.new("poly")
        shown = coq(self.ring.term({m: c * scale for m, c in polynomial.items()}))
        claim = f"{shown} = 0" if sign == "0 =" else f"{sign} {shown}"
        solved = "field; nonzero." if divides or factor.denominator != 1 else "ring."
        self.lines.append(f"assert ({own} : {claim}).")
        self.lines.append(f"{{ refine ({by} _ _ _ _ {positive} _ {self._proof(fact)}). {solved} }}")
        self.cleared[name] = Cleared(own, sign == "0 <", scale)
        return self.cleared[name]

    def _apart(self, denominator: Term) -> None:
        """Says of each factor of a denominator that it is not zero: a field asks for that."""
        name = text(_positive(denominator))
        if name in self.apart:
            return
        self.apart.add(name)
        factors = [f for f in _factors(denominator) if not is_number(f)]
        for place, factor in enumerate(factors):
            own = self.names.new("apart")
            rest = _product([*factors[:place], *factors[place + 1 :]])
            numbers = [f for f in _factors(denominator) if is_number(f)]
            rest = _product([*numbers, rest]) if numbers else rest
            proof = self._proof(_positive(denominator))
            self.lines.append(f"assert ({own} : {coq(factor)} <> 0).")
            self.lines.append(f"{{ refine (factor_nonzero {atomic(factor)} {atomic(rest)} _ {proof} _). ring. }}")

    def _summand(self, summand: Summand) -> tuple[bool, Fraction, str]:
        """Whether a product is positive, its coefficient before polynomials with whole coefficients, and the term."""
        factors = [self.clear(name) for name in summand.factors]
        strict = all(factor.strict for factor in factors) and not summand.squares
        coefficient = summand.coefficient
        proof = ""
        for factor in factors:
            coefficient /= factor.scale
            own = f"(Rlt_le _ _ {factor.name})" if factor.strict and not strict else factor.name
            by = "Rmult_lt_0_compat" if strict else "Rmult_le_pos"
            proof = f"({by} _ _ {proof} {own})" if proof else own
        for square in summand.squares:
            polynomial = self.ring.polynomial(square)
            scale = Fraction(lcm(*(c.denominator for c in polynomial.values())))
            coefficient /= scale**2
            own = f"(square_weak {atomic(self.ring.term({m: c * scale for m, c in polynomial.items()}))})"
            proof = f"(Rmult_le_pos _ _ {proof} {own})" if proof else own
        return strict, coefficient, proof

    def _denominator(self, below: Polynomial, denominators: list[Term]) -> tuple[str, Fraction]:
        """The fact that says that a denominator is positive, and the positive number that makes this of that."""
        first = min(below)
        for denominator in denominators:
            name = text(_positive(denominator))
            whole = self.constraints[name][1]
            ratio = below[first] / whole[first] if first in whole else Fraction(0)
            if ratio > 0 and {m: c * ratio for m, c in whole.items()} == below:
                cleared = self.cleared[name]
                return cleared.name, ratio / cleared.scale
        raise StatementError("a denominator is not among those of the fact")

    def _proof(self, fact: Relation) -> str:
        """The Coq term that proves a fact: a hypothesis, or what is known of roots and denominators."""
        known = self.known.get(text(fact))
        if known is not None:
            return known.name
        match fact:
            case Relation(Sign.AT_LEAST, Apply(Operator.SQRT, (argument,)), Number(0)):
                return f"(root_weak {atomic(argument)})"
            case Relation(Sign.EQUAL, Apply(Operator.POWER, (Apply(Operator.SQRT, (argument,)), _)), _):
                return f"(root_square {atomic(argument)} {self._meaning(Relation(Sign.AT_LEAST, argument, Number(0)))})"
        return self._meaning(fact)

    def _meaning(self, fact: Relation) -> str:
        name = text(fact)
        if name in self.meaningful:
            return self.meaningful[name]
        if name in self.known:
            return self.known[name].name
        if not variables(fact):
            return f"(ltac:(lra) : {coq(fact)})"
        raise StatementError(f"nothing says that {name}, so that a term has a value")


def _positive(denominator: Term) -> Relation:
    return Relation(Sign.GREATER, denominator, Number(0))


def _named(leaf: Identity) -> list[str]:
    return [*(name for s in leaf.summands for name in s.factors), *(v.equality for v in leaf.vanishing)]


def _factors(term: Term) -> Iterator[Term]:
    """The factors of a product, a power as often as it says."""
    match term:
        case Apply(Operator.MULTIPLY, (left, right)):
            yield from _factors(left)
            yield from _factors(right)
        case Apply(Operator.POWER, (base, Number(exponent))) if exponent:
            for _ in range(exponent):
                yield from _factors(base)
        case _:
            yield term


def _product(factors: list[Term]) -> Term:
    return reduce(lambda left, right: Apply(Operator.MULTIPLY, (left, right)), factors) if factors else Number(1)


def _root(name: str, known: Mapping[str, Known]) -> Term:
    """The argument of the root that a definition of a linear problem says is not negative."""
    for one in known.values():
        for node in walk(one.fact.relation):
            match node:
                case Apply(Operator.SQRT, (argument,)):
                    if text(Relation(Sign.AT_LEAST, numbers_first(node), Number(0))) == name:
                        return argument
    raise StatementError(f"the facts have no {name!r}")


def _number(value: Fraction) -> str:
    """The Coq term that says that a number is positive."""
    top = f"(IZR_lt 0 {value.numerator} eq_refl)"
    if value.denominator == 1:
        return top
    return f"(quotient_strict _ _ {top} (IZR_lt 0 {value.denominator} eq_refl))"


def _scaled(strict: bool, size: Fraction, product: str) -> str:
    """The term that a positive number times a product has the sign that the product has."""
    if not product:
        return _number(size)
    if size == 1:
        return product
    if strict:
        return f"(Rmult_lt_0_compat _ _ {_number(size)} {product})"
    return f"(Rmult_le_pos _ _ (Rlt_le _ _ {_number(size)}) {product})"
