"""Tests of a Matrix Market file as a triangular solve, by rows and by operations."""

from __future__ import annotations

import json

import networkx as nx
import numpy as np
import pytest
from matrices import CAUSAL, GENERAL, PATTERN, REAL, mtx, run, same, unfolded, written

from graphs.cdag import Cdag
from graphs.errors import FormatError
from graphs.formats import read_cdag
from graphs.formats.mtx_solve import read, read_fine
from graphs.search import Outcome, optimum, oracle


def triangles() -> list[np.ndarray]:
    chance = np.random.default_rng(7)
    found = []
    for n in (1, 2, 4, 6):
        lower = np.tril(chance.integers(0, 3, (n, n)), -1) + np.diag(chance.integers(1, 4, n))
        found += [lower, lower.T]
    return found


# By rows --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("matrix", triangles())
@pytest.mark.parametrize("kind", ["coordinate integer general", "array integer general"])
def test_a_nonzero_off_the_diagonal_is_an_edge(matrix, kind):
    cdag = read(written(matrix, kind), "f.mtx")
    n = len(matrix)
    assert list(cdag.graph) == [("x", i) for i in range(n)]
    assert set(cdag.graph.edges) == {(("x", j), ("x", i)) for i, j in np.argwhere(matrix) if i != j}
    assert cdag.max_indegree + 1 == max(np.count_nonzero(matrix, axis=1))


def test_the_diagonal_is_no_edge_and_a_stored_zero_none():
    cdag = read(mtx(GENERAL, "3 3 5", "1 1 1", "2 1 0.0", "2 2 1", "3 1 5", "3 3 1"), "f.mtx")
    assert list(cdag.graph.edges) == [(("x", 0), ("x", 2))]
    assert cdag.isolated == (("x", 1),)


def test_an_upper_triangle_is_solved_from_the_last_row():
    upper = read(mtx(PATTERN, "3 3 5", "1 1", "1 2", "2 2", "2 3", "3 3"), "f.mtx")
    assert upper.order == (("x", 2), ("x", 1), ("x", 0))


@pytest.mark.parametrize(
    ("matrix", "M", "cost"),
    [
        ([[1]], 1, 0),  # a row alone is in memory already
        ([[1, 0], [0, 1]], 1, 0),
        ([[1, 0], [1, 1]], 2, 2),  # x[0] in, x[1] out
        ([[1, 1], [0, 1]], 2, 2),
        ([[1, 0, 0], [1, 1, 0], [1, 1, 1]], 3, 2),
        ([[1, 0, 0, 0], [0, 1, 0, 0], [1, 1, 1, 0], [1, 1, 0, 1]], 3, 4),  # two in, two out
    ],
)
def test_optima_by_hand(matrix, M, cost):
    assert oracle(read(written(np.array(matrix)), "f.mtx"), M=M).cost == cost


def test_the_fullest_row_must_fit():
    arrow = read(written(np.array([[1, 0, 0], [0, 1, 0], [1, 1, 1]])), "f.mtx")
    assert oracle(arrow, M=3).cost == 3
    assert oracle(arrow, M=2).outcome is Outcome.INFEASIBLE


@pytest.mark.parametrize("bits", range(8))
def test_rows_cost_less_than_operations(bits):
    matrix = np.eye(3, dtype=int)
    matrix[[1, 2, 2], [0, 0, 1]] = [bits & 1, bits >> 1 & 1, bits >> 2]
    text = written(matrix)
    assert optimum(read(text, "f.mtx"), M=3).cost < optimum(read_fine(text, "f.mtx"), M=3).cost


def test_the_real_file():
    """Row 6 has five nonzeros left of its diagonal; rows 1 and 2 have none, and no row uses x of rows 6 and 8."""
    if not REAL.exists():
        return
    cdag = read_cdag(REAL, "mtx-solve")
    assert cdag.max_indegree == 5
    assert cdag.sources == (("x", 0), ("x", 1))
    assert cdag.sinks == (("x", 5), ("x", 7))
    assert oracle(cdag, M=6).cost == 4


# By operations --------------------------------------------------------------------------------------------------------


def solved(matrix: np.ndarray, b: np.ndarray, cdag: Cdag) -> np.ndarray:
    """Computes the nodes of a solve from their names and operands, as numbers."""
    value: dict[object, float] = {}
    for node in cdag.order:
        name, i, *rest = node
        operands = cdag.predecessors(node)
        if name == "b":
            value[node] = b[i]
        elif name in "LU":
            value[node] = matrix[i, rest[0]]
        elif name == "x":
            top, diagonal = operands if operands[1][0] in "LU" else operands[::-1]
            value[node] = value[top] / value[diagonal]
        elif name == "r.mul":
            value[node] = value[operands[0]] * value[operands[1]]
        else:  # the subtraction of a product
            product = next(u for u in operands if u[0] == "r.mul")
            (before,) = (u for u in operands if u != product)
            value[node] = value[before] - value[product]
    return np.array([value["x", i] for i in range(len(b))])


@pytest.mark.parametrize("matrix", triangles())
@pytest.mark.parametrize("kind", ["coordinate integer general", "array integer general"])
def test_the_graph_computes_the_solution(matrix, kind):
    cdag = read_fine(written(matrix, kind), "f.mtx")
    b = np.arange(1.0, len(matrix) + 1)
    np.testing.assert_allclose(solved(matrix, b, cdag), np.linalg.solve(matrix, b))
    n, nonzeros = len(matrix), np.count_nonzero(matrix)
    assert len(cdag) == 2 * n + nonzeros + 2 * (nonzeros - n)
    assert len(cdag.sources) == n + nonzeros
    assert cdag.max_indegree == 2


def test_forward_and_backward_operations_are_mirrored():
    lower = np.array([[1, 0, 0], [1, 1, 0], [1, 1, 1]])
    forward, backward = (read_fine(written(m), "f.mtx") for m in (lower, lower.T))
    assert nx.is_isomorphic(forward.graph, backward.graph)
    assert forward.sinks == (("x", 2),)
    assert backward.sinks == (("x", 0),)
    assert forward.predecessors(("r.add", 2, 0, 0)) == (("b", 2), ("r.mul", 2, 0, 0))
    assert backward.predecessors(("r.add", 0, 0, 0)) == (("b", 0), ("r.mul", 0, 2, 0))


@pytest.mark.parametrize(
    ("matrix", "M", "cost"),
    [
        ([[1]], 3, 3),  # b and the coefficient in, x out
        ([[1, 0], [0, 1]], 3, 6),
        ([[1, 0], [1, 1]], 3, 6),  # five words in, and the one x that nothing uses out
        ([[1, 1], [0, 1]], 3, 6),
    ],
)
def test_optima_of_operations_by_hand(matrix, M, cost):
    assert oracle(read_fine(written(np.array(matrix)), "f.mtx"), M=M).cost == cost


# Both -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            mtx(PATTERN, "2 2 4", "1 1", "2 2", "2 1", "1 2"),
            "f.mtx:7: the matrix is not triangular: (1, 2) lies on the other side of the diagonal than (2, 1) "
            "of line 6; give one triangle",
        ),
        (
            mtx(PATTERN, "2 2 4", "1 1", "1 2", "2 1", "2 2"),
            "f.mtx:6: the matrix is not triangular: (2, 1) lies on the",
        ),
        (
            mtx(PATTERN, "2 2 2", "1 1", "2 1"),
            "f.mtx: row 2 has no nonzero on the diagonal, so the system has no unique solution; give the entry (2, 2)",
        ),
        (mtx(GENERAL, "2 2 2", "1 1 0.0", "2 2 1"), "f.mtx: row 1 has no nonzero on the diagonal"),
        (mtx("coordinate real skew-symmetric", "2 2 1", "2 1 1"), "f.mtx: row 1 has no nonzero on the diagonal"),
    ],
)
def test_refused(text, says):
    for reading in (read, read_fine):
        with pytest.raises(FormatError) as caught:
            reading(text, "f.mtx")
        assert says in str(caught.value)


def test_a_symmetric_file_is_solved_with_the_triangle_it_stores():
    lines = ("3 3 4", "1 1 1", "3 1 5", "2 2 1", "3 3 1")
    stored, lower = (mtx(f"coordinate real {kind}", *lines) for kind in ("symmetric", "general"))
    for reading in (read, read_fine):
        assert same(reading(stored, "f.mtx"), reading(lower, "f.mtx"))


@pytest.mark.parametrize(
    ("format_name", "cost"),
    [("mtx-solve", 2), ("mtx-solve-fine", 10)],  # x[0] in; three words of b and six coefficients in; both x[2] out
)
def test_pebble_on_the_command_line(tmp_path, format_name, cost):
    path = tmp_path / "causal.mtx"
    path.write_text(CAUSAL)
    done = run("pebble", str(path), "--format", format_name, "-M", "5", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["optimum"] == cost


def test_pebble_wants_to_be_told(tmp_path):
    path = tmp_path / "causal.mtx"
    path.write_text(CAUSAL)
    done = run("pebble", str(path), "-M", "5")
    assert (done.returncode, done.stdout) == (4, "")
    assert all(f"--format {name}," in unfolded(done.stderr) for name in ("mtx-solve", "mtx-solve-fine"))
    assert "--format mtx-mask:D," in unfolded(done.stderr)
