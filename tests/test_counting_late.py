"""Late adds: the count on given sets, where it is attained, and the balanced trees for which it is false."""

from fractions import Fraction
from functools import partial

import pytest

from proofs.evidence.counting import late, order, passes
from proofs.evidence.counting.adds import adds_of
from proofs.evidence.counting.batches import given
from proofs.evidence.counting.ranges import Range
from proofs.evidence.counting.trials import alone


@pytest.mark.parametrize("trees, positions", [("chain", [2, 3, 4]), ("fma", [2, 3, 4]), ("balanced", [2, 4, 4])])
def test_positions_of_adds(trees, positions):
    trial = alone(1, 4, 1, trees)
    assert sorted(add.position for add in adds_of(trial.cdag, trial.products[0])) == positions


def test_balanced_trees_have_more_late_adds_than_chains():
    """The last two columns of 64 dominate an add in each of 144 trees, where the bound for chains is 18."""
    trial = alone(12, 64, 12, "balanced")
    D = [v for v in trial.cdag.order if (v[0] == "A" and v[2] >= 62) or (v[0] == "B" and v[1] >= 62)]
    batch = given(trial.cdag, [D])
    held = batch.dominated()
    x, y, h = (int(count[0]) for count in trial.hits(batch))
    count = sum(held[add.node][0] for add in adds_of(trial.cdag, trial.products[0]) if add.position > 32)
    assert (x, y, h, count, Fraction(x * y, 32)) == (24, 24, 0, 144, 18)


def test_the_same_columns_of_chains_have_no_add():
    trial = alone(12, 64, 12, "chain")
    D = [v for v in trial.cdag.order if (v[0] == "A" and v[2] >= 62) or (v[0] == "B" and v[1] >= 62)]
    held = given(trial.cdag, [D]).dominated()
    assert not any(held[add.node][0] for add in adds_of(trial.cdag, trial.products[0]))


def test_a_hit_add_attains_the_bound():
    """D is the last sum: x = y = 0 and h = 1, and it dominates one add."""
    trial = alone(1, 3, 1)
    batch = given(trial.cdag, [[("C", 0, 0)]])
    assert [int(count[0]) for count in trial.hits(batch)] == [0, 0, 1]
    assert sum(batch.dominated()[add.node][0] for add in adds_of(trial.cdag, trial.products[0])) == 1


def test_balanced_trees_are_refused_by_the_check():
    found = late.late_adds(Range((partial(alone, 1, 8, 1, "balanced", 4),), ()))
    assert not found.holds


def test_two_passes_are_attained():
    for lemma in (passes.LEMMA, passes.ANY_TREE):
        assert lemma.check().sharp


def test_a_row_of_n_is_behind_its_dq():
    assert order.rows_in_order(((2, 2), (3, 1))).holds
    assert not order.rows_in_order(((2, 2),), later="S").holds
