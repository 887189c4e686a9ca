"""What Coq is told of a lemma: its statement as written, and the readings on which it rests as premises."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from proofs.kernel.coq_text import atomic, comment, coq, folded, identifier, symbol
from proofs.lemma import Lemma, Use, sort_hypotheses
from proofs.statement import Term, Variable, substitute, variables

Premise = tuple[str, tuple[Term, ...]]
"""A lemma that reads combinatorial ones, and the terms for its symbols."""


@dataclass(frozen=True)
class Theorem:
    """What Coq is told of a lemma: its names there, the symbols, and the readings that are premises."""

    lemma: Lemma
    symbols: tuple[str, ...]
    premises: tuple[Premise, ...]

    @property
    def name(self) -> str:
        """The name of the theorem."""
        return identifier(self.lemma.name)

    @property
    def hypotheses(self) -> tuple[str, ...]:
        """The texts of what stands before the goal: sorts, then readings, then what is given."""
        sorts = [f"1 <= {symbol(name)}" for name in naturals(self.lemma)]
        said = [" ".join([says(name), *map(atomic, terms)]) for name, terms in self.premises]
        return (*sorts, *said, *map(coq, self.lemma.given))

    @property
    def proposition(self) -> str:
        """The statement, on one line; of a reading, what it says of numbers, whatever they are."""
        if self.lemma.reads:
            bound = f"fun {' '.join(map(symbol, self.symbols))} : R => " if self.symbols else ""
            return bound + " -> ".join([*map(coq, self.lemma.given), coq(self.lemma.goal)])
        bound = f"forall {' '.join(map(symbol, self.symbols))} : R, " if self.symbols else ""
        return bound + " -> ".join([*self.hypotheses, coq(self.lemma.goal)])


def says(name: str) -> str:
    """Returns the Coq name of what a reading says.

    >>> says("roots_of_segment")
    'roots_of_segment_says'
    """
    return f"{identifier(name)}_says"


def theorem(lemma: Lemma, catalogue: Mapping[str, Lemma]) -> Theorem:
    """Returns what Coq is told of a lemma of the catalogue.

    >>> from proofs.lemmas import CATALOGUE, named
    >>> theorem(named("T2"), CATALOGUE).proposition
    'forall d M : R, M >= d ^ 2 -> M + 2 * d ^ 2 <= 3 * M'
    """
    said = tuple(premises(lemma, catalogue))
    further = [name for _, terms in said for name in variables(*terms)]
    return Theorem(lemma, tuple(dict.fromkeys([*lemma.symbols, *further])), said)


def definition_of_reading(lemma: Lemma) -> list[str]:
    """Returns the definition of what a reading says about numbers, as lines of Coq."""
    bound = " ".join(map(symbol, lemma.symbols))
    body = " -> ".join([*map(coq, lemma.given), coq(lemma.goal)])
    return [*_head(lemma), *folded(f"Definition {says(lemma.name)} ({bound} : R) : Prop := {body}."), ""]


def definition_of_statement(told: Theorem) -> list[str]:
    """Returns the definition of a statement, as lines of Coq."""
    return [*_head(told.lemma), *folded(f"Definition {told.name}_statement : Prop := {told.proposition}."), ""]


def premises(lemma: Lemma, catalogue: Mapping[str, Lemma]) -> dict[Premise, None]:
    """Returns the readings on which a lemma rests, in the order of its uses, each with the terms of the use."""
    found: dict[Premise, None] = {}
    for use in lemma.uses:
        other = catalogue[use.name]
        if other.reads:
            found[reading(other, use)] = None
        else:
            for name, terms in premises(other, catalogue):
                found[name, put(terms, use)] = None
    return found


def reading(other: Lemma, use: Use) -> Premise:
    """Returns a reading with the terms of a use for its symbols."""
    return other.name, tuple(use.terms.get(name, Variable(name)) for name in other.symbols)


def put(terms: tuple[Term, ...], use: Use) -> tuple[Term, ...]:
    """Returns terms in the symbols of a lemma as what they are where it is used."""
    return tuple(substitute(term, use.terms) for term in terms)


def naturals(lemma: Lemma) -> list[str]:
    """Returns the symbols of a lemma that are natural numbers, in its order."""
    return [hypothesis.left.name for hypothesis in sort_hypotheses(lemma.sorts)]  # type: ignore[union-attr]


def _head(lemma: Lemma) -> list[str]:
    label = f"{lemma.label}: " if lemma.label else ""
    return comment(f"{label}{lemma.title}. Digest {lemma.digest}.", f"Source: {lemma.source}.")
