import pytest
import sympy
from sympy import sqrt

from graphs.errors import OutOfDomain
from symbolic.attention import A, B, trivial_bound
from symbolic.crossover import Crossover, crossover
from symbolic.symbols import M, d, n


def test_the_theorem():
    found = crossover(A, B, M)
    assert found == Crossover(M, d**2, d / sqrt(M), smaller_below=B, smaller_above=A)
    assert crossover(B, A, M) == Crossover(M, d**2, sqrt(M) / d, smaller_below=B, smaller_above=A)
    assert str(found).startswith("equal at M = d**2 (ratio d/sqrt(M)); below it (d**2*n + d*n**2)/sqrt(M) is smaller")


def test_sides_at_numbers():
    found = crossover(A, B, M)
    at = {n: 8, d: 3}
    for m, smaller in ((8, found.smaller_below), (10, found.smaller_above)):
        first, second = (term.subs({**at, M: m}) for term in (A, B))
        assert smaller.subs({**at, M: m}) == min(first, second)


def test_in_another_variable():
    found = crossover(A, B, d)
    assert (found.at, found.smaller_below, found.smaller_above) == (sqrt(M), A, B)


def test_where_the_theorem_falls_below_the_trivial_bound():
    trivial = trivial_bound("X").expression
    found = crossover(A, trivial, M)
    assert sympy.simplify(found.at - n * d * (n + d) / (4 * n + 3 * d)) == 0
    assert (found.smaller_below, found.smaller_above) == (trivial, A)


def test_sums_inside_roots():
    found = crossover(sqrt(M + d**2), 2 * d, M)
    assert found.at == 3 * d**2
    assert found.smaller_below == sqrt(M + d**2)


@pytest.mark.parametrize(
    ("first", "second", "why"),
    [
        (n * d, n + d, "does not depend on M"),
        (A, 2 * A, "does not depend on M"),
        (M + d, M, "not found to meet"),
        (M**2 + d**2, 2 * M * d, "not shown to be monotone"),
        (M + d, n, "monotone|meet"),
    ],
)
def test_refusals(first, second, why):
    """The last one meets at n - d, which need not be positive."""
    with pytest.raises(OutOfDomain, match=why):
        crossover(first, second, M)
