"""The kernel: A* from the end of the game to its beginning, over needs, in compiled code."""

from __future__ import annotations

from graphs.search.forced import Log, settled
from graphs.search.frontier import (
    CURRENT,
    EXPANDED,
    FOUND,
    FREE,
    LIMIT,
    MOST,
    NEEDS,
    NOTHING,
    PRUNED,
    Frontier,
    append,
    dequeue,
    enqueue,
    is_recent,
    known_excess,
    need,
    remember,
    slot,
)
from graphs.search.needs import Game, closure, simple_estimate
from graphs.search.subsets import Tables, extra
from graphs.search.words import Nodes, compiled, first, only, put, rest, row, size, some

STALE = 32
"""An estimate is made anew when the tables have grown by a 32nd since."""

SOLVED, MORE, FULL, EMPTY = range(4)
"""Why the kernel stops: the start of the game is reached; its turn or the budget is over; it needs room; no need is
left below the limit."""


@compiled
def begin(game: Game, tables: Tables, f: Frontier, red: Nodes, blue: Nodes, log: Log) -> int:
    """Puts a first need, such as (nothing, sinks), on an empty frontier, and returns its simple estimate."""
    once, _ = closure(game, red, blue)
    base = simple_estimate(game, once, blue)
    red, blue = settled(game, red, blue, log)
    i = append(f, red, blue, 0, NOTHING, slot(f, red, blue))
    enqueue(f, i, 0)
    return base


@compiled
def advance(game: Game, tables: Tables, f: Frontier, none: Nodes, turns: int, log: Log) -> int:
    """Expands up to `turns` needs, in the order of their excess plus what the tables add to it.

    A need whose values are all sources is met by loading them: then the excess is that of the optimum. The estimate
    of the tables may be larger than the step to the next need costs (it is admissible, not consistent), and so a need
    that is reached more cheaply is opened again. What the tables say may have grown since a need was put in its
    bucket; if they have by a good deal, it may be put back further behind. When bucket e is being emptied, it is proved
    that the optimum is at least the simple estimate of the end of the game + e.
    """
    for e in range(f.counts[CURRENT], f.counts[LIMIT]):
        f.counts[CURRENT] = e
        while f.bucket[e] != NOTHING:
            if turns <= 0 or f.counts[NEEDS] >= f.counts[MOST]:
                return MORE
            i = dequeue(f, e)
            if f.closed[i]:
                continue
            red, blue = need(f, i, none)
            if not some((red | blue) - game.sources):
                f.counts[FOUND] = i
                return SOLVED
            if tables.answered[0] > f.stamp[i] + f.stamp[i] // STALE:
                now = f.excess[i] + extra(game, tables, red, blue, f.counts[LIMIT] - f.excess[i])
                f.stamp[i] = tables.answered[0]
                if now >= f.counts[LIMIT]:
                    f.counts[PRUNED] += 1
                    continue
                if now > e:
                    enqueue(f, i, now)
                    continue
            f.closed[i] = True
            turns -= 1
            f.counts[EXPANDED] += 1
            if not expand(game, tables, f, i, none, log):
                f.closed[i] = False
                enqueue(f, i, e)
                return FULL
            if tables.missed[0] == len(tables.wanted) > 0:
                return MORE
    return EMPTY


@compiled
def dominated(game: Game, f: Frontier, red: Nodes, blue: Nodes, excess: int, estimate: int, log: Log) -> bool:
    """Whether a need without one of its values, or what forced moves leave of that, is known at no greater cost.

    V only grows with the need, so that the lesser need has a plan at least as good, and it will be expanded instead.
    No circle of needs can leave each other out: taking away a value, and every forced move, lowers the sum over the
    values needed of 1 + longest path from a source, which no automorphism changes.
    """
    for colour in range(2):
        left = red if colour == 0 else blue
        while some(left):
            here = only(first(left), red)
            left = rest(left)
            fewer_red = red - here if colour == 0 else red
            fewer_blue = blue if colour == 0 else blue - here
            once, _ = closure(game, fewer_red, fewer_blue)
            same_cost = excess + simple_estimate(game, once, fewer_blue) - estimate
            if same_cost < 0:
                continue
            fewer_red, fewer_blue = settled(game, fewer_red, fewer_blue, log)
            if known_excess(f, fewer_red, fewer_blue) <= same_cost:
                return True
    return False


@compiled
def overflow(game: Game, red: Nodes, w: int) -> tuple[int, Nodes]:
    """How many values needed red must be loaded after w is computed, for lack of room, and which may be.

    Just before the compute the operands of w are red beside what is not loaded later, just after it w is. Without
    sliding both fill the cache at once; an operand needed red stays then. With sliding an operand may have to go.
    """
    here = only(w, red)
    operands = row(game.operands, w, red)
    if not game.sliding:
        return max(0, size(red | operands | here) - game.memory), red - operands - here
    before = size((red - here) | operands) - game.memory
    if before > 0:
        return before, red - operands - here
    return max(0, size(red | here) - game.memory), red - here


@compiled
def expand(game: Game, tables: Tables, f: Frontier, i: int, none: Nodes, log: Log) -> bool:
    """Undoes each compute that may have come last, with the loads after it; returns whether there was room for all.

    A plan can be brought into this form at no cost: a value is stored, if ever, just after it is computed, since its
    blue pebble is in nobody's way; and a value is loaded as early as there is room for it, at the latest just after
    the last compute that left none. (If that moves a load to where its value was computed, the load is spared.) So
    before the first compute of a need's plan that is undone only computes, each with its stores, and as many loads as
    the compute before them has no room for. A value that is needed both red and blue may be computed again while the
    blue pebble stays from an earlier time. If nothing may be recomputed, what something needed descends from has been
    computed before, and cannot be now.
    """
    red, blue = need(f, i, none)
    once, twice = closure(game, red, blue)
    estimate = simple_estimate(game, once, blue)
    excess = int(f.excess[i])
    if game.dominance and dominated(game, f, red, blue, excess, estimate, log):
        return True
    chosen, listed = f.scratch[0], f.scratch[1]
    waiting = (red | blue) - game.sources
    while some(waiting):
        w = first(waiting)
        waiting = rest(waiting)
        here = only(w, red)
        if not game.recompute and some(twice & here):
            continue
        again = game.recompute and some(red & here & blue)
        operands = row(game.operands, w, red)
        count, candidates = overflow(game, red, w)
        several = 0
        while some(candidates):
            listed[several] = first(candidates)
            candidates = rest(candidates)
            several += 1
        if several < count:
            continue
        for k in range(count):
            chosen[k] = k
        while True:
            loaded = none
            for k in range(count):
                loaded = loaded | only(listed[chosen[k]], red)
            before = ((red - loaded) - here) | operands
            stored = blue | (loaded - game.sources)
            price = count
            if some(blue & here):
                if again and not reach(game, tables, f, before, stored, excess + price - estimate, i, w, loaded, log):
                    return False
                stored = stored - here
                price += 1
            if not reach(game, tables, f, before, stored, excess + price - estimate, i, w, loaded, log):
                return False
            if not next_choice(chosen, count, several):
                break
    return True


@compiled
def next_choice(chosen: Log, count: int, several: int) -> bool:
    """Moves on to the next way to choose `count` of `several`, in lexicographic order; returns whether there is one."""
    k = count - 1
    while k >= 0 and chosen[k] == several - count + k:
        k -= 1
    if k < 0:
        return False
    chosen[k] += 1
    for j in range(k + 1, count):
        chosen[j] = chosen[j - 1] + 1
    return True


@compiled
def reach(
    game: Game,
    tables: Tables,
    f: Frontier,
    red: Nodes,
    blue: Nodes,
    without_estimate: int,
    parent: int,
    w: int,
    loaded: Nodes,
    log: Log,
) -> bool:
    """Records a need that was reached; returns whether there was room.

    Many steps lead to the same need: one that was reached lately, and at no greater cost, has been dealt with.
    """
    once, _ = closure(game, red, blue)
    excess = without_estimate + simple_estimate(game, once, blue)
    if excess >= f.counts[LIMIT] or is_recent(f, red, blue, excess):
        return True
    if not record(game, tables, f, red, blue, excess, parent, w, loaded, log):
        return False
    remember(f, red, blue, excess)
    return True


@compiled
def record(
    game: Game,
    tables: Tables,
    f: Frontier,
    red: Nodes,
    blue: Nodes,
    excess: int,
    parent: int,
    w: int,
    loaded: Nodes,
    log: Log,
) -> bool:
    """Puts a need on the frontier, if it is new or cheaper, and below the limit; returns False for lack of room."""
    red, blue = settled(game, red, blue, log)
    at = slot(f, red, blue)
    i = int(f.table[at])
    if i != NOTHING and f.excess[i] <= excess:
        return True
    bucket = max(f.counts[CURRENT], excess + extra(game, tables, red, blue, f.counts[LIMIT] - excess))
    if bucket >= f.counts[LIMIT]:
        f.counts[PRUNED] += 1
        return True
    if i == NOTHING:
        if f.counts[NEEDS] >= len(f.red) or f.counts[FREE] == NOTHING or f.after[f.counts[FREE]] == NOTHING:
            return False
        i = append(f, red, blue, excess, parent, at)
    else:
        if f.counts[FREE] == NOTHING or f.after[f.counts[FREE]] == NOTHING:
            return False
        f.excess[i] = excess
        f.closed[i] = False
        f.parent[i] = parent
    f.stamp[i] = tables.answered[0]
    if len(f.compute) > 0:
        f.compute[i] = w
        put(f.evicted, i, loaded)
    return enqueue(f, i, bucket)


@compiled
def excess_of(
    game: Game, tables: Tables, f: Frontier, red: Nodes, blue: Nodes, none: Nodes, turns: int, log: Log
) -> int:
    """V(red, blue) less its simple estimate, or what is proved of it after so many turns, on an empty frontier."""
    begin(game, tables, f, red, blue, log)
    end = advance(game, tables, f, none, turns, log)
    proved: int = f.counts[LIMIT] if end == EMPTY else f.counts[CURRENT]
    return proved
