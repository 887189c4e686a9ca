"""A search that is stopped, written down and taken up again ends where one that was not stopped ends."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from random_cdags import random_cdag

from graphs.errors import FormatError
from graphs.families import family
from graphs.game import VARIANTS
from graphs.schedule import replay
from graphs.search import Outcome, solver, stage
from graphs.search.solver import optimum


def stopping_after(states: int):
    def progress(stored: int, lower: int, upper: int) -> None:
        if stored >= states:
            raise KeyboardInterrupt

    return progress


@pytest.mark.parametrize("name", VARIANTS)
def test_steps_of_a_hundred_states_end_where_one_search_ends(name: str, tmp_path: Path) -> None:
    cdag, variant, file = family("pyramid:5"), VARIANTS[name], tmp_path / "search.npz"
    at_once = optimum(cdag, 3, variant)
    found, bounds, budget = None, [], 5
    while found is None or found.outcome is not Outcome.EXACT:
        found = optimum(cdag, 3, variant, budget, checkpoint=file)
        bounds.append((found.lower, found.upper))
        budget *= 2
    assert len(bounds) > 1
    assert all(a[0] <= b[0] and a[1] >= b[1] for a, b in pairwise(bounds))
    assert found.cost == at_once.cost
    assert found.schedule is not None and replay(cdag, found.schedule, 3, variant).cost == found.cost


@pytest.mark.parametrize("states", [1, 2_500, 10_000, 20_000])
def test_an_interrupted_search_goes_on(states: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stage, "TRIPLES_AFTER", 4_000)
    monkeypatch.setattr(stage, "_TURNS", 1_000)
    cdag, file = family("pyramid:8"), tmp_path / "search.npz"
    stopped = optimum(cdag, 3, progress=stopping_after(states), checkpoint=file)
    assert stopped.reason == "interrupted" and file.exists()
    stored: list[int] = []
    found = optimum(cdag, 3, progress=lambda n, lower, upper: stored.append(n), checkpoint=file)
    assert found.cost == 58 and stored[0] >= stopped.states  # it went on from there
    assert stopped.lower is not None and stopped.lower <= 58


def test_random_graphs_in_steps(tmp_path: Path) -> None:
    for seed in range(40):
        cdag, file = random_cdag(seed), tmp_path / f"{seed}.npz"
        M = VARIANTS["hong-kung"].least_memory(cdag)
        budget = 1
        while (found := optimum(cdag, M, budget=budget, checkpoint=file)).cost is None:
            budget += 5
        assert found.cost == optimum(cdag, M).cost


def test_a_long_search_is_written_down_before_it_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "_SAVED", 1 << 13)
    file = tmp_path / "search.npz"

    def killed(states: int, lower: int, upper: int) -> None:
        if states > 20_000:
            raise ZeroDivisionError  # not the keyboard: nothing is written any more

    with pytest.raises(ZeroDivisionError):
        optimum(family("pyramid:8"), 3, progress=killed, checkpoint=file)
    assert file.exists()
    assert optimum(family("pyramid:8"), 3, checkpoint=file).cost == 58


def test_what_does_not_belong_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "search.npz"
    optimum(family("pyramid:6"), 3, budget=200, checkpoint=file)
    whole = file.read_bytes()
    for cdag, M, variant in (("pyramid:6", 4, "hong-kung"), ("pyramid:5", 3, "hong-kung"), ("pyramid:6", 3, "sliding")):
        with pytest.raises(FormatError, match="another graph, M or variant"):
            optimum(family(cdag), M, VARIANTS[variant], checkpoint=file)
    for damaged in (whole[: len(whole) // 2], b"", b"PK", whole[:200] + b"x" * 60 + whole[260:]):
        file.write_bytes(damaged)
        with pytest.raises(FormatError, match="no checkpoint, or damaged"):
            optimum(family("pyramid:6"), 3, checkpoint=file)
    with file.open("wb") as stream:
        np.savez(stream, heading=np.zeros(3, np.uint8))
    with pytest.raises(FormatError, match="no checkpoint"):
        optimum(family("pyramid:6"), 3, checkpoint=file)
    file.write_bytes(whole)
    found = optimum(family("pyramid:6"), 3, checkpoint=file)
    assert found.cost == 35


def test_another_version_of_the_search_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "search.npz"
    optimum(family("pyramid:6"), 3, budget=200, checkpoint=file)
    monkeypatch.setattr("graphs.search.checkpoint._CODE", "0")
    with pytest.raises(FormatError, match="another version"):
        optimum(family("pyramid:6"), 3, checkpoint=file)


def test_a_file_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FormatError, match="cannot be written"):
        optimum(family("pyramid:6"), 3, budget=200, checkpoint=tmp_path / "file" / "search.npz")
