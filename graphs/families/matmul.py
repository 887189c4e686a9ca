"""Matrix products: one, and the two in a row (A1 X) A2^T that make the attention scores."""

from __future__ import annotations

from graphs.cdag import Cdag
from graphs.families.builder import Builder, Trees, check_sizes, transposed


def matmul(rows: int, inner: int, columns: int, trees: Trees | str = Trees.CHAIN, loaded_c: bool = False) -> Cdag:
    """Returns C = A B, or C += A B with the entries of C as inputs ("C0") if `loaded_c`.

    A is rows x inner, B is inner x columns. `trees` says how each entry is summed: a chain or a balanced tree of
    2-input additions of separate products, or a chain of fused multiply-adds ("fma", 3 inputs; without loaded C the
    first has 2).

    >>> len(matmul(2, 2, 2)), len(matmul(2, 2, 2, "fma")), len(matmul(2, 2, 2, "fma", loaded_c=True))
    (20, 16, 20)
    """
    check_sizes(rows=rows, inner=inner, columns=columns)
    build = Builder(trees)
    a, b = build.sources("A", rows, inner), build.sources("B", inner, columns)
    start = build.sources("C0", rows, columns) if loaded_c else None
    build.matmul("C", (rows, inner, columns), a, b, start)
    return build.cdag(f"matmul_{rows}x{inner}x{columns}_{build.trees}{'_loaded_c' if loaded_c else ''}")


def scores(n: int, d: int, trees: Trees | str = Trees.CHAIN) -> Cdag:
    """Returns S = (A1 X) A2^T, the core of the theorem: A1 and A2 are n x d, X is d x d, S is n x n.

    >>> len(scores(2, 1)), len(scores(2, 1).sinks)
    (11, 4)
    """
    check_sizes(n=n, d=d)
    build = Builder(trees)
    a1, x, a2 = build.sources("A1", n, d), build.sources("X", d, d), build.sources("A2", n, d)
    q = build.matmul("Q", (n, d, d), a1, x)
    build.matmul("S", (n, d, n), q, transposed(a2))
    return build.cdag(f"scores_n{n}_d{d}_{build.trees}")
