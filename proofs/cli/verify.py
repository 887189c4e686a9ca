"""verify: the main job. Every statement of the catalogue, its level, scope and uses, in one table."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import sympy
import typer
from rich.table import Table
from rich.text import Text

from proofs.cli.terminal import STYLES, mark, progress, show, show_json, table, write
from proofs.evaluate import Undefined, value
from proofs.evidence.tiny import Row
from proofs.finding import shown
from proofs.lemma import Expectation, Sort
from proofs.lemmas import CATALOGUE
from proofs.level import Level
from proofs.statement import Relation
from proofs.suite import Entry, Report, all_steps, run_all
from proofs.text import text
from proofs.tools import NAMES, tools
from symbolic.attention import Computation

OPEN_FOLDER = Path("open-obligations")
_MEANING = {
    0: "every statement is as the catalogue records it: true, false, or not yet proved",
    1: "a statement is not as recorded: refuted, or provable though recorded as false, or rejected",
    3: "a statement recorded as true was not decided",
}


def verify(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document instead of the table.")] = False,
    rlimit: Annotated[int | None, typer.Option(min=1, help="z3's budget for a query, in its own steps.")] = None,
    without: Annotated[
        list[str] | None, typer.Option(help=f"Leave a tool out, to see what rests on it: {', '.join(NAMES)}.")
    ] = None,
    open_folder: Annotated[
        Path, typer.Option("--open", help="Where the queries that z3 does not answer are left as SMT-LIB.")
    ] = OPEN_FOLDER,
) -> None:
    """Check every statement anew and print which hold, by which evidence, and which do not.

    Exit status: 0 all as recorded; 1 a surprise; 3 a statement recorded as true is undecided.
    """
    using = tools(without or (), rlimit)
    with progress(all_steps(CATALOGUE), "verifying") as advance:
        report = run_all(CATALOGUE, using, advance)
    left = leave_open(report.entries, open_folder)
    if as_json:
        show_json({"command": "verify", **as_document(report), "status": report.status})
    else:
        _print(report, left)
    raise typer.Exit(report.status)


def leave_open(entries: tuple[Entry, ...], folder: Path) -> list[Path]:
    """Writes each query that was not answered to a file; returns the files."""
    left = []
    for entry in entries:
        if entry.finding.own is Level.OPEN and entry.finding.script:
            path = folder / f"{entry.lemma.name}.smt2"
            write(path, entry.finding.script + "\n")
            left.append(path)
    return left


def as_document(report: Report) -> dict[str, object]:
    """Returns a report as JSON values: no times, fractions as texts."""
    return {
        "statements": [entry_document(entry) for entry in report.entries],
        "tiny": [
            {
                "computation": row.case.computation,
                "n": row.case.n,
                "d": row.case.d,
                "M": row.case.M,
                "trivial": row.trivial,
                "optimum": row.optimum.cost,
                "simple": row.simple,
                "states": row.optimum.states,
                "holds": row.holds,
            }
            for row in report.tiny
        ],
        "counting": [
            {
                "name": lemma.name,
                "level": lemma.level.word,
                "scope": lemma.scope,
                "cases": lemma.cases,
                "closest": None if lemma.closest is None else str(lemma.closest),
                "counterexample": lemma.counterexample,
            }
            for lemma in report.counting
        ],
        "mutants": [{"name": name, "counterexample": mutant.counterexample} for name, mutant in report.mutants.items()],
        "sparse_patterns": [
            {
                "family": pattern.large.family,
                "n": pattern.large.n,
                "M": pattern.large.M,
                "literal_bound": str(pattern.large.literal),
                "cost": pattern.large.cost,
                "theorem_s": str(pattern.large.corrected),
                "holds": pattern.holds(),
            }
            for pattern in report.patterns
        ],
    }


def entry_document(entry: Entry) -> dict[str, object]:
    """Returns one entry as JSON values."""
    lemma, finding = entry.lemma, entry.finding
    return {
        "name": lemma.name,
        "title": lemma.title,
        "symbols": dict(lemma.sorts),
        "given": [text(h) for h in lemma.given],
        "goal": text(lemma.goal),
        "digest": lemma.digest,
        "source": lemma.source,
        "level": entry.level.word,
        "own_level": finding.own.word,
        "limited_by": entry.limited_by or None,
        "expected": lemma.expect,
        "scope": finding.scope or lemma.scope,
        "uses": list(finding.uses),
        "evidence": dict(finding.evidence),
        "witness": _point(finding.witness),
        "counterexample": _point(finding.counterexample),
        "note": finding.note or None,
        "surprise": entry.surprise or None,
    }


def _point(point: object) -> dict[str, str] | None:
    return {name: str(v) for name, v in point.items()} if isinstance(point, dict) else None


def _print(report: Report, left: list[Path]) -> None:
    show(_statements(report.entries), "", _tally(report.entries), "", _tiny(report.tiny), "")
    show(_counting(report), "", _patterns(report), "")
    lines = []
    for entry in report.entries:
        if entry.surprise:
            lines.append(_line("surprise", "bold red", entry.lemma.name, entry.surprise))
        elif entry.finding.counterexample is not None and entry.lemma.theorem:
            lines.append(_line("refuted", STYLES[Level.REFUTED], entry.lemma.name, failure(entry)))
        elif entry.limited_by and entry.finding.own.holds:
            note = f"own evidence {entry.finding.own.word}, limited by {entry.limited_by}"
            lines.append(_line("limited", STYLES[Level.OPEN], entry.lemma.name, note))
    for path in left:
        lines.append(_line("left", STYLES[Level.OPEN], path.stem, f"the query z3 did not answer is in {path}"))
    lines.append(_line("next", "bold", "", "pebbleproof lemmas crossover     pebbleproof pebble FILE -M 4"))
    show(*lines, f"exit status {report.status}: {_MEANING[report.status]}")


def _line(word: str, style: str, name: str, what: str) -> Text:
    return Text.assemble((f"{word:<9}", style), (f"{name}  " if name else "", "bold"), what)


def _statements(entries: tuple[Entry, ...]) -> Table:
    made = table(
        ("statement", {"width": 15}),
        ("", {"ratio": 1}),
        ("level", {"width": 13}),
        ("scope", {"width": 11}),
        ("uses", {"width": 14}),
        ("ms", {"width": 4, "justify": "right"}),
    )
    for entry in entries:
        lemma, finding = entry.lemma, entry.finding
        made.add_row(
            Text(lemma.name, style="bold" if lemma.theorem else ""),
            lemma.title,
            mark(entry.level),
            Text(_scope(entry), style="bright_black"),
            Text(", ".join(finding.uses), style="bright_black"),
            Text(str(finding.milliseconds), style="bright_black"),
        )
    return made


def _scope(entry: Entry) -> str:
    """The scope in a few letters; `lemmas NAME` prints it in full."""
    if entry.finding.own in (Level.TINY, Level.REFUTED):
        return "tiny cases" if entry.finding.own is Level.TINY else "one point"
    natural = [name for name, sort in entry.lemma.sorts.items() if sort is Sort.NATURAL]
    return f"all {', '.join(natural)}" if natural else "all reals"


def _tally(entries: tuple[Entry, ...]) -> Text:
    count = Counter(entry.level for entry in entries)
    parts = [Text.assemble((f"{count[level]} ", "bold"), mark(level)) for level in Level if count[level]]
    recorded = Counter(entry.lemma.expect for entry in entries)
    false, unproved = recorded[Expectation.REFUTED], recorded[Expectation.OPEN]
    note = f"   of {len(entries)}; {false} are recorded as false, {unproved} as not yet proved"
    return Text.assemble(Text("  ").join(parts), note)


def _tiny(rows: tuple[Row, ...]) -> Table:
    made = table(
        ("tiny case: n d, M", {"ratio": 1}),
        ("inputs + outputs", {"width": 16, "justify": "right"}),
        ("<= optimum", {"width": 10, "justify": "right"}),
        ("<= furthest next use", {"width": 20, "justify": "right"}),
        ("", {"width": 8}),
        ("states", {"width": 7, "justify": "right", "style": "bright_black"}),
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


def _counting(report: Report) -> Table:
    made = table(
        ("counting lemma", {"width": 20}),
        ("level", {"width": 9}),
        ("cases", {"width": 9, "justify": "right"}),
        ("its bound", {"ratio": 1}),
        ("a wrong variant", {"width": 42}),
    )
    for lemma, (name, mutant) in zip(report.counting, report.mutants.items(), strict=True):
        variant = name.partition(": ")[2]
        closest = "attained" if lemma.sharp else "-" if lemma.closest is None else f"{lemma.closest} of it"
        verdict = "NOT refuted" if mutant.holds else "refuted"
        made.add_row(lemma.name, mark(lemma.level), f"{lemma.cases:,}", closest, f"{variant}: {verdict}")
    return made


def _patterns(report: Report) -> Table:
    made = table(
        ("sparse bound, read literally", {"ratio": 1}),
        ("n", {"width": 5, "justify": "right"}),
        ("M", {"width": 4, "justify": "right"}),
        ("it says", {"width": 9, "justify": "right"}),
        ("a schedule costs", {"width": 16, "justify": "right"}),
        ("Theorem S says", {"width": 14, "justify": "right"}),
        ("level", {"width": 11}),
    )
    for pattern in report.patterns:
        large = pattern.large
        said, corrected = (f"{int(sympy.ceiling(bound)):,}" for bound in (large.literal, large.corrected))
        level = mark(Level.REFUTED) if pattern.holds() else mark(Level.OPEN)
        made.add_row(large.family, str(large.n), str(large.M), said, f"{large.cost:,}", corrected, level)
    return made


def failure(entry: Entry) -> str:
    """Returns the sentence that tells where a statement fails, with both sides of its goal if it is a relation."""
    point, goal = entry.finding.counterexample, entry.lemma.goal
    if point is None:
        return ""
    where = f"at {shown(point)}"
    try:
        if isinstance(goal, Relation):
            return f"{where}: {value(goal.left, point)} {goal.sign} {value(goal.right, point)} is false"
    except Undefined:
        pass  # a root is irrational there; the point is enough
    return f"{where} the goal is false"
