"""checkedlemmas.sty: a paper that cites at every level, the errors, draft mode, and other classes and engines."""

import os
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from proofs.cite.bundle import bundle
from proofs.cite.check import examined, meant, records
from proofs.cite.manifest import Manifest
from proofs.cite.papers import citations
from proofs.cite.record import Citable, citable, counted
from proofs.evidence.counting import COUNTING, Counted
from proofs.finding import Finding
from proofs.lemmas import CATALOGUE
from proofs.level import Level
from proofs.suite import Entry

pytestmark = pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")

PAPER = (Path(__file__).parent / "data" / "papers" / "paper.tex").read_text()
LEVELS = {"T2": Level.KERNEL, "C4": Level.SOLVERS, "C5": Level.SOLVER}
PACKAGE = r"\usepackage[file=lemmas]{checkedlemmas}"


@pytest.fixture(scope="module")
def statements() -> dict[str, Citable]:
    """Statements that were just checked, some as if other tools had checked them, by label."""
    names = {label: meant(label, CATALOGUE) for label in ("T2", "C1", "C4", "C5", "crossover", "U5b", "loomis-whitney")}
    found = records(examined(filter(None, names.values()), CATALOGUE))
    made = {label: found[name] for label, name in names.items() if name}
    theorem = CATALOGUE[meant("thm-1.1-lower", CATALOGUE) or ""]
    opened = citable(Entry(Finding(theorem, Level.OPEN), Level.OPEN, "loomis-whitney"))
    changed = {label: replace(made[label], level=level) for label, level in LEVELS.items()}
    return {**made, **changed, "thm-1.1-lower": opened}


@pytest.fixture
def folder(tmp_path: Path, statements: dict[str, Citable]) -> Path:
    first = statements["T2"]
    renamed = replace(first, aliases=("tripled_in-2.0",))
    manifest = Manifest((renamed, *(s for s in statements.values() if s is not first)), "1.0")
    for name, text in bundle(manifest).items():
        (tmp_path / name).write_text(text)
    return tmp_path


def filled(text: str, statements: dict[str, Citable]) -> str:
    def cited(found: re.Match[str]) -> str:
        statement = statements[found[1]]
        return f"{{{statement.name}}}{{{statement.hash}}}"

    return re.sub(r"@([\w.-]*\w)", cited, text)


def compiled(folder: Path, text: str, engine: str = "pdflatex", runs: int = 2) -> tuple[int, str]:
    """Returns the exit status and the log, the lines of a message joined."""
    (folder / "paper.tex").write_text(text)
    command = [engine, "-halt-on-error", "-interaction=nonstopmode", "paper.tex"]
    for _ in range(runs):
        environment = {**os.environ, "max_print_line": "1000"}
        done = subprocess.run(command, cwd=folder, capture_output=True, check=False, timeout=120, env=environment)
        if done.returncode:
            break
    log = (folder / "paper.log").read_text(errors="replace")
    return done.returncode, re.sub(r"\n\(checkedlemmas\) *", " ", log)


def words(folder: Path) -> str:
    done = subprocess.run(["pdftotext", "paper.pdf", "-"], cwd=folder, capture_output=True, check=True)
    return re.sub(r"\s+", " ", done.stdout.decode().replace("-\n", "-"))


def red(folder: Path) -> int:
    """Returns how many pixels of the pages are red."""
    subprocess.run(["pdftoppm", "-r", "40", "paper.pdf", "page"], cwd=folder, check=True)
    count = 0
    for page in folder.glob("page-*.ppm"):
        header = re.match(rb"P6\s+(\d+)\s+(\d+)\s+255\s", page.read_bytes())
        assert header is not None
        pixels = np.frombuffer(page.read_bytes()[header.end() :], dtype=np.uint8).reshape(-1, 3).astype(int)
        count += int(((pixels[:, 0] > 200) & (pixels[:, 1] < 160) & (pixels[:, 2] < 160)).sum())
    return count


def document(body: str, *preamble: str, class_: str = r"\documentclass{article}") -> str:
    return "\n".join([class_, *preamble, r"\begin{document}", body, r"\end{document}", ""])


def test_a_paper_that_cites_at_every_level(folder: Path, statements: dict[str, Citable]) -> None:
    status, log = compiled(folder, filled(PAPER, statements))
    assert status == 0, log
    assert "Warning" not in log and "Overfull" not in log
    text = words(folder)
    for level in Level:
        assert f", {level.word}]" in text or f", {level.word}, " in text, level
        assert f"{level.word}: {level.means}" in text.replace("- ", ""), level
    for statement in statements.values():
        assert statement.hash in text
    assert "Checked Theorem 1" in text and "Refuted Statement 4" in text and "limited by loomis" in text
    assert red(folder) == 0


@pytest.mark.parametrize(
    "written, instead, message",
    [
        (
            "[kernel]@T2, and",
            "[kernel]{NAME}{0123456789}, and",
            "Stale citation of `NAME': hash cited 0123456789, current HASH",
        ),
        (
            r"\checkedlemma@C1",
            r"\checkedlemma{no_such-lemma}{0123456789}",
            "Unknown statement `no_such-lemma': lemmas.tex",
        ),
        ("[open]@thm", "[solver]@thm", "level cited solver, current open, limited by `loomis-whitney'"),
        ("[refuted]@U5b", "[open]@U5b", "level cited open, current refuted"),
        (r"\checkedlemma@C1", r"\checkedlemma[refuted]@C1", "level cited refuted, current certificate"),
        (r"\checkedlemma@C1", r"\checkedlemma[cert]@C1", "Unknown level `cert'"),
        ("[tiny]@loomis", "[certificate]@loomis", "Overclaimed citation of `loomis-whitney'"),
    ],
)
def test_what_does_not_hold_does_not_compile_and_is_red_in_draft(
    folder: Path, statements: dict[str, Citable], written: str, instead: str, message: str
) -> None:
    first = statements["T2"]
    instead, message = (t.replace("NAME", first.name).replace("HASH", first.hash) for t in (instead, message))
    assert written in PAPER
    paper = filled(PAPER.replace(written, instead, 1), statements)
    status, log = compiled(folder, paper, runs=1)
    assert status == 1 and not (folder / "paper.pdf").exists()
    assert "! Package checkedlemmas Error: " in log and message in log, log
    if "Unknown level" in message or "Stale" in message:
        status, log = compiled(folder, paper.replace("[file=lemmas]", "[file=lemmas,draft]"), runs=1)
        assert status == 0 and message in log and red(folder) > 0


def test_a_hash_in_capitals_an_old_name_and_no_list_of_statements(folder: Path, statements: dict[str, Citable]) -> None:
    first = statements["T2"]
    body = rf"\checkedlemma[kernel]{{tripled_in-2.0}}{{{first.hash.upper()}}}"
    status, log = compiled(folder, document(body, PACKAGE), runs=1)
    assert status == 0 and f"`tripled_in-2.0' is now called `{first.name}'; cite it by that name" in log
    status, log = compiled(folder, document(body, r"\usepackage{checkedlemmas}", r"\input{lemmas}"), runs=1)
    assert status == 0
    status, log = compiled(folder, document(body, r"\usepackage{checkedlemmas}"), runs=1)
    assert status == 1 and "no list of statements was read" in log
    status, log = compiled(folder, document(body, r"\usepackage[file=no/such]{checkedlemmas}"), runs=1)
    assert status == 1 and "The file `no/such' is missing" in log


def test_the_list_that_latex_records_can_be_audited(folder: Path, statements: dict[str, Citable]) -> None:
    body = filled(
        r"\newcommand\by[2]{\checkedlemma[solver]{#1}{#2}} \by@C1 \statelemma[tiny]@loomis-whitney", statements
    )
    status, log = compiled(folder, document(body, r"\usepackage[file=lemmas,record]{checkedlemmas}"), runs=1)
    assert status == 0, log
    assert [(c.level, c.name, c.hash) for c in citations(folder / "paper.ckl")] == [
        ("solver", statements["C1"].name, statements["C1"].hash),
        ("tiny", "loomis-whitney", statements["loomis-whitney"].hash),
    ]
    assert [c.unreadable != "" for c in citations(folder / "paper.tex")] == [True, False]


ARTICLE = r"\documentclass{article}"
REFERENCES = (
    r"\section{On \checkedlemma@C1}\statelemma[label=one]@C1 \statelemma[env=lemma,label=two]@crossover "
    r"\statelemma[tiny,label=three]@loomis-whitney See \REF{one}, \REF{two} and \REF{three}. $a\by{\checkedlemma@C1} b$"
    r"\listofcheckedlemmas[]"
)


@pytest.mark.parametrize(
    "engine, class_, before, after",
    [
        ("pdflatex", ARTICLE, (), ("amsmath", "amsthm")),
        ("pdflatex", ARTICLE, ("hyperref", "cleveref"), ()),
        ("pdflatex", r"\documentclass[twocolumn]{article}", (), ("[dvipsnames]{xcolor}", "hyperref", "cleveref")),
        ("pdflatex", r"\documentclass{amsart}", (), ("hyperref", "cleveref")),
        ("pdflatex", r"\documentclass{amsart}", ("hyperref", "cleveref"), ()),
        ("pdflatex", r"\documentclass[sigconf,nonacm]{acmart}", (), ("cleveref",)),
        ("pdflatex", r"\documentclass[conference]{IEEEtran}", ("hyperref",), ("cleveref",)),
        ("lualatex", ARTICLE, ("underscore",), ("hyperref", "cleveref")),
    ],
)
def test_classes_engines_and_other_packages(
    folder: Path,
    statements: dict[str, Citable],
    engine: str,
    class_: str,
    before: tuple[str, ...],
    after: tuple[str, ...],
) -> None:
    used = [[rf"\usepackage{name if '{' in name else f'{{{name}}}'}" for name in names] for names in (before, after)]
    preamble = [*used[0], PACKAGE, *used[1], r"\newcommand\by[1]{\quad\text{by }#1}", r"\providecommand\text{\mbox}"]
    if "acmart" not in class_:
        preamble.append(r"\newtheorem{lemma}{Lemma}")
    title = r"\title{A}\author{B}\affiliation{\institution{C}\country{D}}\maketitle" if "acmart" in class_ else ""
    body = title + REFERENCES.replace("REF", "cref" if "cleveref" in (*before, *after) else "ref")
    status, log = compiled(folder, document(filled(body, statements), *preamble, class_=class_), engine)
    assert status == 0, log
    assert "checkedlemmas Warning" not in log and "Token not allowed" not in log and "undefined references" not in log
    text = words(folder)
    assert "Checked Lemma 1" in text and "[C1, certificate, " in text and "limited by" not in text
    if "cleveref" in (*before, *after):
        assert re.search(r"See checked lemma 1, (lemma|Lemma) (1|1.1) and statement 2", text), text


def test_a_class_option_is_a_draft_too(folder: Path) -> None:
    body = r"\checkedlemma{no_such}{0123456789}"
    status, _ = compiled(folder, document(body, PACKAGE, class_=r"\documentclass[draft]{article}"), runs=1)
    assert status == 0 and red(folder) > 0
    final = PACKAGE.replace("file", "final,file")
    status, _ = compiled(folder, document(body, final, class_=r"\documentclass[draft]{article}"), runs=1)
    assert status == 1


def test_every_statement_of_the_catalogue_can_be_typeset(tmp_path: Path) -> None:
    opened = [citable(Entry(Finding(lemma, Level.OPEN), Level.OPEN)) for lemma in CATALOGUE.values()]
    read = [counted(lemma, Counted(lemma.name, "1 x 2 cells", 1, None)) for lemma in COUNTING.values()]
    for name, text in bundle(Manifest((*opened, *read), "1.0")).items():
        (tmp_path / name).write_text(text)
    stated = [rf"\statelemma[{s.level.word}]{{{s.name}}}{{{s.hash}}}" for s in (*opened, *read)]
    body = "\n".join([*stated, r"\listofcheckedlemmas"])
    status, log = compiled(tmp_path, document(body, r"\usepackage[a4paper,margin=25mm]{geometry}", PACKAGE), runs=1)
    assert status == 0, log
    assert "Missing character" not in log
    wide = [float(width) for width in re.findall(r"Overfull .hbox \(([0-9.]+)pt", log)]
    assert max(wide, default=0) < 40, log
    text = words(tmp_path)
    assert "$" not in text and "\\" not in text
