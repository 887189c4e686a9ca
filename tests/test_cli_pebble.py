"""pebble on the command line: the solver, the plain oracle, and the certificate of the lower bound."""

import json
import subprocess
import sys
from pathlib import Path

from graphs.search.certify import from_json
from graphs.search.potential import proved_bound


def run(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from proofs.cli import main; main()", "pebble", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[1])


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
