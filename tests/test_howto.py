"""The how-tos, followed literally in a copy of the packages: what they change works, and prints what they show."""

import shutil
from pathlib import Path

import pytest
from followed import Follower

ROOT = Path(__file__).parents[1]
PAGES = sorted((ROOT / "docs").glob("add-a-*.md"))


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The packages, their tests and what the how-tos change; what numba has compiled comes along."""
    house = tmp_path / "house"
    for name in ("graphs", "symbolic", "proofs", "tests", "tools"):
        shutil.copytree(ROOT / name, house / name, ignore=shutil.ignore_patterns("*.pyc"))
    for name in ("CHANGES.md", "pyproject.toml"):
        shutil.copy2(ROOT / name, house / name)
    return house


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_how_to_does_what_it_says(page: Path, copy: Path) -> None:
    commands = Follower(copy, copy).follow(page.read_text(encoding="utf-8"))
    assert any(command.startswith("pebbleproof") for command in commands)
    assert any(command.startswith("pytest") for command in commands)


def test_there_is_a_how_to_for_each_thing_that_one_adds_and_the_readme_names_it() -> None:
    assert [page.stem for page in PAGES] == ["add-a-family", "add-a-format", "add-a-lemma", "add-a-program"]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert all(f"(docs/{page.name})" in readme for page in PAGES)


def test_a_page_that_says_something_else_is_noticed(tmp_path: Path) -> None:
    follower = Follower(tmp_path, ROOT)
    with pytest.raises(AssertionError, match="instead of"):
        follower.follow("```console\n$ echo 1\n2\n```\n")
    with pytest.raises(AssertionError, match="nothing says"):
        follower.follow("Look:\n\n```python\n1\n```\n")
    with pytest.raises(FileNotFoundError):
        follower.follow("In `no.py`, after the line `x`, put\n\n```python\n1\n```\n")
    assert follower.follow("Save this as `a`:\n\n```text\nx\n```\n\n```console\n$ cat a\nx\n```\n") == ["cat a"]
