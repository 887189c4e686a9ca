"""Memory: the abstract two-level memory that every program is written for, and the books that all its readings keep.

A program is a Python function that moves blocks between slow memory and a cache of M words and works on blocks in the
cache. It never sees a number: what a size, a value or a loop is, its reader decides (machine: numpy; pebbling: nodes
of a CDAG; symbolic.count: formulas).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from math import nan

from graphs.errors import BadProgram
from graphs.programs.blocks import Block, Holding, Matrix, Places, Size, Span, summed, words_in
from graphs.programs.operations import ADD, Operation


class Memory(ABC):
    """A slow memory without limit and a cache of M words, as programs see it.

    Words of cache are reserved when a block is declared, and operations that make a value before the old one may go
    say so: `multiply_add` needs 2 words of scratch (the product and the new sum), `update` and `accumulate` 1. There
    is no sliding: no result takes the place of an operand while it is made.
    """

    def __init__(self) -> None:
        self.in_use: Size = 0
        self._held: dict[Block, Size] = {}
        self._open: list[Span] = []
        self._phases: list[str] = []

    # ------------------------------------------------------------ slow memory

    @abstractmethod
    def input(self, name: str, *shape: Size, places: Places | None = None) -> Matrix:
        """Returns an input, which is in slow memory at the start; of a sparse one, only some places."""

    @abstractmethod
    def output(self, name: str, *shape: Size, fill: float | None = None, unwritten: float = nan) -> Matrix:
        """Returns a matrix in slow memory for a result; with `fill`, it holds that value at the start.

        `unwritten` is what is reported for places that are never stored, as where a row has no entry.
        """

    @abstractmethod
    def matrix(self, name: str, *shape: Size, fill: float | None = None) -> Matrix:
        """Returns a matrix in slow memory for values that are read again; `fill` as for an output."""

    @abstractmethod
    def column(self, name: str, matrix: Matrix, index: int) -> Matrix:
        """Returns a vector that starts as a column of a matrix: a matter of addresses, which moves no word."""

    # ------------------------------------------------------------ indices and loops

    def whole(self, extent: Size) -> Span:
        """Returns all indices 0 .. extent - 1, to be in cache together."""
        return Span(0, extent)

    def at(self, index: int) -> Span:
        """Returns a single index, for programs that follow a pattern of nonzeros."""
        return Span(index, 1)

    def capped(self, size: Size, extent: Size) -> Size:
        """Returns a size, or the extent if that is smaller: for a part that is cut off once and not looped over."""
        return min(size, extent)

    def tiles(self, extent: Size | Span, size: Size = 1, *, first: int = 0, in_order: bool = False) -> Iterator[Span]:
        """Loops over 0 .. extent - 1, or over the indices of a span, in tiles of some size; the last may be smaller.

        Tiles of size 1 (the default) are waves unless the loop must run `in_order`, as when one tile needs what the
        one before it left. `first` skips indices. What a tile puts into the cache, it must free. Raises BadProgram.
        """
        span = extent if isinstance(extent, Span) else self.whole(extent)
        if span.wave:  # its indices pass one at a time already
            yield span
            return
        for part in self._parts(span, size, first, in_order):
            self._open.append(part)
            before = self.in_use
            yield part
            if self.in_use != before or any(block.depth >= len(self._open) for block in self._held):
                raise BadProgram(f"{self._where()}a loop leaves words in cache: {self._listed()}; free them")
            self._open.pop()

    @contextmanager
    def phase(self, title: str) -> Iterator[None]:
        """Gives a part of a program a title, for messages and derivations."""
        self._phases.append(title)
        yield
        self._phases.pop()

    # ------------------------------------------------------------ blocks in cache

    def load(self, matrix: Matrix, *spans: Span) -> Block:
        """Copies words of a matrix into the cache: as many loads as words."""
        self._check_shape(matrix, spans)
        block = self._reserve(matrix.name, spans)
        self._transfer("load", matrix, spans)
        self._filled(block, matrix)
        return block

    def store(self, block: Block, matrix: Matrix) -> None:
        """Copies a block (or part) to its own places in a matrix: as many stores as words. It stays in cache."""
        self._check_shape(matrix, block.spans)
        if any(span.wave and span not in block.spans for span in self._open):
            raise BadProgram(f"{self._where()}{block.name} is stored again and again to the same place of a wave")
        self._transfer("store", matrix, block.spans)
        self._write(block, matrix)

    def free(self, *blocks: Block) -> None:
        """Gives back the words of whole blocks."""
        for block in blocks:
            if block not in self._held:
                raise BadProgram(f"{self._where()}{block.name} is freed but not held; free whole blocks, and once")
            self.in_use = self.in_use - self._held.pop(block)
            self._dropped(block)

    def accumulator(self, name: str, *spans: Span, operation: Operation = ADD) -> Block:
        """Reserves words in which terms are put together; the first term becomes the value."""
        block = self._reserve(name, spans)
        block.operation = operation
        self._emptied(block, operation)
        return block

    def resume(self, matrix: Matrix, *spans: Span) -> Block:
        """Returns an accumulator that goes on with what the turn before of the innermost loop has stored in a matrix.

        In the first turn it is empty, and nothing is loaded; the loop must run in order, from index 0.
        """
        if not self._open or self._open[-1].wave:
            raise BadProgram(f"{self._where()}{matrix.name} is resumed outside a loop, or in a wave: in_order")
        if self._first_turn(self._open[-1]):
            return self.accumulator(matrix.name, *spans)
        block = self.load(matrix, *spans)
        block.operation = ADD
        return block

    def apply(self, name: str, operation: Operation, *operands: Block, spans: tuple[Span, ...] | None = None) -> Block:
        """Makes a new block from the entries of others; an operand without some axis is the same along it.

        With `spans`, the result has these axes only; those left out must be single indices.
        """
        axes = summed(Block(name, (), 0), *operands)
        kept = axes if spans is None else spans
        if any(span.wave or span.length != 1 for span in axes if span not in kept):
            raise BadProgram(f"{self._where()}{name} leaves out an axis that is more than a single index")
        block = self._reserve(name, kept)
        self._computed(block, operation, operands)
        return block

    def update(self, target: Block, operation: Operation, *operands: Block) -> None:
        """Replaces each word of a block (or part) by an operation on the operands, of which it may be one.

        Needs 1 word of scratch.
        """
        if summed(target, *operands):
            raise BadProgram(f"{self._where()}{target.name} is updated with operands that have other axes")
        if any(span not in target.spans for span in self._waves(target)):
            raise BadProgram(f"{self._where()}{target.name} is carried from one index of a wave to the next: in_order")
        self._reach(f"{operation.name} on {target.name} (scratch)", 1)
        self._updated(target, operation, operands)

    def accumulate(self, target: Block, term: Block) -> None:
        """Puts the entries of a block into an accumulator, over the axes that it does not have, in index order.

        Needs 1 word of scratch.
        """
        self._check_terms(target, term)
        self._reach(f"{_operation(target).name} into {target.name} (scratch)", 1)
        self._accumulated(target, term)

    def multiply_add(self, target: Block, left: Block, right: Block) -> None:
        """Adds products to an accumulator, over the axes that it does not have, in index order.

        Needs 2 words of scratch: the product, and the new sum.
        """
        self._check_terms(target, left, right)
        self._reach(f"product and sum for {target.name} (scratch)", 2)
        self._multiplied(target, left, right)

    # ------------------------------------------------------------ the books

    def _reserve(self, name: str, spans: tuple[Span, ...]) -> Block:
        block = Block(name, spans, len(self._open))
        words = words_in(spans)
        self._reach(name, words)
        self._held[block] = words
        self.in_use = self.in_use + words
        return block

    def holdings(self) -> list[Holding]:
        """Returns what is in cache, in the order in which it came."""
        return [Holding(block.name, words) for block, words in self._held.items()]

    def finish(self) -> None:
        """Raises BadProgram if the program ends with words in cache."""
        if self._held:
            raise BadProgram(f"the program ends with words in cache: {self._listed()}; free them")

    def _listed(self) -> str:
        return ", ".join(f"{name} {words}" for name, words in self.holdings())

    def _where(self) -> str:
        return f"{self._phases[-1]}: " if self._phases else ""

    def _waves(self, target: Block) -> list[Span]:
        """The waves that opened after a block came to be."""
        return [span for span in self._open[target.depth :] if span.wave]

    def _check_terms(self, target: Block, *operands: Block) -> None:
        axes = [span for operand in operands for span in operand.spans]
        if any(span not in axes for span in (*self._waves(target), *target.spans)):
            raise BadProgram(f"{self._where()}the terms for {target.name} lack an axis of it, or of a wave around it")
        _operation(target)

    def _check_shape(self, matrix: Matrix, spans: tuple[Span, ...]) -> None:
        if len(matrix.shape) != len(spans):
            raise BadProgram(f"{matrix.name} has {len(matrix.shape)} axes; it was addressed with {len(spans)} spans")

    # ------------------------------------------------------------ what a reader decides

    def _first_turn(self, turn: Span) -> bool:
        """Whether a tile is the first of its loop."""
        return turn.start == 0

    @abstractmethod
    def _parts(self, span: Span, size: Size, first: int, in_order: bool) -> Iterator[Span]: ...

    @abstractmethod
    def _reach(self, wanted: str, words: Size) -> None:
        """Notes that for a moment the cache holds `words` more than what is in use."""

    @abstractmethod
    def _transfer(self, kind: str, matrix: Matrix, spans: tuple[Span, ...]) -> None: ...

    @abstractmethod
    def _filled(self, block: Block, matrix: Matrix) -> None: ...

    @abstractmethod
    def _write(self, block: Block, matrix: Matrix) -> None: ...

    @abstractmethod
    def _dropped(self, block: Block) -> None: ...

    @abstractmethod
    def _emptied(self, block: Block, operation: Operation) -> None: ...

    @abstractmethod
    def _computed(self, block: Block, operation: Operation, operands: tuple[Block, ...]) -> None: ...

    @abstractmethod
    def _updated(self, target: Block, operation: Operation, operands: tuple[Block, ...]) -> None: ...

    @abstractmethod
    def _accumulated(self, target: Block, term: Block) -> None: ...

    @abstractmethod
    def _multiplied(self, target: Block, left: Block, right: Block) -> None: ...


def _operation(target: Block) -> Operation:
    if target.operation is None:
        raise BadProgram(f"{target.name} is no accumulator; declare one")
    return target.operation
