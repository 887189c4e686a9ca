"""Lemma: a named statement with its symbols, hypotheses, goal, source, and what its proof may use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction

from proofs.errors import StatementError
from proofs.evaluate import Point
from proofs.glossary import GLOSSARY
from proofs.hashes import SHORT, hash_of
from proofs.latex import latex, symbol
from proofs.statement import Apply, Connected, Formula, Operator, Term, formula, negation, substitute, variables, walk
from proofs.text import text


class Sort(StrEnum):
    """What values a symbol takes: any real number, any natural number from 1 on, or one number that is fixed.

    A fixed number, such as the optimum Q of a pebble game, is determined by the natural numbers of the statement (and
    by the sparsity pattern of which those are the sizes, if it is about one). The glossary says what it is; the solvers
    know of it only what earlier lemmas say.
    """

    REAL = "real"
    NATURAL = "natural"
    FIXED = "fixed"


_SORT_MARKS = {"": Sort.REAL, "N": Sort.NATURAL, "F": Sort.FIXED}


class Expectation(StrEnum):
    """What the catalogue records about a statement; `verify` fails if the evidence says otherwise."""

    HOLDS = "holds"
    REFUTED = "refuted"
    OPEN = "open"


@dataclass(frozen=True)
class Use:
    """Another lemma that a proof may use, with terms for its symbols; a symbol not named stands for itself."""

    name: str
    terms: Mapping[str, Term] = field(default_factory=dict)


@dataclass(frozen=True)
class Lemma:
    """A statement: for all values of the symbols, if the hypotheses are true then so is the goal.

    A hypothesis may divide, or take a root, where the hypotheses before it make that possible. `given` holds the
    hypotheses, `refuted_at` a point where a false statement is known to fail. The name says the conclusion and what it
    follows from; `label` is the short name, if there is one, by which papers and tables call it.

    A lemma that `reads` combinatorial lemmas says in arithmetic what they say in words, about numbers that are fixed.
    No solver can prove it: it is an assumption, as good as the evidence of what it reads.
    """

    name: str
    title: str
    sorts: Mapping[str, Sort]
    given: tuple[Formula, ...]
    goal: Formula
    source: str
    label: str = ""
    expect: Expectation = Expectation.HOLDS
    uses: tuple[Use, ...] = ()
    reads: tuple[str, ...] = ()
    refuted_at: Point | None = None
    theorem: bool = False

    def __post_init__(self) -> None:
        for name in variables(*self.given, self.goal):
            if name not in self.sorts:
                raise StatementError(f"lemma {self.name}: the symbol {name!r} has no sort; declare it")
        for name, sort in self.sorts.items():
            if sort is Sort.FIXED and name not in GLOSSARY:
                raise StatementError(f"lemma {self.name}: the glossary does not say which number {name!r} is")

    @property
    def scope(self) -> str:
        """For which values of its symbols the statement is claimed; a fixed number is no free symbol."""
        names = {sort: ", ".join(s for s, own in self.sorts.items() if own is sort) for sort in Sort}
        return "; ".join(f"all {sort} {names[sort]}" for sort in (Sort.NATURAL, Sort.REAL) if names[sort])

    @property
    def symbols(self) -> dict[str, Sort]:
        """The symbols of the statement with their sorts; fixed numbers that only the proof speaks of are left out."""
        named = set(variables(*self.given, self.goal))
        return {name: sort for name, sort in self.sorts.items() if name in named or sort is not Sort.FIXED}

    @property
    def statement(self) -> str:
        """The statement as ordinary arithmetic, on one line."""
        symbols = ", ".join(f"{name}: {sort}" for name, sort in self.symbols.items())
        given = "; ".join(map(text, self.given)) or "nothing"
        return f"for all {symbols}; given {given}; {text(self.goal)}"

    def __repr__(self) -> str:
        return f"<Lemma {self.called}: {self.statement}>"

    def _repr_latex_(self) -> str:
        sets = {Sort.NATURAL: r"\mathbb{N}", Sort.REAL: r"\mathbb{R}"}
        free = {values: [symbol(s) for s, own in self.symbols.items() if own is sort] for sort, values in sets.items()}
        comma = r",\; "
        forall = comma.join(rf"\forall\, {', '.join(names)} \in {values}" for values, names in free.items() if names)
        given = comma.join(map(latex, self.given))
        goal = rf"\left({latex(self.goal)}\right)" if isinstance(self.goal, Connected) else latex(self.goal)
        return rf"$\displaystyle {forall}:\quad " + (rf"{given} \implies " if given else "") + f"{goal}$"

    @property
    def called(self) -> str:
        """The label, or the name of what has none."""
        return self.label or self.name

    @property
    def definitions(self) -> dict[str, str]:
        """What each fixed number is, in words."""
        return {name: GLOSSARY[name] for name, sort in self.symbols.items() if sort is Sort.FIXED}

    @property
    def hash(self) -> str:
        """The SHA-256 of sorts, hypotheses, goal and definitions: it changes when the statement does, and only then."""
        return hash_of(
            {
                "sorts": {name: str(sort) for name, sort in self.symbols.items()},
                "given": [text(h) for h in self.given],
                "goal": text(self.goal),
                "definitions": self.definitions,
            }
        )

    @property
    def digest(self) -> str:
        """The ten hexadecimal digits of the hash that a citation names."""
        return self.hash[:SHORT]

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
        return replace(self, name=f"{self.name}_without[{text(dropped)}]", label="", given=kept)

    def having(self, hypothesis: str) -> Lemma:
        """Returns the lemma with one more hypothesis; raises StatementError if it has a symbol without a sort."""
        added = formula(hypothesis)
        return replace(self, name=f"{self.name}_with[{text(added)}]", label="", given=(*self.given, added))


def lemma(
    name: str,
    title: str,
    symbols: str,
    given: Iterable[str],
    goal: str,
    source: str,
    *,
    uses: Iterable[str | Use] = (),
    reads: Iterable[str] = (),
    refuted_at: Mapping[str, int | Fraction] | None = None,
    expect: Expectation = Expectation.HOLDS,
    theorem: bool = False,
) -> Lemma:
    """Makes a lemma from texts; `symbols` are names, with `:N` behind a natural number and `:F` behind a fixed one.

    The name may have a label before it.

    >>> made = lemma("X1 half_lt", "Half of it is less", "n:N", [], "n/2 < n", "folklore")
    >>> made.label, made.name, made.statement
    ('X1', 'half_lt', 'for all n: natural; given nothing; n/2 < n')
    """
    label, _, name = name.rpartition(" ")
    sorts = {symbol: _SORT_MARKS[mark] for symbol, _, mark in (word.partition(":") for word in symbols.split())}
    return Lemma(
        name,
        title,
        sorts,
        tuple(map(formula, given)),
        formula(goal),
        source,
        label=label,
        expect=expect,
        uses=tuple(use if isinstance(use, Use) else Use(use) for use in uses),
        reads=tuple(reads),
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


def meaningful(lemma: Lemma) -> tuple[Formula, ...]:
    """Returns that every term of the statement has a value: no denominator is zero, no argument of a root negative.

    >>> inverse = lemma("inverse", "Order turns", "x y", ["0 < x", "x <= y"], "1/y <= 1/x", "folklore")
    >>> [text(part) for part in meaningful(inverse)]
    ['not y == 0', 'not x == 0']
    """
    found: dict[Formula, None] = {}
    for part in (*lemma.given, lemma.goal):
        for node in walk(part):
            match node:
                case Apply(Operator.DIVIDE, (_, denominator)) if variables(denominator):
                    found[negation(formula(f"{text(denominator)} == 0"))] = None
                case Apply(Operator.SQRT, (argument,)):
                    found[formula(f"{text(argument)} >= 0")] = None
    return tuple(found)


def instance(used: Lemma, use: Use) -> tuple[tuple[Formula, ...], Formula]:
    """Returns hypotheses and goal of a lemma with the terms of a use in the place of its symbols."""
    given = (*sort_hypotheses(used.sorts), *used.given)
    return tuple(substitute(h, use.terms) for h in given), substitute(used.goal, use.terms)
