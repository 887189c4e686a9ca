"""The whole document of derivations: what is committed is what the catalogue gives now, and it compiles."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from proofs.derive.document import Document, document, files
from proofs.derive.outline import sections
from proofs.evidence.counting import COUNTING
from proofs.lemmas import CATALOGUE
from proofs.workers import cores

COMMITTED = Path(__file__).parent.parent / "docs" / "derivations"


@pytest.fixture(scope="module")
def whole() -> Document:
    return document(workers=cores())


@pytest.fixture(scope="module")
def made(whole: Document) -> dict[str, str]:
    return files(whole)


def test_what_is_committed_is_what_is_derived_now(made: dict[str, str]) -> None:
    stale = [name for name, text in made.items() if (COMMITTED / name).read_text(encoding="utf-8") != text]
    assert not stale, f"{', '.join(stale)} are not as derived now: run `pebbleproof derive --all docs/derivations`"


def test_the_same_findings_give_the_same_bytes(whole: Document, made: dict[str, str]) -> None:
    assert files(whole) == made


def test_every_statement_stands_in_one_section(whole: Document) -> None:
    names = [step.statement.name for step in whole.steps]
    assert sorted(names) == sorted([*COUNTING, *CATALOGUE])
    assert {section.anchor for section in sections()} == {section.anchor for section, _ in whole.parts}
    assert [step.statement.name for step in whole.theorems].count("Q_eq_Theta_Phi") == 1


def test_every_link_leads_somewhere(made: dict[str, str]) -> None:
    page = made["derivations.md"]
    assert set(re.findall(r"\]\(#([^)]*)\)", page)) <= set(re.findall(r'<a id="([^"]*)"></a>', page))
    text = made["derivations.tex"]
    targets = re.findall(r"\\(?:statement|certificate|hypertarget)\{([^}#]*)\}", text)
    assert set(re.findall(r"\\hyperlink\{([^}]*)\}", text)) <= set(targets) and len(targets) == len(set(targets))


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_the_document_compiles_and_no_line_sticks_out(made: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "derivations.tex").write_text(made["derivations.tex"], encoding="utf-8")
    command = ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "derivations.tex"]
    environment = {**os.environ, "max_print_line": "1000"}
    for _ in range(2):
        subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=True, timeout=120)
    log = (tmp_path / "derivations.log").read_text(errors="replace")
    wide = [float(points) for points in re.findall(r"Overfull \\hbox \((\d+\.\d+)pt", log)]
    assert max(wide, default=0.0) < 1 and "Missing character" not in log and "undefined" not in log
