"""Inputs and outputs, tiles, and costs of programs: the statements by hand, and what they refuse."""

from dataclasses import replace
from itertools import product

import pytest
import sympy

from graphs.programs import PROGRAMS
from graphs.programs.tiles import best_rows, best_square
from proofs.evidence.counting import inputs, programs, tiles
from proofs.evidence.tiny import Case, confirm
from symbolic.attention import Computation
from symbolic.exact import polynomial


def test_inputs_and_outputs_by_hand():
    nothing = inputs.Range((), (), 0)
    row = confirm(Case(Computation.X, 1, 1, 7))
    found = inputs.inputs_and_outputs([row], nothing)
    assert (found.cases, found.sharp) == (1, True)  # 4 + 3 words, and the optimum is 7
    assert "backward X, n = 1, d = 1, M = 7" in found.scope
    cheaper = replace(row, optimum=replace(row.optimum, upper=6))
    refuted = inputs.inputs_and_outputs([cheaper], nothing)
    assert refuted.counterexample == "backward X, n = 1, d = 1, M = 7: the optimum is 6, with 7 inputs and outputs"


def test_every_kind_of_computation_attains_inputs_and_outputs():
    found = list(inputs.of_scores(replace(inputs.QUICK, budget=2000)))
    assert {known.text.rpartition(",")[0] for known in found if known.trivial == known.optimum} == {
        known.text.rpartition(",")[0] for known in found
    }
    for computation, M, words in ((Computation.FORWARD, 4, 6), (Computation.X, 7, 7), (Computation.XY, 8, 8)):
        row = confirm(Case(computation, 1, 1, M))
        assert row.trivial == row.optimum.cost == words


def test_a_case_that_is_undecided_is_no_case():
    row = confirm(Case(Computation.X, 1, 1, 4), 10)
    assert row.optimum.cost is None
    found = inputs.inputs_and_outputs([row], inputs.Range((), (), 0))
    assert found.cases == 0


def test_the_largest_tiles_are_those_that_programs_take():
    M, b = tiles.largest(tiles.SQUARE, 1, 300)
    assert M[0] == 7 and b.tolist() == [best_square(1000, 1000, int(words)) for words in M]
    for d in (1, 2, 7):
        for fit, per_row, fixed in ((tiles.BACKWARD, 3 * d + 4, d + 2), (tiles.FORWARD, 2 * d + 2, 3)):
            M, rows = tiles.largest(fit, d, 300)
            assert rows.tolist() == [best_rows(1000, int(words), per_row, fixed) for words in M]
            assert M[0] == fit.least(d) and best_rows(1000, int(M[0]) - 1, per_row, fixed) is None


@pytest.mark.parametrize("fit", tiles.FITS, ids=lambda fit: fit.text)
def test_no_fit_can_be_tightened(fit):
    within = tiles.Sizes(200, 3, 1)
    assert tiles.tiles_exist(within, (fit,)).holds
    assert not tiles.tiles_exist(within, (replace(fit, below=lambda a, d: fit.below(a, d) - 1),)).holds
    assert not tiles.tiles_exist(within, (replace(fit, least=lambda d: fit.least(d) - 1),)).holds


@pytest.mark.parametrize("name", programs.COSTS)
def test_the_costs_stated_are_the_formulas(name):
    told = polynomial(PROGRAMS[name])
    stated = programs.COSTS[name]
    names = {symbol.name: symbol for symbol in told.parameters}
    assert sympy.expand(told.io - sympy.sympify(stated.io, locals=names)) == 0
    memory = sympy.sympify(stated.memory, locals=names)
    assert memory == told.fitted_peak
    assert stated.io in programs.LEMMA.words and stated.memory in programs.LEMMA.words


@pytest.mark.parametrize("name, term", list(product(programs.COSTS, ("1", "d**2", "n - 1"))))
def test_a_cost_that_is_too_small_is_refuted(name, term):
    found = programs.program_costs(programs.Range(((2, 1),), ()), programs.without(name, term))
    assert found.counterexample and "the schedule costs" in found.counterexample


def test_a_cost_that_is_too_large_is_refuted_too():
    found = programs.program_costs(programs.Range(((1, 1),), ()), programs.without("in_cache", "-1"))
    assert found.counterexample == "in_cache, n = 1, d = 1: the schedule costs 7 words, not 8"


def test_a_cost_that_agrees_only_on_the_range_is_refuted():
    same = programs.without("unblocked", "(n - 1)*(n - 2)")
    found = programs.program_costs(programs.Range(((1, 1), (2, 1)), ()), same)
    assert found.counterexample.startswith("unblocked: the formula is ")


def test_memory_that_is_too_small_is_refuted():
    cost = programs.COSTS["flash_backward"]
    found = programs.program_costs(
        programs.Range(((2, 1),), ()), {"flash_backward": replace(cost, memory="2*B1*d + 2*B1 + 3")}
    )
    assert "the peak is" in found.counterexample


def test_costs_by_hand():
    point = {"n": 3, "d": 2, "b": 2}
    # 6 nd 2 + 2 n² 1 + 4 nd 1 + 2 d² 2 + 3 n² + 5 nd + 5 n + d²
    assert programs.value(programs.COSTS["small_cache"].io, point) == 72 + 18 + 24 + 16 + 27 + 30 + 15 + 4
    assert programs.played("small_cache", 13, point).cost == 206
