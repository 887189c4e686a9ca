"""Stage: one search of the game in one variant, which can stop, be written down, and go on."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from graphs.bounds import trivial_bound
from graphs.game import Variant
from graphs.search.best import Best
from graphs.search.frontier import CURRENT, EXPANDED, LIMIT, MOST, NEEDS, doubled, new_frontier
from graphs.search.kernel import EMPTY, FULL, SOLVED, advance, begin
from graphs.search.learn import Learner
from graphs.search.needs import as_game, as_set, with_weights
from graphs.search.retrace import schedule_found
from graphs.search.symmetry import Symmetry
from graphs.search.words import width

PAIRS_AFTER, TRIPLES_AFTER = 2_000, 20_000
"""Needs expanded before the search weighs nodes and asks about pairs, and about triples: most are done sooner."""

_TURNS = 20_000
_ROOM = 1 << 12

Progress = Callable[[int, int, int], None]
"""Is told now and then: states stored, bound proved, cost of the best schedule."""


class Stage:
    """A search of the game in a variant whose schedules are legal in the variant that is asked for, for better bounds.

    What is proved about a variant that forbids more than the one asked for is no bound for that one. Whenever the
    keyboard interrupts, `frontier` and `learner` are as after some whole number of steps.
    """

    def __init__(self, best: Best, variant: Variant, known: Symmetry) -> None:
        self.best, self.variant, self.known = best, variant, known
        self.game = as_game(best.cdag, best.M, variant, best.use, known)
        self.learner = Learner(self.game, known.permutations)
        self.base = trivial_bound(best.cdag)
        self.earlier = best.states
        self.weighed = False
        words = width(len(best.cdag))
        self.none, self.log = as_set(0, words), np.zeros(1, np.int64)
        self.frontier = new_frontier(words, _ROOM, best.upper - self.base + 1)
        begin(self.game, self.learner.tables, self.frontier, self.none, self.game.sinks, self.log)

    def run(self, budget: int, progress: Progress, grown: Callable[[int], None] = lambda room: None) -> bool:
        """Searches until the bounds meet, or `budget` states of this stage are stored; returns whether it is done.

        `grown` is told the room whenever it has been doubled.
        """
        best = self.best
        while True:
            self.frontier.counts[MOST] = budget
            end = self.turn()
            best.states = self.earlier + int(self.frontier.counts[NEEDS])
            bound = self.base + int(self.frontier.counts[LIMIT if end == EMPTY else CURRENT])
            if self.variant == best.variant:
                best.proved(bound)
            progress(best.states, best.lower, best.upper)
            if end == SOLVED:
                best.take(schedule_found(best.cdag, self.game, self.known.permutations, self.frontier))
                assert best.upper == bound, "the referee and the search disagree on a price"
                return True
            if end == EMPTY:
                return True
            if self.frontier.counts[NEEDS] >= budget:
                return False
            if end == FULL:
                self.frontier = doubled(self.frontier)
                grown(len(self.frontier.red))
            self.learner.learn()

    def turn(self) -> int:
        """Runs the kernel for a while, with all that may be used by now; returns why it stopped."""
        use, expanded = self.best.use, int(self.frontier.counts[EXPANDED])
        if expanded >= PAIRS_AFTER:
            if use.succession and not self.weighed:
                self.game = self.learner.game = with_weights(self.game, self.best.cdag, self.known)
                self.weighed = True
            if use.pairs and not self.learner.tables.pairs.size:
                self.learner.start_pairs()
        if use.triples and expanded >= TRIPLES_AFTER and not self.learner.tables.triples.size:
            self.learner.start_triples()
        self.best.improve(expanded)
        self.frontier.counts[LIMIT] = self.best.upper - self.base + (0 if use.upper else 1)
        turns = _TURNS if expanded >= PAIRS_AFTER else PAIRS_AFTER - expanded
        return advance(self.game, self.learner.open_tables(expanded), self.frontier, self.none, turns, self.log)
