"""File names: what the program makes of names, and what the repository holds, can be stored on Windows too."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path, PureWindowsPath

import pytest

from graphs.families import FAMILIES, family, usage
from graphs.programs import PROGRAMS
from proofs.cite.bundle import bundle
from proofs.cite.manifest import Manifest
from proofs.cli.verify import leave_open
from proofs.evidence.certificate import CERTIFICATES
from proofs.evidence.counting import COUNTING
from proofs.filenames import file_name
from proofs.finding import Finding
from proofs.lemmas import CATALOGUE, LABELS
from proofs.level import Level
from proofs.suite import Entry

ROOT = Path(__file__).parents[1]
NAMES = [*CATALOGUE, *LABELS, *COUNTING, *FAMILIES, *PROGRAMS]
MADE = [family("fft:4").name, family("matmul:2,2,2,trees=fma").name, family("attention_backward:1,1,XY").name]
HOSTILE = ["a/b", "..", "a:b", 'a"b', "a|b?*<>", "con", "Nul.x", "COM1", "a.", "a ", "é", "~2e~", "a\tb", "lpt9", "-"]


def storable(name: str) -> bool:
    """Whether Windows takes the name of a file."""
    bad = re.search(r'[<>:"/\\|?*\x00-\x1f]|[. ]$', name) or PureWindowsPath(name).is_reserved()
    return bool(name) and not bad


def told_apart(names: Iterable[str]) -> bool:
    """Whether names differ by more than case."""
    listed = list(names)
    return len({name.lower() for name in listed}) == len(listed)


def test_names_of_the_catalogue_are_file_names_as_they_are() -> None:
    for name in [*NAMES, *MADE]:
        assert storable(name) and file_name(name) == name
    for kind in ({*CATALOGUE, *COUNTING}, FAMILIES, PROGRAMS):
        assert told_apart(kind)


@pytest.mark.parametrize("name", [*HOSTILE, *map(usage, FAMILIES)])
def test_any_name_makes_a_file_name(name: str) -> None:
    for suffix in ("", ".smt2"):
        assert storable(file_name(name, suffix)) and file_name(name, suffix).isascii()


def test_names_that_differ_make_file_names_that_differ() -> None:
    assert len({file_name(name) for name in HOSTILE}) == len(HOSTILE)


def test_files_made_from_names_are_storable(tmp_path: Path) -> None:
    found = [Finding(lemma, Level.OPEN, script="(check-sat)") for lemma in CATALOGUE.values()]
    entries = tuple(Entry(one, Level.OPEN) for one in found)
    queries = [path.name for path in leave_open(entries, tmp_path)]
    certificates = [path.name for path in CERTIFICATES.iterdir()]
    for made in (queries, certificates, list(bundle(Manifest((), "1.0")))):
        assert made and all(map(storable, made)) and told_apart(made)


@pytest.mark.skipif(shutil.which("git") is None or not (ROOT / ".git").exists(), reason="git lists the files")
def test_the_files_of_the_repository_are_storable() -> None:
    words = ["git", "ls-files", "-z"]
    paths = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip("\0").split("\0")
    assert all(storable(part) for path in paths for part in path.split("/")) and told_apart(paths)
    assert max(map(len, paths)) < 200
