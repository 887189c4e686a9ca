"""What the README shows is what the program does."""

import re
import tomllib
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_python_example_runs_and_prints_what_it_says(capsys: object) -> None:
    block = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.S)
    assert block is not None
    exec(compile(block[1], "README.md", "exec"), {})
    printed = capsys.readouterr().out.splitlines()  # type: ignore[attr-defined]
    promised = re.findall(r"# (.+)$", block[1], re.M)
    assert len(printed) == len(promised) == 3
    for line, promise in zip(printed, promised, strict=True):
        assert line.startswith(promise.removesuffix(" ..."))


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
