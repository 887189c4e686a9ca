"""Forced moves: steps back that can be taken at once, and the one need that stands for all its mirror images.

Words used in the arguments. V(red, blue), the price of a need, is the least cost of a legal plan that starts with the
sources blue and ends in a state in which the need holds; the optimum is V(nothing, sinks). V only grows with the need.
A plan restricted to the nodes from which a need descends is a plan for that need.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from graphs.search.needs import Game, Need, closure
from graphs.search.words import Nodes, byte, compiled, first, only, rest, row, size, some

Log = npt.NDArray[np.int64]
"""How many forced moves were made, then move and node by turns; of length 1 if nobody wants to know."""

LOADED, DROPPED, SAVED, MIRRORED = range(4)
"""What a forced move undoes: a load; a compute; a compute and the store after it. The last maps nodes to their images
under the automorphism of that number instead."""


@compiled
def load_alone(red: Nodes, alone: Nodes) -> Nodes:
    """Sources needed red from which no other need descends: undo their loads at once.

    V(red, blue) = V(red - q, blue) + 1. At most: load q last, into the place it takes in `red`. At least: a plan loads
    q; without q and what descends from it, it is still a plan for the rest, and one load cheaper.
    """
    return red & alone


@compiled
def droppable(game: Game, red: Nodes, blue: Nodes, twice: Nodes, alone: Nodes) -> int:
    """A node w needed red that can be computed last, or -1: then undo its compute at once.

    Let P be its operands, and A those of them that are sources from which nothing needed but w descends. w is dropped
    if P - A is needed red anyway. V(red, blue) = V(red - w, blue) + |A|. At most: load A, compute w last; there is
    room, which is tested. At least: A is loaded in every plan and serves nothing but w, which may be left out with A.

    w is swapped for the one operand p in P - A that is not needed red, if no other need descends from w, w is not
    needed blue, and p does not descend from A. V(red, blue) = V(red - w + p, blue) + |A|. At most: as before. At least:
    take a plan for (red, blue), and where it first computes w keep p, which is red then, instead of w, moving p as it
    moves w; what descends from A serves nothing then, and is left out with A. (If p descended from a source in A, the
    plan for p might load that source early and have no room to keep it for w.)

    If w is needed blue too, A must be empty, as w needs it in any case, and only a drop is allowed. If nothing may be
    recomputed, w must have no other use at all: it would have been computed before.
    """
    left = red - game.sources
    while some(left):
        w = first(left)
        left = rest(left)
        here = only(w, red)
        operands = row(game.operands, w, red)
        saved = some(blue & here)
        unique = not saved and not some(twice & here)
        if not unique and not game.recompute:
            continue
        missing = operands - red
        if not saved:
            missing = missing - alone
        count = size(missing)
        if count == 1 and some((operands - red - missing) & row(game.above, first(missing), red)):
            continue
        if not ((count == 0 and game.drops) or (count == 1 and unique and game.swaps)):
            continue
        taken = size((red - here) | operands) if game.sliding else size(red | operands)
        if taken <= game.memory:
            return w
    return -1


@compiled
def savable(game: Game, red: Nodes, blue: Nodes, twice: Nodes, alone: Nodes) -> int:
    """A node w needed blue, and for nothing else, that can be computed and stored last, or -1: then undo that at once.

    Let A be as for `droppable`, and the other operands of w be needed red. V(red, blue) = V(red, blue - w) + 1 + |A|.
    At most: load A, compute w and store it last; there is room, which is tested. At least: a plan stores w and loads
    A, and without all that serves only w it is a plan for the rest.
    """
    left = blue - red
    while some(left):
        w = first(left)
        left = rest(left)
        if some(twice & only(w, red)):
            continue
        operands = row(game.operands, w, red)
        if some(operands - red - alone):
            continue
        taken = size(red | operands)
        if game.sliding:
            if taken <= game.memory and size(red) + 1 <= game.memory:
                return w
        elif taken + 1 <= game.memory:
            return w
    return -1


@compiled
def forced(game: Game, red: Nodes, blue: Nodes, log: Log) -> Need:
    """The need that is left when no forced move applies; each keeps cost + V as it is.

    It ends: each forced move takes a node away, or puts one in its place that is nearer to the sources. The moves are
    written to `log`, if that has room: how many, then move and node by turns.
    """
    while True:
        once, twice = closure(game, red, blue)
        alone = (game.sources & once) - twice
        if game.early_loads:
            loaded = load_alone(red, alone)
            if some(loaded):
                red = red - loaded
                while some(loaded):
                    _note(log, LOADED, first(loaded))
                    loaded = rest(loaded)
                continue
        if game.drops or game.swaps:
            w = droppable(game, red, blue, twice, alone)
            if w >= 0:
                here = only(w, red)
                missing = row(game.operands, w, red) - red
                red = (red - here) | (missing if some(blue & here) else missing - alone)
                _note(log, DROPPED, w)
                continue
        if game.saves:
            w = savable(game, red, blue, twice, alone)
            if w >= 0:
                blue = blue - only(w, red)
                _note(log, SAVED, w)
                continue
        return red, blue


@compiled
def _note(log: Log, move: int, node: int) -> None:
    count = log[0]
    if 2 * count + 2 < len(log):
        log[1 + 2 * count] = move
        log[2 + 2 * count] = node
        log[0] = count + 1


@compiled
def representative(game: Game, red: Nodes, blue: Nodes, log: Log) -> Need:
    """The need that stands for all its images under the symmetries of the graph.

    An automorphism maps plans to plans of the same cost, so that V is the same for a need and its image. If all
    automorphisms are listed it is the least image; else images are tried until none is less, which may leave several
    representatives: more work, no error.
    """
    best_red, best_blue = red, blue
    while True:
        best = -1
        for p in range(len(game.images)):
            image = _image(game.images[p], red)
            if best_red < image:
                continue
            other = _image(game.images[p], blue)
            if image < best_red or other < best_blue:
                best_red, best_blue = image, other
                best = p
        if best >= 0:
            _note(log, MIRRORED, best)
        if best < 0 or not game.climbing:
            return best_red, best_blue
        red, blue = best_red, best_blue


@compiled
def _image(table: npt.NDArray[np.uint64], s: Nodes) -> Nodes:
    """The image of a set under an automorphism that is tabled byte by byte."""
    made = s - s
    for k in range(table.shape[0]):
        made = made | row(table[k], byte(s, k), s)
    return made


@compiled
def settled(game: Game, red: Nodes, blue: Nodes, log: Log) -> Need:
    """What is left of a need when no forced move applies, in the shape that stands for its images."""
    red, blue = forced(game, red, blue, log)
    return representative(game, red, blue, log)
