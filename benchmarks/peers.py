"""Peers: the same question, the least I/O cost in the game of Hong and Kung, put to other solvers.

Each function takes a graph, M, and how many computes our schedule has, and returns the optimum it found, and where it
can be told how long the search alone took and how many states it expanded. Fast Downward and Dijkstra prove it
outright. CP-SAT, clingo and z3 need to know how many computes there may be; they are told, and so prove less than we
do: that no schedule with so many computes is cheaper.
"""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from benchmarks.encoding import as_pddl, with_computes
from graphs.cdag import Cdag

# each process imports only what it measures
# ruff: noqa: PLC0415


class Answer(NamedTuple):
    """An optimum or None; the seconds that the search took without start-up, and the states expanded, if known."""

    cost: int | None
    seconds: float | None = None
    states: int | None = None


def this_solver(cdag: Cdag, M: int, _: int) -> Answer:
    """The solver of this package, with its machine code from the cache; states stored, which are more than expanded."""
    from graphs.families import family
    from graphs.search.solver import optimum

    optimum(family("pyramid:4"), 3)  # loads the machine code
    begun = time.perf_counter()
    found = optimum(cdag, M, budget=10**9)
    return Answer(found.cost, time.perf_counter() - begun, found.states)


def dijkstra(cdag: Cdag, M: int, _: int) -> Answer:
    """The plain oracle of this package: Dijkstra's algorithm with a simple estimate, in Python."""
    from graphs.search.oracle import oracle

    begun = time.perf_counter()
    found = oracle(cdag, M, budget=10**9)
    return Answer(found.cost, time.perf_counter() - begun, found.states)


def cp_sat(cdag: Cdag, M: int, computes: int) -> Answer:
    """CP-SAT of OR-tools, one worker."""
    from ortools.sat.python import cp_model

    encoded, model = with_computes(cdag, M, computes), cp_model.CpModel()
    variables = [model.new_bool_var("") for _ in range(encoded.variables)]

    def literal(x: int):  # type: ignore[no-untyped-def] # the solver it builds on has no types
        return variables[x - 1] if x > 0 else variables[-x - 1].negated()

    for clause in encoded.clauses:
        model.add_bool_or([literal(x) for x in clause])
    for among, most in encoded.at_most:
        model.add(sum(literal(x) for x in among) <= most)
    model.minimize(sum(literal(x) for x in encoded.priced))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    return Answer(round(solver.objective_value) if status == cp_model.OPTIMAL else None)


def clingo(cdag: Cdag, M: int, computes: int) -> Answer:
    """Clingo, an answer set solver, with its core-guided optimisation."""
    import clingo as asp

    encoded = with_computes(cdag, M, computes)
    lines = [f"{{ x(1..{encoded.variables}) }}."]
    for clause in encoded.clauses:
        lines.append(":- " + ", ".join(f"not x({x})" if x > 0 else f"x({-x})" for x in clause) + ".")
    for among, most in encoded.at_most:
        lines.append(f":- {most + 1} {{ {'; '.join(f'x({x})' for x in among)} }}.")
    lines += [f":~ x({x}). [1,{x}]" for x in encoded.priced]
    control = asp.Control(["--opt-strategy=usc", "--warn=none"])
    control.add("base", [], "\n".join(lines))
    control.ground([("base", [])])
    best: list[int] = []
    outcome = control.solve(on_model=lambda found: best.append(found.cost[0]))
    return Answer(best[-1] if outcome.satisfiable and outcome.exhausted else None)


def z3(cdag: Cdag, M: int, computes: int) -> Answer:
    """The optimiser of z3 (MaxRes over soft clauses)."""
    import z3 as smt

    encoded = with_computes(cdag, M, computes)
    variables = [smt.Bool(f"x{k}") for k in range(encoded.variables)]

    def literal(x: int):  # type: ignore[no-untyped-def] # the solver it builds on has no types
        return variables[x - 1] if x > 0 else smt.Not(variables[-x - 1])

    solver = smt.Optimize()
    for clause in encoded.clauses:
        solver.add(smt.Or([literal(x) for x in clause]))
    for among, most in encoded.at_most:
        solver.add(smt.AtMost(*[literal(x) for x in among], most))
    for x in encoded.priced:
        solver.add_soft(smt.Not(literal(x)))
    if solver.check() != smt.sat:
        return Answer(None)
    model = solver.model()
    return Answer(sum(smt.is_true(model.eval(literal(x))) for x in encoded.priced))


def blind(cdag: Cdag, M: int, _: int) -> Answer:
    """Fast Downward, A* with the blind heuristic."""
    return _fast_downward(cdag, M, "astar(blind())")


def lm_cut(cdag: Cdag, M: int, _: int) -> Answer:
    """Fast Downward, A* with landmark cuts."""
    return _fast_downward(cdag, M, "astar(lmcut())")


def _fast_downward(cdag: Cdag, M: int, search: str) -> Answer:
    package = importlib.util.find_spec("up_fast_downward")
    if package is None or package.origin is None:
        raise ImportError("up_fast_downward")
    driver = next(Path(package.origin).parent.rglob("fast-downward.py"))
    domain, problem = as_pddl(cdag, M)
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "domain.pddl").write_text(domain)
        (Path(folder) / "problem.pddl").write_text(problem)
        words = [sys.executable, str(driver), "domain.pddl", "problem.pddl", "--search", search]
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    told = {word: found[1] for word, pattern in _TOLD.items() if (found := re.search(pattern, done.stdout))}
    if "cost" not in told:
        return Answer(None)
    return Answer(int(told["cost"]), float(told["seconds"]), int(told["states"]))


_TOLD = {"cost": r"Plan cost: (\d+)", "seconds": r"Search time: ([0-9.]+)s", "states": r"Expanded (\d+) state"}

PEERS: dict[str, Callable[[Cdag, int, int], Answer]] = {
    "pebbleproof": this_solver,
    "Dijkstra": dijkstra,
    "Fast Downward, LM-cut": lm_cut,
    "Fast Downward, blind": blind,
    "CP-SAT": cp_sat,
    "clingo": clingo,
    "z3": z3,
}
