"""Matrices: Matrix Market files for the tests of their readings, and what these tests share."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np

from graphs.cdag import Cdag

REAL = Path(__file__).parents[2] / "shared" / "inputs" / "onestopparallel" / "ErdosRenyi_8_19_A.mtx"
"""8 rows, 19 nonzeros below the diagonal, 8 on it; absent from a checkout."""

GENERAL, PATTERN = "coordinate real general", "coordinate pattern general"


def mtx(kind: str, *lines: str) -> str:
    return "\n".join((f"%%MatrixMarket matrix {kind}", "% a remark", *lines)) + "\n"


def written(matrix: np.ndarray, kind: str = "coordinate integer general") -> str:
    """The file of a matrix of whole numbers, all its entries stored."""
    rows, columns = matrix.shape
    if kind.startswith("array"):
        return mtx(kind, f"{rows} {columns}", *(str(value) for value in matrix.T.flat))
    entries = [f"{i + 1} {j + 1} {value}" for (i, j), value in np.ndenumerate(matrix)]
    return mtx(kind, f"{rows} {columns} {len(entries)}", *entries)


def run(*words: str) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-c", "from proofs.cli import main; main()", *words]
    return subprocess.run(line, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[1])


def unfolded(message: str) -> str:
    return " ".join(message.split())


def same(one: Cdag, other: Cdag) -> bool:
    return list(one.graph) == list(other.graph) and set(one.graph.edges) == set(other.graph.edges)


CAUSAL = written(np.tril(np.ones((3, 3), dtype=int)))
"""All of the lower triangle: a mask as well as a system."""
