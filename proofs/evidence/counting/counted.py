"""Counted: what an exhaustive count says of a combinatorial lemma, and the tally that leads to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from proofs.level import Level

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Counted:
    """A lemma checked on every case of a finite range, in whole numbers.

    `scope` says in a sentence what the range is and `cases` how many cases it has. `closest` is the largest ratio of
    what was counted to its bound, 1 where the bound is attained, and squared where the bound is a square root. It is
    None if no case has a positive bound. `attained` says where the bound is sharp, if that is worth a word.
    `counterexample` is the first case that breaks the bound.
    """

    name: str
    scope: str
    cases: int
    closest: Fraction | None
    attained: str = ""
    counterexample: str | None = None

    @property
    def holds(self) -> bool:
        """Whether no case breaks the bound."""
        return self.counterexample is None

    @property
    def sharp(self) -> bool:
        """Whether some case attains the bound."""
        return self.closest == 1

    @property
    def level(self) -> Level:
        """The level of this evidence: tiny, or refuted; a range without a case is no evidence."""
        if not self.holds:
            return Level.REFUTED
        return Level.TINY if self.cases else Level.OPEN


class Tally:
    """Compares counts with bounds, case after case, and keeps the closest and the first that is too large.

    All numbers are whole; those of graphs small enough to be gone through stay far below 2**63.
    """

    def __init__(self) -> None:
        self.cases = 0
        self.closest: Fraction | None = None
        self.counterexample: str | None = None

    def compare(self, counts: Ints, bounds: Ints, describe: Callable[[int], str]) -> None:
        """Compares many counts with their bounds; `describe` says what the case of a given place is.

        The counts are not negative. Cases are not counted here, as one case may have several bounds.
        """
        too_large = counts > bounds
        if self.counterexample is None and too_large.any():
            self.counterexample = describe(int(np.argmax(too_large)))
        if not too_large.any() and ((counts == bounds) & (bounds > 0)).any():  # no ratio is larger than 1
            self.closest = max(self.closest or Fraction(1), Fraction(1))
            return
        for count in np.unique(counts):  # of the cases with the same count, the least bound is the closest
            bound = int(bounds[counts == count].min())
            if bound > 0:
                ratio = Fraction(int(count), bound)
                self.closest = ratio if self.closest is None else max(self.closest, ratio)

    def require(self, truth: bool, describe: Callable[[], str]) -> None:
        """Notes a case that must be true, and that is the counterexample if it is not."""
        if not truth and self.counterexample is None:
            self.counterexample = describe()

    def result(self, name: str, scope: str, attained: str = "") -> Counted:
        """Returns what was found.

        >>> tally = Tally()
        >>> tally.compare(np.array([1, 2]), np.array([2, 2]), str)
        >>> tally.result("half", "two numbers").sharp
        True
        """
        return Counted(name, scope, self.cases, self.closest, attained, self.counterexample)
