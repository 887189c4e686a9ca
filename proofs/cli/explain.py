"""explain: why a statement holds, as an identity that can be checked with a pencil and pasted into a proof."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import Annotated

import typer

from graphs.errors import HOLDS, REFUTED, UNDECIDED
from proofs.cite.check import examined, meant
from proofs.cite.explanation import as_plain, as_tex, as_values, explanation
from proofs.cite.manifest import version
from proofs.cli import values
from proofs.cli.lines import folded
from proofs.cli.terminal import plain, progress, show_json, unicode_wanted
from proofs.lemmas import CATALOGUE, named
from proofs.level import Level

_STATUS = {Level.REFUTED: REFUTED, Level.OPEN: UNDECIDED}


class Form(StrEnum):
    """How an explanation is written."""

    TEXT = "text"
    LATEX = "latex"


def explain(
    name: Annotated[str, typer.Argument(help="Name or label of a statement.", autocompletion=values.statements)],
    form: Annotated[
        Form, typer.Option("--format", help="LaTeX is for a document with amsmath, amsthm, checkedlemmas.")
    ] = Form.TEXT,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Show why a statement holds: its certificate as an identity, or what else speaks for it, and what it rests on.

    Exit status: 0 it holds; 1 refuted; 3 open.
    """
    wanted = meant(name, CATALOGUE) or named(name).name
    with progress(None, "checking") as advance:
        report = examined([wanted], CATALOGUE, advance)
    explained = explanation(wanted, report, CATALOGUE)
    level = explained.statement.level
    if as_json:
        show_json({"command": "explain", **as_values(explained)})
        raise typer.Exit(_STATUS.get(level, HOLDS))
    if form is Form.LATEX:
        sys.stdout.write(as_tex(explained, version()) + "\n")
    else:
        text = as_plain(explained, version())
        sys.stdout.write(folded(text if unicode_wanted() else plain(text)) + "\n")
    raise typer.Exit(_STATUS.get(level, HOLDS))
