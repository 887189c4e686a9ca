"""Program costs: the schedule of a program, played by the referee on the CDAG, costs exactly what its formula says."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from itertools import product

import numpy as np
import sympy

from graphs.cdag import Cdag
from graphs.errors import BadProgram, BadSchedule
from graphs.programs import PROGRAMS
from graphs.programs.pebbling import pebble
from graphs.schedule import Replay, replay
from proofs.evidence.counting.combinatorial import Combinatorial
from proofs.evidence.counting.counted import Counted, Tally
from symbolic.exact import polynomial
from symbolic.symbols import parameter

NAME = "program-costs"

_NAMES = ("n", "d", "b", "f", "p1", "p2", "g1", "g2", "B1", "B2")

Shapes = tuple[tuple[int, int], ...]
"""Pairs (n, d)."""


@dataclass(frozen=True)
class Cost:
    """What a program costs, loads plus stores, and the least M, both in words, as formulas in n, d and its tiles."""

    io: str
    memory: str


_PROJECTION = "2*n*d*ceiling(d/p2) + 2*d**2*ceiling(n/p1)"
_WEIGHTS = "n*d*ceiling(d/g1) + n*d*ceiling(d/g2)"
COSTS: Mapping[str, Cost] = {
    "naive_forward": Cost("12*n**2*d + 12*n*d**2 + 2*n**2 - 6*n*d - n", "3"),
    "naive_backward": Cost("24*n**2*d + 18*n*d**2 + 8*n**2 - 3*d**2 - 4*n", "3"),
    "unblocked": Cost("8*n**2*d + 6*n*d**2 + 3*n**2 + 5*n*d + 5*n + d**2", "7"),
    "small_cache": Cost(
        "6*n*d*ceiling(n/b) + 2*n**2*ceiling(d/b) + 4*n*d*ceiling(d/b) + 2*d**2*ceiling(n/b) + 3*n**2 + 5*n*d + 5*n "
        "+ d**2",
        "b**2 + 3*b + 3",
    ),
    "small_cache_forward": Cost(
        "3*n*d*ceiling(n/f) + n**2*ceiling(d/f) + 2*n*d*ceiling(d/f) + 2*d**2*ceiling(n/f) + n**2 + 3*n*d + 2*n",
        "f**2 + 2*f + 3",
    ),
    "flash_forward": Cost(
        f"{_PROJECTION} + 2*n*d*ceiling(n/B1) + 4*n*d",
        "Max(p1*p2 + p1 + 3, 2*B1*d + 2*B1 + 3)",
    ),
    "flash_backward": Cost(
        f"{_PROJECTION} + {_WEIGHTS} + 2*n*d*ceiling(n/B1) + 2*n*d*ceiling(n/B2) + 8*n*d + 4*n + d**2",
        "Max(p1*p2 + p1 + 3, g1*g2 + g1 + 3, 2*B1*d + 2*B1 + 3, 3*B2*d + 4*B2 + d + 2)",
    ),
    "in_cache": Cost("4*n*d + 3*d**2", "2*n*d + 2*d**2 + 4*d + 6"),
    "in_cache_forward": Cost("4*n*d + 2*d**2", "2*n*d + d**2 + 2*d + 4"),
}
"""The programs of the upper bounds; those whose names end in forward compute O, the others dX."""


@dataclass(frozen=True)
class Range:
    """Shapes (n, d) for which every choice of tiles up to max(n, d) is tried, and those for which all are equal."""

    every: Shapes
    equal: Shapes

    def points(self, tiles: tuple[str, ...]) -> Iterator[dict[str, int]]:
        """Yields values for n, d and the tiles of a program, each once.

        >>> [list(point.values()) for point in Range(((1, 1),), ((1, 2), (2, 2))).points(("b1", "b2"))]
        [[1, 1, 1, 1], [1, 2, 1, 1], [1, 2, 2, 2], [2, 2, 1, 1], [2, 2, 2, 2]]
        """
        seen = set()
        for shapes, alike in ((self.every, False), (self.equal, True)):
            for n, d in shapes:
                sizes = range(1, max(n, d) + 1)
                choices = ((size,) * len(tiles) for size in sizes) if alike else product(sizes, repeat=len(tiles))
                for choice in choices:
                    if (n, d, choice) not in seen:
                        seen.add((n, d, choice))
                        yield {"n": n, "d": d, **dict(zip(tiles, choice, strict=True))}

    def __str__(self) -> str:
        every, equal = (", ".join(map(str, shapes)) for shapes in (self.every, self.equal))
        return f"for (n, d) = {every} with every choice of tiles, and for {equal} with equal ones, up to max(n, d)"


def _square(upto: int) -> Shapes:
    sizes = range(1, upto + 1)
    return tuple(product(sizes, sizes))


QUICK = Range(_square(2), (*_square(3), (4, 2), (2, 4), (5, 1), (1, 5), (5, 3)))
THOROUGH = Range(_square(3), (*_square(5), (8, 2), (2, 8), (7, 6)))


def program_costs(within: Range = QUICK, costs: Mapping[str, Cost] = COSTS) -> Counted:
    """Returns whether the schedules of some programs are legal and complete, and cost what is stated, neither more.

    The formulas stated must be those that the programs themselves give when they are read as formulas; the referee
    then plays every schedule with as many pebbles as the exact peak, which is at most the memory stated.

    >>> program_costs(Range(((1, 1),), ())).sharp
    True
    >>> program_costs(Range(((1, 1),), ()), without("unblocked", "d**2")).counterexample
    'unblocked, n = 1, d = 1: the schedule costs 28 words, not 27'
    """
    tally = Tally()
    for name, cost in costs.items():
        for point in within.points(PROGRAMS[name].tiles):
            tally.cases += 1
            _examine(tally, name, cost, point)
            if tally.counterexample:
                return tally.result(NAME, _scope(within, costs))
        told = polynomial(PROGRAMS[name])
        same = sympy.expand(told.io - _formula(cost.io)) == 0
        tally.require(same, partial("{}: the formula is {}, not {}".format, name, told.io, cost.io))
    attained = "" if tally.counterexample else "the costs are equal, so each is attained"
    return tally.result(NAME, _scope(within, costs), attained)


def without(name: str, term: str) -> dict[str, Cost]:
    """Returns the cost of one program, with a term subtracted, a wrong one.

    >>> without("in_cache", "1")["in_cache"].io
    '4*n*d + 3*d**2 - (1)'
    """
    return {name: Cost(f"{COSTS[name].io} - ({term})", COSTS[name].memory)}


def played(name: str, M: int, point: Mapping[str, int]) -> Replay:
    """Returns what the referee saw of a program's schedule on the CDAG of its task, with M red pebbles.

    >>> played("in_cache", 14, {"n": 1, "d": 1}).cost
    7
    """
    pebbled = pebble(PROGRAMS[name], point, _family(name, point["n"], point["d"]))
    return replay(pebbled.cdag, pebbled.schedule, M)


def value(text: str, point: Mapping[str, int]) -> int:
    """Returns the value of a formula at whole numbers, exactly.

    >>> value("2*n*ceiling(n/b)", {"n": 5, "b": 2})
    30
    """
    result = _function(text)(*(Fraction(point[symbol.name]) for symbol in _symbols(text)))
    assert result.denominator == 1, f"{text} is {result} at {point}"
    return int(result)


@cache
def _formula(text: str) -> sympy.Expr:
    return sympy.sympify(text, locals={name: parameter(name) for name in _NAMES})


@cache
def _function(text: str) -> Callable[..., Fraction]:
    """A formula as a function of fractions, in which ceiling(n/b) is exact."""
    exact = {"ceiling": math.ceil, "Max": max}
    function: Callable[..., Fraction] = sympy.lambdify(_symbols(text), _formula(text), modules=[exact])
    return function


def _symbols(text: str) -> list[sympy.Symbol]:
    return sorted(_formula(text).free_symbols, key=str)


@cache
def _family(name: str, n: int, d: int) -> Cdag:
    family: Callable[..., Cdag] | None = PROGRAMS[name].family
    assert family is not None, f"{name} is no program on the CDAG of its task"
    return family(n=n, d=d)


def _examine(tally: Tally, name: str, cost: Cost, point: Mapping[str, int]) -> None:
    where = f"{name}, {', '.join(f'{key} = {size}' for key, size in point.items())}"
    stated, memory = value(cost.io, point), value(cost.memory, point)
    *_, peak = polynomial(PROGRAMS[name]).at(**point)
    tally.require(peak <= memory, lambda: f"{where}: the peak is {peak} words, more than {memory}")
    try:
        found = played(name, peak, point).cost
    except (BadSchedule, BadProgram) as error:
        reason = str(error)
        tally.require(False, lambda: f"{where}: {reason}")
        return
    tally.require(found == stated, lambda: f"{where}: the schedule costs {found} words, not {stated}")
    tally.compare(np.array([found]), np.array([stated]), lambda _: f"{where}: {found} words, more than {stated}")


def _scope(within: Range, costs: Mapping[str, Cost]) -> str:
    return f"the schedules of {', '.join(costs)}, replayed with M = their exact peak {within}"


def _words() -> str:
    listed = "; ".join(f"{name}: {cost.io}, if M >= {cost.memory}" for name, cost in COSTS.items())
    return (
        "For all whole n, d >= 1, all tile sizes >= 1 and M red pebbles, these programs are legal, complete schedules "
        "on the CDAGs, with chains as summation trees, of the forward pass (those whose names end in forward) and of "
        "the backward pass to X (the others), and have exactly these costs, which the optimum therefore does not "
        f"exceed. {listed}."
    )


LEMMA = Combinatorial(
    NAME,
    "Programs cost their formulas",
    _words(),
    "the programs themselves, read as formulas and as schedules",
    program_costs,
    partial(program_costs, THOROUGH),
    {
        "small_cache without the stores of dX": partial(program_costs, costs=without("small_cache", "d**2")),
        "flash_backward in one word less": partial(program_costs, costs=without("flash_backward", "1")),
        "in_cache without dX": partial(program_costs, costs=without("in_cache", "d**2")),
    },
)
