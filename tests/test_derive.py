"""derive: a theorem, a lemma, a program and a false statement in each format; every step of every theorem is backed."""

import json
import re
import shutil
import subprocess
from dataclasses import replace
from importlib import import_module
from itertools import chain
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from graphs.errors import INPUT_REFUSED, REFUTED, USAGE, BadProgram, PebbleproofError
from graphs.programs import PROGRAMS
from proofs.cite.check import examined
from proofs.cli.derive import derive, pdf
from proofs.derive import article, md, tex
from proofs.derive import derivation as module
from proofs.derive import document as document_module
from proofs.derive import loops as loop_module
from proofs.derive.beside import BESIDE, LITERAL_SPARSE
from proofs.derive.blocks import Head, Identity, Paragraph
from proofs.derive.derivation import BOUNDS, Derivation, Steps, derivation, wanted
from proofs.derive.inline import breakable, markdown, width
from proofs.derive.loops import BACKING, STATED, stated
from proofs.derive.outline import sections
from proofs.derive.step import Certificate, Failure, Reading, Step
from proofs.errors import ToolMissing, UnknownLemma
from proofs.evidence.counting import COUNTING
from proofs.glossary import GLOSSARY
from proofs.lemma import Expectation, Sort
from proofs.lemmas import CATALOGUE
from proofs.level import Level
from proofs.suite import Report
from proofs.workers import cores

command = import_module("proofs.cli.derive")  # the package has a function of this name
app = typer.Typer()
app.command()(derive)
THEOREMS = [name for name, lemma in CATALOGUE.items() if lemma.theorem]


def run(*words: str) -> tuple[int, str, str]:
    """Returns what `pebbleproof derive` would: exit status, stdout, and stderr with the error if there is one."""
    done: Result = CliRunner().invoke(app, words)
    if isinstance(done.exception, PebbleproofError):
        return done.exception.exit_status, done.stdout, str(done.exception)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exc_info
    return done.exit_code, done.stdout, done.stderr


@pytest.fixture(scope="module")
def report() -> Report:
    return examined([*COUNTING, *CATALOGUE], CATALOGUE, workers=cores())


@pytest.fixture(scope="module")
def made_once(report: Report) -> Steps:
    return Steps(report)


@pytest.fixture
def known(report: Report, made_once: Steps, monkeypatch: pytest.MonkeyPatch) -> Report:
    """The whole report in the place of one that is made anew for each derivation."""
    monkeypatch.setattr(module, "examined", lambda *_: report)
    monkeypatch.setattr(module, "Steps", lambda _: made_once)
    monkeypatch.setattr(document_module, "examined", lambda *_: report)
    monkeypatch.setattr(document_module, "Steps", lambda _: made_once)
    return report


def test_each_step_of_each_theorem_is_an_entry_of_the_report_or_a_definition(known: Report, made_once: Steps) -> None:
    levels = {entry.lemma.name: entry for entry in known.entries}
    for name in THEOREMS:
        seen: set[str] = set()
        made = made_once.towards([name])
        assert made[-1].statement.name == name
        for step in made:
            own = step.statement.name
            if own in known.counting:
                assert step.statement.level is step.own is known.counting[own].level
            else:
                entry = levels[own]
                assert (step.statement.level, step.own) == (entry.level, entry.finding.own)
                assert step.statement.limited_by == entry.limited_by
                assert [instance.name for instance in step.instances] == list(entry.finding.uses)
            assert {instance.name for instance in step.instances} <= seen, "each step comes after those that it uses"
            assert all(loops.backed and BACKING in seen for loops in step.loops)
            assert _backed(step)
            seen.add(own)
        defined = Derivation(name, "", made).definitions
        fixed = {s for own in seen & set(CATALOGUE) for s, sort in CATALOGUE[own].sorts.items() if sort is Sort.FIXED}
        assert set(defined) == fixed <= set(GLOSSARY)


def _backed(step: Step) -> bool:
    """Whether something stands behind a step."""
    match step.obligation:
        case Certificate(cases, fingerprint):
            return step.own is Level.CERTIFICATE and bool(cases) and len(fingerprint) == 10
        case Failure():
            return step.own is Level.REFUTED
        case Reading():
            return bool(step.instances) and all(instance.name in COUNTING for instance in step.instances)
    return step.own is not Level.REFUTED


def test_each_statement_on_a_page_is_a_step(known: Report) -> None:
    made = derivation("thm-1.1-corrected")
    shown = [block for block in article.blocks(made) if isinstance(block, Head) and block.level is not None]
    steps = [*made.steps, *(step for step, _ in made.beside)]
    assert [head.hash for head in shown] == [step.statement.hash for step in steps]
    assert [head.level for head in shown] == [step.statement.level for step in steps]
    numbers = [block.number for block in article.blocks(made) if isinstance(block, Identity)]
    assert sorted(numbers) == list(range(1, len(numbers) + 1))


def test_every_link_on_a_page_leads_somewhere(known: Report) -> None:
    for name in ("thm-1.1-corrected", "thm-1.1-literal", "theorem-S", "S6", "small_cache", "tiles-exist"):
        page = run(name)[1]
        places = re.findall(r'<a id="([^"]*)"></a>', page)
        assert set(re.findall(r"\]\(#([^)]*)\)", page)) <= set(places) and len(places) == len(set(places))


def test_identities_are_numbered_where_they_stand(known: Report) -> None:
    made = derivation("T3")
    assert [block.number for block in article.blocks(made) if isinstance(block, Identity)] == [1]
    texts = [block.text for block in article.blocks(made) if isinstance(block, Paragraph)]
    assert any("identity (1)" in text for text in texts)


def test_substitutions_and_what_they_give(known: Report) -> None:
    steps = {step.statement.called: step for step in derivation("lower-small").steps}
    uses = {instance.called: instance for instance in steps["lower-small"].instances}
    assert [symbol for symbol, _ in uses["T6"].terms] == ["r"]
    page = md.page("", article.blocks(derivation("lower-small")))
    assert r"[T6](#T6) with $r := \sqrt{4 M + \frac{M^{2}}{d^{2}}}$: $Q \ge \frac{" in page


def test_a_false_statement_shows_where_it_fails_and_what_corrects_it(known: Report) -> None:
    status, page, _ = run("thm-1.1-literal")
    assert status == REFUTED
    assert "at $(n, d, M) = (64, 64, 1{,}048{,}576)$ all hypotheses hold" in page
    assert r"$4 n d + 3 d^{2}$ is $28{,}672$ and" in page and "is $32$." in page
    assert '<a id="thm-1.1-corrected"></a>' in page and "Theorem literal-outside" in page
    assert all(lemma.expect is Expectation.HOLDS or lemma.name in BESIDE for lemma in CATALOGUE.values())


def test_the_sparse_case_has_its_counterexamples_and_its_crossover(known: Report) -> None:
    page = run("theorem-S")[1]
    assert "| diagonal | $4096$ | $9$ |" in page and page.count("| refutes it |") == 5
    assert "equal to $1$ at $M = \\delta^{2}$ only" in page
    assert "Theorem theorem-S-dense" in page
    assert set(CATALOGUE) >= LITERAL_SPARSE | set(BESIDE) | set(chain.from_iterable(BESIDE.values()))


def test_the_crossover_is_derived(known: Report) -> None:
    page = run("crossover")[1]
    assert r"is $\frac{d}{\sqrt{M}}$, which is monotone in $M$ and equal to $1$ at $M = d^{2}$ only" in page


def test_a_program_is_summed_loop_by_loop(known: Report) -> None:
    status, page, _ = run("small_cache")
    assert status == 0
    assert "load $A_{1}$: $\\tau_{1} \\xrightarrow{3} d \\tau_{1}" in page
    assert "as stated; both are compared as polynomials" in page and "Theorem upper-small" in page
    document = json.loads(run("small_cache", "--format", "json")[1])
    assert document["program"]["io"].count("ceiling") == 4 and document["steps"][-1]["label"] == "upper-small"


@pytest.mark.parametrize("name", sorted(PROGRAMS))
def test_each_program_is_derived(name: str, known: Report) -> None:
    made = derivation(name)
    assert made.program is not None and (made.program.backed or name not in BOUNDS or name == "matmul")
    assert tex.article(article.title(made), [], article.blocks(made)).count("all loops") == 0


def test_a_formula_that_is_not_the_programs_own_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert all(len(stated(name)) == 1 for name in STATED)
    wrong = replace(STATED["Q_le_in_cache"], formula="4*n*d")
    monkeypatch.setattr(loop_module, "STATED", {"Q_le_in_cache": wrong})
    with pytest.raises(BadProgram, match="whose loops add up to"):
        stated("Q_le_in_cache")


@pytest.mark.parametrize("name", ["T2", "segment-lemma", "U5b"])
def test_formats(name: str, tmp_path: Path) -> None:
    for form in ("md", "tex", "json"):
        status, page, _ = run(name, "--format", form)
        assert status == (REFUTED if name == "U5b" else 0)
        assert run(name, "--format", form, "--out", str(tmp_path / "x"))[:2] == (status, "")
        assert (tmp_path / "x").read_text() == page, "the same on a rerun, to a file"
        assert CATALOGUE[wanted(name)].digest in page if name != "segment-lemma" else COUNTING[name].digest in page


def test_unknown_names_suggest_near_ones() -> None:
    for name, near in (("LBcub", "LBcube"), ("smal_cache", "small_cache"), ("thm-1.1-corected", "thm-1.1-corrected")):
        status, _, said = run(name)
        assert status == INPUT_REFUSED and near in said
    with pytest.raises(UnknownLemma, match="no statement and no program is called 'zzzz'"):
        wanted("zzzz")


def test_usage(tmp_path: Path) -> None:
    assert run()[0] == run("T2", "--all", str(tmp_path))[0] == run("T2", "--format", "pdf")[0] == USAGE
    assert "--out" in run("T2", "--format", "pdf")[2]
    status, _, said = run("T2", "--out", "/proc/no/such")
    assert status == INPUT_REFUSED and "cannot be written" in said


def test_all_of_it_in_a_folder(known: Report, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(command, "pdf", lambda text: text.encode())
    monkeypatch.setattr(command, "_engine", lambda: "pdflatex")
    status, said, _ = run("--all", str(tmp_path / "here"), "--format", "pdf")
    assert status == 0 and f"{len(CATALOGUE) + len(COUNTING)} statements" in said
    made = {path.name: path.read_bytes() for path in (tmp_path / "here").iterdir()}
    assert sorted(made) == [f"derivations.{suffix}" for suffix in ("json", "md", "pdf", "tex")]
    assert made["derivations.pdf"] == made["derivations.tex"]
    assert len(json.loads(made["derivations.json"])["sections"]) == len(sections())


def test_without_pdflatex_the_cure_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command.shutil, "which", lambda _: None)
    status, _, said = run("T2", "--format", "pdf", "--out", str(tmp_path / "x.pdf"))
    assert status == INPUT_REFUSED and "--format tex" in said and not (tmp_path / "x.pdf").exists()
    with pytest.raises(ToolMissing):
        pdf("")


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_the_pdf_of_the_corrected_theorem(known: Report, tmp_path: Path) -> None:
    path = tmp_path / "corrected.pdf"
    status, out, _ = run("thm-1.1-corrected", "--format", "pdf", "--out", str(path))
    assert (status, out) == (0, "") and path.read_bytes().startswith(b"%PDF")
    if shutil.which("pdftotext"):
        said = subprocess.run(["pdftotext", str(path), "-"], capture_output=True, check=True, text=True).stdout
        assert "Theorem thm-1.1-corrected" in said and "A Certificates" in said.replace("\n\n", " ")


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_a_document_that_does_not_compile_is_an_error_in_one_line() -> None:
    with pytest.raises(PebbleproofError, match="Undefined control sequence"):
        pdf(r"\documentclass{article}\begin{document}\nonsense\end{document}")


def test_inline_texts() -> None:
    assert markdown(r"a\_b -- \textbf{c} \textbackslash{} ``d'' \hyperlink{x}{\texttt{y\_z}}~e") == (
        'a_b – **c** \\ "d" [`y_z`](#x) e'
    )
    assert width(r"\frac{1}{2} \left(a + b\right) \le \sqrt{c}") < width(r"\frac{1}{2} (aaa + bbb) \le ccc")
    assert breakable(r"\min\left\{1, \frac{1}{2}\right\}") == r"\min\bigl\{1, \frac{1}{2}\bigr\}"
