import pytest
from sympy import Integer, Rational, sqrt

from graphs.errors import OutOfDomain
from graphs.game import VARIANTS
from symbolic.bound import Bound, Side
from symbolic.domain import Domain
from symbolic.symbols import M, d, n

toy = Bound("toy", Side.LOWER, n * d / sqrt(M), "a toy", "nobody 2024", Domain.where(M >= 3, d**2 >= M))


def test_values_are_exact():
    assert toy.at(n=3, d=2, M=4) == 3
    assert toy.at(n=1, d=2, M=3) == 2 / sqrt(3)
    assert Bound("half", Side.UPPER, n / 2, "", "").at(n=3) == Rational(3, 2)
    assert toy.at(n=Integer(3), d=2, M=4) == 3


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"n": 3, "d": 2, "M": 2}, "toy holds for 3 <= M; got M = 2"),
        ({"n": 3, "d": 2, "M": 5}, "toy holds for M <= d..2; got d = 2, M = 5"),
        ({"n": 0, "d": 2, "M": 4}, "n >= 1; got n = 0"),
        ({"n": 3, "M": 4}, "needs a value of d"),
        ({"n": 3, "d": 2, "M": 4, "S": 4}, "no symbol 'S'"),
        ({"n": 3.0, "d": 2, "M": 4}, "n must be a whole number; got 3.0"),
        ({"n": True, "d": 2, "M": 4}, "whole number; got True"),
    ],
)
def test_refusals(values, message):
    with pytest.raises(OutOfDomain, match=message):
        toy.at(**values)


def test_variables_of_other_bounds_are_welcome():
    assert Bound("inputs", Side.LOWER, 3 * n, "", "").at(n=2, d=9, M=9) == 6


def test_floats_are_refused():
    with pytest.raises(OutOfDomain, match="holds a float"):
        Bound("bad", Side.LOWER, 0.5 * n, "", "")


@pytest.mark.parametrize(
    ("side", "text", "latex"),
    [
        (Side.LOWER, "lower bound: Q >= 2*n", r"Q \ge 2 n"),
        (Side.UPPER, "upper bound: Q <= 2*n", r"Q \le 2 n"),
        (Side.TIGHT, "tight bound: Q = Theta(2*n)", r"Q = \Theta\left(2 n\right)"),
    ],
)
def test_forms(side, text, latex):
    bound = Bound("b", side, 2 * n, "", "")
    assert str(bound) == text
    assert bound.latex() == latex


def test_forms_with_domain_and_variant():
    bound = Bound("b", Side.LOWER, n, "", "", Domain.where(M >= 3, d < M), VARIANTS["sliding"])
    assert str(bound) == "lower bound (recompute, sliding): Q >= n for 3 <= M and d < M"
    assert bound.latex() == r"Q \ge n \quad (3 \le M,\; d < M)"
