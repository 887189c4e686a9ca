"""smt: the only module that calls z3; every query gets a fresh solver and a budget that no clock measures."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from fractions import Fraction

import z3

from proofs.evidence.answer import Answer, Checked
from proofs.smtlib import Script
from proofs.statement import Formula, negation

__all__ = ["DEFAULT_RLIMIT", "Answer", "Checked", "check", "follows", "version"]

DEFAULT_RLIMIT = 5_000_000
"""z3's own count of steps, for one query; what needs more is left to certificates."""


def check(
    symbols: Iterable[str], formulas: Sequence[Formula], rlimit: int = DEFAULT_RLIMIT, linear: bool = False
) -> Checked:
    """Asks z3 whether some real values of the symbols make all formulas true.

    The query goes to z3 as SMT-LIB text. `rlimit` bounds the steps, so the answer does not depend on the machine.
    A `linear` query knows nothing of products, quotients and roots; if it is unsat, so is the full one.

    >>> from proofs.statement import formula
    >>> check(["x"], [formula("x*x < 0")]).answer.value
    'unsat'
    """
    symbols = tuple(symbols)
    script = Script(symbols, formulas, linear).text()
    started = time.perf_counter_ns()
    solver = z3.SolverFor("QF_LRA" if linear else "QF_NRA", ctx=z3.Context())
    solver.set("rlimit", rlimit)
    solver.from_string(script)
    answer = Answer(str(solver.check()))
    milliseconds = (time.perf_counter_ns() - started) // 1_000_000
    if answer is Answer.UNKNOWN:
        return Checked(answer, script, milliseconds, reason=solver.reason_unknown())
    if answer is Answer.UNSAT:
        return Checked(answer, script, milliseconds)
    model, near = _values(solver.model(), symbols)
    return Checked(answer, script, milliseconds, model, near)


def follows(
    symbols: Iterable[str],
    given: Sequence[Formula],
    goal: Formula,
    rlimit: int = DEFAULT_RLIMIT,
    linear: bool = False,
) -> Checked:
    """Asks z3 for a counterexample to `given implies goal`; unsat means that it follows."""
    return check(symbols, [*given, negation(goal)], rlimit, linear)


def version() -> str:
    """Returns z3's version."""
    return z3.get_version_string()


def _values(model: z3.ModelRef, symbols: Iterable[str]) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
    exact, near = {}, {}
    for name in symbols:
        value = model.eval(z3.Real(name, ctx=model.ctx), model_completion=True)
        if z3.is_rational_value(value):
            exact[name] = value.as_fraction()
        else:
            near[name] = value.approx(10).as_fraction()
    return exact, near
