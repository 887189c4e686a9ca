"""run: one program executed on the two-level memory, its words counted and, if asked, its results checked."""

from __future__ import annotations

from typing import Annotated

import numpy as np
import typer
from rich.text import Text

from graphs.errors import HOLDS, REFUTED, OutOfDomain
from graphs.families.builder import check_sizes
from graphs.formats.mtx_mask import read_mask
from graphs.programs.machine import Run, execute
from graphs.programs.program import Program
from graphs.programs.sparse_scores import Mask, sparse_scores
from proofs.cli import values
from proofs.cli.sizes import Columns, D, Inner, N, Rows, chosen, listed, masked, program
from proofs.cli.terminal import progress_to, show, show_json
from symbolic.exact import Cost, exact_cost

TOLERANCE = 1e-9
"""How far results may be from the reference, as a share of its largest entry: both sum float64 in other orders."""


def run(
    name: Annotated[
        str,
        typer.Argument(
            metavar="PROGRAM", help="Its name; `pebbleproof programs` lists all.", autocompletion=values.runnable
        ),
    ],
    memory: Annotated[int, typer.Option("-M", "--memory", help="Cache size in words.")],
    n: N = None,
    d: D = None,
    rows: Rows = None,
    inner: Inner = None,
    columns: Columns = None,
    mask: Annotated[
        str,
        typer.Option(
            help="For sparse_scores: full, causal, banded:W, or a file FILE.mtx.", autocompletion=values.masks
        ),
    ] = "full",
    seed: Annotated[int, typer.Option(min=0, help="Seed of the random inputs.")] = 0,
    check: Annotated[bool, typer.Option("--check", help="Compare the results with plain numpy.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Run a program on random inputs with its best tiles, counting every word it loads and stores.

    The counts are compared with the program's polynomial. Exit status: 0 all agrees; 1 a count or a result differs; 4
    the program does not fit into M words.
    """
    if name == "sparse_scores" and mask.lower().endswith(".mtx"):
        kept = read_mask(mask)
        n = len(kept) if n is None else n
        wanted = _masked_by(kept, n, d)
    else:
        wanted = masked(n, d, mask) if name == "sparse_scores" else program(name)
    sizes = chosen(wanted, n=n, d=d, rows=rows, inner=inner, columns=columns)
    expected = exact_cost(wanted, memory, **sizes)
    inputs = wanted.random_inputs(seed, **sizes)
    with progress_to(expected.io, f"running {name}") as moved:
        seen = execute(wanted, memory, inputs, {**sizes, **expected.tiles}, progress=moved)
    error = _error(wanted, inputs, seen) if check else None
    agrees = (seen.loads, seen.stores, seen.peak) == (expected.loads, expected.stores, expected.peak)
    right = error is None or error <= TOLERANCE
    if as_json:
        counts = {"loads": seen.loads, "stores": seen.stores, "io": seen.io, "peak": seen.peak}
        body = {"command": "run", "program": name, "M": memory, "sizes": sizes, "tiles": expected.tiles, **counts}
        show_json({**body, "formula_agrees": agrees, "results_agree": None if error is None else right})
    else:
        _print(wanted, memory, sizes, expected, seen, agrees)
        if error is not None:
            verdict = "agree with plain numpy" if right else "DIFFER from plain numpy"
            show(_row("results", f"{verdict}: largest difference {error:.1e} of the largest entry"))
    raise typer.Exit(HOLDS if agrees and right else REFUTED)


def _masked_by(kept: Mask, n: int, d: int | None) -> Program:
    """Returns the sparse scores program for dense Q and K under the mask of a file."""
    if d is None:
        raise OutOfDomain("sparse_scores takes --d, the head dimension, with the mask of a file")
    check_sizes(n=n, d=d)
    dense = np.ones((n, d), dtype=bool)
    return sparse_scores(dense, dense, kept)


def _error(wanted: Program, inputs: dict[str, np.ndarray], seen: Run) -> float:
    """The largest difference from the reference, relative to the largest entry of each output."""
    reference = wanted.task.reference(inputs)
    return max(
        float(np.max(np.abs(seen.outputs[name] - right)) / max(np.max(np.abs(right)), np.finfo(float).tiny))
        for name, right in reference.items()
    )


def _print(wanted: Program, memory: int, sizes: dict[str, int], expected: Cost, seen: Run, agrees: bool) -> None:
    formula = "equal to its polynomial" if agrees else f"NOT its polynomial, {expected.loads:,} and {expected.stores:,}"
    show(
        _row("program", f"{wanted.name}: {wanted.title}, {wanted.task.name}"),
        _row("sizes", f"{listed(sizes)}, M = {memory}"),
        _row("tiles", listed(expected.tiles)),
        _row("moved", f"{seen.io:,} words: {seen.loads:,} loads, {seen.stores:,} stores, {formula}"),
        _row("peak", f"{seen.peak:,} of {memory:,} words"),
    )


def _row(word: str, what: str) -> Text:
    return Text.assemble((f"{word:<10}", "bold"), what)
