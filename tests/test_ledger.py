"""The ledger: the same bytes for the same findings, hashes that follow evidence, and nothing that is believed."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from graphs.errors import FormatError
from proofs.cli.terminal import write
from proofs.dependency import resting_on
from proofs.hashes import hash_of
from proofs.ledger import differences, evidence_hashes, ledger_of, load, written
from proofs.lemmas import CATALOGUE, named
from proofs.level import Level
from proofs.suite import Report, run
from proofs.tools import tools

SMALL = resting_on(named("LBlarge"), CATALOGUE)


@pytest.fixture(scope="module")
def report() -> Report:
    return run(SMALL, tools(without=["cvc5"]))


def weaker(report: Report, name: str, level: Level) -> Report:
    """The report as if one statement had less evidence."""
    changed = tuple(replace(e, level=level) if e.lemma.name == name else e for e in report.entries)
    return replace(report, entries=changed)


def test_a_ledger_is_written_and_read_and_the_same_again(report: Report, tmp_path: Path) -> None:
    path = tmp_path / "ledger.json"
    write(path, written(ledger_of(report)))
    again = run(SMALL, tools(without=["cvc5"]), workers=2)
    assert written(ledger_of(again)) == path.read_text()
    assert load(path) == ledger_of(report)
    assert differences(load(path), ledger_of(report)) == []
    assert {"pebbleproof", "z3"} <= set(json.loads(path.read_text())["tools"])


def test_less_evidence_a_changed_and_a_missing_statement_are_told(report: Report) -> None:
    claimed = ledger_of(report)
    less = ledger_of(weaker(report, "Q_ge_LBlarge", Level.OPEN))
    assert differences(claimed, less) == [
        "Q_ge_LBlarge: the ledger says tiny, found is open, limited by segment-lemma",
    ]
    assert differences(less, claimed) == []  # more evidence than claimed is welcome
    assert differences(claimed, ledger_of(replace(report, entries=report.entries[:-1])))[0].endswith(
        "it is not in the catalogue"
    )
    entry = report.entries[-1]
    other = replace(entry, finding=replace(entry.finding, lemma=entry.lemma.without("M >= 3")))
    renamed = replace(other, finding=replace(other.finding, lemma=replace(other.lemma, name=entry.lemma.name)))
    changed = ledger_of(replace(report, entries=(*report.entries[:-1], renamed)))
    assert "the statement has changed" in differences(claimed, changed)[0]


@pytest.mark.parametrize(
    "content, rule",
    [
        ("", "no JSON"),
        ("[1]", "no ledger"),
        ('{"schema": 2}', "no ledger"),
        ('{"schema": 1}', "has been changed"),
        ('{"schema": 1, "status": 1e400}', "canonical"),
        ("[" * 100_000, "no JSON"),
    ],
)
def test_what_is_no_ledger_is_refused(content: str, rule: str, tmp_path: Path) -> None:
    path = tmp_path / "ledger.json"
    path.write_text(content)
    with pytest.raises(FormatError, match=rule):
        load(path)


def test_every_change_in_a_ledger_is_seen(report: Report, tmp_path: Path) -> None:
    path = tmp_path / "ledger.json"
    good = written(ledger_of(report))
    for before, after in (('"tiny"', '"kernel"'), ('"status": 0', '"status": 1'), ('"segment-lemma"', '"segment"')):
        assert before in good
        path.write_text(good.replace(before, after, 1))
        with pytest.raises(FormatError, match="has been changed"):
            load(path)


def test_a_forged_ledger_claims_and_is_not_believed(report: Report, tmp_path: Path) -> None:
    forged = json.loads(written(ledger_of(report)))
    forged["statements"]["Q_ge_LBlarge"]["level"] = "kernel"
    del forged["sha256"]
    forged["sha256"] = hash_of(forged)
    path = tmp_path / "ledger.json"
    path.write_text(json.dumps(forged))
    assert differences(load(path), ledger_of(report)) == [
        "Q_ge_LBlarge: the ledger says kernel, found is tiny, limited by segment-lemma",
    ]


def test_a_run_that_is_killed_leaves_the_old_ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "ledger.json"
    write(path, "old\n")
    monkeypatch.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        write(path, "new\n")
    assert path.read_text() == "old\n"


def test_evidence_hashes_follow_what_a_proof_used(report: Report) -> None:
    before = evidence_hashes(report)
    counted = {**report.counting, "segment-lemma": replace(report.counting["segment-lemma"], cases=1)}
    after = evidence_hashes(replace(report, counting=counted))
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {"segment-lemma", "joint_roots_of_segment", "Q_ge_LBlarge"}
    by_solver = evidence_hashes(run(SMALL, tools(without=["cvc5", "certificates"])))
    assert by_solver["Q_ge_of_joint_root_bound"] != before["Q_ge_of_joint_root_bound"]
