"""Run = count on a grid of (program, sizes, tiles, M), with values equal to the reference and M at its limit."""

import itertools
import random

import numpy as np
import pytest
import sympy

from graphs.errors import CapacityExceeded
from graphs.programs import PROGRAMS
from graphs.programs.machine import execute
from symbolic.count import count

N_D = [(1, 1), (1, 2), (1, 5), (2, 1), (3, 1), (8, 1), (2, 2), (3, 2), (2, 5), (3, 7), (5, 3), (7, 4), (9, 2), (11, 6)]
PRODUCTS = [(1, 1, 1), (1, 4, 1), (3, 1, 2), (2, 2, 2), (4, 3, 5), (6, 2, 1), (7, 5, 3), (1, 6, 8)]


def sizes_of(program):
    shapes = PRODUCTS if program.sizes == ("rows", "inner", "columns") else N_D
    return [dict(zip(program.sizes, shape, strict=True)) for shape in shapes]


def tilings(program, sizes, chance):
    """Tiles of 1, of everything, beyond everything, unequal ones, and the best for M at and above the limit."""
    least = program.least_memory(**sizes)
    chosen = [program.best_tiles(M, **sizes) for M in (least, least + 1, 2 * least + 3, 5 * least + 40)]
    largest = max(sizes.values())
    chosen += [dict.fromkeys(program.tiles, size) for size in (1, largest, largest + 2)]
    chosen += [{name: chance.randint(1, largest) for name in program.tiles} for _ in range(12)]
    return [dict(pairs) for pairs in dict.fromkeys(tuple(tiles.items()) for tiles in chosen)]


def points():
    chance = random.Random(1)
    return [
        (name, sizes | tiles)
        for name, program in PROGRAMS.items()
        for sizes in sizes_of(program)
        for tiles in tilings(program, sizes, chance)
    ]


POINTS = points()


def test_the_grid_is_large():
    assert len(POINTS) >= 2500
    assert {name for name, _ in POINTS} == set(PROGRAMS)


@pytest.mark.parametrize("name", PROGRAMS)
def test_run_equals_count_and_values_the_reference(name):
    program, cost = PROGRAMS[name], count(PROGRAMS[name])
    for _, parameters in (point for point in POINTS if point[0] == name):
        loads, stores, peak = cost.at(**parameters)
        inputs = program.random_inputs(3, **{size: parameters[size] for size in program.sizes})
        run = execute(program, peak, inputs, parameters)
        assert (run.loads, run.stores, run.peak) == (loads, stores, peak), parameters
        for output, expected in program.task.reference(inputs).items():
            np.testing.assert_allclose(run.outputs[output], expected, rtol=1e-9, atol=1e-12, err_msg=str(parameters))
        with pytest.raises(CapacityExceeded, match="by 1; held"):
            execute(program, peak - 1, inputs, parameters)


@pytest.mark.parametrize("name", PROGRAMS)
def test_words_that_pass_one_by_one_give_the_same_as_all_at_once(name):
    program = PROGRAMS[name]
    sizes = sizes_of(program)[-1]
    tiles = program.best_tiles(2 * program.least_memory(**sizes), **sizes)
    inputs = program.random_inputs(3, **sizes)
    runs = [execute(program, 10**6, inputs, sizes | tiles, largest_wave=wave) for wave in (1, 3, 10**6)]
    for run in runs[:-1]:
        assert (run.loads, run.stores, run.peak) == (runs[-1].loads, runs[-1].stores, runs[-1].peak)
        for output, values in runs[-1].outputs.items():
            np.testing.assert_allclose(run.outputs[output], values, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_least_memory_is_enough_and_one_word_less_is_not(name):
    """No tiles at all would do: tiles of 1 need the least cache."""
    program, cost = PROGRAMS[name], count(PROGRAMS[name])
    for sizes in sizes_of(program):
        least = program.least_memory(**sizes)
        assert cost.at(**sizes, **program.best_tiles(least, **sizes))[2] <= least
        assert cost.at(**sizes, **dict.fromkeys(program.tiles, 1))[2] == least


def test_best_tiles_fit_and_more_memory_never_costs_more():
    for name, program in PROGRAMS.items():
        cost, sizes = count(program), sizes_of(program)[-1]
        least = program.least_memory(**sizes)
        costs = []
        for M in range(least, least + 60):
            loads, stores, peak = cost.at(**sizes, **program.best_tiles(M, **sizes))
            assert peak <= M, (name, M)
            costs.append(loads + stores)
        assert costs == sorted(costs, reverse=True), name


@pytest.mark.parametrize("name", ["matmul", "small_cache", "flash_attention", "flash_backward_xy", "flash1_attention"])
def test_best_tiles_are_the_best_of_all(name):
    program, cost = PROGRAMS[name], count(PROGRAMS[name])
    sizes = dict(zip(program.sizes, (5, 3, 4), strict=False))
    names = program.tiles if len(program.tiles) <= 2 else ("B1", "B2", "B3")
    least = program.least_memory(**sizes)
    for M in range(least, least + 40, 3):
        best = program.best_tiles(M, **sizes)
        io = sum(cost.at(**sizes, **best)[:2])
        for tiles in itertools.product(range(1, 6), repeat=len(names)):
            *words, peak = cost.at(**sizes, **(best | dict(zip(names, tiles, strict=True))))
            assert peak > M or sum(words) >= io, (M, tiles)


@pytest.mark.parametrize("name", PROGRAMS)
def test_closed_forms_fit_and_those_of_the_sweeps_are_the_best(name):
    program, cost = PROGRAMS[name], count(PROGRAMS[name])
    sizes = dict.fromkeys(program.sizes, 40) | ({"d": 9} if "d" in program.sizes else {})
    least = program.least_memory(**sizes)
    for M in [least, least + 1, least + 30, 2 * least, 160]:
        if M < least:
            continue
        forms = program.closed_form
        closed = {tile: int(sympy.sympify(form, {"M": M, "d": sizes.get("d")})) for tile, form in forms.items()}
        best = program.best_tiles(M, **sizes)
        loads, stores, peak = cost.at(**sizes, **closed)
        assert peak <= M
        least_io = sum(cost.at(**sizes, **best)[:2])
        assert loads + stores >= least_io
        sweeps = {tile: size for tile, size in closed.items() if tile[0] in "BC"}
        assert sum(cost.at(**sizes, **(best | sweeps))[:2]) == least_io
        if closed.get("b", closed.get("f", 99)) <= 9:
            assert closed == best


def test_rectangular_tiles_are_the_best_of_each_phase():
    program, cost = PROGRAMS["rectangular_xy"], count(PROGRAMS["rectangular_xy"])
    sizes = {"n": 5, "d": 3}
    for M in (7, 9, 12, 20, 31):
        best = program.best_tiles(M, **sizes)
        io = sum(cost.at(**sizes, **best)[:2])
        for phase in "psotqgu":
            for b1, b2 in itertools.product(range(1, 6), repeat=2):
                *words, peak = cost.at(**sizes, **(best | {f"{phase}1": b1, f"{phase}2": b2}))
                assert peak > M or sum(words) >= io, (M, phase, b1, b2)


def test_the_grid_meets_every_boundary():
    seen = {parameters["n"] for _, parameters in POINTS if "n" in parameters}
    assert 1 in seen
    assert any(p.get("d") == 1 for _, p in POINTS)
    assert any(p.get("n", 9) < p.get("d", 0) for _, p in POINTS)
    assert any(p.get("B1") == p.get("n") for _, p in POINTS if "B1" in p)
    assert any(p.get("B1", 0) > p.get("n", 9) for _, p in POINTS)
