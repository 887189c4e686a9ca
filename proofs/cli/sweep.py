"""sweep: grids of graphs, programs and random DAGs, computed by many processes into a store, and shown."""

from __future__ import annotations

import shlex
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, SpinnerColumn, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from graphs.errors import HOLDS, UNDECIDED, OutOfDomain
from proofs.cli.terminal import bar_on_stderr, show, show_json, table
from proofs.sweep.cluster import Cluster
from proofs.sweep.local import LocalWorkers
from proofs.sweep.point import Point
from proofs.sweep.result import Outcome
from proofs.sweep.rows import as_csv, row
from proofs.sweep.run import Tally, missing, run
from proofs.sweep.specification import Specification, read_specification
from proofs.sweep.stopped import SweepStopped
from proofs.sweep.store import Record, Store
from proofs.workers import cores


class Format(StrEnum):
    """The forms in which --show prints."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"


def sweep(
    spec: Annotated[
        str | None, typer.Argument(metavar="SPEC", help="The grids, in TOML; - for standard input.")
    ] = None,
    store: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where results are kept; SPEC with .sqlite if left out.")
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Local processes; one per core if left out.")] = None,
    scheduler: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A running Dask scheduler, such as tcp://host:8786.")
    ] = None,
    retry_failed: Annotated[
        bool, typer.Option("--retry-failed", help="Compute again what is recorded as failed.")
    ] = False,
    shown: Annotated[
        Path | None, typer.Option("--show", metavar="STORE", help="Show a store; with SPEC only its points.")
    ] = None,
    form: Annotated[Format | None, typer.Option("--format", help="How --show prints.")] = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="With --show, draw I/O against M: .pdf, .svg or .png.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Compute grids of points with many processes, resuming where an earlier sweep ended, or show what was found.

    Results are kept in a store under the hash of their point: what is there is not computed again.

    Exit status: 0 every point has its result; 3 some failed, or the workers are gone; 4 bad input; 130 interrupted.
    """
    if shown is not None:
        extra = {
            "--store": store,
            "--workers": workers,
            "--scheduler": scheduler,
            "--retry-failed": retry_failed or None,
        }
        given = [name for name, value in extra.items() if value is not None]
        if given:
            raise OutOfDomain(f"--show computes nothing; leave out {', '.join(given)}")
        if as_json and form not in (None, Format.JSON):
            raise OutOfDomain(f"--json and --format {form} contradict each other; give one")
        _show(shown, spec, Format.JSON if as_json else form or Format.TABLE, plot)
        return
    if form is not None or plot is not None:
        raise OutOfDomain("--format and --plot go with --show STORE")
    if spec is None:
        raise OutOfDomain("give a SPEC, such as docs/sweeps/small.toml, or --show STORE")
    if scheduler is not None and workers is not None:
        raise OutOfDomain("give --workers for local processes or --scheduler for a cluster, not both")
    if store is None and spec == "-":
        raise OutOfDomain("name a --store; there is no file name to take it from")
    wanted = read_specification(spec)
    _sweep(spec, wanted, store or Path(spec).with_suffix(".sqlite"), workers, scheduler, retry_failed, as_json)


def _sweep(
    spec: str,
    wanted: Specification,
    path: Path,
    workers: int | None,
    scheduler: str | None,
    retry_failed: bool,
    as_json: bool,
) -> None:
    with Store(path, writable=True) as store:
        if retry_failed:
            store.forget_failed(wanted.points)
        tally = _filled(spec, wanted.points, store, workers, scheduler)
        records = store.records(wanted.points)
    outcomes = Counter(record.result.outcome for record in records)
    if as_json:
        counts = {str(outcome): outcomes[outcome] for outcome in Outcome}
        found = [record.document() for record in records]
        show_json({"command": "sweep", "title": wanted.title, "outcomes": counts, "points": found})
    else:
        _report(wanted, path, tally, outcomes, records)
    raise typer.Exit(UNDECIDED if outcomes[Outcome.FAILED] else HOLDS)


def _filled(spec: str, points: Sequence[Point], store: Store, workers: int | None, scheduler: str | None) -> Tally:
    """Computes what is missing; nothing is started if nothing is."""
    lacking = len(missing(points, store))
    if not lacking:
        return Tally(len(points), Counter(), 0)
    team = Cluster(scheduler) if scheduler else LocalWorkers(min(lacking, workers or cores()))
    try:
        with _bar(len(points), len(points) - lacking) as advance:
            return run(points, store, team, advance)
    except (KeyboardInterrupt, SweepStopped):
        left = len(missing(points, store))
        words = ["--store", store.where, *(["--scheduler", scheduler] if scheduler else [])]
        there = f"{len(points) - left:,} of {len(points):,} points are in {store.where}"
        print(f"pebbleproof: stopped; {there}; resume with", file=sys.stderr)
        print(f"    {shlex.join(['pebbleproof', 'sweep', spec, *words])}", file=sys.stderr)
        raise
    finally:
        team.close()


@contextmanager
def _bar(total: int, before: int) -> Iterator[Callable[[], None]]:
    """A bar on stderr with the time left, if that is a terminal; what was there before does not make it hopeful."""
    left = (TimeRemainingColumn(), TextColumn("left"))
    look = (SpinnerColumn(), TextColumn("sweep"), BarColumn(24), MofNCompleteColumn(), *left)
    with bar_on_stderr(*look) as bar:
        task = bar.add_task("sweep", total=total, completed=before)
        yield lambda: bar.advance(task)


def _report(wanted: Specification, path: Path, tally: Tally, outcomes: Counter[Outcome], records: list[Record]) -> None:
    computed = sum(tally.computed.values())
    parts = [f"{tally.before:,} were there", f"{computed:,} computed"]
    if tally.elsewhere:
        parts.append(f"{tally.elsewhere:,} by another sweep")
    work = ", ".join(parts) if computed or tally.elsewhere else "nothing to do: all of them were there"
    rows = [_line("sweep", wanted.title)] if wanted.title else []
    rows += [
        _line("points", f"{len(wanted.points):,}: {work}"),
        _line("outcomes", ", ".join(f"{count:,} {outcome}" for outcome in Outcome if (count := outcomes[outcome]))),
        _line("store", f"{path}; `pebbleproof sweep --show` prints it"),
    ]
    failed = [record for record in records if record.result.outcome is Outcome.FAILED]
    rows += [_line("failed", f"{r.point.subject}, M = {r.point.M}: {r.result.reason}") for r in failed[:5]]
    if failed:
        rows.append(_line("", f"{len(failed):,} failed; --retry-failed computes them again"))
    show(*rows)


def _line(word: str, what: str) -> Text:
    return Text.assemble((f"{word:<10}", "bold"), what)


def _show(path: Path, spec: str | None, form: Format, plot: Path | None) -> None:
    points = read_specification(spec).points if spec is not None else None
    with Store(path) as store:
        records = store.records(points)
    if plot is not None:
        from proofs.sweep.picture import draw  # noqa: PLC0415 - with symbolic, which nothing else here needs

        draw(records, plot)
    if form is Format.JSON:
        show_json({"command": "sweep", "points": [record.document() for record in records]})
    elif form is Format.CSV:
        sys.stdout.write(as_csv(records))
    else:
        show(*_tables(records), *([_line("plot", str(plot))] if plot else []))


def _tables(records: Sequence[Record]) -> list[Table | Text]:
    """A table of the graphs and one of the programs; whichever has rows."""
    graphs = [(row(record), _least(record)) for record in records if record.point.kind != "program"]
    programs = [(row(record), _least(record)) for record in records if record.point.kind == "program"]
    made: list[Table | Text] = []
    long, right = {"no_wrap": False, "overflow": "fold", "ratio": 1}, {"justify": "right"}
    if graphs:
        numbers = ("trivial", "furthest", "states")
        drawn = table(
            ("graph", long), ("variant", {}), ("M", right), ("least I/O", right), *((n, right) for n in numbers)
        )
        for cells, least in graphs:
            drawn.add_row(*(str(cells[name]) for name in ("subject", "variant", "M")), least, *_cells(cells, numbers))
        made.append(drawn)
    if programs:
        drawn = table(("program", {}), ("M", right), ("I/O", right), ("peak", right), ("tiles", long))
        for cells, least in programs:
            drawn.add_row(str(cells["subject"]), str(cells["M"]), least, *_cells(cells, ("peak", "tiles")))
        made.append(drawn)
    return made or [Text("no points")]


def _least(record: Record) -> str:
    """The one number if it is known, else the two bounds, else the outcome."""
    result = record.result
    if result.upper is None:
        return str(result.outcome)
    return str(result.upper) if result.outcome is Outcome.EXACT else f"{result.lower} to {result.upper}"


def _cells(cells: Mapping[str, object], names: Sequence[str]) -> list[str]:
    return ["" if cells.get(name) is None else str(cells[name]) for name in names]
