"""Lemma: a named statement with its symbols, hypotheses, goal, source, and what its proof may use."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction

from proofs.errors import StatementError
from proofs.evaluate import Point
from proofs.statement import Apply, Formula, Operator, Term, formula, substitute, variables, walk
from proofs.text import text


class Sort(StrEnum):
    """What values a symbol takes: any real number, a natural number from 1 on, or the optimum of a pebble game.

    An optimum is one number, fixed by the other symbols, of which the solvers know only what earlier lemmas say.
    """

    REAL = "real"
    NATURAL = "natural"
    OPTIMUM = "optimum"


_SORT_MARKS = {"": Sort.REAL, "N": Sort.NATURAL, "Q": Sort.OPTIMUM}


class Expectation(StrEnum):
    """What the catalogue records about a statement; `verify` fails if the evidence says otherwise."""

    HOLDS = "holds"
    REFUTED = "refuted"
    OPEN = "open"


class Means(StrEnum):
    """How a statement can be checked: by solvers, on tiny cases, or, where it needs induction, not yet."""

    SOLVER = "solver"
    TINY = "tiny"
    INDUCTION = "induction"


@dataclass(frozen=True)
class Use:
    """Another lemma that a proof may use, with terms for its symbols; a symbol not named stands for itself."""

    name: str
    terms: Mapping[str, Term] = field(default_factory=dict)


@dataclass(frozen=True)
class Lemma:
    """A statement: for all values of the symbols, if the hypotheses are true then so is the goal.

    A hypothesis may divide, or take a root, where the hypotheses before it make that possible. `given` holds the
    hypotheses, `refuted_at` a point where a false statement is known to fail.
    """

    name: str
    title: str
    sorts: Mapping[str, Sort]
    given: tuple[Formula, ...]
    goal: Formula
    source: str
    means: Means = Means.SOLVER
    expect: Expectation = Expectation.HOLDS
    uses: tuple[Use, ...] = ()
    refuted_at: Point | None = None
    theorem: bool = False

    def __post_init__(self) -> None:
        for name in variables(*self.given, self.goal):
            if name not in self.sorts:
                raise StatementError(f"lemma {self.name}: the symbol {name!r} has no sort; declare it")

    @property
    def scope(self) -> str:
        """For which values of its symbols the statement is claimed; an optimum is no free symbol."""
        names = {sort: ", ".join(s for s, own in self.sorts.items() if own is sort) for sort in Sort}
        return "; ".join(f"all {sort} {names[sort]}" for sort in (Sort.NATURAL, Sort.REAL) if names[sort])

    @property
    def statement(self) -> str:
        """The statement as ordinary arithmetic; the hash of a citation is taken from it."""
        symbols = ", ".join(f"{name}: {sort}" for name, sort in self.sorts.items())
        given = "; ".join(map(text, self.given)) or "nothing"
        return f"for all {symbols}; given {given}; {text(self.goal)}"

    @property
    def digest(self) -> str:
        """Twelve hexadecimal digits that change when the statement does."""
        return hashlib.sha256(self.statement.encode()).hexdigest()[:12]

    def without(self, hypothesis: str) -> Lemma:
        """Returns the lemma with one hypothesis dropped, named by its text; raises StatementError if it has none such.

        >>> square = lemma("square", "A square grows", "x y", ["0 <= x", "x <= y"], "x**2 <= y**2", "folklore")
        >>> square.without("0 <= x").statement
        'for all x: real, y: real; given x <= y; x**2 <= y**2'
        """
        dropped = formula(hypothesis)
        kept = tuple(h for h in self.given if h != dropped)
        if len(kept) == len(self.given):
            known = "; ".join(map(text, self.given))
            raise StatementError(f"lemma {self.name} has no hypothesis {text(dropped)!r}; it has: {known}")
        return replace(self, name=f"{self.name}_without[{text(dropped)}]", given=kept)

    def having(self, hypothesis: str) -> Lemma:
        """Returns the lemma with one more hypothesis; raises StatementError if it has a symbol without a sort."""
        added = formula(hypothesis)
        return replace(self, name=f"{self.name}_with[{text(added)}]", given=(*self.given, added))


def lemma(
    name: str,
    title: str,
    symbols: str,
    given: Iterable[str],
    goal: str,
    source: str,
    *,
    uses: Iterable[str | Use] = (),
    refuted_at: Mapping[str, int | Fraction] | None = None,
    means: Means = Means.SOLVER,
    expect: Expectation = Expectation.HOLDS,
    theorem: bool = False,
) -> Lemma:
    """Makes a lemma from texts; `symbols` are names, with `:N` behind a natural number and `:Q` behind an optimum.

    >>> lemma("half", "Half of it is less", "n:N", [], "n/2 < n", "folklore").statement
    'for all n: natural; given nothing; n/2 < n'
    """
    sorts = {symbol: _SORT_MARKS[mark] for symbol, _, mark in (word.partition(":") for word in symbols.split())}
    return Lemma(
        name,
        title,
        sorts,
        tuple(map(formula, given)),
        formula(goal),
        source,
        means=means,
        expect=expect,
        uses=tuple(use if isinstance(use, Use) else Use(use) for use in uses),
        refuted_at=None if refuted_at is None else {k: Fraction(v) for k, v in refuted_at.items()},
        theorem=theorem,
    )


def sort_hypotheses(sorts: Mapping[str, Sort]) -> tuple[Formula, ...]:
    """Returns what the sorts say about real numbers: a natural number is at least 1.

    Proving a statement for all reals from 1 on proves it for the natural numbers; a counterexample must be whole.
    """
    return tuple(formula(f"{name} >= 1") for name, sort in sorts.items() if sort is Sort.NATURAL)


@dataclass(frozen=True)
class Obligation:
    """A formula that must follow from others for a statement to make sense."""

    given: tuple[Formula, ...]
    goal: Formula


def side_obligations(lemma: Lemma) -> tuple[Obligation, ...]:
    """Returns that each denominator is positive, and that the argument of each root is not negative.

    Each must follow from the hypotheses that stand before it (from all of them, in the goal), so that a statement is
    read from left to right and no division is hidden behind a hypothesis that it makes meaningful. Divisions by a
    number need nothing.

    >>> inverse = lemma("inverse", "Order turns", "x y", ["0 < x", "x <= y"], "1/y <= 1/x", "folklore")
    >>> [text(o.goal) for o in side_obligations(inverse)]
    ['y > 0', 'x > 0']
    """
    found: dict[Obligation, None] = {}
    before = sort_hypotheses(lemma.sorts)
    for part in (*lemma.given, lemma.goal):
        for node in walk(part):
            match node:
                case Apply(Operator.DIVIDE, (_, denominator)) if variables(denominator):
                    found[Obligation(before, formula(f"{text(denominator)} > 0"))] = None
                case Apply(Operator.DIVIDE, (_, denominator)):
                    found[Obligation((), formula(f"{text(denominator)} > 0"))] = None
                case Apply(Operator.SQRT, (argument,)):
                    found[Obligation(before, formula(f"{text(argument)} >= 0"))] = None
        before = (*before, part)
    return tuple(found)


def instance(used: Lemma, use: Use) -> tuple[tuple[Formula, ...], Formula]:
    """Returns hypotheses and goal of a lemma with the terms of a use in the place of its symbols."""
    given = (*sort_hypotheses(used.sorts), *used.given)
    return tuple(substitute(h, use.terms) for h in given), substitute(used.goal, use.terms)
