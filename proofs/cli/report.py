"""report: the whole verification as one HTML page, to read, to keep open, and to send to a reviewer."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Annotated

import typer

from proofs.cli.terminal import progress, show, show_json, write
from proofs.lemmas import CATALOGUE
from proofs.report.page import MEANING, page
from proofs.report.plots import SIZES, available, plots
from proofs.suite import all_steps, run_all
from proofs.workers import cores

NAME = "report.html"


def report(
    out: Annotated[Path, typer.Option(help="The folder for the page.")] = Path(),
    workers: Annotated[int | None, typer.Option(min=1, help="Processes at once; default: one a core.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Check every statement anew and write what was found as one HTML page, which needs no network.

    The same findings give the same bytes. Exit status: as that of `verify`; the page is written in any case.
    """
    drawn = SIZES if available() else ()
    with progress(all_steps(CATALOGUE) + len(drawn) + 1, "checking") as advance:
        found = run_all(CATALOGUE, None, advance, workers or cores())
        figures = plots(found, drawn, advance)
        advance("writing the page")
        text = page(found, CATALOGUE, figures)
    path = out / NAME
    write(path, text)
    size = len(text.encode())
    if as_json:
        show_json(
            {
                "command": "report",
                "file": str(path),
                "bytes": size,
                "sha256": hashlib.sha256(text.encode()).hexdigest(),
                "statements": len(found.entries) + len(found.counting),
                "plots": len(figures),
                "status": found.status,
            }
        )
    else:
        show(f"{path}   {size / 10**6:.1f} MB, {len(found.entries) + len(found.counting)} statements")
        if not figures:
            show("without plots: install matplotlib, or pebbleproof with the extra `plot`")
        show(f"exit status {found.status}: {MEANING[found.status]}")
    raise typer.Exit(found.status)
