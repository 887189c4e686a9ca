"""The lemma on four products, written down from its statement, on what segments compute and on all parts."""

from fractions import Fraction
from itertools import chain, combinations

import pytest

from graphs.dominators import dominated, minimum_set
from graphs.families.attention import attention_backward
from proofs.evidence.counting import four, schedules
from proofs.evidence.counting.batches import given
from proofs.evidence.counting.products import matrix_of, product_in


def all_subsets(nodes):
    nodes = list(nodes)
    return map(frozenset, chain.from_iterable(combinations(nodes, size) for size in range(len(nodes) + 1)))


KINDS = {"q": "A1 Q", "k": "A2", "v": "A3 V", "g": "E G", "hS": "S Pt", "hN": "N", "hP": "dP t dS", "hQ": "dQ"}


def exactly_below_the_cube(cdag, n, d, D, part):
    """The lemma on four products for one D and one part, written down from its statement."""

    def named(nodes, names):
        return len([v for v in nodes if matrix_of(v) in names.split()])

    c = {kind: named(D, names) for kind, names in KINDS.items()}
    least = minimum_set(cdag, part)
    trees = {name: product_in(cdag, name) for name in ("S", "N", "dP", "dQ")}
    m = {name: len(least.intersection(p.nodes)) for name, p in trees.items()}
    X = m["S"] + c["hS"] + m["dP"] + c["hP"] + Fraction(c["q"] * c["k"] + c["g"] * c["v"], d * d)
    Y = c["k"] + c["v"]
    Z = c["q"] + c["g"] + m["N"] + c["hN"] + m["dQ"] + c["hQ"] + X * Y / (n * n)
    counted = [v for p in trees.values() for v in p.terms if v in part]
    h = c["hS"] + c["hN"] + c["hP"] + c["hQ"]
    return len(set(counted) - D) ** 2 <= X * Y * Z and max(0, len(counted) - h) ** 2 <= X * Y * Z


@pytest.mark.parametrize("program, M", [("naive_backward", 3), ("small_cache", 13), ("flash_backward", 14)])
def test_four_products_on_what_segments_compute(program, M):
    n = d = 2
    setting = schedules.Setting(program, n, d, M)
    cdag = schedules.played(setting).cdag
    for T in setting.lengths:
        for s in schedules.segments_of(setting, T):
            assert exactly_below_the_cube(cdag, n, d, s.available, s.computed)


def test_four_products_on_all_parts_of_the_smallest_case():
    cdag = attention_backward(1, 1)
    considered = {"S", "Pt", "N", "O", "dP", "t", "dQ", "dX"}
    for D in combinations(cdag.order, 2):
        for part in all_subsets(v for v in dominated(cdag, D) if matrix_of(v) in considered):
            assert exactly_below_the_cube(cdag, 1, 1, set(D), part)


def test_kinds_are_those_of_the_statement():
    cdag = attention_backward(2, 2)
    hits = four.hits_of(given(cdag, [cdag.order]))
    for kind, names in KINDS.items():
        assert getattr(hits, kind)[0] == len([v for v in cdag.order if matrix_of(v) in names.split()])
