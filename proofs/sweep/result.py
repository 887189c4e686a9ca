"""Result: what a sweep has found out about one point, in exact whole numbers and without any time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Outcome(StrEnum):
    """How the computation of a point ended."""

    EXACT = "exact"  # lower = upper
    INTERVAL = "interval"  # only lower <= optimum <= upper is known: the budget is spent
    INFEASIBLE = "infeasible"  # M is too small for the graph or the program
    REFUSED = "refused"  # the point makes no sense, such as fft:3
    FAILED = "failed"  # twice the process died, or the program has a fault; says nothing about the point


@dataclass(frozen=True)
class Result:
    """Bounds in words: of a graph on its optimum, of a program its exact I/O; None where there are none.

    `states` is how many states a search stored, `reason` why there is no exact answer. `numbers` has what else is
    known, such as the trivial bound of a graph, `tiles` the tiles that a program took.
    """

    outcome: Outcome
    lower: int | None = None
    upper: int | None = None
    states: int | None = None
    reason: str = ""
    numbers: Mapping[str, int] = field(default_factory=dict)
    tiles: Mapping[str, int] = field(default_factory=dict)

    def document(self) -> dict[str, object]:
        """Returns the result as JSON values.

        >>> Result(Outcome.EXACT, 3, 3, 7).document()["upper"]
        3
        """
        return {
            "outcome": str(self.outcome),
            "lower": self.lower,
            "upper": self.upper,
            "states": self.states,
            "reason": self.reason,
            "numbers": dict(self.numbers),
            "tiles": dict(self.tiles),
        }

    @classmethod
    def from_document(cls, document: Mapping[str, object]) -> Result:
        """Returns the result that was written as JSON values; raises KeyError, TypeError or ValueError if it was not.

        >>> Result.from_document(Result(Outcome.REFUSED, reason="no").document()).reason
        'no'
        """
        bounds = [document[name] for name in ("lower", "upper", "states")]
        if not all(value is None or isinstance(value, int) for value in bounds):
            raise TypeError(f"lower, upper and states are whole numbers or null; got {bounds}")
        lower, upper, states = bounds
        return cls(
            Outcome(str(document["outcome"])),
            lower,  # type: ignore[arg-type]
            upper,  # type: ignore[arg-type]
            states,  # type: ignore[arg-type]
            str(document["reason"]),
            _counts(document["numbers"]),
            _counts(document["tiles"]),
        )


def _counts(value: object) -> dict[str, int]:
    if not isinstance(value, dict) or not all(isinstance(number, int) for number in value.values()):
        raise TypeError(f"a table of whole numbers is wanted; got {value!r}")
    return value
