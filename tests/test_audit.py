"""The audit: what it finds in papers of each format, the verdicts, and the command."""

import json
import shutil
import subprocess
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from graphs.errors import FormatError, PebbleproofError
from proofs.cite.bundle import bundle
from proofs.cite.check import manifest_of
from proofs.cite.citation import Citation
from proofs.cite.manifest import Manifest, as_json
from proofs.cite.papers import citations
from proofs.cite.record import citables
from proofs.cite.verdict import judge
from proofs.cli.audit import audit
from proofs.finding import Finding
from proofs.lemma import Lemma, lemma
from proofs.level import Level
from proofs.suite import Entry

HALF = lemma("half_lt", "Half of it is less", "n:N", [], "n/2 < n", "folklore")
ORDER = lemma("inverse-le", "Order turns", "x y", ["0 < x", "x <= y"], "1/y <= 1/x", "folklore")
FALSE = lemma("square-lt", "Squares are less", "x", [], "x**2 < x", "folklore", refuted_at={"x": 2})
SMALL: Mapping[str, Lemma] = {entry.name: entry for entry in (HALF, ORDER, FALSE)}

app = typer.Typer()
app.command()(audit)


def run(*words: str | Path) -> tuple[int, str]:
    done = CliRunner().invoke(app, [str(word) for word in words])
    if isinstance(done.exception, PebbleproofError):
        return done.exception.exit_status, str(done.exception)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exc_info
    return done.exit_code, done.stdout


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("proofs.cli.audit"), "CATALOGUE", SMALL)


def found(path: Path, text: str) -> list[tuple[str, str, str, int]]:
    path.write_text(text)
    return [(c.level, c.name, c.hash, c.line) for c in citations(path) if not c.unreadable]


def test_citations_of_latex(tmp_path: Path) -> None:
    text = r"""\documentclass{article}
\begin{document}
\checkedlemma{a_b}{1} and \checkedlemma[tiny]{c}{2}, % \checkedlemma{comment}{0}
\statelemma[solver,label=x]{d}{3} \statelemma[label=y, level = open]{e-1.1}
  {4}
50\% \checkedlemma [kernel] {f}% a comment
{5}
\verb|\checkedlemma{v}{0}| \verb*+\checkedlemma{v}{0}+ \lstinline[language=TeX]{\checkedlemma{v}{0}}
\begin{verbatim}
\checkedlemma{v}{0}
\end{verbatim}
\begin{lstlisting}[language=TeX]
\checkedlemma{v}{0} }}} {
\end{lstlisting}
\iffalse \checkedlemma{v}{0} \ifx\a\b x \else y \fi \checkedlemma{v}{0} \fi
\iffalse \checkedlemma{v}{0} \else \checkedlemma{g}{6} \fi
\newcommand\be{\begin{equation}} \be x $ { \[ \checkedlemma{h}{7}
\section{\checkedlemma{i}{8}}
\footnote{See \textbf{\checkedlemma{j}{9}}.}
\end{document}
\checkedlemma{behind}{0}
"""
    assert found(tmp_path / "paper.tex", text) == [
        ("certificate", "a_b", "1", 3),
        ("tiny", "c", "2", 3),
        ("solver", "d", "3", 4),
        ("open", "e-1.1", "4", 4),
        ("kernel", "f", "5", 6),
        ("certificate", "g", "6", 16),
        ("certificate", "h", "7", 17),
        ("certificate", "i", "8", 18),
        ("certificate", "j", "9", 19),
    ]


@pytest.mark.parametrize(
    "text",
    [
        r"\newcommand\cl[2]{\checkedlemma[certificate]{#1}{#2}}",
        r"\let\cl\checkedlemma \cl{a}{1}",
        r"\checkedlemma{\name}{1}",
        r"\checkedlemma{a}",
        r"\checkedlemma{a}{1",
    ],
)
def test_a_citation_that_cannot_be_read_is_reported_not_missed(tmp_path: Path, text: str) -> None:
    path = tmp_path / "paper.tex"
    path.write_text(text)
    assert [citation.unreadable != "" for citation in citations(path)] == [True]
    status, out = run(path)
    assert status == 1 and "UNKNOWN" in out


def test_input_and_include_are_followed_once_from_the_folder_of_the_main_file(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "one.tex").write_text(
        "\\checkedlemma{a}{1}\n\\input{parts/two}\n\\endinput\\checkedlemma{z}{0}"
    )
    (tmp_path / "parts" / "two.tex").write_text("\n\\checkedlemma{b}{2} \\input{parts/one} \\input{paper.tex}")
    (tmp_path / "three.tex").write_text("\\checkedlemma{c}{3}")
    paper = tmp_path / "paper.tex"
    paper.write_text("\\include{parts/one} \\input three \n%\\input{missing}\n\\checkedlemma{d}{4}")
    assert [(c.name, Path(c.file).relative_to(tmp_path).as_posix(), c.line) for c in citations(paper)] == [
        ("a", "parts/one.tex", 1),
        ("b", "parts/two.tex", 2),
        ("c", "three.tex", 1),
        ("d", "paper.tex", 3),
    ]


def test_a_missing_file_is_an_error_with_its_place(tmp_path: Path) -> None:
    paper = tmp_path / "paper.tex"
    paper.write_text("\n\\input{parts/missing}")
    status, out = run(paper)
    assert status == 4 and out.startswith(f"{paper}:2: the file {tmp_path / 'parts' / 'missing.tex'} cannot be read")
    paper.write_text("\\input{\\jobname-x}")
    assert run(paper) == (
        4,
        f"{paper}:1: the name of the file '\\\\jobname-x' holds a macro; write it out, or "
        "compile with the option record, and audit the .ckl file that LaTeX writes",
    )
    assert run(tmp_path / "none.tex")[0] == 4
    status, out = run(tmp_path / "paper.docx")
    assert status == 4 and "a paper has one of the suffixes .tex, .ckl, .md, .typ" in out


@pytest.mark.skipif(shutil.which("kpsewhich") is None, reason="there is no TeX")
def test_what_tex_brings_is_not_missing(tmp_path: Path) -> None:
    assert found(tmp_path / "paper.tex", "\\input{glyphtounicode}\\checkedlemma{a}{1}") == [
        ("certificate", "a", "1", 1)
    ]


def test_bytes_that_are_no_utf8_and_other_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "paper.tex"
    path.write_bytes(b"caf\xe9\r\n\\checkedlemma{a}{1}\r\\checkedlemma{b}{2}")
    assert [(c.name, c.line) for c in citations(path)] == [("a", 2), ("b", 3)]


def test_citations_of_markdown(tmp_path: Path) -> None:
    text = """Text [the lemma](checked:a_b#1 "certificate"), [another one](checked:c#2).
`[code](checked:v#0)` ``[`](checked:v#0)`` <!-- [comment](checked:v#0)
-->
```md
[code](checked:v#0)
```
~~~
[code](checked:v#0)
``` [code](checked:v#0)
~~~
A [reference][r] and [no hash](<checked:d> 'tiny').

[r]: checked:e-1.1#3 (open)
"""
    assert found(tmp_path / "paper.md", text) == [
        ("certificate", "a_b", "1", 1),
        ("certificate", "c", "2", 1),
        ("tiny", "d", "", 11),
        ("open", "e-1.1", "3", 13),
    ]


def test_citations_of_typst(tmp_path: Path) -> None:
    (tmp_path / "part.typ").write_text('#checked("p", "7")\n#include "paper.typ"')
    text = """#import "checkedlemmas.typ": checked
See https://example.org and #checked("a_b", "1", level: "certificate"). // #checked("v", "0")
/* #checked("v", "0") */ `#checked("v", "0")` ```typ #checked("v", "0")```
#let by = [#checked("c", "2")]
#include "part.typ"
#checked-statement(
  "d", "3",
  level: "tiny",
)
"""
    assert found(tmp_path / "paper.typ", text) == [
        ("certificate", "a_b", "1", 2),
        ("certificate", "c", "2", 4),
        ("certificate", "p", "7", 1),
        ("tiny", "d", "3", 6),
    ]
    path = tmp_path / "other.typ"
    path.write_text('#checked(name, "1") #checked("a")')
    assert [citation.unreadable != "" for citation in citations(path)] == [True, True]
    path.write_text('\n#include "none.typ"')
    with pytest.raises(FormatError, match=r"other.typ:2: the file .*none.typ cannot be read"):
        citations(path)


def test_citations_of_a_plain_list(tmp_path: Path) -> None:
    text = "# what the paper cites\ncertificate a_b 1\n\n  tiny  c\t2 # line 12\n"
    assert found(tmp_path / "paper.ckl", text) == [("certificate", "a_b", "1", 2), ("tiny", "c", "2", 4)]
    path = tmp_path / "bad.ckl"
    path.write_text("certificate a_b 1\ncertificate a_b\n")
    with pytest.raises(FormatError, match=r"bad\.ckl:2: a citation is a level, a name and a hash; got 2 words"):
        citations(path)


def manifest(*levels: tuple[Lemma, Level, str]) -> Manifest:
    entries = [Entry(Finding(lemma, level), level, limit) for lemma, level, limit in levels]
    return Manifest(citables(entries, aliases={"half": "half_lt", "old": "half"}), "1.0")


@pytest.mark.parametrize(
    "name, digest, claimed, level, verdict, note",
    [
        ("half_lt", "", "solver", Level.SOLVER, "ok", ""),
        ("half_lt", "", "open", Level.KERNEL, "ok", ""),
        ("old", "", "solver", Level.SOLVER, "ok", "is now called half_lt"),
        ("half_lt", "0000000000", "solver", Level.SOLVER, "STALE", "cites 0000000000, current "),
        ("half", "0000000000", "solver", Level.SOLVER, "STALE", "is now called half_lt; cites 0000000000, current "),
        ("half-lt", "", "solver", Level.SOLVER, "UNKNOWN", "no statement has this name; did you mean half_lt"),
        ("half_lt", "", "sure", Level.SOLVER, "UNKNOWN", "'sure' is no level; the levels are kernel, certificate, "),
        ("half_lt", "", "certificate", Level.OPEN, "OVERCLAIM", "cited as certificate, is open, limited by square-lt"),
        ("half_lt", "", "open", Level.REFUTED, "OVERCLAIM", "cited as open, is refuted"),
        ("half_lt", "", "refuted", Level.KERNEL, "OVERCLAIM", "cited as refuted, is kernel"),
        ("half_lt", "", "refuted", Level.REFUTED, "ok", ""),
    ],
)
def test_verdicts(name: str, digest: str, claimed: str, level: Level, verdict: str, note: str) -> None:
    limit = "square-lt" if level is Level.OPEN else ""
    current = manifest((HALF, level, limit))
    citation = Citation(name, digest or HALF.digest.upper(), claimed, "paper.tex", 1)
    got = judge(citation, current, [*current.names])
    assert got.verdict == verdict and got.note.startswith(note) and bool(got.note) == bool(note)


def test_the_audit_names_each_line_that_does_not_hold(tmp_path: Path) -> None:
    paper = tmp_path / "paper.tex"
    lines = [
        rf"\checkedlemma[solvers]{{half_lt}}{{{HALF.digest}}}",
        rf"\checkedlemma[solver]{{inverse-le}}{{{ORDER.without('0 < x').digest}}}",
        rf"\checkedlemma[solver]{{inverse-lt}}{{{ORDER.digest}}}",
        rf"\checkedlemma[kernel]{{inverse-le}}{{{ORDER.digest}}}",
        rf"\checkedlemma[refuted]{{square-lt}}{{{FALSE.digest}}}",
    ]
    paper.write_text("\n".join(lines))
    status, out = run(paper)
    assert status == 1
    first = [line for line in out.splitlines() if not line.startswith(" ")]  # long ones go on, indented
    assert [line.split()[0] for line in first] == ["ok", "STALE", "UNKNOWN", "OVERCLAIM", "ok", "5"]
    flat = " ".join(out.split())
    assert f"paper.tex:2: inverse-le: cites {ORDER.without('0 < x').digest}, current {ORDER.digest}" in flat
    assert "did you mean inverse-le" in flat and "5 citations: 2 ok, 1 STALE, 1 UNKNOWN, 1 OVERCLAIM" in flat
    status, out = run(paper, "--json")
    body = json.loads(out)
    assert status == body["status"] == 1 and list(body) == sorted(body) and body["command"] == "audit"
    assert [one["verdict"] for one in body["citations"]] == ["ok", "STALE", "UNKNOWN", "OVERCLAIM", "ok"]
    assert body["citations"][3]["current"]["level"] == "solvers" and body["citations"][3]["line"] == 4
    assert run(paper, "--json") == (status, out)
    paper.write_text("nothing")
    assert run(paper) == (0, "0 citations\n")


def test_a_round_trip_as_an_author_would_do_it(tmp_path: Path) -> None:
    for name, text in bundle(manifest_of(SMALL, SMALL)).items():
        (tmp_path / name).write_text(text)
    paper = tmp_path / "paper.tex"
    paper.write_text(
        rf"""\documentclass{{article}}
\usepackage[file=lemmas]{{checkedlemmas}}
\begin{{document}}
\checkedlemma[solvers]{{half_lt}}{{{HALF.digest}}} and \checkedlemma[solvers]{{inverse-le}}{{{ORDER.digest}}}
\end{{document}}
"""
    )
    assert run(paper)[0] == 0 and run(paper, "--manifest", tmp_path / "manifest.json")[0] == 0
    changed = {
        **SMALL,
        "inverse-le": lemma("inverse-le", "Order turns", "x y", ["1 < x", "x <= y"], "1/y <= 1/x", "folklore"),
    }
    assert changed["inverse-le"].digest != ORDER.digest
    current = manifest_of(changed, changed)
    (tmp_path / "changed.json").write_text(as_json(current))
    status, out = run(paper, "--manifest", tmp_path / "changed.json")
    assert status == 1 and "STALE" in out and "paper.tex:4" in out and out.splitlines()[0].startswith("ok")
    if shutil.which("pdflatex") is None:
        pytest.skip("pdflatex is not installed")
    command = ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "paper.tex"]
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).returncode == 0
    (tmp_path / "lemmas.tex").write_text(bundle(current)["lemmas.tex"])
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 1 and b"Stale citation of `inverse-le'" in done.stdout
