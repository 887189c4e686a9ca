"""Tables: a report as a reader of the terminal sees it, theorems first, with what each rests on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

import networkx as nx
import sympy
from rich.table import Table
from rich.text import Text

from proofs.cli.terminal import mark, table
from proofs.evidence.counting import COUNTING, Counted
from proofs.evidence.patterns import Evidence
from proofs.evidence.tiny import Row
from proofs.lemma import Expectation, Sort
from proofs.lemmas import CATALOGUE
from proofs.level import Level
from proofs.suite import Entry, Report
from symbolic.attention import Computation

_FAINT = "bright_black"
_NAME, _LEVEL, _SCOPE, _LIMIT, _MS = 25, 13, 10, 18, 5


def theorems(report: Report) -> Table:
    """Returns the theorems, each with its level, the lemma that limits it, and how many statements it rests on."""
    made = table(
        ("theorem", {"width": 23}),
        ("", {"ratio": 1}),
        ("level", {"width": _LEVEL}),
        ("limited by", {"width": _LIMIT}),
        ("rests", {"width": 5, "justify": "right"}),
    )
    graph = report.graph()
    for entry in report.entries:
        if entry.lemma.theorem:
            rests = len(nx.descendants(graph, entry.lemma.name))
            limit = Text(_called(entry.limited_by), style=_FAINT)
            made.add_row(
                Text(entry.lemma.called, style="bold"), entry.lemma.title, mark(entry.level), limit, f"{rests or '-'}"
            )
    return made


def grouped(report: Report) -> Table:
    """Returns every statement under the first theorem that rests on it, those on which none rests at the end."""
    made = table(
        ("statement", {"width": _NAME}),
        ("", {"ratio": 1}),
        ("level", {"width": _LEVEL}),
        ("scope", {"width": _SCOPE}),
        ("ms", {"width": _MS, "justify": "right"}),
    )
    for theorem, members in groups(report):
        if theorem is None:
            made.add_row(Text("on which no theorem rests", style=_FAINT))
        else:
            made.add_row(*_cells(theorem, Text(theorem.lemma.called, style="bold")))
        for entry in members:
            made.add_row(*_cells(entry, Text(f"  {entry.lemma.called}")))
    return made


def groups(report: Report) -> list[tuple[Entry | None, list[Entry]]]:
    """Returns each theorem with the statements that it rests on and that no earlier one does; then all the others."""
    graph, shown = report.graph(), set[str]()
    found: list[tuple[Entry | None, list[Entry]]] = []
    for theorem in report.entries:
        if theorem.lemma.theorem:
            below = nx.descendants(graph, theorem.lemma.name) - shown
            members = [e for e in report.entries if e.lemma.name in below and not e.lemma.theorem]
            shown |= {entry.lemma.name for entry in members}
            found.append((theorem, members))
    rest = [e for e in report.entries if not e.lemma.theorem and e.lemma.name not in shown]
    return [*found, (None, rest)] if rest else found


def _cells(entry: Entry, name: Text) -> tuple[Text | str, ...]:
    faint = (Text(_scope(entry), style=_FAINT), Text(str(entry.finding.milliseconds), style=_FAINT))
    return (name, entry.lemma.title, mark(entry.level), *faint)


def _scope(entry: Entry) -> str:
    """The scope in a few letters; `lemmas NAME` prints it in full."""
    if entry.level is Level.TINY or entry.finding.own is Level.REFUTED:
        return "tiny cases" if entry.level is Level.TINY else "one point"
    natural = [name for name, sort in entry.lemma.sorts.items() if sort is Sort.NATURAL]
    return f"all {', '.join(natural)}" if natural else "all reals"


def _called(name: str) -> str:
    return CATALOGUE[name].called if name in CATALOGUE else name


def tally(entries: Iterable[Entry]) -> Text:
    """Returns how many statements have each level, and how many are recorded as false or not yet proved."""
    entries = list(entries)
    count = Counter(entry.level for entry in entries)
    parts = [Text.assemble((f"{count[level]} ", "bold"), mark(level)) for level in Level if count[level]]
    recorded = Counter(entry.lemma.expect for entry in entries)
    false, unproved = recorded[Expectation.REFUTED], recorded[Expectation.OPEN]
    note = f"   of {len(entries)}; {false} are recorded as false"
    return Text.assemble(Text("  ").join(parts), note + (f", {unproved} as not yet proved" if unproved else ""))


def tiny(rows: Iterable[Row]) -> Table:
    """Returns the tiny cases: inputs plus outputs, the optimum, and what a simple strategy costs."""
    made = table(
        ("tiny case: n d, M", {"ratio": 1}),
        ("inputs + outputs", {"width": 16, "justify": "right"}),
        ("<= optimum", {"width": 10, "justify": "right"}),
        ("<= furthest next use", {"width": 20, "justify": "right"}),
        ("", {"width": 8}),
        ("states", {"width": 7, "justify": "right", "style": _FAINT}),
    )
    for row in rows:
        case, optimum = row.case, row.optimum
        kind = "forward" if case.computation is Computation.FORWARD else f"backward {case.computation}"
        made.add_row(
            f"{kind:<11} {case.n} {case.d}, M = {case.M}",
            str(row.trivial),
            f"{optimum.lower}..{optimum.upper}" if optimum.cost is None else str(optimum.cost),
            str(row.simple),
            Text("open" if row.holds is None else "" if row.holds else "FALSE", style="bold red"),
            f"{optimum.states:,}",
        )
    return made


def counting(report: Report) -> Table:
    """Returns the combinatorial lemmas: the cases checked, how close they come to the bound, and wrong variants."""
    made = table(
        ("combinatorial lemma", {"width": 20}),
        ("", {"ratio": 1}),
        ("level", {"width": 9}),
        ("cases", {"width": 9, "justify": "right"}),
        ("its bound", {"width": 9}),
        ("wrong ones", {"width": 10}),
    )
    for name, counted in report.counting.items():
        closest = "attained" if counted.sharp else "-" if counted.closest is None else f"{counted.closest} of it"
        made.add_row(
            name, COUNTING[name].title, mark(counted.level), f"{counted.cases:,}", closest, _wrong(name, report.mutants)
        )
    return made


def _wrong(name: str, mutants: Mapping[str, Counted]) -> Text:
    """What became of the wrong variants of a combinatorial lemma."""
    own = [mutant for label, mutant in mutants.items() if label.startswith(f"{name}: ")]
    missed = sum(mutant.holds for mutant in own)
    return Text(f"{missed} ACCEPTED", style="bold red") if missed else Text(f"{len(own)} refuted")


def patterns(found: Iterable[Evidence]) -> Table:
    """Returns the patterns on which the sparse bound, read literally, is more than a schedule costs."""
    made = table(
        ("sparse bound, read literally", {"ratio": 1}),
        ("n", {"width": 5, "justify": "right"}),
        ("M", {"width": 4, "justify": "right"}),
        ("it says", {"width": 9, "justify": "right"}),
        ("a schedule costs", {"width": 16, "justify": "right"}),
        ("Theorem S says", {"width": 14, "justify": "right"}),
        ("level", {"width": 11}),
    )
    for pattern in found:
        large = pattern.large
        said, corrected = (f"{int(sympy.ceiling(bound)):,}" for bound in (large.literal, large.corrected))
        level = mark(Level.REFUTED) if pattern.holds() else mark(Level.OPEN)
        made.add_row(large.family, str(large.n), str(large.M), said, f"{large.cost:,}", corrected, level)
    return made
