import pytest
import sympy
from sympy import Eq, Integer, Max, Min, Rational

from graphs.errors import OutOfDomain
from symbolic.domain import EVERYWHERE, Domain, Relation, Row, Sign, much_less
from symbolic.symbols import M, d, n

where = Domain.where


def test_conditions_are_read_in_either_direction():
    assert where(M >= d**2) == where(d**2 <= M)
    assert where(M > 3).relations == (Relation(Integer(3), M, Sign.LESS),)
    assert len(where(Eq(M, d**2)).relations) == 2


def test_what_sympy_knows_is_dropped_and_the_impossible_refused():
    assert where(n >= 1) == EVERYWHERE
    with pytest.raises(OutOfDomain, match="False"):
        where(n <= 0)
    with pytest.raises(OutOfDomain, match="between formulas"):
        where(sympy.Ne(n, d))


def test_str():
    assert str(where(M >= 3, much_less(M, d**2))) == "3 <= M and M << d**2"
    assert str(EVERYWHERE) == "all variables >= 1"


@pytest.mark.parametrize(
    ("condition", "inside", "outside"),
    [
        (M <= d**2, (1, 2, 4), (1, 2, 5)),
        (M < d**2, (1, 2, 3), (1, 2, 4)),
        (much_less(M, d**2), (1, 2, 3), (1, 2, 4)),
        (Eq(M, d**2), (1, 2, 4), (1, 2, 3)),
        (M <= n * Min(n, d), (2, 3, 4), (2, 3, 5)),
        (sympy.sqrt(2) * d <= M, (1, 2, 3), (1, 3, 4)),
        (M <= d * (d - 1) ** 2, (1, 3, 12), (1, 3, 13)),
    ],
)
def test_points(condition, inside, outside):
    domain = where(condition)
    domain.require(dict(zip((n, d, M), map(Integer, inside), strict=True)), "x")
    with pytest.raises(OutOfDomain, match="got"):
        domain.require(dict(zip((n, d, M), map(Integer, outside), strict=True)), "x")


def test_messages_name_rule_and_values():
    with pytest.raises(OutOfDomain) as caught:
        where(M >= 3, d**2 <= M).require({n: Integer(7), d: Integer(4), M: Integer(5)}, "the bound")
    assert str(caught.value) == "the bound holds for d**2 <= M; got d = 4, M = 5"
    with pytest.raises(OutOfDomain, match="n >= 1; got n = 0"):
        EVERYWHERE.require({n: Integer(0)}, "the bound")


def test_rows_of_max_min_and_sums():
    rows = {row.monomial for row in Relation(Max(n, d), M).rows()}
    assert rows == {M / n, M / d}
    rows = {row.monomial for row in Relation(M, n * Min(n, d)).rows()}
    assert rows == {n**2 / M, n * d / M}
    assert list(Relation(2 * n + d, 3 * M).rows()) == [
        Row(M / n, Rational(4, 3), False),
        Row(M / d, Rational(2, 3), False),
    ]


@pytest.mark.parametrize("relation", [Relation(M, n + d), Relation(d * (d - 1), M), Relation(sympy.sqrt(2) * d, M)])
def test_relations_that_growth_cannot_use(relation):
    with pytest.raises(OutOfDomain, match="growth needs relations"):
        list(relation.rows())


@pytest.mark.parametrize("least", ["1/9", "1/8", "1/7", "1", "7/8", "8/7", "2", "3", "1000"])
@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("parts", [1, 5])
def test_log2(least, strict, parts):
    least = Rational(least)
    k = Row(n, least, strict).log2_enough(parts)
    power, before = Rational(2) ** k, Rational(2) ** (k - 1)
    assert power > least**parts if strict else power >= least**parts
    assert not (before > least**parts if strict else before >= least**parts)


@pytest.mark.parametrize(
    "domain",
    [
        EVERYWHERE,
        where(M >= 3),
        where(M >= 3, d**2 <= M, M <= n * Min(n, d)),
        where(4 * d + 6 <= M, M <= n),
        where(Eq(M, 4 * d**2)),
        where(M < d**2),
        where(5 * d <= M, M <= 6 * d),
        where(n <= 5, n > 4),
        where(much_less(1, n)),
    ],
    ids=str,
)
def test_witnesses_are_in_their_domain(domain):
    assert set(domain.witness) == set(domain.variables)
    domain.require(domain.witness, "it")


@pytest.mark.parametrize("domain", [where(M >= 2 * d**2, M <= d**2), where(M < d, d < M), where(n < d, n >= 2 * d)])
def test_empty_domains_have_no_witness(domain):
    with pytest.raises(OutOfDomain, match="no point was found"):
        _ = domain.witness
