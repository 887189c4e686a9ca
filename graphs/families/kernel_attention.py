"""Attention as kernels compute it: from Q, K and V, with rows normalised before the product with V."""

from __future__ import annotations

from graphs.cdag import Cdag, Node
from graphs.families.builder import Builder, Trees, check_sizes, transposed


def kernel_attention_forward(n: int, d: int, trees: Trees | str = Trees.BALANCED) -> Cdag:
    """Returns O = P V with P_ij = exp(S_ij) / l_i, S = Q K^T, l the row sums; Q, K, V are n x d inputs.

    >>> g = kernel_attention_forward(2, 1)
    >>> len(g), len(g.sources), len(g.sinks)
    (26, 6, 2)
    """
    check_sizes(n=n, d=d)
    build = Builder(trees)
    q, k, v = (build.sources(name, n, d) for name in "QKV")
    s = build.matmul("S", (n, d, n), q, transposed(k))
    exp = build.elementwise("exp", n, n, s)
    row_sums = [build.total("l", (i,), [exp(i, j) for j in range(n)]) for i in range(n)]
    p = build.elementwise("P", n, n, exp, lambda i, _: row_sums[i])
    build.matmul("O", (n, n, d), p, v)
    return build.cdag(f"kernel_attention_forward_n{n}_d{d}_{build.trees}")


def kernel_attention_backward(n: int, d: int, trees: Trees | str = Trees.BALANCED) -> Cdag:
    """Returns dQ, dK, dV from Q, K, V, O, dO (n x d) and the stored row statistics l (Dao et al. 2022, Algorithm 4).

    P_ij is one node on S_ij and l_i; dS_ij is one node on P_ij, dP_ij and delta_i, so fan-in is 3.

    >>> g = kernel_attention_backward(2, 1)
    >>> len(g.sources), len(g.sinks), g.max_indegree
    (12, 6, 3)
    """
    check_sizes(n=n, d=d)
    build = Builder(trees)
    q, k, v, o, do = (build.sources(name, n, d) for name in ("Q", "K", "V", "O", "dO"))
    row_statistic = build.sources("l", n, 1)
    w = build.elementwise("w", n, d, do, o)
    delta: list[Node] = [build.total("delta", (i,), [w(i, c) for c in range(d)]) for i in range(n)]
    s = build.matmul("S", (n, d, n), q, transposed(k))
    p = build.elementwise("P", n, n, s, lambda i, _: row_statistic(i, 0))
    dp = build.matmul("dP", (n, d, n), do, transposed(v))
    ds = build.elementwise("dS", n, n, p, dp, lambda i, _: delta[i])
    build.matmul("dV", (n, n, d), transposed(p), do)
    build.matmul("dQ", (n, n, d), ds, k)
    build.matmul("dK", (n, n, d), transposed(ds), q)
    return build.cdag(f"kernel_attention_backward_n{n}_d{d}_{build.trees}")
