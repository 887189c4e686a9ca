import pytest
from sympy import Integer, Rational, sqrt

from graphs.errors import OutOfDomain
from symbolic.cone import Cone, Domination, Ray
from symbolic.domain import EVERYWHERE, Domain, much_less
from symbolic.symbols import M, d, n

where = Domain.where
everywhere = Cone.of(EVERYWHERE, (n, d, M))


def test_a_mean_dominates_though_no_single_monomial_does():
    found = everywhere.bounded(n * d, [n**2, d**2])
    assert found == Domination(n * d, ((n**2, Rational(1, 2)), (d**2, Rational(1, 2))))
    assert str(found) == "d*n = (n**2)**(1/2) * (d**2)**(1/2)"


def test_certificates_use_the_relations():
    found = Cone.of(where(d**2 <= M)).bounded(d / sqrt(M), [Integer(1)])
    assert found == Domination(d / sqrt(M), ((Integer(1), Integer(1)),), ((M / d**2, Rational(1, 2)),))


def test_a_forged_certificate_is_refused():
    with pytest.raises(AssertionError, match="no certificate"):
        Domination(n**2, ((n, Integer(1)),), ((n, Integer(1)),))
    with pytest.raises(AssertionError, match="no certificate"):
        Domination(n**2, ((n, Integer(1)),), ((n, Integer(-1)),))
    with pytest.raises(AssertionError, match="no certificate"):
        Domination(n**2, ((n, Integer(2)),))


def test_rays_stay_inside_and_run_away():
    domain = where(M >= 3, M <= n * d)
    ray = Cone.of(domain).bounded(M, [n])
    assert isinstance(ray, Ray)
    assert ray.degree(M) > ray.degree(n)
    for t in (1, 10, 1000):
        domain.require(ray.at(t), "the ray")


def test_rays_respect_much_less():
    domain = where(much_less(M, d**2))
    ray = Cone.of(domain, [n]).bounded(d, [n])
    assert isinstance(ray, Ray)
    assert ray.degree(d**2 / M) > 0


def test_vanishing_needs_every_way_out():
    assert isinstance(everywhere.vanishing(n, [n**2]), Ray)
    assert isinstance(Cone.of(EVERYWHERE, [n]).vanishing(n, [n**2]), Domination)
    assert isinstance(everywhere.vanishing(Integer(1), [n * d * M]), Domination)
    assert isinstance(Cone.of(where(much_less(1, n)), [d]).vanishing(n * d, [n**2 * d]), Domination)


def test_bounded_domains_have_no_limit():
    with pytest.raises(OutOfDomain, match="bounded"):
        Cone.of(where(n <= 5)).vanishing(Integer(1), [n])


def test_a_limit_that_the_rest_forbids():
    with pytest.raises(OutOfDomain, match="contradict"):
        Cone.of(where(much_less(M, d**2), d <= 5))


def test_prune():
    assert everywhere.prune([n, n**2, n * d, d**2, Integer(1)]) == (d**2, n**2)
    assert Cone.of(where(d <= n)).prune([n * d**2, n**2 * d]) == (n**2 * d,)
    assert Cone.of(where(d <= n, n <= d)).prune([n, d, n * d]) == (n * d,)
    assert everywhere.prune([n]) == (n,)
