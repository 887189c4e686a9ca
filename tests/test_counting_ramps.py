"""Ramps: weights by hand, the order of the three bounds, and the conjecture that is neither proved nor refuted."""

from fractions import Fraction
from functools import partial

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from proofs.evidence.counting.ramps import KAPPAS, Ramp, as_sum, under_root, weighted_adds
from proofs.evidence.counting.ranges import Range
from proofs.evidence.counting.trials import alone

SLICES = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6), st.integers(0, 6), st.integers(0, 6)), max_size=12)


def conjectured(weight, x, y, h, kappa):
    """Both sides of (w - h)² <= xyh + (xy/(2 kappa))², times a whole number."""
    return under_root(weight, x, y, h, kappa, share=4)


def test_the_conjecture_on_all_dominators_of_small_products():
    products = [partial(alone, *s, t) for s in ((2, 2, 2), (1, 3, 2), (1, 4, 1)) for t in ("chain", "fma")]
    found = weighted_adds("conjecture", 1, conjectured, Range(tuple(products), ()))
    assert found.holds and found.closest is not None and found.closest > Fraction(9, 10)


@settings(max_examples=300, deadline=None)
@given(SLICES, st.integers(0, 30), st.sampled_from(KAPPAS))
def test_bounds_on_all_slices(slices, h, kappa):
    """Slice k has x_k left and y_k right words, and r_k rows and c_k columns that are whole up to it.

    The sum over k of w_k min(x_k y_k, h + r_k c_k) stands for the weight beyond h. The conjecture is tried too.
    """
    r = c = 6
    x = y = weight = 0
    for k, (more_x, more_y, fewer_r, fewer_c) in enumerate(slices, 1):
        r, c = min(r, fewer_r), min(c, fewer_c)
        x, y = x + r + more_x, y + c + more_y
        weight += max(0, Ramp(kappa, 1).weight(k)) * min((r + more_x) * (c + more_y), h + r * c)
    one = [np.array([value]) for value in (weight + kappa.numerator * h, x, y, h)]
    for claim in (partial(under_root, share=3), as_sum, conjectured):
        left, right = claim(*one, kappa)
        assert left[0] <= right[0]


def test_one_third_is_between():
    """The bound with one third lies between the proved sum and the conjecture, or below the sum, if h is large."""
    x = y = h = np.array([10])
    kappa = Fraction(2)
    weight = np.array([2 * 35])  # w - h = 25: 625 <= 1000 + 10000/12
    for claim in (partial(under_root, share=3), as_sum):
        left, right = claim(weight, x, y, h, kappa)
        assert left[0] <= right[0]
