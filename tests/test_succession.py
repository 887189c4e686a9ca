"""The weights of `succession` never bound more than the optimum, and a transition that costs one more would."""

import pytest
from random_cdags import random_cdag

from graphs.families import family
from graphs.game import VARIANTS
from graphs.search import oracle, succession
from graphs.search.succession import transition, weights
from graphs.search.symmetry import numbered


def bound(operands, M, variant) -> int:
    found = weights(operands, M, sliding=variant.sliding, recompute=variant.recompute)
    return sum(u + v for u, v in found) - max((u for u, _ in found), default=0)


@pytest.mark.parametrize("name", VARIANTS)
def test_no_bound_exceeds_the_optimum(name):
    variant = VARIANTS[name]
    for seed in range(500, 560):
        cdag = random_cdag(seed)
        for spare in range(3):
            M = variant.least_memory(cdag) + spare
            assert bound(numbered(cdag), M, variant) <= oracle(cdag, M, variant).cost


@pytest.mark.parametrize("name", VARIANTS)
def test_a_transition_that_costs_one_more_is_caught(name, monkeypatch):
    monkeypatch.setattr(succession, "transition", lambda *a, **b: 1 + transition(*a, **b))
    variant = VARIANTS[name]
    caught = 0
    for seed in range(500, 560):
        cdag = random_cdag(seed)
        M = variant.least_memory(cdag)
        caught += bound(numbered(cdag), M, variant) > oracle(cdag, M, variant).cost
    assert caught


def test_strength_where_memory_is_scarce():
    hong_kung = VARIANTS["hong-kung"]
    assert bound(numbered(family("pyramid:6")), 3, hong_kung) == 31  # the simple bound is 8, the optimum 35
    assert bound(numbered(family("pyramid:6")), 5, hong_kung) == 0


def test_transitions_by_hand():
    chain = [[], [], [], [0, 1], [2, 3]]  # c = a + b, then e = d + c
    assert transition(chain, 3, 4, 3, sliding=False) == 1  # d is loaded, c is there
    assert transition(chain, 3, 4, 4, sliding=False) == 0  # d may have been there all the time
    assert transition(chain, 4, 3, 3, sliding=False) == 3  # e is stored, a and b are loaded
    assert transition(chain, 4, 3, 2, sliding=True) == 3
