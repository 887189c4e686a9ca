"""Domains: where a formula holds, as a list of relations such as `d**2 <= M`, every variable being at least 1."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import product

import sympy

from graphs.errors import OutOfDomain
from symbolic.alternative import Direction, direction_or_multipliers
from symbolic.monomial import Monomial, exponents, is_monomial, split, terms
from symbolic.symbols import in_order


class Sign(StrEnum):
    """How the two sides of a relation compare; MUCH_LESS means that their ratio tends to 0."""

    AT_MOST = "<="
    LESS = "<"
    MUCH_LESS = "<<"


@dataclass(frozen=True)
class Row:
    """A monomial that is at least `least`, a positive rational number, or more than it if `strict`."""

    monomial: Monomial
    least: sympy.Rational
    strict: bool

    def log2_enough(self, parts: int = 1) -> int:
        """Returns the least integer k for which the monomial may be 2**(k / parts).

        >>> [Row(sympy.S.One, sympy.Rational(least), False).log2_enough() for least in ("1/5", "1", "3", "4")]
        [-2, 0, 2, 2]
        """
        two, least = sympy.Integer(2), self.least**parts
        low = int(least.p).bit_length() - int(least.q).bit_length() - 1
        return next(k for k in range(low, low + 4) if two**k > least or (two**k == least and not self.strict))


@dataclass(frozen=True)
class Relation:
    """One condition, `smaller sign larger`.

    Any expressions can be tested at a point. For growth the smaller side must be a sum or a Max, and the larger side
    one term or a Min, possibly with a factor as in n*Min(n, d), of positive rational multiples of monomials: such a
    relation is convex in the logarithms.
    """

    smaller: sympy.Expr
    larger: sympy.Expr
    sign: Sign = Sign.AT_MOST

    def __str__(self) -> str:
        return f"{self.smaller} {self.sign} {self.larger}"

    def holds(self, values: Mapping[sympy.Symbol, sympy.Expr]) -> bool:
        """Says whether the relation holds at a point, exactly; `<<` is tested as `<`."""
        smaller, larger = self.smaller.subs(values), self.larger.subs(values)
        return bool(smaller <= larger if self.sign is Sign.AT_MOST else smaller < larger)

    def rows(self) -> Iterator[Row]:
        """Yields rows that together imply the relation, and follow from it up to constant factors.

        Raises OutOfDomain if the relation is not of the form that growth can use.

        >>> from symbolic.symbols import M, d
        >>> [(str(row.monomial), row.least) for row in Relation(4 * d + 6, M).rows()]
        [('M', 12), ('M/d', 8)]
        """
        caps = [split(cap) for cap in _choices(self.larger, sympy.Min)]
        for summands in map(terms, _choices(self.smaller, sympy.Max)):
            for part, monomial in sorted(summands, key=str, reverse=True):
                for whole, cap in caps:
                    usable = all(c.is_Rational and c > 0 for c in (part, whole))
                    if not (usable and is_monomial(monomial) and is_monomial(cap)):
                        raise OutOfDomain(
                            f"growth needs relations such as a*d**2 + b*d <= c*M, a sum at most a product, all "
                            f"coefficients positive and rational; got {self}"
                        )
                    yield Row(cap / monomial, len(summands) * part / whole, self.sign is not Sign.AT_MOST)


def much_less(smaller: sympy.Expr, larger: sympy.Expr) -> Relation:
    """Returns the relation `smaller << larger`: claims are then about the limit in which the ratio tends to 0.

    >>> from symbolic.symbols import M, d
    >>> print(much_less(M, d**2))
    M << d**2
    """
    return Relation(sympy.sympify(smaller), sympy.sympify(larger), Sign.MUCH_LESS)


@dataclass(frozen=True)
class Domain:
    """The points, all variables at least 1, at which every relation holds; without relations, all of them.

    Use `Domain.where`. Testing a point takes the constants of the relations as they are; growth drops them, which
    changes no claim: the points of the domain are, in logarithms, a bounded distance away from the cone that the
    relations without their constants describe.
    """

    relations: tuple[Relation, ...] = ()

    @classmethod
    def where(cls, *conditions: sympy.Basic | Relation) -> Domain:
        """Builds a domain from sympy relations (<=, >=, <, >, Eq) and from `much_less`.

        A condition that sympy simplified to True, such as `n >= 1`, is dropped. Raises OutOfDomain for one that it
        simplified to False and for anything else.

        >>> from symbolic.symbols import M, d, n
        >>> print(Domain.where(M >= d**2, M <= n * d, n >= 1))
        d**2 <= M and M <= d*n
        """
        return cls(tuple(relation for condition in conditions for relation in _relations(condition)))

    def __str__(self) -> str:
        return " and ".join(map(str, self.relations)) or "all variables >= 1"

    def require(self, values: Mapping[sympy.Symbol, sympy.Expr], what: str) -> None:
        """Checks that a point lies in the domain; raises OutOfDomain with the violated relation and the values got.

        >>> from symbolic.symbols import M
        >>> Domain.where(M >= 3).require({M: sympy.Integer(2)}, "LBroot")
        Traceback (most recent call last):
        ...
        graphs.errors.OutOfDomain: LBroot holds for 3 <= M; got M = 2
        """
        broken: list[tuple[str, tuple[sympy.Symbol, ...]]] = [(f"{v} >= 1", (v,)) for v in values if values[v] < 1]
        for relation in self.relations:
            names = (relation.smaller.free_symbols | relation.larger.free_symbols) & set(values)
            if not relation.holds(values):
                broken.append((str(relation), in_order(names)))
        if broken:
            rule, names_of_rule = broken[0]
            got = ", ".join(f"{v} = {values[v]}" for v in names_of_rule)
            raise OutOfDomain(f"{what} holds for {rule}; got {got}")

    @cached_property
    def variables(self) -> tuple[sympy.Symbol, ...]:
        """The symbols of the relations, in order."""
        return in_order(v for r in self.relations for side in (r.smaller, r.larger) for v in side.free_symbols)

    @cached_property
    def witness(self) -> dict[sympy.Symbol, sympy.Expr]:
        """A point of the domain, in powers of 2, integers if possible; variables that no relation names may be 1.

        Raises OutOfDomain if none is found, since every claim about growth would hold on an empty domain.

        >>> from symbolic.symbols import M, d
        >>> Domain.where(M >= 3, d**2 <= M).witness
        {d: 1, M: 4}
        """
        rows = [row for relation in self.relations for row in relation.rows()]
        origin = [sympy.S.Zero] * len(self.variables)
        for parts in (1, 60):  # first powers of 2, then of its 60th root
            needs = [(exponents(row.monomial, self.variables), row.log2_enough(parts)) for row in rows]
            if all(k <= 0 for _, k in needs):
                return dict.fromkeys(self.variables, sympy.S.One)
            # a direction (r, s) with s > 0 and a.r >= k*s for every row is a solution r/s of a.q >= k
            found = direction_or_multipliers([(*a, -sympy.Integer(k)) for a, k in needs], [(*origin, sympy.S.One)])
            if isinstance(found, Direction):
                *r, s = found.vector
                return self._point(r, [x / s for x in r], parts=parts)
        raise OutOfDomain(
            f"no point was found that satisfies {self}; it may be empty; drop a relation, or its constant factor, "
            "which growth does not need"
        )

    def _point(self, *solutions: Sequence[sympy.Rational], parts: int) -> dict[sympy.Symbol, sympy.Expr]:
        """The first of the solutions, in logarithms, that is in the domain; the earlier ones are rounder."""
        for solution in solutions:
            point = {v: sympy.Integer(2) ** (q / parts) for v, q in zip(self.variables, solution, strict=True)}
            if all(relation.holds(point) for relation in self.relations):
                return point
        raise AssertionError(f"a solved linear program does not satisfy {self}")


EVERYWHERE = Domain()


def _choices(expr: sympy.Expr, kind: type[sympy.Min] | type[sympy.Max]) -> list[sympy.Expr]:
    """The expressions whose Min (or Max) is the given one; factors are positive."""
    if isinstance(expr, kind):
        return [choice for part in expr.args for choice in _choices(part, kind)]
    if expr.is_Mul:
        return [sympy.Mul(*factors) for factors in product(*(_choices(factor, kind) for factor in expr.args))]
    return [expr]


def _relations(condition: sympy.Basic | Relation) -> Iterator[Relation]:
    if isinstance(condition, Relation):
        yield condition
    elif condition in (sympy.true, True):
        return
    elif isinstance(condition, sympy.Eq):
        yield Relation(condition.lhs, condition.rhs)
        yield Relation(condition.rhs, condition.lhs)
    elif isinstance(condition, sympy.Le | sympy.Ge):
        yield Relation(condition.lts, condition.gts)
    elif isinstance(condition, sympy.Lt | sympy.Gt):
        yield Relation(condition.lts, condition.gts, Sign.LESS)
    else:
        raise OutOfDomain(f"a domain is given by <=, >=, <, > or Eq between formulas; got {condition}")
