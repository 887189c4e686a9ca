"""The counts of two products and of sparse scores, written down from their statements, on every part of small CDAGs."""

from fractions import Fraction
from itertools import chain, combinations, permutations, product

import pytest

from graphs.dominators import dominated, minimum_set
from proofs.evidence.counting import joint, sparse
from proofs.evidence.counting.patterns import Pattern, Patterns, full, patterns, scores_on
from proofs.evidence.counting.products import matrix_of
from proofs.evidence.counting.ranges import Range
from proofs.evidence.counting.trials import together, together_in_segments


def all_subsets(nodes):
    nodes = list(nodes)
    return map(frozenset, chain.from_iterable(combinations(nodes, size) for size in range(len(nodes) + 1)))


def named(nodes, *names):
    return len([v for v in nodes if matrix_of(v) in names])


def check_joint(cdag, n, d, D, part):
    """Both statements on S and Q for one D and one part."""
    x, y, h = named(D, "A1", "Q"), named(D, "A2", "X"), named(D, "S", "Q")
    assert x + y + h <= len(D) + named(D, "Q")
    entries = {v for v in part if v[0] in ("S", "Q")}
    assert len(entries) <= h + Fraction(x * y, d * d)
    m = named(minimum_set(cdag, part), "S", "Q")
    terms = {v for v in cdag.order if v[0].endswith(".mul")} if d > 1 else {v for v in cdag.order if v[0] in ("S", "Q")}
    assert len(terms) == n * n * d + n * d * d
    assert len(terms & part & D) <= h
    assert len(terms & part - D) ** 2 <= x * y * (m + h + Fraction(x * y, d * d))


@pytest.mark.parametrize("n, d, largest", [(1, 1, 5), (2, 1, 3), (1, 2, 4)])
def test_joint_counts_on_all_parts(n, d, largest):
    cdag = together(n, d).cdag
    computed = [v for v in cdag.order if v not in cdag.sources]
    for size in range(largest + 1):
        for D in map(frozenset, combinations([v for v in cdag.order if v[0] != "use"], size)):
            for part in all_subsets(dominated(cdag, D).intersection(computed)):
                check_joint(cdag, n, d, D, part)


def test_joint_counts_by_hand():
    # D = Q and A2 for n = d = 1: both entries are dominated, x = y = h = 1, and one of them is in D
    trial = together(1, 1)
    assert {v[0] for v in dominated(trial.cdag, [("Q", 0, 0), ("A2", 0, 0)])} == {"Q", "A2", "S", "use"}
    # all sources, n = 2, d = 3: x = 6, y = 6 + 9, so 6 * 15 / 9 = 10 = 4 + 6 entries
    assert len(joint.operands(together(2, 3))) == 6 + 6 + 9
    assert len(together(2, 3).roots) == 6 * 15 // 9 == 10


def test_joint_trials_in_segments_have_both_products():
    trial = next(together_in_segments(((2, 2),)))
    assert {matrix_of(v) for v in trial.left} == {"A1", "Q"} and {matrix_of(v) for v in trial.right} == {"A2", "X"}
    assert {matrix_of(v) for v in trial.trees} == {"S", "Q"} and len(trial.roots) == 8 and trial.sets


def test_a_joint_bound_one_less_fails():
    small = Range((lambda: together(2, 1),), (), joint=True)
    assert joint.joint_root_count(small, lambda x, y, h, d: d * d * h + x * y - 1).counterexample
    assert joint.joint_product_count(small, lambda x, y, h, m, d: x * y * (d * d * (m + h) + x * y) - 1).counterexample


def test_patterns_are_one_of_each_class():
    """All pairs of 2 x 2 patterns of which each nonzero meets another, with all that are alike, one by one."""
    n = d = 2
    pairs = set()
    for q, k in product(product(product((0, 1), repeat=d), repeat=n), repeat=2):
        columns = [{c for row in rows for c in range(d) if row[c]} for rows in (q, k)]
        if columns[0] == columns[1] and columns[0]:
            pairs.add((q, k))
    classes = 0
    while pairs:
        classes += 1
        q, k = pairs.pop()
        for order, one, other in product(permutations(range(d)), permutations(range(n)), permutations(range(n))):
            a, b = (tuple(tuple(rows[i][c] for c in order) for i in p) for rows, p in ((q, one), (k, other)))
            pairs -= {(a, b), (b, a)}
    assert classes == len(patterns(n, d)) == 14
    assert patterns(n, d)[-1] == full(n, d)


def test_single_products_of_sparse_scores_are_terms():
    trial = scores_on(Pattern(2, 2, ((3, 0), (3, 1))), "chain")  # overlaps 2 and 1: mul, mul, add; and one root alone
    (scores,) = trial.products
    assert sorted(map(len, scores.trees)) == [1, 3]
    assert scores.terms == {("S.mul", 0, 0, 0), ("S.mul", 0, 1, 0), ("S", 0, 1)}


SPARSE = [p for p in patterns(2, 2) if p.nonzeros <= 5]


@pytest.mark.parametrize("pattern", SPARSE, ids=str)
def test_sparse_counts_on_all_parts(pattern):
    cdag = pattern.cdag()
    delta = min(pattern.overlaps)
    terms = set(scores_on(pattern, "chain").products[0].terms)
    assert len(terms) == sum(pattern.overlaps)
    within = [v for v in cdag.order if matrix_of(v) in ("S", "Pt")]
    for size in range(4):
        for D in map(frozenset, combinations([v for v in cdag.order if matrix_of(v) in ("Q", "K", "S")], size)):
            x, y, h = named(D, "Q"), named(D, "K"), named(D, "S")
            for part in all_subsets(dominated(cdag, D).intersection(within)):
                found = len([v for v in part if v[0] == "S"])
                assert found <= h + Fraction(x * y, delta**2)
                assert found <= max(size, Fraction(size * size, 4 * delta**2))
                m = named(minimum_set(cdag, part), "S")
                assert len(terms & part & D) <= h
                assert len(terms & part - D) ** 2 <= x * y * (m + h + Fraction(x * y, delta**2))


def test_a_sparse_bound_with_the_largest_overlap_fails():
    # Q has one row 11, K the rows 10 and 11: one nonzero of each dominates the score of 10 and 11, and 1 > 1/4
    pattern = next(p for p in patterns(2, 2) if str(p) == "Q = 00/11, K = 10/11")
    assert pattern.overlaps == (1, 2)
    assert sparse.sparse_root_count(Patterns(((1, 3, None),), max)).holds  # one overlap only
    assert "x = 1, y = 1, h = 0" in sparse.sparse_product_count(Patterns(((2, 2, 2),), max)).counterexample
