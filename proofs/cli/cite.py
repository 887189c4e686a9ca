"""cite: checked statements as citations for a paper, or all the files that a paper needs to cite them."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from graphs.errors import HOLDS, USAGE, PebbleproofError
from proofs.cite.bundle import bundle
from proofs.cite.check import manifest_of, meant
from proofs.cite.manifest import as_document
from proofs.cite.styles import STYLES
from proofs.cli import values
from proofs.cli.lines import folded
from proofs.cli.terminal import progress, show, show_json, write
from proofs.evidence.counting import COUNTING
from proofs.lemmas import CATALOGUE, named
from proofs.workers import cores


class Style(StrEnum):
    """How a citation is written: the styles of proofs.cite.styles, and JSON."""

    TEX = "tex"
    BIBTEX = "bibtex"
    MARKDOWN = "markdown"
    TYPST = "typst"
    CKL = "ckl"
    JSON = "json"


class _NothingAsked(PebbleproofError):
    """Neither a name nor a folder is given, or both are."""

    exit_status = USAGE


def cite(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME", help="Names or labels of statements.", autocompletion=values.statements),
    ] = None,
    style: Annotated[Style, typer.Option(help="How the citation is written.")] = Style.TEX,
    folder: Annotated[
        Path | None, typer.Option("--all", metavar="OUTDIR", help="Write what a paper needs to cite any statement.")
    ] = None,
) -> None:
    """Check statements and print citations that claim the level each has now.

    With --all: manifest.json, lemmas.tex, lemmas.bib, checkedlemmas.sty, checkedlemmas.typ and CITATION.cff.
    """
    if bool(names) == (folder is not None):
        raise _NothingAsked(
            "cite wants the names of statements, or --all and a folder; `pebbleproof lemmas` lists them"
        )
    if folder is not None:
        _write_all(folder)
        raise typer.Exit(HOLDS)
    wanted = [meant(name, CATALOGUE) or named(name).name for name in names or ()]
    with progress(None, "checking") as advance:
        manifest = manifest_of(wanted, CATALOGUE, advance)
    cited = [manifest.names[name] for name in wanted]
    if style is Style.JSON:
        show_json({"command": "cite", "statements": list(map(as_document, cited)), "checked_by": manifest.version})
    for name, statement in zip(wanted, cited, strict=True):
        if style is not Style.JSON:
            written = STYLES[style](statement, manifest)
            sys.stdout.write((folded(written) if style is Style.BIBTEX else written) + "\n")
        if not statement.level.holds:
            print(f"pebbleproof: {name} is {statement.level.word}, and can be cited only as that", file=sys.stderr)


def _write_all(folder: Path) -> None:
    with progress(None, "checking") as advance:
        manifest = manifest_of([*COUNTING, *CATALOGUE], CATALOGUE, advance, cores())
    made = bundle(manifest)
    for name, text in made.items():
        write(folder / name, text)
    show(f"{len(manifest.statements)} statements; written to {folder}: {', '.join(made)}")
