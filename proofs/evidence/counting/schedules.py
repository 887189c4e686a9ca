"""Schedules: programs of the backward pass played as pebble games, made reduced, replayed, and cut into segments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from graphs.cdag import Cdag
from graphs.programs import PROGRAMS
from graphs.programs.pebbling import pebble
from graphs.schedule import Schedule, replay
from graphs.segments import Segment, reduced, segments

Sizes = tuple[tuple[int, int], ...]
"""Pairs (n, d)."""

QUICK: Sizes = ((1, 1), (2, 1), (1, 2), (2, 2), (3, 2))
THOROUGH: Sizes = (*QUICK, (2, 3), (4, 3), (6, 2), (5, 4))

_MEMORIES = {"naive_backward": (3,), "small_cache": (7, 13, 21, 31), "flash_backward": (6, 16, 36)}
"""The M tried for each program, on top of 4d for flash_backward, which runs from 4d + 6 on."""


@dataclass(frozen=True)
class Setting:
    """A program for the gradient in X, its sizes, and M in words."""

    program: str
    n: int
    d: int
    M: int

    def __str__(self) -> str:
        return f"{self.program}, n = {self.n}, d = {self.d}, M = {self.M}"

    @property
    def lengths(self) -> tuple[int, ...]:
        """The numbers T of loads and stores in a segment that are tried: M/2, rounded down, M, 2M and 4M."""
        return (self.M // 2, self.M, 2 * self.M, 4 * self.M)


@dataclass(frozen=True)
class Played:
    """A reduced schedule on the CDAG of the family, both costs as the referee found them, in words."""

    cdag: Cdag
    schedule: Schedule
    cost: int
    cost_before: int


def settings(sizes: Sizes) -> Iterator[Setting]:
    """Yields each program with each M for some (n, d).

    >>> [setting.M for setting in settings(((1, 2),)) if setting.program == "flash_backward"]
    [14, 24, 44]
    """
    for n, d in sizes:
        for program, memories in _MEMORIES.items():
            more = 4 * d if program == "flash_backward" else 0
            yield from (Setting(program, n, d, more + M) for M in memories)


def described(sizes: Sizes) -> str:
    """Returns the clause that says which segments the settings for some (n, d) give.

    >>> described(((1, 1),)).startswith("all segments of the reduced schedules of naive_backward (M = 3), small_cache")
    True
    """
    memories = []
    for program, tried in _MEMORIES.items():
        more = "4d + " if program == "flash_backward" else ""
        memories.append(f"{program} (M = {', '.join(f'{more}{M}' for M in tried)})")
    programs, pairs, lengths = ", ".join(memories), ", ".join(map(str, sizes)), "floor(M/2), M, 2M, 4M"
    return f"all segments of the reduced schedules of {programs} for (n, d) = {pairs} and T = {lengths}"


@cache
def played(setting: Setting) -> Played:
    """Returns the schedule of a program; the referee replays it before and after it is reduced.

    >>> played(Setting("naive_backward", 1, 1, 3)).cost
    43
    """
    program = PROGRAMS[setting.program]
    sizes = {"n": setting.n, "d": setting.d}
    assert program.family is not None, f"{setting.program} is no program on the CDAG of the family"
    pebbled = pebble(program, sizes | program.best_tiles(setting.M, **sizes), program.family(**sizes))
    before = replay(pebbled.cdag, pebbled.schedule, setting.M)
    schedule = reduced(pebbled.cdag, pebbled.schedule)
    after = replay(pebbled.cdag, schedule, setting.M)
    return Played(pebbled.cdag, schedule, after.cost, before.cost)


@cache
def segments_of(setting: Setting, T: int) -> tuple[Segment, ...]:
    """Returns the segments of the schedule, of T loads and stores each.

    >>> len(segments_of(Setting("naive_backward", 1, 1, 3), 3))
    15
    """
    return segments(played(setting).schedule, T)
