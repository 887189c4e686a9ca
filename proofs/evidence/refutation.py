"""Refutation: a tree of cases, with an identity at each leaf, that shows that facts contradict each other.

This file is trusted, as the checker is that expands the identities.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from proofs.evidence.cases import alternatives, facts, relations
from proofs.evidence.checker import Multiple, Product, Rejected, check
from proofs.evidence.polynomial import Ring
from proofs.statement import Formula, Term


@dataclass(frozen=True)
class Summand:
    """A nonnegative number times facts, each named by its text, times squares of polynomials."""

    coefficient: Fraction
    factors: tuple[str, ...]
    squares: tuple[Term, ...] = ()


@dataclass(frozen=True)
class Vanishing:
    """An equality, named by its text, times a polynomial."""

    equality: str
    multiplier: Term


@dataclass(frozen=True)
class Identity:
    """A sum of summands and vanishing terms that is the zero polynomial, though it would have to be positive."""

    summands: tuple[Summand, ...]
    vanishing: tuple[Vanishing, ...] = ()


@dataclass(frozen=True)
class Split:
    """One of the alternatives that the facts leave, named by its text, with a refutation of each of its branches."""

    alternative: str
    branches: tuple[Refutation, ...]


Refutation = Identity | Split


def refute(known: Sequence[Formula], refutation: Refutation, linear: bool = False) -> None:
    """Returns if the refutation shows that the facts contradict each other; raises Rejected, with the reason, if not.

    The facts are formulas in normal form. Raises StatementError where the refutation has a polynomial in other symbols.

    >>> from proofs.statement import formula
    >>> known = [formula("x > 0"), formula("x < 0 or x == 0")]
    >>> below = Identity((Summand(Fraction(1), ("x > 0",)), Summand(Fraction(1), ("x < 0",))))
    >>> zero = Identity((Summand(Fraction(1), ("x > 0",)),), (Vanishing("x == 0", formula("-1 < 0").left),))
    >>> refute(known, Split("x < 0 or x == 0", (below, zero)))
    """
    for at_leaf, leaf in leaves(known, refutation):
        check_leaf(at_leaf, leaf, linear)


def leaves(known: Iterable[Formula], refutation: Refutation) -> Iterator[tuple[tuple[Formula, ...], Identity]]:
    """Yields each identity with the facts that hold in its case; raises Rejected if some case is missing."""
    known = facts(known)
    if isinstance(refutation, Identity):
        yield known, refutation
        return
    chosen = alternatives(known).get(refutation.alternative)
    if chosen is None:
        raise Rejected(f"the facts have no alternative {refutation.alternative!r}")
    if len(chosen.arguments) != len(refutation.branches):
        raise Rejected(f"{refutation.alternative!r} has {len(chosen.arguments)} cases, not {len(refutation.branches)}")
    for case, branch in zip(chosen.arguments, refutation.branches, strict=True):
        yield from leaves([*(fact for fact in known if fact != chosen), case], branch)


def check_leaf(known: Sequence[Formula], leaf: Identity, linear: bool = False) -> None:
    """Puts one identity, with the facts that it may use, before the checker."""
    ring = Ring(relations(known), linear)
    products = [Product(s.coefficient, s.factors, tuple(map(ring.polynomial, s.squares))) for s in leaf.summands]
    multiples = [Multiple(v.equality, ring.polynomial(v.multiplier)) for v in leaf.vanishing]
    check(ring.symbols, ring.constraints(), products, multiples)
