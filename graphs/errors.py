"""The one exception tree: an error says where, the rule broken, the value got, the cure, and its exit status."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

INPUT_REFUSED = 4
UNDECIDED = 3
USAGE = 2
REFUTED = 1
HOLDS = 0


class PebbleproofError(Exception):
    """Base of every error that this program raises on purpose.

    The command line prints its text, never a traceback, and exits with `exit_status`.
    """

    exit_status: ClassVar[int] = INPUT_REFUSED


class NotADag(PebbleproofError):
    """The graph given is no computational DAG."""


class HasCycle(NotADag):
    """The graph has a directed cycle; `cycle` lists its nodes in order, the first not repeated."""

    def __init__(self, cycle: Sequence[object]) -> None:
        self.cycle = tuple(cycle)
        path = " -> ".join(map(str, (*self.cycle, self.cycle[0])))
        super().__init__(f"the graph has the cycle {path}; a computation cannot wait for itself: remove one edge")


class HasSelfLoop(NotADag):
    """A node is its own predecessor."""

    def __init__(self, node: object) -> None:
        self.node = node
        super().__init__(
            f"the graph has the self-loop, a cycle of one node, {node} -> {node}; "
            "a value cannot be computed from itself: remove that edge"
        )


class IsMultigraph(NotADag):
    """The graph type allows parallel edges."""

    def __init__(self, where: str) -> None:
        super().__init__(
            f"{where} is a multigraph; a CDAG has at most one edge between two nodes: merge parallel edges "
            "(a value used twice by one operation is loaded once)"
        )


class IsUndirected(NotADag):
    """The graph has no edge directions."""

    def __init__(self, where: str) -> None:
        super().__init__(
            f"{where} is undirected; an edge of a CDAG points from an operand to the value computed from it: "
            "give a directed graph"
        )


class DuplicateLabel(NotADag):
    """Two nodes print alike, so that a schedule could not tell them apart."""

    def __init__(self, label: str, first: object, second: object) -> None:
        self.label = label
        super().__init__(
            f"the nodes {first!r} and {second!r} both print as {label!r}; schedules name nodes so: rename one"
        )


class UnknownNode(PebbleproofError):
    """A node is named that the graph does not have."""

    def __init__(self, label: object, name: str) -> None:
        self.label = label
        super().__init__(f"the graph {name} has no node {label!r}; check that graph and schedule belong together")


class FormatError(PebbleproofError):
    """A file does not follow its format."""

    def __init__(self, where: str, rule: str, *, line: int | None = None, cure: str = "") -> None:
        self.where, self.line, self.rule, self.cure = where, line, rule, cure
        place = where if line is None else f"{where}:{line}"
        super().__init__(f"{place}: {rule}" + (f"; {cure}" if cure else ""))


class OutOfDomain(PebbleproofError):
    """A parameter lies outside the range for which the question makes sense."""


class BadSchedule(PebbleproofError):
    """A schedule breaks a rule at move `number`, counted from 1; one past its last move if it stops too early."""

    exit_status = REFUTED

    def __init__(self, number: int, move: str, rule: str, state: str) -> None:
        self.number, self.move, self.rule, self.state = number, move, rule, state
        super().__init__(f"move {number} ({move}): {rule}; state before it: {state}")


class CapacityExceeded(PebbleproofError):
    """A program asked for more words of cache than M; `held` lists what is in cache as (name, words)."""

    def __init__(self, M: int, wanted: str, words: int, held: Sequence[tuple[str, int]], phase: str = "") -> None:
        self.M, self.wanted, self.words, self.held, self.phase = M, wanted, words, tuple(held), phase
        self.excess = sum(size for _, size in held) + words - M
        listed = ", ".join(f"{name} {size}" for name, size in held) or "nothing"
        super().__init__(
            f"{phase + ': ' if phase else ''}{wanted} needs {words} more words of cache and exceeds M = {M} by "
            f"{self.excess}; held (words): {listed}; take smaller tiles or a larger M"
        )


class BadProgram(PebbleproofError):
    """The text of a program on the two-level memory does something that the memory cannot do."""
