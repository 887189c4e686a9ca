"""Sweeps: results of points, the store, the command, and what --show prints and draws."""

import csv
import io
import json
import os
import sqlite3
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from graphs.errors import FormatError, OutOfDomain, PebbleproofError
from graphs.programs import PROGRAMS
from graphs.search import oracle
from proofs.cli.sweep import sweep
from proofs.sweep import task
from proofs.sweep.picture import draw, lines
from proofs.sweep.point import GraphPoint, ProgramPoint, RandomPoint, canonical
from proofs.sweep.result import Outcome, Result
from proofs.sweep.specification import parse, read_specification
from proofs.sweep.stopped import SweepStopped
from proofs.sweep.store import SCHEMA, Claim, Store
from proofs.sweep.task import answer, computed, random_dag
from symbolic.exact import exact_cost

ROOT = Path(__file__).parents[1]
COMMAND = """
import proofs.cli as cli
from proofs.cli.sweep import sweep
if all(known.callback is not sweep for known in cli.app.registered_commands):
    cli.app.command()(sweep)
cli.main()
"""
SMALL = """
[[grid]]
kind = "optimum"
families = ["chain"]
sizes.length = [2, 11]
M = [1, 2, 3]
[[grid]]
kind = "program"
programs = ["small_cache"]
sizes.n = 8
sizes.d = 4
M = { from = 4, to = 64, factor = 4 }
[[grid]]
kind = "random"
nodes = 7
probability = 0.25
count = 2
M = 8
"""
POINT = GraphPoint(3, canonical("chain:2"), "hong-kung", 1000)


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    variables = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    command = [sys.executable, "-c", COMMAND, "sweep", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=variables)


@pytest.fixture(autouse=True)
def plain_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """The oracle gives the same answers without a compiler."""
    monkeypatch.setattr(task, "search", oracle)


def test_results_are_those_of_the_game_and_of_the_programs() -> None:
    found = computed(GraphPoint(3, "pyramid:3", "hong-kung", 100_000))
    assert (found.outcome, found.lower, found.upper) == (Outcome.EXACT, 11, 11)
    assert found.numbers == {"nodes": 10, "edges": 12, "trivial": 5, "furthest": 13}
    spent = computed(GraphPoint(3, "fft:8", "hong-kung", 10))
    assert spent.outcome is Outcome.INTERVAL and 16 <= (spent.lower or 0) < (spent.upper or 0)
    assert computed(GraphPoint(2, "pyramid:3", "hong-kung", 9)).outcome is Outcome.INFEASIBLE
    assert computed(GraphPoint(2, "fft:3", "hong-kung", 9)).outcome is Outcome.REFUSED
    cost = exact_cost(PROGRAMS["small_cache"], 40, n=8, d=4)
    found = computed(ProgramPoint(40, "small_cache", {"n": 8, "d": 4}))
    assert (found.lower, found.upper, found.tiles) == (cost.io, cost.io, cost.tiles)
    found = computed(ProgramPoint(6, "small_cache", {"n": 8, "d": 4}))
    assert found.outcome is Outcome.INFEASIBLE and "M >= 7" in found.reason
    large = computed(ProgramPoint(10**6, "small_cache", {"n": 10**12, "d": 512}))
    assert (large.upper or 0) > 2**64 and Result.from_document(json.loads(json.dumps(large.document()))) == large


def test_a_fault_of_the_program_is_a_failed_point_and_an_old_worker_stops_the_sweep(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(task, "search", lambda *_: 1 / 0)
    assert computed(POINT).reason == "ZeroDivisionError: division by zero"
    with pytest.raises(SweepStopped, match="same pebbleproof on every machine"):
        answer({**POINT.document(), "version": 0})


def test_random_dags_are_the_same_everywhere() -> None:
    first = random_dag(7, 3, 9, Fraction(1, 3))
    assert sorted(first.graph.edges)[:4] == [(0, 2), (0, 3), (0, 4), (0, 8)]
    assert set(first.graph.edges) != set(random_dag(7, 4, 9, Fraction(1, 3)).graph.edges)
    assert random_dag(0, 0, 5, Fraction(1)).graph.number_of_edges() == 10
    assert random_dag(0, 0, 5, Fraction(0)).graph.number_of_edges() == 0
    assert RandomPoint(3, 7, 3, 9, "1/3", "sliding", 9).subject == "random nodes=9 p=1/3 seed=7 #3"


def test_a_store_keeps_the_first_result_and_shares_points(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "s.sqlite"
    with Store(path, writable=True) as store, Store(path, writable=True) as other:
        other._process = os.getppid()  # another process, and alive
        assert store.claim(POINT.key) is Claim.MINE and other.claim(POINT.key) is Claim.TAKEN
        store._db.execute("UPDATE claims SET process = ?", (2**22 + 1,))  # no process has this number
        assert other.claim(POINT.key) is Claim.MINE and store.claim(POINT.key) is Claim.TAKEN
        store.record(POINT, Result(Outcome.EXACT, 2, 2), 5)
        other.record(POINT, Result(Outcome.EXACT, 9, 9), 6)
        assert other.claim(POINT.key) is Claim.DONE
        with Store(path) as reader:
            assert [record.result.upper for record in reader.records()] == [2]
        assert [record.result.upper for record in other.records()] == [2] and store.known() == {POINT.key}
    with Store(path, writable=True) as store:
        store._db.execute("INSERT INTO claims VALUES ('k', 'elsewhere', 1, strftime('%s') - 20)")
        assert store.claim("k") is Claim.TAKEN  # on another machine, renewed a while ago
        store._db.execute("UPDATE claims SET renewed = renewed - 20")
        assert store.claim("k") is Claim.MINE


def test_failed_points_are_computed_again_only_if_asked(tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite", writable=True) as store:
        store.record(POINT, Result(Outcome.FAILED, reason="died"), 0)
        assert store.claim(POINT.key) is Claim.DONE
        store.forget_failed([POINT])
        assert store.claim(POINT.key) is Claim.MINE


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    path = tmp_path / "small.sqlite"
    with Store(path, writable=True) as store:
        for point in parse(SMALL).points:
            store.record(point, computed(point), 1)
    return path


def damage(path: Path, statement: str) -> None:
    database = sqlite3.connect(path)
    database.execute(statement)
    database.commit()
    database.close()


@pytest.mark.parametrize(
    "statement, shown",
    [
        (f"PRAGMA user_version = {SCHEMA + 1}", f"has schema {SCHEMA + 1}"),
        ("PRAGMA application_id = 7", "another program"),
        ("DROP TABLE results", "damaged: no such table"),
        ("UPDATE results SET point = replace(point, '\"M\":3', '\"M\":4')", "its key is not the hash of its point"),
        ("UPDATE results SET result = 'x'", "is damaged"),
        ('UPDATE results SET result = replace(result, \'"upper":\', \'"upper":0.5,"x":\')', "whole numbers"),
    ],
)
def test_a_newer_or_damaged_store_is_refused_by_name(filled: Path, statement: str, shown: str) -> None:
    damage(filled, statement)
    with pytest.raises(FormatError, match=r"small\.sqlite") as caught, Store(filled) as store:
        store.records()
    assert shown in str(caught.value)


def test_what_is_no_store_is_refused_by_name(filled: Path, tmp_path: Path) -> None:
    data = bytearray(filled.read_bytes())
    data[4096:8192] = b"\xff" * 4096
    for name, content in {
        "torn.sqlite": bytes(data),
        "text.sqlite": b"not a store " * 99,
        "cut.sqlite": bytes(data[:5000]),
    }.items():
        path = tmp_path / name
        path.write_bytes(content)
        with pytest.raises(FormatError, match=name), Store(path, writable=True) as store:
            store.records()
    (tmp_path / "empty").touch()
    for path in (tmp_path, tmp_path / "none", tmp_path / "empty"):
        with pytest.raises(FormatError, match=path.name):
            Store(path)
    with pytest.raises(FormatError, match="cannot be"):
        Store(tmp_path / "text.sqlite" / "s.sqlite", writable=True)


def test_a_sweep_and_its_repetition(tmp_path: Path) -> None:
    spec = tmp_path / "small.toml"
    spec.write_text(SMALL)
    first = run(str(spec), "--workers", "2", "--json")
    assert first.returncode == 0, first.stderr
    again = run(str(spec))
    assert again.returncode == 0 and "11: nothing to do: all of them were there" in again.stdout
    second = run(str(spec), "--store", str(tmp_path / "other.sqlite"), "--json", PYTHONHASHSEED="7", LC_ALL="C")
    assert first.stdout == second.stdout and "milliseconds" not in first.stdout
    body = json.loads(first.stdout)
    assert body["outcomes"] == {"exact": 8, "interval": 0, "infeasible": 3, "refused": 0, "failed": 0}
    assert [point["key"] for point in body["points"]] == [point.key for point in read_specification(spec).points]
    assert not list(tmp_path.glob("*-wal"))


def invoked(*words: str) -> Any:
    """The command in this process."""
    app = typer.Typer()
    app.command()(sweep)
    return CliRunner().invoke(app, words)


def test_show(filled: Path, tmp_path: Path) -> None:
    shown = invoked("--show", str(filled)).stdout
    assert max(map(len, shown.splitlines())) <= 100 and "\x1b" not in shown
    assert any(row.split() == ["chain:2", "hong-kung", "1", "infeasible", "2", "0"] for row in shown.splitlines())
    assert shown.index("chain:2 ") < shown.index("chain:11")
    rows = list(csv.DictReader(io.StringIO(invoked("--show", str(filled), "--format", "csv").stdout)))
    assert len(rows) == 11 and {row["tiles"] for row in rows} >= {"", "b=6"}
    body = json.loads(invoked("--show", str(filled), "--json").stdout)
    assert [point["key"] for point in body["points"]] == [row["key"] for row in rows]
    spec = tmp_path / "part.toml"
    spec.write_text('[[grid]]\nkind = "optimum"\nfamilies = ["chain:2"]\nM = [3, 4]')
    assert len(json.loads(invoked("--show", str(filled), str(spec), "--json").stdout)["points"]) == 1


@pytest.mark.parametrize(
    "words, shown",
    [
        ([], "give a SPEC"),
        (["x.toml"], "x.toml: no such file"),
        (["-"], "name a --store"),
        (["x.toml", "--plot", "x.pdf"], "go with --show"),
        (["x.toml", "--workers", "2", "--scheduler", "tcp://x:1"], "not both"),
        (["--show", "x.sqlite"], "x.sqlite: no such file"),
        (["--show", "x.sqlite", "--store", "y"], "leave out --store"),
        (["--show", "x.sqlite", "--json", "--format", "csv"], "contradict each other"),
    ],
)
def test_wrong_options_are_refused(words: list[str], shown: str) -> None:
    done = invoked(*words)
    assert isinstance(done.exception, PebbleproofError) and shown in str(done.exception) and not done.stdout


def test_the_picture_is_the_same_bytes_each_time(filled: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    with Store(filled) as store:
        records = store.records()
    assert [line.group for line in lines(records)][:2] == ["chain:2", "chain:11"]
    for suffix in ("svg", "pdf", "png"):
        for name in ("first", "second"):
            draw(records, tmp_path / f"{name}.{suffix}")
        assert (tmp_path / f"first.{suffix}").read_bytes() == (tmp_path / f"second.{suffix}").read_bytes()
    for path, some, shown in (
        (tmp_path / "x.jpg", records, "pdf, svg, png"),
        (tmp_path / "x.pdf", records[:1], "nothing to draw"),
        (filled / "x.pdf", records, "cannot be written"),
    ):
        with pytest.raises(OutOfDomain, match=shown):
            draw(some, path)
