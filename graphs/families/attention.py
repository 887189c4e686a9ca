"""Attention from its inputs A1, A2, A3, X, Y: forward, and backward to the gradients in X and Y."""

from __future__ import annotations

from dataclasses import dataclass

from graphs.cdag import Cdag, Node
from graphs.errors import OutOfDomain
from graphs.families.builder import Builder, Matrix, Trees, check_sizes, transposed

GRADIENTS = ("X", "Y", "XY")


@dataclass(frozen=True)
class _Forward:
    """The nodes of the forward pass that the backward pass uses again."""

    a1: Matrix
    a2: Matrix
    a3: Matrix
    v: Matrix
    unnormalised: Matrix  # exp(S)
    inverse: Matrix  # r_i = 1 / sum_j exp(S_ij), asked as (i, anything)
    o: Matrix


def attention_forward(n: int, d: int, trees: Trees | str = Trees.CHAIN) -> Cdag:
    """Returns O = diag(l)^-1 exp(A1 X A2^T) A3 Y with l the row sums; A1, A2, A3 are n x d, X and Y are d x d.

    The order is (A1 X) A2^T, and rows are normalised after the product with V = A3 Y. Every sum is a chain or a
    balanced tree of 2-input additions, or made of fused multiply-adds.

    >>> g = attention_forward(2, 1)
    >>> len(g.sources), len(g.sinks), len(g)
    (8, 2, 32)
    """
    check_sizes(n=n, d=d)
    build = Builder(trees)
    _forward(build, n, d)
    return build.cdag(f"attention_forward_n{n}_d{d}_{build.trees}")


def attention_backward(n: int, d: int, gradients: str = "X", trees: Trees | str = Trees.CHAIN) -> Cdag:
    """Returns the gradients dX, dY, or both, of L = 1/2 ||O - E||^2 with O as in attention_forward and E n x d.

    With K = A2, V = A3 Y, G = O - E: dP = G V^T, delta_i = sum_k G_ik O_ik, dS_ij = P_ij (dP_ij - delta_i),
    dX = A1^T (dS K) and dY = A3^T (P^T G). Fan-in is 2, or 3 with fused multiply-adds (not if n = d = 1).
    Raises OutOfDomain unless `gradients` is X, Y or XY.

    >>> g = attention_backward(1, 1)
    >>> len(g.sources), len(g.sinks), len(g)
    (6, 1, 21)
    """
    check_sizes(n=n, d=d)
    if gradients not in GRADIENTS:
        raise OutOfDomain(f"gradients must be one of {', '.join(GRADIENTS)}; got {gradients!r}")
    build = Builder(trees)
    f = _forward(build, n, d)
    e = build.sources("E", n, d)
    p = build.elementwise("P", n, n, f.unnormalised, f.inverse)
    g = build.elementwise("G", n, d, f.o, e)
    if "X" in gradients:
        dp = build.matmul("dP", (n, d, n), g, transposed(f.v))
        w = build.elementwise("w", n, d, g, f.o)
        delta: list[Node] = [build.total("delta", (i,), [w(i, k) for k in range(d)]) for i in range(n)]
        t = build.elementwise("t", n, n, dp, lambda i, _: delta[i])
        ds = build.elementwise("dS", n, n, p, t)
        dq = build.matmul("dQ", (n, n, d), ds, f.a2)
        build.matmul("dX", (d, n, d), transposed(f.a1), dq)
    if "Y" in gradients:
        u = build.matmul("U", (n, n, d), transposed(p), g)
        build.matmul("dY", (d, n, d), transposed(f.a3), u)
    return build.cdag(f"attention_backward_{gradients}_n{n}_d{d}_{build.trees}")


def _forward(build: Builder, n: int, d: int) -> _Forward:
    a1, a2, a3 = (build.sources(name, n, d) for name in ("A1", "A2", "A3"))
    x, y = build.sources("X", d, d), build.sources("Y", d, d)
    q = build.matmul("Q", (n, d, d), a1, x)
    v = build.matmul("V", (n, d, d), a3, y)
    s = build.matmul("S", (n, d, n), q, transposed(a2))
    exp = build.elementwise("Pt", n, n, s)
    inverse: list[Node] = []
    for i in range(n):
        row_sum = build.total("l", (i,), [exp(i, j) for j in range(n)])
        inverse.append(build.node(("r", i), row_sum))
    r: Matrix = lambda i, _: inverse[i]  # noqa: E731 - a matrix of nodes is a function everywhere in this package
    unscaled = build.matmul("N", (n, n, d), exp, v)
    return _Forward(a1, a2, a3, v, exp, r, build.elementwise("O", n, d, unscaled, r))
