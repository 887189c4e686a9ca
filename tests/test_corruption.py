"""What is corrupted yields no green: statements, hypotheses, certificates, solvers, assumptions."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from proofs.dependency import resting_on
from proofs.evidence import certificate
from proofs.evidence.answer import Answer, Checked
from proofs.evidence.counting import COUNTING, Counted
from proofs.lemma import Lemma
from proofs.lemmas import CATALOGUE, named
from proofs.lemmas.formulas import LARGE, TRIVIAL
from proofs.level import Level
from proofs.statement import formula
from proofs.suite import Entry, run
from proofs.tools import Tools, tools

THEOREM = "thm-1.1-lower"


def judged(changed: Lemma, using: Tools | None = None, theorem: str = THEOREM) -> tuple[dict[str, Entry], int]:
    """The entries of all that a theorem rests on, by label or name, with one lemma changed, and the exit status."""
    catalogue = {**CATALOGUE, changed.name: changed}
    report = run(resting_on(catalogue[named(theorem).name], catalogue), using or tools(["cvc5"]))
    return {entry.lemma.called: entry for entry in report.entries}, report.status


def test_the_theorem_holds_before_anything_is_corrupted() -> None:
    entries, status = judged(named("T2"))
    assert (entries[THEOREM].level, status) == (Level.TINY, 0)


def test_a_corrupt_statement() -> None:
    entries, status = judged(replace(named("T5"), goal=formula(f"4*{LARGE} <= {TRIVIAL}")))
    assert entries["T5"].level is Level.REFUTED and status == 1
    assert entries["lower-large"].level is Level.OPEN  # it rests on T5
    assert entries["lower-small"].level is Level.CERTIFICATE  # it does not


def test_a_corrupt_hypothesis() -> None:
    entries, status = judged(replace(named("T5"), given=tuple(map(formula, ("n > 0", "d > 0", "M >= d")))))
    assert entries["T5"].level is Level.REFUTED and status == 1
    assert not entries[THEOREM].level.holds


def test_a_corrupt_certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lemma = named("T2")
    source = Path(str(certificate.CERTIFICATES)) / f"{lemma.name}.json"
    (tmp_path / source.name).write_text(source.read_text().replace('"coefficient": "2"', '"coefficient": "3"'))
    assert isinstance(certificate.certify(lemma, CATALOGUE, tmp_path), certificate.Uncertified)
    alone = tools(without=["z3", "cvc5"])
    monkeypatch.setattr("proofs.examine.certify", lambda lemma, known: certificate.certify(lemma, known, tmp_path))
    report = run({lemma.name: lemma}, alone)
    assert report.entries[0].level is Level.OPEN and report.status == 3


def test_a_solver_that_lies() -> None:
    def liar(symbols: object, formulas: object, rlimit: int = 0, linear: bool = False) -> Checked:
        return Checked(Answer.UNSAT, "(check-sat)", 0)

    lying = Tools({"z3": tools().solvers["z3"], "cvc5": liar}, {"z3": 5_000_000, "cvc5": 1}, certificates=True)
    false = replace(named("T2"), goal=formula("M + 2*d**2 <= 5/2*M"))
    entries, status = judged(false, lying)
    assert status == 1 and entries["T2"].finding.alarm and not entries["T2"].level.holds


def test_an_assumption_that_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    false = Counted("segment-lemma", "one case", 1, Fraction(2), counterexample="a schedule that breaks it")
    broken = replace(COUNTING["segment-lemma"], check=lambda: false)
    monkeypatch.setitem(COUNTING, "segment-lemma", broken)  # type: ignore[arg-type]
    entries, status = judged(named("T2"))
    assert status == 1
    assert entries["LBlarge"].level is Level.OPEN and entries[THEOREM].level is Level.OPEN
    assert entries["lower-large"].level is Level.CERTIFICATE  # what does not rest on it stays
