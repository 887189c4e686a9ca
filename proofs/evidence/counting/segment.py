"""The segment lemma: what a segment of T loads and stores computes, what dominates it, and what it leaves behind."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from graphs.cdag import Cdag, Node, label
from graphs.dominators import dominates, minimum_set
from graphs.partition import fault, partition_of
from graphs.segments import Segment
from proofs.evidence.counting.combinatorial import Combinatorial
from proofs.evidence.counting.counted import Counted, Tally
from proofs.evidence.counting.schedules import (
    QUICK,
    THOROUGH,
    Setting,
    Sizes,
    described,
    played,
    segments_of,
    settings,
)

NAME = "segment-lemma"

Leaves = Callable[[Segment], frozenset[Node]]
"""The nodes among which the minimal nodes of a segment are claimed to be."""


def red_or_stored(segment: Segment) -> frozenset[Node]:
    """Returns the nodes that are red at the end of a segment or stored in it.

    >>> nothing = frozenset()
    >>> sorted(red_or_stored(Segment(nothing, nothing, frozenset("a"), nothing, frozenset("b"), 0, 1)))
    ['a', 'b']
    """
    return segment.left


def red_only(segment: Segment) -> frozenset[Node]:
    """Returns the nodes that are red at the end of a segment: too few, as a stored value may be deleted.

    >>> nothing = frozenset()
    >>> sorted(red_only(Segment(nothing, nothing, frozenset("a"), nothing, frozenset("b"), 0, 1)))
    ['b']
    """
    return segment.red_after


def segment_lemma(sizes: Sizes = QUICK, leaves: Leaves = red_or_stored) -> Counted:
    """Returns whether all segments of some programs for the gradient in X are as the lemma says, for several M and T.

    With L loads and W stores in a segment, D the nodes red at its start or loaded, and V the nodes that it computes
    first: (i) each node that is no source is in one V; (ii) D dominates V and has at most M + L nodes; (iii) the
    minimal nodes of V are red at the end or stored, so at most M + W; (iv) L + W <= T, so both together are at most
    2M + T; and there are ceil(Q/T) segments. For T = M the segments make a 2M-partition. Every schedule is reduced and
    replayed before.

    >>> segment_lemma(((1, 1),)).holds
    True
    >>> segment_lemma(((1, 1),), red_only).counterexample
    'naive_backward, n = 1, d = 1, M = 3, T = 3, segment 1: (iii) the minimal node Q[0,0] is not among those left'
    """
    tally = Tally()
    for setting in settings(sizes):
        for T in setting.lengths:
            _examine(tally, setting, T, leaves)
            if tally.counterexample:
                return tally.result(NAME, described(sizes))
    return tally.result(NAME, described(sizes))


def wrong(cdag: Cdag, segment: Segment, M: int, T: int, leaves: Leaves = red_or_stored) -> str | None:
    """Returns which of (ii), (iii) and (iv) a segment of a computation in M words breaks, or None.

    >>> nothing = frozenset()
    >>> g = Cdag.from_edges([("a", "b")])
    >>> wrong(g, Segment(nothing, nothing, nothing, frozenset("b"), frozenset("b"), 0, 0), M=2, T=2)
    '(ii) what is available does not dominate what is computed'
    """
    available, minimal = segment.available, minimum_set(cdag, segment.computed)
    outside = minimal - leaves(segment)
    if not dominates(cdag, available, segment.computed):
        return "(ii) what is available does not dominate what is computed"
    if len(available) > M + segment.loads:
        return f"(ii) {len(available)} nodes are available, more than M + L = {M + segment.loads}"
    if outside:
        return f"(iii) the minimal node {min(map(label, outside))} is not among those left"
    if len(minimal) > M + segment.stores:
        return f"(iii) {len(minimal)} nodes are minimal, more than M + W = {M + segment.stores}"
    if segment.loads + segment.stores > T:
        return f"(iv) {segment.loads} loads and {segment.stores} stores, more than T = {T}"
    return None


def _examine(tally: Tally, setting: Setting, T: int, leaves: Leaves) -> None:
    made, cut = played(setting), segments_of(setting, T)
    where = f"{setting}, T = {T}"
    tally.require(made.cost <= made.cost_before, lambda: f"{where}: the reduced schedule costs more")
    tally.require(len(cut) == -(-made.cost // T), lambda: f"{where}: {len(cut)} segments, Q = {made.cost}")
    computed = [v for segment in cut for v in segment.computed]
    others = set(made.cdag.order) - set(made.cdag.sources)
    once = len(computed) == len(others) and set(computed) == others
    tally.require(once, lambda: f"{where}: (i) the nodes first computed are no partition of those that are no sources")
    tally.cases += len(cut)
    for number, segment in enumerate(cut, 1):
        reason = wrong(made.cdag, segment, setting.M, T, leaves)
        tally.require(reason is None, partial("{}, segment {}: {}".format, where, number, reason))
    both = [len(s.available) + len(minimum_set(made.cdag, s.computed)) for s in cut]
    bounds = np.full(len(both), 2 * setting.M + T)
    tally.compare(np.array(both), bounds, lambda c: f"{where}, segment {c + 1}: (iv) {both[c]} nodes, more than 2M + T")
    if T == setting.M:
        unlike = fault(made.cdag, partition_of(made.cdag, made.schedule, T), 2 * T)
        tally.require(unlike is None, lambda: f"{where}: no 2M-partition: {unlike}")


LEMMA = Combinatorial(
    NAME,
    "What a segment can compute",
    "Let a complete schedule for a CDAG use each red pebble in a compute or a store before it deletes it (making it "
    "so raises no cost), and cut its Q loads and stores into ceil(Q/T) segments of T >= 1, the last perhaps shorter. "
    "Let V be the nodes, no sources, that a segment computes before any other, D the nodes red at its start or loaded "
    "in it, and L and W its loads and stores. Then each node that is no source is in exactly one V; D dominates V and "
    "has at most M + L nodes; the nodes of V without a successor in V are red at the end or stored in the segment, so "
    "at most M + W; and L + W <= T.",
    "Hong and Kung 1981, Theorem 3.1",
    segment_lemma,
    partial(segment_lemma, THOROUGH),
    {"minimal nodes are red at the end": partial(segment_lemma, leaves=red_only)},
)
