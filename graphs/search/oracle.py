"""The plain oracle: Dijkstra's algorithm over the states of the game, kept for ever to judge every faster search."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import NamedTuple

from graphs.bounds import trivial_bound
from graphs.cdag import Cdag, Node
from graphs.game import HONG_KUNG, Kind, Move, Variant, check_memory
from graphs.schedule import Schedule, replay
from graphs.search.result import Optimum, Outcome
from graphs.strategies import furthest_next_use, infeasible

DEFAULT_BUDGET = 2_000_000

Nodes = int
"""A set of nodes; bit v stands for the v-th node in topological order."""

State = tuple[Nodes, Nodes, Nodes]
"""Red nodes, blue nodes, and the nodes computed so far (kept empty where recomputation is allowed)."""


class Step(NamedTuple):
    """Compute `node`: first store and delete what must leave, then load the operands that are not in cache.

    Of the nodes `leaving`, those `stored` are stored first, and the operand `slid`, if any, gives its pebble to the
    node.
    """

    node: int
    loaded: Nodes
    leaving: Nodes = 0
    stored: Nodes = 0
    slid: Nodes = 0

    @property
    def price(self) -> int:
        """I/O cost in words."""
        return self.loaded.bit_count() + self.stored.bit_count()


def oracle(
    cdag: Cdag,
    M: int,
    variant: Variant = HONG_KUNG,
    budget: int = DEFAULT_BUDGET,
    progress: Callable[[int, int], None] = lambda states, cost: None,
) -> Optimum:
    """Returns the least I/O cost of a CDAG with M words of cache, and a schedule that attains it.

    A load can wait until just before the compute that uses it, a delete until its place is needed, a store until its
    pebble is about to go. So some optimal schedule is a sequence of steps that each make room, load and compute, and
    ends by storing the outputs still red. The search goes through the states of such schedules in the order of what
    they have cost plus what they surely will: see `_Search.remaining`.

    It stops when `budget` states are stored, and then says so and gives the bounds known by then; the number of
    states, not the time, decides, so the answer does not depend on the machine. `progress` is told now and then how
    many states are stored and which cost the search has reached. The schedule is replayed by the referee before it
    is returned. Raises OutOfDomain unless M >= 1.

    >>> oracle(Cdag.from_edges([("a", "c"), ("b", "c")]), M=3).cost
    3
    """
    check_memory(M)
    if variant.least_memory(cdag) > M:
        reason = infeasible(cdag, M, variant)
        return Optimum(Outcome.INFEASIBLE, M, variant, None, None, None, 0, reason)
    search = _Search(cdag, M, variant)
    lower, final = search.run(budget, progress)
    if final is None:
        schedule = furthest_next_use(cdag, M, variant)
        upper = replay(cdag, schedule, M, variant).cost
        lower = max(lower, trivial_bound(cdag))
        outcome = Outcome.EXACT if lower == upper else Outcome.BUDGET_SPENT
        return Optimum(outcome, M, variant, lower, upper, schedule, len(search.best))
    schedule = search.schedule(final)
    cost = replay(cdag, schedule, M, variant).cost
    assert cost == lower, "the referee and the search disagree on a price"
    return Optimum(Outcome.EXACT, M, variant, cost, cost, schedule, len(search.best))


class _Search:
    """One run of Dijkstra's algorithm."""

    def __init__(self, cdag: Cdag, M: int, variant: Variant) -> None:
        self.cdag, self.M, self.variant = cdag, M, variant
        number = {v: i for i, v in enumerate(cdag.order)}
        self.operands: list[Nodes] = [sum(1 << number[u] for u in cdag.predecessors(v)) for v in cdag.order]
        self.sinks: Nodes = sum(1 << number[v] for v in cdag.sinks)
        self.sources: Nodes = sum(1 << number[v] for v in cdag.sources)
        self.start: State = (0, self.sources, 0)
        self.best: dict[State, int] = {self.start: 0}
        self.came_from: dict[State, tuple[State, Step]] = {}

    def run(self, budget: int, progress: Callable[[int, int], None]) -> tuple[int, State | None]:
        """The optimum and the last state of an optimal schedule, or a lower bound and None if the budget is spent."""
        total = self.remaining(self.start)
        waiting: defaultdict[int, list[State]] = defaultdict(list, {total: [self.start]})
        done: set[State] = set()
        while True:
            while waiting[total]:  # steps that cost what was expected lead back into this list
                state = waiting[total].pop()
                if state in done:
                    continue
                done.add(state)
                if self.sinks & ~(state[0] | state[1]) == 0:
                    return total, state
                for step, after in self.steps(state):
                    cost = self.best[state] + step.price
                    if cost < self.best.get(after, cost + 1):
                        self.best[after] = cost
                        self.came_from[after] = (state, step)
                        waiting[cost + self.remaining(after)].append(after)
                if len(self.best) > budget:
                    return total, None
                if len(done) & 0xFFF == 0:
                    progress(len(self.best), total)
            del waiting[total]
            total += 1

    def remaining(self, state: State) -> int:
        """I/O that every completion of a state pays: a store for each output not blue, a load for each input needed.

        Needed is an output neither red nor blue, and with a needed node every operand that is not red; an operand that
        is blue, and no input, may be loaded or computed again, and so asks for nothing. One step lowers the sum by at
        most its price: it pays for its own loads and stores, and by computing a node, whose operands are then red, it
        spares no other load. Hence the first complete state that Dijkstra's order reaches is an optimal one.
        """
        red, blue, _ = state
        missing = self.sinks & ~blue
        needed, waiting = 0, missing & ~red
        while waiting:
            node = waiting & -waiting
            needed |= node
            waiting = (waiting ^ node) | (
                self.operands[node.bit_length() - 1] & ~(red | needed) & ~(blue & ~self.sources)
            )
        return missing.bit_count() + (needed & self.sources).bit_count()

    def steps(self, state: State) -> Iterator[tuple[Step, State]]:
        """All steps from a state, with the states they lead to."""
        red, blue, computed = state
        for v, operands in enumerate(self.operands):
            here = 1 << v
            if not operands or (red | computed) & here or operands & ~(red | blue):
                continue
            step = Step(v, operands & ~red)
            after = (red | operands | here, blue, computed if self.variant.recompute else computed | here)
            excess = after[0].bit_count() - self.M
            if excess <= 0:
                yield step, after
                continue
            for leaving in subsets(red & ~operands, excess):
                yield from self.evictions(step._replace(leaving=leaving), after)
            if self.variant.sliding:
                for others in subsets(red & ~operands, excess - 1):
                    for slid in subsets(operands, 1):
                        yield from self.evictions(step._replace(leaving=others | slid, slid=slid), after)

    @staticmethod
    def evictions(step: Step, after: State) -> Iterator[tuple[Step, State]]:
        """The ways to do a step: each node that leaves and is not blue is stored first, or lost."""
        red, blue, computed = after
        unsaved = step.leaving & ~blue
        for size in range(unsaved.bit_count() + 1):
            for stored in subsets(unsaved, size):
                yield step._replace(stored=stored), (red & ~step.leaving, blue | stored, computed)

    def schedule(self, state: State) -> Schedule:
        """The schedule that led to a state, and the stores of the outputs still red."""
        last, steps = state, []
        while state != self.start:
            state, step = self.came_from[state]
            steps.append(step)
        moves: list[Move] = []
        for step in reversed(steps):
            moves += [Move(Kind.STORE, u) for u in self.nodes(step.stored)]
            moves += [Move(Kind.DELETE, u) for u in self.nodes(step.leaving & ~step.slid)]
            moves += [Move(Kind.LOAD, u) for u in self.nodes(step.loaded)]
            moves.append(Move(Kind.COMPUTE, self.cdag.order[step.node], next(self.nodes(step.slid), None)))
        moves += [Move(Kind.STORE, v) for v in self.nodes(self.sinks & ~last[1])]
        return Schedule(tuple(moves))

    def nodes(self, these: Nodes) -> Iterator[Node]:
        return (v for i, v in enumerate(self.cdag.order) if these >> i & 1)


def subsets(these: Nodes, size: int) -> Iterator[Nodes]:
    """Yields the subsets of a set of nodes that have a given size.

    >>> [bin(s) for s in subsets(0b1011, 2)]
    ['0b11', '0b1001', '0b1010']
    """
    bits = [1 << i for i in range(these.bit_length()) if these >> i & 1]
    return map(sum, combinations(bits, size))
