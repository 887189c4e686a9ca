import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from symbolic import alternative
from symbolic.alternative import Direction, Multipliers, direction_or_multipliers, dot


def rows(*lists):
    return [tuple(map(sympy.Rational, row)) for row in lists]


def test_smallest_cases():
    assert direction_or_multipliers([], rows([1])) == Direction((1,))
    assert direction_or_multipliers([], rows([-1])) == Multipliers((), (1,))
    assert direction_or_multipliers([], rows([0])) == Multipliers((), (1,))
    assert direction_or_multipliers([], [()]) == Multipliers((), (1,))


def test_directions_are_whole_and_primitive():
    found = direction_or_multipliers(rows([-2, 3], [2, -3]), rows([1, 0]))
    assert found == Direction((3, 2))


def test_multipliers_combine_weak_and_strict_rows():
    """From y >= 2x and x >= y follows x <= 0."""
    found = direction_or_multipliers(rows([-2, 1], [1, -1]), rows([1, 0]))
    assert found == Multipliers((1, 1), (1,))


def test_a_wrong_answer_of_the_simplex_is_noticed(monkeypatch):
    monkeypatch.setattr(alternative, "linprog", lambda cost, *_: (0, [0] * len(cost)))
    with pytest.raises(AssertionError, match="simplex"):
        direction_or_multipliers(rows([-1, 1]), rows([1, 0]))


small = st.integers(-3, 3).map(sympy.Integer)
matrices = st.integers(1, 3).flatmap(
    lambda width: st.tuples(
        st.lists(st.tuples(*[small] * width), max_size=4), st.lists(st.tuples(*[small] * width), min_size=1, max_size=3)
    )
)


@settings(max_examples=60, deadline=None)
@given(matrices)
def test_the_answer_proves_itself(both):
    """What each answer claims is checked here again, by definitions."""
    weak, strict = both
    found = direction_or_multipliers(weak, strict)
    if isinstance(found, Direction):
        assert all(dot(row, found.vector) >= 0 for row in weak)
        assert all(dot(row, found.vector) > 0 for row in strict)
        assert all(x >= 0 and x.is_Integer for x in found.vector)
    else:
        assert sum(found.strict) == 1
        for i in range(len(strict[0])):
            pairs = zip((*found.weak, *found.strict), (*weak, *strict), strict=True)
            assert sum(weight * row[i] for weight, row in pairs) <= 0
