"""derive: how a bound comes about, from the definitions on, each step with the statement that licenses it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from graphs.errors import HOLDS, REFUTED, UNDECIDED, USAGE, FormatError, PebbleproofError
from proofs.cli import values
from proofs.cli.terminal import plain, progress, show, unicode_wanted, write
from proofs.derive import article, md, tex
from proofs.derive.derivation import Derivation, derivation
from proofs.derive.document import document, files
from proofs.derive.plain import as_json, derivation_document
from proofs.errors import ToolMissing
from proofs.level import Level
from proofs.workers import cores


class Form(StrEnum):
    """How a derivation is written."""

    MD = "md"
    TEX = "tex"
    PDF = "pdf"
    JSON = "json"


class _NothingAsked(PebbleproofError):
    """Neither a name nor a folder is given, or both are, or a PDF would go to the terminal."""

    exit_status = USAGE


def derive(
    name: Annotated[
        str | None,
        typer.Argument(help="Name or label of a statement, or a program.", autocompletion=values.derivable),
    ] = None,
    form: Annotated[Form, typer.Option("--format", help="Markdown, LaTeX, PDF (by pdflatex), or JSON.")] = Form.MD,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write to this file; a PDF needs one.")] = None,
    folder: Annotated[
        Path | None,
        typer.Option("--all", metavar="OUTDIR", help="Write the whole document: tex, md and json."),
    ] = None,
) -> None:
    """Derive a statement, or the cost of a program, step by step, everything that it rests on checked anew.

    With --all: derivations.tex, derivations.md and derivations.json; with --format pdf also derivations.pdf.

    Exit status: 0 it holds; 1 refuted; 3 open.
    """
    if (name is None) == (folder is None):
        raise _NothingAsked(
            "derive wants a statement or a program, or --all and a folder; `pebbleproof lemmas` lists them"
        )
    if form is Form.PDF and name is not None and out is None:
        raise _NothingAsked("a PDF is written to a file: add --out FILE.pdf")
    if folder is not None:
        raise typer.Exit(_write_all(folder, form is Form.PDF))
    if form is Form.PDF:
        _engine()
    with progress(None, "checking") as advance:
        made = derivation(name or "", advance, cores())
    if out is None:
        text = _written(made, form)
        sys.stdout.write(text if unicode_wanted() or form is not Form.MD else plain(text))
    elif form is Form.PDF:
        _place(out, pdf(_written(made, Form.TEX)))
    else:
        write(out, _written(made, form))
    level = made.level
    raise typer.Exit(HOLDS if level is None or level.holds else REFUTED if level is Level.REFUTED else UNDECIDED)


def pdf(text: str) -> bytes:
    """Returns a LaTeX document as PDF; raises ToolMissing without pdflatex, FormatError if it does not compile."""
    engine = _engine()
    with tempfile.TemporaryDirectory(prefix="pebbleproof-") as folder:
        (Path(folder) / "derivation.tex").write_text(text, encoding="utf-8")
        command = [engine, "-halt-on-error", "-interaction=nonstopmode", "derivation.tex"]
        environment = {**os.environ, "SOURCE_DATE_EPOCH": "0", "FORCE_SOURCE_DATE": "1"}
        for _ in range(3):  # the table of contents must be there, and then the numbers of its pages
            done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
            if done.returncode:
                said = next(
                    (line for line in done.stdout.decode("utf-8", "replace").splitlines() if line[:1] == "!"), ""
                )
                cure = "install texlive-latex-extra, or take --format tex and see"
                raise FormatError("derivation.tex", f"pdflatex does not compile it: {said}", cure=cure)
        return (Path(folder) / "derivation.pdf").read_bytes()


def _engine() -> str:
    found = shutil.which("pdflatex")
    if found is None:
        raise ToolMissing(
            "pdflatex is not installed, and makes the PDF: install TeX Live (Debian: apt-get install "
            "texlive-latex-extra), or take --format tex, which needs nothing"
        )
    return found


def _written(made: Derivation, form: Form) -> str:
    if form is Form.JSON:
        return as_json(derivation_document(made))
    title, blocks = article.title(made), list(article.blocks(made))
    return tex.article(title, [], blocks) if form is Form.TEX else md.page(title, blocks)


def _write_all(folder: Path, as_pdf: bool) -> int:
    if as_pdf:
        _engine()
    with progress(None, "checking") as advance:
        whole = document(advance, cores())
    made = files(whole)
    for name, text in made.items():
        write(folder / name, text)
    if as_pdf:
        _place(folder / "derivations.pdf", pdf(made["derivations.tex"]))
    show(f"{len(whole.steps)} statements, {len(whole.theorems)} theorems; written to {folder}: {', '.join(made)}")
    return whole.report.status


def _place(path: Path, content: bytes) -> None:
    """Writes a file whole or not at all."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except OSError as error:
        raise FormatError(str(path), f"cannot be written: {error.strerror}", cure="name another file") from None
