"""Derivation: a statement, or the cost of a program, with all steps that lead to it, each checked just now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

import sympy

from graphs.programs import PROGRAMS
from proofs.cite.check import examined, meant, records
from proofs.dependency import Kind, kind
from proofs.derive.beside import BESIDE, LITERAL_SPARSE
from proofs.derive.loops import BACKING, STATED, Loops, loops, stated
from proofs.derive.step import Answers, Certificate, Failure, Instance, Obligation, Range, Reading, Step
from proofs.errors import UnknownLemma
from proofs.evaluate import Point, Undefined, holds, value
from proofs.evidence.certificate import Certified, certify, fingerprint
from proofs.evidence.counting import COUNTING, Counted
from proofs.evidence.identity import cases
from proofs.evidence.patterns import FAMILIES, Evidence, counterexample
from proofs.glossary import GLOSSARY
from proofs.hashes import SHORT
from proofs.lemma import Lemma, Sort, Use, instance
from proofs.lemmas import CATALOGUE, LABELS
from proofs.level import Level
from proofs.statement import Connected, Formula, Node, Relation, Variable
from proofs.suite import Entry, Report
from proofs.sympy_form import to_sympy
from symbolic.attention import A, B
from symbolic.crossover import Crossover, crossover
from symbolic.sparse import LARGE, SMALL, Z_QK
from symbolic.symbols import M, parameter

Progress = Callable[[str], None]


def _pattern(half: sympy.Expr) -> sympy.Expr:
    """A half of Theorem S as the catalogue writes it, with Z for the entries of the support."""
    return half.subs(Z_QK, parameter("Z"))


_CROSSOVERS: Mapping[str, Callable[[], Crossover]] = {
    "A_le_B_iff_sq_d_le_M": lambda: crossover(A, B, M),
    "sparse_A_le_B_iff_sq_delta_le_M": lambda: crossover(_pattern(LARGE), _pattern(SMALL), M),
}
BOUNDS: Mapping[str, tuple[str, ...]] = {
    "small_cache": ("Q_le_B_of_M_le_sq_d",),
    "flash_backward": ("flash_le_A_of_sq_d_le_M",),
    "unblocked": ("Q_le_A_of_sq_d_le_M",),
    "in_cache": ("Q_eq_trivial_in_cache",),
    "small_cache_forward": ("Qf_le_Phi",),
    "flash_forward": ("Qf_le_Phi",),
    "in_cache_forward": ("Qf_eq_trivial_in_cache",),
    "naive_forward": (BACKING,),
    "naive_backward": (BACKING,),
    "matmul": ("matmul_le_without_ceilings",),
}
"""The statements that the cost of a program leads to."""


@dataclass(frozen=True)
class Derivation:
    """The steps to a statement, or from the loops of a program to what its cost leads to; each after those it uses.

    `beside` are statements that stand beside a false one, or tell what a true one corrects, with a word on each;
    `patterns` the families of sparse patterns that refute a literal statement.
    """

    name: str
    title: str
    steps: tuple[Step, ...]
    program: Loops | None = None
    beside: tuple[tuple[Step, str], ...] = ()
    patterns: tuple[Evidence, ...] = ()

    @property
    def definitions(self) -> dict[str, str]:
        """Which number each fixed symbol is that a statement or a proof speaks of, in the order of the glossary."""
        return defined((*self.steps, *(step for step, _ in self.beside)))

    @property
    def level(self) -> Level | None:
        """The level of what is derived; None for a program of which the catalogue says nothing."""
        return self.steps[-1].statement.level if self.steps else None


def wanted(name: str) -> str:
    """Returns the name of the statement or program that a name or label means; raises UnknownLemma with those near.

    >>> wanted("T2"), wanted("small_cache"), wanted("segment-lemma")
    ('denominator_le_of_sq_d_le_M', 'small_cache', 'segment-lemma')
    """
    found = meant(name, CATALOGUE) or (name if name in PROGRAMS else None)
    if found is None:
        known = [*CATALOGUE, *LABELS, *COUNTING, *PROGRAMS]
        near = get_close_matches(name, known, n=4, cutoff=0.4) or ["thm-1.1-corrected", "small_cache"]
        raise UnknownLemma(f"no statement and no program is called {name!r}; did you mean {', '.join(near)}?")
    return found


def derivation(name: str, progress: Progress = lambda what: None, workers: int = 1) -> Derivation:
    """Returns the derivation of a statement or program; everything that it rests on is examined anew.

    >>> made = derivation("T2")
    >>> [(step.statement.called, step.statement.level.word) for step in made.steps]
    [('T2', 'certificate')]
    """
    name = wanted(name)
    targets = BOUNDS.get(name, ()) if name in PROGRAMS else (name,)
    besides = BESIDE.get(name, {})
    report = examined([*targets, *besides], CATALOGUE, progress, workers)
    made = Steps(report)
    steps = made.towards(targets)
    own = {step.statement.name for step in steps}
    beside = tuple((made.step(other), why) for other, why in besides.items() if other not in own)
    patterns = tuple(map(counterexample, FAMILIES)) if name in LITERAL_SPARSE else ()
    program = loops(name) if name in PROGRAMS else None
    title = program.count.derivation.title if program else steps[-1].statement.title
    return Derivation(name, title, steps, program, beside, patterns)


def defined(steps: Iterable[Step]) -> dict[str, str]:
    """Returns what each fixed number is that some statements, or their proofs, speak of, in the glossary's order."""
    lemmas = [CATALOGUE[step.statement.name] for step in steps if step.statement.name in CATALOGUE]
    said = {name for lemma in lemmas for name, sort in lemma.sorts.items() if sort is Sort.FIXED}
    return {name: meaning for name, meaning in GLOSSARY.items() if name in said}


class Steps:
    """Makes the steps of derivations from a report; certificates are checked again before they are shown."""

    def __init__(self, report: Report, catalogue: Mapping[str, Lemma] = CATALOGUE) -> None:
        self.report, self.catalogue = report, catalogue
        self.records = records(report)
        self.entries = {entry.lemma.name: entry for entry in report.entries}
        self._made: dict[str, Step] = {}

    def towards(self, names: Iterable[str]) -> tuple[Step, ...]:
        """Returns the steps to some statements: what their proofs use, directly or not, each before its first use."""
        order: dict[str, None] = {}

        def visit(name: str) -> None:
            if name not in order:
                for used in self.uses(name):
                    visit(used)
                order[name] = None

        for name in names:
            visit(name)
        return tuple(map(self.step, order))

    def uses(self, name: str) -> tuple[str, ...]:
        """Returns what the proof of a statement used, as it was found, or what an assumption reads."""
        return self.entries[name].finding.uses if name in self.entries else ()

    def step(self, name: str) -> Step:
        """Returns the step of one statement; it is made once."""
        if name not in self._made:
            self._made[name] = self._step(name)
        return self._made[name]

    def _step(self, name: str) -> Step:
        if name not in self.entries:
            counted = self.report.counting[name]
            return Step(self.records[name], Kind.COMBINATORIAL, counted.level, (), _range(counted))
        entry = self.entries[name]
        lemma, finding = entry.lemma, entry.finding
        limit = self.records[entry.limited_by].called if entry.limited_by else ""
        crossing = _CROSSOVERS[name]() if name in _CROSSOVERS else None
        instances = tuple(self._instance(lemma, used) for used in finding.uses)
        return Step(
            self.records[name],
            kind(lemma),
            finding.own,
            instances,
            self._obligation(entry),
            limit,
            crossing,
            stated(name) if name in STATED else (),
        )

    def _instance(self, lemma: Lemma, name: str) -> Instance:
        called = self.records[name].called
        use = next((use for use in lemma.uses if use.name == name), Use(name))
        terms = tuple((symbol, put) for symbol, put in use.terms.items() if put != Variable(symbol))
        if not terms:
            return Instance(name, called)
        _, goal = instance(self.catalogue[name], use)
        return Instance(name, called, terms, goal)

    def _obligation(self, entry: Entry) -> Obligation:
        finding = entry.finding
        if entry.lemma.reads:
            return Reading()
        if finding.own is Level.REFUTED and finding.counterexample is not None:
            return _failure(entry.lemma, finding.counterexample)
        certified = certify(entry.lemma, self.catalogue) if finding.own is Level.CERTIFICATE else None
        if isinstance(certified, Certified):
            return Certificate(tuple(cases(certified)), fingerprint(entry.lemma.name)[:SHORT])
        said = tuple((tool, answer) for tool, answer in finding.evidence.items() if finding.own.holds)
        return Answers(said, finding.note)


def _range(counted: Counted) -> Range:
    return Range(counted.scope, counted.cases, counted.attained, counted.counterexample)


def _failure(lemma: Lemma, point: Point) -> Failure:
    """The sides of the goal, or the formulas that it joins, with their values at a point."""
    sides: tuple[Node, ...]
    match lemma.goal:
        case Relation(_, left, right):
            sides = (left, right)
        case Connected(_, parts):
            sides = parts
    return Failure(tuple(point.items()), tuple((side, _value(side, point)) for side in sides))


def _value(side: Node, point: Point) -> str:
    """The exact value of a term, or the truth of a formula, as text."""
    if isinstance(side, Relation | Connected):
        return _truth(side, point)
    try:
        return str(value(side, point))
    except Undefined:
        exact = to_sympy(side).subs({to_sympy(Variable(name)): sympy.Rational(at) for name, at in point.items()})
        return str(exact)


def _truth(side: Formula, point: Point) -> str:
    return {True: "true", False: "false", None: "undecided"}[holds(side, point)]
