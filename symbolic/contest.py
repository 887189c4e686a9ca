"""Contests: which of two programs moves fewer words as the cache grows, exactly, and where the winner changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from graphs.errors import OutOfDomain
from graphs.programs.program import Program
from symbolic.exact import exact_cost


@dataclass(frozen=True)
class Contest:
    """Two programs for the same n and d, compared at every M from `lowest` to `highest`.

    `switches` holds each M at which the second begins to move fewer words than the first, or the first no more than
    the second; they alternate. `starts` tells whether the second is ahead at `lowest`.
    """

    names: tuple[str, str]
    n: int
    d: int
    lowest: int
    highest: int
    starts: bool
    switches: tuple[int, ...]

    @property
    def settled(self) -> bool:
        """Whether the second program is ahead at the end, having been behind at the start."""
        return not self.starts and len(self.switches) % 2 == 1

    @property
    def fractions(self) -> tuple[Fraction, ...]:
        """The switches in units of d**2."""
        return tuple(Fraction(M, self.d**2) for M in self.switches)


def contest(
    first: Program,
    second: Program,
    n: int,
    d: int,
    lowest: int | None = None,
    highest: int | None = None,
    progress: Callable[[int], None] = lambda M: None,
) -> Contest:
    """Returns where the winner changes, by comparing the exact I/O with best tiles at every single M.

    Unless given, M goes from d**2/2, or the least with which both run, to 4 d**2. The ceilings in the exact I/O can
    make the winner change several times. Raises OutOfDomain for an empty range of M.

    >>> from graphs.programs import PROGRAMS
    >>> contest(PROGRAMS["small_cache"], PROGRAMS["flash_backward"], n=128, d=2).switches
    (14,)
    """
    least = max(first.least_memory(n=n, d=d), second.least_memory(n=n, d=d))
    low = max(least, d * d // 2) if lowest is None else lowest
    high = max(least, 4 * d * d) if highest is None else highest
    if low < least or high < low:
        raise OutOfDomain(f"M must go from at least {least}, where both programs run, upward; got {low} to {high}")
    ahead: list[bool] = []
    for M in range(low, high + 1):
        progress(M)
        ahead.append(exact_cost(second, M, n=n, d=d).io < exact_cost(first, M, n=n, d=d).io)
    switches = tuple(low + i for i in range(1, len(ahead)) if ahead[i] != ahead[i - 1])
    if ahead[0] and low == least:
        switches = (low, *switches)  # the second is ahead as soon as both run at all
        return Contest((first.name, second.name), n, d, low, high, False, switches)
    return Contest((first.name, second.name), n, d, low, high, ahead[0], switches)
