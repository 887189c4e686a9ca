"""The combinatorial lemmas: each is stated in words, holds on its range, and its wrong variants are refuted."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from proofs.evidence.counting import COUNTING
from proofs.evidence.counting.counted import Tally
from proofs.level import Level

VARIANTS = [(name, label) for name, lemma in COUNTING.items() for label in lemma.mutants]


@cache
def quick(name):
    return COUNTING[name].check()


@pytest.mark.parametrize("name", COUNTING)
def test_every_lemma_is_stated_in_words(name):
    lemma = COUNTING[name]
    assert lemma.name == name and 0 < len(lemma.title) <= 34
    assert lemma.words.isascii() and lemma.words.endswith(".") and ". ." not in lemma.words
    assert lemma.source and lemma.mutants
    assert len(lemma.digest) == 10 and int(lemma.digest, 16) >= 0


def test_the_names_and_their_order():
    assert list(COUNTING) == [
        "inputs-and-outputs",
        "segment-lemma",
        "path-system",
        "root-count-lemma",
        "joint-root-count",
        "sparse-root-count",
        "loomis-whitney",
        "product-count-lemma",
        "joint-product-count",
        "sparse-product-count",
        "four-products",
        "prefix-lemma",
        "late-adds",
        "weighted-adds",
        "weighted-adds-third",
        "weighted-adds-sum",
        "ramp-total",
        "four-weighted-products",
        "rows-in-order",
        "weight-of-segments",
        "two-passes",
        "two-passes-any-tree",
        "tiles-exist",
        "program-costs",
    ]
    assert len({lemma.digest for lemma in COUNTING.values()}) == len(COUNTING)
    assert len(set(VARIANTS)) == len(VARIANTS) == 48


@pytest.mark.parametrize("name", COUNTING)
def test_every_lemma_holds_on_its_range(name):
    found = quick(name)
    assert (found.name, found.level, found.counterexample) == (name, Level.TINY, None)
    assert found.cases > 20
    assert len(found.scope.split()) >= 8 and "  " not in found.scope
    assert found.closest is None or (isinstance(found.closest, Fraction) and found.closest <= 1)


def test_where_the_bounds_are_attained():
    found = {name: quick(name) for name in COUNTING}
    assert [name for name in COUNTING if not found[name].sharp] == [
        *("segment-lemma", "path-system", "late-adds", "weighted-adds", "weighted-adds-third", "weighted-adds-sum"),
        *("four-weighted-products", "rows-in-order", "weight-of-segments"),
    ]
    assert found["late-adds"].closest == Fraction(9, 10)
    assert found["segment-lemma"].closest == Fraction(7, 9)
    assert found["root-count-lemma"].attained == (
        "attained by 3 x 1 x 3: S = 0 to 6 nodes dominate up to 0, 1, 2, 3, 4, 6, 9 roots"
    )
    assert "1 x 2 x 1, 2 x 1 x 2, 2 x 2 x 2, 3 x 2 x 4" in found["product-count-lemma"].attained
    assert "(1, 1), (2, 1), (2, 2), (3, 2)" in found["four-products"].attained
    for name in ("joint-root-count", "joint-product-count"):
        assert "(1, 1), (2, 1), (1, 2), (2, 2), (3, 2)" in found[name].attained
    for name in ("sparse-root-count", "sparse-product-count"):
        assert "1 x 1, 2 x 1, 1 x 2, 2 x 2, 3 x 2" in found[name].attained
    assert "attained in 33 of them" in found["inputs-and-outputs"].attained


@pytest.mark.parametrize("name, label", VARIANTS)
def test_every_wrong_variant_is_refuted(name, label):
    found = COUNTING[name].mutants[label]()
    assert (found.name, found.level) == (name, Level.REFUTED)
    assert found.counterexample and not found.attained


@pytest.mark.slow
@pytest.mark.parametrize("name", COUNTING)
def test_every_lemma_holds_on_the_larger_range(name):
    found = COUNTING[name].thorough()
    assert found.holds and found.cases > quick(name).cases


def test_the_closest_case_is_exact():
    tally = Tally()
    tally.compare(np.array([3, 0, 7]), np.array([4, 0, 9]), str)
    tally.compare(np.array([1]), np.array([5]), str)
    found = tally.result("name", "scope")
    assert found.closest == Fraction(7, 9) and found.holds and not found.sharp
    tally.compare(np.array([1, 1, 2]), np.array([1, 0, 1]), "case {}".format)
    assert tally.result("name", "scope").counterexample == "case 1"


def test_a_ratio_of_one_is_not_overtaken():
    tally = Tally()
    tally.compare(np.array([0, 2]), np.array([0, 2]), str)
    assert tally.closest == 1
    tally.compare(np.array([0]), np.array([0]), str)
    tally.compare(np.array([1]), np.array([2]), str)
    assert tally.closest == 1 and tally.counterexample is None
    tally.compare(np.array([2, 3]), np.array([2, 2]), "case {}".format)
    assert tally.closest == Fraction(3, 2) and tally.counterexample == "case 1"
