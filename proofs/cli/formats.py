"""formats: which graph files can be read, and which families of graphs can be generated."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer
from rich.text import Text

from graphs.cdag import Cdag
from graphs.families import FAMILIES, usage
from graphs.formats import FORMATS
from proofs.cli.terminal import show, show_json, table


def formats(as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False) -> None:
    """List the file formats and the families that `pebble` takes."""
    if as_json:
        listed = [
            {"name": f.name, "suffixes": list(f.suffixes), "title": f.title, "number": f.number or None}
            for f in FORMATS
        ]
        show_json({"command": "formats", "formats": listed, "families": [usage(name) for name in FAMILIES]})
        return
    files = table(("--format", {"width": 14}), ("suffixes", {"width": 16}), ("", {"ratio": 1}))
    for entry in FORMATS:
        files.add_row(Text(entry.usage), " ".join(entry.suffixes), entry.title)
    families = table(("--family", {"width": 56}), ("", {"ratio": 1}))
    for name, build in FAMILIES.items():
        families.add_row(usage(name), _summary(build))
    show(files, "", families)


def _summary(build: Callable[..., Cdag]) -> str:
    """The first sentence of a family's description, without its verb."""
    return (build.__doc__ or "").strip().splitlines()[0].removeprefix("Returns ").rstrip(".")
