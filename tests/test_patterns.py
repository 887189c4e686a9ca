"""Counterexamples to the literal sparse bound: every one re-checked, executed and replayed; the dense case is none."""

from dataclasses import replace

import numpy as np
import pytest
from sympy import Rational, sqrt

from graphs.errors import BadSchedule, CapacityExceeded, OutOfDomain
from graphs.families.sparse import sparse_scores as sparse_cdag
from graphs.programs.carried_scores import Plan, carried_scores
from graphs.programs.machine import execute
from graphs.programs.pebbling import pebble
from graphs.programs.sparse_scores import banded, causal, places_of, support
from graphs.schedule import replay
from proofs.evidence.patterns import DENSE, FAMILIES, counterexample
from symbolic.count import count
from symbolic.sparse import exceeds


@pytest.fixture(scope="module")
def found():
    return {name: counterexample(name) for name in FAMILIES}


def test_all_five_hold(found):
    assert list(found) == list(FAMILIES)
    assert len(found) == 5
    assert all(evidence.holds() for evidence in found.values())


LARGE = {  # family: M, literal bound, cost, its ratio
    "diagonal": (9, Rational(524288, 3), 12288, Rational(128, 9)),
    "blocks": (133, 8192 * 64 / sqrt(133), 8704, 1024 / (17 * sqrt(133))),
    "dense row": (40, 16400 * 32 / sqrt(40), 16401, Rational(16400 * 32, 16401) / sqrt(40)),
    "band": (37, 32768 * sqrt(28660) / sqrt(37), 36864, 8 * sqrt(28660) / (9 * sqrt(37))),
    "disjoint columns": (40, 16896 * 256 / sqrt(40), 20736, Rational(16896, 81) / sqrt(40)),
}


@pytest.mark.parametrize("name", LARGE)
def test_the_large_members_in_numbers(found, name):
    large = found[name].large
    M, literal, cost, ratio = LARGE[name]
    assert (large.M, large.cost) == (M, cost)
    assert (large.literal - literal).simplify() == 0
    assert (large.ratio - ratio).simplify() == 0
    assert large.ratio > 5
    assert not exceeds(10 * large.corrected, large.cost)  # Theorem S is far below


def test_four_of_the_schedules_are_optimal(found):
    """They move every nonzero and every row sum once, which no schedule avoids."""
    assert {name for name, evidence in found.items() if evidence.large.optimal} == set(LARGE) - {"disjoint columns"}


def test_the_ratio_grows():
    for family in FAMILIES.values():
        step = family.small * 2
        assert family.at(step).ratio < family.at(2 * step).ratio < family.at(4 * step).ratio
        assert all(family.follows(family.at(family.step * size)) for size in range(4, 12))


@pytest.mark.parametrize("n", [1, 8, 64])
def test_dense_matrices_are_no_counterexample(n):
    member = DENSE.at(n)
    assert DENSE.follows(member)
    assert not exceeds(member.literal, member.cost)
    assert not DENSE.unbounded()


def test_small_members_may_fail_and_say_so():
    assert not FAMILIES["diagonal"].at(20).holds()  # 2 n sqrt(n) <= 9 n up to n = 20
    assert FAMILIES["diagonal"].at(21).holds()


def test_what_was_tampered_with_does_not_hold(found):
    evidence = found["blocks"]
    for member in (
        replace(evidence.small, cost=evidence.small.cost - 1),
        replace(evidence.small, M=3),
        replace(evidence.small, n=40),
        replace(evidence.small, measures=replace(evidence.small.measures, used=1)),
    ):
        assert not member.holds()
        assert not replace(evidence, small=member).holds()
    for execution in (
        replace(evidence.execution, referee=evidence.execution.referee + 1),
        replace(evidence.execution, machine=evidence.execution.machine + 1),
        replace(evidence.execution, correct=False),
    ):
        assert not replace(evidence, execution=execution).holds()
    assert not replace(evidence, family=DENSE).holds()


def test_sizes_that_a_family_lacks():
    with pytest.raises(OutOfDomain, match="'blocks' has members for n a multiple of 8; got n = 12"):
        FAMILIES["blocks"].at(12)
    with pytest.raises(OutOfDomain, match="n must be a whole number >= 1; got 0"):
        FAMILIES["band"].executed(0)


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_the_large_members_executed(name):
    family = FAMILIES[name]
    member = family.at(family.large)
    program = carried_scores(*family.patterns(family.large), keep=family.keep, read_all=True)
    inputs = program.random_inputs(0, n=member.n, d=member.d)
    run = execute(program, member.M, inputs, {"n": member.n, "d": member.d, "B1": family.tile})
    assert (run.io, run.peak) == (member.cost, member.peak)


# ---------------------------------------------------------------- the program that the schedules come from


def patterns():
    chance = np.random.default_rng(7)
    yield np.ones((4, 2), bool), np.ones((4, 2), bool), None
    yield np.eye(5, dtype=bool), np.eye(5, dtype=bool), None
    yield np.ones((6, 3), bool), np.ones((6, 3), bool), banded(6, 2)
    for n, d in ((3, 4), (6, 2), (7, 5)):
        q, k = chance.random((n, d)) < 0.5, chance.random((n, d)) < 0.5
        q[0, 0] = k[0, 0] = True
        yield q, k, None
        yield q, k, causal(n)


@pytest.mark.parametrize("keep", [0, 1, 3, 99])
@pytest.mark.parametrize(("q", "k", "mask"), list(patterns()))
def test_run_equals_count_plan_and_schedule(q, k, mask, keep):
    program = carried_scores(q, k, mask, keep=keep, read_all=True)
    n, d = q.shape
    inputs = program.random_inputs(0, n=n, d=d)
    idle = int(q.sum() + k.sum()) - carried_used(q, k, mask)
    for size in range(1, n + 1):
        parameters = {"n": n, "d": d, "B1": size}
        loads, stores, peak = count(program, **parameters).at()
        run = execute(program, peak, inputs, parameters)
        assert (run.loads, run.stores, run.peak) == (loads, stores, peak)
        assert (run.io - idle, peak) == Plan(support(q, k, mask), size, keep).demand
        np.testing.assert_allclose(run.outputs["l"], program.task.reference(inputs)["l"], rtol=1e-12)
        cdag = None if mask is not None else sparse_cdag(places_of(q), places_of(k), n, d)
        played = pebble(program, parameters, cdag)
        assert replay(played.cdag, played.schedule, M=peak).cost == run.io
        with pytest.raises(CapacityExceeded):
            execute(program, peak - 1, inputs, parameters)


def carried_used(q, k, mask):
    meeting = support(q, k, mask).meeting
    return len({("q", i, c) for (i, _), cs in meeting.items() for c in cs}) + len(
        {("k", j, c) for (_, j), cs in meeting.items() for c in cs}
    )


def test_a_word_less_is_refused_by_the_referee():
    family = FAMILIES["diagonal"]
    q, k = family.patterns(4)
    cdag = sparse_cdag(places_of(q), places_of(k), 4, 4)
    schedule = pebble(carried_scores(q, k), {"n": 4, "d": 4, "B1": 1}, cdag).schedule
    peak = replay(cdag, schedule, 9).peak
    assert replay(cdag, schedule, peak).cost == 12
    with pytest.raises(BadSchedule, match="needs a free red pebble"):
        replay(cdag, schedule, peak - 1)


def test_more_words_kept_never_cost_more():
    q, k = FAMILIES["band"].patterns(20)
    where = support(q, k)
    for size in (1, 2, 5):
        costs, peaks = zip(*(Plan(where, size, keep).demand for keep in range(20)), strict=True)
        assert list(costs) == sorted(costs, reverse=True)
        assert list(peaks) == sorted(peaks)


def test_the_best_tile_of_a_large_diagonal_is_found_at_once():
    eye = np.eye(500, dtype=bool)
    program = carried_scores(eye, eye)
    assert program.least_memory(n=500, d=500) == 6
    assert program.best_tiles(12, n=500, d=500) == {"B1": 1}


def test_a_negative_keep_is_refused():
    with pytest.raises(OutOfDomain, match=r"keep is the most words of K .* got -1"):
        carried_scores(np.eye(2), np.eye(2), keep=-1)
