import pytest
import sympy
from sympy import Rational, sqrt

from graphs.errors import OutOfDomain
from symbolic.monomial import exponents, is_monomial, require_monomial, simplest_first, split, terms
from symbolic.symbols import M, d, n


@pytest.mark.parametrize("expr", [sympy.Integer(1), n, n * d, n**2 / sqrt(M), 1 / d])
def test_monomials(expr):
    assert is_monomial(expr)


@pytest.mark.parametrize("expr", [sympy.Integer(2), 2 * n, n + d, n**d, sympy.Symbol("x"), sympy.log(n), -n])
def test_not_monomials(expr):
    assert not is_monomial(expr)
    with pytest.raises(OutOfDomain, match="expected a product"):
        require_monomial(expr)


def test_exponents_of_a_constant_and_of_absent_variables():
    assert exponents(sympy.Integer(1), (n, d)) == (0, 0)
    assert exponents(n / sqrt(M), (d, M, n)) == (0, Rational(-1, 2), 1)


def test_split_keeps_irrational_coefficients_whole():
    assert split(sqrt(2) * n / 3) == (sqrt(2) / 3, n)
    assert split(sympy.Integer(5)) == (5, 1)


def test_terms_expand():
    assert set(terms((n + d) ** 2)) == {(1, n**2), (2, n * d), (1, d**2)}


def test_simplest_first_is_a_total_order():
    monomials = {n, d, n * d, n**2, 1 / n}
    assert simplest_first(monomials) == simplest_first(reversed(simplest_first(monomials)))
