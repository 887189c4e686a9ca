"""Retrace: the schedule that a finished search has found, read off from the end of the game and played forward."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from graphs.cdag import Cdag, Node
from graphs.game import Kind, Move
from graphs.schedule import Schedule
from graphs.search.forced import DROPPED, LOADED, MIRRORED, Log, settled
from graphs.search.frontier import FOUND, NOTHING, Frontier, append, new_frontier, slot
from graphs.search.kernel import expand
from graphs.search.needs import Game, Need, as_set
from graphs.search.subsets import no_tables
from graphs.search.symmetry import Permutation
from graphs.search.words import integer

Set = int
"""A set of nodes; bit v stands for the v-th node in topological order."""

_LONGEST = 1 << 14


class Step(NamedTuple):
    """Load `before`; compute `node`, if there is one; store it if `stored`; delete all but `kept`; load `after`."""

    before: Set
    node: int | None
    stored: bool
    kept: Set
    after: Set


def schedule_found(cdag: Cdag, game: Game, permutations: tuple[Permutation, ...], f: Frontier) -> Schedule:
    """Returns the schedule of a search that has reached the start of the game.

    `permutations` are the automorphisms that the kernel has as `game.images`.
    """
    path = [int(f.counts[FOUND])]
    while f.parent[path[-1]] != NOTHING:
        path.append(int(f.parent[path[-1]]))
    reader = _Reader(game, permutations)
    for i in reversed(path):
        reader.go_to(integer(f.red[i]), integer(f.blue[i]))
    reader.finish()
    return _played(cdag, game, reversed(reader.steps))


class _Reader:
    """Goes through the needs of a plan from the end of the game, and writes down the steps between them.

    The kernel keeps one need for all its images under symmetry: `place` says which node of the plan each node of the
    need at hand is.
    """

    def __init__(self, game: Game, permutations: tuple[Permutation, ...]) -> None:
        self.game = game._replace(dominance=False)
        self.permutations = permutations
        self.operands = [integer(row) for row in game.operands]
        self.above = [integer(row) for row in game.above]
        self.sources = integer(np.array(game.sources, np.uint64))
        self.words = game.operands.shape[1]
        self.place: Permutation = tuple(range(len(self.operands)))
        self.steps: list[Step] = []
        self.red = self.blue = 0
        self.begun = False

    def go_to(self, red: Set, blue: Set) -> None:
        """Writes down the steps from the need at hand to one that the kernel reached from it."""
        if not self.begun:
            self.begun = True
            self.settle(0, integer(np.array(self.game.sinks, np.uint64)))
            assert (self.red, self.blue) == (red, blue), "the search began elsewhere"
            return
        w, loaded = self.compute_between(red, blue)
        here = 1 << w
        before = self.red & ~loaded & ~here | self.operands[w]
        stays = self.blue | loaded & ~self.sources
        for blue_before in dict.fromkeys((stays & ~here, stays)):
            if self.settles_to(before, blue_before, red, blue):
                stored = blue_before != stays
                self.write(Step(0, w, stored, self.red & ~loaded, loaded))
                self.settle(before, blue_before)
                return
        raise AssertionError("a step of the search cannot be found again")

    def compute_between(self, red: Set, blue: Set) -> tuple[int, Set]:
        """The compute, and the loads after it, by which the kernel goes from the need at hand to another."""
        none, room, log = as_set(0, self.words), 1 << 10, np.zeros(1, np.int64)
        while True:
            f = new_frontier(self.words, room, 1 << 10, traced=True)
            first = self.packed(self.red, self.blue)
            i = append(f, *first, 0, NOTHING, slot(f, *first))
            if expand(self.game, no_tables(), f, i, none, log):
                child = f.table[slot(f, *self.packed(red, blue))]
                assert child != NOTHING, "a need on the path cannot be reached again"
                return int(f.compute[child]), integer(f.evicted[child])
            room *= 2

    def packed(self, red: Set, blue: Set) -> Need:
        return as_set(red, self.words), as_set(blue, self.words)

    def settles_to(self, red: Set, blue: Set, last_red: Set, last_blue: Set) -> bool:
        left = settled(self.game, *self.packed(red, blue), np.zeros(1, np.int64))
        return left == self.packed(last_red, last_blue)

    def settle(self, red: Set, blue: Set) -> None:
        """Writes down the forced moves from a need, and takes the need they leave."""
        log: Log = np.zeros(_LONGEST, np.int64)
        left = settled(self.game, *self.packed(red, blue), log)
        for k in range(log[0]):
            move, v = int(log[1 + 2 * k]), int(log[2 + 2 * k])
            if move == MIRRORED:
                p = self.permutations[v]
                red, blue = _mapped(p, red), _mapped(p, blue)
                origin = {image: u for u, image in enumerate(p)}
                self.place = tuple(self.place[origin[u]] for u in range(len(p)))
                continue
            here = 1 << v
            if move == LOADED:
                red &= ~here
                self.write(Step(0, None, False, red, here))
                continue
            missing = self.operands[v] & ~red
            alone = missing & self.serving_one(red | blue) if not (move == DROPPED and blue & here) else 0
            self.write(Step(alone, v, move != DROPPED, red, 0))
            red, blue = (red & ~here | missing & ~alone, blue) if move == DROPPED else (red, blue & ~here)
        assert self.packed(red, blue) == left, "the log of the forced moves is wrong"
        self.red, self.blue = red, blue

    def finish(self) -> None:
        """Writes down the loads of the last need, which consists of sources."""
        assert not (self.red | self.blue) & ~self.sources
        self.write(Step(0, None, False, 0, self.red))

    def serving_one(self, needed: Set) -> Set:
        """The sources from which exactly one of the values needed descends."""
        once = twice = 0
        for v in _members(needed):
            twice |= once & self.above[v]
            once |= self.above[v]
        return once & ~twice & self.sources

    def write(self, step: Step) -> None:
        """Notes a step by the nodes of the plan."""
        node = None if step.node is None else self.place[step.node]
        sets = (_mapped(self.place, s) for s in (step.before, step.kept, step.after))
        before, kept, after = sets
        self.steps.append(Step(before, node, step.stored, kept, after))


def _played(cdag: Cdag, game: Game, steps: Iterator[Step]) -> Schedule:
    """The moves of the steps, now from the start of the game."""
    moves: list[Move] = []
    red: Set = 0
    operands = [integer(row) for row in game.operands]

    def nodes(these: Set) -> Iterator[Node]:
        return (cdag.order[v] for v in _members(these))

    for step in steps:
        moves += [Move(Kind.LOAD, v) for v in nodes(step.before)]
        red |= step.before
        if step.node is not None:
            v = cdag.order[step.node]
            slid = next(_members(operands[step.node] & ~step.kept)) if red.bit_count() == game.memory else None
            moves.append(Move(Kind.COMPUTE, v, None if slid is None else cdag.order[slid]))
            red |= 1 << step.node
            if slid is not None:
                red &= ~(1 << slid)
            if step.stored:
                moves.append(Move(Kind.STORE, v))
        moves += [Move(Kind.DELETE, v) for v in nodes(red & ~step.kept)]
        moves += [Move(Kind.LOAD, v) for v in nodes(step.after)]
        red = red & step.kept | step.after
    return Schedule(tuple(moves))


def _mapped(permutation: Permutation, these: Set) -> Set:
    return sum(1 << permutation[v] for v in _members(these))


def _members(these: Set) -> Iterator[int]:
    while these:
        lowest = these & -these
        yield lowest.bit_length() - 1
        these ^= lowest
