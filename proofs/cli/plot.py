"""plot: I/O against M for a paper, as PDF, SVG and PNG, with the data beside it as CSV."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from graphs.families.builder import check_sizes
from proofs.cli.terminal import progress, show, show_json, write
from symbolic.curves import curves
from symbolic.plot import figure, save


def plot(
    n: Annotated[int, typer.Option("--n", help="Sequence length.")],
    d: Annotated[int, typer.Option("--d", help="Head dimension.")],
    out: Annotated[Path, typer.Option(help="The folder for the files.")] = Path(),
    measure: Annotated[int, typer.Option(min=0, help="How many points of each program are executed too.")] = 5,
    itemsize: Annotated[int, typer.Option(min=1, help="Bytes in a word, for the second axis.")] = 2,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the random inputs.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Draw the exact I/O of the backward programs against M, with the theorem's terms and the lower bounds.

    Lines are exact costs with best tiles, dots are executed runs. The same sizes give the same bytes.
    """
    check_sizes(n=n, d=d)
    with progress(None, "drawing") as advance:
        found = curves(n, d, measure, seed, advance)
        drawn = figure(found, itemsize)
    stem = f"io_n{n}_d{d}"
    write(out / f"{stem}.csv", found.as_csv())
    paths = [*save(drawn, out, stem), out / f"{stem}.csv"]
    if as_json:
        show_json({"command": "plot", "n": n, "d": d, "files": [str(path) for path in paths]})
    else:
        show(*(str(path) for path in paths))
