"""Local search: an upper bound for any CDAG, from many topological orders, each played with the furthest next use."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from graphs.cdag import Cdag
from graphs.game import HONG_KUNG, Variant
from graphs.schedule import Schedule, replay
from graphs.strategies import furthest_next_use

Indices = npt.NDArray[np.int64]


def local_search(cdag: Cdag, M: int, variant: Variant = HONG_KUNG, rounds: int = 2_000, seed: int = 0) -> Schedule:
    """Returns the best schedule found by simulated annealing over topological orders, nothing being recomputed.

    A round moves one node to another place between its operands and its uses, and keeps the new order if
    `furthest_next_use` pays no more for it, or a little more while it is warm. The same seed gives the same schedule;
    it is legal in every variant that allows M words. Raises OutOfDomain if M is too small.

    >>> from graphs.families import family
    >>> g = family("fft:4")
    >>> replay(g, local_search(g, 3), 3).cost
    14
    """
    best = furthest_next_use(cdag, M, variant)
    computed = [v for v in cdag.order if cdag.predecessors(v)]
    if len(computed) < 2:
        return best
    number = {v: i for i, v in enumerate(cdag.order)}
    operands = _rows([[number[u] for u in cdag.predecessors(v)] for v in cdag.order])
    uses = _rows([[number[w] for w in cdag.successors(v)] for v in cdag.order])
    order = np.array([number[v] for v in computed], np.int64)
    _anneal(order, *operands, *uses, M, variant.sliding, rounds, seed)
    inputs = {v: () for v in cdag.order if not cdag.predecessors(v)}
    ordered = {cdag.order[i]: cdag.predecessors(cdag.order[i]) for i in order}
    found = furthest_next_use(Cdag.from_predecessors({**inputs, **ordered}, cdag.name), M, variant)
    return min(best, found, key=lambda schedule: replay(cdag, schedule, M, variant).cost)


def _rows(lists: list[list[int]]) -> tuple[Indices, Indices]:
    """Lists of different lengths in one array, and where each begins."""
    starts = np.cumsum([0, *map(len, lists)], dtype=np.int64)
    return np.array([x for row in lists for x in row], np.int64), starts


def _compiled(function: Any) -> Any:
    """Compiles a function when it is first called; without a cache on disk where none can be written."""
    try:
        return njit(cache=True)(function)
    except RuntimeError:
        return njit(function)


@_compiled
def _anneal(order, operands, operand_at, uses, use_at, M, sliding, rounds, seed):  # type: ignore[no-untyped-def] # numba infers the types
    """Leaves the best order found in `order`."""
    np.random.seed(seed)
    n, count = len(operand_at) - 1, len(order)
    place = np.full(n, -1, np.int64)
    current = order.copy()
    cost = _cost(current, operands, operand_at, uses, use_at, M, sliding, place)
    best = cost
    for turn in range(rounds):
        warmth = max(0.05, 1.5 * (1 - turn / rounds))
        for k in range(count):
            place[current[k]] = k
        at = np.random.randint(count)
        v = current[at]
        low, high = 0, count - 1
        for u in operands[operand_at[v] : operand_at[v + 1]]:
            low = max(low, place[u] + 1)
        for w in uses[use_at[v] : use_at[v + 1]]:
            high = min(high, place[w] - 1)
        if low >= high:
            continue
        to = low + np.random.randint(high - low + 1)
        candidate = current.copy()
        step = 1 if to > at else -1
        for k in range(at, to, step):
            candidate[k] = candidate[k + step]
        candidate[to] = v
        price = _cost(candidate, operands, operand_at, uses, use_at, M, sliding, place)
        if price <= cost or np.random.random() < np.exp((cost - price) / warmth):
            current, cost = candidate, price
            if cost < best:
                best = cost
                order[:] = current


@_compiled
def _cost(order, operands, operand_at, uses, use_at, M, sliding, place):  # type: ignore[no-untyped-def] # numba infers the types
    """What `furthest_next_use` pays for an order, give or take its ties."""
    n, count = len(operand_at) - 1, len(order)
    for k in range(count):
        place[order[k]] = k
    red = np.zeros(n, np.bool_)
    blue = np.zeros(n, np.bool_)
    next_use = np.full(n, count, np.int64)
    for v in range(n):
        blue[v] = operand_at[v] == operand_at[v + 1]
        for w in uses[use_at[v] : use_at[v + 1]]:
            next_use[v] = min(next_use[v], place[w])
    taken, cost = 0, 0
    for time in range(count):
        v = order[time]
        mine = operands[operand_at[v] : operand_at[v + 1]]
        for u in mine:
            if not red[u]:
                if taken == M:
                    cost += _evict(red, blue, next_use, uses, use_at, mine, count)
                    taken -= 1
                red[u] = True
                taken += 1
                cost += 1
        for u in mine:
            next_use[u] = count
            for w in uses[use_at[u] : use_at[u + 1]]:
                if place[w] > time:
                    next_use[u] = min(next_use[u], place[w])
        if taken == M:
            cost += _evict(red, blue, next_use, uses, use_at, mine[:0] if sliding else mine, count)
            taken -= 1
        red[v] = True
        taken += 1
    for v in range(n):
        cost += use_at[v] == use_at[v + 1] and not blue[v]
    return cost


@_compiled
def _evict(red, blue, next_use, uses, use_at, kept, count):  # type: ignore[no-untyped-def] # numba infers the types
    """Deletes the value whose next use is furthest away; returns 1 if it must be stored first."""
    victim, furthest = -1, -1
    for v in range(len(red)):
        if not red[v]:
            continue
        sink = use_at[v] == use_at[v + 1]
        rank = 2 * next_use[v] + (blue[v] or not sink)
        if rank > furthest:
            held = False
            for u in kept:
                held = held or u == v
            if not held:
                victim, furthest = v, rank
    red[victim] = False
    sink = use_at[victim] == use_at[victim + 1]
    if not blue[victim] and (next_use[victim] < count or sink):
        blue[victim] = True
        return 1
    return 0
