"""Sparse bounds: sizes of hand-checked patterns, exact values, crossovers, and Theorem S against executed programs."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Integer, Rational, expand, sqrt

from graphs.errors import OutOfDomain
from graphs.programs.carried_scores import carried_scores
from graphs.programs.machine import execute
from graphs.programs.sparse_scores import banded, causal, sparse_scores
from symbolic.attention import A, B
from symbolic.sparse import (
    LARGE,
    LITERAL,
    SMALL,
    THEOREM_S,
    Measures,
    best_threshold,
    dense,
    exceeds,
    literal_crossover,
    literal_value,
    measure,
    pattern,
    sparse_crossover,
    square,
    theorem_s_value,
)
from symbolic.symbols import M, d, n


def test_a_pattern_measured_by_hand():
    """Row 0 of Q meets row 0 of K in two columns and row 1 in one; row 1 of Q is empty; Q_02 meets nothing."""
    q = pattern([(0, 0), (0, 1), (0, 2)], 2, 4)
    k = pattern([(0, 0), (0, 1), (1, 1), (1, 3)], 2, 4)
    sizes = measure(q, k)
    assert sizes == Measures(3, 4, ((1, 1), (2, 1)), used=5, rows=1)
    assert (sizes.inputs, sizes.entries, sizes.products, sizes.least_overlap, sizes.trivial) == (7, 2, 3, 1, 6)
    assert sizes.effective() == sqrt(2)
    assert sizes.effective(2) == 2
    assert literal_value(sizes, 4) == 7 * sqrt(2) / 2
    assert literal_value(sizes, 49) == 1
    assert theorem_s_value(sizes, 4) == Rational(29, 100) * Rational(2, 4)
    assert theorem_s_value(sizes, 4, threshold=2) == Rational(29, 100)
    assert best_threshold(sizes, 4) == 2


def test_a_mask_takes_entries_and_nonzeros_away():
    full = np.ones((3, 2), dtype=bool)
    assert measure(full, full, causal(3)) == Measures(6, 6, ((2, 6),), used=12, rows=3)
    only = np.zeros((3, 3), dtype=bool)
    only[1, 2] = True
    assert measure(full, full, only) == Measures(6, 6, ((2, 1),), used=4, rows=1)
    assert measure(full, full, banded(3, 1)).entries == 3


@pytest.mark.parametrize(("size", "columns"), [(1, 1), (4, 2), (3, 7)])
def test_half_of_the_nonzeros_is_effective_for_a_full_square(size, columns):
    full = np.ones((size, columns), dtype=bool)
    sizes = measure(full, full)
    assert 2 * sizes.effective() == sizes.inputs
    with_empty_rows = np.vstack([full, np.zeros((5, columns), dtype=bool)])
    assert measure(with_empty_rows, with_empty_rows) == sizes


def test_the_crossovers_are_derived():
    assert sparse_crossover().at.subs({"delta": 3}) == sparse_crossover().at
    assert str(sparse_crossover().at) == "delta**2"
    assert (sparse_crossover().smaller_above, sparse_crossover().smaller_below) == (LARGE, SMALL)
    assert str(literal_crossover().at) == "Z_in**2/Z_QK"


def test_dense_matrices_give_the_theorem_up_to_lower_terms():
    assert dense(sparse_crossover().at) == d**2
    assert expand(A - dense(LARGE)) == n * d**3 / M
    assert expand(B - dense(SMALL)) == n * d**2 / sqrt(M)
    assert dense(THEOREM_S.expression).subs({n: 8, d: 2, M: 16}) == Rational(29, 100) * 16


@pytest.mark.parametrize("words", [3, 4, 15, 16, 17, 100])
def test_the_values_are_those_of_the_bounds(words):
    full = np.ones((5, 4), dtype=bool)
    sizes = measure(full, full)
    assert theorem_s_value(sizes, words) == THEOREM_S.at(delta=4, Z_QK=25, M=words)
    assert literal_value(sizes, words) == LITERAL.at(Z_in=40, Z_QK=25, M=words)


def test_comparisons_are_exact_next_to_each_other():
    big = 10**40
    assert not exceeds(sqrt(Integer(big**2)), big)
    assert exceeds(sqrt(Integer(big**2 + 1)), big)
    assert not exceeds(sqrt(Integer(big**2 - 1)), big)
    assert exceeds(Rational(7, 2), 3)
    with pytest.raises(OutOfDomain, match="root of a rational number"):
        square(1 + sqrt(2))


def test_refusals():
    sizes = measure(np.eye(3), np.eye(3))
    with pytest.raises(OutOfDomain, match="Theorem S holds for 3 <= M; got M = 2"):
        theorem_s_value(sizes, 2)
    with pytest.raises(OutOfDomain, match="read literally holds for 3 <= M; got M = 1"):
        literal_value(sizes, 1)
    with pytest.raises(OutOfDomain, match="no entry has 2 common columns; the most are 1"):
        theorem_s_value(sizes, 9, threshold=2)
    with pytest.raises(OutOfDomain, match="threshold must be a whole number >= 1; got 0"):
        theorem_s_value(sizes, 9, threshold=0)
    with pytest.raises(OutOfDomain, match=r"the place \(2, 0\) lies outside the 2 x 3 pattern"):
        pattern([(2, 0)], 2, 3)
    with pytest.raises(OutOfDomain, match="no entry of Q K\\^T is left"):
        measure(pattern([(0, 0)], 2, 2), pattern([(0, 1)], 2, 2))


@st.composite
def sparse_matrices(draw):
    rows, columns = draw(st.integers(1, 7)), draw(st.integers(1, 6))
    matrices = [
        np.array(draw(st.lists(st.booleans(), min_size=rows * columns, max_size=rows * columns))).reshape(rows, columns)
        for _ in range(2)
    ]
    for matrix in matrices:
        matrix[0, 0] = True
    mask = draw(st.sampled_from([None, causal(rows), banded(rows, 2)]))
    return (*matrices, mask)


@settings(max_examples=60, deadline=None)
@given(sparse_matrices(), st.integers(0, 8), st.integers(1, 7), st.booleans())
def test_theorem_s_never_exceeds_the_cost_of_an_execution(given_matrices, keep, size, read_all):
    q, k, mask = given_matrices
    sizes, (rows, columns) = measure(q, k, mask), q.shape
    for program in (sparse_scores(q, k, mask), carried_scores(q, k, mask, keep=keep, read_all=read_all)):
        parameters = {"n": rows, "d": columns, "B1": size}
        run = execute(program, 10**6, program.random_inputs(0, n=rows, d=columns), parameters)
        assert sizes.trivial <= run.io
        for words in {max(3, run.peak), run.peak + 3}:
            assert execute(program, words, program.random_inputs(0, n=rows, d=columns), parameters).io == run.io
            for threshold, _ in sizes.overlaps:
                assert not exceeds(theorem_s_value(sizes, words, threshold), run.io)
    assert 4 * square(sizes.effective()) <= sizes.inputs**2
