"""Mask: a Matrix Market file read as the entries of Q K^T that attention keeps."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from graphs.cdag import Cdag
from graphs.errors import FormatError
from graphs.families.builder import Builder
from graphs.formats.limits import check_nodes
from graphs.formats.matrix_market import read_matrix
from graphs.formats.names import stem
from graphs.formats.source import read_text, shown

MAX_ROWS = 10_000


def read(text: str, where: str, d: int = 1) -> Cdag:
    r"""Returns exp(Q K^T) where the matrix has a nonzero, and its row sums; Q and K are n x d inputs.

    The graph is that of `graphs.families.sparse.sparse_scores` with dense Q and K, less the entries that are not kept:
    the score S[i,j] is a chain of d products, Pt[i,j] its exponential, l[i] the chain that sums row i. Every word of Q
    and K is an input, used or not. Rows and columns count from 0, so the file's entry 1 1 is S[0,0]. The file's values
    do not matter, but a zero is not kept; a symmetric matrix is expanded.

    Raises FormatError for a matrix that is not square, as `read_matrix` does, and for too many nodes.

    >>> g = read("%%MatrixMarket matrix coordinate pattern general\n2 2 3\n1 1\n2 1\n2 2", "causal.mtx")
    >>> len(g), len(g.sources), len(g.sinks)
    (11, 4, 2)
    """
    matrix = read_matrix(text, where)
    matrix.check_square(where)
    n, places = matrix.rows, matrix.pattern
    kept_rows = len({i for i, _ in places})
    check_nodes(2 * n * d + len(places) * 2 * d + len(places) - kept_rows, where, line=matrix.sizes_line)
    build = Builder()
    q, k = build.sources("Q", n, d), build.sources("K", n, d)
    for i, row in groupby(places, key=itemgetter(0)):
        kept = []
        for _, j in row:
            score = build.product_sum("S", (i, j), [(c, q(i, c), k(j, c)) for c in range(d)])
            kept.append(build.node(("Pt", i, j), score))
        build.total("l", (i,), kept)
    return build.cdag(f"{stem(where)}_mask_d{d}")


def read_mask(path: str) -> NDArray[np.bool_]:
    """Returns the mask of a file as the n x n array that the program `sparse_scores` takes.

    Raises FormatError as `read` does, and for more than MAX_ROWS rows, because the array holds all n x n entries.
    """
    where = shown(path)
    matrix = read_matrix(read_text(path), where)
    matrix.check_square(where)
    if matrix.rows > MAX_ROWS:
        rule = f"a mask of {matrix.rows:,} rows is too large; a program takes at most {MAX_ROWS:,}"
        raise FormatError(where, rule, line=matrix.sizes_line, cure="give a smaller mask")
    mask = np.zeros((matrix.rows, matrix.rows), dtype=bool)
    for place in matrix.pattern:
        mask[place] = True
    return mask
