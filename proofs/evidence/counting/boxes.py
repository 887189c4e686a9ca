"""Loomis-Whitney: the square of the number of cells in a box is at most the product of its three shadows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product

import numpy as np

from proofs.evidence.counting.batches import total
from proofs.evidence.counting.combinatorial import Combinatorial
from proofs.evidence.counting.counted import Counted, Ints, Tally

NAME = "loomis-whitney"

Box = tuple[int, int, int]
Bound = Callable[[Ints, Ints, Ints], Ints]
"""From the sizes of the three shadows, on the planes ij, jk and ik, to the square of the largest number of cells."""

QUICK: tuple[Box, ...] = ((1, 4, 4), (2, 2, 4), (2, 3, 3))
THOROUGH: tuple[Box, ...] = ((1, 4, 5), (2, 2, 6), (2, 3, 4))

_WIDTH = 1 << 16


def all_shadows(ij: Ints, jk: Ints, ik: Ints) -> Ints:
    """Returns the product of the three shadows.

    >>> all_shadows(np.array([2]), np.array([3]), np.array([6])).tolist()  # 6 cells, a box 2 x 1 x 3
    [36]
    """
    return ij * jk * ik


def two_shadows(ij: Ints, jk: Ints, ik: Ints) -> Ints:
    """Returns the product of two shadows, a wrong bound.

    >>> two_shadows(np.array([2]), np.array([3]), np.array([6])).tolist()
    [6]
    """
    return ij * jk


def loomis_whitney(boxes: tuple[Box, ...] = QUICK, bound: Bound = all_shadows) -> Counted:
    """Returns whether every set E of cells in some boxes has |E|² at most the product of its shadows.

    A shadow is what E leaves on a plane if one of the three coordinates is dropped.

    >>> loomis_whitney(((1, 2, 2),)).sharp
    True
    >>> loomis_whitney(((2, 1, 1),), two_shadows).counterexample
    'E = {(0, 0, 0), (1, 0, 0)} has 2 cells and shadows of 2, 1 and 2'
    """
    tally = Tally()
    for box in boxes:
        for sets in _sets(box):
            _compare(tally, box, sets, bound)
            if tally.counterexample:
                break
    within = ", ".join(" x ".join(map(str, box)) for box in boxes)
    attained = f"attained by whole boxes, such as {' x '.join(map(str, boxes[-1]))}" if tally.closest == 1 else ""
    return tally.result(NAME, f"every set of cells in the boxes {within}", attained)


def _cells(box: Box) -> list[Box]:
    a, b, c = map(range, box)
    return list(product(a, b, c))


def _sets(box: Box) -> Iterator[Ints]:
    """All sets of cells, as numbers: cell number b is in those that have bit b."""
    count = 1 << len(_cells(box))
    for first in range(0, count, _WIDTH):
        yield np.arange(first, min(first + _WIDTH, count), dtype=np.int64)


def _compare(tally: Tally, box: Box, sets: Ints, bound: Bound) -> None:
    ij, jk, ik = (_shadow(box, sets, dropped) for dropped in (2, 0, 1))
    count = total((sets >> bit & 1 for bit in range(len(_cells(box)))), len(sets))

    def described(c: int) -> str:
        cells = ", ".join(str(cell) for bit, cell in enumerate(_cells(box)) if int(sets[c]) >> bit & 1)
        return f"E = {{{cells}}} has {count[c]} cells and shadows of {ij[c]}, {jk[c]} and {ik[c]}"

    tally.cases += len(sets)
    tally.compare(count**2, bound(ij, jk, ik), described)


def _shadow(box: Box, sets: Ints, dropped: int) -> Ints:
    """The size of the shadow of each set: a place of the plane is in it if any cell above the place is in the set."""
    above: dict[tuple[int, ...], int] = {}
    for bit, cell in enumerate(_cells(box)):
        place = cell[:dropped] + cell[dropped + 1 :]
        above[place] = above.get(place, 0) | 1 << bit
    result = np.zeros(len(sets), dtype=np.int64)
    for cells in above.values():
        result += (sets & cells) != 0
    return result


LEMMA = Combinatorial(
    NAME,
    "Cells in a box and their shadows",
    "Let E be a finite set of triples (i, j, k), and let E_ij, E_jk and E_ik be the sets of pairs that are left when "
    "one coordinate is dropped. Then |E|**2 <= |E_ij| * |E_jk| * |E_ik|.",
    "Loomis and Whitney 1949, for finite sets",
    loomis_whitney,
    partial(loomis_whitney, THOROUGH),
    {"two shadows": partial(loomis_whitney, bound=two_shadows)},
)
