"""Suite: the whole catalogue examined, with levels that take into account what each lemma rests on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import chain

import networkx as nx

from graphs.display import facts, table
from graphs.errors import HOLDS, REFUTED, UNDECIDED
from proofs.dependency import Kind, kind
from proofs.errors import StatementError
from proofs.evidence.counting import COUNTING, Counted
from proofs.evidence.patterns import FAMILIES, Evidence, counterexample
from proofs.evidence.tiny import CASES, Case, Row, confirm
from proofs.examine import examine
from proofs.finding import Finding, shown
from proofs.lemma import Expectation, Lemma
from proofs.level import Level, weakest
from proofs.tools import Tools
from proofs.workers import all_done

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Entry:
    """A finding with its effective level, the weakest of its own and those it uses, and the lemma that limits it."""

    finding: Finding
    level: Level
    limited_by: str = ""

    @property
    def lemma(self) -> Lemma:
        """The lemma examined."""
        return self.finding.lemma

    def __repr__(self) -> str:
        limit = f", limited by {self.limited_by}" if self.limited_by else ""
        return f"<Entry {self.lemma.called}: {self.level.word}{limit}>"

    def _repr_html_(self) -> str:
        finding = self.finding
        point = finding.counterexample
        rows = [
            ("level", f"{self.level.mark} {self.level.word}: {self.level.means}"),
            ("limited by", self.limited_by),
            ("own evidence", f"{finding.own.mark} {finding.own.word}"),
            ("scope", finding.scope or self.lemma.scope),
            ("fails at", "" if point is None else shown(point)),
            ("rests on", ", ".join(finding.uses)),
            ("hash", self.lemma.digest),
        ]
        return facts(f"{self.lemma.called}: {self.lemma.title}", rows)

    @property
    def surprise(self) -> str:
        """How the evidence differs from what the catalogue records, or nothing."""
        expected = self.lemma.expect
        if self.finding.rejected or self.finding.alarm:
            return f"{'' if self.finding.alarm else 'rejected: '}{self.finding.note}"
        if (self.level is Level.REFUTED) != (expected is Expectation.REFUTED):
            if self.level is Level.OPEN:
                return f"recorded as false, but no counterexample was found: {self.finding.note}"
            return "recorded as true, but refuted" if self.level is Level.REFUTED else "recorded as false, but it holds"
        if expected is Expectation.HOLDS and self.level is Level.OPEN:
            return f"recorded as true, but not decided: {self.finding.note or f'limited by {self.limited_by}'}"
        if expected is Expectation.OPEN and self.level.holds:
            return "recorded as open, but it holds; record it"
        return ""


@dataclass(frozen=True)
class Report:
    """All entries in the order of the catalogue, and what is checked case by case.

    `counting` has the combinatorial lemmas that were read, on their finite ranges, `mutants` wrong ones that must be
    refuted, `tiny` the optima of tiny cases, and `patterns` those on which the sparse bound, read literally, fails.
    """

    entries: tuple[Entry, ...]
    counting: Mapping[str, Counted] = field(default_factory=dict)
    tiny: tuple[Row, ...] = ()
    mutants: Mapping[str, Counted] = field(default_factory=dict)
    patterns: tuple[Evidence, ...] = ()

    @property
    def status(self) -> int:
        """Exit status: 0 if everything is as recorded, 3 if something is undecided, 1 for any other surprise."""
        surprised = [entry for entry in self.entries if entry.surprise]
        wrong = (
            any(row.holds is False for row in self.tiny)
            or any(not counted.holds for counted in self.counting.values())
            or any(mutant.holds for mutant in self.mutants.values())
            or any(not pattern.holds() for pattern in self.patterns)
        )
        grave = (e.level is not Level.OPEN or e.finding.rejected or e.finding.alarm for e in surprised)
        if wrong or any(grave):
            return REFUTED
        return UNDECIDED if surprised or any(row.holds is None for row in self.tiny) else HOLDS

    def __repr__(self) -> str:
        return f"<Report: {len(self.entries)} statements, status {self.status}>"

    def _repr_html_(self) -> str:
        rows = ((e.lemma.called, e.lemma.title, f"{e.level.mark} {e.level.word}", e.limited_by) for e in self.entries)
        return table("the catalogue", ("name", "statement", "level", "limited by"), rows)

    def graph(self) -> nx.DiGraph[str]:
        """Returns the dependency graph: each statement with its kind and level, and an edge to each that it used."""
        graph: nx.DiGraph[str] = nx.DiGraph()
        for name, counted in self.counting.items():
            graph.add_node(name, kind=Kind.COMBINATORIAL, level=counted.level)
        for entry in self.entries:
            graph.add_node(entry.lemma.name, kind=kind(entry.lemma), level=entry.level)
            graph.add_edges_from((entry.lemma.name, used) for used in entry.finding.uses)
        return graph


@dataclass(frozen=True)
class _Task:
    """Something to be checked independently of everything else; `kind` is counting, lemma, tiny, mutant or pattern."""

    kind: str
    name: str
    check: Callable[[], object]


def run(
    catalogue: Mapping[str, Lemma], using: Tools | None = None, progress: Progress = lambda what: None, workers: int = 1
) -> Report:
    """Examines every lemma of a catalogue, and the combinatorial lemmas that it reads; believes no earlier result."""
    return _report(catalogue, _tasks(catalogue, using), progress, workers)


def run_all(
    catalogue: Mapping[str, Lemma], using: Tools | None = None, progress: Progress = lambda what: None, workers: int = 1
) -> Report:
    """Examines a catalogue as `run` does, all combinatorial lemmas, their mutants, tiny cases, and sparse patterns."""
    return _report(catalogue, [*_besides(), *_tasks(catalogue, using, COUNTING)], progress, workers)


def steps(catalogue: Mapping[str, Lemma]) -> int:
    """Returns how often `run` will call its `progress` for a catalogue."""
    return len(_tasks(catalogue, None))


def all_steps(catalogue: Mapping[str, Lemma]) -> int:
    """Returns how often `run_all` will call its `progress`."""
    return len(_besides()) + len(_tasks(catalogue, None, COUNTING))


def _tasks(
    catalogue: Mapping[str, Lemma], using: Tools | None, counting: Mapping[str, object] | None = None
) -> list[_Task]:
    """The combinatorial lemmas, those that are read unless others are given, and then the lemmas."""
    read = dict.fromkeys(chain.from_iterable(lemma.reads for lemma in catalogue.values()))
    tasks = [_Task("counting", name, COUNTING[name].check) for name in (read if counting is None else counting)]
    proved = (lemma for lemma in catalogue.values() if not lemma.reads)
    return tasks + [_Task("lemma", lemma.name, partial(judge, lemma, catalogue, using)) for lemma in proved]


def _besides() -> list[_Task]:
    """What is shown besides the catalogue."""
    tasks = [_Task("tiny", f"{c.specification}, M = {c.M}", partial(_confirm, c)) for c in CASES]
    for combinatorial in COUNTING.values():
        for label, mutant in combinatorial.mutants.items():
            tasks.append(_Task("mutant", f"{combinatorial.name}: {label}", mutant))
    return tasks + [_Task("pattern", name, partial(counterexample, name)) for name in FAMILIES]


def _confirm(case: Case) -> Row:
    return confirm(case)


def _report(catalogue: Mapping[str, Lemma], tasks: list[_Task], progress: Progress, workers: int) -> Report:
    results = all_done([task.check for task in tasks], workers, lambda number: progress(tasks[number].name))
    done = list(zip(tasks, results, strict=True))
    counting = {task.name: r for task, r in done if isinstance(r, Counted) and task.kind == "counting"}
    mutants = {task.name: r for task, r in done if isinstance(r, Counted) and task.kind == "mutant"}
    findings = {task.name: r for task, r in done if isinstance(r, Finding)}
    entries: dict[str, Entry] = {}
    for lemma in catalogue.values():
        finding = read(lemma, counting) if lemma.reads else findings[lemma.name]
        entries[lemma.name] = effective(finding, entries, counting)
    return Report(
        tuple(entries.values()),
        counting,
        tuple(r for r in results if isinstance(r, Row)),
        mutants,
        tuple(r for r in results if isinstance(r, Evidence)),
    )


def judge(lemma: Lemma, catalogue: Mapping[str, Lemma], using: Tools | None = None) -> Finding:
    """Returns the finding of one lemma; a rejected statement is open, with the reason."""
    try:
        return examine(lemma, catalogue, using)
    except StatementError as error:
        return Finding(lemma, Level.OPEN, note=str(error), rejected=True)


def read(lemma: Lemma, counting: Mapping[str, Counted]) -> Finding:
    """Returns the finding of an assumption: it is as good as the combinatorial lemmas that it reads.

    A reading of a lemma that is refuted is not refuted by that; it is open.
    """
    level = weakest(*(counting[name].level for name in lemma.reads))
    scope = "; ".join(f"{name}: {counting[name].scope}" for name in lemma.reads)
    evidence = {name: f"{counting[name].level.word}, {counting[name].cases:,} cases" for name in lemma.reads}
    if level is Level.REFUTED:
        false = next(name for name in lemma.reads if not counting[name].holds)
        note = f"{false} is refuted: {counting[false].counterexample}"
        return Finding(lemma, Level.OPEN, lemma.reads, note=note, evidence=evidence)
    return Finding(lemma, level, lemma.reads, scope=scope, evidence=evidence)


def effective(finding: Finding, earlier: Mapping[str, Entry], counting: Mapping[str, Counted]) -> Entry:
    """Returns the entry of a finding whose uses have been entered; the first of the weakest lemmas limits it.

    A refuted statement stays refuted, whatever it names. What rests on a false lemma is not proved, but need not be
    false.
    """
    used = {name: counting[name].level if name in counting else earlier[name].level for name in finding.uses}
    if finding.own is Level.REFUTED or not used:
        return Entry(finding, finding.own)
    limit = max(used, key=lambda name: used[name].weakness)
    if used[limit].weakness < finding.own.weakness or (used[limit] is finding.own and not finding.lemma.reads):
        return Entry(finding, finding.own)
    level = Level.OPEN if used[limit] is Level.REFUTED else used[limit]
    cause = earlier[limit].limited_by if limit in earlier else ""
    return Entry(finding, level, cause or limit)
