"""Succession: what a few computes in a row must cost, as a weight for each node to be computed; strong if M is scarce.

Take a cheapest plan for a need, its computes c1, ..., ck in order. Each serves something, or it could be left out with
what it costs; so none is repeated at once (the first of two would serve at most a store, which can as well come after
the second). Just after c is computed the cache holds c, its operands, and at most `spare(c)` other values. A *window*
of t computes in a row has t - 1 gaps between them, in which at least `gaps` words are moved:

    loads   what d, e, ... use that neither comes from c nor is computed after c, less spare(c);
    stores  what was computed and used by no compute since: when e is computed, at most spare(e) such values are still
            red, and the others must have been stored, to serve later;

and parts of a window without a gap in common add up. Let u_p(c) >= 0, for the places p = 1..t of a window, have
u_1(c1) + ... + u_t(ct) <= gaps(c1, ..., ct) for every window. A gap lies in at most t - 1 windows, so that the sum of
all u_p over all windows of the plan is at most t - 1 times what its gaps cost. Every node from which the need descends
is computed, and takes every place p once, except that a place is missed near the ends of the plan: place p by the first
p - 1 computes and the last t - p. Before c1 its operands are loaded. So the price V of the need has

    (t - 1) V >= the sum of u_1(c) + ... + u_t(c) over all nodes c to be computed
                 + (t - 1) (fewest operands of a node - the sum over p of the greatest u_p).

The best u are found by linear programming, the same for all nodes of an orbit of the automorphisms, which loses nothing
as the average over all images of u is as good; they are made whole numbers and then tested as such.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from typing import NamedTuple

import numpy as np

Operands = Sequence[Sequence[int]]
Window = tuple[int, ...]

LONGEST, MOST_WINDOWS = 3, 100_000
"""Windows that are looked at: how long, and how many."""

_DENOMINATORS = (1, 2, 3, 4, 6, 12)


class Weights(NamedTuple):
    """Says that a price is at least (the sum of `each` over the nodes to be computed - `less`) / `over`."""

    each: list[int]
    less: int
    over: int

    def total(self) -> int:
        """The bound for the whole graph, in words, rounded up."""
        return -((self.less - sum(self.each)) // self.over)


def gaps(operands: Operands, window: Window, M: int, *, sliding: bool) -> int:
    """Returns how many words are moved at least between the computes of a window.

    >>> chain = [[], [], [], [0, 1], [2, 3]]
    >>> gaps(chain, (3, 4), 3, sliding=False), gaps(chain, (4, 3), 3, sliding=False)
    (1, 3)
    """
    loads, stores = [0], [0]
    for end in range(1, len(window)):
        loads.append(max(loads[s] + _loads(operands, window[s : end + 1], M, sliding=sliding) for s in range(end)))
        stores.append(max(stores[s] + _stores(operands, window[s : end + 1], M, sliding=sliding) for s in range(end)))
    return loads[-1] + stores[-1]


def _loads(operands: Operands, window: Window, M: int, *, sliding: bool) -> int:
    """What the computes after the first use that is neither there after it nor computed since."""
    first = window[0]
    there = {*operands[first], first}
    used: set[int] = set()
    for c in window[1:]:
        used |= set(operands[c]) - there
        there.add(c)
    return max(0, len(used) - _spare(operands[first], M, sliding=sliding))


def _stores(operands: Operands, window: Window, M: int, *, sliding: bool) -> int:
    """What was computed before the last and has not been used since, less what can still be red."""
    *before, last = window
    unused: set[int] = set()
    for c in (*before, last):
        unused -= set(operands[c])
        unused.add(c)
    return max(0, len(unused - {last}) - _spare(operands[last], M, sliding=sliding))


def _spare(operands: Sequence[int], M: int, *, sliding: bool) -> int:
    return M - len(operands) - (not sliding)


def weights(operands: Operands, M: int, orbits: Sequence[int], *, sliding: bool, recompute: bool) -> Weights:
    """Returns the weights, of windows of two or three computes, that bound the price of the whole graph best.

    `orbits` has for each node one that stands for its images. Any weights that pass the test are good ones, so that
    what a solver cannot do makes the bound no better than none.

    >>> weights([[], [], [], [0, 1], [2, 3]], 3, range(5), sliding=False, recompute=True).total()  # the optimum is 4
    3
    """
    best = Weights([0] * len(operands), 0, 1)
    nodes = sum(map(bool, operands))
    for length in range(2, LONGEST + 1):
        if len(set(orbits)) * nodes ** (length - 1) > MOST_WINDOWS:
            break
        most: dict[Window, int] = {}
        for window in _windows(operands, orbits, length, recompute=recompute):
            places = tuple(orbits[c] for c in window)
            moved = gaps(operands, window, M, sliding=sliding)
            most[places] = min(moved, most.get(places, moved))
        if most:
            best = max(best, _best_weights(operands, orbits, most, length), key=Weights.total)
    return best


def _windows(operands: Operands, orbits: Sequence[int], length: int, *, recompute: bool) -> Iterator[Window]:
    """The windows that a plan may have, up to images; if nothing is recomputed, no ancestor comes after a node."""
    nodes = [v for v, us in enumerate(operands) if us]
    above = _ancestors(operands)
    for window in product([v for v in nodes if orbits[v] == v], *[nodes] * (length - 1)):
        if any(c == d for c, d in pairwise(window)):
            continue
        if not recompute and any(above[c] >> d & 1 for i, c in enumerate(window) for d in window[i + 1 :]):
            continue
        yield window


def _best_weights(operands: Operands, orbits: Sequence[int], most: dict[Window, int], length: int) -> Weights:
    """The best weights for windows of a length, from what each kind of window moves at least."""
    from scipy.optimize import linprog  # noqa: PLC0415 - slow to import, and only the search needs it
    from scipy.sparse import coo_array, vstack  # noqa: PLC0415

    nodes = [v for v, us in enumerate(operands) if us]
    kinds = sorted({orbits[v] for v in nodes})
    column = {kind: i for i, kind in enumerate(kinds)}
    k, places = len(kinds), range(length)
    counts = np.array([sum(orbits[v] == kind for v in nodes) for kind in kinds])
    columns = np.array([[p * k + column[kind] for p, kind in enumerate(window)] for window in most])
    rows = np.repeat(np.arange(len(most)), length)
    shape = (len(most), length * (k + 1))
    bounded = coo_array((np.ones(columns.size), (rows, columns.ravel())), shape=shape)
    greatest = coo_array(np.hstack([np.eye(length * k), -np.repeat(np.eye(length), k, axis=0)]))
    found = linprog(
        np.concatenate([-np.tile(counts, length), np.full(length, length - 1)]),
        A_ub=vstack([bounded, greatest]).tocsr(),
        b_ub=[*most.values(), *[0] * (length * k)],
    )
    if found.x is None:
        return Weights([0] * len(operands), 0, 1)
    fewest = min(len(operands[v]) for v in nodes)

    def scaled(whole: int) -> Weights:
        u = [[max(0, int(x)) for x in np.floor(found.x[p * k : (p + 1) * k] * whole + 1e-6)] for p in places]
        sound = all(sum(u[p][column[kind]] for p, kind in enumerate(window)) <= whole * T for window, T in most.items())
        if not sound:
            return Weights([0] * len(operands), 0, 1)
        each = [sum(u[p][column[orbits[v]]] for p in places) if us else 0 for v, us in enumerate(operands)]
        return Weights(each, (length - 1) * (sum(map(max, u)) - whole * fewest), whole * (length - 1))

    return max(map(scaled, _DENOMINATORS), key=Weights.total)


def _ancestors(operands: Operands) -> list[int]:
    """The set of nodes above each node, as a Python integer."""
    above: list[int] = []
    for us in operands:
        ancestors = 0
        for u in us:
            ancestors |= above[u] | 1 << u
        above.append(ancestors)
    return above
