"""Four products on one cube: the products S, N, dP and dQ of the backward pass share their operands in a part."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from graphs.cdag import Node
from graphs.families.attention import attention_backward
from proofs.evidence.counting.batches import Batch, given, subsets
from proofs.evidence.counting.combinatorial import Combinatorial
from proofs.evidence.counting.counted import Counted, Ints, Tally
from proofs.evidence.counting.products import holdings, matrix_of, product_in
from proofs.evidence.counting.schedules import QUICK as QUICK_SIZES
from proofs.evidence.counting.schedules import THOROUGH as THOROUGH_SIZES
from proofs.evidence.counting.schedules import Sizes, described, played, segments_of, settings

NAME = "four-products"

_KINDS = {
    "q": ("A1", "Q"),
    "k": ("A2",),
    "v": ("A3", "V"),
    "g": ("E", "G"),
    "hS": ("S", "Pt"),
    "hN": ("N",),
    "hP": ("dP", "t", "dS"),
    "hQ": ("dQ",),
}
"""The nodes of the backward pass, in disjoint kinds: what D has of each is a count of the lemma."""


@dataclass(frozen=True)
class Hits:
    """What each D of a batch has of every kind of node."""

    q: Ints
    k: Ints
    v: Ints
    g: Ints
    hS: Ints  # noqa: N815 - the name of the count
    hN: Ints  # noqa: N815
    hP: Ints  # noqa: N815
    hQ: Ints  # noqa: N815


Bound = Callable[[Hits, int, int, int, int], Ints]
"""From the hits, the minimal nodes in the trees of S and dP, those in the trees of N and dQ, n, and d, to n²d⁴ times
the square of the largest number of products outside D."""


def cube(hits: Hits, flat: int, deep: int, n: int, d: int) -> Ints:
    """Returns n²d⁴ XYZ with X = flat + hS + hP + (qk + gv)/d², Y = k + v, Z = q + g + deep + hN + hQ + XY/n².

    `flat` and `deep` are mS + mP and mN + mQ.

    >>> cdag = attention_backward(1, 1)
    >>> hits = hits_of(given(cdag, [{("A1", 0, 0), ("A2", 0, 0)}]))  # q = k = 1, so X = Y = 1 and Z = 1 + 1
    >>> cube(hits, 0, 0, n=1, d=1).tolist()
    [2]
    """
    return _scaled(hits, d * d * (flat + hits.hS + hits.hP) + hits.q * hits.k + hits.g * hits.v, deep, n, d)


def identified(hits: Hits, flat: int, deep: int, n: int, d: int) -> Ints:
    """Returns the bound as if S and dP had the same trees, a wrong one: the pairs (X, Y) are no longer distinct.

    >>> cdag = attention_backward(1, 1)
    >>> identified(hits_of(given(cdag, [{("A2", 0, 0), ("dS", 0, 0)}])), 0, 1, n=1, d=1).tolist()  # X = 0
    [0]
    """
    return _scaled(hits, d * d * (flat + hits.hS) + hits.q * hits.k, deep, n, d)


def _scaled(hits: Hits, x: Ints, deep: int, n: int, d: int) -> Ints:
    y = hits.k + hits.v
    z = n * n * d * d * (hits.q + hits.g + deep + hits.hN + hits.hQ) + x * y  # x is d² X, so this is n²d² Z
    return x * y * z


@dataclass(frozen=True)
class Range:
    """Sizes (n, d) with the largest |D| up to which every D is tried (None: all), and sizes for which segments are."""

    exhaustive: tuple[tuple[int, int, int | None], ...]
    sizes: Sizes

    def batches(self) -> Iterator[tuple[int, int, Batch]]:
        """Yields n, d, and sets D of nodes of the backward pass to X; in D an entry of dX would dominate only dX."""
        for n, d, largest in self.exhaustive:
            cdag = attention_backward(n, d)
            final = frozenset(product_in(cdag, "dX").nodes)
            for batch in subsets(cdag, [v for v in cdag.order if v not in final], largest):
                yield n, d, batch
        for setting in settings(self.sizes):
            sets = [piece.available for T in setting.lengths for piece in segments_of(setting, T)]
            yield setting.n, setting.d, given(played(setting).cdag, sets)

    def scope(self) -> str:
        """Returns the range in words."""
        tried = "; ".join(
            f"(n, d) = ({n}, {d}), {'all D' if largest is None else f'|D| <= {largest}'}"
            for n, d, largest in self.exhaustive
        )
        return (
            f"every set D of nodes of the backward pass to X for {tried}; and every D that is red at the start of a "
            f"segment or loaded in it, in {described(self.sizes)}; each with all parts that D dominates"
        )


QUICK = Range(((1, 1, None), (2, 1, 4), (1, 2, 3), (2, 2, 2)), QUICK_SIZES)
THOROUGH = Range(
    ((1, 1, None), (2, 1, 5), (1, 2, 5), (2, 2, 3), (3, 1, 3)),
    THOROUGH_SIZES,
)


def four_products(within: Range = QUICK, bound: Bound = cube) -> Counted:
    """Returns whether no part has more products of S, N, dP and dQ outside D, its dominator, than sqrt(XYZ).

    X = mS + hS + mP + hP + (qk + gv)/d², Y = k + v and Z = q + g + mN + hN + mQ + hQ + XY/n², where q, k, v, g and h
    count what D has of the operands and trees, and m the minimal nodes of the part in the trees. Every D is tried with
    every mS + mP and mN + mQ and, of the parts that D dominates with so many minimal nodes, with one that has the most
    products.

    >>> four_products(Range(((1, 1, 2),), ())).holds
    True
    >>> print(four_products(Range(((1, 1, 2),), ()), identified).counterexample)
    n = 1, d = 1: D = {A2[0,0], dS[0,0]} dominates a part with 1 product outside D; mS + mP = 0, mN + mQ = 1
    """
    tally = Tally()
    for n, d, batch in within.batches():
        _compare(tally, n, d, batch, bound)
        if tally.counterexample:
            return tally.result(NAME, within.scope())
    return tally.result(NAME, within.scope(), _attained())


def hits_of(batch: Batch) -> Hits:
    """Returns what each D has of every kind of node.

    >>> cdag = attention_backward(1, 1)
    >>> hits_of(given(cdag, [{("Pt", 0, 0), ("S", 0, 0)}, {("S", 0, 0)}])).hS.tolist()
    [2, 1]
    """
    nodes: dict[str, list[Node]] = {kind: [] for kind in _KINDS}
    for v in batch.cdag.order:
        for kind, names in _KINDS.items():
            if matrix_of(v) in names:
                nodes[kind].append(v)
    return Hits(**{kind: batch.count(members) for kind, members in nodes.items()})


def _attained() -> str:
    """Where the bound is sharp: D is Pt and V, so that X = n², Y = Z = nd, and the part has the n²d products of N."""
    sharp = []
    for n, d in ((1, 1), (2, 1), (2, 2), (3, 2)):
        cdag = attention_backward(n, d)
        batch = given(cdag, [[v for v in cdag.order if isinstance(v, tuple) and v[0] in ("Pt", "V")]])
        count = holdings([product_in(cdag, "N")], batch, batch.dominated()).most[0]
        if (n * n * d**4 * count**2 == cube(hits_of(batch), 0, 0, n, d)).all():
            sharp.append(f"({n}, {d})")
    return f"attained for (n, d) = {', '.join(sharp)}: D is Pt and V, the part has all products of N"


def _compare(tally: Tally, n: int, d: int, batch: Batch, bound: Bound) -> None:
    held = batch.dominated()
    hits = hits_of(batch)
    flat, deep = (
        holdings([product_in(batch.cdag, name) for name in names], batch, held).most
        for names in (("S", "dP"), ("N", "dQ"))
    )
    tally.cases += batch.width
    for first, one in enumerate(flat):
        for second, other in enumerate(deep):
            count = one + other

            def shown(c: int, first: int = first, second: int = second, count: Ints = count) -> str:
                several = f"{count[c]} product{'s' if count[c] > 1 else ''}"
                return (
                    f"n = {n}, d = {d}: D = {batch.shown(c)} dominates a part with {several} outside D; "
                    f"mS + mP = {first}, mN + mQ = {second}"
                )

            tally.compare(n * n * d**4 * count**2, bound(hits, first, second, n, d), shown)


LEMMA = Combinatorial(
    NAME,
    "Products S, N, dP, dQ in a part",
    "In the CDAG of the backward pass to X, let D dominate a part U and have q nodes in A1 and the trees of Q, k in "
    "A2, v in A3 and the trees of V, g in E and G, hS in the trees of S and in Pt, hN in the trees of N, hP in the "
    "trees of dP, in t and in dS, and hQ in the trees of dQ, and let U have mS, mN, mP and mQ nodes without a "
    "successor in U in the trees of S, N, dP and dQ. With X = mS + hS + mP + hP + (q*k + g*v)/d**2, Y = k + v and Z = "
    "q + g + mN + hN + mQ + hQ + X*Y/n**2, at most hS + hN + hP + hQ of the 4*n**2*d products of S, N, dP and dQ are "
    "in D, and U has at most sqrt(X*Y*Z) others.",
    "Loomis and Whitney 1949, with Cauchy's inequality for four products over one cube",
    four_products,
    partial(four_products, THOROUGH),
    {"S and dP share their trees": partial(four_products, bound=identified)},
)
