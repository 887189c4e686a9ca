"""Sets of nodes as one or two 64-bit words, with the operators of Python's own sets, inside compiled code."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Protocol, TypeVar

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic, overload

WORD = 64
MOST_NODES = 2 * WORD

Words = npt.NDArray[np.uint64]
"""Sets in rows: one word a row for up to 64 nodes, else two."""

_F = TypeVar("_F", bound=Callable[..., Any])
_SOURCES = tuple((file.stat().st_mtime_ns, file.stat().st_size) for file in sorted(Path(__file__).parent.glob("*.py")))
"""When the files were written whose functions call each other; machine code from before is not used again."""


class Nodes(Protocol):
    """A set of nodes: a tuple of one or two words; bit v % 64 of word v // 64 stands for node v."""

    def __or__(self, other: Nodes) -> Nodes: ...
    def __and__(self, other: Nodes) -> Nodes: ...
    def __sub__(self, other: Nodes) -> Nodes: ...
    def __lt__(self, other: Nodes) -> bool: ...


def compiled(function: _F) -> _F:
    """Compiles a function with numba when it is first called, and keeps the machine code in the cache on disk.

    The function must make no arrays: numba's reference counts, which are then left out, cost two thirds of the time.
    Where no directory for the cache can be written, each process compiles anew.
    """
    try:
        made: Any = njit(cache=True, nogil=True, _nrt=False)(function)
    except RuntimeError:  # no place for a cache
        made = njit(nogil=True, _nrt=False)(function)
    else:
        made._cache._cache_file._source_stamp = _SOURCES  # numba looks at one file; functions here call other files'
    result: _F = made
    return result


def width(nodes: int) -> int:
    """Returns how many words a set of that many nodes takes.

    >>> width(64), width(65)
    (1, 2)
    """
    return 1 if nodes <= WORD else 2


def packed(sets: Iterable[int], words: int) -> Words:
    """Returns sets given as Python integers as rows of words.

    >>> packed([5, 1 << 64], 2).tolist()
    [[5, 0], [0, 1]]
    """
    mask = (1 << WORD) - 1
    rows = [[s >> WORD * k & mask for k in range(words)] for s in sets]
    return np.array(rows, dtype=np.uint64).reshape(-1, words)


def integer(row: npt.NDArray[np.uint64]) -> int:
    """Returns the set in a row of words as a Python integer.

    >>> integer(packed([1 << 100], 2)[0]) == 1 << 100
    True
    """
    return sum(int(word) << WORD * k for k, word in enumerate(row))


def _is_set(kind: types.Type) -> bool:
    return isinstance(kind, types.UniTuple) and kind.dtype == types.uint64 and kind.count <= 2


@overload(operator.or_, inline="always")
def _union(a, b):  # type: ignore[no-untyped-def]
    if _is_set(a) and _is_set(b):
        if a.count == 1:
            return lambda a, b: (a[0] | b[0],)
        return lambda a, b: (a[0] | b[0], a[1] | b[1])
    return None


@overload(operator.and_, inline="always")
def _intersection(a, b):  # type: ignore[no-untyped-def]
    if _is_set(a) and _is_set(b):
        if a.count == 1:
            return lambda a, b: (a[0] & b[0],)
        return lambda a, b: (a[0] & b[0], a[1] & b[1])
    return None


@overload(operator.sub, inline="always")
def _difference(a, b):  # type: ignore[no-untyped-def]
    if _is_set(a) and _is_set(b):
        if a.count == 1:
            return lambda a, b: (a[0] & ~b[0],)
        return lambda a, b: (a[0] & ~b[0], a[1] & ~b[1])
    return None


@intrinsic
def _ones(_context, word):  # type: ignore[no-untyped-def]
    def code(_c, builder, _s, arguments):  # type: ignore[no-untyped-def]
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), code


@intrinsic
def _zeros_below(_context, word):  # type: ignore[no-untyped-def]
    def code(_c, builder, _s, arguments):  # type: ignore[no-untyped-def]
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.uint64(types.uint64), code


def size(s: Nodes) -> int:
    """How many nodes a set has."""
    raise NotImplementedError("compiled code only")


def some(s: Nodes) -> bool:
    """Whether a set has any node."""
    raise NotImplementedError("compiled code only")


def first(s: Nodes) -> int:
    """The least node of a set that is not empty."""
    raise NotImplementedError("compiled code only")


def rest(s: Nodes) -> Nodes:
    """A set that is not empty without its least node."""
    raise NotImplementedError("compiled code only")


def only(v: int, like: Nodes) -> Nodes:
    """The set of one node, in as many words as the set `like`."""
    raise NotImplementedError("compiled code only")


def row(sets: Words, i: int, like: Nodes) -> Nodes:
    """The set in row i of a table."""
    raise NotImplementedError("compiled code only")


def put(sets: Words, i: int, s: Nodes) -> None:
    """Writes a set into row i of a table."""
    raise NotImplementedError("compiled code only")


def byte(s: Nodes, k: int) -> int:
    """Byte k of a set: its nodes 8 k to 8 k + 7."""
    raise NotImplementedError("compiled code only")


def mixed(s: Nodes) -> int:
    """A word that depends on every bit of a set, for hashing."""
    raise NotImplementedError("compiled code only")


@overload(size, inline="always")
def _size(s):  # type: ignore[no-untyped-def]
    if s.count == 1:
        return lambda s: np.int64(_ones(s[0]))
    return lambda s: np.int64(_ones(s[0]) + _ones(s[1]))


@overload(some, inline="always")
def _some(s):  # type: ignore[no-untyped-def]
    if s.count == 1:
        return lambda s: s[0] != np.uint64(0)
    return lambda s: (s[0] | s[1]) != np.uint64(0)


@overload(first)
def _first(s):  # type: ignore[no-untyped-def]
    if s.count == 1:
        return lambda s: np.int64(_zeros_below(s[0]))

    def two(s):  # type: ignore[no-untyped-def]
        if s[0] != np.uint64(0):
            return np.int64(_zeros_below(s[0]))
        return np.int64(64) + np.int64(_zeros_below(s[1]))

    return two


@overload(rest)
def _rest(s):  # type: ignore[no-untyped-def]
    if s.count == 1:
        return lambda s: (s[0] & (s[0] - np.uint64(1)),)

    def two(s):  # type: ignore[no-untyped-def]
        if s[0] != np.uint64(0):
            return (s[0] & (s[0] - np.uint64(1)), s[1])
        return (s[0], s[1] & (s[1] - np.uint64(1)))

    return two


@overload(only)
def _only(v, like):  # type: ignore[no-untyped-def]
    if like.count == 1:
        return lambda v, like: (np.uint64(1) << np.uint64(v),)

    def two(v, like):  # type: ignore[no-untyped-def]
        if v < 64:
            return (np.uint64(1) << np.uint64(v), np.uint64(0))
        return (np.uint64(0), np.uint64(1) << np.uint64(v - 64))

    return two


@overload(row, inline="always")
def _row(sets, i, like):  # type: ignore[no-untyped-def]
    if like.count == 1:
        return lambda sets, i, like: (sets[i, 0],)
    return lambda sets, i, like: (sets[i, 0], sets[i, 1])


@overload(put)
def _put(sets, i, s):  # type: ignore[no-untyped-def]
    if s.count == 1:

        def one(sets, i, s):  # type: ignore[no-untyped-def]
            sets[i, 0] = s[0]

        return one

    def two(sets, i, s):  # type: ignore[no-untyped-def]
        sets[i, 0] = s[0]
        sets[i, 1] = s[1]

    return two


@overload(byte, inline="always")
def _byte(s, k):  # type: ignore[no-untyped-def]
    if s.count == 1:
        return lambda s, k: np.int64((s[0] >> np.uint64(8 * k)) & np.uint64(255))
    return lambda s, k: np.int64((s[k // 8] >> np.uint64(8 * (k % 8))) & np.uint64(255))


@compiled
def _stir(x: np.uint64) -> np.uint64:
    """One round of a mixing function (xor-shift and multiply)."""
    x ^= x >> np.uint64(32)
    x *= np.uint64(0xD6E8FEB86659FD93)
    x ^= x >> np.uint64(32)
    x *= np.uint64(0xD6E8FEB86659FD93)
    return x ^ x >> np.uint64(32)


@overload(mixed)
def _mixed(s):  # type: ignore[no-untyped-def]
    if s.count == 1:
        return lambda s: _stir(s[0])
    return lambda s: _stir(s[0] * np.uint64(0x9E3779B97F4A7C15) + _stir(s[1]))
