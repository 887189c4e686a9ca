"""Cases: from a lemma to sets of formulas that must contradict themselves, and from those to relations.

This file is trusted: a lemma is certified if each of its problems is refuted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from proofs.errors import StatementError
from proofs.evaluate import holds
from proofs.lemma import Lemma, Sort, instance, side_obligations, sort_hypotheses
from proofs.statement import (
    Apply,
    Connected,
    Connective,
    Formula,
    Operator,
    Relation,
    Sign,
    Term,
    Variable,
    conjunction,
    implication,
    negation,
    numbers_first,
    variables,
    walk,
)
from proofs.text import text

_OPPOSITE = {
    Sign.LESS: Sign.AT_LEAST,
    Sign.AT_MOST: Sign.GREATER,
    Sign.AT_LEAST: Sign.LESS,
    Sign.GREATER: Sign.AT_MOST,
}


@dataclass(frozen=True)
class Problem:
    """Formulas, in normal form, that cannot all be true if the claim follows from what is given.

    In a `linear` problem products, quotients and roots are opaque, and the lemmas used do the work.
    """

    claim: Formula
    formulas: tuple[Formula, ...]
    linear: bool = False


def problems(lemma: Lemma, steps: Sequence[Formula] = ()) -> tuple[Problem, ...]:
    """Returns the problems of a lemma: its goal first, then each denominator and each argument of a root.

    `steps` are instances of lemmas that the proof of the goal uses; with them the first problem is linear. The others
    never are: each has the hypotheses before the place of its division or root, and no lemmas. So they are proved in
    their order, each may take for granted the divisions and roots in its hypotheses and those inside its own claim, and
    the first may take all of them for granted. A claim that was made before from fewer hypotheses is not made again,
    and one about numbers only is decided by calculation.

    >>> from proofs.lemmas import named
    >>> print(*(text(problem.claim) for problem in problems(named("P1"))), sep="; ")
    h + x*y/d**2 <= S + S**2/(4*d**2); d**2 > 0; 4*d**2 > 0
    """
    given = (*sort_hypotheses(lemma.sorts), *lemma.given, *steps)
    found = [_problem(given, lemma.goal, linear=bool(steps))]
    claimed = set()
    for obligation in side_obligations(lemma):
        by_calculation = not variables(obligation.goal) and holds(obligation.goal, {})
        if obligation.goal not in claimed and not by_calculation:
            claimed.add(obligation.goal)
            found.append(_problem(obligation.given, obligation.goal))
    return tuple(found)


def steps(lemma: Lemma, catalogue: Mapping[str, Lemma]) -> tuple[tuple[str, Formula], ...]:
    """Returns the lemmas that a proof may use, by name, each as the formula that its hypotheses imply its goal.

    Raises StatementError if a used lemma has a symbol for which there is no term, if a natural number of it is none
    here, or if it is about a fixed number and this lemma is not about the same one.
    """
    found = []
    for use in lemma.uses:
        used = catalogue[use.name]
        given, goal = instance(used, use)
        for name, sort in used.symbols.items():
            put = use.terms.get(name, Variable(name))
            if sort is not Sort.REAL and not (isinstance(put, Variable) and lemma.sorts.get(put.name) is sort):
                raise StatementError(f"lemma {lemma.name} uses {use.name} with {text(put)} as the {sort} {name}")
            # a fixed number is determined by the other symbols, so that none of them may be replaced
            if sort is Sort.FIXED and use.terms:
                raise StatementError(f"lemma {lemma.name} uses {use.name}, about a fixed {name}, with other symbols")
        unknown = sorted(set(variables(*given, goal)) - set(lemma.sorts))
        if unknown:
            names = ", ".join(unknown)
            raise StatementError(f"lemma {lemma.name} uses {use.name} without a term for its symbol {names}")
        found.append((use.name, implication(given, goal)))
    return tuple(found)


def normal(formula: Formula, truth: bool = True) -> Formula:
    """Returns a formula, or what says its opposite, of relations without min and max, joined by `and` and `or` only.

    >>> from proofs.statement import formula
    >>> print(text(normal(formula("(x < y) == (y <= z)"), truth=False)))
    x < y and y > z or x >= y and y <= z
    >>> print(text(normal(formula("x <= min(y, z)"))))
    y <= z and x <= y or z < y and x <= z
    """
    match formula:
        case Relation(Sign.EQUAL, left, right) if not truth:
            return _join(Connective.OR, [normal(Relation(sign, left, right)) for sign in (Sign.LESS, Sign.GREATER)])
        case Relation(sign, left, right):
            return _without_extremes(formula if truth else Relation(_OPPOSITE[sign], left, right))
        case Connected(Connective.NOT, (part,)):
            return normal(part, not truth)
        case Connected(Connective.IFF, (left, right)):
            both = [conjunction(normal(left, first), normal(right, first == truth)) for first in (True, False)]
            return _join(Connective.OR, both)
        case Connected(connective, parts):
            joined = Connective.AND if (connective is Connective.AND) == truth else Connective.OR
            return _join(joined, [normal(part, truth) for part in parts])
    raise AssertionError(formula)


def facts(formulas: Iterable[Formula]) -> tuple[Formula, ...]:
    """Returns formulas in normal form as relations and alternatives, all of which hold; each `and` is taken apart."""
    return tuple(dict.fromkeys(_taken_apart(formulas)))


def relations(facts: Iterable[Formula]) -> tuple[Relation, ...]:
    """Returns the facts that are relations."""
    return tuple(fact for fact in facts if isinstance(fact, Relation))


def alternatives(facts: Iterable[Formula]) -> dict[str, Connected]:
    """Returns the facts that say that one of several formulas holds, by their text."""
    return {text(fact): fact for fact in facts if isinstance(fact, Connected) and fact.connective is Connective.OR}


def _problem(given: Sequence[Formula], goal: Formula, linear: bool = False) -> Problem:
    assumed = (*given, negation(goal))
    return Problem(goal, facts(map(normal, map(numbers_first, assumed) if linear else assumed)), linear)


def _taken_apart(formulas: Iterable[Formula]) -> Iterator[Formula]:
    for formula in formulas:
        if isinstance(formula, Connected) and formula.connective is Connective.AND:
            yield from _taken_apart(formula.arguments)
        else:
            yield formula


def _join(connective: Connective, parts: Sequence[Formula]) -> Formula:
    """Joins formulas; what is joined by the same word inside them is joined directly."""
    flat: list[Formula] = []
    for part in parts:
        same = isinstance(part, Connected) and part.connective is connective
        flat.extend(part.arguments if same and isinstance(part, Connected) else [part])
    return flat[0] if len(flat) == 1 else Connected(connective, tuple(flat))


def _without_extremes(relation: Relation) -> Formula:
    """Says a relation case by case, by which argument of an innermost min or max is the least or the greatest."""
    for node in walk(relation):
        match node:
            case Apply(Operator.MIN | Operator.MAX as function, arguments):
                weak, strict = (Sign.AT_MOST, Sign.LESS) if function is Operator.MIN else (Sign.AT_LEAST, Sign.GREATER)
                cases = []
                different = list(dict.fromkeys(arguments))
                for place, chosen in enumerate(different):  # of equal arguments the first is chosen
                    order = [Relation(strict, chosen, other) for other in different[:place]]
                    order += [Relation(weak, chosen, other) for other in different[place + 1 :]]
                    cases.append(_join(Connective.AND, [*order, _without_extremes(_replaced(relation, node, chosen))]))
                return _join(Connective.OR, cases)
    return relation


def _replaced(relation: Relation, old: Term, new: Term) -> Relation:
    """The relation with one term in the place of another."""

    def put(term: Term) -> Term:
        if term == old:
            return new
        return Apply(term.operator, tuple(map(put, term.arguments))) if isinstance(term, Apply) else term

    return Relation(relation.sign, put(relation.left), put(relation.right))
