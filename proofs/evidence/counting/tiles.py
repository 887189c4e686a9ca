"""Tiles: the largest tiles that fit into M words exist, and are nearly as large as the words allow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from proofs.evidence.counting.combinatorial import Combinatorial
from proofs.evidence.counting.counted import Counted, Ints, Tally

NAME = "tiles-exist"

Words = Callable[[Ints, int], Ints]
"""From tile sizes, 0, 1, 2 and so on, and d to words of cache."""


@dataclass(frozen=True)
class Fit:
    """A tile of size a needs `need` words; the largest that fits into M >= `least` words has M <= `below`.

    Its size is at least `smallest`.
    """

    text: str
    need: Words
    below: Words
    least: Callable[[int], int]
    uses_d: bool = False
    smallest: int = 1


SQUARE = Fit("b**2 + 3*b + 3 <= M", lambda b, _: b * b + 3 * b + 3, lambda b, _: b * b + 5 * b + 6, lambda _: 7)
FORWARD_SQUARE = Fit("f**2 + 2*f + 3 <= M", lambda f, _: f * f + 2 * f + 3, lambda f, _: f * f + 4 * f + 5, lambda _: 6)
PRODUCT = Fit("p**2 + p + 3 <= M", lambda p, _: p * p + p + 3, lambda p, _: p * p + 3 * p + 4, lambda _: 5)
LARGER_PRODUCT = replace(PRODUCT, least=lambda _: 9, smallest=2)
BACKWARD = Fit(
    "a*(3*d + 4) <= M - d - 2",
    lambda a, d: a * (3 * d + 4) + d + 2,
    lambda a, d: a * (3 * d + 4) + d + 2 + (3 * d + 3),
    lambda d: 4 * d + 6,
    uses_d=True,
)
FORWARD = Fit(
    "a*(2*d + 2) <= M - 3",
    lambda a, d: a * (2 * d + 2) + 3,
    lambda a, d: a * (2 * d + 2) + 3 + (2 * d + 1),
    lambda d: 2 * d + 5,
    uses_d=True,
)
FITS = (SQUARE, FORWARD_SQUARE, PRODUCT, LARGER_PRODUCT, BACKWARD, FORWARD)


@dataclass(frozen=True)
class Sizes:
    """The largest M and d for the tiles that must fit, and the largest n and b for the number of tiles."""

    M: int
    d: int
    n: int

    def __str__(self) -> str:
        return f"M up to {self.M:,}, d up to {self.d}, n and b up to {self.n}"


QUICK, THOROUGH = Sizes(4096, 64, 512), Sizes(65536, 256, 4096)


def tiles_exist(within: Sizes = QUICK, fits: tuple[Fit, ...] = FITS, excess: int = 1) -> Counted:
    """Returns whether all largest tiles and least numbers of tiles are as claimed, `excess` being the 1 in n + b - 1.

    The largest tile is found by comparing M with what every tile needs, not by a root or a quotient.

    >>> tiles_exist(Sizes(40, 2, 6)).sharp
    True
    >>> tiles_exist(Sizes(40, 2, 6), excess=2).counterexample
    'n = 1, b = 1: the least N with n <= b*N is 1'
    """
    tally = Tally()
    for fit in fits:
        for d in range(1, within.d + 1 if fit.uses_d else 2):
            _fit(tally, fit, d, within.M)
    for b in range(1, within.n + 1):
        _cover(tally, b, within.n, excess)
    sharp = "attained by every M one word short of the next tile, and by n = 1" if tally.closest == 1 else ""
    tiles = ", ".join(dict.fromkeys(fit.text for fit in fits))
    scope = f"the tiles {tiles} and the number of tiles n <= b*N, for all {within}"
    return tally.result(NAME, scope, "" if tally.counterexample else sharp)


def largest(fit: Fit, d: int, upto: int) -> tuple[Ints, Ints]:
    """Returns all M from the least to a largest one, and for each the size of the largest tile that fits.

    >>> [column.tolist() for column in largest(PRODUCT, 1, 9)]  # 1 + 1 + 3 = 5 words, 4 + 2 + 3 = 9
    [[5, 6, 7, 8, 9], [1, 1, 1, 1, 2]]
    """
    M = np.arange(fit.least(d), upto + 1, dtype=np.int64)
    needs = fit.need(np.arange(upto + 1, dtype=np.int64), d)
    assert (np.diff(needs) > 0).all(), "a larger tile needs more words"
    return M, np.searchsorted(needs, M, side="right") - 1


def _fit(tally: Tally, fit: Fit, d: int, upto: int) -> None:
    M, size = largest(fit, d, upto)
    with_d = f"d = {d}, " if fit.uses_d else ""

    def described(c: int) -> str:
        return f"{with_d}M = {M[c]}: the largest tile with {fit.text} is {size[c]}"

    tally.cases += len(M)
    tally.compare(np.full_like(size, fit.smallest), size, described)
    tally.compare(fit.need(size, d), M, described)
    tally.compare(M, fit.below(size, d), described)


def _cover(tally: Tally, b: int, upto: int, excess: int) -> None:
    """The least N is found by comparing n with every b N."""
    n = np.arange(1, upto + 1, dtype=np.int64)
    covered = b * np.arange(upto + 1, dtype=np.int64)
    count = np.searchsorted(covered, n, side="left")

    def described(c: int) -> str:
        return f"n = {n[c]}, b = {b}: the least N with n <= b*N is {count[c]}"

    tally.cases += len(n)
    tally.compare(n, b * count, described)
    tally.compare(b * count, n + b - excess, described)


LEMMA = Combinatorial(
    NAME,
    "The largest tiles that fit",
    "For whole n, d, M >= 1: for b >= 1 the least N with n <= b*N has b*N <= n + b - 1. If M >= 7, the largest b with "
    "b**2 + 3*b + 3 <= M has b >= 1 and M <= b**2 + 5*b + 6; if M >= 6, the largest f with f**2 + 2*f + 3 <= M has f "
    ">= 1 and M <= f**2 + 4*f + 5; if M >= 5, the largest p with p**2 + p + 3 <= M has p >= 1 and M <= p**2 + 3*p + "
    "4, and p >= 2 if M >= 9. If M >= 4*d + 6, the largest a with a*(3*d + 4) <= M - d - 2 has a >= 1 and a*(3*d + 4) "
    ">= M - d - 2 - (3*d + 3); if M >= 2*d + 5, the largest a with a*(2*d + 2) <= M - 3 has a >= 1 and a*(2*d + 2) >= "
    "M - 3 - (2*d + 1).",
    "division with remainder",
    tiles_exist,
    partial(tiles_exist, THOROUGH),
    {
        "M <= b**2 + 5*b + 5": partial(
            tiles_exist, fits=(replace(SQUARE, below=lambda b, _: b * b + 5 * b + 5), *FITS[1:])
        ),
        "b*N <= n + b - 2": partial(tiles_exist, excess=2),
        "a >= 1 if M >= 4*d + 5": partial(tiles_exist, fits=(replace(BACKWARD, least=lambda d: 4 * d + 5),)),
    },
)
