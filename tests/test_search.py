"""The oracle against the bare rules, known optima, and the strategies; every schedule is replayed by the referee."""

import csv
from collections import deque
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet
from dags import small_cdags
from hypothesis import given, settings
from hypothesis import strategies as st
from known import built

from graphs.bounds import trivial_bound
from graphs.cdag import Cdag
from graphs.errors import OutOfDomain
from graphs.families import family
from graphs.game import HONG_KUNG, VARIANTS, Kind, Move, State, Variant, broken_rule, start, successor, unfinished
from graphs.schedule import replay
from graphs.search import Outcome, oracle
from graphs.strategies import furthest_next_use, operand_by_operand

KNOWN = Path(__file__).parent / "data" / "optima.csv"


def by_the_bare_rules(cdag: Cdag, M: int, variant: Variant) -> int | None:
    """The optimum by 0-1 breadth-first search over all legal moves of game.py, nothing left out."""
    first = start(cdag)
    cost: dict[State, int] = {first: 0}
    waiting = deque([(0, first)])
    while waiting:
        paid, state = waiting.popleft()
        if paid > cost[state]:
            continue
        if not unfinished(cdag, state):
            return paid
        for kind in Kind:
            for v in cdag.order:
                operands = cdag.predecessors(v)
                for slid in (None, *(operands if kind is Kind.COMPUTE and variant.sliding else ())):
                    move = Move(kind, v, slid)
                    if broken_rule(cdag, M, variant, state, move) is None:
                        after = successor(state, move)
                        if variant.recompute:  # what was computed before does not matter then
                            after = State(after.red, after.blue)
                        if paid + move.price < cost.get(after, paid + 2):
                            cost[after] = paid + move.price
                            (waiting.append if move.price else waiting.appendleft)((cost[after], after))
    return None


@given(small_cdags(most=6), st.integers(1, 5), st.sampled_from(sorted(VARIANTS)))
@settings(max_examples=150, deadline=None)
def test_the_oracle_agrees_with_the_bare_rules(cdag: Cdag, M: int, name: str) -> None:
    variant = VARIANTS[name]
    found = oracle(cdag, M, variant)
    assert found.cost == by_the_bare_rules(cdag, M, variant)
    if found.schedule is None:
        assert found.outcome is Outcome.INFEASIBLE and M < variant.least_memory(cdag)
    else:
        assert replay(cdag, found.schedule, M, variant).cost == found.cost


@given(small_cdags(most=9), st.integers(0, 3), st.sampled_from(sorted(VARIANTS)))
@settings(max_examples=150, deadline=None)
def test_strategies_make_legal_schedules_above_the_optimum(cdag: Cdag, spare: int, name: str) -> None:
    variant = VARIANTS[name]
    M = max(1, variant.least_memory(cdag) + spare)
    upper = replay(cdag, furthest_next_use(cdag, M, variant), M, variant).cost
    found = oracle(cdag, M, variant, budget=30_000)
    assert found.lower is not None
    assert trivial_bound(cdag) <= found.lower <= upper
    naive = replay(cdag, operand_by_operand(cdag), max(1, cdag.max_indegree + 1)).cost
    assert naive == sum(len(cdag.predecessors(v)) + 1 for v in cdag.order if cdag.predecessors(v))


def known_rows() -> list[ParameterSet]:
    with KNOWN.open() as stream:
        rows = list(csv.DictReader(row for row in stream if not row.startswith("#")))
    slow = {"quick": (), "slow": (pytest.mark.slow,)}
    return [pytest.param(r, marks=slow[r["pace"]], id=f"{r['graph']}-M{r['M']}-{r['variant']}") for r in rows]


@pytest.mark.parametrize("row", known_rows())
def test_known_optima(row: dict[str, str]) -> None:
    cdag, variant = built(row["graph"]), VARIANTS[row["variant"]]
    found = oracle(cdag, int(row["M"]), variant)
    assert found.cost == int(row["optimum"])
    assert found.schedule is not None
    assert replay(cdag, found.schedule, int(row["M"]), variant).cost == found.cost


@pytest.mark.parametrize(
    "specification, M, optimum, no_recompute, sliding",
    [
        ("matmul:1,3,1", 3, 11, 11, 7),
        ("matmul:1,4,1,balanced", 3, 15, 15, 11),
        ("matmul:1,4,1,balanced", 4, 11, 11, 9),
        ("matmul:3,1,3", 3, 19, 19, 17),
        ("attention_backward:1,1", 3, 16, 18, 11),
        ("attention_backward:1,1", 4, 11, 11, 9),
        ("attention_backward:1,1", 6, 8, 8, 7),
    ],
)
def test_optima_of_the_theory_in_three_variants(
    specification: str, M: int, optimum: int, no_recompute: int, sliding: int
) -> None:
    cdag = family(specification)
    found = [oracle(cdag, M, VARIANTS[v]).cost for v in ("hong-kung", "no-recompute", "sliding")]
    assert found == [optimum, no_recompute, sliding]


def test_too_few_words_are_infeasible_and_the_node_is_named() -> None:
    found = oracle(family("matmul:2,2,2,fma"), 3)
    assert (found.outcome, found.cost, found.schedule) == (Outcome.INFEASIBLE, None, None)
    assert "3 operands, so 4 red pebbles" in found.reason
    with pytest.raises(OutOfDomain, match="use M >= 4"):
        furthest_next_use(family("matmul:2,2,2,fma"), 3)


def test_a_spent_budget_gives_bounds_and_a_legal_schedule_but_no_optimum() -> None:
    cdag = family("attention_backward:1,1")
    found = oracle(cdag, 3, budget=100)
    assert found.outcome is Outcome.BUDGET_SPENT and found.cost is None
    assert found.schedule is not None and found.lower is not None and found.upper is not None
    assert found.lower <= 16 <= found.upper == replay(cdag, found.schedule, 3).cost


def test_the_answer_does_not_depend_on_the_run() -> None:
    cdag = family("fft:4")
    assert oracle(cdag, 3) == oracle(cdag, 3)
    assert oracle(cdag, 3, HONG_KUNG).schedule == oracle(cdag, 3).schedule
