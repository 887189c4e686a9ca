"""The red-blue pebble game of Hong and Kung (1981): variants, moves, their legality and their price."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from graphs.cdag import Cdag, Node, label
from graphs.errors import OutOfDomain


@dataclass(frozen=True)
class Variant:
    """The rules that authors differ on.

    The default is the game of Hong and Kung 1981: a value may be computed again (`recompute`), and a new red pebble
    needs a free place (no `sliding`: it does not replace the pebble of an operand). In every variant sources start
    blue and cannot be computed, sinks end blue, a load and a store cost 1, a compute and a delete cost 0.
    """

    recompute: bool = True
    sliding: bool = False

    def __str__(self) -> str:
        return f"{'' if self.recompute else 'no-'}recompute, {'' if self.sliding else 'no-'}sliding"

    def least_memory(self, cdag: Cdag) -> int:
        """Returns the least M, in words, with which the graph can be pebbled at all.

        A node needs all its operands red and a place for itself, which under sliding is an operand's place.

        >>> add = Cdag.from_edges([("a", "c"), ("b", "c")])
        >>> Variant().least_memory(add), Variant(sliding=True).least_memory(add)
        (3, 2)
        """
        if cdag.max_indegree == 0:
            return 0
        return cdag.max_indegree + (0 if self.sliding else 1)


HONG_KUNG = Variant()
VARIANTS = {
    "hong-kung": HONG_KUNG,
    "no-recompute": Variant(recompute=False),
    "sliding": Variant(sliding=True),
    "no-recompute-sliding": Variant(recompute=False, sliding=True),
}


class Kind(StrEnum):
    """What a move does."""

    LOAD = "load"
    STORE = "store"
    COMPUTE = "compute"
    DELETE = "delete"


@dataclass(frozen=True)
class Move:
    """One move on one node; a compute may slide the red pebble of the operand `slid`."""

    kind: Kind
    node: Node
    slid: Node | None = None

    @property
    def price(self) -> int:
        """I/O cost of the move, in words.

        >>> [Move(kind, "v").price for kind in Kind]
        [1, 1, 0, 0]
        """
        return int(self.kind in (Kind.LOAD, Kind.STORE))

    def __str__(self) -> str:
        text = f"{self.kind} {label(self.node)}"
        return text if self.slid is None else f"{text} sliding {label(self.slid)}"


@dataclass(frozen=True)
class State:
    """Which values are in cache (`red`), which in memory (`blue`), and which were computed so far."""

    red: frozenset[Node]
    blue: frozenset[Node]
    computed: frozenset[Node] = frozenset()

    def __str__(self) -> str:
        def listed(nodes: frozenset[Node]) -> str:
            names = sorted(map(label, nodes))
            shown = ", ".join(names[:12]) + (f", ... ({len(names)} in all)" if len(names) > 12 else "")
            return "{" + shown + "}"

        return f"red {listed(self.red)}, blue {listed(self.blue)}"


def start(cdag: Cdag) -> State:
    """Returns the state before the first move: every source blue, nothing red."""
    return State(frozenset(), frozenset(cdag.sources))


def unfinished(cdag: Cdag, state: State) -> tuple[Node, ...]:
    """Returns the sinks that are not blue; a schedule is complete when there are none."""
    return tuple(v for v in cdag.sinks if v not in state.blue)


def broken_rule(cdag: Cdag, M: int, variant: Variant, state: State, move: Move) -> str | None:
    """Returns the rule that a move breaks in a state, or None if the move is legal.

    `M` counts red pebbles, in words. Placing a pebble on one of the same colour is legal and, for a load or a
    store, costs its price all the same.

    >>> g = Cdag.from_edges([("a", "c"), ("b", "c")])
    >>> broken_rule(g, 3, HONG_KUNG, start(g), Move(Kind.COMPUTE, "c"))
    'a compute needs every operand red; not red: a, b'
    """
    v = move.node
    full = v not in state.red and len(state.red) >= M
    match move.kind:
        case Kind.LOAD:
            if v not in state.blue:
                return "a load needs a blue pebble on the node"
            if full:
                return f"a load needs a free red pebble; all {M} are in use"
        case Kind.STORE | Kind.DELETE:
            if v not in state.red:
                return f"a {move.kind} needs a red pebble on the node"
        case Kind.COMPUTE:
            operands = cdag.predecessors(v)
            if not operands:
                return "a source is an input and cannot be computed; load it"
            missing = [label(u) for u in operands if u not in state.red]
            if missing:
                return f"a compute needs every operand red; not red: {', '.join(missing)}"
            if not variant.recompute and v in state.computed:
                return "the node was computed before, and this variant forbids recomputation"
            if move.slid is None:
                if full:
                    return f"a compute needs a free red pebble; all {M} are in use"
            elif not variant.sliding:
                return "this variant does not let a red pebble slide"
            elif move.slid not in operands:
                return f"a red pebble slides from an operand of the node; {label(move.slid)} is none"
    return None


def successor(state: State, move: Move) -> State:
    """Returns the state after a legal move."""
    v, one = move.node, frozenset([move.node])
    match move.kind:
        case Kind.LOAD:
            return State(state.red | one, state.blue, state.computed)
        case Kind.STORE:
            return State(state.red, state.blue | one, state.computed)
        case Kind.DELETE:
            return State(state.red - one, state.blue, state.computed)
    left = state.red if move.slid is None else state.red - {move.slid}
    return State(left | {v}, state.blue, state.computed | one)


def check_memory(M: int) -> None:
    """Raises OutOfDomain unless M is a whole positive number of words."""
    if isinstance(M, bool) or not isinstance(M, int) or M < 1:
        raise OutOfDomain(f"M counts red pebbles (words of cache) and is a whole number >= 1; got {M!r}")
