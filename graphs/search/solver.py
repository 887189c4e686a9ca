"""The solver: the least I/O cost of a CDAG, by A* from the end of the game, with a schedule and what was proved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from graphs.bounds import trivial_bound
from graphs.cdag import Cdag
from graphs.game import HONG_KUNG, Variant, check_memory
from graphs.local_search import local_search
from graphs.schedule import Schedule, replay
from graphs.search.frontier import CURRENT, EXPANDED, LIMIT, MOST, NEEDS, doubled, new_frontier
from graphs.search.kernel import EMPTY, FULL, SOLVED, advance, begin
from graphs.search.learn import Learner
from graphs.search.needs import as_game, as_set
from graphs.search.reductions import Reductions
from graphs.search.result import Optimum, Outcome
from graphs.search.retrace import schedule_found
from graphs.search.symmetry import Symmetry, numbered, symmetry
from graphs.search.words import MOST_NODES, width
from graphs.strategies import furthest_next_use, infeasible

BUDGET = 16_000_000
PAIRS_AFTER, TRIPLES_AFTER = 2_000, 20_000
"""Needs expanded before the search asks small searches about pairs, and about triples: most graphs are done sooner."""

ROUNDS = ((0, 2_000), (2_000, 20_000), (50_000, 100_000), (500_000, 400_000))
"""Needs expanded, and rounds of local search that are worth while then: a better schedule spares memory."""

_ROUND = 2 * 10**9
"""A round takes time like the square of the number of nodes; so many nodes squared are as many as is reasonable."""

_TURNS = 20_000
_ROOM = 1 << 12

Progress = Callable[[int, int, int], None]
"""Is told now and then: states stored, bound proved, cost of the best schedule."""


def optimum(
    cdag: Cdag,
    M: int,
    variant: Variant = HONG_KUNG,
    budget: int = BUDGET,
    progress: Progress = lambda states, lower, upper: None,
    use: Reductions = Reductions(),  # noqa: B008 - it is frozen
) -> Optimum:
    """Returns the least I/O cost of a CDAG with M words of cache, and a schedule that attains it.

    If `budget` states are stored, or the keyboard interrupts, or the graph has more than 128 nodes besides isolated
    ones, the outcome is an interval: what is proved, and the best schedule. The number of states, not the time,
    decides, so that the answer does not depend on the machine. The schedule is replayed by the referee before it is
    returned. Raises OutOfDomain unless M >= 1.

    A search where nothing may be recomputed is much smaller, and its optimum is a good upper bound for the search
    where it may: needs that cannot be part of a better plan are not kept. So that comes first, with a sixteenth of the
    budget.

    >>> optimum(Cdag.from_edges([("a", "c"), ("b", "c")]), M=3).cost
    3
    """
    check_memory(M)
    if variant.least_memory(cdag) > M:
        return Optimum(Outcome.INFEASIBLE, M, variant, None, None, None, 0, infeasible(cdag, M, variant))
    best = _Best(cdag, M, variant, use)
    if best.lower == best.upper:
        return best.result()
    if len(cdag) > MOST_NODES:
        reason = f"{cdag.name} has {len(cdag)} nodes; the search takes at most {MOST_NODES}"
        return best.result(reason)
    known = symmetry(numbered(cdag)) if use.symmetry else Symmetry((), whole=True)
    try:
        if variant.recompute and use.upper:
            first = replace(variant, recompute=False)
            _search(best, first, known, budget // 16, progress)
        if best.lower < best.upper:
            _search(best, variant, known, budget - best.states, progress)
    except KeyboardInterrupt:
        return best.result("interrupted")
    return best.result()


class _Best:
    """The best bounds so far, and the schedule."""

    def __init__(self, cdag: Cdag, M: int, variant: Variant, use: Reductions) -> None:
        self.cdag, self.M, self.variant, self.use = cdag, M, variant, use
        self.states = 0
        self.lower = trivial_bound(cdag)
        self.schedule = furthest_next_use(cdag, M, variant)
        self.upper = self.price(self.schedule)
        self.waiting = list(ROUNDS) if use.upper else []
        self.improve(0)

    def price(self, schedule: Schedule) -> int:
        return replay(self.cdag, schedule, self.M, self.variant).cost

    def improve(self, expanded: int) -> None:
        """Looks for a better schedule, if the search has become long enough for that."""
        while self.waiting and self.lower < self.upper and expanded >= self.waiting[0][0]:
            rounds = min(self.waiting.pop(0)[1], _ROUND // len(self.cdag) ** 2)
            self.take(local_search(self.cdag, self.M, self.variant, rounds))

    def take(self, schedule: Schedule) -> None:
        """Keeps a schedule if it is better; the referee says what it costs."""
        cost = self.price(schedule)
        if cost < self.upper:
            self.schedule, self.upper = schedule, cost

    def result(self, reason: str = "") -> Optimum:
        exact = self.lower == self.upper
        outcome = Outcome.EXACT if exact else Outcome.BUDGET_SPENT
        reason = "" if exact else reason
        return Optimum(outcome, self.M, self.variant, self.lower, self.upper, self.schedule, self.states, reason)


def _search(best: _Best, variant: Variant, known: Symmetry, budget: int, progress: Progress) -> None:
    """Searches the game in a variant, whose schedules are legal in the variant that is asked for, for better bounds.

    What is proved about a variant that forbids more than the one asked for is no bound for that one.
    """
    game = as_game(best.cdag, best.M, variant, best.use, known)
    words = width(len(best.cdag))
    none, log = as_set(0, words), np.zeros(1, np.int64)
    learner = Learner(game, known.permutations)
    base = trivial_bound(best.cdag)
    frontier = new_frontier(words, _ROOM, best.upper - base + 1)
    frontier.counts[MOST] = budget
    begin(game, learner.tables, frontier, none, game.sinks, log)
    stored = best.states
    while True:
        expanded = int(frontier.counts[EXPANDED])
        if best.use.pairs and expanded >= PAIRS_AFTER and not learner.tables.pairs.size:
            learner.start_pairs()
        if best.use.triples and expanded >= TRIPLES_AFTER and not learner.tables.triples.size:
            learner.start_triples()
        best.improve(expanded)
        frontier.counts[LIMIT] = best.upper - base + (0 if best.use.upper else 1)
        turns = _TURNS if learner.tables.pairs.size or not best.use.pairs else PAIRS_AFTER - expanded
        end = advance(game, learner.tables, frontier, none, turns, log)
        best.states = stored + int(frontier.counts[NEEDS])
        proved = base + int(frontier.counts[LIMIT if end == EMPTY else CURRENT])
        if variant == best.variant:
            best.lower = max(best.lower, min(proved, best.upper))
        progress(best.states, best.lower, best.upper)
        if end == SOLVED:
            best.take(schedule_found(best.cdag, game, known.permutations, frontier))
            assert best.upper == proved, "the referee and the search disagree on a price"
            return
        if end == EMPTY or frontier.counts[NEEDS] >= budget:
            return
        if end == FULL:
            frontier = doubled(frontier)
        learner.learn()
