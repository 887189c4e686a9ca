"""Order: a row of N is complete before dQ begins in it, and what the segments of a schedule weigh together."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import product

from graphs.cdag import Cdag, Node
from graphs.families.attention import attention_backward
from proofs.evidence.counting.combinatorial import Combinatorial
from proofs.evidence.counting.counted import Counted, Tally
from proofs.evidence.counting.passes import PAIRS, Summand, Weights, pair_of, summands
from proofs.evidence.counting.products import matrix_of, product_in
from proofs.evidence.counting.schedules import QUICK as QUICK_SIZES
from proofs.evidence.counting.schedules import Setting, Sizes, played, segments_of, settings

NAME, TOTAL_NAME = "rows-in-order", "weight-of-segments"

_TREES = ("chain", "balanced", "fma")
QUICK: Sizes = tuple(product((1, 2, 3), (1, 2, 3)))
THOROUGH: Sizes = tuple(product(range(1, 6), range(1, 6)))


def rows_in_order(sizes: Sizes = QUICK, later: str = "dQ") -> Counted:
    """Returns whether each node in row i of a product has all nodes of N in that row behind it.

    >>> rows_in_order(((2, 1),)).holds
    True
    >>> rows_in_order(((2, 1),), "S").counterexample
    'n = 2, d = 1, chain: N[0,0] is not behind S[0,0]'
    """
    tally = Tally()
    for (n, d), trees in product(sizes, _TREES):
        cdag = attention_backward(n, d, trees=trees)
        first = product_in(cdag, "N").nodes
        behind = _behind(cdag, first)
        for v in product_in(cdag, later).nodes:
            missing = [u for u in first if _row(u) == _row(v) and u not in behind[v]]
            tally.cases += 1
            if missing:
                shown = f"n = {n}, d = {d}, {trees}: {_shown(missing[-1])} is not behind {_shown(v)}"
                tally.require(False, shown.__str__)
            if tally.counterexample:
                return tally.result(NAME, _rows(sizes))
    return tally.result(NAME, _rows(sizes))


def _rows(sizes: Sizes) -> str:
    shown = ", ".join(map(str, sizes))
    return f"all pairs of a node of N and one of dQ in a row, trees {', '.join(_TREES)}, (n, d) = {shown}"


def _row(v: Node) -> object:
    return v[1] if isinstance(v, tuple) else None


def _shown(v: Node) -> str:
    return f"{v[0]}[{','.join(map(str, v[1:]))}]" if isinstance(v, tuple) else str(v)


def _behind(cdag: Cdag, marked: Iterable[Node]) -> dict[Node, frozenset[Node]]:
    """For each node, those of the marked ones from which a path leads to it."""
    chosen = frozenset(marked)
    found: dict[Node, frozenset[Node]] = {}
    for v in cdag.order:
        operands = cdag.predecessors(v)
        found[v] = frozenset().union(*(found[u] for u in operands), chosen.intersection(operands))
    return found


Total = Callable[[int, int, int], int]
"""From n, d and the words P = M + T to the least weight of all segments."""


def chain_total(n: int, d: int, P: int) -> int:
    """Returns 10nd(n - 1) - 10nP.

    >>> chain_total(10, 2, 5)  # 1800 - 500
    1300
    """
    return 10 * n * d * (n - 1) - 10 * n * P


def tree_total(n: int, d: int, P: int) -> int:
    """Returns 6n²d - nP.

    >>> tree_total(10, 2, 5)
    1150
    """
    return 6 * n * n * d - n * P


def forward_total(n: int, d: int, P: int) -> int:
    """Returns 4nd(n - 1) - 4nP, for N alone, without a second pass.

    >>> forward_total(10, 2, 5)
    520
    """
    return 4 * n * d * (n - 1) - 4 * n * P


def complete(n: int, d: int, P: int) -> int:
    """Returns 10nd(n - 1), a wrong total: early adds weigh less, and some of N weigh nothing where a row turns.

    >>> complete(10, 2, 5)
    1800
    """
    return chain_total(n, d, 0)


def complete_trees(n: int, d: int, P: int) -> int:
    """Returns 6n²d, a wrong total: some terms of N weigh nothing where a row turns.

    >>> complete_trees(10, 2, 5)
    1200
    """
    return tree_total(n, d, 0)


_LONG = (Setting("flash_backward", 16, 2, 14),)
_LONGER = (
    *(Setting("flash_backward", n, d, M) for n, d, M in ((40, 2, 14), (16, 3, 18), (90, 2, 14), (60, 3, 31))),
    *(Setting("small_cache", n, d, M) for n, d, M in ((24, 2, 7), (60, 2, 13))),
)


def weight_of_segments(
    long: tuple[Setting, ...] = _LONG,
    chain: Total = chain_total,
    trees: Total = tree_total,
    forward: Total = forward_total,
) -> Counted:
    """Returns whether the segments of schedules weigh as much as is claimed, in the adds and in the terms of N and dQ.

    >>> weight_of_segments(()).holds
    True
    >>> weight_of_segments((), chain=complete).counterexample
    'naive_backward, n = 2, d = 1, M = 3, T = 1: the segments weigh 12, less than 20'
    """
    tally = Tally()
    for setting in (*settings(QUICK_SIZES), *long):
        for T in (setting.M // 2, setting.M, 2 * setting.M):
            P = setting.M + T
            for weights, least in (
                (Weights(adds=True), chain),
                (Weights(adds=False), trees),
                (Weights(adds=True, forward=True), forward),
            ):
                tally.cases += len(segments_of(setting, T))
                weight, claimed = _weight(setting, T, weights), least(setting.n, setting.d, P)
                shown = f"{setting}, T = {T}: the segments weigh {weight}, less than {claimed}"
                tally.require(weight >= claimed, shown.__str__)
        if tally.counterexample:
            break
    longer = "; ".join(map(str, long))
    return tally.result(
        TOTAL_NAME,
        f"all segments of reduced schedules, T = floor(M/2), M, 2M, of all programs for small sizes, and {longer}",
    )


def _weight(setting: Setting, T: int, weights: Weights) -> int:
    """What all segments weigh: each add or term in the segment that computes it first.

    Those of N weigh nothing in the segment in which dQ begins in their row, unless they are red there at the start or
    loaded, or bring in a term that is, or belong to a pair of which a node is.
    """
    cdag, pieces = played(setting).cdag, segments_of(setting, T)
    made = {v: number for number, piece in enumerate(pieces) for v in piece.computed}
    hit = [frozenset(pair_of(v) for v in piece.available if matrix_of(v) in PAIRS) for piece in pieces]
    turns: dict[int, int] = {}
    later = () if weights.forward else summands(cdag, "dQ", weights.adds)
    for s in later:
        turns[s.pair[0]] = min(turns.get(s.pair[0], len(pieces)), made[s.node])
    P = setting.M + T

    def counts(s: Summand) -> bool:
        segment = made[s.node]
        known = s.pair in hit[segment] or not pieces[segment].available.isdisjoint(s.lost_to)
        return turns.get(s.pair[0]) != segment or known

    def weight(s: Summand, least: int) -> int:
        late = weights.adds and s.position * setting.d > (1 + weights.eps) * P
        return least + weights.late * late

    first = sum(weight(s, weights.first) for s in summands(cdag, "N", weights.adds) if counts(s))
    return first + sum(weight(s, weights.second) for s in later)


LEMMA = Combinatorial(
    NAME,
    "A row of N before its dQ",
    "In the CDAG of the backward pass to X, with any summation trees, a path leads from each node of the trees of N in "
    "a row to each node of the trees of dQ in the same row: so all of the row of N is first computed before.",
    "paths in the CDAG",
    rows_in_order,
    partial(rows_in_order, THOROUGH),
    {"S for dQ": partial(rows_in_order, later="S")},
)
TOTAL = Combinatorial(
    TOTAL_NAME,
    "What all segments weigh",
    "Cut a schedule of the backward pass to X after every T loads and stores, P = M + T, and let a node weigh in the "
    "segment that first computes it. In chains let a sum in N weigh 2, or 4 if it has more than 2*P/d terms, and one "
    "in dQ 4, or 6 if it has more; in any trees let a term of N weigh 2 and one of dQ 4. Let what is of N weigh "
    "nothing in the segment in which dQ begins in its row, unless it is red there at the start or loaded, or adds a "
    "term that is, or belongs to a pair of row and column of which a node of S, Pt, P, dP, t, dS or their trees is. "
    "Then all sums weigh at least 10*n*d*(n - 1) - 10*n*P, and all terms at least 6*n**2*d - n*P. In the forward "
    "pass, and in N alone, no row turns, and the sums weigh at least 4*n*d*(n - 1) - 4*n*P.",
    "each row loses at most what D lets it have in one segment, and each tree its early sums",
    weight_of_segments,
    partial(weight_of_segments, (*_LONG, *_LONGER)),
    {
        "early sums weigh as much": partial(weight_of_segments, chain=complete),
        "nothing is lost where a row turns": partial(weight_of_segments, trees=complete_trees),
    },
)
