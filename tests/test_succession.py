"""The weights of `succession` never bound more than the optimum, and gaps that cost one more would."""

from collections.abc import Sequence

import pytest
from random_cdags import random_cdag

from graphs.cdag import Cdag
from graphs.families import family
from graphs.game import HONG_KUNG, VARIANTS, Variant
from graphs.search import oracle, succession
from graphs.search.succession import gaps, weights
from graphs.search.symmetry import numbered, orbits, symmetry


def bound(cdag: Cdag, M: int, variant: Variant = HONG_KUNG) -> int:
    operands = numbered(cdag)
    alike = orbits(len(operands), symmetry(operands).permutations)
    return weights(operands, M, alike, sliding=variant.sliding, recompute=variant.recompute).total()


@pytest.mark.parametrize("longest", [2, 3, 4])
@pytest.mark.parametrize("name", VARIANTS)
def test_no_bound_exceeds_the_optimum(name: str, longest: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(succession, "LONGEST", longest)
    variant = VARIANTS[name]
    for seed in range(500, 530):
        cdag = random_cdag(seed)
        for spare in range(3):
            M = variant.least_memory(cdag) + spare
            cost = oracle(cdag, M, variant).cost
            assert cost is not None and bound(cdag, M, variant) <= cost


@pytest.mark.parametrize("name", VARIANTS)
def test_gaps_that_cost_one_more_are_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(succession, "gaps", lambda *a, **b: 1 + gaps(*a, **b))
    variant = VARIANTS[name]
    caught = 0
    for seed in range(500, 560):
        cdag = random_cdag(seed)
        M = variant.least_memory(cdag)
        caught += bound(cdag, M, variant) > (oracle(cdag, M, variant).cost or 0)
    assert caught


@pytest.mark.parametrize(
    ("specification", "M", "expected"),
    [
        ("pyramid:6", 3, 31),  # inputs and outputs are 8, the optimum is 35
        ("pyramid:6", 5, 2),
        ("matmul:3,3,3", 3, 80),  # 27, and the optimum is 82 or 83
        ("matmul:3,4,4,fma", 4, 91),  # 40; windows of two alone say 71
    ],
)
def test_strength_where_memory_is_scarce(specification: str, M: int, expected: int) -> None:
    assert bound(family(specification), M) == expected


def test_gaps_by_hand() -> None:
    chain: Sequence[Sequence[int]] = [[], [], [], [0, 1], [2, 3]]  # c = a + b, then e = d + c
    assert gaps(chain, (3, 4), 3, sliding=False) == 1  # d is loaded, c is there
    assert gaps(chain, (3, 4), 4, sliding=False) == 0  # d may have been there all the time
    assert gaps(chain, (4, 3), 3, sliding=False) == 3  # e is stored, a and b are loaded
    assert gaps(chain, (4, 3), 2, sliding=True) == 3
    assert gaps(chain, (3, 4, 3), 3, sliding=False) == 1 + 3
