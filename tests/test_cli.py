"""The command as a user meets it: output, exit status, and no traceback whatever the input."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

MADE = Path(__file__).parents[2] / "shared" / "inputs" / "made"
DOT = "digraph { a -> c; b -> c; c -> d }"


def run(*words: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs the command; messages on stderr, which are folded at 100 columns, come back as one line each."""
    done = subprocess.run(
        [sys.executable, "-c", "from proofs.cli import main; main()", *words],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1]), **environment},
    )
    done.stderr = done.stderr.replace("\n    ", " ")
    return done


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    path = tmp_path / "sum.dot"
    path.write_text(DOT)
    return path


def test_verify_says_how_it_ended_and_a_rerun_finds_the_same(tmp_path: Path) -> None:
    ledgers = tmp_path / "first.json", tmp_path / "second.json"
    done = run("verify", "--open", str(tmp_path / "open"), "--ledger", str(ledgers[0]))
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert max(map(len, lines)) <= 100 and "\x1b" not in done.stdout
    assert all(line == line.rstrip() for line in lines)
    assert lines[-1].startswith("exit status 0")
    assert "28672 <= 32 is false" in done.stdout
    assert not (tmp_path / "open").exists()

    compared = ["--ledger", str(ledgers[1]), "--against", str(ledgers[0]), "--workers", "1"]
    again = run("verify", "--json", *compared, PYTHONHASHSEED="7", LC_ALL="C")
    assert again.returncode == 0 and "milliseconds" not in again.stdout
    assert ledgers[0].read_bytes() == ledgers[1].read_bytes()
    body = json.loads(again.stdout)
    assert list(body) == sorted(body) and body["schema"] == 1 and body["against"] == []
    crossover = next(s for s in body["statements"] if s["label"] == "crossover")
    assert crossover["level"] == "certificate" and crossover["witness"] == {"n": "1", "d": "1", "s": "1", "M": "1"}


def test_a_ledger_that_was_changed_stops_verify(tmp_path: Path) -> None:
    path = tmp_path / "ledger.json"
    path.write_text('{"schema": 1, "sha256": "0"}')
    done = run("verify", "--against", str(path))
    assert done.returncode == 4 and "has been changed" in done.stderr and not done.stdout


def test_json_is_the_same_bytes_on_a_rerun() -> None:
    first, second = run("lemmas", "LBroot", "--json"), run("lemmas", "LBroot", "--json", PYTHONHASHSEED="7", LC_ALL="C")
    assert first.returncode == 0 and first.stdout == second.stdout


def test_a_small_budget_is_undecided_and_leaves_the_queries(tmp_path: Path) -> None:
    little = ["--rlimit", "1", "--without", "certificates", "--open", str(tmp_path / "open")]
    done = run("lemmas", "T1", *little)
    assert done.returncode == 3
    assert (tmp_path / "open" / "denominator_le_of_M_le_sq_d.smt2").read_text().startswith("(set-logic QF_NRA)")


def test_ascii_where_there_is_no_unicode() -> None:
    done = run("lemmas", "crossover", LC_ALL="C")
    assert done.returncode == 0 and done.stdout.isascii() and "C certificate" in done.stdout


@pytest.mark.parametrize(
    "words, status, shown",
    [
        (["crossover"], 0, "● certificate"),
        (["crossover", "--without", "certificates", "--without", "cvc5"], 0, "○ solver"),
        (["T2", "--without", "certificates"], 0, "◉ solvers"),
        (["T2", "--without", "coq"], 4, "z3, cvc5, certificates"),
        (["crossover", "--drop", "s >= 0"], 1, "✕ refuted"),
        (["crossover", "--drop", "d >= 1"], 1, "the goal is false"),
        (["crossover", "--add", "M < 0"], 4, "contradict each other"),
        (["crossover", "--drop", "M > 0"], 4, "does not follow from the hypotheses before it"),
        (["crossover", "--drop", "x > 0"], 4, "has no hypothesis"),
        (["crossover", "--add", "z > 0"], 4, "'z' has no sort"),
        (["crossover", "--add", "n > 0.5"], 4, "write fractions"),
        (["thm-1.1-lower"], 0, "limited by inputs-and-outputs"),
        (["segment-lemma"], 0, "D dominates"),
        (["joint_roots_of_segment"], 0, "J is the most entries of S and A1 X"),
        (["thm-1.1-literal"], 1, "28672 <= 32 is false"),
        (["nothing"], 4, "did you mean"),
    ],
)
def test_lemmas_can_be_attacked(words: list[str], status: int, shown: str, tmp_path: Path) -> None:
    done = run("lemmas", *words, "--open", str(tmp_path))
    assert done.returncode == status
    assert shown in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_the_list_of_lemmas_in_both_forms() -> None:
    assert "crossover" in run("lemmas").stdout
    assert json.loads(run("lemmas", "--json").stdout)["lemmas"][0]["label"] == "crossover"
    assert json.loads(run("lemmas", "T2", "--json").stdout)["latex"] == r"M + 2 d^{2} \le 3 M"


def test_pebble_writes_a_schedule_that_replay_accepts_and_rejects_once_tampered(graph: Path, tmp_path: Path) -> None:
    for name in ("out.json", "out.txt"):
        path = tmp_path / name
        done = run("pebble", str(graph), "-M", "3", "--schedule", str(path))
        assert done.returncode == 0 and "optimum   3" in done.stdout
        good = run("replay", str(graph), str(path), "-M", "3")
        assert good.returncode == 0 and "cost      3" in good.stdout
        path.write_text(path.read_text().replace("compute", "store", 1))
        bad = run("replay", str(graph), str(path), "-M", "3")
        assert bad.returncode == 1 and "move 3 (store c)" in bad.stderr
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith(".")] == []


def test_replay_takes_M_and_variant_from_a_json_schedule(graph: Path, tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    run("pebble", str(graph), "-M", "2", "--variant", "sliding", "--schedule", str(path))
    done = run("replay", str(graph), str(path), "--json")
    assert json.loads(done.stdout)["cost"] == 3 and json.loads(done.stdout)["variant"].endswith(", sliding")
    assert run("replay", str(graph), str(path), "--variant", "hong-kung").returncode == 1
    path.write_text("load a")
    assert "give it with -M" in run("replay", str(graph), str(path)).stderr


@pytest.mark.parametrize(
    "words, status, shown",
    [
        (["-M", "2"], 1, "3 red pebbles are needed"),
        (["-M", "0"], 4, "whole number >= 1"),
        (["-M", "x"], 2, "Invalid value"),
        ([], 2, "Missing option"),
        (["-M", "3", "--variant", "chess"], 4, "known: hong-kung"),
        (["-M", "3", "--format", "nothing"], 4, "known formats"),
        (["-M", "3", "--family", "fft:4"], 4, "either a FILE or --family"),
        (["-M", "3", "--schedule", "/proc/nowhere/x.json"], 4, "cannot be written"),
    ],
)
def test_pebble_says_what_is_wrong(graph: Path, words: list[str], status: int, shown: str) -> None:
    done = run("pebble", str(graph), *words)
    assert done.returncode == status
    assert shown in done.stdout + done.stderr and "Traceback" not in done.stderr


def test_a_spent_budget_has_its_own_status() -> None:
    done = run("pebble", "--family", "attention_backward:1,1", "-M", "3", "--budget", "50", "--json")
    body = json.loads(done.stdout)
    assert done.returncode == 3 and body["optimum"] is None and body["lower"] <= 16 <= body["upper"]


def test_stdin_is_a_file_called_dash() -> None:
    done = run("pebble", "-", "--format", "dot", "-M", "3", "--json", stdin=DOT)
    assert json.loads(done.stdout)["optimum"] == 3
    assert run("pebble", "-", "-M", "3", stdin=DOT).returncode == 4


@pytest.mark.parametrize(
    "name, content, shown",
    [
        ("cycle.dot", b"digraph G { a -> b; b -> c; c -> a; s -> a; }", "cycle a -> b -> c -> a"),
        ("loop.json", b'{"directed": true, "nodes": [{"id": 0}], "edges": [{"source": 0, "target": 0}]}', "0 -> 0"),
        ("cut.dot", b"digraph G { a -> ", "cut.dot:1"),
        ("binary.dot", bytes(range(256)), "is binary"),
        ("empty.dot", b"", "is empty"),
        ("big.dot", None, "is larger than"),
    ],
)
def test_bad_files_are_refused_with_status_4(tmp_path: Path, name: str, content: bytes | None, shown: str) -> None:
    path = tmp_path / name
    if content is None:
        path.touch()
        os.truncate(path, 100 * 2**20)
    else:
        path.write_bytes(content)
    done = run("pebble", str(path), "-M", "3")
    assert done.returncode == 4
    assert shown in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize("path", sorted(MADE.glob("fI_N10*")) if MADE.is_dir() else [], ids=lambda p: p.name)
def test_the_same_graph_in_every_format_has_the_same_optimum(path: Path) -> None:
    assert json.loads(run("pebble", str(path), "-M", "4", "--json").stdout)["optimum"] == 9


@pytest.mark.parametrize(
    "words, status, shown",
    [
        (["flash_backward", "--n", "12", "--d", "4", "-M", "64", "--check"], 0, "agree with plain numpy"),
        (["matmul", "--rows", "3", "--inner", "2", "--columns", "4", "-M", "9"], 0, "equal to its polynomial"),
        (["sparse_scores", "--n", "9", "--d", "2", "-M", "30", "--mask", "banded:2", "--check"], 0, "agree"),
        (["sparse_scores", "--n", "9", "--d", "2", "-M", "30", "--mask", "wide"], 4, "banded:W"),
        (["small_cache", "--n", "5", "--d", "3", "-M", "6"], 4, "needs M >= 7"),
        (["flash_backward", "--n", "5", "--d", "3", "-M", "17"], 4, "needs M >= 18"),
        (["flash_backward", "--n", "-5", "--d", "3", "-M", "99"], 4, "n must be a whole number >= 1; got -5"),
        (["flash_backward", "--n", "5", "-M", "99"], 4, "takes --n --d; got n"),
        (["matmul", "--n", "5", "-M", "99"], 4, "takes --rows --inner --columns"),
        (["flesh", "--n", "5", "--d", "3", "-M", "99"], 4, "did you mean flash"),
    ],
)
def test_run(words: list[str], status: int, shown: str) -> None:
    done = run("run", *words)
    assert done.returncode == status
    assert shown in done.stdout + done.stderr and "Traceback" not in done.stderr


def test_run_bound_crossover_programs_and_plot_in_json(tmp_path: Path) -> None:
    body = json.loads(run("run", "small_cache", "--n", "8", "--d", "4", "-M", "40", "--check", "--json").stdout)
    assert body["formula_agrees"] and body["results_agree"] and body["io"] == body["loads"] + body["stores"]
    body = json.loads(run("bound", "flash_backward", "--json").stdout)
    assert body["asymptotic"]["large cache"] == "10*d**2*n**2/M" and body["least_M"] == "4*d + 6"
    body = json.loads(run("crossover", "--d", "4", "--json").stdout)
    assert body["terms"]["at"] == "d**2" and body["contests"][0]["switches"] == [23, 31, 33]
    assert len(json.loads(run("programs", "--json").stdout)["programs"]) >= 20
    done = run("plot", "--n", "8", "--d", "2", "--out", str(tmp_path / "new"), "--json")
    assert all(Path(path).stat().st_size > 300 for path in json.loads(done.stdout)["files"])
    assert run("plot", "--n", "0", "--d", "2", "--out", str(tmp_path)).returncode == 4


def test_bound_prints_four_lines_and_a_derivation() -> None:
    shown = run("bound", "small_cache", "--derive").stdout
    assert [w for w in ("inputs", "full", "asymptotic", "simplified") if f"\n{w}" in f"\n{shown}"][3:] == ["simplified"]
    assert "Theta(d*n**2/sqrt(M))" in shown and "loop 1" in shown


def test_doctor_formats_version_and_help() -> None:
    assert "z3-solver" in run("doctor").stdout
    assert json.loads(run("doctor", "--json").stdout)["shadowed"] == []
    assert "hyperdag" in run("formats").stdout
    assert len(json.loads(run("formats", "--json").stdout)["formats"]) >= 6
    assert run("--version").stdout.startswith("pebbleproof ")
    assert run("--help").returncode == 0
    assert run("nonsense").returncode == 2


def test_an_unforeseen_error_is_one_line_unless_asked_for() -> None:
    code = "import proofs.cli as c; c.app = lambda **_: 1/0; c.main()"
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    words = [sys.executable, "-c", code]
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 70 and "internal error" in done.stderr and "Traceback" not in done.stderr
    loud = {**environment, "PEBBLEPROOF_DEBUG": "1"}
    assert "ZeroDivisionError" in subprocess.run(words, capture_output=True, text=True, check=False, env=loud).stderr
