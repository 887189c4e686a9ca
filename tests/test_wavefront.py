"""The wavefront bound against optima without recomputation, and against all orders by brute force."""

from itertools import permutations

import pytest
from random_cdags import random_cdag

from graphs.bounds import trivial_bound
from graphs.cdag import Cdag, Node
from graphs.families import family
from graphs.game import VARIANTS
from graphs.search import oracle
from graphs.wavefront import least_wavefront, wavefront_bound


def least_by_all_orders(cdag: Cdag, v: Node) -> int:
    computed = [u for u in cdag.order if cdag.predecessors(u)]
    best = len(computed)
    for order in permutations(computed):
        if any(u in computed and order.index(u) > order.index(w) for w in order for u in cdag.predecessors(w)):
            continue
        done = set(order[: order.index(v) + 1])
        best = min(best, sum(any(w not in done for w in cdag.successors(u)) for u in done))
    return best


def test_the_least_wavefront_is_that_of_the_best_order() -> None:
    for seed in range(60):
        cdag = random_cdag(seed, most=8)
        for v in cdag.order:
            if cdag.predecessors(v) and cdag.successors(v):
                assert least_wavefront(cdag, v) == least_by_all_orders(cdag, v), (seed, v)


@pytest.mark.parametrize("name", ["no-recompute", "no-recompute-sliding"])
def test_the_bound_is_below_the_optimum_without_recomputation(name: str) -> None:
    for seed in range(120):
        cdag = random_cdag(seed)
        for M in range(1, 5):
            best = oracle(cdag, M, VARIANTS[name]).cost
            assert best is None or trivial_bound(cdag) <= wavefront_bound(cdag, M) <= best


@pytest.mark.parametrize("specification, M, bound, best", [("pyramid:6", 3, 10, 35), ("pyramid:8", 3, 14, 58)])
def test_the_bound_on_graphs_of_known_optimum(specification: str, M: int, bound: int, best: int) -> None:
    assert wavefront_bound(family(specification), M) == bound <= best
