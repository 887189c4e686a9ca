"""The gap: no bound exceeds a program, everything is exact, and the command says which lemma gives the bound."""

import json
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from graphs.errors import OutOfDomain
from proofs.cli import app
from proofs.cli.regime import lemma_of
from proofs.constants import constants
from proofs.lemmas import CATALOGUE
from symbolic.gap import changes, gap, gaps, sizes
from symbolic.gap_plot import figure
from symbolic.regime import lower_bounds


@given(st.integers(1, 10**5), st.integers(1, 300), st.integers(3, 10**7))
@settings(max_examples=60, deadline=None)
def test_no_bound_exceeds_the_best_program(n: int, d: int, M: int) -> None:
    assert gap(n, d, M).ratio >= 1


def test_every_bound_is_stated_by_a_lemma() -> None:
    assert {lemma_of(name) for name, _ in lower_bounds(8, 4, 50)} <= set(CATALOGUE)


def test_in_cache_the_ratio_is_one() -> None:
    found = gaps(32, 4)
    assert found[-1].ratio == 1 and found[-1].program.startswith("in_cache")
    assert [one.M for one in found] == list(sizes(32, 4))
    assert changes(found)[0] == found[0] and len(changes(found)) < len(found)
    assert all(isinstance(one.ratio, Fraction) for one in found)


@pytest.mark.parametrize(("n", "d", "M"), [(0, 1, 7), (1, 0, 7), (1, 1, 0), (4, 2, 2), (2**30, 1, 7)])
def test_bad_sizes_are_refused(n: int, d: int, M: int) -> None:
    with pytest.raises(OutOfDomain):
        gap(n, d, M)


def test_the_command_names_lemma_and_level() -> None:
    done = CliRunner().invoke(app, ["gap", "--n", "1024", "--d", "16", "-M", "240", "--json"])
    said = json.loads(done.stdout)
    assert done.exit_code == 0 and said["program"] == "hybrid"
    assert CATALOGUE[said["lemma"]].theorem and said["level"] in ("tiny", "certificate")
    assert Fraction(said["ratio"]) == Fraction(said["upper"], said["lower"])


@pytest.mark.parametrize(
    "words",
    [
        ["--n", "4"],
        ["--n", "4", "--d", "2"],
        ["--n", "4", "--d", "2", "-M", "9", "--device", "h100"],
        ["--n", "4", "--d", "2", "-M", "9", "--table"],
        ["--n", "4", "--d", "2", "--plot", "a.xyz"],
        ["--constants", "--n", "4"],
    ],
)
def test_a_bad_command_line_is_refused(words: list[str]) -> None:
    assert isinstance(CliRunner().invoke(app, ["gap", *words]).exception, OutOfDomain)


def test_a_picture_takes_two_points() -> None:
    pytest.importorskip("matplotlib")
    with pytest.raises(OutOfDomain):
        figure(gaps(4, 2)[:1])
    assert figure(gaps(8, 2)).axes


def test_constants_are_derived_and_meet_in_both_limits() -> None:
    found = {one.lemma.label: one for one in constants()}
    assert {label: (one.lower, one.upper) for label, one in found.items()} == {
        "theorem-A": (8, 8),
        "theorem-B": (10, 10),
        "theorem-B'": (6, 10),
        "theorem-A-forward": (4, 4),
        "theorem-B-forward": (4, 4),
        "product-constant": (2, 2),
    }
    assert all(one.ratio >= 1 and one.lemma.theorem for one in found.values())
