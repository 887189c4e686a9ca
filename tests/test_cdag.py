"""Cdag refuses what is no computational DAG, each with its own error, and orders nodes in one way only."""

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.cdag import Cdag, label
from graphs.errors import (
    DuplicateLabel,
    HasCycle,
    HasSelfLoop,
    IsMultigraph,
    IsUndirected,
    NotADag,
    PebbleproofError,
    UnknownNode,
)


def test_one_node_is_source_sink_and_isolated() -> None:
    g = Cdag.from_predecessors({"a": []})
    assert g.sources == g.sinks == g.isolated == ("a",)
    assert g.max_indegree == 0


def test_a_cycle_is_named_node_by_node() -> None:
    with pytest.raises(HasCycle) as caught:
        Cdag.from_edges([("s", "a"), ("a", "b"), ("b", "c"), ("c", "a")])
    assert set(caught.value.cycle) == {"a", "b", "c"}
    assert "-> " in str(caught.value)


def test_a_self_loop_a_multigraph_an_undirected_and_an_empty_graph_have_their_own_errors() -> None:
    with pytest.raises(HasSelfLoop, match="0 -> 0"):
        Cdag.from_edges([(0, 0), (0, 1)])
    with pytest.raises(IsMultigraph):
        Cdag(nx.MultiDiGraph([(0, 1), (0, 1)]))
    with pytest.raises(IsUndirected):
        Cdag(nx.Graph([(0, 1)]))  # type: ignore[arg-type]
    with pytest.raises(NotADag, match="no nodes"):
        Cdag(nx.DiGraph())


def test_nodes_that_print_alike_are_refused() -> None:
    with pytest.raises(DuplicateLabel):
        Cdag.from_edges([(1, "1")])
    with pytest.raises(DuplicateLabel):
        Cdag.from_edges([(("A", 0), "A[0]")])


def test_an_unknown_node_is_named() -> None:
    with pytest.raises(UnknownNode, match="'zz'"):
        Cdag.from_edges([("a", "b")]).node("zz")


def test_the_graph_is_a_frozen_copy() -> None:
    mine = nx.DiGraph([("a", "b")])
    g = Cdag(mine)
    mine.add_edge("b", "c")
    assert len(g) == 2
    with pytest.raises(nx.NetworkXError):
        g.graph.add_edge("b", "c")


@given(st.sets(st.tuples(st.integers(0, 7), st.integers(0, 7)), min_size=1))
def test_any_set_of_edges_is_a_cdag_or_is_refused(edges: set[tuple[int, int]]) -> None:
    acyclic = nx.is_directed_acyclic_graph(nx.DiGraph(sorted(edges)))
    try:
        g = Cdag.from_edges(sorted(edges))
    except PebbleproofError:
        assert not acyclic
    else:
        assert acyclic
        place = {v: i for i, v in enumerate(g.order)}
        assert all(place[u] < place[v] for u, v in edges)


def test_labels() -> None:
    assert [label(v) for v in (("S.mul", 0, 1, 2), "x", 3, ("alone",))] == ["S.mul[0,1,2]", "x", "3", "('alone',)"]
