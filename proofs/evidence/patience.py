"""Patience: a solver in a process of its own, killed if it goes on long after its step budget must be spent."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection

from proofs.evidence.answer import Answer, Checked
from proofs.smtlib import Script
from proofs.statement import Formula

SECONDS = 10
"""Thirty times what a query takes that spends cvc5's budget of steps; only a solver that does not count is killed."""


def patiently(
    solver: Callable[..., Checked],
    symbols: Sequence[str],
    formulas: Sequence[Formula],
    rlimit: int,
    linear: bool = False,
    seconds: float = SECONDS,
) -> Checked:
    """Puts a query before a solver, and answers unknown if the solver has to be killed or dies.

    Being killed is never a verdict: what depends on the clock here is only whether an answer is missing.

    >>> from proofs.evidence import smt
    >>> from proofs.statement import formula
    >>> patiently(smt.check, ["x"], [formula("x*x < 0")], 1000000).answer.value
    'unsat'
    """
    symbols = tuple(symbols)
    context = multiprocessing.get_context("fork")
    receiving, sending = context.Pipe(duplex=False)
    child = context.Process(target=_answer, args=(sending, solver, symbols, formulas, rlimit, linear), daemon=True)
    child.start()
    sending.close()
    try:
        if receiving.poll(seconds):
            found: Checked = receiving.recv()
            return found
        reason = f"killed: {seconds} seconds did not spend its budget of {rlimit} steps"
    except EOFError:
        reason = "the solver died"
    finally:
        child.kill()
        child.join()
        receiving.close()
    return Checked(Answer.UNKNOWN, Script(symbols, formulas, linear).text(), round(1000 * seconds), reason=reason)


def _answer(
    sending: Connection,
    solver: Callable[..., Checked],
    symbols: Sequence[str],
    formulas: Sequence[Formula],
    rlimit: int,
    linear: bool,
) -> None:
    sending.send(solver(symbols, formulas, rlimit, linear))
