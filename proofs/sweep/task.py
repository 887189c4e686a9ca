"""The task: the answer to one point, computed wherever there is a process for it."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from fractions import Fraction

from graphs.bounds import trivial_bound
from graphs.cdag import Cdag, Node
from graphs.errors import PebbleproofError
from graphs.families import family
from graphs.game import VARIANTS, Variant
from graphs.schedule import replay
from graphs.search import Optimum
from graphs.search import Outcome as Found
from graphs.strategies import furthest_next_use
from proofs.sweep.point import KINDS, GraphPoint, Point, ProgramPoint, RandomPoint, point_of
from proofs.sweep.result import Outcome, Result
from proofs.sweep.stopped import SweepStopped

_OUTCOMES = {
    Found.EXACT: Outcome.EXACT,
    Found.INFEASIBLE: Outcome.INFEASIBLE,
    Found.BUDGET_SPENT: Outcome.INTERVAL,
}


def answer(document: Mapping[str, object]) -> dict[str, object]:
    """Returns the result of a point, and apart from it the milliseconds it took; point and result are JSON values.

    Raises SweepStopped if the point is of another version of the task than this process has.
    """
    kind, version = str(document["kind"]), document["version"]
    own = KINDS[kind].version if kind in KINDS else None
    if own != version:
        raise SweepStopped(
            f"a worker has version {own} of the task {kind!r}, the sweep version {version}; "
            "install the same pebbleproof on every machine"
        )
    start = time.perf_counter()
    result = computed(point_of(document))
    return {"result": result.document(), "milliseconds": round(1000 * (time.perf_counter() - start))}


def computed(point: Point) -> Result:
    """Returns the result of a point; what is wrong with the point, or with this program, is a result too.

    >>> computed(GraphPoint(3, "pyramid:2", "hong-kung", 1000)).upper
    6
    >>> computed(GraphPoint(3, "fft:3", "hong-kung", 1000)).reason
    'points must be a power of two >= 2; got 3'
    """
    try:
        match point:
            case GraphPoint():
                return _pebbled(family(point.graph), point.M, point.variant, point.budget)
            case RandomPoint():
                cdag = random_dag(point.seed, point.number, point.nodes, Fraction(point.probability))
                return _pebbled(cdag, point.M, point.variant, point.budget)
            case ProgramPoint():
                return _counted(point)
        raise NotImplementedError(point.kind)
    except SweepStopped:
        raise
    except PebbleproofError as error:
        return Result(Outcome.REFUSED, reason=str(error))
    except Exception as error:  # one point must not end a sweep of thousands; its row says what happened
        return Result(Outcome.FAILED, reason=f"{type(error).__name__}: {error}")


def random_dag(seed: int, number: int, nodes: int, probability: Fraction) -> Cdag:
    """Returns a random DAG on the nodes 0, 1, ...: each u -> v with u < v is an edge with the given probability.

    Every pair (seed, number) has its own sequence of random numbers, the same on every machine.

    >>> random_dag(1, 0, 6, Fraction(1, 2)).graph.number_of_edges()
    7
    """
    draw = random.Random(f"{seed}:{number}")
    limit = Fraction(2**53) * probability
    chosen: dict[Node, list[Node]] = {
        v: [u for u in range(v) if int(draw.random() * 2**53) < limit] for v in range(nodes)
    }
    return Cdag.from_predecessors(chosen, f"random_n{nodes}_p{probability}_s{seed}_{number}")


def search(cdag: Cdag, M: int, variant: Variant, budget: int) -> Optimum:
    """Returns the optimum, or bounds on it: the one place where a sweep calls the solver."""
    from graphs.search import optimum  # noqa: PLC0415 - numba is slow to import, and not every sweep needs it

    return optimum(cdag, M, variant, budget)


def _pebbled(cdag: Cdag, M: int, variant: str, budget: int) -> Result:
    rules = VARIANTS[variant]
    found = search(cdag, M, rules, budget)
    if found.reason == "interrupted":
        raise SweepStopped("a search was interrupted; what it had found by then is not kept")
    numbers = {"nodes": len(cdag), "edges": cdag.graph.number_of_edges(), "trivial": trivial_bound(cdag)}
    if found.outcome is not Found.INFEASIBLE:
        numbers["furthest"] = replay(cdag, furthest_next_use(cdag, M, rules), M, rules).cost
    reason = found.reason or ("the budget is spent" if found.outcome is Found.BUDGET_SPENT else "")
    return Result(_OUTCOMES[found.outcome], found.lower, found.upper, found.states, reason, numbers)


def _counted(point: ProgramPoint) -> Result:
    from graphs.programs import PROGRAMS  # noqa: PLC0415 - with sympy, which only these points need
    from symbolic.exact import exact_cost  # noqa: PLC0415

    program = PROGRAMS[point.program]
    least = program.least_memory(**point.sizes)
    if least > point.M:
        reason = f"{point.program} needs M >= {least} words of cache; got M = {point.M}"
        return Result(Outcome.INFEASIBLE, reason=reason, numbers={"least_memory": least})
    cost = exact_cost(program, point.M, **point.sizes)
    numbers = {"loads": cost.loads, "stores": cost.stores, "peak": cost.peak, "least_memory": least}
    return Result(Outcome.EXACT, cost.io, cost.io, numbers=numbers, tiles=cost.tiles)
