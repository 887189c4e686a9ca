"""Examination: one lemma is put before the solvers and the checker and, if it is false, before exact arithmetic."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

from proofs.errors import IllDefined, VacuousLemma
from proofs.evaluate import Point
from proofs.evidence.answer import Answer, Checked
from proofs.evidence.cases import steps
from proofs.evidence.certificate import Certified, certify
from proofs.evidence.counterexample import simple_point
from proofs.evidence.points import refutes, satisfies
from proofs.finding import Finding, shown
from proofs.lemma import Lemma, Sort, meaningful, side_obligations, sort_hypotheses
from proofs.level import Level
from proofs.statement import Formula, conjunction, negation
from proofs.text import text
from proofs.tools import Tools, tools


def examine(lemma: Lemma, catalogue: Mapping[str, Lemma], using: Tools | None = None) -> Finding:
    """Decides a lemma; a counterexample counts only once exact arithmetic confirms it.

    The hypotheses get a rational witness. The goal must follow from the hypotheses and the lemmas that may be used;
    where there are such lemmas it must follow from them by linear arithmetic, each product and root taken as opaque,
    so that the lemmas do the work. Each denominator must be positive and each argument of a root nonnegative. A
    certificate of all this counts most, then two solvers that agree, then one. What nobody decides stays open, and so
    does, with an alarm, what two of them decide differently.

    Raises VacuousLemma if the hypotheses contradict each other, IllDefined if a term need not have a value, and
    StatementError if a lemma is used with terms that do not fit.

    >>> from proofs.lemmas import CATALOGUE, named
    >>> examine(named("T2"), CATALOGUE).own.word
    'certificate'
    """
    started = time.perf_counter_ns()
    finding = _Examination(lemma, catalogue, using or tools()).finding()
    return replace(finding, milliseconds=(time.perf_counter_ns() - started) // 1_000_000)


class _Examination:
    """One lemma before its judges."""

    def __init__(self, lemma: Lemma, catalogue: Mapping[str, Lemma], using: Tools) -> None:
        self.lemma, self.catalogue, self.using = lemma, catalogue, using
        self.given = (*sort_hypotheses(lemma.sorts), *lemma.given)
        # where a term has no value there is nothing to prove; that each has one is an obligation of its own
        self.premises = (*self.given, *meaningful(lemma))
        self.steps: dict[str, Formula] = {}
        for name, step in steps(lemma, catalogue):  # a lemma may be used twice, with other terms
            self.steps[name] = conjunction(self.steps[name], step) if name in self.steps else step
        self.evidence: dict[str, str] = {}

    def finding(self) -> Finding:
        known = self.lemma.refuted_at
        if known is not None and refutes(self.lemma, known):
            self.evidence["exact arithmetic"] = f"fails at {shown(known)}"
            return self.found(Level.REFUTED, known, counterexample=known)
        certified = certify(self.lemma, self.catalogue) if self.using.certificates else None
        witness = certified.witness if isinstance(certified, Certified) else self.point(self.premises)
        if witness is None or not satisfies(self.lemma, witness):
            return self.without_witness()
        answers = self.answers([*self.premises, *self.steps.values(), negation(self.lemma.goal)], bool(self.steps))
        self.evidence |= {name: answer.told for name, answer in answers.items()}
        if certified is not None:
            self.evidence["certificate"] = "valid" if isinstance(certified, Certified) else certified.reason
        verdicts = {answer.answer for answer in answers.values()} - {Answer.UNKNOWN}
        if isinstance(certified, Certified):
            verdicts.add(Answer.UNSAT)
        if len(verdicts) == 2:
            return self.found(Level.OPEN, witness, note=f"ALARM: {self.told()} do not agree", alarm=True)
        if Answer.SAT in verdicts:
            return self.refute(witness, next(a for a in answers.values() if a.answer is Answer.SAT))
        if isinstance(certified, Certified):
            return self.found(Level.CERTIFICATE, witness, certified.uses)
        return self.by_solvers(witness, answers)

    def by_solvers(self, witness: Point, answers: Mapping[str, Checked]) -> Finding:
        """The level that the solvers give who prove the goal and every side obligation."""
        agreeing = [name for name, answer in answers.items() if answer.answer is Answer.UNSAT]
        unanswered = next((a for a in answers.values() if a.answer is Answer.UNKNOWN), None)
        for obligation in side_obligations(self.lemma):
            sides = self.answers([*obligation.given, negation(obligation.goal)])
            if any(side.answer is Answer.SAT for side in sides.values()):
                what = text(obligation.goal)
                raise IllDefined(
                    f"lemma {self.lemma.name}: {what} does not follow from the hypotheses before it; add one"
                )
            agreeing = [name for name in agreeing if sides[name].answer is Answer.UNSAT]
            unanswered = unanswered or next((a for a in sides.values() if a.answer is Answer.UNKNOWN), None)
        if not agreeing:
            note, script = (unanswered.reason, unanswered.script) if unanswered else ("no tool was asked", "")
            return self.found(Level.OPEN, witness, note=f"{self.told()}; {note}", script=script)
        return self.found(Level.SOLVERS if len(agreeing) > 1 else Level.SOLVER, witness, self.needed(agreeing[0]))

    def without_witness(self) -> Finding:
        answers = self.answers(self.given)
        if any(answer.answer is Answer.UNSAT for answer in answers.values()):
            raise VacuousLemma(f"lemma {self.lemma.name}: its hypotheses contradict each other, so it says nothing")
        script = next((answer.script for answer in answers.values()), "")
        return self.found(Level.OPEN, note="no rational point is known that satisfies the hypotheses", script=script)

    def refute(self, witness: Point, answer: Checked) -> Finding:
        """Looks for a rational counterexample and confirms it exactly; without one the lemma stays open."""
        if self.steps or Sort.FIXED in self.lemma.sorts.values():
            note = "does not follow, by linear arithmetic, from the lemmas it may use"
            return self.found(Level.OPEN, witness, note=note, script=answer.script)
        point = self.point([*self.premises, negation(self.lemma.goal)])
        if point is not None and refutes(self.lemma, point):
            self.evidence["exact arithmetic"] = f"fails at {shown(point)}"
            return self.found(Level.REFUTED, witness, counterexample=point)
        note = "a solver finds a real counterexample, but no rational one is known"
        if point is not None:
            note += f"; near {shown(point)}"
        return self.found(Level.OPEN, witness, note=note, script=answer.script)

    def needed(self, solver: str) -> tuple[str, ...]:
        """The lemmas that the proof uses: what is left when each that can be spared is dropped, first ones first."""
        kept = dict(self.steps)
        for name in self.steps:
            others = [step for other, step in kept.items() if other != name]
            query = [*self.premises, *others, negation(self.lemma.goal)]
            if self.using.ask(solver, self.lemma.sorts, query, linear=True).answer is Answer.UNSAT:
                del kept[name]
        return tuple(kept)

    def answers(self, query: Sequence[Formula], linear: bool = False) -> dict[str, Checked]:
        return {name: self.using.ask(name, self.lemma.sorts, query, linear) for name in self.using.solvers}

    def point(self, formulas: Sequence[Formula]) -> Point | None:
        solver = self.using.first
        if solver is None:
            return None
        return simple_point(self.lemma.sorts, formulas, lambda *query: self.using.ask(solver, *query))

    def told(self) -> str:
        return ", ".join(f"{name}: {what}" for name, what in self.evidence.items()) or "no tool was asked"

    def found(
        self,
        own: Level,
        witness: Point | None = None,
        uses: tuple[str, ...] = (),
        *,
        counterexample: Point | None = None,
        note: str = "",
        script: str = "",
        alarm: bool = False,
    ) -> Finding:
        return Finding(
            self.lemma,
            own,
            uses,
            witness,
            counterexample,
            note=note,
            script=script,
            alarm=alarm,
            evidence=dict(self.evidence),
        )
