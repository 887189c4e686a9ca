"""The game seen from its end: what is needed red and blue, and the arrays from which compiled code knows the graph."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from graphs.bounds import trivial_bound
from graphs.cdag import Cdag
from graphs.game import Variant
from graphs.search.reductions import Reductions
from graphs.search.succession import weights
from graphs.search.symmetry import Symmetry, numbered, orbits
from graphs.search.words import MOST_NODES, Nodes, Words, compiled, first, packed, rest, row, size, some, width

Need = tuple[Nodes, Nodes]
"""The values that must be red, and those that must be blue, for the rest of a plan; sources are blue in any case."""


class Game(NamedTuple):
    """A CDAG, M, the variant, and the reductions that a search uses, as compiled code reads them.

    Nodes are numbered in topological order. `above` holds the nodes from which a node descends, itself included;
    `images` the automorphisms, as the image of each byte of a set; if `climbing`, they are not the whole group.
    Row k of `weights`, which may be empty, holds the nodes whose weight in `succession` is more than k; `less` and
    `over` belong to these weights.
    """

    operands: Words
    above: Words
    sources: Nodes
    sinks: Nodes
    memory: int
    sliding: bool
    recompute: bool
    images: npt.NDArray[np.uint64]
    climbing: bool
    early_loads: bool
    drops: bool
    swaps: bool
    saves: bool
    dominance: bool
    weights: Words
    less: int
    over: int


def as_game(cdag: Cdag, M: int, variant: Variant, use: Reductions, known: Symmetry) -> Game:
    """Returns the game on a graph of at most 128 nodes; isolated nodes, which cost nothing, are no sinks here."""
    operands = numbered(cdag)
    assert len(operands) <= MOST_NODES
    words = width(len(operands))
    above: list[int] = []
    for v, us in enumerate(operands):
        ancestors = 1 << v
        for u in us:
            ancestors |= above[u]
        above.append(ancestors)
    used = {u for us in operands for u in us}
    return Game(
        packed([sum(1 << u for u in us) for us in operands], words),
        packed(above, words),
        as_set(sum(1 << v for v, us in enumerate(operands) if not us), words),
        as_set(sum(1 << v for v, us in enumerate(operands) if us and v not in used), words),
        M,
        variant.sliding,
        variant.recompute,
        np.array([_images(p, words) for p in known.permutations], np.uint64).reshape(
            len(known.permutations), -(-len(operands) // 8), 256, words
        ),
        not known.whole,
        use.early_loads,
        use.drops,
        use.swaps,
        use.saves,
        use.dominance,
        packed([], words),
        0,
        1,
    )


def with_weights(game: Game, cdag: Cdag, known: Symmetry) -> Game:
    """Returns the same game with the weights of `succession`, if they say more of the graph than a simple count."""
    operands = numbered(cdag)
    alike = orbits(len(operands), known.permutations)
    found = weights(operands, game.memory, alike, sliding=game.sliding, recompute=game.recompute)
    if found.total() <= trivial_bound(cdag):
        return game
    rows = [sum(1 << x for x, w in enumerate(found.each) if w > k) for k in range(max(found.each))]
    return game._replace(weights=packed(rows, width(len(operands))), less=found.less, over=found.over)


def as_set(nodes: int, words: int) -> Nodes:
    """Returns a set given as a Python integer as compiled code takes it."""
    made: Nodes = tuple(packed([nodes], words)[0])  # type: ignore[assignment] # numpy says less of a row than it is
    return made


def _images(permutation: tuple[int, ...], words: int) -> Words:
    """The image of each value of each byte of a set, as (bytes, 256, words)."""
    tables = []
    for start in range(0, len(permutation), 8):
        table = [0]
        for v in permutation[start : start + 8]:
            table += [image | 1 << v for image in table]
        table *= 256 // len(table)  # the bits beyond the last node are never set
        tables.append(packed(table, words))
    return np.array(tables)


@compiled
def closure(game: Game, red: Nodes, blue: Nodes) -> tuple[Nodes, Nodes]:
    """The nodes from which a need descends, those needed included; and those from which several needs do."""
    once = red - red
    twice = once
    left = red | blue
    while some(left):
        above = row(game.above, first(left), red)
        left = rest(left)
        twice = twice | (once & above)
        once = once | above
    return once, twice


@compiled
def simple_estimate(game: Game, once: Nodes, blue: Nodes) -> int:
    """A load for each source from which a need descends, a store for each value needed blue.

    Every plan pays them: without the load of such a source nothing that descends from it can be computed. One step of
    the search lowers the sum by at most its price, since it pays for the stores and loads it takes out of the need.
    """
    return size(once & game.sources) + size(blue)


@compiled
def succession_estimate(game: Game, once: Nodes) -> int:
    """What the weights of `succession` say of a need with the closure `once`."""
    if not some(once - game.sources):
        return 0
    total = -game.less
    for k in range(len(game.weights)):
        total += size(once & row(game.weights, k, once))
    return -(-total // game.over)
