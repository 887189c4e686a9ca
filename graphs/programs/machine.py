"""Machine: the reading of a program that executes it, on numbers, with a strict cache and exact counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import prod
from string import ascii_letters
from typing import Any

import numpy as np

from graphs.errors import BadProgram, CapacityExceeded, OutOfDomain
from graphs.game import check_memory
from graphs.programs.blocks import Block, Matrix, Places, Size, Span, cut, summed
from graphs.programs.memory import Memory
from graphs.programs.operations import Operation
from graphs.programs.program import Array, Program, Values

Progress = Callable[[int], None]
LARGEST_WAVE = 2048  # indices at a time; only the speed and the memory of this process depend on it


@dataclass(frozen=True)
class Run:
    """What an execution did, in words, and the outputs."""

    loads: int
    stores: int
    peak: int
    outputs: dict[str, Array]

    @property
    def io(self) -> int:
        """Loads plus stores, in words."""
        return self.loads + self.stores


class Machine(Memory):
    """A memory of float64 numbers. A wave is worked on as a whole, and charged as if its words passed one at a time."""

    def __init__(self, M: int, inputs: Values, progress: Progress | None = None, largest_wave: int = LARGEST_WAVE):
        super().__init__()
        check_memory(M)
        self.M, self.progress, self.largest_wave = M, progress, largest_wave
        self.loads = self.stores = self.peak = 0
        self._inputs = inputs
        self.outputs: dict[str, Array] = {}

    def input(self, name: str, *shape: Size, places: Places | None = None) -> Matrix:
        """Returns an input with its numbers."""
        if name not in self._inputs or self._inputs[name].shape != shape:
            raise BadProgram(f"the program reads {name} with the shape {shape}, which was not given")
        return Matrix(name, shape, self._inputs[name])

    def output(self, name: str, *shape: Size, fill: float | None = None, unwritten: float = np.nan) -> Matrix:
        """Returns a matrix of `unwritten` (or `fill`) that will be among the outputs."""
        matrix = self.matrix(name, *shape, fill=unwritten if fill is None else fill)
        self.outputs[name] = matrix.data
        return matrix

    def matrix(self, name: str, *shape: Size, fill: float | None = None) -> Matrix:
        """Returns a matrix of NaN (or `fill`): what is read before it is written shows in the outputs."""
        return Matrix(name, shape, np.full(shape, np.nan if fill is None else fill))

    def column(self, name: str, matrix: Matrix, index: int) -> Matrix:
        """Returns a vector that starts as a column of a matrix."""
        return Matrix(name, matrix.shape[:1], matrix.data[:, index].copy())

    def _parts(self, span: Span, size: Size, first: int, in_order: bool) -> Iterator[Span]:
        wave = size == 1 and not in_order
        if wave:
            size = self.largest_wave
        stop = span.start + span.length
        for start in range(span.start + first, stop, size):
            yield Span(start, min(size, stop - start), wave)
            if self.progress and len(self._open) == 0:
                self.progress(self.loads + self.stores)

    def _reach(self, wanted: str, words: Size) -> None:
        self.peak = max(self.peak, self.in_use + words)
        if self.in_use + words > self.M:
            raise CapacityExceeded(self.M, wanted, words, self.holdings(), ": ".join(self._phases))

    def _transfer(self, kind: str, matrix: Matrix, spans: tuple[Span, ...]) -> None:
        words = 1
        for span in spans:
            words *= span.width
        for span in self._open:
            if span.wave:
                words *= span.length
        if kind == "load":
            self.loads += words
        else:
            self.stores += words

    def _filled(self, block: Block, matrix: Matrix) -> None:
        block.data = matrix.data[cut(block.spans)].copy()

    def _write(self, block: Block, matrix: Matrix) -> None:
        matrix.data[cut(block.spans)] = block.data

    def _dropped(self, block: Block) -> None:
        block.data = None

    def _emptied(self, block: Block, operation: Operation) -> None:
        block.data = np.full([span.length for span in block.spans], operation.neutral)

    def _computed(self, block: Block, operation: Operation, operands: tuple[Block, ...]) -> None:
        block.data = operation.function(*(aligned(operand, block.spans) for operand in operands))

    def _updated(self, target: Block, operation: Operation, operands: tuple[Block, ...]) -> None:
        target.data[...] = operation.function(*(aligned(operand, target.spans) for operand in operands))

    def _accumulated(self, target: Block, term: Block) -> None:
        assert target.operation is not None
        function, extra = target.operation.function, summed(target, term)
        terms = aligned(term, target.spans + extra)
        if extra:
            terms = function.reduce(terms, axis=tuple(range(len(target.spans), terms.ndim)))
        function(target.data, terms, out=target.data)

    def _multiplied(self, target: Block, left: Block, right: Block) -> None:
        target.data[...] += contracted(target.spans, left, right)


def contracted(axes: tuple[Span, ...], left: Block, right: Block) -> Any:
    """Returns the sums of products of two blocks over the axes that are not asked for.

    Without an axis that both blocks and the result have, this is one matrix product, and much faster as such.
    """
    inner = tuple(span for span in left.spans if span in right.spans and span not in axes)
    rows = tuple(span for span in axes if span in left.spans)
    columns = tuple(span for span in axes if span not in left.spans)
    if {*left.spans} == {*rows, *inner} and {*right.spans} == {*columns, *inner}:
        depth = prod(span.length for span in inner)
        product = aligned(left, rows + inner).reshape(-1, depth) @ aligned(right, inner + columns).reshape(depth, -1)
        found = rows + columns
        return product.reshape([span.length for span in found]).transpose([found.index(span) for span in axes])
    letters: dict[Span, str] = {}
    names = ["".join(letters.setdefault(s, ascii_letters[len(letters)]) for s in spans) for spans in
             (left.spans, right.spans, axes)]  # fmt: skip
    return np.einsum(f"{names[0]},{names[1]}->{names[2]}", left.data, right.data)


def aligned(block: Block, axes: tuple[Span, ...]) -> Any:
    """Returns the data of a block with one dimension for each axis, of length 1 where the block does not have it.

    An axis of the block that is not asked for is a single index and goes.
    """
    if block.spans == axes:
        return block.data
    order = [block.spans.index(span) for span in axes if span in block.spans]
    order += [k for k in range(len(block.spans)) if k not in order]
    return block.data.transpose(order).reshape([span.length if span in block.spans else 1 for span in axes])


def execute(
    program: Program,
    M: int,
    inputs: Values,
    parameters: Mapping[str, int],
    *,
    progress: Progress | None = None,
    largest_wave: int = LARGEST_WAVE,
) -> Run:
    """Returns the outputs of a program, with the exact numbers of words loaded and stored and the peak use of cache.

    `parameters` holds the sizes and the tiles, for the best of which see Program.best_tiles; `progress` is called with
    the words moved so far. Raises CapacityExceeded where the cache of M words would overflow, OutOfDomain for
    parameters and inputs that make no sense and for numbers that overflow.

    >>> from graphs.programs import PROGRAMS
    >>> inputs, sizes = {"A": np.array([[1, 2]]), "B": np.array([[3], [4]])}, {"rows": 1, "inner": 2, "columns": 1}
    >>> result = execute(PROGRAMS["matmul"], 7, inputs, sizes | {"b1": 1, "b2": 1})
    >>> result.outputs["C"].tolist(), result.loads, result.stores, result.peak
    ([[11.0]], 4, 1, 5)
    """
    program.check(parameters)
    memory = Machine(M, program.check_inputs(inputs, parameters), progress, largest_wave)
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        program.body(memory, **parameters)
    memory.finish()
    for name, array in memory.outputs.items():
        if not np.isfinite(array).all():
            raise OutOfDomain(
                f"{name} holds numbers that are not finite: the exponentials overflowed; scale the inputs down, or "
                "take the online form of the program, which shifts every row by its maximum"
            )
    return Run(memory.loads, memory.stores, memory.peak, memory.outputs)


def run(program: Program, M: int, *, seed: int = 0, progress: Progress | None = None, **sizes: int) -> Run:
    """Returns an execution on random inputs with the best tiles for M words of cache; raises as `execute` does.

    >>> from graphs.programs import PROGRAMS
    >>> run(PROGRAMS["flash_attention"], 9, n=3, d=2).io  # rows one by one: Q, O once, K, V three times
    48
    """
    parameters = {**sizes, **program.best_tiles(M, **sizes)}
    return execute(program, M, program.random_inputs(seed, **sizes), parameters, progress=progress)
