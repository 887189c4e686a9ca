"""Smallest S-partitions against all chains by brute force, and the bound that they give against optima."""

from functools import cache
from itertools import combinations
from math import ceil

import pytest
from random_cdags import random_cdag

from graphs.bounds import trivial_bound
from graphs.cdag import Cdag, Node
from graphs.dominators import minimum_set, smallest_dominator
from graphs.errors import OutOfDomain
from graphs.families import family
from graphs.game import HONG_KUNG, VARIANTS
from graphs.partition import fault, partition_of
from graphs.s_partition import partition_bound, smallest_partition
from graphs.search import oracle
from graphs.segments import reduced

Nodes = frozenset[Node]


def fewest_parts(cdag: Cdag, S: int) -> int:
    """By recursion over what is left, with dominators by maximum flow."""
    everything = frozenset(v for v in cdag.order if v not in cdag.isolated)

    @cache
    def small(part: Nodes) -> bool:
        return len(smallest_dominator(cdag, part)) <= S and len(minimum_set(cdag, part)) <= S

    @cache
    def fewest(done: Nodes) -> int:
        left = sorted(everything - done, key=str)
        if not left:
            return 0
        parts = (frozenset(some) for size in range(1, len(left) + 1) for some in combinations(left, size))
        able = (p for p in parts if all((done | p).issuperset(cdag.predecessors(v)) for v in p) and small(p))
        return 1 + min(fewest(done | part) for part in able)

    return fewest(frozenset())


@pytest.mark.parametrize("S", [1, 2, 3])
def test_the_smallest_partition_is_one_and_has_no_part_too_many(S: int) -> None:
    for seed in range(40):
        cdag = random_cdag(seed, most=7)
        found = smallest_partition(cdag, S)
        assert fault(cdag, found, S) is None, seed
        assert len(found) == fewest_parts(cdag, S), seed


def test_a_schedule_has_no_fewer_segments_than_the_smallest_partition_has_parts() -> None:
    for seed in range(60):
        cdag = random_cdag(seed)
        M = HONG_KUNG.least_memory(cdag)
        best = oracle(cdag, M)
        assert best.schedule is not None and best.cost is not None
        induced = partition_of(cdag, reduced(cdag, best.schedule), M)
        least = len(smallest_partition(cdag, 2 * M))
        assert least <= len(induced) <= ceil(best.cost / M)
        assert partition_bound(cdag, M) >= M * (least - 1) + 1


@pytest.mark.parametrize("name", VARIANTS)
def test_the_bound_is_below_the_optimum(name: str) -> None:
    variant = VARIANTS[name]
    for seed in range(150):
        cdag = random_cdag(seed)
        M = variant.least_memory(cdag) + seed % 2
        best = oracle(cdag, M, variant).cost
        assert best is not None and trivial_bound(cdag) <= partition_bound(cdag, M) <= best, seed


def test_a_bound_above_inputs_and_outputs() -> None:
    operands = {4: [1, 2], 5: [3, 1], 6: [1, 0], 7: [4, 6], 8: [6, 3], 9: [7, 5], 10: [8, 0], 11: [4, 10]}
    cdag = Cdag.from_predecessors({v: operands.get(v, []) for v in range(12)})
    assert (trivial_bound(cdag), partition_bound(cdag, 2)) == (6, 7)
    assert all((oracle(cdag, 2, v).cost or 99) >= 7 for v in VARIANTS.values() if v.sliding)


def test_small_and_large_graphs() -> None:
    assert len(smallest_partition(family("chain:11"), 1)) == 1
    alone = Cdag.from_predecessors({"a": [], "b": []})
    assert smallest_partition(alone, 1) == () and partition_bound(alone, 1) == 0
    with pytest.raises(OutOfDomain, match="has 14 nodes; smallest partitions take at most 12"):
        smallest_partition(family("chain:13"), 2)
    with pytest.raises(OutOfDomain, match="S counts"):
        smallest_partition(family("chain:3"), 0)
    with pytest.raises(OutOfDomain, match="whole number"):
        partition_bound(family("chain:3"), 0)
