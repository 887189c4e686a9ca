"""Claims: what is claimed, how strongly it was checked, and by what evidence, as the Markdown table of the README."""

from __future__ import annotations

from collections.abc import Iterator

import networkx as nx

from proofs.cli.card import failure
from proofs.evidence.counting import COUNTING, Counted
from proofs.lemmas import CATALOGUE
from proofs.level import Level
from proofs.suite import Entry, Report

_HEAD = ("| claim | status | evidence |", "|---|---|---|")


def claims(report: Report) -> str:
    """Returns a Markdown table of the theorems, and of the combinatorial lemmas that they rest on.

    >>> from proofs.dependency import resting_on
    >>> from proofs.lemmas import named
    >>> from proofs.suite import run
    >>> print(claims(run(resting_on(named("crossover"), CATALOGUE))).splitlines()[2])
    | `crossover`: The regimes meet exactly at d² | ● certificate | an exact identity, for all real n, d, s, M |
    """
    return "".join(f"{line}\n" for line in (*_HEAD, *_theorems(report), *_combinatorial(report)))


def _theorems(report: Report) -> Iterator[str]:
    graph = report.graph()
    for entry in report.entries:
        if entry.lemma.theorem:
            rests = len(nx.descendants(graph, entry.lemma.name))
            yield _line(entry.lemma.called, entry.lemma.title, entry.level, _evidence(entry, rests))


def _combinatorial(report: Report) -> Iterator[str]:
    for name, counted in report.counting.items():
        wrong = [mutant for label, mutant in report.mutants.items() if label.startswith(f"{name}: ")]
        yield _line(name, COUNTING[name].title, counted.level, _counted(counted, wrong))


def _line(name: str, title: str, level: Level, evidence: str) -> str:
    cells = (f"`{name}`: {title}", f"{level.mark} {level.word}", evidence)
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _evidence(entry: Entry, rests: int) -> str:
    """Where a refuted theorem fails; of any other, its own evidence, and what it rests on."""
    if entry.level is Level.REFUTED:
        return f"fails {failure(entry)}"
    own = "an exact identity" if entry.finding.own is Level.CERTIFICATE else entry.finding.own.word
    if not rests:
        return f"{own}, for {entry.finding.scope or entry.lemma.scope}"
    limit = CATALOGUE[entry.limited_by].called if entry.limited_by in CATALOGUE else entry.limited_by
    return f"{own}; rests on {rests} statements" + (f", limited by `{limit}`" if limit else "")


def _counted(counted: Counted, wrong: list[Counted]) -> str:
    """How many cases were gone through, and what became of the wrong variants."""
    if not counted.holds:
        return f"fails: {counted.counterexample}"
    variants = "1 wrong variant" if len(wrong) == 1 else f"{len(wrong)} wrong variants"
    accepted = sum(mutant.holds for mutant in wrong)
    became = f"{accepted} of {variants} accepted" if accepted else f"{variants} refuted"
    return f"{counted.cases:,} cases, all checked; {became}"
