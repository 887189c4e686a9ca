"""Sparse scores: causal, banded and random patterns; run = count = schedule; masks of a wrong shape are refused."""

import numpy as np
import pytest

from graphs.errors import OutOfDomain
from graphs.families.sparse import sparse_scores as sparse_cdag
from graphs.programs.machine import execute
from graphs.programs.pebbling import pebble
from graphs.programs.sparse_scores import banded, causal, sparse_scores, support
from graphs.schedule import replay
from symbolic.count import count


def dense(n, d):
    return np.ones((n, d), dtype=bool)


def patterns():
    yield dense(1, 1), dense(1, 1), None
    yield dense(4, 2), dense(4, 2), None
    yield dense(5, 1), dense(5, 1), causal(5)
    yield dense(6, 3), dense(6, 3), banded(6, 2)
    yield np.eye(5, dtype=bool), np.eye(5, dtype=bool), None
    yield np.eye(5, dtype=bool), dense(5, 5), causal(5)
    chance = np.random.default_rng(4)
    for n, d in ((3, 4), (6, 2), (7, 5)):
        for density in (0.3, 0.7):
            q, k = chance.random((n, d)) < density, chance.random((n, d)) < density
            q[0, 0] = k[0, 0] = True
            yield q, k, None
            yield q, k, causal(n)


@pytest.mark.parametrize(("q", "k", "mask"), list(patterns()))
def test_run_equals_count_and_schedule(q, k, mask):
    program = sparse_scores(q, k, mask)
    n, d = q.shape
    inputs = program.random_inputs(0, n=n, d=d)
    expected = program.task.reference(inputs)["l"]
    for size in range(1, n + 1):
        parameters = {"n": n, "d": d, "B1": size}
        loads, stores, peak = count(program, **parameters).at()
        run = execute(program, peak, inputs, parameters)
        assert (run.loads, run.stores, run.peak) == (loads, stores, peak)
        assert (loads + stores, peak) == support(q, k, mask).demand(size)
        np.testing.assert_allclose(run.outputs["l"], expected, rtol=1e-12)
        played = pebble(program, parameters)
        seen = replay(played.cdag, played.schedule, M=peak)
        assert (seen.loads, seen.stores) == (loads, stores)
        assert seen.peak <= peak


@pytest.mark.parametrize(("q", "k"), [(q, k) for q, k, mask in patterns() if mask is None])
def test_schedules_on_the_family(q, k):
    n, d = q.shape
    places = [[(int(i), int(j)) for i, j in np.argwhere(pattern)] for pattern in (q, k)]
    program, cdag = sparse_scores(q, k), sparse_cdag(*places, n, d)
    for size in (1, n):
        parameters = {"n": n, "d": d, "B1": size}
        played = pebble(program, parameters, cdag)
        loads, stores, peak = count(program, **parameters).at()
        assert replay(cdag, played.schedule, M=peak).cost == loads + stores


@pytest.mark.parametrize(("n", "d", "B"), [(8, 2, 2), (12, 3, 4), (9, 1, 9), (6, 2, 1)])
def test_causal_mask_in_closed_form(n, d, B):
    """Row tile t needs the first (t + 1) B rows of K: d B (1 + ... + n/B) words in all."""
    tiles = n // B
    cost = count(sparse_scores(dense(n, d), dense(n, d), causal(n)), n=n, d=d, B1=B)
    assert cost.io == n * d + d * B * tiles * (tiles + 1) // 2 + n


@pytest.mark.parametrize(("n", "width"), [(9, 1), (12, 2), (12, 4)])
def test_banded_mask_in_closed_form(n, width):
    """Row by row, row i needs the rows of K at a distance below the width."""
    cost = count(sparse_scores(dense(n, 3), dense(n, 3), banded(n, width)), n=n, d=3, B1=1)
    assert cost.io == 3 * n + 3 * (n * (2 * width - 1) - width * (width - 1)) + n


def test_a_diagonal_costs_three_words_a_row():
    eye = np.eye(64, dtype=bool)
    program = sparse_scores(eye, eye)
    assert count(program, n=64, d=64, **program.best_tiles(9, n=64, d=64)).io == 3 * 64


def test_words_that_meet_nothing_are_not_moved():
    q, k = np.eye(4, dtype=bool), np.zeros((4, 4), dtype=bool)
    k[2, 1] = True
    cost = count(sparse_scores(q, k), n=4, d=4, B1=1)
    assert (cost.loads, cost.stores) == (2, 1)


def test_rows_without_entries_have_the_sum_zero():
    mask = np.zeros((3, 3), dtype=bool)
    mask[1, 0] = True
    program = sparse_scores(dense(3, 1), dense(3, 1), mask)
    run = execute(program, 9, program.random_inputs(0, n=3, d=1), {"n": 3, "d": 1, "B1": 2})
    assert run.outputs["l"][[0, 2]].tolist() == [0, 0]
    assert (run.loads, run.stores) == (2, 1)


def test_the_best_tile_is_the_best_of_all():
    program = sparse_scores(dense(6, 2), dense(6, 2), banded(6, 3))
    costs = {size: count(program, n=6, d=2, B1=size).at() for size in range(1, 7)}
    for M in range(program.least_memory(n=6, d=2), 40):
        best = program.best_tiles(M, n=6, d=2)["B1"]
        assert costs[best][2] <= M
        assert sum(costs[best][:2]) == min(sum(words) for *words, peak in costs.values() if peak <= M)


def test_wrong_shapes_are_refused():
    with pytest.raises(OutOfDomain, match=r"the mask must be n x n = \(3, 3\), one entry for each score; got \(2, 2\)"):
        sparse_scores(dense(3, 2), dense(3, 2), causal(2))
    with pytest.raises(OutOfDomain, match=r"must both be n x d with n, d >= 1; got \(3, 2\) and \(3, 1\)"):
        sparse_scores(dense(3, 2), dense(3, 1))
    with pytest.raises(OutOfDomain, match=r"got \(3,\) and \(3,\)"):
        sparse_scores(np.ones(3), np.ones(3))
    with pytest.raises(OutOfDomain, match="no entry of Q K\\^T is left"):
        sparse_scores(dense(2, 1), dense(2, 1), np.zeros((2, 2)))


def test_the_pattern_says_the_sizes():
    program = sparse_scores(dense(3, 2), dense(3, 2))
    with pytest.raises(OutOfDomain, match="the pattern is for n = 3, d = 2; got n = 4, d = 2"):
        execute(program, 99, program.random_inputs(0, n=4, d=2), {"n": 4, "d": 2, "B1": 1})
    with pytest.raises(OutOfDomain, match="needs M >= 7 words of cache; got M = 6"):
        program.best_tiles(6, n=3, d=2)


def test_too_small_masks():
    with pytest.raises(OutOfDomain, match="n must be a whole number"):
        causal(0)
    with pytest.raises(OutOfDomain, match="width must be a whole number"):
        banded(3, 0)
