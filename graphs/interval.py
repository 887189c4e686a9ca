"""Interval: what is known of the optimal I/O of a CDAG without solving it: all our bounds, and who gives each end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from operator import or_

from graphs.bounds import trivial_bound
from graphs.cdag import Cdag, Node
from graphs.errors import OutOfDomain
from graphs.game import HONG_KUNG, Variant, check_memory
from graphs.local_search import local_search
from graphs.s_partition import partition_bound
from graphs.schedule import Schedule, replay
from graphs.search.result import Optimum, Outcome
from graphs.search.solver import optimum
from graphs.search.symmetry import numbered
from graphs.search.words import MOST_NODES
from graphs.spectral import spectral_bound
from graphs.strategies import furthest_next_use
from graphs.wavefront import least_wavefront

BUDGET = 50_000
"""States that the exact search may store here: seconds."""

_CUTS = 15_000_000
"""The wavefronts that are cut, each by a maximum flow, are so many divided by the square of the number of nodes."""

_ROUNDS, _ROUND = 10_000, 2 * 10**9
"""Local search: rounds at most, and rounds times nodes squared at most."""

SIZES = (40, 80, 120)
"""How large the parts may be that are searched if the whole graph is too large or too hard."""

INTERRUPTED = "interrupted"
"""The reason that the search gives for an interval if the keyboard interrupts it."""

Progress = Callable[[str], None]


class Holds(StrEnum):
    """In which variants of the game a bound is one."""

    ALWAYS = "always"
    WITHOUT_RECOMPUTATION = "without recomputation"
    HERE = "in this variant"

    def covers(self, variant: Variant) -> bool:
        """Returns whether the bound holds in a variant; whether pebbles slide makes no difference to any of ours."""
        return self is not Holds.WITHOUT_RECOMPUTATION or not variant.recompute


@dataclass(frozen=True)
class Bound:
    """A bound in words, or None with the reason in `remark`; it is used only if it `holds` in the variant asked for."""

    name: str
    holds: Holds
    value: int | None
    remark: str = ""


@dataclass(frozen=True)
class Interval:
    """All that is known: lower bounds, and upper bounds, each the price of a schedule that the referee replayed."""

    M: int
    variant: Variant
    lowers: tuple[Bound, ...]
    uppers: tuple[Bound, ...]
    schedule: Schedule

    @property
    def lower(self) -> Bound:
        """The first of the best lower bounds."""
        return max((bound for bound in self.lowers if bound.value is not None), key=lambda bound: bound.value or 0)

    @property
    def upper(self) -> Bound:
        """The first of the best upper bounds."""
        return min(self.uppers, key=lambda bound: bound.value or 0)

    @property
    def exact(self) -> bool:
        """Whether the ends meet."""
        return self.lower.value == self.upper.value


def interval(
    cdag: Cdag,
    M: int,
    variant: Variant = HONG_KUNG,
    budget: int = BUDGET,
    progress: Progress = lambda what: None,
) -> Interval:
    """Returns bounds on the least I/O cost of a CDAG with M words of cache, from every method that applies.

    `budget` is how many states the exact search may store. The same question has the same answer. Raises OutOfDomain
    unless M >= 1 and a schedule exists.

    >>> from graphs.families import family
    >>> found = interval(family("pyramid:15"), 5, budget=1_000)
    >>> found.lower.name, found.lower.value, found.upper.name, found.upper.value
    ('parts', 25, 'local search', 99)
    """
    check_memory(M)
    deep = depth_first(cdag)
    schedules = {
        "furthest next use": furthest_next_use(cdag, M, variant),
        "depth first": furthest_next_use(deep, M, variant),
    }
    lowers = [
        Bound("inputs + outputs", Holds.ALWAYS, trivial_bound(cdag)),
        _tried("segments", Holds.ALWAYS, _segments, cdag, M, variant, progress),
        _tried("wavefront", Holds.WITHOUT_RECOMPUTATION, _wavefront, cdag, M, variant, progress),
        _tried("spectral", Holds.WITHOUT_RECOMPUTATION, _spectral, cdag, M, variant, progress),
    ]
    progress("local search")
    rounds = min(_ROUNDS, _ROUND // len(cdag) ** 2)
    annealed = [local_search(ordered, M, variant, rounds) for ordered in (cdag, deep)]
    schedules["local search"] = min(annealed, key=lambda schedule: replay(cdag, schedule, M, variant).cost)
    lower, searched = _searched(cdag, M, variant, budget, progress)
    if searched is not None and searched.schedule is not None:
        schedules["search"] = searched.schedule
    if searched is None or (searched.outcome is Outcome.BUDGET_SPENT and searched.reason != INTERRUPTED):
        lowers.append(_parts(cdag, M, variant, budget, progress))
    prices = {name: replay(cdag, schedule, M, variant).cost for name, schedule in schedules.items()}
    uppers = tuple(Bound(name, Holds.HERE, price) for name, price in prices.items())
    best = min(schedules, key=lambda name: prices[name])
    return Interval(M, variant, (*lowers, lower), uppers, schedules[best])


def depth_first(cdag: Cdag) -> Cdag:
    """Returns the same graph in another order: a node comes as soon as what it needs has been computed for it.

    >>> g = Cdag.from_edges([("a", "p"), ("b", "q"), ("p", "s"), ("q", "t")])
    >>> g.order, depth_first(g).order
    (('a', 'p', 'b', 'q', 's', 't'), ('a', 'p', 's', 'b', 'q', 't'))
    """
    postorder: dict[Node, tuple[Node, ...]] = {}
    waiting: list[tuple[Node, bool]] = [(v, False) for v in reversed(cdag.sinks)]
    while waiting:
        v, ready = waiting.pop()
        if v in postorder:
            continue
        operands = cdag.predecessors(v)
        if ready or not operands:
            postorder[v] = operands
        else:
            waiting.append((v, True))
            waiting += [(u, False) for u in reversed(operands)]
    return Cdag.from_predecessors(postorder, cdag.name)


_Method = Callable[[Cdag, int], tuple[int, str]]


def _tried(name: str, holds: Holds, method: _Method, cdag: Cdag, M: int, variant: Variant, progress: Progress) -> Bound:
    """A lower bound, if it holds in the variant and the graph is none too large for it."""
    if not holds.covers(variant):
        return Bound(name, holds, None, "not used: this variant allows recomputation")
    progress(name)
    try:
        return Bound(name, holds, *method(cdag, M))
    except OutOfDomain as error:
        return Bound(name, holds, None, str(error).removeprefix(f"{cdag.name} "))


def _segments(cdag: Cdag, M: int) -> tuple[int, str]:
    return partition_bound(cdag, M), "fewest parts with small dominators"


def _spectral(cdag: Cdag, M: int) -> tuple[int, str]:
    return spectral_bound(cdag, M), "eigenvalues bounded exactly from below"


def _wavefront(cdag: Cdag, M: int) -> tuple[int, str]:
    """The bound of `wavefront_bound`, from some of the nodes if there are too many: each of them gives a bound."""
    inner = [v for v in cdag.order if cdag.predecessors(v) and cdag.successors(v)]
    cuts = min(len(inner), max(1, _CUTS // len(cdag) ** 2))
    chosen = [inner[(2 * i + 1) * len(inner) // (2 * cuts)] for i in range(cuts)]
    widest = max((least_wavefront(cdag, v) for v in chosen), default=0)
    return trivial_bound(cdag) + 2 * max(0, widest - M), f"{widest} values alive at once; {cuts} of {len(inner)} tried"


def _searched(cdag: Cdag, M: int, variant: Variant, budget: int, progress: Progress) -> tuple[Bound, Optimum | None]:
    """The lower end that the exact search has proved, by its completed layers, and all it found."""
    if len(cdag) > MOST_NODES:
        return Bound("search", Holds.HERE, None, f"has {len(cdag)} nodes; the search takes at most {MOST_NODES}"), None
    found = optimum(
        cdag, M, variant, budget, lambda states, lower, upper: progress(f"search, {lower} <= optimum <= {upper}")
    )
    end = "complete" if found.outcome is Outcome.EXACT else found.reason or "budget spent"
    return Bound("search", Holds.HERE, found.lower, f"{end}, {found.states:,} states"), found


def _parts(cdag: Cdag, M: int, variant: Variant, budget: int, progress: Progress) -> Bound:
    """The bound of `parts_bound` for the best of some sizes of parts, each with its share of the budget."""
    best, remark = trivial_bound(cdag), ""
    whole = len(cdag) - len(cdag.isolated)
    for size in SIZES:
        found = parts(cdag, size)
        if any(len(part) == whole for part in found):
            break  # that is searched by itself
        progress(f"parts of {size} nodes")
        value = parts_bound(cdag, found, M, variant, budget // len(SIZES))
        if value > best or not remark:
            best, remark = value, f"disjoint parts, searched: {len(found)} of at most {size} nodes"
    return Bound("parts", Holds.HERE, best, remark)


def parts_bound(cdag: Cdag, found: Sequence[Cdag], M: int, variant: Variant = HONG_KUNG, budget: int = BUDGET) -> int:
    """Returns a lower bound on the I/O cost in words, in the variant given, from disjoint parts of the graph.

    A part holds with a node its operands, so that the moves on its nodes in a schedule are legal by themselves, and
    make a schedule for the part once each of its outputs is stored: that adds one store for each that is no output of
    the whole graph. The moves on different parts are different moves, and outside of all parts each input is loaded and
    each output stored. In sum: the cost of the whole, less its inputs and outputs, is at least what all parts cost,
    less theirs. A part costs at least what the exact search proves; the parts share its budget, equal ones are
    searched once.

    >>> from graphs.families import family
    >>> g = family("fft:8")
    >>> halves = parts(g, 12)
    >>> [len(part) for part in halves], optimum(halves[0], 3).cost, parts_bound(g, halves, 3)
    ([12, 12], 14, 28)
    """
    shapes = [tuple(map(tuple, numbered(part))) for part in found]
    gains: dict[tuple[tuple[int, ...], ...], int] = {}
    for shape, part in zip(shapes, found, strict=True):
        if shape not in gains:
            searched = optimum(part, M, variant, max(1, budget // len(set(shapes))))
            gains[shape] = (searched.lower or 0) - trivial_bound(part)
            if searched.reason == INTERRUPTED:
                break
    return trivial_bound(cdag) + sum(gains.get(shape, 0) for shape in shapes)


def parts(cdag: Cdag, size: int) -> list[Cdag]:
    """Returns disjoint parts of at most `size` nodes, each with a node its operands, and connected; a greedy choice.

    A part grows by nodes that ask for few new inputs, and by all that can be computed from what it has.

    >>> from graphs.families import family
    >>> [len(part) for part in parts(family("pyramid:5"), 10)]
    [10, 3]
    """
    number = {v: i for i, v in enumerate(cdag.order)}
    operands = [sum(1 << number[u] for u in cdag.predecessors(v)) for v in cdag.order]
    above: list[int] = []
    for i, v in enumerate(cdag.order):
        above.append(reduce(or_, (above[number[u]] for u in cdag.predecessors(v)), 1 << i))
    inputs = sum(1 << number[v] for v in cdag.sources)
    free = [i for i, us in enumerate(operands) if us]
    found: list[Cdag] = []
    taken = 0
    while True:
        free = [i for i in free if not above[i] & taken and above[i].bit_count() <= size]
        if not free:
            return found
        part = 0
        while True:
            news = [(above[i] & ~part, i) for i in free if not part or (above[i] & part and not part >> i & 1)]
            steps = [
                ((new & inputs).bit_count(), -new.bit_count(), i) for new, i in news if (part | new).bit_count() <= size
            ]
            if not steps:
                break
            part |= above[min(steps)[2]]
            for i in free:
                if not operands[i] & ~part and part.bit_count() < size:
                    part |= 1 << i
        taken |= part
        nodes = [v for i, v in enumerate(cdag.order) if part >> i & 1]
        found.append(Cdag.from_predecessors({v: cdag.predecessors(v) for v in nodes}, f"part of {cdag.name}"))
