"""Suite: the whole catalogue examined, with levels that take into account what each lemma rests on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from graphs.errors import HOLDS, REFUTED, UNDECIDED
from proofs.errors import StatementError
from proofs.evidence.counting import COUNTING, MUTANTS, Counted
from proofs.evidence.patterns import FAMILIES, Evidence, counterexamples
from proofs.evidence.tiny import CASES, Row, confirm_all
from proofs.examine import examine
from proofs.finding import Finding
from proofs.lemma import Expectation, Lemma, Means
from proofs.level import Level, weakest
from proofs.tools import Tools
from symbolic.attention import Computation

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
    """All entries in the order of the catalogue, the tiny cases, and what is checked case by case besides.

    `counting` has the combinatorial lemmas on their finite ranges, `mutants` wrong ones that must be refuted, and
    `patterns` the patterns on which the sparse bound, read literally, fails.
    """

    entries: tuple[Entry, ...]
    tiny: tuple[Row, ...]
    counting: tuple[Counted, ...] = ()
    mutants: Mapping[str, Counted] = field(default_factory=dict)
    patterns: tuple[Evidence, ...] = ()

    @property
    def status(self) -> int:
        """Exit status: 0 if everything is as recorded, 3 if something is undecided, 1 for any other surprise."""
        surprised = [entry for entry in self.entries if entry.surprise]
        wrong = (
            any(row.holds is False for row in self.tiny)
            or any(not lemma.holds for lemma in self.counting)
            or any(mutant.holds for mutant in self.mutants.values())
            or any(not pattern.holds() for pattern in self.patterns)
        )
        grave = (e.level is not Level.OPEN or e.finding.rejected or e.finding.alarm for e in surprised)
        if wrong or any(grave):
            return REFUTED
        return UNDECIDED if surprised or any(row.holds is None for row in self.tiny) else HOLDS


def run(catalogue: Mapping[str, Lemma], using: Tools | None = None, progress: Progress = lambda what: None) -> Report:
    """Examines every lemma of a catalogue, and every tiny case if one rests on them; no earlier result is believed."""
    tiny: tuple[Row, ...] = ()
    if any(lemma.means is Means.TINY for lemma in catalogue.values()):
        tiny = confirm_all(lambda case: progress(f"{case.specification}, M = {case.M}"))
    entries: dict[str, Entry] = {}
    for lemma in catalogue.values():
        progress(lemma.name)
        finding = judge(lemma, catalogue, tiny, using)
        entries[lemma.name] = effective(finding, entries)
    return Report(tuple(entries.values()), tiny)


def run_all(
    catalogue: Mapping[str, Lemma], using: Tools | None = None, progress: Progress = lambda what: None
) -> Report:
    """Examines a catalogue as `run` does, and then the counting lemmas, their mutants, and the sparse patterns."""
    report = run(catalogue, using, progress)

    def counted(checks: Mapping[str, Callable[[], Counted]]) -> dict[str, Counted]:
        found = {}
        for name, check in checks.items():
            progress(name)
            found[name] = check()
        return found

    counting = tuple(counted(COUNTING).values())
    return replace(report, counting=counting, mutants=counted(MUTANTS), patterns=counterexamples(progress))


def steps(catalogue: Mapping[str, Lemma]) -> int:
    """Returns how often `run` will call its `progress` for a catalogue."""
    tiny = any(lemma.means is Means.TINY for lemma in catalogue.values())
    return len(catalogue) + (len(CASES) if tiny else 0)


def all_steps(catalogue: Mapping[str, Lemma]) -> int:
    """Returns how often `run_all` will call its `progress`."""
    return steps(catalogue) + len(COUNTING) + len(MUTANTS) + len(FAMILIES)


def resting_on(lemma: Lemma, catalogue: Mapping[str, Lemma]) -> dict[str, Lemma]:
    """Returns a catalogue of one lemma and all that it may use, directly or not, in the order of the large one.

    >>> from proofs.lemmas import CATALOGUE, named
    >>> list(resting_on(named("root-count"), CATALOGUE))
    ['P2', 'P3', 'root-count']
    """
    wanted, waiting = {lemma.name}, [use.name for use in lemma.uses]
    while waiting:
        name = waiting.pop()
        if name not in wanted:
            wanted.add(name)
            waiting += [use.name for use in catalogue[name].uses]
    return {name: entry for name, entry in {**catalogue, lemma.name: lemma}.items() if name in wanted}


def judge(lemma: Lemma, catalogue: Mapping[str, Lemma], tiny: Sequence[Row], using: Tools | None = None) -> Finding:
    """Returns the finding of one lemma by the means that it names; a rejected statement is open, with the reason."""
    if lemma.means is Means.INDUCTION:
        return Finding(lemma, Level.OPEN, note="needs induction over schedules; no Coq proof yet")
    if lemma.means is Means.TINY:
        return _by_tiny_cases(lemma, tiny)
    try:
        return examine(lemma, catalogue, using)
    except StatementError as error:
        return Finding(lemma, Level.OPEN, note=str(error), rejected=True)


def effective(finding: Finding, earlier: Mapping[str, Entry]) -> Entry:
    """Returns the entry of a finding whose uses have been entered; the first of the weakest lemmas limits it.

    A refuted statement stays refuted, whatever it names.
    """
    if finding.own is Level.REFUTED or not finding.uses:
        return Entry(finding, finding.own)
    level = weakest(finding.own, *(earlier[name].level for name in finding.uses))
    if level is finding.own:
        return Entry(finding, level)
    if level is Level.REFUTED:
        level = Level.OPEN  # what rests on a false lemma is not proved; it need not be false
    cause = next(name for name in finding.uses if earlier[name].level.weakness >= level.weakness)
    return Entry(finding, level, earlier[cause].limited_by or cause)


def _by_tiny_cases(lemma: Lemma, tiny: Sequence[Row]) -> Finding:
    """The trivial bound of the backward pass to X, on the cases that were searched."""
    rows = [row for row in tiny if row.case.computation is Computation.X]
    for row in rows:
        if row.optimum.cost is not None and row.optimum.cost < row.trivial:
            point = {"n": row.case.n, "d": row.case.d, "M": row.case.M, "Q": row.optimum.cost}
            return Finding(lemma, Level.REFUTED, counterexample={k: Fraction(v) for k, v in point.items()})
    if not rows or any(row.holds is None for row in rows):
        return Finding(lemma, Level.OPEN, note="the budget of the search is spent")
    sizes: dict[tuple[int, int], list[str]] = {}
    for row in rows:
        sizes.setdefault((row.case.n, row.case.d), []).append(str(row.case.M))
    scope = "; ".join(f"(n, d) = ({n}, {d}), M = {', '.join(m)}" for (n, d), m in sizes.items())
    return Finding(lemma, Level.TINY, scope=scope)
