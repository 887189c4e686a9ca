"""A solver that hangs or dies gives no verdict, and is gone afterwards."""

import multiprocessing
import os
import time

from proofs.evidence import smt
from proofs.evidence.answer import Answer, Checked
from proofs.evidence.patience import patiently
from proofs.statement import formula

FALSE = [formula("x*x < 0")]


def hangs(symbols, formulas, rlimit, linear) -> Checked:
    time.sleep(60)
    return smt.check(symbols, formulas, rlimit, linear)


def dies(symbols, formulas, rlimit, linear) -> Checked:
    os._exit(3)


def test_an_answer_in_time_is_passed_on_with_its_model() -> None:
    assert patiently(smt.check, ["x"], FALSE, 1_000_000).answer is Answer.UNSAT
    found = patiently(smt.check, ["x"], [formula("2*x == 3")], 1_000_000)
    assert found.answer is Answer.SAT and str(found.model["x"]) == "3/2"


def test_a_solver_that_ignores_its_limit_is_killed() -> None:
    found = patiently(hangs, ["x"], FALSE, 10, seconds=0.2)
    assert found.answer is Answer.UNKNOWN and "killed" in found.reason and "check-sat" in found.script
    assert not multiprocessing.active_children()


def test_a_solver_that_dies_gives_no_verdict() -> None:
    found = patiently(dies, ["x"], FALSE, 10)
    assert found.answer is Answer.UNKNOWN and "died" in found.reason
