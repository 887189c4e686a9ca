"""Pebbling: the reading of a program that plays it as a red-blue pebble game, word by word, on a CDAG."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import networkx as nx
import numpy as np

from graphs.cdag import Cdag, Node, label
from graphs.errors import BadProgram
from graphs.game import Kind, Move
from graphs.programs.blocks import Block, Matrix, Places, Size, Span, cut, summed
from graphs.programs.memory import Memory
from graphs.programs.operations import ADD, MULTIPLY, Operation
from graphs.programs.program import Program
from graphs.schedule import Schedule

Operands = tuple[Node, ...]


@dataclass(frozen=True)
class Pebbled:
    """A schedule and the CDAG that it pebbles."""

    schedule: Schedule
    cdag: Cdag


class _Given:
    """The nodes of a CDAG, found by their operands: what an operation is called does not matter, what it uses does."""

    def __init__(self, cdag: Cdag) -> None:
        self._cdag = cdag
        self._sources = set(cdag.sources)
        self._results: dict[frozenset[Node], Node] = {}
        for node in cdag.order:
            operands = frozenset(cdag.predecessors(node))
            if operands and self._results.setdefault(operands, node) is not node:
                twin = label(self._results[operands])
                raise BadProgram(f"{label(node)} and {twin} have the same operands: they cannot be told apart")

    def source(self, node: Node) -> Node:
        if node not in self._sources:
            raise BadProgram(f"the program reads {label(node)}, which is no source of the CDAG {self._cdag.name}")
        return node

    def result(self, operation: Operation, operands: Operands) -> Node:
        try:
            return self._results[frozenset(operands)]
        except KeyError:
            listed = ", ".join(map(label, operands))
            raise BadProgram(
                f"the operation {operation.name}({listed}) is no node of the CDAG {self._cdag.name}"
            ) from None

    def cdag(self) -> Cdag:
        return self._cdag


class _Grown:
    """A CDAG that grows a node for every new operation: the one that the program itself defines."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._graph: nx.DiGraph[Node] = nx.DiGraph()
        self._results: dict[tuple[str, Operands | frozenset[Node]], Node] = {}

    def source(self, node: Node) -> Node:
        self._graph.add_node(node)
        return node

    def result(self, operation: Operation, operands: Operands) -> Node:
        commutes = operation.neutral is not None
        key = (operation.name, frozenset(operands) if commutes else operands)
        if key not in self._results:
            self._results[key] = node = (operation.name, len(self._results))
            self._graph.add_edges_from((operand, node) for operand in operands)
        return self._results[key]

    def cdag(self) -> Cdag:
        return Cdag(self._graph, self._name)


class Pebbling(Memory):
    """A memory of nodes that writes down every move.

    A node that several words of cache stand for (the first term of an accumulator is a node of its own) has one
    pebble, and loses it with the last of them; so the pebbles in use never exceed the words reserved. An operation
    with an empty operand, an accumulator without terms, is no operation.
    """

    def __init__(self, nodes: _Given | _Grown) -> None:
        super().__init__()
        self.moves: list[Move] = []
        self._nodes = nodes
        self._uses: Counter[Node] = Counter()

    def input(self, name: str, *shape: Size, places: Places | None = None) -> Matrix:
        """Returns an input: the sources (name, i, j)."""
        data = np.full(shape, None, dtype=object)
        for index in np.ndindex(*shape) if places is None else places:
            data[index] = self._nodes.source((name, *index))
        return Matrix(name, shape, data)

    def column(self, name: str, matrix: Matrix, index: int) -> Matrix:
        """Returns a vector that starts as a column of a matrix."""
        return Matrix(name, matrix.shape[:1], matrix.data[:, index].copy())

    def output(self, name: str, *shape: Size, fill: float | None = None, unwritten: float = np.nan) -> Matrix:
        """Returns an empty matrix, or with `fill` one of sources, as its values exist before the program starts."""
        return self.matrix(name, *shape, fill=fill)

    def matrix(self, name: str, *shape: Size, fill: float | None = None) -> Matrix:
        """Returns an empty matrix, or with `fill` one of sources."""
        if fill is not None:
            return self.input(f"{name}0", *shape)
        return Matrix(name, shape, np.full(shape, None, dtype=object))

    def _parts(self, span: Span, size: Size, first: int, in_order: bool) -> Iterator[Span]:
        stop = span.start + span.length
        for start in range(span.start + first, stop, size):
            yield Span(start, min(size, stop - start), wave=size == 1 and not in_order)

    def _reach(self, wanted: str, words: Size) -> None:
        """Nothing to note: the referee counts pebbles."""

    def _transfer(self, kind: str, matrix: Matrix, spans: tuple[Span, ...]) -> None:
        """Nothing to note: the referee counts moves."""

    def _move(self, kind: Kind, node: Node) -> None:
        self.moves.append(Move(kind, node))

    def _release(self, node: Node) -> None:
        self._uses[node] -= 1
        if not self._uses[node]:
            self._move(Kind.DELETE, node)

    def _compute(self, operation: Operation, *operands: Node | None) -> Node | None:
        present = tuple(node for node in operands if node is not None)
        if len(present) < len(operands):
            return None
        node = self._nodes.result(operation, present)
        self._move(Kind.COMPUTE, node)
        self._uses[node] += 1
        return node

    def _filled(self, block: Block, matrix: Matrix) -> None:
        block.data = matrix.data[cut(block.spans)].copy()
        for index, node in np.ndenumerate(block.data):
            if node is None:
                raise BadProgram(f"word {index} of {block.name} is loaded before it is stored")
            self._move(Kind.LOAD, node)
            self._uses[node] += 1

    def _write(self, block: Block, matrix: Matrix) -> None:
        for index, node in np.ndenumerate(block.data):
            if node is None:
                raise BadProgram(f"word {index} of {block.name} is stored before it is computed")
            self._move(Kind.STORE, node)
        matrix.data[cut(block.spans)] = block.data

    def _dropped(self, block: Block) -> None:
        for node in block.data.flat:
            if node is not None:
                self._release(node)

    def _emptied(self, block: Block, operation: Operation) -> None:
        block.data = np.full([span.length for span in block.spans], None, dtype=object)

    def _computed(self, block: Block, operation: Operation, operands: tuple[Block, ...]) -> None:
        self._emptied(block, operation)
        for index in np.ndindex(block.data.shape):
            block.data[index] = self._compute(operation, *(_at(operand, block.spans, index) for operand in operands))

    def _updated(self, target: Block, operation: Operation, operands: tuple[Block, ...]) -> None:
        for index in np.ndindex(target.data.shape):
            node = self._compute(operation, *(_at(operand, target.spans, index) for operand in operands))
            if node is not None:
                if target.data[index] is not None:
                    self._release(target.data[index])
                target.data[index] = node

    def _accumulated(self, target: Block, term: Block) -> None:
        assert target.operation is not None
        for place, index, axes in _terms(target, term):
            node = _at(term, axes, index)
            if node is not None:
                self._uses[node] += 1
                self._put(target, place, target.operation, node)

    def _multiplied(self, target: Block, left: Block, right: Block) -> None:
        for place, index, axes in _terms(target, left, right):
            product = self._compute(MULTIPLY, _at(left, axes, index), _at(right, axes, index))
            if product is not None:
                self._put(target, place, ADD, product)

    def _put(self, target: Block, place: tuple[int, ...], operation: Operation, term: Node) -> None:
        """The first term becomes the accumulator; a later one is combined with it, and both make room for the sum."""
        old = target.data[place]
        if old is None:
            target.data[place] = term
            return
        target.data[place] = self._compute(operation, old, term)
        self._release(old)
        self._release(term)


def _at(block: Block, axes: tuple[Span, ...], index: tuple[int, ...]) -> Node | None:
    """The entry of a block at an index that is given along other axes; an axis not among them is a single index."""
    node: Node | None = block.data[tuple(index[axes.index(span)] if span in axes else 0 for span in block.spans)]
    return node


def _terms(target: Block, *operands: Block) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], tuple[Span, ...]]]:
    """The place in the target, the full index, and its axes, of every term, each sum in index order."""
    axes = target.spans + summed(target, *operands)
    for index in np.ndindex(*(span.length for span in axes)):
        yield index[: len(target.spans)], index, axes


def pebble(program: Program, parameters: Mapping[str, int], cdag: Cdag | None = None) -> Pebbled:
    """Returns the schedule that a program plays on a CDAG, by default on the one that its own operations make up.

    Meant for tiny sizes. Every operation must be a node of `cdag`, found by its set of operands; sources are called
    (name, i, j) as in graphs.families, whose chain summation trees the programs follow. Raises BadProgram where the
    program leaves the CDAG, OutOfDomain for wrong parameters.

    >>> from graphs.programs import PROGRAMS
    >>> from graphs.schedule import replay
    >>> played = pebble(PROGRAMS["matmul"], dict(rows=2, inner=2, columns=2, b1=2, b2=2))
    >>> replay(played.cdag, played.schedule, M=9).cost, replay(played.cdag, played.schedule, M=9).peak
    (12, 9)
    """
    program.check(parameters)
    nodes = _Grown(program.name) if cdag is None else _Given(cdag)
    memory = Pebbling(nodes)
    program.body(memory, **parameters)
    memory.finish()
    return Pebbled(Schedule(tuple(memory.moves)), nodes.cdag())
