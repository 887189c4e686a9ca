"""Sizes: the options by which the commands about programs are told n, d and the sizes of a matrix product."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Annotated

import numpy as np
import typer

from graphs.errors import OutOfDomain
from graphs.families.builder import check_sizes
from graphs.programs import PROGRAMS
from graphs.programs.program import Program
from graphs.programs.sparse_scores import banded, causal, sparse_scores

N = Annotated[int | None, typer.Option("--n", help="Sequence length.")]
D = Annotated[int | None, typer.Option("--d", help="Head dimension.")]
Rows = Annotated[int | None, typer.Option(help="Rows of the left matrix of a product.")]
Inner = Annotated[int | None, typer.Option(help="Inner dimension of a product.")]
Columns = Annotated[int | None, typer.Option(help="Columns of the right matrix of a product.")]


def program(name: str) -> Program:
    """Returns the program of a name; raises OutOfDomain with the names that are near."""
    if name not in PROGRAMS:
        near = get_close_matches(name, PROGRAMS, n=3, cutoff=0.4) or list(PROGRAMS)
        raise OutOfDomain(f"no program is called {name!r}; did you mean {', '.join(near)}?")
    return PROGRAMS[name]


def masked(n: int | None, d: int | None, mask: str) -> Program:
    """Returns the sparse scores program for dense Q and K under a mask: full, causal, or banded:W with |i - j| < W.

    Raises OutOfDomain for another mask.

    >>> masked(2, 1, "causal").best_tiles(20, n=2, d=1)
    {'B1': 2}
    """
    if n is None or d is None:
        raise OutOfDomain("sparse_scores takes --n --d and --mask")
    check_sizes(n=n, d=d)
    kind, _, width = mask.partition(":")
    if kind == "banded" and width.isdecimal():
        kept = banded(n, int(width))
    elif mask in ("full", "causal"):
        kept = causal(n) if mask == "causal" else np.ones((n, n), dtype=bool)
    else:
        raise OutOfDomain(
            f"a mask is full, causal, banded:W with a whole number W >= 1, or a file FILE.mtx; got {mask!r}"
        )
    dense = np.ones((n, d), dtype=bool)
    return sparse_scores(dense, dense, kept)


def chosen(wanted: Program, **given: int | None) -> dict[str, int]:
    """Returns the sizes that a program takes; raises OutOfDomain for one that is missing or not its own."""
    sizes = {name: size for name, size in given.items() if size is not None}
    if set(sizes) != set(wanted.sizes):
        options = " ".join(f"--{name}" for name in wanted.sizes)
        raise OutOfDomain(f"{wanted.name} takes {options}; got {', '.join(sizes) or 'none of them'}")
    return sizes


def listed(values: dict[str, int]) -> str:
    """Writes sizes or tiles: `n = 3, d = 2`."""
    return ", ".join(f"{name} = {value}" for name, value in values.items()) or "none"
