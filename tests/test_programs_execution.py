"""The machine: strict capacity, refused input, large scores, and a size that people use."""

import numpy as np
import pytest

from graphs.errors import CapacityExceeded, OutOfDomain
from graphs.programs import PROGRAMS
from graphs.programs.machine import execute, run

ONLINE = [name for name in PROGRAMS if name.startswith("online") or name == "flash1_attention"]
PLAIN = ["flash_attention", "flash_forward", "flash_backward", "small_cache", "naive_backward", "in_cache"]


def test_capacity_exceeded_says_what_is_held_and_by_how_much():
    program = PROGRAMS["flash_backward"]
    sizes = {"n": 6, "d": 3}
    tiles = dict.fromkeys(program.tiles, 1) | {"B1": 4}
    with pytest.raises(CapacityExceeded) as caught:
        execute(program, 20, program.random_inputs(0, **sizes), sizes | tiles)
    error = caught.value
    assert error.M == 20
    assert error.excess == sum(words for _, words in error.held) + error.words - 20 > 0
    assert error.phase == "forward sweep"
    assert "N needs 12 more words of cache and exceeds M = 20 by 8; held (words): Q 12, l 4; take" in str(error)


@pytest.mark.parametrize("name", PROGRAMS)
def test_too_little_memory_is_refused_with_the_feasible_range(name):
    program = PROGRAMS[name]
    sizes = dict.fromkeys(program.sizes, 3)
    least = program.least_memory(**sizes)
    run(program, least, **sizes)
    with pytest.raises(
        OutOfDomain, match=rf"{name} with .* = 3 needs M >= {least} words of cache; got M = {least - 1}$"
    ):
        program.best_tiles(least - 1, **sizes)


@pytest.mark.parametrize(("name", "limit"), [("flash_backward", lambda d: 4 * d + 6), ("small_cache", lambda d: 7)])
def test_feasibility_limits(name, limit):
    for n, d in ((1, 1), (5, 1), (2, 6), (9, 4)):
        assert PROGRAMS[name].least_memory(n=n, d=d) == limit(d)


@pytest.mark.parametrize("M", [0, -1, 2.5, True, "7"])
def test_memory_is_a_whole_positive_number(M):
    with pytest.raises(OutOfDomain, match="whole number >= 1"):
        PROGRAMS["small_cache"].best_tiles(M, n=2, d=2)


@pytest.mark.parametrize("bad", [{"n": 0}, {"n": -3}, {"d": 1.5}, {"d": True}])
def test_sizes_are_whole_positive_numbers(bad):
    with pytest.raises(OutOfDomain, match="must be a whole number >= 1"):
        run(PROGRAMS["small_cache"], 7, **({"n": 2, "d": 2} | bad))


def test_unknown_and_missing_parameters():
    program = PROGRAMS["small_cache"]
    with pytest.raises(OutOfDomain, match="small_cache takes n, d; got n"):
        program.best_tiles(7, n=2)
    with pytest.raises(OutOfDomain, match="small_cache takes n, d, b; got n, d"):
        execute(program, 7, program.random_inputs(0, n=2, d=2), {"n": 2, "d": 2})
    with pytest.raises(OutOfDomain, match="b must be a whole number >= 1; got 0"):
        execute(program, 7, program.random_inputs(0, n=2, d=2), {"n": 2, "d": 2, "b": 0})


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_inputs_are_finite(value):
    program = PROGRAMS["small_cache"]
    inputs = program.random_inputs(0, n=2, d=2)
    inputs["X"][1, 0] = value
    with pytest.raises(OutOfDomain, match="X must hold finite numbers only"):
        execute(program, 7, inputs, {"n": 2, "d": 2, "b": 1})


def test_inputs_have_the_right_names_and_shapes():
    program = PROGRAMS["small_cache"]
    inputs = program.random_inputs(0, n=2, d=2)
    with pytest.raises(OutOfDomain, match=r"A1 must be n x d = \(3, 2\); got \(2, 2\)"):
        execute(program, 7, inputs, {"n": 3, "d": 2, "b": 1})
    del inputs["E"]
    with pytest.raises(OutOfDomain, match="small_cache reads A1, A2, A3, X, Y, E; got A1, A2, A3, X, Y"):
        execute(program, 7, inputs, {"n": 2, "d": 2, "b": 1})


def test_inputs_are_not_changed():
    program = PROGRAMS["flash_backward_xy"]
    inputs = program.random_inputs(0, n=4, d=2)
    before = {name: array.copy() for name, array in inputs.items()}
    execute(program, 99, inputs, {"n": 4, "d": 2} | program.best_tiles(99, n=4, d=2))
    for name, array in before.items():
        np.testing.assert_array_equal(inputs[name], array)


def large(program, n, d):
    """Inputs whose scores are far beyond 709, the logarithm of the largest float64."""
    inputs = program.random_inputs(5, n=n, d=d)
    return inputs | {name: 100 * inputs[name] for name in ("A1", "A2", "Q", "K") if name in inputs}


@pytest.mark.parametrize("name", ONLINE)
def test_large_scores_do_not_overflow_in_the_online_form(name):
    program, sizes = PROGRAMS[name], {"n": 6, "d": 3}
    inputs = large(program, **sizes)
    for M in (program.least_memory(**sizes), 60):
        result = execute(program, M, inputs, sizes | program.best_tiles(M, **sizes))
        for output, expected in program.task.reference(inputs).items():
            np.testing.assert_allclose(result.outputs[output], expected, rtol=1e-9, atol=1e-9 * np.abs(expected).max())


@pytest.mark.parametrize("name", PLAIN)
def test_large_scores_are_refused_in_the_plain_form(name):
    program, sizes = PROGRAMS[name], {"n": 6, "d": 3}
    M = program.least_memory(**sizes)
    with pytest.raises(OutOfDomain, match="overflowed; scale the inputs down, or take the online form"):
        execute(program, M, large(program, **sizes), sizes | program.best_tiles(M, **sizes))


def test_the_online_form_moves_as_many_words_with_the_same_tiles():
    for plain, online in (("flash_attention", "online_attention"), ("flash_backward_xy", "online_backward_xy")):
        sizes = {"n": 7, "d": 3}
        tiles = PROGRAMS[plain].best_tiles(40, **sizes)
        runs = [
            execute(PROGRAMS[name], 99, PROGRAMS[name].random_inputs(0, **sizes), sizes | tiles | more)
            for name, more in ((plain, {}), (online, {"C1": 1}), (online, {"C1": 5}))
        ]
        assert len({(run.loads, run.stores) for run in runs}) == 1


def test_progress_ends_with_all_words_moved():
    seen = []
    result = run(PROGRAMS["flash_backward"], 40, progress=seen.append, n=9, d=3)
    assert seen == sorted(seen)
    assert seen[-1] == result.io


def test_a_size_that_people_use():
    program, sizes = PROGRAMS["flash_backward"], {"n": 1024, "d": 64}
    inputs = program.random_inputs(0, **sizes)
    result = execute(program, 16384, inputs, sizes | program.best_tiles(16384, **sizes))
    np.testing.assert_allclose(result.outputs["dX"], program.task.reference(inputs)["dX"], rtol=1e-9, atol=1e-9)
    # two products in tiles of 252 x 64, one of 64 x 64, 6 n d + 4 n, and 2 n d (9 + 13) for tiles of 126 and 83 rows
    assert result.io == 2 * (64 * (1024 + 64 * 5) + 65536) + (1024 * 128 + 4096) + 6 * 65536 + 4096 + 131072 * 22
