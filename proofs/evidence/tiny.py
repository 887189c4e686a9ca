"""Tiny cases: trivial bound <= optimum <= cost of a simple schedule, by exhaustive search, for tiny n, d and M."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from graphs.bounds import trivial_bound
from graphs.families import family
from graphs.game import HONG_KUNG
from graphs.schedule import replay
from graphs.search import Optimum, Outcome, oracle
from graphs.strategies import furthest_next_use
from symbolic.attention import Computation
from symbolic.attention import trivial_bound as trivial_formula

BUDGET = 200_000
"""States of the game; the largest of the cases below needs half of it."""


@dataclass(frozen=True)
class Case:
    """A computation at one point: the forward pass, or the backward pass to some gradients."""

    computation: Computation
    n: int
    d: int
    M: int

    def __str__(self) -> str:
        kind = "forward" if self.computation is Computation.FORWARD else f"backward {self.computation}"
        return f"{kind}, n = {self.n}, d = {self.d}, M = {self.M}"

    @property
    def specification(self) -> str:
        """The member of a family of CDAGs that it is."""
        if self.computation is Computation.FORWARD:
            return f"attention_forward:{self.n},{self.d}"
        return f"attention_backward:{self.n},{self.d},{self.computation}"


@dataclass(frozen=True)
class Row:
    """What the search found for a case; all costs in words, for the game of Hong and Kung."""

    case: Case
    trivial: int
    optimum: Optimum
    simple: int

    @property
    def holds(self) -> bool | None:
        """Whether the three are in order; None if the optimum is not known."""
        if self.optimum.outcome is not Outcome.EXACT or self.optimum.cost is None:
            return None
        return self.trivial <= self.optimum.cost <= self.simple


def _cases() -> Iterator[Case]:
    for computation, n, d, memories in (
        (Computation.FORWARD, 1, 1, (3, 4)),
        (Computation.FORWARD, 2, 1, (8, 9)),
        (Computation.FORWARD, 1, 2, (7, 8)),
        (Computation.X, 1, 1, (3, 4, 5, 6, 7)),
        (Computation.X, 2, 1, (14,)),
        (Computation.X, 1, 2, (14, 16)),
        (Computation.XY, 1, 1, (4, 5, 6, 7, 8)),
    ):
        yield from (Case(computation, n, d, M) for M in memories)


CASES = tuple(_cases())


@cache
def confirm(case: Case, budget: int = BUDGET) -> Row:
    """Searches one case; the schedule of the optimum and the simple one are both replayed by the referee.

    The trivial bound is counted on the graph and compared with its closed form. A case is searched once, whoever asks.

    >>> row = confirm(Case(Computation.FORWARD, 1, 1, 3))
    >>> row.trivial, row.optimum.cost, row.simple, row.holds
    (6, 8, 12, True)
    """
    cdag = family(case.specification)
    trivial = trivial_bound(cdag)
    formula = trivial_formula(case.computation).at(n=case.n, d=case.d)
    assert trivial == formula, f"{cdag.name}: {trivial} inputs and outputs, but the closed form says {formula}"
    simple = replay(cdag, furthest_next_use(cdag, case.M), case.M).cost
    return Row(case, trivial, oracle(cdag, case.M, HONG_KUNG, budget), simple)


def confirm_all(progress: Callable[[Case], None] = lambda case: None, budget: int = BUDGET) -> tuple[Row, ...]:
    """Searches every case, the smallest first."""
    rows = []
    for case in CASES:
        progress(case)
        rows.append(confirm(case, budget))
    return tuple(rows)
