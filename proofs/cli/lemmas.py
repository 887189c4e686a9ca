"""lemmas: the catalogue, and one lemma in full, as it stands or with a hypothesis dropped or added."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from graphs.errors import HOLDS, INPUT_REFUSED, REFUTED, UNDECIDED, PebbleproofError
from proofs.cli.documents import entry_document
from proofs.cli.terminal import mark, progress, show, show_json, table
from proofs.cli.verify import OPEN_FOLDER, failure, leave_open
from proofs.dependency import resting_on
from proofs.errors import IllDefined, ToolMissing
from proofs.evidence.certificate import CERTIFICATES, Certified, certify
from proofs.evidence.identity import as_text
from proofs.examine import examine
from proofs.finding import shown
from proofs.latex import latex
from proofs.lemma import Lemma
from proofs.lemmas import CATALOGUE, named
from proofs.level import Level
from proofs.suite import Entry, run, steps
from proofs.text import text
from proofs.tools import NAMES, tools


def lemmas(
    name: Annotated[str | None, typer.Argument(help="One lemma; without it, all are listed.")] = None,
    drop: Annotated[list[str] | None, typer.Option(help="Leave a hypothesis out, such as 's >= 0'.")] = None,
    add: Annotated[list[str] | None, typer.Option(help="Put a hypothesis in.")] = None,
    rlimit: Annotated[int | None, typer.Option(min=1, help="z3's budget for a query, in its own steps.")] = None,
    without: Annotated[
        list[str] | None, typer.Option(help=f"Leave a tool out, to see what rests on it: {', '.join(NAMES)}.")
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


def hypotheses(lemma: Lemma) -> list[tuple[str, str]]:
    """Returns each hypothesis with what becomes of the lemma without it, as z3 and exact arithmetic tell."""
    found = []
    for hypothesis in map(text, lemma.given):
        try:
            finding = examine(lemma.without(hypothesis), CATALOGUE, tools(["cvc5", "certificates"]))
        except IllDefined:
            found.append((hypothesis, "needed: else a term need not have a value"))
            continue
        if finding.own is Level.REFUTED and finding.counterexample is not None:
            found.append((hypothesis, f"needed: else false at {shown(finding.counterexample)}"))
        else:
            found.append((hypothesis, "redundant" if finding.own.holds else "not known to be needed"))
    return found


def _list(as_json: bool) -> None:
    if as_json:
        listed = [
            {"name": e.name, "label": e.label or None, "title": e.title, "goal": text(e.goal), "digest": e.digest}
            for e in CATALOGUE.values()
        ]
        show_json({"command": "lemmas", "lemmas": listed})
        return
    made = table(("statement", {"width": 15}), ("", {"ratio": 1}), ("goal", {"ratio": 1}), ("hash", {"width": 12}))
    for entry in CATALOGUE.values():
        made.add_row(
            Text(entry.called, style="bold" if entry.theorem else ""), entry.title, text(entry.goal), entry.digest
        )
    show(made)


def _print(entry: Entry) -> None:
    lemma, finding = entry.lemma, entry.finding
    rows = [
        Text.assemble((lemma.name, "bold"), f"   {lemma.title}"),
        _row("symbols", ", ".join(f"{symbol} ({sort})" for symbol, sort in lemma.sorts.items())),
        *(_row("" if i else "given", f"{h:<24} {why}") for i, (h, why) in enumerate(hypotheses(lemma))),
        _row("then", text(lemma.goal)),
        _row("LaTeX", latex(lemma.goal)),
        Text.assemble((f"{'level':<10}", "bold"), mark(entry.level), _limit(entry)),
        _row("scope", finding.scope or lemma.scope),
    ]
    rows += [
        _row("evidence" if i == 0 else "", f"{tool}: {what}") for i, (tool, what) in enumerate(finding.evidence.items())
    ]
    if finding.uses:
        rows.append(_row("uses", ", ".join(finding.uses)))
    if finding.counterexample is not None:
        rows.append(_row("fails", failure(entry)))
    elif finding.witness is not None:
        rows.append(_row("witness", f"{shown(finding.witness)} satisfies the hypotheses"))
    if finding.note:
        rows.append(_row("note", finding.note))
    rows += [_row("used by", _used_by(lemma) or "nothing"), _row("hash", lemma.digest), _row("source", lemma.source)]
    show(*rows)
    certified = certify(lemma, CATALOGUE) if finding.own is Level.CERTIFICATE else None
    if isinstance(certified, Certified):
        show("", Text("certificate", style="bold"), as_text(certified))


def _limit(entry: Entry) -> str:
    return f"   (own evidence {entry.finding.own.word}, limited by {entry.limited_by})" if entry.limited_by else ""


def _used_by(lemma: Lemma) -> str:
    return ", ".join(e.name for e in CATALOGUE.values() if lemma.name in [use.name for use in e.uses])


def _row(word: str, what: str) -> Text:
    return Text.assemble((f"{word:<10}", "bold"), what)
