"""Schedule, a full list of moves, and replay, the referee that prices it and knows nothing of any searcher."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from graphs.cdag import Cdag, label
from graphs.display import facts, table
from graphs.errors import BadSchedule
from graphs.game import (
    HONG_KUNG,
    Kind,
    Move,
    State,
    Variant,
    broken_rule,
    check_memory,
    start,
    successor,
    unfinished,
)

SHOWN = 200
"""Moves that a notebook shows of a schedule."""


@dataclass(frozen=True)
class Schedule:
    """The moves of one player, in order."""

    moves: tuple[Move, ...]

    def __len__(self) -> int:
        return len(self.moves)

    def __repr__(self) -> str:
        return f"<Schedule: {len(self)} moves, {sum(move.price for move in self.moves)} words>"

    def _repr_html_(self) -> str:
        rows = ((number, move, move.price) for number, move in enumerate(self.moves[:SHOWN], 1))
        more = "" if len(self) <= SHOWN else f", the first {SHOWN} of them"
        return table(f"{len(self)} moves{more}", ("", "move", "words"), rows)


@dataclass(frozen=True)
class Replay:
    """What the referee saw: the I/O cost in words, its two parts, the computes, and the most red pebbles in use."""

    loads: int
    stores: int
    computes: int
    peak: int
    final: State

    @property
    def cost(self) -> int:
        """Loads plus stores, in words."""
        return self.loads + self.stores

    def __repr__(self) -> str:
        return f"<Replay: {self.cost} words, {self.loads} loads, {self.stores} stores, at most {self.peak} red pebbles>"

    def _repr_html_(self) -> str:
        counts = [("loads", self.loads), ("stores", self.stores), ("computes", self.computes), ("peak", self.peak)]
        return facts(f"a legal schedule of {self.cost} words", counts)


def replay(cdag: Cdag, schedule: Schedule, M: int, variant: Variant = HONG_KUNG) -> Replay:
    """Plays a schedule move by move and return its price.

    Raises BadSchedule with the number of the first illegal move (from 1), the rule and the state; a schedule that
    ends before every sink is blue fails at the move after its last.

    >>> g = Cdag.from_edges([("a", "c"), ("b", "c")])
    >>> moves = (Move(Kind.LOAD, "a"), Move(Kind.LOAD, "b"), Move(Kind.COMPUTE, "c"), Move(Kind.STORE, "c"))
    >>> replay(g, Schedule(moves), M=3).cost
    3
    """
    check_memory(M)
    state, count, peak = start(cdag), Counter[Kind](), 0
    for number, move in enumerate(schedule.moves, 1):
        rule = broken_rule(cdag, M, variant, state, move)
        if rule is not None:
            raise BadSchedule(number, str(move), rule, str(state))
        state = successor(state, move)
        count[move.kind] += 1
        peak = max(peak, len(state.red))
    missing = unfinished(cdag, state)
    if missing:
        rule = f"the schedule ends, but these sinks are not blue: {', '.join(map(label, missing))}"
        raise BadSchedule(len(schedule) + 1, "end", rule, str(state))
    return Replay(count[Kind.LOAD], count[Kind.STORE], count[Kind.COMPUTE], peak, state)
