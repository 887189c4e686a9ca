"""Citing: records, the files that a paper needs, and the commands cite and explain."""

import json
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from graphs.errors import FormatError, PebbleproofError
from proofs.cite.bundle import bundle
from proofs.cite.check import examined, manifest_of, meant, records
from proofs.cite.explanation import as_plain, as_tex, explanation
from proofs.cite.manifest import Manifest, as_json, read
from proofs.cite.prose import escaped, prose
from proofs.cite.record import citable, citables
from proofs.cite.sentence import spoken, typeset
from proofs.cite.styles import STYLES
from proofs.cli.cite import cite
from proofs.cli.explain import explain
from proofs.errors import UnknownLemma
from proofs.finding import Finding
from proofs.lemma import Lemma, lemma
from proofs.lemmas import CATALOGUE
from proofs.level import Level
from proofs.suite import Entry

HALF = lemma("half_lt", "Half of n_1 <= n", "n:N", [], "n/2 < n", "folklore")
WHOLE = lemma("whole_le", "100% & more", "n:N x", ["x >= n", "x > 0"], "n/2 <= x", "folklore", uses=["half_lt"])
FALSE = lemma("square-lt", "Squares are less", "x", [], "x**2 < x", "folklore", refuted_at={"x": 2})
SMALL: Mapping[str, Lemma] = {entry.name: entry for entry in (HALF, WHOLE, FALSE)}

app = typer.Typer()
app.command()(cite)
app.command()(explain)


def run(*words: str) -> tuple[int, str, str]:
    """Returns what `pebbleproof` would: exit status, stdout, and stderr with the error if there is one."""
    done: Result = CliRunner().invoke(app, words)
    if isinstance(done.exception, PebbleproofError):
        return done.exception.exit_status, done.stdout, str(done.exception)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exc_info
    return done.exit_code, done.stdout, done.stderr


@pytest.fixture(scope="module")
def manifest() -> Manifest:
    return manifest_of(SMALL, SMALL)


def test_the_level_is_the_one_just_found(manifest: Manifest) -> None:
    levels = {statement.name: statement.level for statement in manifest.statements}
    assert levels == {"half_lt": Level.SOLVERS, "whole_le": Level.SOLVERS, "square-lt": Level.REFUTED}
    assert manifest.names["half_lt"].hash == HALF.digest
    assert citables([Entry(Finding(HALF, Level.OPEN), Level.OPEN, "x")], evidence={"half_lt": "e"})[0].evidence == "e"


def test_a_statement_as_a_sentence() -> None:
    assert typeset(WHOLE).opening == (
        r"For all natural numbers $n \ge 1$ and all real numbers $x$ with $x \ge n$ and $x > 0$"
    )
    assert spoken(WHOLE).goal == "n/2 <= x"
    bare = lemma("two", "Two", "", [], "2 > 1", "folklore")
    assert spoken(bare).opening == "Always"
    made = citable(Entry(Finding(WHOLE, Level.OPEN), Level.OPEN))
    assert made.typeset.endswith(r": $\frac{n}{2} \le x$.") and made.plain.endswith(": n/2 <= x.")


def test_a_fixed_number_is_explained_where_it_occurs() -> None:
    theorem = CATALOGUE[meant("thm-1.1-lower", CATALOGUE) or ""]
    made = citable(Entry(Finding(theorem, Level.OPEN), Level.OPEN), lambda lemma, name: f"the value {name} of d²")
    assert made.latex.closing == "Here $Q$ is the value $Q$ of $d^{2}$."
    assert made.text.closing == "Here Q is the value Q of d²."


@pytest.mark.parametrize("text", [r"\{}$&#%_^~|<>", "a_b^c", '"x"', "50% of $5", "~/a\\b"])
def test_no_text_breaks_latex(text: str) -> None:
    for made in (escaped(text), prose(text)):
        assert made.count("$") % 2 == 0 or r"\$" in made
        for sign in "&#%":
            assert made.count(sign) == made.count("\\" + sign)


def test_the_manifest_can_be_read_again_and_is_the_same_bytes(tmp_path: Path, manifest: Manifest) -> None:
    (tmp_path / "manifest.json").write_text(as_json(manifest))
    again = read(tmp_path / "manifest.json")
    assert again == manifest and as_json(again) == as_json(manifest_of(SMALL, SMALL))


@pytest.mark.parametrize(
    "text, rule",
    [
        ("", "is no JSON"),
        ("[]", "a manifest is an object with schema 1; got 'list'"),
        ('{"schema": 2}', "schema 1; got 2"),
        ('{"schema": 1}', "'statements' must be of type list; got None"),
        (
            '{"schema": 1, "statements": [{"name": "a", "level": "sure"}]}',
            "a: 'sure' is no level; the levels are kernel,",
        ),
        ('{"schema": 1, "statements": [7]}', "expected an object with the key 'level'; got 7"),
    ],
)
def test_a_bad_manifest_is_refused(tmp_path: Path, text: str, rule: str) -> None:
    path = tmp_path / "manifest.json"
    path.write_text(text)
    with pytest.raises(FormatError, match="cite --all") as caught:
        read(path)
    assert rule in str(caught.value)


def test_a_manifest_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="cannot be read"):
        read(tmp_path / "none.json")


def test_styles(manifest: Manifest) -> None:
    whole = manifest.names["whole_le"]
    made = {name: style(whole, manifest) for name, style in STYLES.items()}
    assert made["tex"] == rf"\checkedlemma[solvers]{{whole_le}}{{{WHOLE.digest}}}"
    assert made["markdown"] == f'[100% & more](checked:whole_le#{WHOLE.digest} "solvers")'
    assert made["typst"] == f'#checked("whole_le", "{WHOLE.digest}", level: "solvers")'
    assert made["ckl"] == f"solvers whole_le {WHOLE.digest}"
    assert "title = {{100\\% \\& more}}" in made["bibtex"] and made["bibtex"].isascii()


def test_a_title_in_markdown_stays_a_title(manifest: Manifest) -> None:
    assert STYLES["markdown"](manifest.names["half_lt"], manifest).startswith(r"[Half of n\_1 \<= n](checked:half_lt#")


def test_cite_prints_the_level_that_a_statement_has() -> None:
    status, out, _ = run("cite", "T2", "--style", "ckl")
    assert status == 0 and out.split()[::2] == ["certificate", CATALOGUE[out.split()[1]].digest]
    status, out, err = run("cite", "U5b", "loomis-whitney")
    assert status == 0 and out.startswith(r"\checkedlemma[refuted]{") and r"\checkedlemma[tiny]{loomis-whitney}" in out
    assert "is refuted, and can be cited only as that" in err
    status, out, _ = run("cite", "T2", "loomis-whitney", "--style", "json")
    assert status == 0 and [one["level"] for one in json.loads(out)["statements"]] == ["certificate", "tiny"]
    with pytest.raises(UnknownLemma):
        CliRunner().invoke(app, ["cite", "no-such-lemma"], catch_exceptions=False)


@pytest.mark.parametrize("words", [["cite"], ["cite", "T2", "--all", "x"]])
def test_cite_wants_names_or_a_folder(words: list[str]) -> None:
    status, _, err = run(*words)
    assert status == 2 and "wants the names of statements, or --all and a folder" in err


def catalogue(monkeypatch: pytest.MonkeyPatch, lemmas: Mapping[str, Lemma]) -> None:
    command = import_module("proofs.cli.cite")  # the name in the package is that of the function
    monkeypatch.setattr(command, "CATALOGUE", lemmas)
    monkeypatch.setattr(command, "COUNTING", {})


def test_cite_all_writes_what_a_paper_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    catalogue(monkeypatch, SMALL)
    status, out, _ = run("cite", "--all", str(tmp_path / "cited"))
    assert status == 0 and out.startswith("3 statements; written to")
    written = {path.name: path.read_bytes() for path in (tmp_path / "cited").iterdir()}
    assert set(written) == {
        "manifest.json",
        "lemmas.tex",
        "lemmas.bib",
        "checkedlemmas.sty",
        "checkedlemmas.typ",
        "CITATION.cff",
    }
    assert written["CITATION.cff"] == (Path(__file__).parents[1] / "CITATION.cff").read_bytes()
    assert (
        written["lemmas.tex"].isascii() and written["lemmas.bib"].isascii() and written["checkedlemmas.sty"].isascii()
    )
    run("cite", "--all", str(tmp_path / "again"))
    assert {path.name: path.read_bytes() for path in (tmp_path / "again").iterdir()} == written


def test_cite_all_says_where_it_cannot_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    catalogue(monkeypatch, {"half_lt": HALF})
    (tmp_path / "file").write_text("")
    status, _, err = run("cite", "--all", str(tmp_path / "file"))
    assert status == 4 and "cannot be written" in err


def test_explain_gives_the_identity() -> None:
    status, out, _ = run("explain", "T2")
    assert status == 0
    assert "0 = 2*(M - d**2) + (2*d**2 - 2*M)" in out and "For all real numbers d, M with M >= d**2" in out
    status, out, _ = run("explain", "T2", "--format", "latex")
    assert status == 0 and r"\begin{proof}[Proof of \texttt{T2}" in out and r"\begin{align*}" in out


@pytest.mark.parametrize(
    "name, status, said",
    [
        ("U5b", 1, "The statement is false; it fails at (d, M, a_2) = (1, 31, 7/2)."),
        ("loomis-whitney", 0, "That range was gone through in full, and nothing is claimed beyond it."),
    ],
)
def test_explain_says_what_the_evidence_is(name: str, status: int, said: str) -> None:
    got, out, _ = run("explain", name)
    assert got == status and said in out
    got, out, _ = run("explain", name, "--format", "latex")
    assert got == status and f" explain {meant(name, CATALOGUE)}: statement " in out.splitlines()[0]


def test_what_has_no_certificate_rests_on_what_its_proof_used() -> None:
    report = examined(["whole_le"], SMALL)
    explained = explanation("whole_le", report, SMALL)
    assert explained.certified is None and [used.name for used in explained.rests_on] in ([], ["half_lt"])
    plain = as_plain(explained, "1.0")
    assert "z3 says: unsat." in plain and "There is no identity to check with a pencil." in plain
    assert r"100\% \& more" in as_tex(explained, "1.0")


def test_a_combinatorial_lemma_is_cited_in_words() -> None:
    found = records(examined(["loomis-whitney"], {}))["loomis-whitney"]
    assert found.level is Level.TINY and found.latex.goal == "" and found.plain.startswith("Let E be a finite set")
    assert "|E|^{2}" in found.latex.closing
    assert r"\cklstatement{loomis-whitney}" in bundle(Manifest((found,), "1.0"))["lemmas.tex"]


def test_an_explanation_as_json_has_the_proof_as_text() -> None:
    done = CliRunner().invoke(app, ["explain", "T2", "--json"])
    body = json.loads(done.stdout)
    assert done.exit_code == 0 and body["statement"]["label"] == "T2"
    assert "2*(M - d**2)" in body["proof"] and body["counterexample"] is None
    refuted = CliRunner().invoke(app, ["explain", "thm-1.1-literal", "--json"])
    assert refuted.exit_code == 1 and json.loads(refuted.stdout)["proof"] is None
