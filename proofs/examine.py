"""Examination: one lemma is put before the solvers and, if it is false, before exact arithmetic."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from proofs.errors import IllDefined, StatementError, VacuousLemma
from proofs.evaluate import Point
from proofs.evidence.counterexample import refutes, satisfies, simple_point
from proofs.evidence.smt import DEFAULT_RLIMIT, Answer, Checked, follows
from proofs.evidence.smt import check as ask
from proofs.finding import Finding, shown
from proofs.lemma import Lemma, Sort, instance, side_obligations, sort_hypotheses
from proofs.level import Level
from proofs.statement import Apply, Formula, Operator, formula, implication, negation, variables, walk
from proofs.text import text


def examine(lemma: Lemma, catalogue: Mapping[str, Lemma], rlimit: int = DEFAULT_RLIMIT) -> Finding:
    """Decides a lemma by z3 alone; a counterexample counts only once exact arithmetic confirms it.

    The hypotheses get a rational witness. The goal must follow from the hypotheses and the lemmas that may be used;
    where there are such lemmas it must follow from them by linear arithmetic, each product and root taken as opaque,
    so that the lemmas do the work. Each denominator must be positive and each argument of a root nonnegative. What z3
    does not know stays open.

    Raises VacuousLemma if the hypotheses contradict each other, IllDefined if a term need not have a value, and
    StatementError if a used lemma has a symbol that this one lacks.

    >>> from proofs.lemmas import CATALOGUE, named
    >>> examine(named("T2"), CATALOGUE).own.word
    'solver'
    """
    started = time.perf_counter_ns()
    finding = _examine(lemma, catalogue, rlimit)
    milliseconds = (time.perf_counter_ns() - started) // 1_000_000
    return Finding(**{**finding.__dict__, "milliseconds": milliseconds})


def _examine(lemma: Lemma, catalogue: Mapping[str, Lemma], rlimit: int) -> Finding:
    # where a term has no value there is nothing to prove; that each has one is an obligation of its own, below
    premises = (*sort_hypotheses(lemma.sorts), *lemma.given, *_defined(lemma))
    witness = simple_point(lemma.sorts, premises, rlimit)
    if witness is None or not satisfies(lemma, witness):
        found = ask(lemma.sorts, [*sort_hypotheses(lemma.sorts), *lemma.given], rlimit)
        if found.answer is Answer.UNSAT:
            raise VacuousLemma(f"lemma {lemma.name}: its hypotheses contradict each other, so it says nothing")
        note = "no rational point is known that satisfies the hypotheses"
        return Finding(lemma, Level.OPEN, note=note, script=found.script)
    if lemma.refuted_at is not None and refutes(lemma, lemma.refuted_at):
        return Finding(lemma, Level.REFUTED, witness=witness, counterexample=lemma.refuted_at)

    steps = _instances(lemma, catalogue)
    answer = follows(lemma.sorts, [*premises, *steps.values()], lemma.goal, rlimit, linear=bool(steps))
    if answer.answer is Answer.SAT:
        return _refute(lemma, premises, witness, answer, rlimit)
    if answer.answer is Answer.UNKNOWN:
        return Finding(lemma, Level.OPEN, witness=witness, note=f"z3: {answer.reason}", script=answer.script)
    for obligation in side_obligations(lemma):
        side = follows(lemma.sorts, obligation.given, obligation.goal, rlimit)
        if side.answer is Answer.SAT:
            raise IllDefined(
                f"lemma {lemma.name}: {text(obligation.goal)} does not follow from the hypotheses before it; add one"
            )
        if side.answer is Answer.UNKNOWN:
            note = f"z3 does not know whether {text(obligation.goal)}: {side.reason}"
            return Finding(lemma, Level.OPEN, witness=witness, note=note, script=side.script)
    return Finding(lemma, Level.SOLVER, _needed(lemma, premises, steps, rlimit), witness)


def _instances(lemma: Lemma, catalogue: Mapping[str, Lemma]) -> dict[str, Formula]:
    """What each lemma that may be used says here: its hypotheses imply its goal."""
    steps = {}
    for use in lemma.uses:
        given, goal = instance(catalogue[use.name], use)
        unknown = set(variables(*given, goal)) - set(lemma.sorts)
        if unknown:
            names = ", ".join(sorted(unknown))
            raise StatementError(f"lemma {lemma.name} uses {use.name} without a term for its symbol {names}")
        steps[use.name] = implication(given, goal)
    return steps


def _needed(lemma: Lemma, premises: Sequence[Formula], steps: Mapping[str, Formula], rlimit: int) -> tuple[str, ...]:
    """The lemmas that the proof uses: what is left when each that can be spared is dropped, the first ones first."""
    kept = dict(steps)
    for name in steps:
        others = [step for other, step in kept.items() if other != name]
        if follows(lemma.sorts, [*premises, *others], lemma.goal, rlimit, linear=True).answer is Answer.UNSAT:
            del kept[name]
    return tuple(kept)


def _refute(lemma: Lemma, premises: Sequence[Formula], witness: Point, answer: Checked, rlimit: int) -> Finding:
    """Looks for a rational counterexample and confirms it exactly; without one the lemma stays open."""
    if lemma.uses or Sort.OPTIMUM in lemma.sorts.values():
        note = "does not follow, by linear arithmetic, from the lemmas it may use"
        return Finding(lemma, Level.OPEN, witness=witness, note=note, script=answer.script)
    point = simple_point(lemma.sorts, [*premises, negation(lemma.goal)], rlimit)
    if point is not None and refutes(lemma, point):
        return Finding(lemma, Level.REFUTED, witness=witness, counterexample=point)
    note = "z3 finds a real counterexample, but no rational one is known"
    if point is not None:
        note += f"; near {shown(point)}"
    return Finding(lemma, Level.OPEN, witness=witness, note=note, script=answer.script)


def _defined(lemma: Lemma) -> list[Formula]:
    """That every term of the statement has a value: no denominator is zero, no argument of a root negative."""
    found: dict[Formula, None] = {}
    for part in (*lemma.given, lemma.goal):
        for node in walk(part):
            match node:
                case Apply(Operator.DIVIDE, (_, denominator)) if variables(denominator):
                    found[negation(formula(f"{text(denominator)} == 0"))] = None
                case Apply(Operator.SQRT, (argument,)):
                    found[formula(f"{text(argument)} >= 0")] = None
    return list(found)
