"""lemmas: the catalogue, and one lemma in full, as it stands or with a hypothesis dropped or added."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from graphs.errors import HOLDS, INPUT_REFUSED, REFUTED, UNDECIDED, PebbleproofError
from proofs.cli import values
from proofs.cli.card import combinatorial_card, lemma_card
from proofs.cli.documents import combinatorial_document, entry_document
from proofs.cli.terminal import progress, show, show_json, table
from proofs.cli.verify import OPEN_FOLDER, leave_open
from proofs.dependency import resting_on
from proofs.errors import ToolMissing
from proofs.evidence.certificate import CERTIFICATES, Certified, certify
from proofs.evidence.counting import COUNTING
from proofs.evidence.identity import as_text
from proofs.latex import latex
from proofs.lemmas import CATALOGUE, named
from proofs.level import Level
from proofs.suite import Entry, run, steps
from proofs.text import text
from proofs.tools import NAMES, tools


def lemmas(
    name: Annotated[
        str | None, typer.Argument(help="One lemma; without it, all are listed.", autocompletion=values.statements)
    ] = None,
    drop: Annotated[list[str] | None, typer.Option(help="Leave a hypothesis out, such as 's >= 0'.")] = None,
    add: Annotated[list[str] | None, typer.Option(help="Put a hypothesis in.")] = None,
    rlimit: Annotated[int | None, typer.Option(min=1, help="z3's budget for a query, in its own steps.")] = None,
    without: Annotated[
        list[str] | None,
        typer.Option(
            help=f"Leave a tool out, to see what rests on it: {', '.join(NAMES)}.", autocompletion=values.left_out
        ),
    ] = None,
    open_folder: Annotated[
        Path, typer.Option("--open", help="Where the queries that z3 does not answer are left as SMT-LIB.")
    ] = OPEN_FOLDER,
    search: Annotated[
        bool, typer.Option("--search", help="Find the certificates that are missing or no longer valid, and keep them.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """List the lemmas, or check one, and all that it rests on, and show it in full.

    Exit status: 0 it holds; 1 refuted; 3 open; 4 rejected, since its hypotheses contradict each other or a term need
    not have a value.
    """
    if search:
        raise typer.Exit(_search())
    if name is None:
        _list(as_json)
        return
    if name in COUNTING and not (drop or add):
        raise typer.Exit(_combinatorial(name, as_json))
    lemma = named(name)
    for hypothesis in drop or ():
        lemma = lemma.without(hypothesis)
    for hypothesis in add or ():
        lemma = lemma.having(hypothesis)
    small = resting_on(lemma, CATALOGUE)
    with progress(steps(small), "checking") as advance:
        entry = run(small, tools(without or (), rlimit), advance).entries[-1]
    leave_open((entry,), open_folder)
    if entry.finding.rejected:
        raise _Rejected(entry.finding.note)
    if as_json:
        show_json({"command": "lemmas", "latex": latex(lemma.goal), **entry_document(entry)})
    else:
        _print(entry)
    raise typer.Exit(HOLDS if entry.level.holds else REFUTED if entry.level is Level.REFUTED else UNDECIDED)


class _Rejected(PebbleproofError):
    """The statement asked for is no lemma."""

    exit_status = INPUT_REFUSED


def _search() -> int:
    """Searches what has no valid certificate; the files are part of this package."""
    try:
        from proofs.evidence.search import search_catalogue  # noqa: PLC0415 - it needs scipy, which is optional
    except ImportError:
        raise ToolMissing("the search needs scipy; install it, or pebbleproof with the extra `search`") from None
    with progress(len(CATALOGUE), "searching") as advance:
        found = search_catalogue(CATALOGUE, Path(str(CERTIFICATES)), advance)
    missing = [name for name, certified in found.items() if certified is None]
    show(
        f"{len(found) - len(missing)} lemmas have a valid certificate", *(f"none found for {name}" for name in missing)
    )
    return UNDECIDED if missing else HOLDS


def _list(as_json: bool) -> None:
    if as_json:
        listed = [
            {"name": e.name, "label": e.label or None, "title": e.title, "goal": text(e.goal), "digest": e.digest}
            for e in CATALOGUE.values()
        ]
        words = [{"name": c.name, "title": c.title, "words": c.words, "digest": c.digest} for c in COUNTING.values()]
        show_json({"command": "lemmas", "lemmas": listed, "combinatorial": words})
        return
    made = table(("statement", {"width": 15}), ("", {"ratio": 1}), ("goal", {"ratio": 1}), ("hash", {"width": 12}))
    for entry in CATALOGUE.values():
        made.add_row(
            Text(entry.called, style="bold" if entry.theorem else ""), entry.title, text(entry.goal), entry.digest
        )
    for combinatorial in COUNTING.values():
        made.add_row(combinatorial.name, combinatorial.title, combinatorial.words, combinatorial.digest)
    show(made)


def _print(entry: Entry) -> None:
    show(lemma_card(entry))
    certified = certify(entry.lemma, CATALOGUE) if entry.finding.own is Level.CERTIFICATE else None
    if isinstance(certified, Certified):
        show("", Text("certificate", style="bold"), as_text(certified))


def _combinatorial(name: str, as_json: bool) -> int:
    """Checks a combinatorial lemma, and its wrong variants, and shows it."""
    lemma = COUNTING[name]
    with progress(1 + len(lemma.mutants), "checking") as advance:
        advance(name)
        counted = lemma.check()
        wrong = []
        for label, check in lemma.mutants.items():
            advance(label)
            wrong.append((label, check()))
    if as_json:
        show_json({"command": "lemmas", **combinatorial_document(name, counted)})
    else:
        show(combinatorial_card(lemma, counted, wrong))
    return HOLDS if counted.holds and not any(mutant.holds for _, mutant in wrong) else REFUTED
