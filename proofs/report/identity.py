"""Identity: the certificate of a statement as mathematics, the first terms of it, with the whole of it as text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import islice

from markupsafe import Markup

from proofs.evidence.certificate import Certified, certify
from proofs.evidence.identity import Case, Summand, as_text, cases
from proofs.evidence.refutation import leaves
from proofs.lemma import Lemma
from proofs.report.mathml import mathml
from proofs.statement import Apply, Number, Operator, Term, rational

_TERMS = 3
"""Terms that are typeset, in the first cases; typeset in full, certificates would fill four megabytes."""


@dataclass(frozen=True)
class Step:
    """One case: what it is called for, what distinguishes it, the terms that sum to zero, and why that is absurd.

    `claim` is empty where it is that of the step before; `more` is how many terms are left out here.
    """

    claim: Markup
    assumed: tuple[Markup, ...]
    letters: tuple[tuple[Markup, Markup], ...]
    terms: tuple[Markup, ...]
    more: int
    reasons: tuple[tuple[Markup, Markup], ...]


@dataclass(frozen=True)
class Identity:
    """The first steps of a certificate, how many cases and terms it has, and all of it as plain text."""

    steps: tuple[Step, ...]
    cases: int
    terms: int
    text: str

    @property
    def whole(self) -> bool:
        """Whether everything is typeset."""
        return len(self.steps) == self.cases and not any(step.more for step in self.steps)


def identity(lemma: Lemma, catalogue: Mapping[str, Lemma]) -> Identity | None:
    """Returns the certificate of a lemma, which is checked again before it is shown, or None if there is none.

    >>> from proofs.lemmas import CATALOGUE, named
    >>> shown = identity(named("T2"), CATALOGUE)
    >>> shown.cases, shown.terms, shown.whole
    (1, 2, True)
    """
    certified = certify(lemma, catalogue)
    if not isinstance(certified, Certified):
        return None
    steps: list[Step] = []
    room, before = _TERMS, None
    for case in cases(certified):
        if steps and len(case.summands) > room:
            break  # a case is shown whole, but for the first one
        steps.append(_step(case, before, room))
        room, before = room - len(case.summands), case
    sizes = [
        len(leaf.summands) + len(leaf.vanishing)
        for problem, refutation in certified.proved
        for _, leaf in leaves(problem.formulas, refutation)
    ]
    return Identity(tuple(steps), len(sizes), sum(sizes), as_text(certified))


def _step(case: Case, before: Case | None, room: int) -> Step:
    same = before is not None and before.claim == case.claim
    return Step(
        Markup("") if same else mathml(case.claim, said=False),
        tuple(mathml(fact, said=False) for fact in case.assumed),
        tuple((mathml(letter, said=False), mathml(term, said=False)) for letter, term in case.letters),
        tuple(mathml(_product(summand), said=False) for summand in islice(case.summands, room)),
        max(0, len(case.summands) - room),
        tuple(
            (mathml(sign, said=False), Markup("") if sign == fact else mathml(fact, said=False))
            for sign, fact in islice(case.reasons, room)
        ),
    )


def _product(summand: Summand) -> Term:
    factors: list[Term] = [
        base if exponent == 1 else Apply(Operator.POWER, (base, Number(exponent))) for base, exponent in summand.powers
    ]
    if summand.coefficient != 1 or not factors:
        factors.insert(0, rational(summand.coefficient))
    return reduce(lambda left, right: Apply(Operator.MULTIPLY, (left, right)), factors)
