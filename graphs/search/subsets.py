"""Subset estimates: what two or three values needed together cost beyond the simple estimate, tabled."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from graphs.search.needs import Game, closure, simple_estimate, succession_estimate
from graphs.search.words import MOST_NODES, Nodes, compiled, first, only, rest, row, size, some

UNKNOWN, ASKED = -1, -2
IMPOSSIBLE = 120
"""The excess of a set of needs that no plan meets, or more than the tables hold."""


class Tables(NamedTuple):
    """The excess of small needs: V minus the simple estimate, or a lower bound on that.

    A value needed red has its number as index, one needed blue its number plus n. Both tables are symmetric. `triples`
    may be empty; an entry not yet known is UNKNOWN, and is put on the list `wanted` when it is missed (`missed` holds
    how many are on the list), and `answered` how many were answered so far.
    """

    pairs: npt.NDArray[np.int8]
    triples: npt.NDArray[np.int8]
    wanted: npt.NDArray[np.int16]
    missed: npt.NDArray[np.int64]
    answered: npt.NDArray[np.int64]
    elements: npt.NDArray[np.int64]


def no_tables() -> Tables:
    """Returns tables that know nothing."""
    return Tables(
        np.zeros((0, 0), np.int8),
        np.zeros((0, 0, 0), np.int8),
        np.zeros((0, 3), np.int16),
        np.zeros(1, np.int64),
        np.zeros(1, np.int64),
        np.zeros(2 * MOST_NODES, np.int64),
    )


@compiled
def extra(game: Game, tables: Tables, red: Nodes, blue: Nodes, enough: int) -> int:
    """The most that a pair or triple of the values needed, or the order of computes, adds to the simple estimate.

    From `enough` on any number will do.

    Let K be part of the need N, with V(K) = simple(K) + x, and take a plan for N. Its moves on the nodes from which K
    descends are a plan for K and cost at least V(K). On the other nodes it loads each source from which N descends,
    and stores each value needed blue. So V(N) >= simple(N) + x - |values needed blue that K descends from, not in K|.
    """
    n = tables.pairs.shape[0] // 2
    best = 0
    if len(game.weights) > 0:
        once, _ = closure(game, red, blue)
        best = max(0, succession_estimate(game, once) - simple_estimate(game, once, blue))
    if n == 0 or best >= enough:
        return best
    elements = tables.elements
    count = 0
    left = red
    while some(left):
        elements[count] = first(left)
        count += 1
        left = rest(left)
    left = blue
    while some(left):
        elements[count] = n + first(left)
        count += 1
        left = rest(left)
    for i in range(count):
        a = elements[i]
        line = tables.pairs[a]
        for j in range(i if a < n else i + 1, count):
            x = line[elements[j]]
            if x > best:
                best = max(best, x - _paid_twice(game, blue, n, a, elements[j], elements[j]))
            elif x == UNKNOWN:
                _ask(tables, a, elements[j], elements[j])
    if tables.triples.shape[0] == 0:
        return best
    for i in range(count):
        if best >= enough:
            break
        for j in range(i + 1, count):
            line = tables.triples[elements[i], elements[j]]
            for k in range(j + 1, count):
                x = line[elements[k]]
                if x > best:
                    best = max(best, x - _paid_twice(game, blue, n, elements[i], elements[j], elements[k]))
                elif x == UNKNOWN:
                    _ask(tables, elements[i], elements[j], elements[k])
    return best


@compiled
def _ask(tables: Tables, a: int, b: int, c: int) -> None:
    """Puts a pair (b = c) or triple that is not known on the list, once, if there is room."""
    m = tables.missed[0]
    if m < len(tables.wanted):
        tables.wanted[m, 0], tables.wanted[m, 1], tables.wanted[m, 2] = a, b, c
        tables.missed[0] = m + 1
        if b == c:
            tables.pairs[a, b] = ASKED
        else:
            tables.triples[a, b, c] = ASKED


@compiled
def _paid_twice(game: Game, blue: Nodes, n: int, a: int, b: int, c: int) -> int:
    """How many values needed blue have an element of {a, b, c} above them, and are none of its blue elements."""
    above = row(game.above, a % n, blue) | row(game.above, b % n, blue) | row(game.above, c % n, blue)
    inside = blue & above
    for e in (a, b, c):
        if e >= n:
            inside = inside - only(e - n, blue)
    return size(inside)
