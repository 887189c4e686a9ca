"""Families have the node totals of their closed forms, and build the graphs whose optima are known."""

import json
from pathlib import Path

import networkx as nx
import pytest
from known import built

from graphs.bounds import trivial_bound
from graphs.errors import OutOfDomain
from graphs.families import FAMILIES, family, usage
from graphs.families.attention import attention_backward, attention_forward
from graphs.families.builder import Trees
from graphs.families.matmul import matmul
from graphs.families.sparse import sparse_matmul, sparse_scores
from graphs.formats import read_cdag
from symbolic.attention import Computation, node_total
from symbolic.attention import trivial_bound as trivial_formula
from symbolic.symbols import symbol

DAGS = Path(__file__).parents[2] / "shared" / "inputs" / "dags"


@pytest.mark.parametrize("trees", list(Trees))
@pytest.mark.parametrize("kind", list(Computation))
def test_node_totals_and_trivial_bounds_equal_the_closed_forms(kind: Computation, trees: Trees) -> None:
    for n in range(1, 6):
        for d in range(1, 5):
            forward = kind is Computation.FORWARD
            g = attention_forward(n, d, trees) if forward else attention_backward(n, d, kind, trees)
            assert len(g) == node_total(kind, trees).subs({symbol("n"): n, symbol("d"): d})
            assert trivial_bound(g) == trivial_formula(kind).at(n=n, d=d)
            assert not g.isolated
            fan_in = 3 if trees is Trees.FMA and (n, d) != (1, 1) else 2
            assert g.max_indegree <= fan_in


def test_outputs_are_the_gradients_and_nothing_else() -> None:
    assert {v[0] for v in attention_forward(2, 3).sinks} == {"O"}  # type: ignore[index]
    assert {v[0] for v in attention_backward(2, 3, "XY").sinks} == {"dX", "dY"}  # type: ignore[index]
    assert len(attention_backward(2, 3, "X").sinks) == 9


@pytest.mark.parametrize("m, k, q", [(1, 1, 1), (1, 2, 1), (2, 1, 2), (2, 3, 4), (3, 2, 1)])
def test_matmul_has_as_many_nodes_as_operations(m: int, k: int, q: int) -> None:
    inputs = m * k + k * q
    for trees in ("chain", "balanced"):
        assert len(matmul(m, k, q, trees)) == inputs + m * k * q + m * q * (k - 1)
    assert len(matmul(m, k, q, "fma")) == inputs + m * k * q
    assert len(matmul(m, k, q, "fma", loaded_c=True)) == inputs + m * q + m * k * q
    assert len(matmul(m, k, q, "chain", loaded_c=True)) == inputs + m * q + 2 * m * k * q


def test_balanced_and_chain_trees_have_their_depths() -> None:
    for leaves in range(2, 10):
        depth = {t: nx.dag_longest_path_length(family(f"reduction:{leaves},{t}").graph) for t in ("chain", "balanced")}
        assert depth == {"chain": leaves - 1, "balanced": (leaves - 1).bit_length()}


def test_sparse_families_keep_what_the_pattern_asks_for() -> None:
    dense = [(i, k) for i in range(2) for k in range(3)]
    full = sparse_matmul(dense, 2, 3, 2)
    assert nx.is_isomorphic(full.graph, matmul(2, 3, 2).graph)
    empty_row = sparse_matmul([(0, 0)], 2, 1, 1)
    assert len(empty_row.sinks) == 1
    banded = sparse_scores([(0, 0), (1, 1)], [(0, 0), (1, 0)], 2, 2)
    assert ("S", 1, 0) not in banded.graph and len(banded.sinks) >= 1
    with pytest.raises(OutOfDomain, match="outside"):
        sparse_matmul([(5, 0)], 2, 2, 2)
    with pytest.raises(OutOfDomain, match="no nonzero"):
        sparse_matmul([], 2, 2, 2)


@pytest.mark.parametrize("path", sorted(DAGS.glob("*.json")) if DAGS.is_dir() else [], ids=lambda p: p.stem)
def test_the_graphs_with_known_optima_are_ours(path: Path) -> None:
    graphs = [nx.DiGraph(g.graph) for g in (read_cdag(path), built(path.stem))]
    for graph in graphs:
        for v in nx.topological_sort(graph):
            below = [graph.nodes[u]["depth"] for u in graph.predecessors(v)]
            graph.nodes[v]["depth"] = 1 + max(below, default=-1)
    assert nx.vf2pp_is_isomorphic(*graphs, node_label="depth")


def test_every_family_says_how_it_is_asked_for() -> None:
    for name in FAMILIES:
        assert usage(name).startswith(name)
    assert family("matmul:2, 2, 2, trees=fma, loaded_c=True").name == "matmul_2x2x2_fma_loaded_c"


@pytest.mark.parametrize(
    "specification, message",
    [
        ("nonsense:1", "known: chain"),
        ("matmul:2,2", "use matmul"),
        ("matmul:2,2,2,trees=star", "chain, balanced, fma"),
        ("pyramid:0", ">= 1"),
        ("pyramid:x", ">= 1"),
        ("fft:6", "power of two"),
        ("attention_backward:1,1,Z", "X, Y, XY"),
        ("matmul:2,2,2,colour=red", "use matmul"),
    ],
)
def test_bad_specifications_say_what_is_wanted(specification: str, message: str) -> None:
    with pytest.raises(OutOfDomain, match=message):
        family(specification)


def test_names_are_unique_and_json_can_carry_them() -> None:
    g = attention_backward(2, 2, "XY")
    assert json.loads(json.dumps([str(v) for v in g.order]))
    assert len({str(v) for v in g.order}) == len(g)
