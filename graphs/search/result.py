"""Optimum: what a search for the least I/O cost of a CDAG has found, and what it has not."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from graphs.display import facts
from graphs.game import Variant
from graphs.schedule import Schedule


class Outcome(StrEnum):
    """How a search ended."""

    EXACT = "exact"  # lower = upper, with a schedule that attains it
    INFEASIBLE = "infeasible"  # no schedule exists with so few red pebbles
    BUDGET_SPENT = "budget spent"  # only lower <= optimum <= upper is known


@dataclass(frozen=True)
class Optimum:
    """Bounds on the optimum in words: `lower` proved, `upper` attained by `schedule`; both None if infeasible.

    `states` is how many states of the game the search stored, `reason` why it is infeasible, or why only an interval
    is known if that is not the budget.
    """

    outcome: Outcome
    M: int
    variant: Variant
    lower: int | None
    upper: int | None
    schedule: Schedule | None
    states: int
    reason: str = ""

    @property
    def cost(self) -> int | None:
        """The optimum if it is known, else None."""
        return self.upper if self.outcome is Outcome.EXACT else None

    def _repr_html_(self) -> str:
        bounds = "" if self.lower is None else f"{self.lower} to {self.upper} words"
        rows = [
            ("I/O cost", bounds if self.cost is None else f"{self.cost} words"),
            ("M", f"{self.M} words"),
            ("game", self.variant),
            ("schedule", f"{len(self.schedule)} moves" if self.schedule is not None else ""),
            ("states", f"{self.states:,}"),
            ("reason", self.reason),
        ]
        return facts(f"optimum: {self.outcome}", rows)
