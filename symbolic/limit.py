"""Limits: where the exact I/O of two programs meets for n >> d >> 1, as a fraction of d**2, from their polynomials.

With y = d/sqrt(M) fixed, the I/O of a backward program divided by n**2 tends to a function of y. The ceilings over n
vanish in the limit; those over d do not: ceiling(d/b) is the number k of tiles across the head dimension.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import sympy

from graphs.errors import OutOfDomain
from graphs.programs import PROGRAMS
from symbolic.exact import polynomial
from symbolic.symbols import M, d, n, parameter, y

_side = sympy.sqrt(M)
Tiling = Callable[[int], Mapping[str, sympy.Expr]]


def _square(shrink: int) -> Tiling:
    """Square tiles of M/shrink words in every phase."""
    return lambda k: {"b": _side / sympy.sqrt(shrink)}


def across(k: int) -> dict[str, sympy.Expr]:
    """Returns tiles of M words: square on n x n results; k across d on n x d results; the rest do not matter.

    >>> across(2)["o2"]
    d/2
    """
    square = dict.fromkeys(("s1", "s2", "t1", "t2", "p1", "p2", "g1", "g2"), _side)
    return square | {"o1": k * M / d, "o2": d / k, "q1": k * M / d, "q2": d / k}


FLASH_TILES = {"p1": _side, "p2": _side, "g1": _side, "g2": _side, "B1": M / (2 * d), "B2": M / (3 * d)}
"""The tiles of FlashAttention for M >> d."""

TILINGS: dict[str, tuple[str, Tiling, int]] = {
    "square": ("small_cache", _square(1), 1),
    "rectangular": ("rectangular", across, 0),
    "three blocks": ("small_cache", _square(3), 3),
}
"""Ways to tile the small-cache program: its name, its tiles, and M/b**2 for square tiles of side b, or 0.

"three blocks" keeps three b x b blocks in cache, as in the textbook form of a tiled product, instead of one and two
words that pass."""


@dataclass(frozen=True)
class Limit:
    """Where FlashAttention begins to win: at M = ratio * d**2 in the limit, a root of `equation` in y = d/sqrt(M)."""

    tiling: str
    tiles_across: int
    equation: sympy.Expr
    root: sympy.Expr
    ratio: sympy.Expr

    def __str__(self) -> str:
        across = f"{self.tiles_across} tile{'s' if self.tiles_across > 1 else ''} across d"
        return f"{self.tiling}, {across}: {self.equation} = 0 at y = {self.root}, M/d^2 -> {sympy.N(self.ratio, 4)}"


def limit(tiling: str) -> Limit:
    """Returns the limit of M*/d**2 for one tiling of the small-cache program against FlashAttention, gradient in X.

    Raises OutOfDomain for an unknown tiling.

    >>> limit("square").equation, str(sympy.N(limit("square").ratio, 3))
    (10*y**2 - 6*y - 7, '0.708')
    """
    if tiling not in TILINGS:
        raise OutOfDomain(f"a tiling is one of {', '.join(TILINGS)}; got {tiling!r}")
    name, tiles, shrink = TILINGS[tiling]
    flash = per_n_squared("flash_backward", FLASH_TILES, 1)
    found = []
    for k in range(1, 5):
        difference = sympy.expand(flash - per_n_squared(name, tiles(k), k))
        for root in sympy.solve(difference, y):
            across = root * sympy.sqrt(shrink) if shrink else sympy.Integer(k)
            if root.is_positive and bool(across > k - 1) and bool(across <= k):
                found.append(Limit(tiling, k, difference, root, sympy.nsimplify(1 / root**2)))
    # the program takes the best number of tiles across, so FlashAttention wins once it beats them all
    return max(found, key=lambda one: one.ratio.evalf(50))


def per_n_squared(name: str, tiles: Mapping[str, sympy.Expr], k: int | None) -> sympy.Expr:
    """Returns the limit of I/O / n**2 as a function of y, with k tiles across d, or with all ceilings left out.

    >>> per_n_squared("small_cache", {"b": sympy.sqrt(M)}, None)
    8*y + 3
    """
    formulas = {parameter(tile): size for tile, size in tiles.items()}
    io = polynomial(PROGRAMS[name]).io

    def smooth(argument: sympy.Expr) -> sympy.Expr:
        return argument if k is None or argument.has(n) else sympy.Integer(k)

    leading = sympy.expand(io.replace(sympy.ceiling, smooth).subs(formulas)).coeff(n, 2)
    return sympy.simplify(leading.subs(M, d**2 / y**2))
