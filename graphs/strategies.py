"""Strategies: rules that make a schedule, and so an upper bound on the I/O cost, for any CDAG."""

from __future__ import annotations

from collections import deque

from graphs.cdag import Cdag, Node, label
from graphs.errors import OutOfDomain
from graphs.game import HONG_KUNG, Kind, Move, Variant, check_memory
from graphs.schedule import Schedule


def operand_by_operand(cdag: Cdag) -> Schedule:
    """Returns the simplest schedule there is: load the operands of a node, compute it, store it, delete all.

    It needs M >= max in-degree + 1, recomputes nothing, and costs the sum over all computed nodes of (in-degree + 1).

    >>> len(operand_by_operand(Cdag.from_edges([("a", "c"), ("b", "c")])))
    7
    """
    moves: list[Move] = []
    for v in cdag.order:
        operands = cdag.predecessors(v)
        if operands:
            moves += [Move(Kind.LOAD, u) for u in operands]
            moves += [Move(Kind.COMPUTE, v), Move(Kind.STORE, v)]
            moves += [Move(Kind.DELETE, u) for u in (*operands, v)]
    return Schedule(tuple(moves))


def furthest_next_use(cdag: Cdag, M: int, variant: Variant = HONG_KUNG) -> Schedule:
    """Returns the schedule that computes in topological order and evicts the value whose next use is furthest away.

    The rule is Belady's (1966); an evicted value that is needed again and not blue is stored first. Nothing is
    recomputed, so the schedule is legal in every variant that allows M words. Raises OutOfDomain if M is too small.

    >>> from graphs.families import family
    >>> from graphs.schedule import replay
    >>> g = family("binary_tree:2")
    >>> replay(g, furthest_next_use(g, 4), 4).cost
    5
    """
    check_memory(M)
    least = variant.least_memory(cdag)
    if least > M:
        raise OutOfDomain(infeasible(cdag, M, variant))
    return _Belady(cdag, M, variant).schedule()


def infeasible(cdag: Cdag, M: int, variant: Variant) -> str:
    """Returns the sentence that says why M words are too few for a graph; M is below `variant.least_memory`."""
    widest = max(cdag.order, key=lambda v: len(cdag.predecessors(v)))
    least = variant.least_memory(cdag)
    return (
        f"M = {M} is infeasible: node {label(widest)} has {cdag.max_indegree} operands, "
        f"so {least} red pebbles are needed ({variant}); use M >= {least}"
    )


class _Belady:
    """The cache while `furthest_next_use` goes through the nodes."""

    def __init__(self, cdag: Cdag, M: int, variant: Variant) -> None:
        self.cdag, self.M, self.variant = cdag, M, variant
        self.computed = [v for v in cdag.order if cdag.predecessors(v)]
        self.uses: dict[Node, deque[int]] = {v: deque() for v in cdag.order}
        for time, v in enumerate(self.computed):
            for u in cdag.predecessors(v):
                self.uses[u].append(time)
        self.rank = {v: i for i, v in enumerate(cdag.order)}
        self.sinks = frozenset(cdag.sinks)
        self.red: set[Node] = set()
        self.blue = set(cdag.sources)
        self.moves: list[Move] = []

    def schedule(self) -> Schedule:
        for v in self.computed:
            operands = frozenset(self.cdag.predecessors(v))
            for u in self.cdag.predecessors(v):
                if u not in self.red:
                    self.delete(self.victim(self.red - operands))
                    self.place(Move(Kind.LOAD, u))
            for u in operands:
                self.uses[u].popleft()
            slid = self.victim(self.red if self.variant.sliding else self.red - operands)
            if slid in operands:
                self.save(slid)
                self.red.remove(slid)
                self.place(Move(Kind.COMPUTE, v, slid))
            else:
                self.delete(slid)
                self.place(Move(Kind.COMPUTE, v))
        for v in self.cdag.sinks:
            self.save(v)
        return Schedule(tuple(self.moves))

    def victim(self, candidates: set[Node]) -> Node | None:
        """The candidate used furthest in the future, if the cache is full; of several, one that need not be stored."""
        if len(self.red) < self.M:
            return None

        def next_use(v: Node) -> tuple[int, bool, int]:
            uses = self.uses[v]
            return (uses[0] if uses else len(self.computed), v in self.blue or v not in self.sinks, -self.rank[v])

        return max(candidates, key=next_use)

    def place(self, move: Move) -> None:
        self.moves.append(move)
        self.red.add(move.node)

    def delete(self, v: Node | None) -> None:
        if v is not None:
            self.save(v)
            self.moves.append(Move(Kind.DELETE, v))
            self.red.remove(v)

    def save(self, v: Node) -> None:
        """Stores a value that is not in memory and will be used again or is an output."""
        if v not in self.blue and (self.uses[v] or v in self.sinks):
            self.moves.append(Move(Kind.STORE, v))
            self.blue.add(v)
