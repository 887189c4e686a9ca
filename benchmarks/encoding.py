"""The game of Hong and Kung as clauses over 0-1 variables, and as a planning problem: one encoding for all peers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from graphs.cdag import Cdag
from graphs.search.symmetry import numbered


@dataclass
class Model:
    """Variables are 1, 2, ...; -x is the negation of x. Minimise how many of `priced` hold."""

    variables: int = 0
    clauses: list[tuple[int, ...]] = field(default_factory=list)
    at_most: list[tuple[tuple[int, ...], int]] = field(default_factory=list)
    priced: list[int] = field(default_factory=list)

    def new(self, count: int) -> list[int]:
        """Returns that many new variables."""
        self.variables += count
        return list(range(self.variables - count + 1, self.variables + 1))


def with_computes(cdag: Cdag, M: int, steps: int) -> Model:
    """Returns the model of all schedules with at most so many computes.

    The optimum of the model is that of the game only if some optimal schedule has no more computes. A step stores what
    it likes of the cache, keeps what it likes, loads, and computes one node or none; sinks still red are stored after
    the last. `held` is what is red beside the node computed, so it has room for M - 1 words.
    """
    operands = numbered(cdag)
    n, model = len(operands), Model()
    used = {u for us in operands for u in us}
    red, blue = model.new(n), model.new(n)
    model.clauses += [(-red[v],) for v in range(n)]
    model.clauses += [(-blue[v],) if operands[v] else (blue[v],) for v in range(n)]
    for _ in range(steps):
        held, load, store, compute = (model.new(n) for _ in range(4))
        red_after, blue_after = model.new(n), model.new(n)
        model.at_most += [(tuple(compute), 1), (tuple(held), M - 1)]
        model.priced += load + store
        for v, us in enumerate(operands):
            model.clauses += [(-store[v], red[v]), (-load[v], blue[v]), (-held[v], red[v], load[v])]
            model.clauses += [(-red_after[v], held[v], compute[v]), (-blue_after[v], blue[v], store[v])]
            model.clauses += [(-compute[v], held[u]) for u in us] or [(-compute[v],)]
            model.clauses += [(-compute[v], -held[v])]
        red, blue = red_after, blue_after
    for v in range(n):
        if operands[v] and v not in used:
            (last,) = model.new(1)
            model.priced.append(last)
            model.clauses += [(blue[v], last), (-last, red[v])]
    return model


def as_pddl(cdag: Cdag, M: int) -> tuple[str, str]:
    """Returns domain and problem for a planner: one move an action, free red pebbles counted by objects f0 ... fM."""
    operands = numbered(cdag)
    used = {u for us in operands for u in us}
    computes = "\n".join(
        f"""(:action compute{v} :parameters (?i ?j)
  :precondition (and (free ?i) (next ?j ?i) (not (red n{v})) {_all("red", us)})
  :effect (and (red n{v}) (not (free ?i)) (free ?j) (increase (total-cost) 0)))"""
        for v, us in enumerate(operands)
        if us
    )
    domain = f"""(define (domain pebbling) (:requirements :strips :negative-preconditions :action-costs)
(:predicates (red ?v) (blue ?v) (free ?i) (next ?j ?i) (node ?v)) (:functions (total-cost) - number)
(:constants {" ".join(f"n{v}" for v in range(len(operands)))})
(:action load :parameters (?v ?i ?j) :precondition (and (node ?v) (blue ?v) (not (red ?v)) (free ?i) (next ?j ?i))
  :effect (and (red ?v) (not (free ?i)) (free ?j) (increase (total-cost) 1)))
(:action store :parameters (?v) :precondition (and (node ?v) (red ?v) (not (blue ?v)))
  :effect (and (blue ?v) (increase (total-cost) 1)))
(:action delete :parameters (?v ?i ?j) :precondition (and (node ?v) (red ?v) (free ?i) (next ?i ?j))
  :effect (and (not (red ?v)) (not (free ?i)) (free ?j) (increase (total-cost) 0)))
{computes})
"""
    levels = " ".join(f"f{i}" for i in range(M + 1))
    order = " ".join(f"(next f{i} f{i + 1})" for i in range(M))
    problem = f"""(define (problem p) (:domain pebbling) (:objects {levels})
(:init (= (total-cost) 0) (free f{M}) {order} {_all("node", range(len(operands)))}
  {_all("blue", [v for v, us in enumerate(operands) if not us])})
(:goal (and {_all("blue", [v for v, us in enumerate(operands) if us and v not in used])}))
(:metric minimize (total-cost)))
"""
    return domain, problem


def _all(predicate: str, nodes: Iterable[int]) -> str:
    return " ".join(f"({predicate} n{v})" for v in nodes)
