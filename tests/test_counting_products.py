"""The bulk machinery of the counts against plain sets, and the lemmas on one product, on paths and on segments."""

from itertools import chain, combinations, product

import pytest

from graphs.cdag import Cdag
from graphs.dominators import dominated, minimum_set
from proofs.evidence.counting import boxes, four, ranges, roots, schedules, segment
from proofs.evidence.counting.batches import subsets
from proofs.evidence.counting.paths import broken
from proofs.evidence.counting.products import holdings, matrix_of
from proofs.evidence.counting.trials import alone, scores

SMALL = [(1, 2, 1, "chain"), (1, 2, 1, "fma"), (1, 3, 1, "chain"), (1, 3, 1, "fma"), (2, 1, 2, "chain")]


def all_subsets(nodes):
    nodes = list(nodes)
    return map(frozenset, chain.from_iterable(combinations(nodes, size) for size in range(len(nodes) + 1)))


def test_batches_are_all_subsets():
    g = Cdag.from_edges([("a", "p"), ("b", "p"), ("p", "s"), ("c", "s")])
    for largest in (None, 2):
        seen = []
        for batch in subsets(g, g.order, largest):
            held = batch.dominated()
            for column in range(batch.width):
                chosen = frozenset(v for v in g.order if batch.has[v][column])
                seen.append(chosen)
                assert {v for v in g.order if held[v][column]} == dominated(g, chosen)
        assert len(seen) == len(set(seen))
        assert set(seen) == {s for s in all_subsets(g.order) if largest is None or len(s) <= largest}


@pytest.mark.parametrize("trees, nodes", [("chain", 15), ("balanced", 15), ("fma", 12)])
def test_a_product_is_found_by_its_names(trees, nodes):
    trial = alone(1, 4, 1, trees)
    (tree,) = trial.products[0].trees
    assert len(trial.cdag) == nodes + 1 and len(tree) == nodes - 8
    assert len(trial.products[0].terms) == trial.inner == 4
    assert tree[-1] == ("C", 0, 0) == trial.roots[0]
    ancestors = {v for v in trial.cdag.order if matrix_of(v) == "C"}
    assert ancestors == set(tree)


@pytest.mark.parametrize("sizes", SMALL)
def test_holdings_are_the_most_over_all_parts(sizes):
    """Every D, and every part that it dominates, one by one."""
    trial = alone(*sizes)
    trees, terms = set(trial.trees), trial.products[0].terms
    for batch in trial.batches():
        most = holdings(trial.products, batch, batch.dominated()).most
        for column in range(0, batch.width, 1 if batch.width < 300 else 7):
            D = frozenset(v for v in trial.cdag.order if batch.has[v][column])
            best: dict[int, int] = {}
            # sources in a part have no say: they are no terms, and no successors of a node of a tree
            for part in all_subsets(dominated(trial.cdag, D) - set(trial.cdag.sources)):
                m = len(minimum_set(trial.cdag, part) & trees)
                best[m] = max(best.get(m, 0), len((part & terms) - D))
            for m in range(max(best) + 1):
                at_most = max(count for least, count in best.items() if least <= m)
                assert most[min(m, len(most) - 1)][column] == at_most, (D, m)


def test_the_most_roots_of_small_products():
    assert roots.most_roots(alone(3, 1, 3))[:7] == (0, 1, 2, 3, 4, 6, 9)
    assert roots.most_roots(alone(2, 2, 2, largest=5)) == (0, 1, 2, 3, 4, 4)
    assert roots.most_roots(scores(2, 1))[:5] == (0, 1, 2, 3, 4)
    assert roots.most_roots(alone(4, 1, 4, largest=6)) == tuple(max(S, S * S // 4) for S in range(7))


def test_operands_that_are_computed_have_paths_of_their_own():
    trial = scores(2, 2)
    assert len(trial.right) == 4 and len(trial.left) > 4
    assert not trial.left & trial.right and not (trial.left | trial.right) & set(trial.trees)
    assert trial.inner == 2 and len(trial.products[0].trees) == 4


def test_loomis_whitney_counts_cells_and_shadows():
    cells = list(product(range(2), range(1), range(3)))
    sharp = 0
    for E in all_subsets(cells):
        shadows = [len({c[:k] + c[k + 1 :] for c in E}) for k in range(3)]
        assert len(E) ** 2 <= shadows[0] * shadows[1] * shadows[2]
        sharp += bool(E) and len(E) ** 2 == shadows[0] * shadows[1] * shadows[2]
    found = boxes.loomis_whitney(((2, 1, 3),))
    assert (found.cases, found.sharp, sharp) == (64, True, 21)  # the boxes inside: 3 choices of i, 7 of k

    def one_less(ij, jk, ik):
        return ij * jk * ik - 1

    refuted = boxes.loomis_whitney(((2, 1, 3),), one_less)
    assert refuted.counterexample == "E = {} has 0 cells and shadows of 0, 0 and 0"


def test_a_bound_that_is_half_as_large_fails():
    half = ranges.Range((lambda: alone(2, 1, 2),), ())
    found = roots.root_count(half, lambda x, y, h, d: (d * d * h + x * y) // 2)
    assert found.counterexample
    found = four.four_products(four.Range(((1, 1, 3),), ()), lambda *given: four.cube(*given) // 2)
    assert found.counterexample


def test_one_load_too_few_is_noticed():
    setting = schedules.Setting("small_cache", 2, 2, 7)
    cdag = schedules.played(setting).cdag
    cut = schedules.segments_of(setting, 7)
    assert all(segment.wrong(cdag, s, 7, 7) is None for s in cut)
    assert any("more than T = 6" in (segment.wrong(cdag, s, 7, 6) or "") for s in cut)
    assert any("(ii)" in (segment.wrong(cdag, s, 2, 7) or "") for s in cut)


def test_paths_are_walked():
    g = Cdag.from_edges([("a", "p"), ("b", "p"), ("p", "s")])
    assert broken(g, [("a", "p", "s")], ["s"]) is None
    assert broken(g, [("p", "s")], ["s"]) == "a path leads from p to s"
    assert broken(g, [("a", "s")], ["s"]) == "s is not computed from a"
    assert broken(g, [("a", "p"), ("b", "p", "s")], ["p", "s"]) == "two paths meet in p"
