"""Reigns: which kind of program moves the fewest words as the cache grows, exactly, and where the winner changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from graphs.errors import OutOfDomain
from graphs.families.builder import check_sizes
from graphs.programs.program import Program
from symbolic.exact import exact_cost, runs
from symbolic.regime import check_largest, contenders

KINDS = {
    "naive_backward": "naive",
    "unblocked": "Algorithm 6",
    "small_cache": "Algorithm 6",
    "rectangular": "Algorithm 6",
    "hybrid": "hybrid",
    "flash_backward": "FlashAttention",
    "fused_flash_split": "fused, split",
    "fused_flash_joint": "fused, joint",
    "pinned": "pinned",
    "in_cache": "in cache",
    "in_cache_sharp": "in cache",
}
"""What kind of program each one is."""
FLASH = ("FlashAttention", "fused, split", "fused, joint", "pinned")
"""The kinds that compute the scores twice and store none of them."""


@dataclass(frozen=True)
class Reign:
    """A range of M, both ends within it, in which programs of one kind move the fewest words."""

    kind: str
    programs: tuple[str, ...]
    lowest: int
    highest: int


@dataclass(frozen=True)
class Reigns:
    """The winners for one n and d, as M grows; every M from the lowest of the first to the highest of the last."""

    n: int
    d: int
    each: tuple[Reign, ...]

    @property
    def switches(self) -> tuple[int, ...]:
        """Each M at which another kind begins to win."""
        return tuple(reign.lowest for reign in self.each[1:])

    @property
    def fractions(self) -> tuple[Fraction, ...]:
        """The switches in units of d**2."""
        return tuple(Fraction(M, self.d**2) for M in self.switches)


def kind(program: Program) -> str:
    """Returns the kind of a program; a program that is new here is a kind of its own.

    >>> from graphs.programs import PROGRAMS
    >>> kind(PROGRAMS["rectangular"])
    'Algorithm 6'
    """
    return KINDS.get(program.name, program.name)


def winner(n: int, d: int, M: int) -> Program | None:
    """Returns the program for the gradient in X with the least exact I/O, the first named of equals; None if none runs.

    >>> [winner(64, 8, M).name for M in (7, 64, 128, 600)], winner(64, 8, 2)
    (['rectangular', 'hybrid', 'flash_backward', 'pinned'], None)
    """
    place = _first(_words(n, d, M))
    return None if place is None else contenders()[place]


def reigns(
    n: int,
    d: int,
    lowest: int | None = None,
    highest: int | None = None,
    progress: Callable[[str], None] = lambda what: None,
) -> Reigns:
    """Returns the reigns of all kinds, exact at every single M, though counts are no smooth functions of M.

    With more cache no program moves more words: its tiles are the best of those that fit. So if one program moves at
    the lower end of a range no more than any other at the upper end, it wins in all of the range; else the range is
    halved. Unless given, M goes from d**2/2, but at least 3, to 4 d**2, but at least 16. Raises OutOfDomain for an
    empty range of M, and for one below 3, where no program runs.

    >>> [(one.kind, one.lowest, one.highest) for one in reigns(64, 4, lowest=10, highest=26).each]
    [('Algorithm 6', 10, 22), ('FlashAttention', 23, 23), ('Algorithm 6', 24, 24), ('hybrid', 25, 26)]
    """
    check_sizes(n=n, d=d)
    check_largest("n", "the sequence length", n)
    check_largest("d", "the head dimension", d)
    low = max(3, d * d // 2) if lowest is None else lowest
    high = max(16, 4 * d * d) if highest is None else highest
    if low < 3 or high < low:
        raise OutOfDomain(f"M must go from at least 3, where a program runs, upward; got {low} to {high}")
    found: list[Reign] = []
    for program, first, last in _ranges(n, d, low, high):
        progress(f"M = {last}")
        before = found[-1] if found else None
        if before is None or before.kind != kind(program):
            found.append(Reign(kind(program), (program.name,), first, last))
        else:
            names = tuple(dict.fromkeys((*before.programs, program.name)))
            found[-1] = Reign(before.kind, names, before.lowest, last)
    return Reigns(n, d, tuple(found))


Words = tuple[int | None, ...]
"""The exact I/O of every contender, None if it does not run."""


def _words(n: int, d: int, M: int) -> Words:
    return tuple(
        exact_cost(program, M, n=n, d=d).io if runs(program, M, n=n, d=d) else None for program in contenders()
    )


def _first(words: Words) -> int | None:
    """The place of the least, the first of equals."""
    return min((io, place) for place, io in enumerate(words) if io is not None)[1] if any(words) else None


def _ranges(n: int, d: int, low: int, high: int) -> Iterator[tuple[Program, int, int]]:
    """Yields ranges of M in ascending order, each with the program that wins in all of it."""
    known = cache(lambda M: _words(n, d, M))
    waiting = [(low, high)]
    while waiting:
        first, last = waiting.pop()
        place = _first(known(first))
        assert place is not None
        most = known(first)[place]
        assert most is not None
        rivals = (io for other, io in enumerate(known(last)) if other != place and io is not None)
        earlier = (io for io in known(last)[:place] if io is not None)
        if first == last or (all(most <= io for io in rivals) and all(most < io for io in earlier)):
            yield contenders()[place], first, last
        else:
            middle = (first + last) // 2
            waiting += [(middle + 1, last), (first, middle)]
