"""Tests of a Matrix Market file as a mask: the graph, its programs, and the command that takes it."""

from __future__ import annotations

import json

import networkx as nx
import numpy as np
import pytest
from matrices import CAUSAL, PATTERN, mtx, run, same, unfolded, written

from graphs.errors import FormatError
from graphs.families.sparse import sparse_scores as sparse_cdag
from graphs.formats import mtx_mask, read_cdag
from graphs.programs.pebbling import pebble
from graphs.programs.sparse_scores import causal, places_of, sparse_scores
from graphs.schedule import replay
from graphs.search import oracle


@pytest.mark.parametrize(("n", "d"), [(1, 1), (2, 1), (3, 2)])
def test_the_full_mask_is_the_sparse_family_with_dense_inputs(n, d):
    places = places_of(np.ones((n, d), dtype=bool))
    cdag = mtx_mask.read(written(np.ones((n, n), dtype=int)), "f.mtx", d)
    assert same(cdag, sparse_cdag(places, places, n, d))


def masks() -> list[np.ndarray]:
    chance = np.random.default_rng(3)
    found = [chance.random((n, n)) < density for n in (2, 3, 5) for density in (0.3, 0.6)]
    return [causal(4), np.eye(3, dtype=bool), *(mask for mask in found if mask.any())]


@pytest.mark.parametrize("mask", masks())
@pytest.mark.parametrize("d", [1, 3])
def test_a_mask_is_the_union_of_its_rows_in_the_sparse_family(mask, d):
    """In one row nothing but dense rows of Q and K meet, so there the family needs no mask."""
    n = len(mask)
    cdag = mtx_mask.read(written(mask.astype(int)), "f.mtx", d)
    rows = [
        sparse_cdag([(i, c) for c in range(d)], [(int(j), c) for j in np.flatnonzero(mask[i]) for c in range(d)], n, d)
        for i in range(n)
        if mask[i].any()
    ]
    union = nx.compose_all([row.graph for row in rows])
    used = cdag.graph.subgraph(set(cdag.graph) - set(cdag.isolated))
    assert set(used) == set(union)
    assert set(used.edges) == set(union.edges)
    words = {(name, i, c) for name in "QK" for i in range(n) for c in range(d)}
    assert set(cdag.sources) == words


@pytest.mark.parametrize("mask", masks())
def test_the_program_plays_on_the_graph_of_its_mask(mask):
    n, d = len(mask), 2
    dense = np.ones((n, d), dtype=bool)
    cdag = mtx_mask.read(written(mask.astype(int)), "f.mtx", d)
    program = sparse_scores(dense, dense, mask)
    M = program.least_memory(n=n, d=d) + 4
    played = pebble(program, {"n": n, "d": d, **program.best_tiles(M, n=n, d=d)}, cdag)
    assert replay(cdag, played.schedule, M).peak <= M


def test_a_diagonal_mask_costs_three_words_a_row():
    assert oracle(mtx_mask.read(written(np.eye(2, dtype=int)), "f.mtx"), M=3).cost == 6


def test_a_symmetric_mask_is_expanded():
    half = mtx("coordinate pattern symmetric", "3 3 4", "1 1", "2 2", "3 3", "3 1")
    whole = mtx("coordinate pattern general", "3 3 5", "1 3", "1 1", "2 2", "3 3", "3 1")
    assert same(mtx_mask.read(half, "f.mtx"), mtx_mask.read(whole, "f.mtx"))


def test_a_mask_with_too_many_nodes_is_refused_before_they_are_made():
    with pytest.raises(FormatError, match=r"f\.mtx:3: 3,999,999,996 nodes are too many; at most 1,000,000 are read"):
        mtx_mask.read(mtx(PATTERN, "1 1 1", "1 1"), "f.mtx", 999_999_999)
    with pytest.raises(FormatError, match="2,000,004 nodes are too many"):
        mtx_mask.read(mtx(PATTERN, "1000000 1000000 2", "1 1", "2 1"), "f.mtx")


# The command ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "causal.mtx"
    path.write_text(CAUSAL)
    return path


@pytest.mark.parametrize("d", ["", "0", "-1", "1.0", "x", "²", "10000000000"])
def test_a_head_dimension_that_is_none(path, d):
    with pytest.raises(FormatError) as caught:
        read_cdag(path, f"mtx-mask:{d}")
    assert f"the d of mtx-mask[:d] is a whole number from 1 to 999999999; got {d!a}; " in str(caught.value)


def test_run_with_the_mask_of_a_file(path):
    words = ("run", "sparse_scores", "--d", "2", "-M", "12", "--check", "--json")
    of_file = json.loads(run(*words, "--mask", str(path)).stdout)
    assert of_file == json.loads(run(*words, "--n", "3", "--mask", "causal").stdout)
    assert of_file["results_agree"] is True
    for extra, says in (
        (("--n", "4"), "the mask must be n x n = (4, 4)"),
        (("--mask", "none.mtx"), "none.mtx: no such file"),
    ):
        done = run(*words, "--mask", str(path), *extra)
        assert done.returncode == 4
        assert says in unfolded(done.stderr)
    done = run("run", "sparse_scores", "-M", "12", "--mask", str(path))
    assert done.returncode == 4
    assert "sparse_scores takes --d" in unfolded(done.stderr)


def test_another_mask_is_refused_with_all_that_there_are():
    done = run("run", "sparse_scores", "--n", "3", "--d", "2", "-M", "12", "--mask", "causal.mt")
    assert done.returncode == 4
    says = "a mask is full, causal, banded:W with a whole number W >= 1, or a file FILE.mtx; got 'causal.mt'"
    assert says in unfolded(done.stderr)


def test_a_mask_for_a_program_that_is_too_large(tmp_path):
    path = tmp_path / "large.mtx"
    path.write_text(mtx(PATTERN, "100000 100000 1", "1 1"))
    with pytest.raises(
        FormatError, match=r"large\.mtx:3: a mask of 100,000 rows is too large; a program takes at most 10"
    ):
        mtx_mask.read_mask(str(path))
