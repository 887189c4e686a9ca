"""Carried scores: the sparse scores again, entry by entry, with words of K that wait in cache for the next tile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from graphs.errors import OutOfDomain
from graphs.programs.blocks import Block, Matrix, Size
from graphs.programs.memory import Memory
from graphs.programs.operations import EXP
from graphs.programs.program import Array, Program, Task, Values
from graphs.programs.reference import masked_row_sums
from graphs.programs.sparse_scores import Mask, Support, places_of, support

Word = tuple[int, int]
"""The place of a word: a row and a column, of K unless said otherwise."""


@dataclass(frozen=True)
class Step:
    """What a tile does with row j of K: words to load, the rows of Q that meet it, and words that need not stay."""

    j: int
    loaded: tuple[int, ...]
    rows: tuple[int, ...]
    freed: tuple[int, ...]


@dataclass(frozen=True)
class Tile:
    """Rows of Q that are in cache together, with the columns of each that are needed, and the steps through K."""

    words: dict[int, tuple[int, ...]]
    steps: tuple[Step, ...]

    @property
    def held(self) -> int:
        """The words of Q and the row sums, in cache for as long as the tile lasts."""
        return sum(map(len, self.words.values())) + len(self.words)


@dataclass(frozen=True)
class Plan:
    """The tiles, in order, of a pattern cut into `size` rows each, of which up to `keep` words of K wait for the next.

    The first words wait that the next tile needs too. Tiles without an entry are left out.
    """

    where: Support
    size: int
    keep: int

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles that have an entry."""
        return tuple(self._tiles())

    def _tiles(self) -> Iterator[Tile]:
        starts = range(0, self.where.n, self.size)
        tiles = [[i for i in range(s, min(s + self.size, self.where.n)) if i in self.where.rows] for s in starts]
        tiles = [rows for rows in tiles if rows]
        needs = [self._needs(rows) for rows in tiles]
        waiting: frozenset[Word] = frozenset()
        for rows, words, following in zip(tiles, needs, [*map(frozenset, needs[1:]), frozenset()], strict=True):
            staying = frozenset([word for word in words if word in following][: self.keep])
            columns: dict[int, list[int]] = {}
            for j, c in words:
                columns.setdefault(j, []).append(c)
            steps = (
                Step(
                    j,
                    tuple(c for c in cs if (j, c) not in waiting),
                    tuple(i for i in rows if (i, j) in self.where.meeting),
                    tuple(c for c in cs if (j, c) not in staying),
                )
                for j, cs in columns.items()
            )
            yield Tile({i: self.where.words_of_q(i) for i in rows}, tuple(steps))
            waiting = staying

    def _needs(self, rows: list[int]) -> list[Word]:
        meeting = self.where.meeting
        return sorted({(j, c) for i in rows for j in self.where.rows[i] for c in meeting[i, j]})

    @property
    def demand(self) -> tuple[int, int]:
        """The I/O and the peak use of cache, in words."""
        io, peak, in_use = len(self.where.rows), 0, 0
        for tile in self.tiles:
            io += tile.held - len(tile.words)
            for step in tile.steps:
                io += len(step.loaded)
                in_use += len(step.loaded)
                peak = max(peak, tile.held + in_use + 3)  # the entry, and two words of scratch
                in_use -= len(step.freed)
        return io, peak


def carried_scores(
    q_pattern: ArrayLike,
    k_pattern: ArrayLike,
    mask: ArrayLike | None = None,
    *,
    keep: int = 0,
    read_all: bool = False,
) -> Program:
    """Returns the program for one pattern, as `sparse_scores` does, in an order with fewer words of K to load.

    A tile of B1 rows of Q stays in cache, the rows of K pass, and each entry is finished by itself; up to `keep` words
    of K that the next tile needs stay. With `read_all`, the nonzeros that meet nothing are loaded too, once each and
    for no purpose, at the start. Raises OutOfDomain as `support` does, and for a negative `keep`.

    >>> two = [[1, 1], [1, 1]]
    >>> [Plan(support(np.ones((2, 2), bool), np.ones((2, 2), bool)), 1, keep).demand for keep in (0, 2, 4)]
    [(14, 8), (12, 10), (10, 10)]
    >>> carried_scores(two, two, keep=4).best_tiles(10, n=2, d=2)
    {'B1': 1}
    """
    if isinstance(keep, bool) or not isinstance(keep, int) or keep < 0:
        raise OutOfDomain(f"keep is the most words of K that wait for the next tile, a whole number >= 0; got {keep!r}")
    q_nonzero, k_nonzero = np.asarray(q_pattern, dtype=bool), np.asarray(k_pattern, dtype=bool)
    where = support(q_nonzero, k_nonzero, None if mask is None else np.asarray(mask, dtype=bool))
    idle_q, idle_k = idle(where, q_nonzero, k_nonzero) if read_all else ([], [])

    def body(mem: Memory, n: Size, d: Size, *, B1: Size) -> None:
        if (n, d) != (where.n, where.d):
            raise OutOfDomain(f"the pattern is for n = {where.n}, d = {where.d}; got n = {n}, d = {d}")
        q = mem.input("Q", n, d, places=places_of(q_nonzero))
        k = mem.input("K", n, d, places=places_of(k_nonzero))
        for matrix, places in ((q, idle_q), (k, idle_k)):
            for i, c in places:
                mem.free(mem.load(matrix, mem.at(i), mem.at(c)))
        _follow(mem, Plan(where, B1, keep), q, k)

    def demand(size: int) -> tuple[int, int]:
        io, peak = Plan(where, size, keep).demand
        return io + len(idle_q) + len(idle_k), peak

    def reference(inputs: Values) -> dict[str, Array]:
        return masked_row_sums(where.mask)({"Q": inputs["Q"] * q_nonzero, "K": inputs["K"] * k_nonzero})

    body.__name__ = "carried_scores"
    task = Task("row sums of exp(Q K^T) on a pattern", {"Q": ("n", "d"), "K": ("n", "d")}, reference)
    return Program(
        "Sparse attention scores, words of K kept",
        task,
        body,
        lambda n, d: where.least(demand),
        lambda M, n, d: where.best(demand, M),
        symbolic=False,
    )


def idle(where: Support, q_pattern: Mask, k_pattern: Mask) -> tuple[list[Word], list[Word]]:
    """Returns the places of the nonzeros of Q and of K that meet nothing.

    >>> q, k = np.array([[1, 1]], dtype=bool), np.array([[1, 0]], dtype=bool)
    >>> idle(support(q, k), q, k)
    ([(0, 1)], [])
    """
    used_q = {(i, c) for (i, _), columns in where.meeting.items() for c in columns}
    used_k = {(j, c) for (_, j), columns in where.meeting.items() for c in columns}
    return (
        [place for place in places_of(q_pattern) if place not in used_q],
        [place for place in places_of(k_pattern) if place not in used_k],
    )


def _follow(mem: Memory, plan: Plan, q: Matrix, k: Matrix) -> None:
    sums = mem.output("l", plan.where.n, unwritten=0.0)
    entries = [mem.at(j) for j in range(plan.where.n)]
    columns = [mem.at(c) for c in range(plan.where.d)]
    waiting: dict[Word, Block] = {}
    for tile in plan.tiles:
        rows = {i: mem.at(i) for i in tile.words}
        words = {(i, c): mem.load(q, rows[i], columns[c]) for i, cs in tile.words.items() for c in cs}
        totals = {i: mem.accumulator("l", rows[i]) for i in rows}
        for step in tile.steps:
            j = step.j
            waiting |= {(j, c): mem.load(k, entries[j], columns[c]) for c in step.loaded}
            for i in step.rows:
                score = mem.accumulator("S", rows[i], entries[j])
                for c in plan.where.meeting[i, j]:
                    mem.multiply_add(score, words[i, c], waiting[j, c])
                mem.update(score, EXP, score)
                mem.accumulate(totals[i], score)
                mem.free(score)
            mem.free(*(waiting.pop((j, c)) for c in step.freed))
        for total in totals.values():
            mem.store(total, sums)
        mem.free(*words.values(), *totals.values())
