"""Gap: how far the best program is from the best lower bound, exactly, at one n, d and M or over a range of M."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import isqrt

from graphs.errors import OutOfDomain
from graphs.families.builder import check_sizes
from graphs.game import check_memory
from symbolic.exact import exact_cost
from symbolic.regime import check_largest, lower_bounds
from symbolic.reigns import kind, winner

STEPS = 8
"""Points an octave of M."""


@dataclass(frozen=True)
class Gap:
    """The best program and its exact I/O, the best lower bound and its value, both in words, at one n, d and M."""

    n: int
    d: int
    M: int
    program: str
    kind: str
    upper: int
    bound: str
    lower: int

    @property
    def ratio(self) -> Fraction:
        """The I/O of the program over the lower bound; 1 where both are the optimum."""
        return Fraction(self.upper, self.lower)

    def document(self) -> dict[str, object]:
        """Returns all of it by name, the ratio as a fraction."""
        return {
            "M": self.M,
            "program": self.program,
            "upper": self.upper,
            "bound": self.bound,
            "lower": self.lower,
            "ratio": str(self.ratio),
        }


def gap(n: int, d: int, M: int) -> Gap:
    """Returns the gap for the gradient in X; raises OutOfDomain for sizes that are none, or if no program runs.

    >>> found = gap(n=4, d=2, M=50)  # everything fits: 4nd + 3d^2 words are moved, and must be
    >>> found.program, found.upper, found.lower, found.ratio == 1
    ('in_cache', 44, 44, True)
    """
    check_sizes(n=n, d=d)
    check_memory(M)
    check_largest("n", "the sequence length", n)
    check_largest("d", "the head dimension", d)
    program = winner(n, d, M)
    if program is None:
        raise OutOfDomain(f"no program for the gradient in X runs with M = {M} words; give at least 3")
    name, lower = lower_bounds(n, d, M)[0]
    upper = exact_cost(program, M, n=n, d=d).io
    assert lower <= upper, f"{name} exceeds {program.name} at n = {n}, d = {d}, M = {M}"
    return Gap(n, d, M, program.name, kind(program), upper, name, lower)


def gaps(n: int, d: int, progress: Callable[[str], None] = lambda what: None, steps: int = STEPS) -> tuple[Gap, ...]:
    """Returns the gap over M from 7 words until everything fits, `steps` (1, 2, 4 or 8) points an octave.

    >>> [(one.M, one.bound) for one in gaps(16, 2, steps=1)][-2:]
    [(56, 'trivial(X)'), (112, 'trivial(X)')]
    """
    check_sizes(n=n, d=d)
    found = []
    for M in sizes(n, d, steps):
        progress(f"M = {M:,}")
        found.append(gap(n, d, M))
    return tuple(found)


def sizes(n: int, d: int, steps: int = STEPS) -> tuple[int, ...]:
    """Returns the M of a range: from 7 until past 2nd + 2d^2 + 4d + 6, where everything fits, in equal ratios.

    >>> sizes(4, 2, steps=2)
    (7, 9, 14, 19, 28, 39)
    """
    if steps not in (1, 2, 4, 8):
        raise OutOfDomain(f"an octave has 1, 2, 4 or 8 points; got {steps}")
    last = 2 * n * d + 2 * d * d + 4 * d + 6
    found = [7]
    for eighths in range(8 // steps, 8 * 64, 8 // steps):
        power = 7**8 * 2**eighths
        found.append(isqrt(isqrt(isqrt(power))))
        if found[-1] >= last:
            break
    return tuple(dict.fromkeys(found))


def changes(found: Sequence[Gap]) -> list[Gap]:
    """Returns the first gap of each stretch in which one kind of program and one bound are best."""
    return [*found[:1], *(b for a, b in pairwise(found) if (a.kind, a.bound) != (b.kind, b.bound))]
