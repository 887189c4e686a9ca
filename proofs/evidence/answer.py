"""Answer: what a solver says of a query, in the same words whichever solver it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction


class Answer(StrEnum):
    """What a solver says of a set of formulas: they cannot all be true, they can, or it does not know."""

    UNSAT = "unsat"
    SAT = "sat"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Checked:
    """The answer to one query, the values of a model if there is one, the query itself, and what it took.

    A value that is not rational is missing from `model`, and `near` has a rational number close to it. `proof` says how
    long the proof of unsat is that the solver handed over, and how much of it is taken on trust.
    """

    answer: Answer
    script: str
    milliseconds: int = field(compare=False)
    model: dict[str, Fraction] = field(default_factory=dict)
    near: dict[str, Fraction] = field(default_factory=dict)
    reason: str = ""
    proof: str = ""

    @property
    def told(self) -> str:
        """The answer as it stands in a finding's evidence."""
        return f"{self.answer}, {self.proof}" if self.proof else str(self.answer)
