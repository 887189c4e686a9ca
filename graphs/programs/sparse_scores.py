"""Sparse scores: exp(Q K^T) where a pattern has it, and its row sums, touching only the nonzeros that meet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphs.errors import OutOfDomain
from graphs.families.builder import check_sizes
from graphs.programs.blocks import Block, Places, Size
from graphs.programs.memory import Memory
from graphs.programs.operations import EXP
from graphs.programs.program import Array, Program, Task, Values
from graphs.programs.reference import masked_row_sums

Mask = NDArray[np.bool_]


def causal(n: int) -> Mask:
    """Returns the mask of the entries (i, j) with j <= i.

    >>> causal(2).tolist()
    [[True, False], [True, True]]
    """
    check_sizes(n=n)
    return np.tri(n, dtype=bool)


def banded(n: int, width: int) -> Mask:
    """Returns the mask of the entries (i, j) with |i - j| < width; width 1 is the diagonal.

    >>> banded(3, 2).sum(), banded(3, 1).sum()
    (np.int64(7), np.int64(3))
    """
    check_sizes(n=n, width=width)
    distance = np.abs(np.subtract.outer(np.arange(n), np.arange(n)))
    return distance < width


@dataclass(frozen=True)
class Support:
    """Which columns c of Q and K meet in each entry: Q_ic and K_jc are nonzero, and (i, j) is in the mask."""

    n: int
    d: int
    meeting: dict[tuple[int, int], tuple[int, ...]]

    @cached_property
    def rows(self) -> dict[int, tuple[int, ...]]:
        """The entries j of each row i that has one, in order."""
        found: dict[int, list[int]] = {}
        for i, j in sorted(self.meeting):
            found.setdefault(i, []).append(j)
        return {i: tuple(js) for i, js in found.items()}

    @property
    def mask(self) -> Mask:
        """The entries as an n x n mask."""
        mask = np.zeros((self.n, self.n), dtype=bool)
        for place in self.meeting:
            mask[place] = True
        return mask

    def words_of_q(self, i: int) -> tuple[int, ...]:
        """The columns of row i of Q that meet something."""
        return tuple(sorted({c for j in self.rows.get(i, ()) for c in self.meeting[i, j]}))

    def sizes_within(self, words: int) -> Iterator[int]:
        """Yields the tile sizes that may do with so many words of cache: the average tile, at least, must fit.

        A tile holds the words of Q and the sum of each of its rows, and needs at least four more words for an entry.
        """
        held = sum(len(self.words_of_q(i)) + 1 for i in self.rows)
        return (size for size in range(1, self.n + 1) if held <= (words - 4) * -(-self.n // size))

    def least(self, demand: Callable[[int], tuple[int, int]]) -> int:
        """Returns the least peak of a program whose I/O and peak for a tile size are its `demand`."""
        least = demand(1)[1]
        for size in self.sizes_within(least):
            least = min(least, demand(size)[1])
        return least

    def best(self, demand: Callable[[int], tuple[int, int]], M: int) -> dict[str, int] | None:
        """Returns the tile size with the least I/O of those that fit into M words, or None."""
        demands = ((demand(size), size) for size in self.sizes_within(M))
        fitting = [(io, size) for (io, peak), size in demands if peak <= M]
        return {"B1": min(fitting)[1]} if fitting else None

    def demand(self, size: int) -> tuple[int, int]:
        """Returns the I/O and the peak use of cache of the program with tiles of `size` rows, in words."""
        io, peak = len(self.rows), 0
        for start in range(0, self.n, size):
            rows = [i for i in range(start, min(start + size, self.n)) if i in self.rows]
            held = sum(len(self.words_of_q(i)) + 1 for i in rows)
            io += held - len(rows)
            for j in {j for i in rows for j in self.rows[i]}:
                here = [i for i in rows if (i, j) in self.meeting]
                io += len({c for i in here for c in self.meeting[i, j]})
                peak = max(peak, held + len(here) + 3)
        return io, peak


def support(q_pattern: Mask, k_pattern: Mask, mask: Mask | None = None) -> Support:
    """Returns where the rows of Q and K meet; Q and K are n x d patterns, the mask is n x n.

    Raises OutOfDomain for wrong shapes and if nothing meets.

    >>> support(np.ones((2, 1), bool), np.ones((2, 1), bool), causal(2)).rows
    {0: (0,), 1: (0, 1)}
    """
    if q_pattern.ndim != 2 or q_pattern.shape != k_pattern.shape or 0 in q_pattern.shape:
        raise OutOfDomain(
            f"the patterns of Q and K must both be n x d with n, d >= 1; got {q_pattern.shape} and {k_pattern.shape}"
        )
    n, d = q_pattern.shape
    allowed = np.ones((n, n), dtype=bool) if mask is None else mask
    if allowed.shape != (n, n):
        raise OutOfDomain(f"the mask must be n x n = ({n}, {n}), one entry for each score; got {allowed.shape}")
    meeting: dict[tuple[int, int], tuple[int, ...]] = {}
    words_of_column = np.ascontiguousarray(k_pattern.T)
    for i in range(n):  # only the columns of row i are looked at: a large pattern with few nonzeros is soon done
        columns = np.flatnonzero(q_pattern[i])
        common = words_of_column[columns] & allowed[i]
        for j in np.flatnonzero(common.any(axis=0)):
            meeting[i, int(j)] = tuple(map(int, columns[common[:, j]]))
    if not meeting:
        raise OutOfDomain("no entry of Q K^T is left: give patterns with a common column, and a mask that keeps it")
    return Support(n, d, meeting)


def sparse_scores(
    q_pattern: ArrayLike, k_pattern: ArrayLike, mask: ArrayLike | None = None, name: str = "sparse_scores"
) -> Program:
    """Returns the program for one pattern: the nonzeros of Q and K, n x d, and the entries kept, n x n (default: all).

    Outputs are the row sums l of the rows that have an entry; the exponentials are not stored. A tile of B1 rows of Q
    stays in cache and K passes word by word; of K, only words that meet something in the tile are loaded. Its sizes
    are numbers, so the count reading gives numbers too. Raises OutOfDomain as `support` does.

    >>> sparse_scores([[1], [1]], [[1], [1]], causal(2)).best_tiles(20, n=2, d=1)
    {'B1': 2}
    """
    q_nonzero, k_nonzero = np.asarray(q_pattern, dtype=bool), np.asarray(k_pattern, dtype=bool)
    where = support(q_nonzero, k_nonzero, None if mask is None else np.asarray(mask, dtype=bool))

    def body(mem: Memory, n: Size, d: Size, *, B1: Size) -> None:
        if (n, d) != (where.n, where.d):
            raise OutOfDomain(f"the pattern is for n = {where.n}, d = {where.d}; got n = {n}, d = {d}")
        _by_row_tiles(mem, where, places_of(q_nonzero), places_of(k_nonzero), B1)

    def fit(M: int, n: int, d: int) -> dict[str, int] | None:
        return where.best(where.demand, M)

    kept = where.mask

    def reference(inputs: Values) -> dict[str, Array]:
        return masked_row_sums(kept)({"Q": inputs["Q"] * q_nonzero, "K": inputs["K"] * k_nonzero})

    def least(n: int, d: int) -> int:
        return where.least(where.demand)

    body.__name__ = name
    task = Task("row sums of exp(Q K^T) on a pattern", {"Q": ("n", "d"), "K": ("n", "d")}, reference)
    return Program("Sparse attention scores", task, body, least, fit, symbolic=False)


def places_of(pattern: Mask) -> list[tuple[int, int]]:
    """Returns the places of the nonzeros of a pattern, row by row.

    >>> places_of(causal(2))
    [(0, 0), (1, 0), (1, 1)]
    """
    return [(int(i), int(j)) for i, j in np.argwhere(pattern)]


def _by_row_tiles(mem: Memory, where: Support, q_places: Places, k_places: Places, B1: Size) -> None:
    q = mem.input("Q", where.n, where.d, places=q_places)
    k = mem.input("K", where.n, where.d, places=k_places)
    sums = mem.output("l", where.n, unwritten=0.0)
    columns = [mem.at(c) for c in range(where.d)]
    for tile in mem.tiles(where.n, B1, in_order=True):
        indices = [i for i in range(tile.start, tile.start + tile.length) if i in where.rows]
        rows = {i: mem.at(i) for i in indices}
        words = {(i, c): mem.load(q, rows[i], columns[c]) for i in indices for c in where.words_of_q(i)}
        totals = {i: mem.accumulator("l", rows[i]) for i in indices}
        for j in sorted({j for i in indices for j in where.rows[i]}):
            entry = mem.at(j)
            scores = {i: mem.accumulator("S", rows[i], entry) for i in indices if (i, j) in where.meeting}
            for c in sorted({c for i in scores for c in where.meeting[i, j]}):
                word = mem.load(k, entry, columns[c])
                for i, score in scores.items():
                    if c in where.meeting[i, j]:
                        mem.multiply_add(score, words[i, c], word)
                mem.free(word)
            _finish(mem, scores, totals)
        for total in totals.values():
            mem.store(total, sums)
        mem.free(*words.values(), *totals.values())


def _finish(mem: Memory, scores: dict[int, Block], totals: dict[int, Block]) -> None:
    for i, score in scores.items():
        mem.update(score, EXP, score)
        mem.accumulate(totals[i], score)
        mem.free(score)
