"""Ground floor: what is computed (CDAGs) and the game that prices it; no sympy, no z3.

The names to begin with; each is imported when it is first asked for.

    Cdag        a computational DAG, made of a networkx.DiGraph or `Cdag.from_edges`; `.graph` is a frozen DiGraph
    family      a generated one, such as family("matmul:2,2,2")
    read_cdag   one from a file: DOT, GraphML, HyperDAG, ...
    optimum     the least I/O cost with M words of cache, and a schedule that attains it
    interval    bounds for a graph that is too large for that
    replay      the referee: the price of a schedule, or its first illegal move
    Optimum, Schedule, Replay   what these return
    Variant, VARIANTS           the rules of the game, and those that have a name
    PebbleproofError            what every error here is

A Cdag, a networkx.DiGraph as well, is asked so:

>>> import networkx as nx
>>> import graphs
>>> found = graphs.optimum(nx.DiGraph([("a", "c"), ("b", "c")]), M=3)
>>> found.cost, found.schedule
(3, <Schedule: 4 moves, 3 words>)
>>> graphs.replay(graphs.family("chain:3"), "compute v[0]", M=2)
Traceback (most recent call last):
graphs.errors.BadSchedule: move 1 (compute v[0]): a source is an input and cannot be computed; load it; state before
it: red {}, blue {v[0]}
"""

from typing import TYPE_CHECKING

from graphs.face import face

if TYPE_CHECKING:
    from graphs.cdag import Cdag
    from graphs.errors import PebbleproofError
    from graphs.families import family
    from graphs.formats import read_cdag
    from graphs.game import VARIANTS, Variant
    from graphs.questions import interval, optimum, replay
    from graphs.schedule import Replay, Schedule
    from graphs.search.result import Optimum

__all__ = [
    "VARIANTS",
    "Cdag",
    "Optimum",
    "PebbleproofError",
    "Replay",
    "Schedule",
    "Variant",
    "family",
    "interval",
    "optimum",
    "read_cdag",
    "replay",
]

face(
    __name__,
    {
        "graphs.cdag": "Cdag",
        "graphs.errors": "PebbleproofError",
        "graphs.families": "family",
        "graphs.formats": "read_cdag",
        "graphs.game": "VARIANTS Variant",
        "graphs.questions": "interval optimum replay",
        "graphs.schedule": "Replay Schedule",
        "graphs.search.result": "Optimum",
    },
)
