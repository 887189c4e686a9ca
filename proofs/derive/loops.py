"""Loops: what a program costs, derived from its loop nest, and compared with the formula that a statement has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import sympy

from graphs.errors import BadProgram
from graphs.programs import PROGRAMS
from graphs.programs.program import Program
from proofs.evidence.counting.programs import COSTS
from proofs.lemmas import programs as costs
from proofs.lemmas.formulas import TRIVIAL, TRIVIAL_FORWARD
from proofs.statement import Term, term
from proofs.sympy_form import to_sympy
from symbolic.count import Count
from symbolic.derivation import Contribution, Loop, Phase, Step, Transfer
from symbolic.exact import polynomial
from symbolic.symbols import parameter

BACKING = "program-costs"
"""The combinatorial lemma that says of some programs what their loops add up to."""


@dataclass(frozen=True)
class Cost:
    """How a statement writes the cost of a program: its name for each tile, and for the number of tiles."""

    program: str
    formula: str
    tiles: Mapping[str, str]
    counts: Mapping[str, str]


_FLASH_TILES = {"p1": "p", "p2": "p"}
_FLASH_COUNTS = {"n/p": "N_p", "d/p": "D_p", "n/a_1": "N_1"}
STATED: Mapping[str, Cost] = {
    "Q_le_alg6": Cost("small_cache", costs.ALGORITHM_6, {}, {"n/b": "N_b", "d/b": "D_b"}),
    "Q_le_unblocked": Cost("unblocked", costs.UNBLOCKED, {}, {}),
    "Q_le_naive": Cost("naive_backward", costs.NAIVE, {}, {}),
    "Q_le_flash": Cost(
        "flash_backward",
        costs.FLASH,
        {**_FLASH_TILES, "g1": "p", "g2": "p", "B1": "a_1", "B2": "a_2"},
        {**_FLASH_COUNTS, "n/a_2": "N_2"},
    ),
    "Q_le_in_cache": Cost("in_cache", TRIVIAL, {}, {}),
    "Qf_le_small_forward": Cost("small_cache_forward", costs.SMALL_FORWARD, {}, {"n/f": "N_f", "d/f": "D_f"}),
    "Qf_le_unblocked": Cost("small_cache_forward", costs.UNBLOCKED_FORWARD, {"f": "1"}, {}),
    "Qf_le_flash": Cost("flash_forward", costs.FLASH_FORWARD, {**_FLASH_TILES, "B1": "a_1"}, _FLASH_COUNTS),
    "Qf_le_in_cache": Cost("in_cache_forward", TRIVIAL_FORWARD, {}, {}),
}
"""The readings that state what a program costs."""


@dataclass(frozen=True)
class Line:
    """A line of a loop nest: a phase, a loop, or a transfer with its words after each loop is closed, inside out."""

    depth: int
    step: Step
    closed: tuple[tuple[int, sympy.Expr], ...] = ()


@dataclass(frozen=True)
class Loops:
    """A program with its exact count; `stated` is how a statement writes the sum, with tiles of the sizes `tiles`."""

    program: Program
    count: Count
    tiles: tuple[tuple[str, Term], ...] = ()
    stated: Term | None = None

    @property
    def backed(self) -> bool:
        """Whether a lemma of the catalogue is about this program, and its count is not only derived."""
        return self.program.name in COSTS

    def lines(self) -> Iterator[Line]:
        """Yields the lines of the loop nest, outer loops first."""
        remaining = iter(self.count.derivation.contributions)
        yield from _lines(self.count.derivation.steps, 0, remaining)


def loops(name: str) -> Loops:
    """Returns a program with its count.

    >>> print(loops("in_cache").count.io)
    3*d**2 + 4*d*n
    """
    return Loops(PROGRAMS[name], polynomial(PROGRAMS[name]))


def stated(reading: str) -> tuple[Loops, ...]:
    """Returns the program whose cost a reading states, if it is about one.

    The formula of the reading is compared with the program's own polynomial; raises BadProgram if they differ.

    >>> [text.stated is not None for text in stated("Q_le_alg6")], stated("Q_ge_trivial")
    ([True], ())
    """
    if reading not in STATED:
        return ()
    cost = STATED[reading]
    found = loops(cost.program)
    tiles = {name: term(size) for name, size in cost.tiles.items()}
    io = found.count.io.subs({parameter(name): to_sympy(size) for name, size in tiles.items()})
    names = {name: to_sympy(term(name)) for name in (*cost.counts.values(), "a_1", "a_2", "p", "n", "d")}
    names |= {name: parameter(name) for name in ("b", "f")}
    for quotient, count in cost.counts.items():
        io = io.subs(sympy.ceiling(sympy.sympify(quotient, locals=names)), names[count])
    if sympy.expand(io - to_sympy(term(cost.formula))) != 0:
        raise BadProgram(f"{reading} states {cost.formula} for {cost.program}, whose loops add up to {io}")
    return (Loops(found.program, found.count, tuple(tiles.items()), term(cost.formula)),)


def _lines(steps: tuple[Step, ...], depth: int, remaining: Iterator[Contribution]) -> Iterator[Line]:
    for step in steps:
        match step:
            case Transfer():
                found = next(remaining)
                closed = zip((loop.number for loop in reversed(found.loops)), found.sums[1:], strict=True)
                yield Line(depth, step, tuple(closed))
            case Loop() | Phase():
                yield Line(depth, step)
                yield from _lines(step.steps, depth + 1, remaining)
