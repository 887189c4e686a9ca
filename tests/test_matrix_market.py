"""Tests of the Matrix Market reader: the pattern, every refusal with its line, and the names of the readings."""

from __future__ import annotations

import re
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matrices import CAUSAL, GENERAL, PATTERN, REAL, mtx, run, same, written

from graphs.errors import FormatError, PebbleproofError
from graphs.formats import mtx_mask, mtx_solve, read_cdag
from graphs.formats.matrix_market import read_matrix
from graphs.programs.sparse_scores import places_of

READINGS = (mtx_mask.read, mtx_solve.read, mtx_solve.read_fine)


# The pattern ----------------------------------------------------------------------------------------------------------

LOWER = [(0, 0), (1, 0), (1, 1)]
FULL = [(0, 0), (0, 1), (1, 0), (1, 1)]


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        (mtx("coordinate pattern general", "2 2 3", "1 1", "2 1", "2 2"), LOWER),
        (mtx("coordinate real general", "2 2 3", "2 1 -1.5e-3", "1 1 .5", "2 2 1.D+0"), LOWER),
        (mtx("coordinate integer general", "2 2 4", "1 1 1", "1 2 0", "2 1 -7", "2 2 10"), LOWER),
        (mtx("coordinate complex general", "2 2 3", "1 1 0 1", "2 1 1 0", "2 2 1 1"), LOWER),
        (mtx("coordinate double symmetric", "2 2 3", "1 1 1", "2 1 1", "2 2 1"), FULL),
        (mtx("coordinate pattern symmetric", "2 2 2", "2 1", "2 2"), FULL[1:]),
        (mtx("coordinate real skew-symmetric", "2 2 1", "2 1 4"), FULL[1:3]),
        (mtx("coordinate complex hermitian", "2 2 2", "1 1 1 0", "2 1 0 4"), FULL[:3]),
        (mtx("array real general", "2 2", "1", "2", "0", "4"), LOWER),
        (mtx("array integer symmetric", "2 2", "1", "2", "4"), FULL),
        (mtx("array real skew-symmetric", "3 3", "0", "1", "2"), [(0, 2), (1, 2), (2, 0), (2, 1)]),
        (mtx("array complex hermitian", "2 2", "1 0", "0 0", "1 0"), [(0, 0), (1, 1)]),
        (mtx("array real general", "1 3", "1", "0", "2"), [(0, 0), (0, 2)]),
        (mtx("COORDINATE Real General", "", "2 2 1", "% in between", "  1\t2   3.0  % and after", ""), [(0, 1)]),
    ],
)
def test_pattern(text, pattern):
    assert read_matrix(text, "f.mtx").pattern == pattern


@pytest.mark.parametrize("zero", ["0", "0.0", "-0", ".0", "0e9", "+0.00D-3"])
def test_a_stored_zero_is_no_nonzero(zero):
    text = mtx("coordinate real general", "2 2 3", "1 1 1", f"2 1 {zero}", "2 2 1")
    assert read_matrix(text, "f.mtx").pattern == [(0, 0), (1, 1)]
    assert ("S", 1, 0) not in mtx_mask.read(text, "f.mtx").graph
    assert not mtx_solve.read(text, "f.mtx").graph.edges
    assert ("L", 1, 0) not in mtx_solve.read_fine(text, "f.mtx").graph


@pytest.mark.parametrize("small", ["1e-999", "0.0001", "0.0e0001", "-5D-400"])
def test_a_small_number_is_zero_only_if_its_digits_are(small):
    text = mtx("coordinate real general", "1 2 2", "1 1 1", f"1 2 {small}")
    assert len(read_matrix(text, "f.mtx").pattern) == (1 if small == "0.0e0001" else 2)


@given(st.integers(1, 5).flatmap(lambda n: st.lists(st.integers(0, 2), min_size=n * n, max_size=n * n)))
def test_array_and_coordinates_are_the_same_matrix(values):
    n = int(len(values) ** 0.5)
    matrix = np.array(values).reshape(n, n)
    if not matrix.any():
        return
    forms = ("coordinate integer general", "array integer general", "coordinate real general")
    patterns = [read_matrix(written(matrix, form), "f.mtx").pattern for form in forms]
    assert patterns == [places_of(matrix != 0)] * 3


# Refused --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("2 2 1\n1 1 1\n", "f.mtx:1: expected '%%MatrixMarket matrix FORM FIELD SYMMETRY'; got '2 2 1'"),
        ("%%MatrixMarket vector array real general\n", "f.mtx:1: expected '%%MatrixMarket matrix"),
        ("%MatrixMarket matrix array real general\n", "f.mtx:1: expected '%%MatrixMarket matrix"),
        ("%%MatrixMarket matrix coordinate real\n", "f.mtx:1: expected '%%MatrixMarket matrix"),
        (mtx("sparse real general"), "f.mtx:1: expected one of coordinate, array; got 'sparse'"),
        (
            mtx("array quaternion general"),
            "f.mtx:1: expected one of real, double, integer, complex, pattern; got 'quat",
        ),
        (
            mtx("array real lower"),
            "f.mtx:1: expected one of general, symmetric, skew-symmetric, hermitian; got 'lower'",
        ),
        (mtx("array pattern general"), "f.mtx:1: the format has no array pattern matrix"),
        (mtx("coordinate pattern skew-symmetric"), "f.mtx:1: the format has no pattern skew-symmetric matrix"),
        (mtx("coordinate real hermitian"), "f.mtx:1: a hermitian matrix is complex; got real; say symmetric"),
        (mtx(GENERAL), "f.mtx: holds comments only"),
        (mtx(GENERAL, "2 2"), "f.mtx:3: expected the numbers of rows, columns, entries; got '2 2'"),
        (mtx("array real general", "2 2 4"), "f.mtx:3: expected the numbers of rows, columns; got '2 2 4'"),
        (mtx(GENERAL, "2 x 1"), "f.mtx:3: expected a number of columns as a whole number; got 'x'"),
        (mtx(GENERAL, "2 2 -1"), "f.mtx:3: expected a number of entries as a whole number; got '-1'"),
        (mtx(GENERAL, "2 2 5"), "f.mtx:3: a general 2 x 2 matrix stores at most 4 entries; got 5"),
        (
            mtx("coordinate real symmetric", "2 2 4"),
            "f.mtx:3: a symmetric 2 x 2 matrix stores at most 3 entries; got 4",
        ),
        (mtx("coordinate real symmetric", "2 3 1"), "f.mtx:3: a symmetric matrix is square; got 2 x 3"),
        (mtx(GENERAL, "2 2 2", "1 1 1"), "f.mtx:4: expected 2 entries, got 1 before the file ends; line 3 promises 2"),
        (mtx(GENERAL, "2 2 1", "1 1 1", "2 2 1"), "f.mtx:5: expected the end of the file after 1 entries; got '2 2 1'"),
        (mtx("array real general", "2 2", "1"), "f.mtx:4: expected 4 entries, got 1"),
        (mtx(GENERAL, "2 2 1", "0 1 1"), "f.mtx:4: expected a row from 1 to 2; got '0'"),
        (mtx(GENERAL, "2 2 1", "1 3 1"), "f.mtx:4: expected a column from 1 to 2; got '3'"),
        (mtx(GENERAL, "2 2 1", "1"), "f.mtx:4: expected a column from 1 to 2; got the end of the line"),
        (mtx(GENERAL, "2 2 2", "1 1 1", "1 1 2"), "f.mtx:5: the entry (1, 1) is repeated; line 4 has it already"),
        (mtx(GENERAL, "2 2 1", "1 1"), "f.mtx:4: expected 1 numbers as the value of a real entry; got ''"),
        (mtx(GENERAL, "2 2 1", "1 1 1 2"), "f.mtx:4: expected 1 numbers as the value of a real entry; got '1 2'"),
        (mtx(PATTERN, "2 2 1", "1 1 5"), "f.mtx:4: expected 0 numbers as the value of a pattern entry; got '5'"),
        (
            mtx("array complex general", "1 1", "5"),
            "f.mtx:4: expected 2 numbers as the value of a complex entry; got '5'",
        ),
        *(
            (mtx(GENERAL, "1 1 1", f"1 1 {bad}"), f"f.mtx:4: expected a finite real number; got '{bad}'")
            for bad in ("nan", "inf", "1,5", "1_0", "0x1", "e5", ".", "1e", "١")
        ),
        (mtx("coordinate integer general", "1 1 1", "1 1 1.0"), "f.mtx:4: expected a finite integer number; got '1.0'"),
        (
            mtx("coordinate real symmetric", "2 2 1", "1 2 1"),
            "f.mtx:4: the entry (1, 2) is above the diagonal, and a symmetric file stores what is below; "
            "give (2, 1) instead, or say general",
        ),
        (mtx("coordinate real skew-symmetric", "2 2 1", "1 1 1"), "f.mtx:4: the entry (1, 1) is on the diagonal"),
        (mtx(GENERAL, "2 2 1", "1 1 0"), "f.mtx:3: the matrix has no nonzero, so there is nothing to compute"),
        (mtx(GENERAL, "0 0 0"), "f.mtx:3: the matrix has no nonzero"),
        (mtx("array real skew-symmetric", "1 1"), "f.mtx:3: the matrix has no nonzero"),
    ],
)
def test_refused(text, says):
    for read in READINGS:
        with pytest.raises(FormatError) as caught:
            read(text, "f.mtx")
        assert says in str(caught.value)


@pytest.mark.parametrize("read", READINGS)
def test_not_square(read):
    with pytest.raises(FormatError, match=r"f\.mtx:3: the matrix must be square; got 2 x 3"):
        read(mtx(PATTERN, "2 3 1", "1 1"), "f.mtx")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            mtx(GENERAL, "1000000 1000000 1000000000000", "1 1 1"),
            "f.mtx:3: 1,000,000,000,000 entries are too many; at m",
        ),
        (mtx("array real general", "1000000 1000000", "1"), "f.mtx:3: 1,000,000,000,000 entries are too many"),
        (mtx("array real symmetric", "1000000 1000000", "1"), "f.mtx:3: 500,000,500,000 entries are too many"),
        (mtx(GENERAL, "1000000000000 1 1", "1 1 1"), "f.mtx:3: 1,000,000,000,000 nodes are too many"),
    ],
)
def test_a_promise_of_too_much_is_refused_at_once(text, says):
    for read in READINGS:
        start = time.perf_counter()
        with pytest.raises(FormatError, match=re.escape(says)):
            read(text, "f.mtx")
        assert time.perf_counter() - start < 1


def survives(text: str) -> None:
    for read in READINGS:
        try:
            assert len(read(text, "f.mtx")) > 0
        except PebbleproofError as error:
            str(error).encode()


VALID = written(np.tril(np.arange(1, 10).reshape(3, 3)))


@settings(max_examples=300, deadline=None)
@given(st.integers(0, len(VALID)), st.integers(0, 12), st.text("0123456789.-+e% \nx", max_size=6))
def test_mutated_files(start, length, patch):
    survives(VALID[:start] + patch + VALID[start + length :])


def test_a_file_that_is_cut_off_is_refused():
    lines = VALID.rstrip("\n").split("\n")
    for kept in range(len(lines)):
        with pytest.raises(FormatError):
            mtx_mask.read("\n".join(lines[:kept]), "f.mtx")


# The readings ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "causal.mtx"
    path.write_text(CAUSAL)
    return path


def test_formats_by_name(path):
    assert read_cdag(path, "mtx-solve").name == "causal_solve"
    assert read_cdag(path, "mtx-solve-fine").name == "causal_solve_fine"
    assert same(read_cdag(path, "mtx-mask"), read_cdag(path, "mtx-mask:1"))
    assert ("Q", 2, 1) in read_cdag(path, "mtx-mask:2").graph
    assert read_cdag(path, "mtx-mask:2").name == "causal_mask_d2"


@pytest.mark.parametrize(
    ("format_name", "says"),
    [
        (
            None,
            "a Matrix Market file is a matrix, not a DAG; say how to read it: --format mtx-solve, a triangular solve "
            "by rows, --format mtx-solve-fine, by operations, or --format mtx-mask:D, a mask of Q K^T",
        ),
        ("mtx-solve:2", "no format is called 'mtx-solve:2'; known formats: hyperdag"),
        ("mtx", "gml, kthlist, mtx-solve, mtx-solve-fine, mtx-mask[:d]"),
        ("mtx-mask:2:1", "from 1 to 999999999; got '2:1'; say --format mtx-mask:2, for example"),
    ],
)
def test_formats_refused_by_name(path, format_name, says):
    with pytest.raises(FormatError) as caught:
        read_cdag(path, format_name)
    assert str(caught.value).startswith(f"{path}: ")
    assert says in str(caught.value)


def test_the_command_lists_the_readings():
    listed = run("formats").stdout
    assert all(f"{name} " in listed for name in ("mtx-solve", "mtx-solve-fine", "mtx-mask[:d]"))


def test_the_real_file():
    """It stores 27 entries, 19 below the diagonal: 46 in both triangles. Without it, there is nothing to check."""
    if not REAL.exists():
        return
    matrix = read_matrix(REAL.read_text(), "f.mtx")
    assert (len(matrix.lines), len(matrix.pattern)) == (27, 46)
    assert len(read_cdag(REAL, "mtx-solve")) == 8
    assert len(read_cdag(REAL, "mtx-solve").graph.edges) == 19
    assert len(read_cdag(REAL, "mtx-solve-fine")) == 2 * 8 + 27 + 2 * 19
    assert len(read_cdag(REAL, "mtx-mask")) == 2 * 8 + 2 * 46 + 46 - 8
