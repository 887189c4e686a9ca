"""Help and completion: every example of every help page runs; a shell is offered names, quickly; no stray escapes."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
import typer

from proofs.cite.styles import STYLES
from proofs.cli import app, values
from proofs.cli.cite import Style
from proofs.cli.commands import MODULES, SETTINGS, summary
from proofs.cli.examples import EXAMPLES
from proofs.evidence.counting import COUNTING
from proofs.lemmas import CATALOGUE, LABELS

ROOT = Path(__file__).parents[1]
COMPLETING = "_PEBBLEPROOF_COMPLETE"
"""What a shell sets, to what it wants, when it asks for completions."""
SLOW = {"verify", "report"}
"""Minutes of work, done by tests of their own: their examples are only parsed."""
ALSO_SLOW = {"cite --all paper", "crossover"}


def run(*words: str, cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR")}
    return subprocess.run(
        [sys.executable, "-m", "proofs", *words],
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
        env={**clean, "PYTHONPATH": str(ROOT), **environment},
    )


def click_command(name: str, function: object) -> object:
    alone = typer.Typer(add_completion=False, rich_markup_mode=None, context_settings=SETTINGS)
    alone.command(name)(function)  # type: ignore[arg-type]
    return typer.main.get_command(alone)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the files that the examples name."""
    (tmp_path / "graph.dot").write_text("digraph { a -> c; b -> c; c -> d }")
    digest = CATALOGUE[LABELS["T2"]].digest
    (tmp_path / "paper.tex").write_text(rf"By \checkedlemma[certificate]{{{LABELS['T2']}}}{{{digest}}}.")
    (tmp_path / "small.toml").write_text('[[grid]]\nkind = "optimum"\nfamilies = ["chain:2"]\nM = [2, 3]\n')
    return tmp_path


def shown_examples(command: str) -> list[str]:
    """The examples as a reader sees them."""
    page = run(command, "--help")
    assert page.returncode == 0, page.stderr
    return re.findall(r"^ +pebbleproof (.*)$", page.stdout.split("Examples:")[1], re.M)


@pytest.mark.parametrize("command", MODULES)
def test_every_example_of_a_help_page_runs(command: str, folder: Path) -> None:
    examples = shown_examples(command)
    assert tuple(examples) == EXAMPLES[command] and 2 <= len(examples) <= 4
    if command == "replay":
        run(*shlex.split(EXAMPLES["pebble"][0]), cwd=folder)
    for example in examples:
        line, _, comment = example.partition("#")
        words = shlex.split(line)
        assert words[0] == command and len(f"    pebbleproof {example}") <= 80
        group = typer.main.get_command(app)
        found = group.get_command(None, command)  # type: ignore[attr-defined]
        with found.make_context(command, words[1:]):
            pass
        if command in SLOW or line.strip() in ALSO_SLOW:
            continue
        done = run(*words, cwd=folder)
        promised = re.search(r"status (\d+)", comment)
        assert done.returncode == (int(promised[1]) if promised else 0), (example, done.stderr)
        assert done.stdout or done.stderr or "--out" in words


def test_the_table_of_commands_is_complete() -> None:
    assert list(EXAMPLES) == list(MODULES)
    page = " ".join(run("--help").stdout.split())
    for name, module in MODULES.items():
        function = getattr(import_module(f"proofs.cli.{module}"), name)
        assert f"{name} {summary(name)}" in page
        assert " ".join((function.__doc__ or "").split()).startswith(summary(name))


def test_the_styles_of_citations_are_all_there() -> None:
    assert [str(style) for style in Style] == [*STYLES, "json"]


def test_what_is_offered_is_what_is_known() -> None:
    assert {word for word, _ in values.statements()} == {*CATALOGUE, *LABELS, *COUNTING}


def bash(line: str) -> list[str]:
    words = line.split(" ")
    asked = {COMPLETING: "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    done = run(**asked)
    assert done.returncode == 0 and not done.stderr, done.stderr
    return done.stdout.split()


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("pebbleproof re", ["report", "replay", "regime"]),
        ("pebbleproof --inst", ["--install-completion"]),
        ("pebbleproof pebble --pl", ["--plain", "--plot"]),
        ("pebbleproof lemmas crossov", ["crossover"]),
        ("pebbleproof lemmas loomis", ["loomis-whitney"]),
        ("pebbleproof lemmas T2 --without c", ["cvc5", "certificates"]),
        ("pebbleproof explain thm-1.1-l", ["thm-1.1-lower", "thm-1.1-literal"]),
        ("pebbleproof cite T2 A_le_B", ["A_le_B_iff_sq_d_le_M"]),
        ("pebbleproof cite --style t", ["tex", "typst"]),
        ("pebbleproof derive small_cache_x", ["small_cache_xy"]),
        ("pebbleproof run sparse", ["sparse_scores"]),
        ("pebbleproof run sparse_scores --mask c", ["causal"]),
        ("pebbleproof bound rectangular_", ["rectangular_xy"]),
        ("pebbleproof crossover small_cache in_cac", ["in_cache_forward", "in_cache"]),
        ("pebbleproof pebble --family ff", ["fft:"]),
        ("pebbleproof pebble g.dot --variant no-recompute-", ["no-recompute-sliding"]),
        ("pebbleproof replay g.dot s.txt --format graph", ["graphml"]),
        ("pebbleproof regime --device h1", ["h100"]),
        ("pebbleproof regime --model deepseek-v", ["deepseek-v3"]),
        ("pebbleproof regime --dtype bf", ["bf16"]),
        ("pebbleproof regime --level vm", ["vmem"]),
        ("pebbleproof sweep --format c", ["csv"]),
        ("pebbleproof verify --led", ["--ledger"]),
        ("pebbleproof nonsense x", []),
    ],
)
def test_bash_is_offered(line: str, offered: list[str]) -> None:
    assert bash(line)[: len(offered) or None] == offered


def test_zsh_is_offered_names_with_what_they_are() -> None:
    done = run(**{COMPLETING: "complete_zsh", "_TYPER_COMPLETE_ARGS": "pebbleproof lemmas T2"})
    assert done.stdout.startswith("_arguments") and '"T2":"' in done.stdout
    done = run(**{COMPLETING: "complete_zsh", "_TYPER_COMPLETE_ARGS": "pebbleproof pebble --family ff"})
    assert r'"fft\\:":"fft\\:points"' in done.stdout


@pytest.mark.skipif(shutil.which("bash") is None, reason="the script is read by bash")
def test_the_script_for_bash_completes_in_bash(tmp_path: Path) -> None:
    command = tmp_path / "pebbleproof"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m proofs "$@"\n')
    command.chmod(0o755)
    script = run(**{COMPLETING: "source_bash"}).stdout
    ask = """
COMP_WORDS=(pebbleproof regime --device h1)
COMP_CWORD=3
eval "$(complete -p pebbleproof | sed 's/.*-F \\([^ ]*\\) .*/\\1 pebbleproof/')"
echo "${COMPREPLY[*]}"
"""
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        ["bash", "--norc", "-c", script + ask], capture_output=True, text=True, check=False, env=environment
    )
    assert done.stdout.split() == ["h100"], done.stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_there_is_a_script_for_each_shell(shell: str) -> None:
    done = run(**{COMPLETING: f"source_{shell}"})
    assert done.returncode == 0 and "pebbleproof" in done.stdout and COMPLETING in done.stdout
