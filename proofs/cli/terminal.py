"""Terminal: where results and progress go; 100 columns, sixteen colours, and plain ASCII where there is no Unicode."""

from __future__ import annotations

import io
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from shutil import get_terminal_size
from typing import TextIO

from rich import box
from rich.console import Console, RenderableType
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    TaskID,
    TaskProgressColumn,
    TextColumn,
    TimeElapsedColumn,
)
from rich.table import Table
from rich.text import Text

from graphs.errors import FormatError
from proofs.cli.lines import WIDTH, folded
from proofs.level import Level

SCHEMA = 1
STYLES = {
    Level.KERNEL: "bold blue",
    Level.CERTIFICATE: "blue",
    Level.SOLVERS: "cyan",
    Level.SOLVER: "cyan",
    Level.TINY: "yellow",
    Level.OPEN: "bright_black",
    Level.REFUTED: "bold red",
}
_PLAIN = str.maketrans(
    {"²": "^2", "³": "^3", "≤": "<=", "≥": ">=", "−": "-", "–": "-", "—": "-", "·": ".", "√": "sqrt", "→": "->"}
)


def unicode_wanted() -> bool:
    """Returns whether the terminal shows Unicode: the encoding has it and the locale is not the C locale."""
    named = os.environ.get("LC_ALL") or os.environ.get("LC_CTYPE") or os.environ.get("LANG") or ""
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower()
    return encoding.startswith("utf") and named not in ("C", "POSIX")


def plain(text: str) -> str:
    """Returns a text in ASCII, mathematical signs spelled out, other characters replaced by a question mark.

    >>> plain("M ≥ d²")
    'M >= d^2'
    """
    return text.translate(_PLAIN).encode("ascii", "replace").decode()


def mark(level: Level) -> Text:
    """Returns the mark and the word of a level, in its colour."""
    return Text(f"{level.mark if unicode_wanted() else level.ascii_mark} {level.word}", style=STYLES[level])


def table(*columns: tuple[str, Mapping[str, object]]) -> Table:
    """Returns an empty table of the house's look; each column is a heading and rich's options for it."""
    look = box.SIMPLE_HEAD if unicode_wanted() else box.ASCII
    made = Table(box=look, width=WIDTH, pad_edge=False, show_edge=False, header_style="bold", padding=(0, 1, 0, 0))
    overflow = "ellipsis" if unicode_wanted() else "crop"
    for heading, options in columns:
        made.add_column(heading, **{"no_wrap": True, "overflow": overflow, **options})  # type: ignore[arg-type]
    return made


def escapes_wanted(stream: TextIO) -> bool:
    """Returns whether a stream is a terminal that knows escape codes, and whose user has not set NO_COLOR."""
    dumb = os.environ.get("TERM", "").lower() in ("dumb", "unknown")
    return stream.isatty() and not dumb and not os.environ.get("NO_COLOR")


def show(*parts: RenderableType) -> None:
    """Prints results on stdout, one after another; without colour unless escape codes are wanted."""
    colour = escapes_wanted(sys.stdout)
    drawn = io.StringIO()
    console = Console(
        file=drawn,
        width=WIDTH,
        force_terminal=colour,
        color_system="standard" if colour else None,
        highlight=False,
        legacy_windows=False,
        soft_wrap=False,
    )
    for part in parts:
        console.print(part, markup=False)
    text = "".join(line.rstrip() + "\n" for line in drawn.getvalue().splitlines())
    if not unicode_wanted():
        text = plain(text) if colour else folded(plain(text)) + "\n"  # ASCII needs more columns than the layout had
    sys.stdout.write(text)


def show_json(body: Mapping[str, object]) -> None:
    """Prints a JSON document with its schema number and sorted keys; the same results give the same bytes."""
    sys.stdout.write(json.dumps({"schema": SCHEMA, **body}, sort_keys=True, indent=1) + "\n")


@contextmanager
def progress(total: int | None, title: str) -> Iterator[Callable[[str], None]]:
    """Shows a bar on stderr, if that is a terminal, that moves on by one each time it is told what comes next."""
    with _bar(total, title, MofNCompleteColumn()) as (bar, task):
        yield lambda what: bar.update(task, description=f"{title}: {what}", advance=1)


@contextmanager
def progress_to(total: int, title: str) -> Iterator[Callable[[int], None]]:
    """Shows a bar on stderr, if that is a terminal, that moves to where it is told."""
    with _bar(total, title, TaskProgressColumn()) as (bar, task):
        yield lambda done: bar.update(task, completed=done)


def bar_on_stderr(*columns: ProgressColumn) -> Progress:
    """Returns a bar that is shown while it is entered, if stderr is a terminal that can move its cursor."""
    hidden = not escapes_wanted(sys.stderr)
    width = min(WIDTH, get_terminal_size().columns)
    return Progress(*columns, console=Console(stderr=True, width=width), transient=True, disable=hidden)


@contextmanager
def _bar(total: int | None, title: str, amount: ProgressColumn) -> Iterator[tuple[Progress, TaskID]]:
    columns: list[ProgressColumn] = [SpinnerColumn(), TextColumn("{task.description}")]
    if total is not None:
        columns += [BarColumn(20), amount]
    with bar_on_stderr(*columns, TimeElapsedColumn()) as bar:
        yield bar, bar.add_task(title, total=total)


def write(path: Path, text: str) -> None:
    """Writes a file whole or not at all; raises FormatError if it cannot."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
            stream.write(text)
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except OSError as error:
        raise FormatError(str(path), f"cannot be written: {error.strerror}", cure="name another file") from None
