"""Crossings: where Algorithm 6 gives way to the hybrid, and the hybrid to FlashAttention, for n >> d >> 1.

As in symbolic.limit, the I/O divided by n**2 tends to a function of y = d/sqrt(M), found from the polynomials. With
all ceilings left out the crossings are those of 8 y + 3, 4 y^2 + 4 y + 2 and 10 y^2. But d is cut into whole tiles,
however large it is; with ceilings the first crossing is elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy

from symbolic.limit import FLASH_TILES, across, per_n_squared
from symbolic.symbols import M, d, y

STEPS = (("rectangular", "hybrid"), ("hybrid", "flash_backward"))
"""Who gives way to whom as M grows; Algorithm 6 has a tile for each phase."""


@dataclass(frozen=True)
class Crossing:
    """Where the second program begins to win: at M = ratio * d**2, from a root of `equation` in y = d/sqrt(M).

    `across` is how many tiles cut d in the phases with n x d results; None if ceilings are left out.
    """

    first: str
    second: str
    across: int | None
    equation: sympy.Expr
    root: sympy.Expr
    ratio: sympy.Expr

    def __str__(self) -> str:
        cut = "ceilings left out" if self.across is None else f"{self.across} tile{'s'[: self.across > 1]} across d"
        value = self.ratio if self.ratio.is_Integer else f"{self.ratio} = {sympy.N(self.ratio, 4)}"
        return f"{self.first} -> {self.second}, {cut}: {self.equation} = 0, M/d^2 -> {value}"


def crossings(whole: bool) -> tuple[Crossing, ...]:
    """Returns both crossings, with `whole` tiles across d or with all ceilings left out; roots and ratios are exact.

    >>> [str(one.ratio) for one in crossings(whole=False)], [str(one.ratio) for one in crossings(whole=True)]
    (['12 - 8*sqrt(2)', '1'], ['2 - sqrt(7)/2', '1'])
    """
    return tuple(_crossing(first, second, whole) for first, second in STEPS)


def _crossing(first: str, second: str, whole: bool) -> Crossing:
    """The only crossing at which, with whole tiles, k across d are the best: k + y^2/k is least for k (k-1) to k (k+1).

    It is where the difference changes its sign; y falls as M grows, and the second program has more of the powers.
    """
    found = []
    for k in range(1, 5) if whole else (None,):
        difference = sympy.expand(
            per_n_squared(second, _tiles(second, k), k) - per_n_squared(first, _tiles(first, k), k)
        )
        for root in sympy.solve(difference, y):
            if root.is_positive and (k is None or k * (k - 1) <= root**2 <= k * (k + 1)):
                ratio = sympy.radsimp(1 / root**2)
                found.append(Crossing(first, second, k, difference, root, sympy.expand(ratio)))
    (only,) = found
    return only


def _tiles(name: str, k: int | None) -> Mapping[str, sympy.Expr]:
    if name == "flash_backward":
        return FLASH_TILES
    tiles = across(k or 1) | {"H": M / (2 * d)}
    return tiles if k else tiles | dict.fromkeys(("o1", "o2", "q1", "q2"), sympy.sqrt(M))
