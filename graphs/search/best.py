"""Best: the bounds that a search has so far, with the schedule that attains the upper one."""

from __future__ import annotations

from graphs.bounds import trivial_bound
from graphs.cdag import Cdag
from graphs.game import Variant
from graphs.local_search import local_search
from graphs.schedule import Schedule, replay
from graphs.search.reductions import Reductions
from graphs.search.result import Optimum, Outcome
from graphs.strategies import furthest_next_use

ROUNDS = ((0, 2_000), (2_000, 20_000), (50_000, 100_000), (500_000, 400_000))
"""Needs expanded, and rounds of local search that are worth while then: a better schedule spares memory."""

_ROUND = 2 * 10**9
"""A round takes time like the square of the number of nodes; so many nodes squared are as many as is reasonable."""


class Best:
    """The best bounds so far on the optimum, in words, the schedule, and how many states of the game were stored.

    `rounds` is how many of ROUNDS are done.
    """

    def __init__(self, cdag: Cdag, M: int, variant: Variant, use: Reductions) -> None:
        self.cdag, self.M, self.variant, self.use = cdag, M, variant, use
        self.states = 0
        self.lower = trivial_bound(cdag)
        self.schedule = furthest_next_use(cdag, M, variant)
        self.upper = self.price(self.schedule)
        self.rounds = 0
        self.improve(0)

    @property
    def known(self) -> bool:
        """Whether the bounds meet."""
        return self.lower == self.upper

    def price(self, schedule: Schedule) -> int:
        """What the referee says that a schedule costs."""
        return replay(self.cdag, schedule, self.M, self.variant).cost

    def improve(self, expanded: int) -> None:
        """Looks for a better schedule, if the search has become long enough for that."""
        while self.use.upper and not self.known and self.rounds < len(ROUNDS) and expanded >= ROUNDS[self.rounds][0]:
            rounds = min(ROUNDS[self.rounds][1], _ROUND // len(self.cdag) ** 2)
            self.rounds += 1
            self.take(local_search(self.cdag, self.M, self.variant, rounds))

    def take(self, schedule: Schedule) -> None:
        """Keeps a schedule if it is better; the referee says what it costs."""
        cost = self.price(schedule)
        if cost < self.upper:
            self.schedule, self.upper = schedule, cost

    def proved(self, bound: int) -> None:
        """Keeps a lower bound if it is better; none is above what a schedule attains."""
        self.lower = max(self.lower, min(bound, self.upper))

    def result(self, reason: str = "") -> Optimum:
        """Returns the bounds; `reason` says why the search ended, if they do not meet."""
        outcome = Outcome.EXACT if self.known else Outcome.BUDGET_SPENT
        reason = "" if self.known else reason
        return Optimum(outcome, self.M, self.variant, self.lower, self.upper, self.schedule, self.states, reason)
