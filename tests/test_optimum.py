"""The fast solver against the plain oracle, each of its reductions alone, and known optima; smallest cases first."""

import csv
from dataclasses import fields
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet
from known import built
from random_cdags import random_cdag

from graphs.cdag import Cdag
from graphs.errors import OutOfDomain
from graphs.families import family
from graphs.game import HONG_KUNG, VARIANTS, Variant
from graphs.schedule import replay
from graphs.search import Outcome, oracle, stage
from graphs.search.reductions import Reductions
from graphs.search.solver import optimum

DATA = Path(__file__).parent / "data"
SWITCHES = [field.name for field in fields(Reductions)]


def agrees(cdag: Cdag, M: int, variant: Variant, use: Reductions = Reductions()) -> None:  # noqa: B008 - frozen
    found = optimum(cdag, M, variant, use=use)
    assert found.outcome is Outcome.EXACT and found.schedule is not None
    assert found.cost == oracle(cdag, M, variant).cost, (cdag.name, M, str(variant), use)
    assert replay(cdag, found.schedule, M, variant).cost == found.cost


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the search ask for pairs and triples from its first step, as it would only on larger graphs."""
    monkeypatch.setattr(stage, "PAIRS_AFTER", 1)
    monkeypatch.setattr(stage, "TRIPLES_AFTER", 1)


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("spare", [0, 1, 2])
def test_the_solver_agrees_with_the_oracle(name: str, spare: int) -> None:
    variant = VARIANTS[name]
    for seed in range(60):
        cdag = random_cdag(seed)
        agrees(cdag, variant.least_memory(cdag) + spare, variant)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("switch", ["none", *SWITCHES])
def test_each_reduction_alone_agrees_with_the_oracle(name: str, switch: str) -> None:
    variant = VARIANTS[name]
    use = Reductions.none() if switch == "none" else Reductions.alone(switch)
    for seed in range(100, 125):
        cdag = random_cdag(seed)
        for spare in (0, 1):
            agrees(cdag, variant.least_memory(cdag) + spare, variant, use)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("switch", SWITCHES)
def test_all_reductions_but_one_agree_with_the_oracle(name: str, switch: str) -> None:
    variant = VARIANTS[name]
    use = Reductions(**{switch: False})
    for seed in range(200, 220):
        cdag = random_cdag(seed)
        agrees(cdag, variant.least_memory(cdag) + seed % 2, variant, use)


@pytest.mark.parametrize("name, M", [("hong-kung", 3), ("sliding", 2)])
def test_an_operand_does_not_stand_for_a_value_that_needs_its_source_again(name: str, M: int) -> None:
    """The swap of a value for its missing operand, without a look at what the operand descends from, fails here."""
    operands = {0: [], 1: [0], 2: [0, 1], 3: [0, 2], 4: [2], 5: [3, 4], 6: [2, 4], 7: [4, 5]}
    agrees(Cdag.from_predecessors(operands), M, VARIANTS[name])


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_ten_thousand_random_cases(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(1000 + 84 * part, 1000 + 84 * (part + 1)):  # 10 parts of 84 graphs, 4 variants, 3 sizes: 10,080
        monkeypatch.setattr(stage, "PAIRS_AFTER", 1 if seed % 2 else 2_000)
        monkeypatch.setattr(stage, "TRIPLES_AFTER", 1 if seed % 2 else 2_000)
        cdag = random_cdag(seed)
        for variant in VARIANTS.values():
            for spare in range(3):
                agrees(cdag, variant.least_memory(cdag) + spare, variant)


def known_rows() -> list[ParameterSet]:
    """The optima that the oracle reaches, which are all quick here, and those that it does not."""
    found = []
    for name in ("optima.csv", "optima_beyond.csv"):
        with (DATA / name).open() as stream:
            for r in csv.DictReader(row for row in stream if not row.startswith("#")):
                slow = (pytest.mark.slow,) if name == "optima_beyond.csv" and r["pace"] == "slow" else ()
                found.append(pytest.param(r, marks=slow, id=f"{r['graph']}-M{r['M']}-{r['variant']}"))
    return found


@pytest.mark.parametrize("row", known_rows())
def test_known_optima(row: dict[str, str]) -> None:
    cdag, M, variant = built(row["graph"]), int(row["M"]), VARIANTS[row["variant"]]
    found = optimum(cdag, M, variant)
    assert found.cost == int(row["optimum"])
    assert found.schedule is not None
    assert replay(cdag, found.schedule, M, variant).cost == found.cost


def padded(cdag: Cdag, before: int, after: int) -> Cdag:
    """The same graph with isolated nodes, which cost nothing, before and after it in the order of the nodes."""
    operands: dict[object, tuple[object, ...]] = {("before", k): () for k in range(before)}
    operands |= {v: cdag.predecessors(v) for v in cdag.order}
    operands |= {("after", k): () for k in range(after)}
    return Cdag.from_predecessors(operands, "padded")


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("before, after", [(60, 0), (0, 60), (64, 0), (100, 3), (119, 0)])
@pytest.mark.parametrize("name", VARIANTS)
def test_two_words_give_what_one_word_gives(before: int, after: int, name: str) -> None:
    variant = VARIANTS[name]
    for seed in range(300, 308):
        cdag = random_cdag(seed)
        wide, M = padded(cdag, before, after), variant.least_memory(cdag) + seed % 2
        found = optimum(wide, M, variant)
        assert found.cost == oracle(cdag, M, variant).cost
        assert found.schedule is not None and replay(wide, found.schedule, M, variant).cost == found.cost


@pytest.mark.parametrize(
    "specification, M, expected",
    [
        ("chain:128", 2, 2),
        ("fft:16", 40, 32),
        ("pyramid:10", 11, 14),
        ("binary_tree:6", 8, 65),
        pytest.param("binary_tree:6", 4, 95, marks=pytest.mark.slow),
    ],
)
def test_graphs_beyond_64_nodes(specification: str, M: int, expected: int) -> None:
    assert optimum(family(specification), M).cost == expected


def test_more_than_128_nodes_give_an_interval_that_says_so() -> None:
    cdag = family("pyramid:20")
    found = optimum(cdag, 5)
    assert found.outcome is Outcome.BUDGET_SPENT and found.lower == 22 and found.schedule is not None
    assert "takes at most 128" in found.reason
    assert found.upper == replay(cdag, found.schedule, 5).cost
    assert optimum(family("chain:300"), 2).cost == 2  # the simple bound and a strategy agree: no search is needed


def test_too_few_words_are_infeasible_and_the_node_is_named() -> None:
    found = optimum(family("matmul:2,2,2,fma"), 3)
    assert (found.outcome, found.cost, found.schedule) == (Outcome.INFEASIBLE, None, None)
    assert "3 operands, so 4 red pebbles" in found.reason
    with pytest.raises(OutOfDomain):
        optimum(family("chain:2"), 0)


@pytest.mark.parametrize("budget", [1, 10, 100, 1_000, 4_000])
def test_a_spent_budget_gives_an_interval_with_the_optimum_in_it(budget: int) -> None:
    cdag = family("pyramid:6")
    found = optimum(cdag, 3, budget=budget)
    assert found.schedule is not None and found.lower is not None and found.upper is not None
    assert found.lower <= 35 <= found.upper == replay(cdag, found.schedule, 3).cost
    assert (found.outcome is Outcome.EXACT) == (found.lower == found.upper)
    assert found.states <= budget + 500


def test_an_interrupted_search_loses_nothing() -> None:
    def interrupt(states: int, lower: int, upper: int) -> None:
        if states > 1_000:
            raise KeyboardInterrupt

    cdag = family("pyramid:6")
    found = optimum(cdag, 3, HONG_KUNG, progress=interrupt)
    assert found.outcome is Outcome.BUDGET_SPENT and found.reason == "interrupted"
    assert found.lower is not None and found.upper is not None and found.schedule is not None
    assert 8 <= found.lower <= 35 <= found.upper == replay(cdag, found.schedule, 3).cost


def test_the_answer_does_not_depend_on_the_run() -> None:
    cdag = family("fft:8")
    assert optimum(cdag, 4) == optimum(cdag, 4)
