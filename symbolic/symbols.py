"""The symbols of every formula, each with its sort and unit: the one place that makes them.

sympy holds two symbols of the same name and different assumptions to be different, and then silently cancels nothing.
So no other module calls `sympy.Symbol`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import sympy

from graphs.errors import OutOfDomain


@dataclass(frozen=True)
class Sort:
    """What a symbol stands for: its meaning in one phrase and its unit."""

    symbol: sympy.Symbol
    meaning: str
    unit: str

    def __str__(self) -> str:
        return f"{self.symbol}: {self.meaning} (natural number, in {self.unit})"


def _natural(name: str, meaning: str, unit: str) -> Sort:
    return Sort(sympy.Symbol(name, integer=True, positive=True), meaning, unit)


SORTS: dict[str, Sort] = {
    sort.symbol.name: sort
    for sort in (
        _natural("n", "sequence length, the rows of A1, A2, A3 and E", "rows"),
        _natural("d", "head dimension, the columns of A1, A2, A3 and E", "columns"),
        _natural("M", "cache size, the number of red pebbles (Hong and Kung's S)", "words"),
    )
}

n: sympy.Symbol = SORTS["n"].symbol
d: sympy.Symbol = SORTS["d"].symbol
M: sympy.Symbol = SORTS["M"].symbol
t: sympy.Symbol = _natural("t", "parameter of a path to infinity", "steps").symbol
y: sympy.Symbol = sympy.Symbol("y", positive=True)
"""d / sqrt(M), a positive real number, where d and M go to infinity together."""


def symbol(name: str) -> sympy.Symbol:
    """Returns the symbol of a name, always the same one.

    Raises OutOfDomain for a name without a sort.

    >>> symbol("M") is M, print(SORTS["M"])
    M: cache size, the number of red pebbles (Hong and Kung's S) (natural number, in words)
    (True, None)
    """
    try:
        return SORTS[name].symbol
    except KeyError:
        raise OutOfDomain(f"there is no symbol {name!r}; the formulas use {', '.join(SORTS)}") from None


def parameter(name: str) -> sympy.Symbol:
    """Returns the symbol of a size or a tile size of a program: a natural number, always the same one.

    >>> parameter("B1").is_integer, parameter("n") is n
    (True, True)
    """
    return SORTS[name].symbol if name in SORTS else sympy.Symbol(name, integer=True, positive=True)


def in_order(symbols: Iterable[sympy.Symbol]) -> tuple[sympy.Symbol, ...]:
    """Returns symbols in the order of the table, then those without a sort by name.

    >>> in_order({M, d, n})
    (n, d, M)
    """
    names = list(SORTS)
    return tuple(sorted(set(symbols), key=lambda v: (names.index(v.name) if v.name in SORTS else len(names), v.name)))
