"""pebble and bound on the command line: solver, oracle, certificate, sweeps over M, intervals, and real files."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from graphs.families import family
from graphs.formats import read_cdag
from graphs.game import HONG_KUNG, VARIANTS
from graphs.search import Optimum, Outcome, optimum
from graphs.search.certify import from_json
from graphs.search.potential import proved_bound
from proofs.cli.pebble_plot import memories, status, swept, tightened
from symbolic.pebbling_plot import Point, draw

INPUTS = Path(__file__).parents[2] / "shared" / "inputs"


def run(*words: str, command: str = "pebble") -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-c", "from proofs.cli import main; main()", command, *words]
    return subprocess.run(line, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[1])


def test_the_solver_and_the_plain_oracle_agree() -> None:
    words = ("--family", "fft:4", "-M", "3", "--json")
    fast, plain = run(*words), run(*words, "--plain")
    assert fast.returncode == plain.returncode == 0 and fast.stderr == ""
    assert json.loads(fast.stdout)["optimum"] == json.loads(plain.stdout)["optimum"] == 14
    assert run(*words).stdout == fast.stdout


def test_a_certificate_is_written_and_checked(tmp_path: Path) -> None:
    path = tmp_path / "bound.json"
    done = run("--family", "pyramid:4", "-M", "3", "--certificate", str(path))
    assert done.returncode == 0 and "claims, checked" in done.stdout
    assert proved_bound(from_json(path.read_text())) == 18


def test_more_nodes_than_the_search_takes_give_an_interval() -> None:
    done = run("--family", "pyramid:20", "-M", "5")
    assert done.returncode == 3 and "takes at most 128" in done.stdout
    assert json.loads(run("--family", "pyramid:20", "-M", "5", "--json").stdout)["lower"] == 22


def test_a_sweep_is_one_table_and_says_what_is_infeasible() -> None:
    done = run("--family", "fft:4", "-M", "2..6")
    rows = [line.split() for line in done.stdout.splitlines() if line[:3].strip().isdecimal()]
    assert done.returncode == 0 and [row[:2] for row in rows] == [
        ["2", "none"],
        ["3", "14"],
        ["4", "11"],
        ["5", "9"],
        ["6", "8"],
    ]
    assert max(map(len, done.stdout.splitlines())) <= 100
    assert run("--family", "fft:4", "-M", "1", "-M", "2").returncode == 1


def test_a_sweep_in_json_and_as_a_plot_is_the_same_each_time(tmp_path: Path) -> None:
    words = ("--family", "fft:4", "-M", "3", "-M", "5..7", "--json")
    body = json.loads(run(*words).stdout)
    assert [(row["M"], row["optimum"]) for row in body["sweep"]] == [(3, 14), (5, 9), (6, 8), (7, 8)]
    assert run(*words).stdout == run(*words).stdout
    path = tmp_path / "new" / "sweep.png"
    assert json.loads(run(*words, "--plot", str(path)).stdout)["plot"] == str(path)
    points = [Point(3, 14, 14), Point(5, 8, 9), Point(6, 8, 8), Point(7, 8, 8)]
    for suffix in ("png", "svg", "pdf"):
        first, second = tmp_path / f"a.{suffix}", tmp_path / f"b.{suffix}"
        draw(first, points, 8, "fft_4")
        draw(second, points, 8, "fft_4")
        assert first.stat().st_size > 1000 and first.read_bytes() == second.read_bytes()


def test_a_sweep_with_an_interval_has_status_3_and_neighbours_tighten_it() -> None:
    done = run("--family", "pyramid:8", "-M", "4..6", "--budget", "3000", "--json")
    low, middle, high = json.loads(done.stdout)["sweep"]
    assert done.returncode == 3 and high["optimum"] == 18
    assert 18 <= middle["lower"] <= low["lower"] <= 33 <= low["upper"] and middle["upper"] <= low["upper"]


@pytest.mark.parametrize(
    "words, status, shown",
    [
        (["-M", "3..x"], 2, "neither a number"),
        (["-M", "5..3"], 2, "is empty"),
        (["-M", "1..5000"], 2, "more than 1,000"),
        (["-M", "9" * 5000], 2, "too large a cache"),
        (["-M", "0..3"], 4, "whole number >= 1"),
        (["-M", "3", "--plot", "x.png"], 4, "give a range"),
        (["-M", "3..4", "--plot", "x.gif"], 4, "ending in .pdf"),
        (["-M", "3..4", "--plot", "/proc/nowhere/x.png"], 4, "cannot be written"),
        (["-M", "3..4", "--schedule", "x.json"], 4, "for one M"),
    ],
)
def test_bad_sweeps_are_refused(words: list[str], status: int, shown: str) -> None:
    done = run("--family", "fft:4", *words)
    assert done.returncode == status and shown in done.stderr and "Traceback" not in done.stderr


def test_what_one_memory_tells_about_another() -> None:
    def found(M: int, lower: int | None, upper: int | None) -> Optimum:
        outcome = Outcome.INFEASIBLE if lower is None else Outcome.EXACT if lower == upper else Outcome.BUDGET_SPENT
        return Optimum(outcome, M, HONG_KUNG, lower, upper, None, 7)

    seen = tightened([found(2, None, None), found(3, 10, 20), found(4, 12, 15), found(5, 8, 16), found(6, 12, 12)])
    assert [(o.lower, o.upper) for o in seen] == [(None, None), (12, 20), (12, 15), (12, 15), (12, 12)]
    assert [o.outcome for o in seen][-1] is Outcome.EXACT and status(seen) == 3
    assert memories(["7", "3..5", "4"]) == [3, 4, 5, 7]


def test_an_interrupted_sweep_ends_there() -> None:
    def solve(M: int) -> Optimum:
        reason = "interrupted" if M == 4 else ""
        return Optimum(Outcome.BUDGET_SPENT, M, HONG_KUNG, 9, 30 - M, None, 7, reason)

    assert [o.M for o in swept(family("fft:4"), [3, 4, 5], solve)] == [3, 4]


def test_bound_prints_the_interval_and_who_gave_each_end() -> None:
    words = ("--family", "pyramid:15", "-M", "5", "--budget", "1000")
    done = run(*words, command="bound")
    assert done.returncode == 0 and "lower end: parts" in done.stdout and "takes at most 128" in done.stdout
    assert "not used: this variant allows recomputation" in done.stdout and done.stderr == ""
    assert max(map(len, done.stdout.splitlines())) <= 100
    body = json.loads(run(*words, "--variant", "no-recompute", "--json", command="bound").stdout)
    assert body["lower_by"] == "wavefront" and body["lower"] == 27 <= body["upper"]
    assert {b["holds"] for b in body["bounds"]} == {"always", "without recomputation", "in this variant"}


@pytest.mark.parametrize(
    "words, status, shown",
    [
        (["--family", "fft:4", "-M", "2"], 1, "3 red pebbles are needed"),
        (["--family", "fft:4", "-M", "0"], 4, "whole number >= 1"),
        (["--family", "fft:4"], 4, "-M and a DAG"),
        (["small_cache", "--budget", "3"], 4, "-M and a DAG"),
        ([], 4, "-M and a DAG"),
        (["-"], 4, "give -M"),
        (["README.md"], 4, "give -M"),
        (["small_cahce"], 4, "did you mean small_cache"),
        (["nowhere.dot", "-M", "3"], 4, "nowhere.dot"),
        (["--family", "fft:4", "-M", "3", "--derive"], 4, "is for a program"),
        (["--family", "fft:4", "-M", "3", "--variant", "chess"], 4, "known: hong-kung"),
    ],
)
def test_questions_about_bounds_that_have_no_interval(words: list[str], status: int, shown: str) -> None:
    done = run(*words, command="bound")
    assert done.returncode == status and shown in done.stdout + done.stderr and "Traceback" not in done.stderr


def known_files() -> list[ParameterSet]:
    """The files of HyperDAG_DB with an optimum in the list beside them; absent from a checkout."""
    if not INPUTS.is_dir():
        return []
    listed = json.loads((INPUTS / "expected_io.json").read_text())
    return [
        pytest.param(INPUTS / name, game, best, id=f"{name}-{game}")
        for name, games in listed.items()
        if name.startswith("hyperdag_db/")
        for game, best in games.items()
    ]


@pytest.mark.parametrize("path, game, best", known_files())
def test_real_files_have_the_optima_known(path: Path, game: str, best: int | None) -> None:
    *variant, M = game.split()
    found = optimum(read_cdag(path), int(M), VARIANTS[variant[0]] if variant else HONG_KUNG)
    assert found.cost == best
