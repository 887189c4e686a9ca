"""Passes: a row of attention adds up N before it adds up dQ, and a part of the second kind has little of the first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

import numpy as np

from graphs.cdag import Cdag, Node
from graphs.families.attention import attention_backward
from proofs.evidence.counting.adds import adds_of
from proofs.evidence.counting.batches import Batch, Bools, given, subsets
from proofs.evidence.counting.combinatorial import Check, Combinatorial
from proofs.evidence.counting.counted import Counted, Ints, Tally
from proofs.evidence.counting.products import matrix_of, product_in
from proofs.evidence.counting.schedules import QUICK as QUICK_SIZES
from proofs.evidence.counting.schedules import THOROUGH as THOROUGH_SIZES
from proofs.evidence.counting.schedules import Sizes, described, played, segments_of, settings

CHAIN_NAME, TREES_NAME = "two-passes", "two-passes-any-tree"

ROWS = ("A1", "Q", "E", "G", "N", "dQ")
COLUMNS = ("A2", "A3", "V")
PAIRS = ("S", "Pt", "P", "dP", "t", "dS")
"""The matrices of which D meets rows, columns, or pairs of a row and a column."""


@dataclass(frozen=True)
class Range:
    """Sizes (n, d) with the largest |D| up to which every D is tried, for some trees, and sizes for segments."""

    exhaustive: tuple[tuple[int, int, int], ...]
    trees: tuple[str, ...]
    sizes: Sizes

    def batches(self) -> Iterator[tuple[int, int, Batch]]:
        """Yields n, d, and sets D of nodes of the backward pass to X; in D an entry of dX would dominate only dX."""
        for trees in self.trees:
            for n, d, largest in self.exhaustive:
                cdag = attention_backward(n, d, trees=trees)
                final = frozenset(product_in(cdag, "dX").nodes)
                for batch in subsets(cdag, [v for v in cdag.order if v not in final], largest):
                    yield n, d, batch
        for setting in settings(self.sizes):
            sets = [piece.available for T in setting.lengths for piece in segments_of(setting, T)]
            yield setting.n, setting.d, given(played(setting).cdag, sets)

    def scope(self) -> str:
        """Returns the range in words."""
        tried = "; ".join(f"(n, d) = ({n}, {d}), |D| <= {largest}" for n, d, largest in self.exhaustive)
        return (
            f"every set D of nodes of the backward pass to X, trees {' and '.join(self.trees)}, for {tried}; and every "
            f"D that is red at the start of a segment or loaded in it, in {described(self.sizes)}"
        )


_LONG = (*THOROUGH_SIZES, (10, 3), (16, 2), (24, 2))
QUICK = Range(((2, 1, 4), (1, 2, 3), (2, 2, 2), (3, 1, 3), (3, 2, 2)), ("chain",), QUICK_SIZES)
THOROUGH = Range(((2, 1, 5), (1, 2, 5), (2, 2, 4), (3, 1, 4), (3, 2, 3), (4, 2, 2)), ("chain",), _LONG)
QUICK_TREES = Range(((1, 1, 6), (2, 1, 3), (1, 2, 3), (2, 2, 2), (3, 1, 2)), ("balanced", "fma"), QUICK_SIZES)
THOROUGH_TREES = Range(
    ((1, 1, 8), (2, 1, 5), (1, 2, 5), (2, 2, 3), (3, 1, 4), (3, 2, 3)), ("balanced", "chain", "fma"), _LONG
)


@dataclass(frozen=True)
class Summand:
    """A term or an add of N or dQ: its node, the pair of the term that it brings in, and the nodes that lose it."""

    node: Node
    position: int
    pair: tuple[int, int]
    lost_to: tuple[Node, ...]


def summands(cdag: Cdag, name: str, adds: bool) -> tuple[Summand, ...]:
    """Returns the adds of a product N or dQ, or its terms.

    >>> cdag = attention_backward(2, 1)
    >>> [(s.node, s.pair) for s in summands(cdag, "N", adds=True)]  # each row adds its second term to its first
    [(('N', 0, 0), (0, 1)), (('N', 1, 0), (1, 1))]
    """
    product = product_in(cdag, name)
    if adds:
        return tuple(Summand(a.node, a.position, _pair(cdag, a.last), (a.node, a.last)) for a in adds_of(cdag, product))
    return tuple(Summand(v, 0, _pair(cdag, v), (v,)) for v in cdag.order if v in product.terms)


def _pair(cdag: Cdag, term: Node) -> tuple[int, int]:
    """The row and the column of the entry of Pt or dS that a term uses."""
    for u in cdag.predecessors(term):
        match u:
            case ("Pt" | "dS", int(i), int(j)):
                return i, j
    raise AssertionError(f"{term!r} is no term of N or dQ")


@dataclass(frozen=True)
class Weights:
    """What a term or an add of N and of dQ weighs, and how much more it does if it is late.

    An add is late if it has more than (1 + eps) |D|/d terms. `lost` is charged for each node of D in a row, `hit` for
    each in a pair, times d, and RC/d only in part if there is a `share`. With `both`, N counts in the second pass too;
    if `forward`, dQ does not count.
    """

    adds: bool
    first: int = 2
    second: int = 4
    late: int = 2
    lost: int = 6
    hit: int = 10
    eps: Fraction = Fraction(1)
    share: int = 1
    both: bool = False
    forward: bool = False

    def charged(self) -> Fraction:
        """Returns what is charged for a node of D in a pair, divided by d: with late adds 1/eps more.

        >>> Weights(adds=True, eps=Fraction(1, 4)).charged()
        Fraction(14, 1)
        """
        return self.hit + (1 / self.eps if self.adds else Fraction(0))


_EPS = "eps = 1/4, 1, 2"
CHAIN = tuple(Weights(adds=True, eps=eps) for eps in (Fraction(1, 4), Fraction(1), Fraction(2)))
FORWARD = tuple(replace(weights, lost=4, hit=4, forward=True) for weights in CHAIN)
TREES = Weights(adds=False, lost=4, hit=6)


def two_passes(name: str, within: Range, tried: tuple[Weights, ...]) -> Counted:
    """Returns whether N and dQ, in any part that any D dominates, weigh at most RC/d + lost R + charged d h.

    Each row of the part is in the first pass, and has only N; or in the second, with all of dQ and that of N which D
    hits or holds. Whatever weighs more is taken. Also, D lets a row have at most C/2 of N that it neither hits nor
    holds.

    >>> two_passes("passes", Range(((2, 1, 2),), ("chain",), ()), CHAIN).holds
    True
    >>> two_passes("passes", Range(((2, 1, 3),), ("chain",), ()), (Weights(adds=True, lost=3),)).counterexample
    'n = 2, d = 1: D = {dQ[0,0]} dominates N and dQ of weight 4; R = 1, C = 0, h = 0'
    """
    tally = Tally()
    for n, d, batch in within.batches():
        held = batch.dominated()
        tally.cases += batch.width
        for weights in tried:
            _compare(tally, f"n = {n}, d = {d}", batch, held, d, weights)
        if tally.counterexample:
            return tally.result(name, within.scope())
    return tally.result(name, within.scope() + (f"; each with {_EPS}" if tried[0].adds else ""))


def _compare(tally: Tally, text: str, batch: Batch, held: dict[Node, Bools], d: int, weights: Weights) -> None:
    R, C, h = (batch.count(v for v in batch.cdag.order if matrix_of(v) in names) for names in (ROWS, COLUMNS, PAIRS))
    size = batch.count(batch.cdag.order)
    p, q = weights.eps.numerator, weights.eps.denominator
    hit = _hits(batch)
    none = np.zeros(batch.width, dtype=np.int64)
    first: dict[int, Ints] = {}
    second: dict[int, Ints] = {}
    fresh: dict[int, Ints] = {}

    def weight(s: Summand, least: int) -> Ints:
        late = s.position * d * q > (p + q) * size
        return held[s.node] * (least + weights.late * late.astype(np.int64) * weights.adds)

    for s in summands(batch.cdag, "N", weights.adds):
        row = s.pair[0]
        own = weight(s, weights.first)
        known = weights.both | hit[s.pair] | np.logical_or.reduce([batch.has[v] for v in s.lost_to])
        first[row] = first.get(row, none) + own
        second[row] = second.get(row, none) + own * known
        fresh[row] = fresh.get(row, none) + (held[s.node] & ~known)
    for s in summands(batch.cdag, "dQ", weights.adds):
        second[s.pair[0]] = second.get(s.pair[0], none) + weight(s, weights.second)
    passes = (first[row] if weights.forward else np.maximum(first[row], second[row]) for row in first)
    total = sum(passes, none)
    charged = weights.charged()
    den = charged.denominator
    met = R if weights.adds else batch.count(v for v in batch.cdag.order if matrix_of(v) in ("A1", "Q", "E", "G"))
    lost = R if weights.adds else batch.count(v for v in batch.cdag.order if matrix_of(v) in ("N", "dQ"))
    bound = den * met * C // weights.share + den * weights.lost * d * lost + charged.numerator * d * d * h

    def shown(c: int) -> str:
        return (
            f"{text}: D = {batch.shown(c)} dominates N and dQ of weight {total[c]}; R = {R[c]}, C = {C[c]}, h = {h[c]}"
        )

    tally.compare(den * d * total, bound, shown)
    for loose in fresh.values():
        tally.compare(2 * loose, C, lambda c: f"{text}: D = {batch.shown(c)} leaves a row more of N than C/2")


def _hits(batch: Batch) -> dict[tuple[int, int], Bools]:
    """For each pair, whether each D has a node of it."""
    found: dict[tuple[int, int], Bools] = {}
    for v in batch.cdag.order:
        if matrix_of(v) in PAIRS:
            pair = pair_of(v)
            found[pair] = found.get(pair, np.zeros(batch.width, dtype=np.bool_)) | batch.has[v]
    return found


def pair_of(v: Node) -> tuple[int, int]:
    """Returns the row and the column of a node of S, Pt, P, dP, t or dS, or of a tree.

    >>> pair_of(("S.mul", 0, 3, 1)), pair_of(("S.add", 0, 1, 3)), pair_of(("Pt", 0, 1))
    ((0, 1), (0, 1), (0, 1))
    """
    match v:
        case (str(name), int(i), *between, int(last)):
            return i, int(str(between[0])) if name.endswith(".add") else last
    raise AssertionError(f"{v!r} has no row and column")


_PARTS = (
    "let D dominate a part U and have R nodes in A1, E, G and the trees of Q, N and dQ, C in A2, A3 and the trees of "
    "V, and h in S, Pt, P, dP, t, dS and their trees; these hit the pair (i, j) of their row and column. Suppose "
    "that, in each row in which U has an add or a term of dQ, all that U has of N either is in D or adds a term that "
    "is, or belongs to a pair that D hits. "
)


def _tried(*weights: Weights) -> Check:
    return partial(two_passes, CHAIN_NAME, QUICK, weights)


def _tried_on_trees(weights: Weights) -> Check:
    return partial(two_passes, TREES_NAME, QUICK_TREES, (weights,))


LEMMA = Combinatorial(
    CHAIN_NAME,
    "Weighted adds of N and dQ",
    f"In the CDAG of the backward pass to X, products summed in chains, {_PARTS}Let eps > 0, P >= |D|, and call the "
    "sum of j terms late if j > (1 + eps)*P/d. If a sum in N weighs 2, or 4 if it is late, and one in dQ 4, or 6 if "
    "it is late, then U weighs at most R*C/d + 6*R + (10 + 1/eps)*d*h. Without dQ it is R*C/d + 4*R + (4 + "
    "1/eps)*d*h. In each row, at most C/2 sums of N that D dominates belong to pairs that D does not hit, and "
    "neither are in D nor add a term that is. The forward pass is a part of this CDAG, with all operands of its nodes.",
    "operands counted in rows and columns of pairs, as in Hong and Kung 1981; new for two passes",
    _tried(*CHAIN, *FORWARD),
    partial(two_passes, CHAIN_NAME, THOROUGH, (*CHAIN, *FORWARD)),
    {
        "sums in dQ weigh 5": _tried(*(replace(weights, second=5) for weights in CHAIN)),
        "late sums weigh 3 more": _tried(*(replace(weights, late=3) for weights in CHAIN)),
        "5 for a node in a row": _tried(*(replace(weights, lost=5) for weights in CHAIN)),
        "less for a node in a pair": _tried(*(replace(weights, hit=1) for weights in CHAIN)),
    },
)
ANY_TREE = Combinatorial(
    TREES_NAME,
    "Terms of N and dQ in a part",
    f"In the CDAG of the backward pass to X, sums in any binary trees or fused, {_PARTS}Let q count what D has in A1, "
    "E, G and the trees of Q, and z in the trees of N and dQ. If a term in N weighs 2 and one in dQ 4, then U weighs "
    "at most q*C/d + 4*z + 6*d*h. In each row, at most C/2 terms of N that D dominates are not in D and belong to "
    "pairs that D does not hit.",
    "operands counted in rows and columns of pairs, as in Hong and Kung 1981; new for two passes",
    _tried_on_trees(TREES),
    partial(two_passes, TREES_NAME, THOROUGH_TREES, (TREES,)),
    {
        "terms in N weigh 3": _tried_on_trees(replace(TREES, first=3)),
        "terms in dQ weigh 5": _tried_on_trees(replace(TREES, second=5)),
        "half of q*C/d": _tried_on_trees(replace(TREES, share=2)),
        "3 for a node in a pair": _tried_on_trees(replace(TREES, hit=3)),
        "N in the second pass": _tried_on_trees(replace(TREES, both=True)),
    },
)
