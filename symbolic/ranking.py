"""Ranking: every program for the gradient in X that runs at one n, d and M, by its exact I/O, and what it loses."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from graphs.errors import OutOfDomain
from graphs.families.builder import check_sizes
from graphs.game import check_memory
from graphs.programs.program import Program
from symbolic.exact import Cost, exact_cost
from symbolic.regime import check_largest, contenders

PAPER = {"small_cache": "Algorithm 6", "flash_backward": "FlashAttention"}
"""The two programs of the backward-pass paper."""


@dataclass(frozen=True)
class Entry:
    """A program and its exact cost with its best tiles."""

    program: Program
    cost: Cost


@dataclass(frozen=True)
class Ranking:
    """The programs that run with M words, least I/O first, and the least M of those that do not, smallest first.

    Of programs that move equally many words the one that the table of programs names first is first.
    """

    n: int
    d: int
    M: int
    entries: tuple[Entry, ...]
    absent: tuple[tuple[Program, int], ...]

    @property
    def best(self) -> Entry:
        """The program that moves the fewest words."""
        return self.entries[0]

    def entry(self, name: str) -> Entry | None:
        """Returns the entry of a program, or None if it does not run."""
        return next((one for one in self.entries if one.program.name == name), None)

    def saved(self, other: Entry) -> Fraction:
        """Returns the share of the I/O of a program that the best one does not need.

        >>> found = ranking(n=64, d=8, M=64)
        >>> str(found.saved(found.entries[1])), found.saved(found.best) == 0  # 60160 - 58624 = 1536 of 60160
        ('6/235', True)
        """
        return Fraction(other.cost.io - self.best.cost.io, other.cost.io)


def ranking(n: int, d: int, M: int) -> Ranking:
    """Returns all programs on the CDAG of the theorem, compared at their exact counts.

    Raises OutOfDomain for sizes that make no sense, and, with the least M there is, if no program runs.

    >>> found = ranking(n=64, d=8, M=64)
    >>> [(one.program.name, one.cost.io) for one in found.entries[:3]]
    [('hybrid', 58624), ('rectangular', 60160), ('small_cache', 70912)]
    """
    check_sizes(n=n, d=d)
    check_largest("n", "the sequence length", n)
    check_largest("d", "the head dimension", d)
    check_memory(M)
    entries, absent = [], []
    for program in contenders():
        least = program.least_memory(n=n, d=d)
        if least <= M:
            entries.append(Entry(program, exact_cost(program, M, n=n, d=d)))
        else:
            absent.append((program, least))
    absent.sort(key=lambda pair: pair[1])
    if not entries:
        program, least = absent[0]
        raise OutOfDomain(
            f"no program for the gradient in X runs with M = {M} words of cache; {program.name} runs with {least}, and "
            f"with fewer than 3 words no operation on two operands can be done at all"
        )
    return Ranking(n, d, M, tuple(sorted(entries, key=lambda one: one.cost.io)), tuple(absent))
