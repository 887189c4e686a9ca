"""What the README shows is what the program does."""

import importlib.util
import re
import shlex
import tomllib
from importlib import import_module, metadata
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
import typer
from followed import BLOCK, Follower
from typer.testing import CliRunner

from graphs.cdag import Cdag
from graphs.game import HONG_KUNG, VARIANTS, Kind, Move, broken_rule, start, unfinished
from proofs.cli import app
from proofs.cli.claims import claims
from proofs.dependency import resting_on
from proofs.lemmas import CATALOGUE, named
from proofs.suite import run, run_all
from proofs.tools import tools

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
HOWTOS = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs").glob("add-a-*.md"))]
COMMANDS = re.findall(r"^(?:    |\$ )pebbleproof (.+)$", "\n".join([README, *HOWTOS]), re.M)


def section(title: str) -> str:
    return README.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def tool() -> Any:
    spec = importlib.util.spec_from_file_location("readme", ROOT / "tools" / "readme.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_example_prints_what_the_readme_shows(tmp_path: Path) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    assert len(Follower(folder, ROOT).follow(section("In 60 seconds"))) >= 5


def test_the_table_of_claims_is_what_is_found_now() -> None:
    report = run_all(CATALOGUE, tools(without=["cvc5"]), workers=2)
    assert tool().with_table(README, claims(report)) == README, "renew it: python tools/readme.py"


def test_a_claim_that_holds_no_more_changes_the_table() -> None:
    catalogue = resting_on(named("crossover"), CATALOGUE)
    assert "● certificate | an exact identity" in claims(run(catalogue))
    assert "○ solver | solver" in claims(run(catalogue, tools(without=["certificates", "cvc5"])))
    assert "◌ open | open" in claims(run(catalogue, tools(rlimit=1, without=["certificates", "cvc5"])))


def test_verify_prints_the_table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    report = run(resting_on(named("crossover"), CATALOGUE))
    command = import_module("proofs.cli.verify")  # `proofs.cli.verify` by itself may be the function
    monkeypatch.setattr(command, "run_all", lambda *arguments: report)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    only = typer.Typer()
    only.command()(command.verify)
    done = CliRunner().invoke(only, ["--markdown", "--open", str(tmp_path)])
    assert (done.exit_code, done.stdout) == (0, claims(report))


def test_the_picture_is_what_the_program_draws_now(tmp_path: Path) -> None:
    font_manager = pytest.importorskip("matplotlib.font_manager")
    pinned = dict(line.split("==") for line in (ROOT / "requirements.lock").read_text().splitlines())
    if metadata.version("matplotlib") != pinned["matplotlib"]:
        pytest.skip("another matplotlib than that of requirements.lock draws other bytes")
    if "STIX Two Text" in font_manager.get_font_names():
        pytest.skip("the font of the picture is matplotlib's own, but this machine has a better one")
    module = tool()
    made = module.drawn(tmp_path)
    assert made.read_bytes() == (module.FIGURES / made.name).read_bytes(), "renew it: python tools/readme.py"
    command = f"pebbleproof plot --n {module.N} --d {module.D} --measure {module.MEASURED}"
    assert f"docs/figures/{made.name}" in README and command in README


def test_the_python_example_runs_and_prints_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    block = re.search(r"```python\n(.*?)```", section("In Python"), re.S)
    assert block is not None
    exec(compile(block[1], "README.md", "exec"), {})
    printed = capsys.readouterr().out.splitlines()
    promised = re.findall(r"# (.+)$", block[1], re.M)
    assert len(printed) == len(promised) >= 1
    for line, promise in zip(printed, promised, strict=True):
        assert line.startswith(promise.removesuffix(" ..."))


def test_every_command_shown_is_one_and_takes_these_options() -> None:
    known = typer.main.get_command(app)
    assert len(COMMANDS) > 40
    for line in COMMANDS:
        name, *words = shlex.split(line.partition("||")[0].partition("|")[0].partition(" > ")[0], comments=True)
        context = known.make_context("pebbleproof", [name, *words], resilient_parsing=True)
        command = known.get_command(context, name)
        assert command is not None, line
        command.make_context(name, list(words))  # raises if it does not take them; nothing is run


def test_no_line_of_what_is_printed_or_typed_is_wider_than_100_columns() -> None:
    for page in (README, *HOWTOS):
        shown = [line for block in BLOCK.finditer(page) if block[1] == "console" for line in block[2].splitlines()]
        typed = re.findall(r"^    (.*)$", BLOCK.sub("", page), re.M)
        assert not [line for line in (*shown, *typed) if len(line) > 100]


def test_links_lead_to_files() -> None:
    for page, folder in ((README, ROOT), *((page, ROOT / "docs") for page in HOWTOS)):
        links = re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", BLOCK.sub("", page)) + re.findall(r'src="([^"]+)"', page)
        assert all((folder / link).exists() for link in links), links


def test_the_game_is_played_by_the_rules_that_the_readme_states() -> None:
    add = Cdag.from_edges([("a", "c"), ("b", "c")])
    assert {kind: Move(kind, "a").price for kind in Kind} == {
        Kind.LOAD: 1,
        Kind.STORE: 1,
        Kind.COMPUTE: 0,
        Kind.DELETE: 0,
    }
    assert (start(add).blue, start(add).red, unfinished(add, start(add))) == ({"a", "b"}, frozenset(), ("c",))
    assert broken_rule(add, 3, HONG_KUNG, start(add), Move(Kind.COMPUTE, "a")) is not None
    assert (HONG_KUNG.recompute, HONG_KUNG.sliding) == (True, False)
    assert (HONG_KUNG.least_memory(add), VARIANTS["sliding"].least_memory(add)) == (3, 2)
    assert all(f"`{name}`" in section("The rules of the game") for name in VARIANTS if name != "hong-kung")


def test_the_lock_pins_versions_and_names_no_place() -> None:
    lines = (ROOT / "requirements.lock").read_text().splitlines()
    assert lines and all(re.fullmatch(r"[A-Za-z0-9_.-]+==[A-Za-z0-9.+!]+", line) for line in lines)
    locked = {line.split("==")[0].lower().replace("_", "-") for line in lines}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *chain(*project["optional-dependencies"].values())]
    assert {re.split(r"[<>=\[ ]", w)[0].lower() for w in wanted} <= locked


def test_the_two_commands_of_the_readme_are_targets() -> None:
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.M))
    assert {"verify", "test"} <= targets
    assert "make test" in (ROOT / ".ci" / "run").read_text()
