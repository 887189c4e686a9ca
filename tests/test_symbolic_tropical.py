import pytest
import sympy
from sympy import Integer, Max, Min, Rational, ceiling, sqrt

from graphs.errors import OutOfDomain
from symbolic.cone import Cone
from symbolic.domain import EVERYWHERE, Domain, much_less
from symbolic.symbols import M, d, n
from symbolic.tropical import Quotient, degree, posynomial, tropical

everywhere = Cone.of(EVERYWHERE, (n, d, M))


@pytest.mark.parametrize(
    ("expr", "over", "under"),
    [
        (Integer(7), {1}, {1}),
        (sqrt(2) * n, {n}, {1}),
        (n + d + 1, {n, d}, {1}),
        (Max(n, d), {n, d}, {1}),
        (Min(n, d), {n * d}, {n, d}),
        ((n + d) ** 2, {n**2, d**2}, {1}),
        (sqrt(n + d), {sqrt(n), sqrt(d)}, {1}),
        (1 / (n + d), {1}, {n, d}),
        (ceiling(n / M), {1, n / M}, {1}),
        (Min(Rational(1, 2), d / M), {d}, {M, d}),
    ],
)
def test_forms(expr, over, under):
    """Up to a monomial that both sides share."""
    found = tropical(expr, everywhere)
    shared = {a / b for a in found.over for b in over if {x * b / a for x in found.over} == over}
    assert any({x / s for x in found.under} == under for s in shared)


@pytest.mark.parametrize(
    ("expr", "why"),
    [
        (n - d, "does not vanish"),
        (n - n, "positive"),
        (-n, "positive"),
        (d - n - 1, "does not vanish"),
        (-n - d, "positive"),
        (0.5 * n, "float"),
        (sympy.log(n), "log"),
        (2**n, "Pow"),
        (sympy.Symbol("x"), "Symbol"),
        (sympy.floor(n / d), "floor"),
        (sympy.oo * n, "positive|Infinity"),
        (sympy.I * n + d, "positive"),
        (d - n - sympy.I * n, "real"),
    ],
)
def test_refusals(expr, why):
    with pytest.raises(OutOfDomain, match=why):
        tropical(expr, everywhere)


def test_coefficients_pay_for_subtractions():
    assert tropical(2 * n * d - n, everywhere).over == (d * n,)
    assert tropical(n * (2 * d - 1) + d, everywhere).over == (d * n,)
    with pytest.raises(OutOfDomain, match="along"):
        tropical(n * d - n, everywhere)  # it is 0 for d = 1
    with pytest.raises(OutOfDomain, match="along"):
        tropical(3 * n * d - 2 * n - 2 * d, everywhere)  # what paid once cannot pay again


def test_limits_pay_for_subtractions():
    assert tropical(n**2 - 5 * n, Cone.of(EVERYWHERE, [n])).over == (n**2,)
    assert tropical(n * d - n, Cone.of(Domain.where(much_less(1, d)), [n])).over == (d * n,)


def test_posynomial_divides_or_declines():
    assert posynomial(Quotient((n**2, d**2), (n, d)), everywhere) == (d, n)
    assert posynomial(tropical(Min(n, d), everywhere), everywhere) is None
    assert posynomial(tropical(Min(n, d), everywhere), Cone.of(Domain.where(n <= d))) == (n,)


def test_degree():
    ray = Cone.of(EVERYWHERE, [n, d]).bounded(n, [d])
    assert degree(tropical(Min(n, d) / d**2, everywhere), ray) == -degree(Quotient((d**2,)), ray)
