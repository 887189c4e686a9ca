"""Cones: a domain seen from far away, in logarithms; on them the growth of monomials is linear, so it is decided."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import sympy

from graphs.errors import OutOfDomain
from symbolic.alternative import Direction, Multipliers, Vector, direction_or_multipliers
from symbolic.domain import Domain, Sign
from symbolic.monomial import Monomial, exponents, simplest_first
from symbolic.symbols import in_order
from symbolic.symbols import t as parameter


@dataclass(frozen=True)
class Ray:
    """A path to infinity inside a domain: variable v runs as start[v] * t**exponents[v], t = 1, 2, 3, ..."""

    exponents: tuple[tuple[sympy.Symbol, sympy.Integer], ...]
    start: tuple[tuple[sympy.Symbol, sympy.Expr], ...] = ()

    def at(self, t: int | sympy.Expr) -> dict[sympy.Symbol, sympy.Expr]:
        """Returns the point that the ray passes at t; exact.

        >>> from symbolic.symbols import M, d
        >>> Ray(((M, sympy.Integer(3)), (d, sympy.Integer(0)))).at(10)
        {M: 1000, d: 1}
        """
        start = dict(self.start)
        return {v: start.get(v, sympy.S.One) * sympy.sympify(t) ** power for v, power in self.exponents}

    def degree(self, monomial: Monomial) -> sympy.Rational:
        """Returns the power of t with which a monomial grows along the ray."""
        variables, powers = zip(*self.exponents, strict=True)
        return sum((a * b for a, b in zip(exponents(monomial, variables), powers, strict=True)), sympy.S.Zero)

    def __str__(self) -> str:
        return ", ".join(f"{v} = {value}" for v, value in self.at(parameter).items())


@dataclass(frozen=True)
class Domination:
    """A certificate: monomial * (product of the slacks to their powers) = weighted geometric mean of `by`.

    Every slack is at least a positive constant on the domain, and the weights sum to 1; so the monomial is at most a
    constant times the largest member of `by`, and it vanishes against it if some slack tends to infinity.
    """

    monomial: Monomial
    by: tuple[tuple[Monomial, sympy.Rational], ...]
    slacks: tuple[tuple[Monomial, sympy.Rational], ...] = ()

    def __post_init__(self) -> None:
        mean = sympy.Mul(*(m**weight for m, weight in self.by))
        slack = sympy.Mul(*(m**power for m, power in self.slacks))
        positive = all(weight > 0 for _, weight in (*self.by, *self.slacks))
        if not positive or sum(weight for _, weight in self.by) != 1 or self.monomial * slack / mean != 1:
            raise AssertionError(f"no certificate: {self}")

    def __str__(self) -> str:
        slack = "".join(f" * {_power(m, power)}" for m, power in self.slacks)
        return f"{self.monomial}{slack} = {' * '.join(_power(m, weight) for m, weight in self.by)}"


def _power(base: Monomial, power: sympy.Rational) -> str:
    text = str(base) if base.is_Symbol or base.is_number or power == 1 else f"({base})"
    return text if power == 1 else f"{text}**{power if power.is_Integer else f'({power})'}"


@dataclass(frozen=True)
class Cone:
    """The directions r, one exponent a variable, in which points t**r stay in a domain up to constant factors.

    `weak` lists the monomials that the domain keeps above a constant, `strict` those that tend to infinity in it.
    """

    variables: tuple[sympy.Symbol, ...]
    weak: tuple[Monomial, ...]
    strict: tuple[Monomial, ...]
    start: tuple[tuple[sympy.Symbol, sympy.Expr], ...]

    @classmethod
    def of(cls, domain: Domain, symbols: Iterable[sympy.Symbol] = ()) -> Cone:
        """Returns the cone of a domain, in the symbols of the domain and the given ones.

        Raises OutOfDomain if the domain has no point, or if its `<<` relations contradict the others.

        >>> from symbolic.symbols import M, d, n
        >>> Cone.of(Domain.where(d**2 <= M), [n]).weak
        (M/d**2,)
        """
        variables = in_order((*domain.variables, *symbols))
        rows: dict[bool, list[Monomial]] = {True: [], False: []}
        for relation in domain.relations:
            rows[relation.sign is Sign.MUCH_LESS] += [row.monomial for row in relation.rows()]
        cone = cls(variables, tuple(rows[False]), tuple(rows[True]), tuple(domain.witness.items()))
        if cone.strict and isinstance(cone._solve(cone.weak, cone.strict), Multipliers):
            raise OutOfDomain(f"{domain} contradict each other: a relation with << has no limit inside the others")
        return cone

    def bounded(self, monomial: Monomial, by: Sequence[Monomial]) -> Domination | Ray:
        """Decides monomial = O(max of `by`): a certificate, or a ray along which it outgrows each of `by`.

        >>> from symbolic.symbols import d, n
        >>> print(Cone.of(Domain.where(d <= n)).bounded(n * d**2, [n**2 * d]))
        d**2*n * n/d = d*n**2
        >>> print(Cone.of(Domain(), [n, d]).bounded(n * d, [n**2]))
        n = 1, d = t
        """
        gains = [monomial / other for other in by]
        answer = self._solve(self.weak, [*gains, *self.strict])
        if isinstance(answer, Direction):
            return self._ray(answer)
        weights, strict = answer.strict[: len(by)], answer.strict[len(by) :]
        return self._certificate(monomial, by, weights, (*self.weak, *self.strict), (*answer.weak, *strict))

    def vanishing(self, monomial: Monomial, by: Sequence[Monomial]) -> Domination | Ray:
        """Decides monomial = o(max of `by`): a certificate, or a ray along which it keeps up with each of `by`.

        The limit is that of the `<<` relations of the domain; if it has none, that in which the point leaves every
        bounded box, wherever in the domain. Raises OutOfDomain if the domain is bounded.

        >>> from symbolic.symbols import d, n
        >>> print(Cone.of(Domain(), [n, d]).vanishing(n, [n**2]))
        n = 1, d = t
        """
        gains = [monomial / other for other in by]
        limit = self.strict or (sympy.Mul(*self.variables),)
        if isinstance(self._solve(self.weak, limit), Multipliers):
            raise OutOfDomain("the domain is bounded, so nothing in it tends to infinity")
        answer = self._solve([*gains, *self.weak], limit)
        if isinstance(answer, Direction):
            return self._ray(answer)
        weights, weak = answer.weak[: len(by)], answer.weak[len(by) :]
        return self._certificate(monomial, by, weights, (*self.weak, *limit), (*weak, *answer.strict))

    def prune(self, monomials: Iterable[Monomial]) -> tuple[Monomial, ...]:
        """Returns the monomials that count: those not O of the others; of equals, the simplest stays.

        >>> from symbolic.symbols import d, n
        >>> Cone.of(Domain(), [n, d]).prune([n**2, n * d, d**2, n])
        (d**2, n**2)
        """
        kept = simplest_first(set(monomials))
        for monomial in reversed(kept.copy()):
            others = [m for m in kept if m != monomial]
            if others and isinstance(self.bounded(monomial, others), Domination):
                kept = others
        return tuple(kept)

    @cached_property
    def _cache(self) -> dict[tuple[tuple[Monomial, ...], tuple[Monomial, ...]], Direction | Multipliers]:
        return {}

    def _vector(self, monomial: Monomial) -> Vector:
        return exponents(monomial, self.variables)

    def _solve(self, weak: Iterable[Monomial], strict: Iterable[Monomial]) -> Direction | Multipliers:
        key = (tuple(weak), tuple(strict))
        if key not in self._cache:
            rows, strict_rows = ([self._vector(m) for m in group] for group in key)
            self._cache[key] = direction_or_multipliers(rows, strict_rows)
        return self._cache[key]

    def _ray(self, direction: Direction) -> Ray:
        start = tuple((v, value) for v, value in self.start if value != 1)
        return Ray(tuple(zip(self.variables, direction.vector, strict=True)), start)

    def _certificate(
        self,
        monomial: Monomial,
        by: Sequence[Monomial],
        weights: Vector,
        slacks: Sequence[Monomial],
        powers: Vector,
    ) -> Domination:
        """Scales the weights to sum 1; what is left of the identity is a product of variables, all at least 1."""
        total = sum(weights, sympy.S.Zero)
        mean = sympy.Mul(*(m ** (w / total) for m, w in zip(by, weights, strict=True)))
        used = [(m, p / total) for m, p in zip(slacks, powers, strict=True) if p]
        rest = mean / monomial / sympy.Mul(*(m**p for m, p in used))
        left = [(v, p) for v, p in zip(self.variables, self._vector(rest), strict=True) if p]
        chosen = tuple((m, w / total) for m, w in zip(by, weights, strict=True) if w)
        return Domination(monomial, chosen, (*used, *left))
