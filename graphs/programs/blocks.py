"""Blocks: what programs name and move: spans of indices, matrices in slow memory, blocks of words in cache."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from graphs.errors import BadProgram
from graphs.programs.operations import Operation

Size = int
"""A number of rows, columns or words; the count reading puts a formula in its place.

So programs only pass it on, add, subtract and multiply, and ask the memory for what is `capped`.
"""

Places = Iterable[tuple[int, int]]
"""The (row, column) places of the nonzeros of a matrix."""


@dataclass(frozen=True, eq=False)
class Span:
    """Consecutive indices of one axis of a matrix; every span is an axis of its own, equal only to itself.

    The indices of a tile are in cache together. Those of a `wave` pass one at a time, so that one of them takes up
    room, while all of them cost I/O; a reader may take a wave as a whole where only the order of the passing differs.
    """

    start: Size
    length: Size
    wave: bool = False

    @property
    def width(self) -> Size:
        """How many of the indices are in cache at a time.

        >>> Span(0, 5).width, Span(0, 5, wave=True).width
        (5, 1)
        """
        return 1 if self.wave else self.length


@dataclass(frozen=True, eq=False)
class Matrix:
    """A matrix (or vector) in slow memory; `data` is what the reader keeps of it."""

    name: str
    shape: tuple[Size, ...]
    data: Any = field(default=None, repr=False)

    @property
    def transposed(self) -> Matrix:
        """The same words, addressed by column and row."""
        return Matrix(self.name, self.shape[::-1], None if self.data is None else self.data.T)


@dataclass(eq=False)
class Block:
    """Words in cache, one for each combination of indices of its spans; a part of a block shares its words.

    `depth` is the number of loops that were open when the block came to be. For an accumulator, `operation` is what
    puts terms together.
    """

    name: str
    spans: tuple[Span, ...]
    depth: int
    data: Any = field(default=None, repr=False)
    operation: Operation | None = None
    part: bool = False

    def __getitem__(self, spans: Span | tuple[Span, ...]) -> Block:
        """Returns the part of the block at some spans, one for each axis, each inside the block's own."""
        asked = spans if isinstance(spans, tuple) else (spans,)
        if len(asked) != len(self.spans):
            raise BadProgram(f"{self.name} has {len(self.spans)} axes; a part of it was asked with {len(asked)} spans")
        data = self.data
        if data is not None:
            for mine, span in zip(self.spans, asked, strict=True):
                if span.start < mine.start or span.start + span.length > mine.start + mine.length:
                    raise BadProgram(f"{self.name} does not hold the indices {span}; its own are {mine}")
            data = data[cut(asked, [mine.start for mine in self.spans])]
        return Block(self.name, asked, self.depth, data, self.operation, part=True)


class Holding(NamedTuple):
    """What a part of the cache is used for, and its words."""

    name: str
    words: Size


def cut(spans: tuple[Span, ...], origin: list[int] | None = None) -> tuple[slice, ...]:
    """Returns the slices of an array at some spans, the array starting at `origin` (default: zero).

    >>> cut((Span(4, 2),), [3])
    (slice(1, 3, None),)
    """
    starts = origin or [0] * len(spans)
    return tuple(slice(s.start - o, s.start - o + s.length) for s, o in zip(spans, starts, strict=True))


def words_in(spans: tuple[Span, ...]) -> Size:
    """Returns how many words a block with these spans takes up.

    >>> words_in((Span(0, 3), Span(0, 7, wave=True)))
    3
    """
    words = 1
    for span in spans:
        words = words * span.width
    return words


def summed(target: Block, *operands: Block) -> tuple[Span, ...]:
    """Returns the axes of the operands that the target does not have: those over which terms are put together."""
    axes: list[Span] = []
    for operand in operands:
        axes += [span for span in operand.spans if span not in target.spans and span not in axes]
    return tuple(axes)
