"""Symmetries of graphs whose groups are known, and the local search."""

import pytest

from graphs.bounds import trivial_bound
from graphs.errors import OutOfDomain
from graphs.families import family
from graphs.game import HONG_KUNG, VARIANTS
from graphs.local_search import local_search
from graphs.schedule import replay
from graphs.search.symmetry import is_automorphism, numbered, symmetry
from graphs.strategies import furthest_next_use


@pytest.mark.parametrize(
    "specification, order",
    [("chain:3", 1), ("binary_tree:1", 2), ("pyramid:4", 2), ("binary_tree:3", 2**7), ("matmul:2,2,2,fma", 8)],
)
def test_groups_of_known_order(specification: str, order: int) -> None:
    operands = numbered(family(specification))
    found = symmetry(operands)
    assert found.whole and len(set(found.permutations)) == len(found.permutations) == order - 1
    assert all(is_automorphism(operands, p) for p in found.permutations)


def test_a_large_group_is_given_by_a_part_of_it() -> None:
    operands = numbered(family("binary_tree:4"))
    found = symmetry(operands)
    assert not found.whole and all(is_automorphism(operands, p) for p in found.permutations)
    assert symmetry(operands, effort=0).permutations == ()


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("specification", ["pyramid:4", "fft:8", "matmul:3,3,3,fma", "kernel_attention_backward:2,1"])
def test_local_search_is_legal_and_no_worse_than_its_start(specification: str, name: str) -> None:
    cdag, variant = family(specification), VARIANTS[name]
    for spare in (0, 2):
        M = variant.least_memory(cdag) + spare
        cost = replay(cdag, local_search(cdag, M, variant), M, variant).cost
        assert trivial_bound(cdag) <= cost <= replay(cdag, furthest_next_use(cdag, M, variant), M, variant).cost


def test_local_search_repeats_itself_and_needs_room() -> None:
    cdag = family("fft:8")
    assert local_search(cdag, 4, HONG_KUNG, rounds=500, seed=3) == local_search(cdag, 4, HONG_KUNG, rounds=500, seed=3)
    with pytest.raises(OutOfDomain):
        local_search(cdag, 2)
