"""All bounds together against optima in every variant, the spectral bound and the bound from parts by themselves."""

from fractions import Fraction

import numpy as np
import pytest
from random_cdags import random_cdag

from graphs import interval as module
from graphs.bounds import trivial_bound
from graphs.cdag import Cdag
from graphs.errors import OutOfDomain
from graphs.families import family
from graphs.game import HONG_KUNG, VARIANTS
from graphs.interval import Holds, depth_first, interval, parts, parts_bound
from graphs.schedule import replay
from graphs.search import oracle
from graphs.spectral import eigenvalue_bounds, spectral_bound
from graphs.wavefront import wavefront_bound


def twice_used(count: int) -> Cdag:
    """One input; values computed from it, added up in a first chain, and then again in a second one."""
    operands: dict[str, list[str]] = {"a": [], "c0": ["a"]}
    for i in range(1, count + 1):
        operands |= {f"x{i}": ["a"], f"c{i}": [f"c{i - 1}", f"x{i}"]}
    for i in range(1, count + 1):
        operands[f"d{i}"] = [f"d{i - 1}" if i > 1 else f"c{count}", f"x{i}"]
    return Cdag.from_predecessors(operands, "twice used")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("block", range(4))
def test_the_optimum_is_in_the_interval(name: str, block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With so small a budget that the search is often left undone, and parts smaller than the graphs."""
    monkeypatch.setattr(module, "SIZES", (3, 5, 7))
    monkeypatch.setattr(module, "_ROUNDS", 20)
    variant = VARIANTS[name]
    for seed in range(100 * block, 100 * block + 100):
        cdag = random_cdag(seed)
        M = variant.least_memory(cdag) + seed % 2
        best = oracle(cdag, M, variant).cost
        assert best is not None
        found = interval(cdag, M, variant, budget=4)
        for bound in found.lowers:
            assert bound.value is None or trivial_bound(cdag) <= bound.value <= best, (seed, bound)
            assert bound.value is None or bound.holds.covers(variant)
        for bound in found.uppers:
            assert bound.value is not None and bound.value >= best, (seed, bound)
        assert replay(cdag, found.schedule, M, variant).cost == found.upper.value
        for size in (3, 5, 7):
            assert parts_bound(cdag, parts(cdag, size), M, variant) <= best, (seed, size)


def test_bounds_that_need_the_variant_are_listed_but_not_used() -> None:
    """Here the wavefront is a false bound if values may be recomputed: they cost nothing then."""
    cdag = twice_used(6)
    assert (wavefront_bound(cdag, 4), oracle(cdag, 4).cost) == (8, 2)
    free, once = interval(cdag, 4), interval(cdag, 4, VARIANTS["no-recompute"])
    assert free.exact and free.lower.value == 2
    for name in ("wavefront", "spectral"):
        bound = next(b for b in free.lowers if b.name == name)
        assert bound.value is None and bound.holds is Holds.WITHOUT_RECOMPUTATION and "not used" in bound.remark
    assert next(b.value for b in once.lowers if b.name == "wavefront") == 8 <= (once.lower.value or 0)


@pytest.mark.parametrize("specification, M, size", [("fft:16", 3, 32), ("fft:32", 4, 40), ("pyramid:15", 4, 40)])
def test_parts_are_disjoint_and_complete_below(specification: str, M: int, size: int) -> None:
    cdag = family(specification)
    found = parts(cdag, size)
    nodes = [v for part in found for v in part.order]
    assert len(nodes) == len(set(nodes)) and all(len(part) <= size for part in found)
    for part in found:
        assert all(set(part.predecessors(v)) == set(cdag.predecessors(v)) for v in part.order)
    assert parts_bound(cdag, found, M, budget=5_000) > trivial_bound(cdag)


def test_large_graphs_have_a_bound_from_their_parts() -> None:
    found = interval(family("fft:32"), 4, budget=6_000)
    assert found.lower.name == "parts" and (found.lower.value or 0) > 64
    assert next(b for b in found.lowers if b.name == "search").remark.endswith("takes at most 128")
    assert found == interval(family("fft:32"), 4, budget=6_000)


def test_another_order_is_the_same_graph() -> None:
    for seed in range(50):
        cdag = random_cdag(seed)
        deep = depth_first(cdag)
        assert set(deep.graph.edges) == set(cdag.graph.edges) and set(deep.order) == set(cdag.order)
    assert len(depth_first(family("chain:3000"))) == len(family("chain:3000"))


@pytest.mark.parametrize("name", ["no-recompute", "no-recompute-sliding"])
def test_the_spectral_bound_is_below_the_optimum_without_recomputation(name: str) -> None:
    variant = VARIANTS[name]
    for seed in range(150):
        cdag = random_cdag(seed, most=11)
        M = variant.least_memory(cdag)
        best = oracle(cdag, M, variant).cost
        assert best is not None and trivial_bound(cdag) <= spectral_bound(cdag, M) <= best


def test_eigenvalue_bounds_are_below_known_eigenvalues_and_near() -> None:
    """The path of n nodes has the eigenvalues 2 - 2 cos(pi k / n), the complete graph 0 and n."""
    path = eigenvalue_bounds(30, {(i, i + 1): Fraction(1) for i in range(29)})
    for k, bound in enumerate(path):
        exact = 2 - 2 * np.cos(np.pi * k / 30)
        assert exact - 1e-5 < float(bound) <= exact + 1e-15
    complete = eigenvalue_bounds(7, {(i, j): Fraction(1) for i in range(7) for j in range(i)})
    assert complete[0] == 0 and all(7 - Fraction(1, 10**5) < bound <= 7 for bound in complete[1:])
    thirds = eigenvalue_bounds(2, {(0, 1): Fraction(1, 3)})
    assert Fraction(2, 3) - Fraction(1, 10**6) < thirds[1] <= Fraction(2, 3)


def test_eigenvalue_bounds_hold_whatever_floating_point_proposes(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = np.random.default_rng(1)
    eigh = np.linalg.eigh

    def disturbed(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        values, vectors = eigh(matrix)
        return values * draw.uniform(0.9, 1.2), vectors + draw.normal(0, 0.01, vectors.shape)

    monkeypatch.setattr(np.linalg, "eigh", disturbed)
    for _ in range(50):
        bounds = eigenvalue_bounds(
            4, {(0, 1): Fraction(1), (1, 2): Fraction(1), (2, 3): Fraction(1), (0, 3): Fraction(1)}
        )
        assert all(bound <= exact for bound, exact in zip(bounds, (0, 2, 2, 4), strict=True))


def test_questions_without_an_answer() -> None:
    with pytest.raises(OutOfDomain, match="whole number"):
        interval(family("fft:4"), 0)
    with pytest.raises(OutOfDomain, match="3 red pebbles"):
        interval(family("fft:4"), 2)
    alone = interval(Cdag.from_predecessors({"a": [], "b": []}), 1, HONG_KUNG)
    assert alone.exact and alone.lower.value == 0
