"""Width and colour: no line that is read is wider than 100 columns, and no escape code goes where none is wanted.

Exempt are documents for other programs: --json, CSV, and the Markdown and LaTeX that `derive`, `explain --format latex`
and `programs --table` write to stdout.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from proofs.cli.commands import MODULES
from proofs.cli.lines import WIDTH
from proofs.lemmas import CATALOGUE

ROOT = Path(__file__).parents[1]
WIDTHS: dict[str, dict[str, str]] = {"unset": {}, "80": {"COLUMNS": "80"}, "200": {"COLUMNS": "200"}}
PLAIN: dict[str, dict[str, str]] = {
    "NO_COLOR": {"NO_COLOR": "1", "TERM": "xterm-256color"},
    "dumb": {"TERM": "dumb"},
}
LINES = (
    "lemmas",
    "lemmas crossover",
    "lemmas thm-1.1-literal",
    "lemmas LBroot",
    "lemmas nothing",
    "explain crossover",
    "explain thm-1.1-corrected",
    "cite crossover T2 --style bibtex",
    "cite crossover T2 --style nothing",
    "cite crossover T2 --style markdown",
    "audit paper.tex",
    "pebble graph.dot -M 4 --schedule moves.json",
    "pebble graph.dot -M 2",
    "pebble --family fft:4 -M 2..6",
    "pebble --family nothing -M 3",
    "replay graph.dot graph.dot -M 3",
    "programs",
    "run flash_backward --n 12 --d 4 -M 64 --check",
    "run nothing --n 12 --d 4 -M 64",
    "bound small_cache --derive",
    "bound flash_attention --derive",
    "bound --family fft:8 -M 4",
    "crossover --d 4",
    "regime --device h100 --head-dim 512 --seq-len 8192",
    "regime --device rtx4090 --model deepseek-v3 --seq-len 4096",
    "regime --table",
    "regime --list",
    "plot --n 64 --d 8 --measure 0",
    "sweep small.toml",
    "sweep --show small.sqlite",
    "formats",
    "doctor",
)
"""Every command but verify and report, which tests of their own read, and derive, which writes documents."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("width")
    (made / "graph.dot").write_text("digraph { a -> c; b -> c; c -> d }")
    (made / "small.toml").write_text('[[grid]]\nkind = "optimum"\nfamilies = ["chain:2"]\nM = [2, 3]\n')
    cited = [*list(CATALOGUE)[:9], "nothing", "x" * 60]
    text = "".join(rf"\checkedlemma[kernel]{{{name}}}{{0123456789}}" + "\n" for name in cited)
    (made / "paper.tex").write_text(text)
    return made


def run(line: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR")}
    return subprocess.run(
        [sys.executable, "-m", "proofs", *shlex.split(line)],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={**kept, "PYTHONPATH": str(ROOT), **environment},
    )


def on_a_terminal(line: str, folder: Path, **environment: str) -> str:
    """What a command writes to a terminal, which is its stdin, stdout and stderr."""
    import pty  # noqa: PLC0415 - not on Windows

    shown, inside = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "proofs", *shlex.split(line)],
        stdin=inside,
        stdout=inside,
        stderr=inside,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
    )
    os.close(inside)
    found = b""
    while True:
        try:
            more = os.read(shown, 65536)
        except OSError:  # Linux says so that the other end is closed
            break
        if not more:
            break
        found += more
    process.wait()
    os.close(shown)
    return found.decode()


def wide(text: str) -> list[str]:
    return [line for line in text.splitlines() if len(line) > WIDTH]


@pytest.mark.parametrize("line", LINES)
def test_no_output_is_wider_than_100_columns_and_none_has_escapes_in_a_pipe(line: str, folder: Path) -> None:
    done = run(line, folder, COLUMNS="200", FORCE_COLOR="1")
    assert done.stdout + done.stderr and "Traceback" not in done.stderr
    assert wide(done.stdout) == [] == wide(done.stderr)
    assert "\x1b" not in done.stdout + done.stderr


@pytest.mark.parametrize("columns", WIDTHS)
def test_the_width_does_not_depend_on_the_window(columns: str, folder: Path) -> None:
    for line in ("lemmas T2", "regime --table", "pebble --family nothing -M 3"):
        done, usual = run(line, folder, **WIDTHS[columns]), run(line, folder)
        assert (done.stdout, done.stderr) == (usual.stdout, usual.stderr)


@pytest.mark.parametrize("columns", WIDTHS)
@pytest.mark.parametrize("command", ["", *MODULES])
def test_help_is_no_wider_than_the_window(command: str, columns: str, folder: Path) -> None:
    done = run(f"{command} --help", folder, **WIDTHS[columns])
    most = 80 if columns == "80" else WIDTH
    assert done.returncode == 0 and max(map(len, done.stdout.splitlines())) <= most
    assert "\x1b" not in done.stdout


@pytest.mark.parametrize("line", ["lemmas crossover", "formats", "explain crossover", "regime --table", "lemmas T12"])
def test_ascii_is_no_wider(line: str, folder: Path) -> None:
    done = run(line, folder, LC_ALL="C")
    assert done.stdout.isascii() and wide(done.stdout) == []


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal is opened with pty")
@pytest.mark.parametrize("why", PLAIN)
@pytest.mark.parametrize(
    "line",
    [
        "lemmas crossover",
        "explain T2",
        "cite T2",
        "derive T2",
        "audit paper.tex",
        "pebble --family fft:4 -M 2..6",
        "replay graph.dot graph.dot -M 3",
        "programs",
        "run flash_backward --n 12 --d 4 -M 64",
        "bound --family fft:8 -M 4",
        "crossover --d 4",
        "regime --table",
        "plot --n 64 --d 8 --measure 0",
        "sweep small.toml",
        "formats",
        "doctor",
        "pebble --help",
        "nothing",
    ],
)
def test_no_escape_codes_on_a_terminal_that_wants_none(line: str, why: str, folder: Path) -> None:
    assert "\x1b" not in on_a_terminal(line, folder, **PLAIN[why])


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal is opened with pty")
def test_there_is_colour_on_a_terminal(folder: Path) -> None:
    kept = {"TERM": "xterm-256color", "NO_COLOR": ""}
    assert "\x1b[" in on_a_terminal("lemmas crossover", folder, **kept)
    assert "\x1b[" in on_a_terminal("audit paper.tex", folder, **kept)
