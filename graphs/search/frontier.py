"""The needs that a search has met: a hash table with what each costs, and the open ones in buckets by estimate."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from graphs.search.needs import Need
from graphs.search.words import MOST_NODES, Nodes, Words, compiled, mixed, put, row

NOTHING = -1
FAR = 30_000
"""An excess above that of any need met."""

_RECENT = 1 << 17
_ROWS = ("red", "blue", "excess", "closed", "parent", "stamp")

NEEDS, FREE, EXPANDED, CURRENT, FOUND, LIMIT, PRUNED, MOST = range(8)
"""Places in `counts`: needs met; first free entry of the buckets; needs expanded; the bucket that is being emptied;
the need that ended the search; the excess from which on needs are not kept, at most the number of
buckets; how many were not kept; how many needs may be met."""


class Frontier(NamedTuple):
    """Need i is (red[i], blue[i]). Its `excess` is cost so far + simple estimate - simple estimate of the start.

    `parent` is the need it was reached from; `closed` says that it has been expanded, `stamp` how much the tables of
    subsets knew when it was put in its bucket. `table` is a hash table with open addressing. The buckets are lists
    linked through `after`; an entry of one is in `entry`, its beginning in `bucket`; free entries form a list too.
    `recent_red` and the next two are a cache of needs reached lately. If `compute` is not empty, it and `evicted` tell
    how a need was reached.
    """

    red: Words
    blue: Words
    excess: npt.NDArray[np.int16]
    closed: npt.NDArray[np.bool_]
    parent: npt.NDArray[np.int32]
    stamp: npt.NDArray[np.int32]
    table: npt.NDArray[np.int32]
    entry: npt.NDArray[np.int32]
    after: npt.NDArray[np.int32]
    bucket: npt.NDArray[np.int32]
    counts: npt.NDArray[np.int64]
    compute: npt.NDArray[np.int16]
    evicted: Words
    scratch: npt.NDArray[np.int64]
    recent_red: Words
    recent_blue: Words
    recent_excess: npt.NDArray[np.int16]


def new_frontier(words: int, room: int, buckets: int, *, traced: bool = False) -> Frontier:
    """Returns an empty frontier with room for so many needs, a power of 2."""
    recent = min(room, _RECENT)
    counts = np.zeros(8, np.int64)
    counts[FOUND], counts[LIMIT], counts[MOST] = NOTHING, buckets, room
    after = np.arange(1, 2 * room + 1, dtype=np.int32)
    after[-1] = NOTHING
    return Frontier(
        np.zeros((room, words), np.uint64),
        np.zeros((room, words), np.uint64),
        np.zeros(room, np.int16),
        np.zeros(room, np.bool_),
        np.zeros(room, np.int32),
        np.zeros(room, np.int32),
        np.full(2 * room, NOTHING, np.int32),
        np.zeros(2 * room, np.int32),
        after,
        np.full(buckets, NOTHING, np.int32),
        counts,
        np.zeros(room if traced else 0, np.int16),
        np.zeros((room if traced else 0, words), np.uint64),
        np.zeros((2, MOST_NODES), np.int64),
        np.zeros((recent, words), np.uint64),
        np.zeros((recent, words), np.uint64),
        np.full(recent, FAR, np.int16),
    )


def doubled(old: Frontier) -> Frontier:
    """Returns the same frontier with twice the room."""
    room, words = old.red.shape
    new = new_frontier(words, 2 * room, len(old.bucket))
    for name in _ROWS:
        getattr(new, name)[:room] = getattr(old, name)
    new.entry[: 2 * room], new.after[: 2 * room] = old.entry, old.after
    new.after[-1] = old.counts[FREE]
    new.bucket[:], new.counts[:] = old.bucket, old.counts
    new.counts[FREE] = 2 * room
    _rehash(new, (np.uint64(0),) * words)
    return new


def packed_frontier(f: Frontier) -> dict[str, npt.NDArray[Any]]:
    """Returns what must be kept of a frontier, by name: its hash table and its cache can be made anew."""
    met = int(f.counts[NEEDS])
    rows = {name: getattr(f, name)[:met] for name in _ROWS}
    return rows | {name: getattr(f, name) for name in ("entry", "after", "bucket", "counts")}


def unpacked_frontier(kept: dict[str, npt.NDArray[Any]]) -> Frontier:
    """Returns the frontier of which `kept` was kept."""
    room, words = len(kept["entry"]) // 2, kept["red"].shape[1]
    new = new_frontier(words, room, len(kept["bucket"]))
    for name in _ROWS:
        getattr(new, name)[: len(kept[name])] = kept[name]
    for name in ("entry", "after", "bucket", "counts"):
        getattr(new, name)[:] = kept[name]
    _rehash(new, (np.uint64(0),) * words)
    return new


@compiled
def _rehash(f: Frontier, none: Nodes) -> None:
    for i in range(f.counts[NEEDS]):
        f.table[slot(f, row(f.red, i, none), row(f.blue, i, none))] = i


@compiled
def clear(f: Frontier) -> None:
    """Forgets everything, for another search in the same memory."""
    f.table[:] = NOTHING
    f.bucket[:] = NOTHING
    for k in range(len(f.after)):
        f.after[k] = k + 1
    f.after[-1] = NOTHING
    f.recent_excess[:] = FAR
    f.counts[:] = 0
    f.counts[FOUND] = NOTHING
    f.counts[LIMIT] = len(f.bucket)
    f.counts[MOST] = len(f.red)


@compiled
def slot(f: Frontier, red: Nodes, blue: Nodes) -> np.int64:
    """Where the hash table has a need, or the free place where it would be."""
    mask = len(f.table) - 1
    at = np.int64((mixed(red) * np.uint64(0x9E3779B97F4A7C15) + mixed(blue)) & np.uint64(mask))
    while f.table[at] != NOTHING:
        i = f.table[at]
        if row(f.red, i, red) == red and row(f.blue, i, red) == blue:
            break
        at = (at + 1) & mask
    return at


@compiled
def is_recent(f: Frontier, red: Nodes, blue: Nodes, excess: int) -> bool:
    """Whether a need, as it was before forced moves, has lately been reached at no greater cost."""
    at = _recent_place(f, red, blue)
    return f.recent_excess[at] <= excess and row(f.recent_red, at, red) == red and row(f.recent_blue, at, red) == blue


@compiled
def remember(f: Frontier, red: Nodes, blue: Nodes, excess: int) -> None:
    """Notes a need that has been reached, in the place of an older one."""
    at = _recent_place(f, red, blue)
    put(f.recent_red, at, red)
    put(f.recent_blue, at, blue)
    f.recent_excess[at] = excess


@compiled
def _recent_place(f: Frontier, red: Nodes, blue: Nodes) -> int:
    mask = np.uint64(len(f.recent_excess) - 1)
    return int(np.int64((mixed(blue) * np.uint64(0x9E3779B97F4A7C15) + mixed(red)) & mask))


@compiled
def known_excess(f: Frontier, red: Nodes, blue: Nodes) -> int:
    """The excess with which a need was met, or FAR."""
    i = f.table[slot(f, red, blue)]
    return f.excess[i] if i != NOTHING else FAR


@compiled
def enqueue(f: Frontier, i: int, bucket: int) -> bool:
    """Puts a need into a bucket; returns whether there was room."""
    e = f.counts[FREE]
    if e == NOTHING or bucket >= len(f.bucket):
        return False
    f.counts[FREE] = f.after[e]
    f.entry[e] = i
    f.after[e] = f.bucket[bucket]
    f.bucket[bucket] = e
    return True


@compiled
def dequeue(f: Frontier, bucket: int) -> int:
    """Takes a need out of a bucket that is not empty, the last one put in."""
    e = f.bucket[bucket]
    f.bucket[bucket] = f.after[e]
    f.after[e] = f.counts[FREE]
    f.counts[FREE] = e
    i: int = f.entry[e]
    return i


@compiled
def append(f: Frontier, red: Nodes, blue: Nodes, excess: int, parent: int, at: np.int64) -> int:
    """Adds a need that is new, at a free place of the hash table, and returns its number; there must be room."""
    i: int = f.counts[NEEDS]
    f.counts[NEEDS] = i + 1
    put(f.red, i, red)
    put(f.blue, i, blue)
    f.excess[i] = excess
    f.closed[i] = False
    f.parent[i] = parent
    f.table[at] = i
    return i


@compiled
def need(f: Frontier, i: int, like: Nodes) -> Need:
    """Need i."""
    return row(f.red, i, like), row(f.blue, i, like)
