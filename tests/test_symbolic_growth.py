from itertools import product

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Eq, Integer, Max, Min, Rational, ceiling, sqrt

from graphs.errors import OutOfDomain
from symbolic.attention import CORRECTED, A, B, LBlarge, LBprod, LBroot, LBsmall, node_total, trivial_bound
from symbolic.domain import EVERYWHERE, Domain, much_less
from symbolic.growth import is_O, is_o, is_Omega, is_omega, is_Theta, theta
from symbolic.symbols import M, d, n

where = Domain.where
LARGE, SMALL = where(M >= d**2), where(M <= d**2)
TRIVIAL = trivial_bound("X").expression


def test_the_trap_of_sympy():
    """sympy.O(n) + n**2 with two symbols about is O(n); here n + n**2 is not."""
    assert not is_O(n + n**2, n)
    assert is_O(n + n**2, n**2)
    assert theta(n + n**2) == n**2
    assert is_o(n, n**2)
    assert not is_o(n**2, n**2)


@pytest.mark.parametrize(
    ("expr", "domain", "answer"),
    [
        (n**2 * d + n * d**2, EVERYWHERE, n**2 * d + n * d**2),
        (n**2 * d + n * d**2, where(d <= n), n**2 * d),
        (7 * n + 3, EVERYWHERE, n),
        (Integer(5), EVERYWHERE, Integer(1)),
        (n**2 + n * d + d**2, EVERYWHERE, n**2 + d**2),
        (2 * n * d * ceiling(n / M), EVERYWHERE, n * d + n**2 * d / M),
        (Min(n, d), where(d <= n), d),
        (Max(n, d) / Min(n, d), where(d <= n), n / d),
        (n / (2 * M + d + 1), EVERYWHERE, n / (M + d)),
        (3 * Min(n, d) * n, EVERYWHERE, n * Min(n, d)),
        (Min(n, d, n * d), EVERYWHERE, Min(n, d)),
        (Min(n, d) + n * d + 1, EVERYWHERE, n * d),
        (M + Min(n, d), EVERYWHERE, M + Min(n, d)),
        (Max(M, Min(n, d), 1), EVERYWHERE, Max(M, Min(n, d))),
        (sqrt(Min(n, d)), EVERYWHERE, sqrt(Min(n, d))),
        (ceiling(Min(n, d) / M), EVERYWHERE, 1 + Min(n, d) / M),
        (M + d**2, where(Eq(M, d**2)), M),
    ],
)
def test_theta(expr, domain, answer):
    found = theta(expr, domain)
    assert sympy.expand(found - answer) == 0
    assert is_Theta(expr, found, domain)


class TestTheTheorem:
    def test_min_is_a_in_the_large_cache_and_b_in_the_small(self):
        assert sympy.expand(theta(Min(A, B), LARGE) - A) == 0
        assert sympy.expand(theta(Min(A, B), SMALL) - B) == 0
        assert theta(Min(A, B)) == Min(sympy.expand(A), sympy.expand(B))
        assert is_Theta(A, B, where(Eq(M, d**2)))
        assert is_o(B, A, where(much_less(M, d**2)))
        assert is_o(A, B, where(much_less(d**2, M)))

    def test_lblarge_matches_a_only_in_the_large_cache(self):
        count = LBlarge.expression + M
        assert is_Theta(count, A, LARGE)
        assert not is_Theta(count, A, SMALL)
        assert not is_Theta(count, A, where(much_less(M, d**2)))
        assert is_o(count, A, where(much_less(M, d**2)))
        assert is_Theta(LBlarge.expression, A, where(d**2 <= M, much_less(M, n * d)))

    def test_what_lblarge_subtracts_matters_near_nd(self):
        with pytest.raises(OutOfDomain, match="subtracted M"):
            is_Theta(LBlarge.expression, A, LARGE)

    def test_the_counts_match_both_regimes(self):
        scores = n**2 * d * Min(1 / sqrt(M), d / M)
        assert is_Theta(LBprod.expression + M, scores)
        assert is_Theta(LBsmall.expression + M, Min(A, B))
        assert is_Theta(LBroot.expression + M, n**2 * d**2 / M, LARGE)

    def test_trivial_bound_fits_exactly_up_to_n_min_n_d(self):
        assert is_O(TRIVIAL, Min(A, B), where(M <= n * Min(n, d)))
        for domain in (EVERYWHERE, where(M <= n * d), where(M <= n**2), where(M >= d, M <= n * d)):
            verdict = is_O(TRIVIAL, Min(A, B), domain)
            assert not verdict
            assert_ray_refutes(TRIVIAL, Min(A, B), domain, verdict)
            end = verdict.ray.at(Integer(10) ** 6)
            assert end[M] > end[n] * min(end[n], end[d])

    def test_corrected_form(self):
        assert is_Theta(CORRECTED.expression, TRIVIAL + Min(A, B))
        assert is_Theta(CORRECTED.expression, Min(A, B), where(M <= n * Min(n, d)))
        assert is_Theta(CORRECTED.expression, TRIVIAL, where(n * Max(n, d) <= M, d <= n))
        assert theta(CORRECTED.expression) == n * d + d**2 + Min(sympy.expand(A), sympy.expand(B))

    def test_nodes(self):
        assert theta(node_total("X", "chain")) == n**2 * d + n * d**2
        assert theta(node_total("XY", "fma"), where(d <= n)) == n**2 * d


def assert_ray_refutes(f, g, domain, verdict):
    """Exactly: inside the domain all the way, and f/g multiplied by about 10**power from t = 10**8 to 10**9."""
    values = []
    for t in (10**8, 10**9):
        point = {v: verdict.ray.at(t).get(v, Integer(1)) for v in (n, d, M)}
        domain.require(point, "the ray")
        values.append(f.subs(point) / g.subs(point))
    assert verdict.power > 0
    assert values[1] / values[0] > Rational(99, 100) * 10**verdict.power


def test_verdicts_read_well():
    assert str(is_O(n * d**2, n**2 * d, where(d <= n))) == "d**2*n = O(d*n**2) for d <= n"
    assert str(is_O(M, n, where(M <= n * d))) == (
        "M = O(n) fails for M <= d*n: along n = 1, d = t, M = t the ratio M/n grows like t"
    )
    assert "does not vanish" in str(is_o(n, 2 * n))


def test_constants_move_the_ray_into_the_domain():
    verdict = is_O(M, n, where(M >= 3))
    assert str(verdict.ray) == "n = 1, M = 4*t"


def test_omega_and_o_are_mirror_images():
    assert is_omega(n**2, n)
    assert is_Omega(n**2, n)
    assert not is_omega(n, n)
    assert not is_Omega(n, n**2)
    assert str(is_omega(n, n**2)).startswith("n = omega(n**2) fails")


def test_theta_says_which_half_fails():
    verdict = is_Theta(n, n**2)
    assert str(verdict) == "n = Theta(n**2) fails for all variables >= 1: along n = t the ratio n grows like t"


def test_certificates_come_with_what_holds():
    verdict = is_Theta(n * d + n**2 + d**2, (n + d) ** 2)
    assert verdict.ray is None
    assert len(verdict.certificates) == 4


@pytest.mark.parametrize("domain", [where(M >= 2 * d**2, M <= d**2), where(much_less(M, d), d <= M)])
def test_nothing_holds_on_an_empty_domain(domain):
    with pytest.raises(OutOfDomain):
        is_O(n**2, n, domain)


def test_min_on_either_side():
    assert is_O(Min(n**2, d**2), n * d)
    assert not is_O(n * d, Min(n**2, d**2))
    assert is_Theta(Min(n**2 + d, d**2), Min(n, d) ** 2 + d)
    assert not is_Theta(Min(n**2 + d, d**2), Min(n, d) ** 2 + Min(d, n**2))  # n = 1


powers = st.integers(0, 4).map(lambda k: Rational(k, 2))
monomials = st.tuples(powers, powers, powers).map(lambda p: n ** p[0] * d ** p[1] * M ** p[2])
posynomials = st.lists(st.tuples(st.integers(1, 5), monomials), min_size=1, max_size=3)
relations = st.lists(st.sampled_from([d <= n, M <= n * d, d**2 <= M, M <= d**2, n <= d**3, M <= n**2]), max_size=2)
RAYS = list(product(range(4), repeat=3))


def value(terms, point):
    return sum(c * m.subs(point) for c, m in terms)


@settings(max_examples=60, deadline=None)
@given(posynomials, posynomials, relations)
def test_verdicts_agree_with_values_along_rays(f, g, conditions):
    """Exact values: a bound that holds has the constant that the certificate gives; one that fails, fails visibly."""
    domain = where(*conditions)
    left, right = (sympy.Add(*(c * m for c, m in terms)) for terms in (f, g))
    verdict = is_O(left, right, domain)
    if not verdict:
        assert_ray_refutes(left, right, domain, verdict)
        return
    constant = sum(c for c, _ in f)  # a weighted mean of monomials is at most their sum
    for ray in RAYS:
        point = dict(zip((n, d, M), (Integer(4) ** r for r in ray), strict=True))
        if all(relation.holds(point) for relation in domain.relations):
            assert value(f, point) <= constant * value(g, point)


@settings(max_examples=40, deadline=None)
@given(posynomials, relations)
def test_theta_keeps_the_class_and_nothing_superfluous(f, conditions):
    domain = where(*conditions)
    expr = sympy.Add(*(c * m for c, m in f))
    found = theta(expr, domain)
    assert is_Theta(expr, found, domain)
    parts = sympy.Add.make_args(found)
    for part in parts:
        if len(parts) > 1:
            assert not is_O(part, found - part, domain)
