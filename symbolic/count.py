"""Count: the reading of a program that finds its exact I/O polynomial, with ceilings, and its peak use of cache.

A loop over tiles is gone through once, with a generic tile whose length is a symbol. Closing the loop turns that length
into the extent of the loop and everything else into its number of tiles.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property

import sympy

from graphs.errors import BadProgram, OutOfDomain
from graphs.programs.blocks import Block, Matrix, Places, Size, Span, words_in
from graphs.programs.memory import Memory
from graphs.programs.operations import Operation
from graphs.programs.program import Program
from symbolic.derivation import Derivation, Loop, Peak, Phase, Step, Transfer
from symbolic.symbols import parameter

Parts = tuple[tuple[str, sympy.Expr], ...]


@dataclass(frozen=True)
class Count:
    """The exact cost of a program as formulas in its sizes and tiles, in words.

    `peak` is exact for all sizes and tiles, with Min where a tile may be larger than what it cuts; `fitted_peak` is
    the same for tiles that are not.
    """

    parameters: tuple[sympy.Symbol, ...]
    loads: sympy.Expr
    stores: sympy.Expr
    peak: sympy.Expr
    derivation: Derivation

    @property
    def io(self) -> sympy.Expr:
        """Loads plus stores."""
        return self.loads + self.stores

    @property
    def fitted_peak(self) -> sympy.Expr:
        """The peak for tiles that are no larger than what they cut."""
        return sympy.Max(*(peak.words for peak in self.derivation.peaks))

    def at(self, **values: int) -> tuple[int, int, int]:
        """Returns loads, stores and peak for given sizes and tiles: whole numbers, exactly.

        Raises OutOfDomain for a value that is missing.

        >>> from graphs.programs import PROGRAMS
        >>> count(PROGRAMS["matmul"]).at(rows=2, inner=2, columns=2, b1=2, b2=2)
        (8, 4, 9)
        """
        missing = [symbol.name for symbol in self.parameters if symbol.name not in values]
        if missing:
            raise OutOfDomain(f"the count needs a value for {', '.join(missing)}; got {', '.join(values) or 'none'}")
        loads, stores, peak = self._evaluate(*(Fraction(values[symbol.name]) for symbol in self.parameters))
        return int(loads), int(stores), int(peak)

    @cached_property
    def _evaluate(self) -> Callable[..., tuple[Fraction, Fraction, Fraction]]:
        """The formulas as a Python function of fractions, in which ceiling(n/b) is exact."""
        exact = {"ceiling": math.ceil, "Min": min, "Max": max}
        function: Callable[..., tuple[Fraction, Fraction, Fraction]] = sympy.lambdify(
            self.parameters, (self.loads, self.stores, self.peak), modules=[exact]
        )
        return function


class Counter(Memory):
    """A memory that keeps formulas instead of numbers."""

    def __init__(self) -> None:
        super().__init__()
        self.in_use = sympy.Integer(0)
        self.steps: list[list[Step]] = [[]]
        self.tiles_of: dict[sympy.Symbol, tuple[sympy.Expr, sympy.Expr]] = {}
        self.moments: dict[sympy.Expr, Parts] = {}
        self._loops = 0
        self._generic: set[Span] = set()
        self._resuming = False

    def input(self, name: str, *shape: Size, places: Places | None = None) -> Matrix:
        """Returns a matrix of which only the shape is known."""
        return Matrix(name, shape)

    def output(self, name: str, *shape: Size, fill: float | None = None, unwritten: float = math.nan) -> Matrix:
        """Returns a matrix of which only the shape is known."""
        return Matrix(name, shape)

    def matrix(self, name: str, *shape: Size, fill: float | None = None) -> Matrix:
        """Returns a matrix of which only the shape is known."""
        return Matrix(name, shape)

    def column(self, name: str, matrix: Matrix, index: int) -> Matrix:
        """Returns a vector of which only the length is known."""
        return Matrix(name, matrix.shape[:1])

    @contextmanager
    def phase(self, title: str) -> Iterator[None]:
        """Gathers the steps of a part of the program."""
        self.steps.append([])
        with super().phase(title):
            yield
        inner = tuple(self.steps.pop())
        self.steps[-1].append(Phase(title, inner))

    def _parts(self, span: Span, size: Size, first: int, in_order: bool) -> Iterator[Span]:
        if isinstance(span.length, int) and isinstance(size, int):  # numbers: there is nothing to generalise
            stop = span.start + span.length
            for start in range(span.start + first, stop, size):
                yield Span(start, min(size, stop - start), wave=size == 1 and not in_order)
            return
        single = size == 1
        if first and not single:
            raise BadProgram("a loop can only skip indices if they pass one at a time")
        self._loops += 1
        number, tile = self._loops, None if single else parameter(f"tau{self._loops}")
        if tile is not None:
            self.tiles_of[tile] = (span.length, size)
        self.steps.append([])
        turn = Span(0, 1, wave=not in_order) if tile is None else Span(0, tile)
        self._generic.add(turn)
        yield turn
        inner = tuple(self.steps.pop())
        if inner:
            extent, width = sympy.sympify(span.length), sympy.sympify(size)
            self.steps[-1].append(Loop(number, extent, width, tile, first, inner))

    def capped(self, size: Size, extent: Size) -> Size:
        """Returns the smaller of two formulas; for the peak it counts as a tile of that size."""
        if isinstance(size, int) and isinstance(extent, int):
            return min(size, extent)
        least = sympy.Min(size, extent)
        if least not in (size, extent):
            self.tiles_of[least] = (sympy.sympify(extent), sympy.sympify(size))
        return least

    def resume(self, matrix: Matrix, *spans: Span) -> Block:
        """Returns a block whose load is left out in the first turn; its words must not depend on the turn."""
        self._resuming = bool(self._open) and self._open[-1] in self._generic
        block = super().resume(matrix, *spans)
        self._resuming = False
        turn = self._open[-1].length
        if isinstance(turn, sympy.Symbol) and sympy.sympify(words_in(spans)).has(turn):
            raise BadProgram(f"{matrix.name} is resumed with as many words as the turn is long: they cannot be summed")
        return block

    def _first_turn(self, turn: Span) -> bool:
        """Whether a turn is the first; a generic one stands for all, and is not."""
        return turn not in self._generic and super()._first_turn(turn)

    def _reach(self, wanted: str, words: Size) -> None:
        total = self.in_use + words
        if total not in self.moments:
            self.moments[total] = (*self.holdings(), (wanted, sympy.sympify(words)))

    def _transfer(self, kind: str, matrix: Matrix, spans: tuple[Span, ...]) -> None:
        self.steps[-1].append(Transfer(kind, matrix.name, sympy.sympify(words_in(spans)), self._resuming))

    def _filled(self, block: Block, matrix: Matrix) -> None: ...

    def _write(self, block: Block, matrix: Matrix) -> None: ...

    def _dropped(self, block: Block) -> None: ...

    def _emptied(self, block: Block, operation: Operation) -> None: ...

    def _computed(self, block: Block, operation: Operation, operands: tuple[Block, ...]) -> None: ...

    def _updated(self, target: Block, operation: Operation, operands: tuple[Block, ...]) -> None: ...

    def _accumulated(self, target: Block, term: Block) -> None: ...

    def _multiplied(self, target: Block, left: Block, right: Block) -> None: ...


def count(program: Program, **given: int | sympy.Expr) -> Count:
    """Returns the exact loads, stores and peak of a program, as formulas in its sizes and tiles.

    A size or tile that is `given`, as a number or a formula, takes the place of its symbol; where a loop has numbers
    only, it is gone through as it stands. Raises OutOfDomain for a name that is no parameter, BadProgram where the sum
    over a loop is no formula.

    >>> from graphs.programs import PROGRAMS
    >>> cost = count(PROGRAMS["flash_attention"])
    >>> print(cost.loads, cost.stores, cost.fitted_peak, sep=";  ")
    2*d*n*ceiling(n/B1) + d*n;  d*n;  2*B1*d + 2*B1 + 3
    """
    names = program.sizes + program.tiles
    unknown = [name for name in given if name not in names]
    if unknown:
        raise OutOfDomain(f"{program.name} takes {', '.join(names)}; got {', '.join(unknown)}")
    values = {name: given.get(name, parameter(name)) for name in names}
    symbols = tuple(value for value in values.values() if isinstance(value, sympy.Symbol))
    memory = Counter()
    program.body(memory, **values)
    memory.finish()
    title = f"{program.title}: {program.task.name}"
    exact, fitted = _largest(_cut_off(memory)), _largest(_fitted(memory))
    derivation = Derivation(program.name, title, tuple(memory.steps[0]), tuple(map(Peak, fitted.values())))
    minima = {dummy: sympy.Min(size, extent) for (extent, size), dummy in _widths(memory).items()}
    peak = sympy.Max(*(words.subs(minima) for words in exact))
    return Count(symbols, derivation.total("load"), derivation.total("store"), peak, derivation)


def _widths(memory: Counter) -> dict[tuple[sympy.Expr, sympy.Expr], sympy.Dummy]:
    """One symbol for the width of the largest tile of each (extent, size)."""
    return {pair: _width(*pair) for pair in memory.tiles_of.values()}


@cache
def _width(extent: sympy.Expr, size: sympy.Expr) -> sympy.Dummy:
    return sympy.Dummy("w", integer=True, positive=True)


def _cut_off(memory: Counter) -> dict[sympy.Expr, Parts]:
    """The moments, with the largest tile of each loop in the place of the generic one."""
    widths = {tile: _width(*pair) for tile, pair in memory.tiles_of.items()}
    return {words.subs(widths): parts for words, parts in memory.moments.items()}


def _fitted(memory: Counter) -> dict[sympy.Expr, Parts]:
    """The moments for tiles that are no larger than what they cut."""
    sizes = {tile: size for tile, (_, size) in memory.tiles_of.items()}
    return {
        words.subs(sizes): tuple((name, sympy.sympify(part).subs(sizes)) for name, part in parts)
        for words, parts in memory.moments.items()
    }


def _largest(moments: dict[sympy.Expr, Parts]) -> dict[sympy.Expr, Parts]:
    """The moments that no other one exceeds for all sizes: with x = 1 + y, all coefficients of the difference >= 0."""
    symbols = sorted(set().union(*(words.free_symbols for words in moments)), key=str)
    shifted = {
        words: sympy.Poly(words.subs({x: x + 1 for x in symbols}), *(symbols or [parameter("n")])).as_dict()
        for words in moments
    }
    kept: dict[sympy.Expr, Parts] = {}
    for words, terms in shifted.items():
        if any(_at_least(shifted[other], terms) for other in kept):
            continue
        kept = {other: parts for other, parts in kept.items() if not _at_least(terms, shifted[other])}
        kept[words] = moments[words]
    return kept


def _at_least(left: dict[tuple[int, ...], sympy.Integer], right: dict[tuple[int, ...], sympy.Integer]) -> bool:
    return all(left.get(power, 0) >= right.get(power, 0) for power in left.keys() | right.keys())
