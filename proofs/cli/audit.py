"""audit: the citations of papers, each with its verdict: ok, STALE, UNKNOWN or OVERCLAIM."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from graphs.errors import HOLDS, REFUTED
from proofs.cite.check import manifest_of
from proofs.cite.manifest import Manifest, read
from proofs.cite.papers import citations
from proofs.cite.verdict import Judged, Verdict, judged
from proofs.cli.lines import folded
from proofs.cli.terminal import escapes_wanted, progress, show_json
from proofs.evidence.counting import COUNTING
from proofs.lemmas import CATALOGUE


def audit(
    papers: Annotated[list[Path], typer.Argument(metavar="PAPER", help="Files .tex, .ckl, .md or .typ.")],
    manifest: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Believe a manifest.json instead of checking what is cited anew."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    r"""Say of each citation in papers whether it still holds.

    A LaTeX paper is read through its \input and \include. Exit status: 0 all hold; 1 some do not; 4 input refused.
    """
    found = [citation for paper in papers for citation in citations(paper)]
    known: Iterable[str] = ()
    if manifest is not None:
        current = read(manifest)
    else:
        known = [*COUNTING, *CATALOGUE]
        with progress(None, "checking") as advance:
            current = manifest_of([c.name for c in found if not c.unreadable], CATALOGUE, advance)
    results = judged(found, current, known)
    status = HOLDS if all(one.verdict is Verdict.OK for one in results) else REFUTED
    if as_json:
        show_json({"command": "audit", **_document(results, current), "status": status})
    else:
        _print(results)
    raise typer.Exit(status)


def _document(results: Iterable[Judged], current: Manifest) -> dict[str, object]:
    return {
        "checked_by": current.version,
        "citations": [
            {
                "file": one.citation.file,
                "line": one.citation.line,
                "name": one.citation.name,
                "hash": one.citation.hash,
                "level": one.citation.level,
                "verdict": one.verdict,
                "note": one.note,
                "current": None
                if one.statement is None
                else {
                    "name": one.statement.name,
                    "hash": one.statement.hash,
                    "level": one.statement.level.word,
                    "limited_by": one.statement.limited_by,
                },
            }
            for one in results
        ],
    }


def _print(results: list[Judged]) -> None:
    """A paragraph for each citation; its first line has the file and the line, so that an editor finds the place."""
    colour = escapes_wanted(sys.stdout)
    for one in results:
        cited = one.citation
        said = f" [{one.statement.level.word}]" if one.statement and one.verdict is Verdict.OK else ""
        note = f": {one.note}" if one.note else ""
        line = f"{one.verdict:<10} {cited.file}:{cited.line}: {cited.name or '?'}{said}{note}"
        verdict = typer.style(f"{one.verdict:<10}", fg="green" if one.verdict is Verdict.OK else "red", bold=True)
        typer.echo(folded(line, indent=11).replace(f"{one.verdict:<10}", verdict, 1), color=colour)
    counts = Counter(one.verdict for one in results)
    summary = ", ".join(f"{counts[verdict]} {verdict}" for verdict in Verdict if counts[verdict])
    typer.echo(f"{len(results)} citation{'' if len(results) == 1 else 's'}" + (f": {summary}" if summary else ""))
