"""Questions: what one asks of a graph in Python; a networkx graph, a variant's name and a schedule's text will do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import networkx as nx

from graphs.cdag import Cdag, label
from graphs.errors import NotADag, OutOfDomain
from graphs.formats.weights import check_attributes
from graphs.game import HONG_KUNG, VARIANTS, Variant
from graphs.notation import read_schedule
from graphs.schedule import Replay, Schedule
from graphs.schedule import replay as referee
from graphs.search.result import Optimum

if TYPE_CHECKING:
    from collections.abc import Hashable

    from graphs.interval import Interval

    Graph = Cdag | nx.DiGraph[Hashable]


def as_cdag(graph: Graph) -> Cdag:
    """Returns a Cdag as it is, and a networkx.DiGraph, its edges from operand to result, as a Cdag.

    Raises NotADag, or one of its children, for anything else, and FormatError for a weight other than 1, as the
    readers of files do.

    >>> as_cdag(nx.DiGraph([("a", "c"), ("b", "c")]))
    <Cdag unnamed: 3 nodes, 2 edges>
    """
    if isinstance(graph, Cdag):
        return graph
    if not isinstance(graph, nx.Graph):
        raise NotADag(
            f"a computation is a Cdag or a networkx.DiGraph; got {type(graph).__name__}: make one of pairs "
            "(operand, result) with Cdag.from_edges"
        )
    cdag = Cdag(graph)
    owners = {f"the node {label(v)}": told for v, told in graph.nodes.items()}
    owners |= {f"the edge {label(u)} -> {label(v)}": told for (u, v), told in graph.edges.items()}
    for owner, told in owners.items():
        check_attributes({str(name): value for name, value in told.items()}, owner, f"the graph {cdag.name}")
    return cdag


def as_variant(variant: Variant | str) -> Variant:
    """Returns a variant as it is, or the one that has a name; raises OutOfDomain for the name of none.

    >>> as_variant("sliding").sliding
    True
    """
    if isinstance(variant, Variant):
        return variant
    if variant not in VARIANTS:
        raise OutOfDomain(f"no variant is called {variant!r}; known: {', '.join(VARIANTS)}")
    return VARIANTS[variant]


def optimum(graph: Graph, M: int, variant: Variant | str = HONG_KUNG, budget: int | None = None) -> Optimum:
    """Returns the least I/O cost of a graph with M words of cache, loads plus stores, and a schedule that attains it.

    `budget` is how many states of the game may be stored; if they do not suffice, only an interval is known. Raises
    NotADag, or OutOfDomain for an unknown variant or M < 1.

    >>> optimum(nx.DiGraph([("a", "c"), ("b", "c")]), M=3).cost
    3
    """
    from graphs.search.solver import BUDGET, optimum  # noqa: PLC0415 - numba is slow to import, and `replay` needs none

    return optimum(as_cdag(graph), M, as_variant(variant), budget or BUDGET)


def interval(graph: Graph, M: int, variant: Variant | str = HONG_KUNG, budget: int | None = None) -> Interval:
    """Returns bounds on the least I/O cost of a graph of any size, in words, and which method gave each end.

    Raises NotADag, or OutOfDomain for an unknown variant or an M with which there is no schedule.

    >>> found = interval(nx.DiGraph([("a", "c"), ("b", "c")]), M=3)
    >>> found.lower.value, found.upper.value
    (3, 3)
    """
    from graphs.interval import BUDGET, interval  # noqa: PLC0415 - the same

    return interval(as_cdag(graph), M, as_variant(variant), budget or BUDGET)


def replay(
    graph: Graph, schedule: Schedule | Optimum | str, M: int | None = None, variant: Variant | str | None = None
) -> Replay:
    r"""Plays a schedule, or that of an optimum, or a text with a move a line, and returns its price in words.

    M and the variant are by default those of the optimum, or of the text if it is JSON. Raises BadSchedule with the
    first illegal move, FormatError for a text that is no schedule, and OutOfDomain if nothing says M.

    >>> replay(nx.DiGraph([("a", "c"), ("b", "c")]), "load a\nload b\ncompute c\nstore c", M=3).cost
    3
    """
    cdag = as_cdag(graph)
    known: int | None
    if isinstance(schedule, Optimum):
        if schedule.schedule is None:
            raise OutOfDomain(f"there is no schedule to replay: {schedule.reason}")
        moves, known, rules = schedule.schedule, schedule.M, schedule.variant
    elif isinstance(schedule, str):
        record = read_schedule(schedule, cdag)
        moves, known, rules = record.schedule, record.M, record.variant or HONG_KUNG
    else:
        moves, known, rules = schedule, None, HONG_KUNG
    words = known if M is None else M
    if words is None:
        raise OutOfDomain("the schedule does not say with how many words of cache; give M")
    return referee(cdag, moves, words, rules if variant is None else as_variant(variant))
