"""verify: the main job. Every statement of the catalogue is checked anew; theorems come first."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from proofs.cli.card import failure
from proofs.cli.claims import claims
from proofs.cli.documents import report_document
from proofs.cli.tables import counting, grouped, patterns, tally, theorems, tiny
from proofs.cli.terminal import STYLES, plain, progress, show, show_json, unicode_wanted, write
from proofs.filenames import file_name
from proofs.ledger import differences, ledger_of, load, written
from proofs.lemma import Expectation
from proofs.lemmas import CATALOGUE
from proofs.level import Level
from proofs.suite import Entry, Report, all_steps, run_all
from proofs.tools import NAMES, tools
from proofs.workers import cores

OPEN_FOLDER = Path("open-obligations")
_MEANING = {
    0: "every statement is as the catalogue records it: true or false",
    1: "a statement is not as recorded: refuted, provable though recorded as false, rejected, or less than claimed",
    3: "a statement recorded as true was not decided",
}


def verify(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document instead of the tables.")] = False,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Print the table of claims of the README instead.")
    ] = False,
    every: Annotated[bool, typer.Option("--all", help="List every lemma, under the theorem that rests on it.")] = False,
    rlimit: Annotated[int | None, typer.Option(min=1, help="z3's budget for a query, in its own steps.")] = None,
    without: Annotated[
        list[str] | None, typer.Option(help=f"Leave a tool out, to see what rests on it: {', '.join(NAMES)}.")
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes at once; default: one a core.")] = None,
    ledger: Annotated[Path | None, typer.Option(help="Write what was found, with hashes, to this file.")] = None,
    against: Annotated[
        Path | None, typer.Option(help="Compare with a ledger of before; what it claims and is not found is status 1.")
    ] = None,
    open_folder: Annotated[
        Path, typer.Option("--open", help="Where the queries that z3 does not answer are left as SMT-LIB.")
    ] = OPEN_FOLDER,
) -> None:
    """Check every statement anew and print which hold, by which evidence, and which do not.

    Exit status: 0 all as recorded; 1 a surprise; 3 a statement recorded as true is undecided.
    """
    claimed = None if against is None else load(against)
    using = tools(without or (), rlimit)
    with progress(all_steps(CATALOGUE), "verifying") as advance:
        report = run_all(CATALOGUE, using, advance, workers or cores())
    left = leave_open(report.entries, open_folder)
    found = ledger_of(report)
    missing = [] if claimed is None else differences(claimed, found)
    status = 1 if missing else report.status
    if as_json:
        show_json({"command": "verify", **report_document(report), "against": missing, "status": status})
    elif markdown:
        table = claims(report)
        sys.stdout.write(table if unicode_wanted() else plain(table))
        sys.stderr.writelines(f"pebbleproof: against the ledger: {what}\n" for what in missing)
    else:
        _print(report, left, missing, every, status)
    if ledger is not None:
        write(ledger, written(found))
    raise typer.Exit(status)


def leave_open(entries: tuple[Entry, ...], folder: Path) -> list[Path]:
    """Writes each query that was not answered to a file; returns the files."""
    left = []
    for entry in entries:
        if entry.finding.own is Level.OPEN and entry.finding.script:
            path = folder / file_name(entry.lemma.name, ".smt2")
            write(path, entry.finding.script + "\n")
            left.append(path)
    return left


def _print(report: Report, left: list[Path], missing: list[str], every: bool, status: int) -> None:
    show(theorems(report), "", tally(report.entries), "")
    if every:
        show(grouped(report), "")
    show(counting(report), "", tiny(report.tiny), "", patterns(report.patterns), "")
    lines = []
    for entry in report.entries:
        if entry.surprise:
            lines.append(_line("surprise", "bold red", entry.lemma.called, entry.surprise))
        elif entry.finding.counterexample is not None and entry.lemma.expect is Expectation.REFUTED:
            lines.append(_line("refuted", STYLES[Level.REFUTED], entry.lemma.called, failure(entry)))
    lines += [_line("ledger", "bold red", "", what) for what in missing]
    for path in left:
        lines.append(_line("left", STYLES[Level.OPEN], path.stem, f"the query z3 did not answer is in {path}"))
    lines.append(_line("next", "bold", "", "pebbleproof verify --all     pebbleproof lemmas thm-1.1-corrected"))
    show(*lines, f"exit status {status}: {_MEANING[status]}")


def _line(word: str, style: str, name: str, what: str) -> Text:
    return Text.assemble((f"{word:<9}", style), (f"{name}  " if name else "", "bold"), what)
