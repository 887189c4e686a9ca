"""Segments: a schedule freed of useless moves, and cut into pieces of T loads and stores."""

from __future__ import annotations

from dataclasses import dataclass

from graphs.cdag import Cdag, Node
from graphs.errors import OutOfDomain
from graphs.game import Kind
from graphs.schedule import Schedule


@dataclass(frozen=True)
class Segment:
    """What happens in a piece of a schedule, in sets of nodes; `loads` and `stores` are words.

    `computed` holds the nodes that are computed here for the first time in the whole schedule.
    """

    red_before: frozenset[Node]
    loaded: frozenset[Node]
    stored: frozenset[Node]
    computed: frozenset[Node]
    red_after: frozenset[Node]
    loads: int
    stores: int

    @property
    def available(self) -> frozenset[Node]:
        """The nodes that are red at the start or loaded: all that the segment can compute from."""
        return self.red_before | self.loaded

    @property
    def left(self) -> frozenset[Node]:
        """The nodes that are red at the end or stored: all that the segment leaves to the others."""
        return self.red_after | self.stored


def reduced(cdag: Cdag, schedule: Schedule) -> Schedule:
    """Returns the schedule without the red pebbles that serve nothing; it is as legal, and costs no more.

    A pebble serves if, before it is deleted, its value is stored or is an operand of a compute that is kept. The load
    or compute that places a useless pebble goes, with its delete, and so does one on a node that is red anyway. The
    blue pebbles stay as they are: every store is kept, and a store serves. The schedule must be legal. Raises
    OutOfDomain for a sliding move.

    >>> from graphs.game import Move
    >>> g = Cdag.from_edges([("a", "b"), ("b", "c")])
    >>> moves = [Move(Kind.LOAD, "a"), Move(Kind.COMPUTE, "b"), Move(Kind.DELETE, "a"), Move(Kind.STORE, "b")]
    >>> useless = [Move(Kind.LOAD, "b"), Move(Kind.COMPUTE, "c"), Move(Kind.DELETE, "c")]
    >>> reduced(g, Schedule((*moves, *useless))).moves == tuple(moves)
    True
    """
    keep = _placements(schedule)
    serves: set[Node] = set()
    deleted: dict[Node, int] = {}  # the move that takes away the pebble under which the walk is
    for number in range(len(schedule) - 1, -1, -1):
        move = schedule.moves[number]
        v = move.node
        if move.kind is Kind.DELETE:
            deleted[v] = number
        elif move.kind is Kind.STORE:
            serves.add(v)
        elif keep[number]:
            if v not in serves:
                keep[number] = False
                if v in deleted:
                    keep[deleted[v]] = False
            elif move.kind is Kind.COMPUTE:
                serves.update(cdag.predecessors(v))
            serves.discard(v)
            deleted.pop(v, None)
    return Schedule(tuple(move for move, kept in zip(schedule.moves, keep, strict=True) if kept))


def _placements(schedule: Schedule) -> list[bool]:
    """For each move, whether it does something: a load or a compute does not if the node is red already."""
    red: set[Node] = set()
    acts = []
    for move in schedule.moves:
        if move.slid is not None:
            raise OutOfDomain(f"segments are for the game without sliding; got the move {move}")
        acts.append(move.kind in (Kind.STORE, Kind.DELETE) or move.node not in red)
        if move.kind is Kind.DELETE:
            red.discard(move.node)
        elif move.kind is not Kind.STORE:
            red.add(move.node)
    return acts


def segments(schedule: Schedule, T: int) -> tuple[Segment, ...]:
    """Returns the pieces of a legal schedule that hold T loads and stores each, the last one perhaps fewer.

    A computation of cost Q has ceil(Q/T) of them (Hong and Kung 1981, Theorem 3.1). Moves without cost belong to the
    segment of the last load or store before them. Raises OutOfDomain unless T >= 1, and for a sliding move.

    >>> from graphs.strategies import operand_by_operand
    >>> g = Cdag.from_edges([("a", "b"), ("b", "c")])
    >>> first, last = segments(operand_by_operand(g), T=3)  # load a, compute and store b, load b, compute c; store c
    >>> sorted(first.computed), sorted(first.red_after), sorted(last.available), last.loads, last.stores
    (['b', 'c'], ['b', 'c'], ['b', 'c'], 0, 1)
    """
    if T < 1:
        raise OutOfDomain(f"T counts the loads and stores of a segment and is a whole number >= 1; got {T}")
    found = []
    red: set[Node] = set()
    seen: set[Node] = set()
    piece = _Piece(red)
    for move in schedule.moves:
        if move.slid is not None:
            raise OutOfDomain(f"segments are for the game without sliding; got the move {move}")
        if move.price and piece.loads + piece.stores == T:
            found.append(piece.closed(red))
            piece = _Piece(red)
        match move.kind:
            case Kind.LOAD:
                piece.loads += 1
                piece.loaded.add(move.node)
                red.add(move.node)
            case Kind.STORE:
                piece.stores += 1
                piece.stored.add(move.node)
            case Kind.COMPUTE:
                if move.node not in seen:
                    seen.add(move.node)
                    piece.computed.add(move.node)
                red.add(move.node)
            case Kind.DELETE:
                red.remove(move.node)
    return (*found, piece.closed(red)) if schedule.moves else ()


class _Piece:
    """A segment under way."""

    def __init__(self, red: set[Node]) -> None:
        self._red_before = frozenset(red)
        self.loaded: set[Node] = set()
        self.stored: set[Node] = set()
        self.computed: set[Node] = set()
        self.loads = self.stores = 0

    def closed(self, red: set[Node]) -> Segment:
        loaded, stored, computed, red_after = map(frozenset, (self.loaded, self.stored, self.computed, red))
        return Segment(self._red_before, loaded, stored, computed, red_after, self.loads, self.stores)
