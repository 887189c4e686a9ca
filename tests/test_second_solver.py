"""The second solver never disagrees with the first, both read the same text, and what each writes reads back."""

from pathlib import Path

import pytest
import z3

from proofs.errors import ToolMissing
from proofs.evidence import second, smt
from proofs.evidence.answer import Answer, Checked
from proofs.evidence.cases import steps
from proofs.lemma import Expectation, Lemma, side_obligations, sort_hypotheses
from proofs.lemmas import CATALOGUE, named
from proofs.smtlib import Script
from proofs.statement import Formula, formula, negation

SOLVER_LEMMAS = [e for e in CATALOGUE.values() if not e.reads]
# what cvc5 decides by linearisation, within its limit
DECIDED = frozenset(
    "C4 C5 C6 C9 C10 root-count P10 P14 P15 T2 T3 T4 T5 T8 lower-small lower-large thm-1.1-lower D3 U2 U3a U5 U5c "
    "S9".split()
)
# what coverings decide within seconds; on C8, P5, P6, P9 and P16 they take minutes or more
BY_COVERINGS = [
    "crossover",
    "P1",
    "P2",
    "P3",
    "P7",
    "P8",
    "P11",
    "P12",
    "P13",
    "T1",
    "T6",
    "T7",
    "U4",
    "S1",
    "S3",
]
LOGICS = {True: "QF_LRA", False: "QF_NRA"}

needs_cvc5 = pytest.mark.skipif(not second.available(), reason="cvc5 is not installed")


def query(entry: Lemma) -> tuple[list[Formula], bool]:
    """A lemma's premises with its goal negated, as the examination asks, and whether the query is linear."""
    used = [step for _, step in steps(entry, CATALOGUE)]
    # that terms have values is proved apart
    defined = [obligation.goal for obligation in side_obligations(entry)] if not used else []
    return [*sort_hypotheses(entry.sorts), *entry.given, *defined, *used, negation(entry.goal)], bool(used)


def by_z3(script: str, rlimit: int = smt.DEFAULT_RLIMIT) -> tuple[str, str]:
    """z3's answer to a script, and the script as z3 prints it."""
    solver = z3.SolverFor(script.split(")", maxsplit=1)[0].rsplit(maxsplit=1)[-1], ctx=z3.Context())
    solver.set("rlimit", rlimit)
    solver.from_string(script)
    return str(solver.check()), solver.to_smt2()


@needs_cvc5
@pytest.mark.parametrize("entry", SOLVER_LEMMAS, ids=lambda e: e.name)
def test_the_solvers_never_disagree(entry: Lemma) -> None:
    formulas, linear = query(entry)
    first = smt.check(entry.sorts, formulas, linear=linear)
    other = second.check(entry.sorts, formulas, linear=linear)
    assert first.script == other.script
    assert {first.answer, other.answer} != {Answer.SAT, Answer.UNSAT}
    if entry.expect is Expectation.REFUTED:
        assert other.answer is not Answer.UNSAT
    elif entry.expect is Expectation.HOLDS:
        assert other.answer is not Answer.SAT
    if entry.name in DECIDED:
        assert other.answer is Answer.UNSAT


@needs_cvc5
@pytest.mark.parametrize("entry", SOLVER_LEMMAS, ids=lambda e: e.name)
def test_no_side_obligation_is_denied_by_the_second_solver(entry: Lemma) -> None:
    for obligation in side_obligations(entry):
        found = second.follows(entry.sorts, obligation.given, obligation.goal)
        if entry.expect is Expectation.HOLDS:
            assert found.answer is not Answer.SAT


@needs_cvc5
@pytest.mark.parametrize("name", BY_COVERINGS)
def test_coverings_decide_more(name: str) -> None:
    formulas, linear = query(named(name))
    assert second.check(named(name).sorts, formulas, linear=linear, coverings=True).answer is Answer.UNSAT


@needs_cvc5
@pytest.mark.parametrize("entry", SOLVER_LEMMAS, ids=lambda e: e.name)
def test_each_solver_reads_what_it_and_the_other_writes(entry: Lemma) -> None:
    formulas, linear = query(entry)
    script = Script(entry.sorts, formulas, linear).text()
    assert script.startswith(f"(set-logic {LOGICS[linear]})")
    expected, as_z3_prints = by_z3(script)
    reprinted = second.printed(script)
    assert second.printed(reprinted) == reprinted
    assert by_z3(reprinted)[0] == by_z3(as_z3_prints_with_logic(as_z3_prints, linear))[0] == expected
    for text in (script, reprinted, as_z3_prints_with_logic(as_z3_prints, linear)):
        assert second.answer_to(text) in (Answer(expected), Answer.UNKNOWN)


def as_z3_prints_with_logic(printed: str, linear: bool) -> str:
    """What z3 prints names no logic, or in a comment only; cvc5 needs one."""
    lines = [line for line in printed.splitlines() if not line.startswith((";", "(set-logic", "(set-info"))]
    return "\n".join([f"(set-logic {LOGICS[linear]})", *lines])


@needs_cvc5
def test_answers_come_with_exact_values_of_the_model() -> None:
    found = second.check(["x", "y"], [formula("3*x == 2"), formula("y*y == 2"), formula("y > 0")], coverings=True)
    assert found.answer is Answer.SAT
    assert str(found.model["x"]) == "2/3"
    assert "y" not in found.model and 1 <= found.near["y"] <= 2


@needs_cvc5
def test_the_limit_ends_a_query_and_always_at_the_same_step() -> None:
    formulas, linear = query(named("P9"))
    first, again = (second.check(named("P9").sorts, formulas, 2_000, linear) for _ in range(2))
    assert first == again and first.answer is Answer.UNKNOWN and first.reason


def test_without_cvc5_its_absence_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second, "cvc5", None)
    assert not second.available()
    for ask in (second.version, lambda: second.check(["x"], [formula("x < 0")])):
        with pytest.raises(ToolMissing, match="pip install cvc5"):
            ask()


def test_both_solvers_answer_in_the_same_words() -> None:
    assert smt.Answer is Answer and smt.Checked is Checked


def test_only_one_module_imports_cvc5() -> None:
    root = Path(second.__file__).parents[2]
    importing = [
        path.relative_to(root).as_posix()
        for house in ("graphs", "symbolic", "proofs")
        for path in (root / house).rglob("*.py")
        if any(line.split()[:2] in (["import", "cvc5"], ["from", "cvc5"]) for line in path.read_text().splitlines())
    ]
    assert importing == ["proofs/evidence/second.py"]
