"""Combination: the search for an identity by linear programming; what it finds is a proposal, which the checker judges.

The products of constraints, up to a degree, are the columns of a linear program. Its solution in floating point says
which products are needed, and exact elimination says with which coefficients.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd, lcm

from proofs.evidence.checker import Monomial, Polynomial, add, multiply
from proofs.evidence.polynomial import Ring
from proofs.evidence.refutation import Identity, Summand, Vanishing
from proofs.statement import Apply, Operator

MAX_COLUMNS = 12_000
_TINY = 1e-9
ONE = Fraction(1)


@dataclass(frozen=True)
class Column:
    """A product of constraints and squares, as it is and as what remains of it when the equalities are used up."""

    factors: tuple[str, ...]
    squares: tuple[int, ...]
    strict: bool
    value: Polynomial
    degree: int


@dataclass
class Rule:
    """A monomial that an equality, a combination of those given, replaces by smaller ones."""

    lead: Monomial
    rest: Polynomial
    origin: dict[str, Polynomial] = field(default_factory=dict)


class Equalities:
    """The equalities of a problem, by which polynomials are brought to a form in which fewer monomials occur."""

    def __init__(self, ring: Ring) -> None:
        self.ring = ring
        self.rules: list[Rule] = []
        self.known: dict[Monomial, Polynomial] = {}
        equalities = {name: p for name, (relation, p) in ring.constraints().items() if relation == "==" and p}
        alone = {name: _alone(p) for name, p in equalities.items()}
        roots = [p for p, atom in enumerate(ring.atoms) if isinstance(atom, Apply) and atom.operator is Operator.SQRT]
        others = [p for p in range(len(ring.atoms)) if p not in roots]
        given_away = [place for place in alone.values() if place is not None]
        # lexicographic: what an equality defines outright comes first, then the roots, the outer ones before the inner
        self.order = tuple(dict.fromkeys([*given_away, *reversed(roots), *others]))
        for name in sorted(equalities, key=lambda name: alone[name] is None):
            self._add(name, equalities[name])

    def normal(self, polynomial: Polynomial) -> Polynomial:
        """Returns a polynomial that is equal wherever the equalities hold."""
        total: Polynomial = {}
        for monomial, coefficient in polynomial.items():
            total = add(total, {m: coefficient * c for m, c in self._monomial(monomial).items()})
        return total

    def quotients(self, polynomial: Polynomial) -> tuple[Polynomial, dict[str, Polynomial]]:
        """Returns what remains of a polynomial, and the multipliers of the equalities that were taken away from it."""
        left: dict[Monomial, Fraction] = dict(polynomial)
        used: dict[str, Polynomial] = {}
        while found := self._first(left):
            monomial, rule = found
            coefficient = left[monomial]
            factor = {_over(monomial, rule.lead): coefficient}
            left = add(left, _negative(multiply(factor, {**_negative(rule.rest), rule.lead: ONE})))
            for name, origin in rule.origin.items():
                used[name] = add(used.get(name, {}), multiply(factor, origin))
        return left, used

    def _add(self, name: str, polynomial: Polynomial) -> None:
        left, used = self.quotients(polynomial)
        if not left:
            return
        lead = max(left, key=lambda monomial: [monomial[place] for place in self.order])
        scale = {(0,) * len(lead): 1 / left[lead]}
        own = add({(0,) * len(lead): ONE}, {})
        origin: dict[str, Polynomial] = {other: multiply(scale, _negative(p)) for other, p in used.items()}
        origin[name] = add(origin.get(name, {}), multiply(scale, own))
        rest = multiply(scale, _negative({m: c for m, c in left.items() if m != lead}))
        self.rules.append(Rule(lead, rest, origin))
        self.known.clear()

    def _monomial(self, monomial: Monomial) -> Polynomial:
        if monomial not in self.known:
            result: Polynomial = {monomial: ONE}
            for rule in self.rules:
                if _divides(rule.lead, monomial):
                    result = self.normal(multiply({_over(monomial, rule.lead): ONE}, rule.rest))
                    break
            self.known[monomial] = result
        return self.known[monomial]

    def _first(self, polynomial: Polynomial) -> tuple[Monomial, Rule] | None:
        for monomial in polynomial:
            for rule in self.rules:
                if _divides(rule.lead, monomial):
                    return monomial, rule
        return None


def combine(ring: Ring, degree: int, squares: Sequence[Polynomial] = ()) -> Identity | None:
    """Returns an identity whose products have at most the given degree, or None if none is found.

    Each product may have one of the squares of the given polynomials as a factor.
    """
    equalities = Equalities(ring)
    columns = list(_columns(ring, equalities, degree, squares))
    if len(columns) > MAX_COLUMNS or not columns:
        return None
    coefficients = _solve(columns)
    if coefficients is None:
        return None
    chosen = [(column, c) for column, c in zip(columns, coefficients, strict=True) if c]
    scale = Fraction(lcm(*(c.denominator for _, c in chosen)), gcd(*(c.numerator for _, c in chosen)))
    constraints = ring.constraints()
    total: Polynomial = {}
    summands = []
    for column, c in chosen:
        value: Polynomial = {(0,) * len(ring.atoms): c * scale}
        for name in column.factors:
            value = multiply(value, constraints[name][1])
        for square in column.squares:
            value = multiply(value, multiply(squares[square], squares[square]))
        total = add(total, value)
        summands.append(Summand(c * scale, column.factors, tuple(ring.term(squares[s]) for s in column.squares)))
    left, used = equalities.quotients(total)
    if left:
        return None
    return Identity(tuple(summands), tuple(Vanishing(name, ring.term(_negative(p))) for name, p in used.items() if p))


def generators(ring: Ring, equalities: Equalities) -> dict[str, tuple[bool, Polynomial]]:
    """Returns the inequalities worth multiplying, whether each is strict, and what remains of its polynomial.

    Of those that differ by a positive number one is kept, and of a product of symbols only the symbols.
    """
    found: dict[tuple[tuple[Monomial, Fraction], ...], tuple[str, bool, Polynomial]] = {}
    for name, (relation, polynomial) in ring.constraints().items():
        value = equalities.normal(polynomial)
        if relation == "==" or not value or (not any(map(sum, value)) and min(value.values()) > 0):
            continue
        size = abs(value[min(value)])
        key = tuple(sorted((m, c / size) for m, c in value.items()))
        if key not in found or (relation == ">" and not found[key][1]):
            found[key] = (name, relation == ">", value)
    symbols = {max(value).index(1): strict for _, strict, value in found.values() if _is_symbol(value)}
    return {
        name: (strict, value)
        for name, strict, value in found.values()
        if _is_symbol(value) or not _is_product_of(value, strict, symbols)
    }


def _columns(ring: Ring, equalities: Equalities, degree: int, squares: Sequence[Polynomial]) -> Iterator[Column]:
    inequalities = generators(ring, equalities)
    names = list(inequalities)
    one = Column((), (), True, {(0,) * len(ring.atoms): ONE}, 0)
    for name, (relation, polynomial) in ring.constraints().items():
        if relation == ">" and not equalities.normal(polynomial):  # 0 > 0 is absurd as it stands
            yield Column((name,), (), True, {}, 0)
    seen = set()
    layer = [(0, one)]
    products = [one]
    while layer and len(products) <= MAX_COLUMNS:
        following = []
        for start, column in layer:
            for place in range(start, len(names)):
                strict, value = inequalities[names[place]]
                reached = column.degree + _degree(value)
                if reached > degree:
                    continue
                product = equalities.normal(multiply(column.value, value))
                factors = (*column.factors, names[place])
                following.append((place, Column(factors, (), column.strict and strict, product, reached)))
        layer = following
        for _, column in layer:
            key = (column.strict, tuple(sorted(column.value.items())))
            if key not in seen:
                seen.add(key)
                products.append(column)
    yield from products
    for number, root in enumerate(squares):
        square = equalities.normal(multiply(root, root))
        for column in products:
            if column.degree + _degree(square) <= degree:
                value = equalities.normal(multiply(column.value, square))
                yield Column(column.factors, (number,), False, value, column.degree + _degree(square))


def _solve(columns: Sequence[Column]) -> list[Fraction] | None:
    """Nonnegative coefficients with which the columns add up to zero, the strict ones not all zero."""
    # the only numbers in floating point: they say which columns matter, and are then forgotten
    import numpy as np  # noqa: PLC0415 - slow to import, and only the search needs it
    from scipy.optimize import linprog  # type: ignore[import-untyped,unused-ignore]  # noqa: PLC0415
    from scipy.sparse import csc_matrix  # type: ignore[import-untyped,unused-ignore]  # noqa: PLC0415

    rows: dict[Monomial, int] = {}
    data, places, numbers = [], [], []
    for number, column in enumerate(columns):
        for monomial, coefficient in column.value.items():
            places.append(rows.setdefault(monomial, len(rows)))
            numbers.append(number)
            data.append(float(coefficient))
    for number, column in enumerate(columns):
        if column.strict:
            places.append(len(rows))
            numbers.append(number)
            data.append(1.0)
    matrix = csc_matrix((data, (places, numbers)), shape=(len(rows) + 1, len(columns)))
    right = np.zeros(len(rows) + 1)
    right[-1] = 1
    # a price that does not depend on how a constraint is scaled, so that few and simple products are preferred
    cost = [float(sum(map(abs, column.value.values()))) for column in columns]
    found = linprog(cost, A_eq=matrix, b_eq=right, method="highs-ds")
    if found.status != 0:
        return None
    support = [number for number, x in enumerate(found.x) if x > _TINY]
    exact = _exact([columns[number] for number in support])
    if exact is None or min(exact) < 0:
        return None
    coefficients = [Fraction(0)] * len(columns)
    for number, value in zip(support, exact, strict=True):
        coefficients[number] = value
    return coefficients


def _exact(columns: Sequence[Column]) -> list[Fraction] | None:
    """The coefficients, by elimination; a column that the others make superfluous gets zero. None if there are none."""
    equations: dict[Monomial | None, dict[int, Fraction]] = {None: {-1: ONE}}
    for number, column in enumerate(columns):
        for monomial, coefficient in column.value.items():
            equations.setdefault(monomial, {})[number] = coefficient
        if column.strict:
            equations[None][number] = ONE
    solved: dict[int, dict[int, Fraction]] = {}
    for equation in equations.values():
        row = dict(equation)
        for pivot, other in solved.items():
            if pivot in row:
                row = _minus(row, other, row[pivot])
        pivots = [number for number in row if number >= 0]
        if not pivots:
            if row:
                return None
            continue
        pivot = min(pivots)
        row = {number: c / row[pivot] for number, c in row.items()}
        solved = {p: _minus(other, row, other[pivot]) if pivot in other else other for p, other in solved.items()}
        solved[pivot] = row
    return [solved.get(number, {}).get(-1, Fraction(0)) for number in range(len(columns))]


def _minus(row: Mapping[int, Fraction], other: Mapping[int, Fraction], factor: Fraction) -> dict[int, Fraction]:
    total = dict(row)
    for number, c in other.items():
        total[number] = total.get(number, Fraction(0)) - factor * c
    return {number: c for number, c in total.items() if c}


def _alone(polynomial: Polynomial) -> int | None:
    """The place of an atom that an equality defines: it occurs once, by itself."""
    for monomial in sorted(polynomial):
        if sum(monomial) == 1:
            place = monomial.index(1)
            if sum(1 for other in polynomial if other[place]) == 1:
                return place
    return None


def _is_symbol(value: Polynomial) -> bool:
    return len(value) == 1 and all(sum(m) == 1 and c > 0 for m, c in value.items())


def _is_product_of(value: Polynomial, strict: bool, symbols: Mapping[int, bool]) -> bool:
    if len(value) != 1:
        return False
    ((monomial, coefficient),) = value.items()
    places = [place for place, exponent in enumerate(monomial) if exponent]
    return coefficient > 0 and all(place in symbols and (symbols[place] or not strict) for place in places)


def _degree(polynomial: Polynomial) -> int:
    return max(map(sum, polynomial), default=0)


def _divides(lead: Monomial, monomial: Monomial) -> bool:
    return all(a <= b for a, b in zip(lead, monomial, strict=True))


def _over(monomial: Monomial, lead: Monomial) -> Monomial:
    return tuple(b - a for a, b in zip(lead, monomial, strict=True))


def _negative(polynomial: Polynomial) -> dict[Monomial, Fraction]:
    return {monomial: -coefficient for monomial, coefficient in polynomial.items()}
