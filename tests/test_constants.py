"""The lower bounds with the constants of the programs: never above a program or an optimum, and as in the catalogue."""

import csv
from fractions import Fraction
from math import isqrt
from pathlib import Path

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs.errors import OutOfDomain
from graphs.families.attention import attention_backward, attention_forward
from graphs.programs import PROGRAMS
from graphs.search import optimum
from proofs.lemmas import CATALOGUE, named
from symbolic import constants
from symbolic.exact import exact_cost, runs
from symbolic.ranking import ranking
from symbolic.symbols import M, d, n

DATA = Path(__file__).parent / "data"
FOR_X = (constants.theorem_A, constants.theorem_B, constants.theorem_B_any_tree)
HEADS = st.one_of(st.integers(1, 12), st.integers(1, 300), st.integers(1, 65536))
SIZES = st.one_of(st.integers(1, 12), st.integers(1, 300), st.integers(1, 10**6))


@settings(max_examples=150, deadline=None)
@given(n=SIZES, d=HEADS, share=st.fractions(Fraction(1, 1000), 300, max_denominator=1000))
def test_no_bound_exceeds_a_program(n, d, share):
    """The cache is a share of d² words: small, near the crossing, and large."""
    M = max(3, int(share * d * d))
    least = ranking(n=n, d=d, M=M).best.cost.io
    for bound in FOR_X:
        assert bound(n, d, M) <= least, bound


@settings(max_examples=60, deadline=None)
@given(n=SIZES, d=st.integers(1, 40), multiple=st.integers(10, 4000))
def test_no_bound_exceeds_a_program_in_the_large_cache(n, d, multiple):
    M = max(3, multiple * d * d)
    least = ranking(n=n, d=d, M=M).best.cost.io
    for bound in FOR_X:
        assert bound(n, d, M) <= least, bound


@settings(max_examples=40, deadline=None)
@given(n=SIZES, d=HEADS, M=st.integers(7, 10**6))
def test_no_forward_bound_exceeds_a_program(n, d, M):
    for name in ("small_cache_forward", "flash_forward"):
        if runs(PROGRAMS[name], M, n=n, d=d):
            cost = exact_cost(PROGRAMS[name], M, n=n, d=d).io
            assert max(constants.theorem_A_forward(n, d, M), constants.theorem_B_forward(n, d, M)) <= cost


@settings(max_examples=40, deadline=None)
@given(m=SIZES, k=SIZES, n=SIZES, M=st.integers(7, 10**6))
def test_the_product_bound_exceeds_no_program(m, k, n, M):
    assert constants.product_bound(m, k, n, M) <= exact_cost(PROGRAMS["matmul"], M, rows=m, inner=k, columns=n).io


@pytest.mark.parametrize("M", [3, 4, 5, 7, 10])
def test_no_bound_exceeds_an_optimum_of_attention(M):
    """So small a graph gives no bound a hold: all are 0 here, as they must be."""
    assert all(bound(1, 1, M) <= optimum(attention_backward(1, 1), M).cost for bound in FOR_X)
    forward = optimum(attention_forward(1, 1), M).cost
    assert max(constants.theorem_A_forward(1, 1, M), constants.theorem_B_forward(1, 1, M)) <= forward


def test_no_bound_exceeds_a_known_optimum_of_a_product():
    compared = 0
    for name in ("optima.csv", "optima_beyond.csv"):
        lines = [line for line in (DATA / name).read_text().splitlines() if line and not line.startswith("#")]
        for row in csv.DictReader(lines):
            kind, _, sizes = row["graph"].rpartition("_")
            if kind in ("mm_fma0", "mm_ps") and int(row["M"]) >= 3:
                m, n, k = map(int, sizes.split("x"))
                assert constants.product_bound(m, k, n, int(row["M"])) <= int(row["optimum"])
                compared += 1
    assert compared > 50


@pytest.mark.parametrize(
    "name, bound, least",
    [
        ("theorem-B", constants.LARGE_CHAIN, 22),
        ("theorem-B'", constants.LARGE_ANY_TREE, 12),
        ("theorem-B-forward", constants.LARGE_FORWARD, 10),
    ],
)
def test_the_formulas_are_those_of_the_catalogue(name, bound, least):
    statement = named(name).statement
    assert f"M >= {least}*d**2" in statement
    formula = sympy.sympify(statement.rpartition(">= ")[2], {"M": M, "n": n, "d": d})
    assert sympy.simplify(formula - bound.expression) == 0


@pytest.mark.parametrize("function, bound", [
    (constants.theorem_B, constants.LARGE_CHAIN),
    (constants.theorem_B_any_tree, constants.LARGE_ANY_TREE),
    (constants.theorem_B_forward, constants.LARGE_FORWARD),
])  # fmt: skip
def test_whole_numbers_are_the_formulas_rounded_down(function, bound):
    for sizes in ((100, 1, 30), (1000, 2, 200), (10**6, 8, 2000)):
        at = dict(zip(("n", "d", "M"), sizes, strict=True))
        assert function(*sizes) == sympy.floor(bound.at(**at)) > 0


def test_theorem_a_is_what_the_catalogue_says_at_its_best_ramps():
    """Recomputed from the text of the statement, in exact arithmetic up to the root, which is rounded up."""
    n, d, M = 4096, 1024, 256
    text = named("theorem-A").statement
    assert "3*kappa**2 <= d**2" in text
    found = 0
    for kappa in range(20, 130, 5):
        for ell in range(40, 260, 10):
            e = 1 + Fraction(M, 4 * kappa**2) + Fraction(M, 4) * (1 + Fraction(16 * M, 27 * kappa**2)) / ell**2
            root = e * (isqrt(int(M * e * 10**12)) + 1) / 10**6
            weight = 2 * (n * n * (2 * d - kappa - 1) + n * d * (2 * n - ell - 1))
            found = max(found, weight / (3 + root) - 2 * M)
    assert abs(constants.theorem_A(n, d, M) / found - 1) < Fraction(1, 100)


def test_bounds_say_nothing_outside_their_range():
    assert constants.theorem_B(10**6, 10, 2199) == 0 < constants.theorem_B(10**6, 10, 2200)
    assert constants.theorem_B_any_tree(10**6, 10, 1199) == 0 < constants.theorem_B_any_tree(10**6, 10, 1200)
    assert constants.theorem_B_forward(10**6, 10, 999) == 0 < constants.theorem_B_forward(10**6, 10, 1000)
    assert constants.theorem_A(10**6, 1, 3) == 0
    with pytest.raises(OutOfDomain):
        constants.theorem_B(0, 1, 3)


def test_the_constants_in_the_limit():
    """The constants 10, 6 and 4 of the large cache, 8, 4 and 2 of the small, to within a few hundredths."""
    n, d, M = 10**9, 10, 10**5
    unit = Fraction(n * n * d * d, M)
    assert [round(float(f(n, d, M) / unit), 1) for f in (constants.theorem_B, constants.theorem_B_any_tree)] == [
        10.0,
        6.0,
    ]
    assert round(float(constants.theorem_B_forward(n, d, M) / unit), 1) == 4.0
    n, d, M = 2**40, 2**36, 2**16
    unit = Fraction(n * n * d, 2**8)
    assert Fraction(79, 10) < constants.theorem_A(n, d, M) / unit < 8
    assert Fraction(79, 20) < constants.theorem_A_forward(n, d, M) / unit < 4
    assert Fraction(79, 40) < constants.product_bound(n, d, n, M) / unit < 2


def test_the_theorems_are_certified_and_rest_on_their_counts():
    for name in ("theorem-A", "theorem-A-forward", "theorem-B", "theorem-B'", "theorem-B-forward", "product-constant"):
        lemma = named(name)
        assert lemma.theorem
        (reading,) = (use.name for use in lemma.uses if CATALOGUE[use.name].reads)
        assert "segment-lemma" in CATALOGUE[reading].reads
