"""second: the only module that calls cvc5, a solver that shares no code with z3; it may be absent."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from proofs.errors import ToolMissing
from proofs.evidence.answer import Answer, Checked
from proofs.smtlib import Script
from proofs.statement import Formula, negation

try:
    import cvc5
except ImportError:  # an optional dependency; what needs it says so
    cvc5 = None

DEFAULT_RLIMIT = 50_000
"""cvc5's own count of steps, for one query; with twice as many, one lemma of the catalogue takes two minutes."""


def available() -> bool:
    """Returns whether cvc5 is installed."""
    return cvc5 is not None


def version() -> str:
    """Returns cvc5's version; raises ToolMissing without it."""
    return str(_tool().__version__)


def check(
    symbols: Iterable[str],
    formulas: Sequence[Formula],
    rlimit: int = DEFAULT_RLIMIT,
    linear: bool = False,
    *,
    coverings: bool = False,
) -> Checked:
    """Asks cvc5 whether some real values of the symbols make all formulas true.

    It gets the very text that z3 gets, and reads it with its own parser. `rlimit` bounds the steps, so the answer does
    not depend on the machine. With cylindrical `coverings` cvc5 decides far more, but it does not count their steps, so
    that no limit ends them: only a caller who can end the process may ask for them. Raises ToolMissing without cvc5.

    >>> from proofs.statement import formula
    >>> not available() or check(["x"], [formula("x*x < 0")]).told.endswith("proof steps, 0 on trust")
    True
    """
    symbols = tuple(symbols)
    script = Script(symbols, formulas, linear).text()
    started = time.perf_counter_ns()
    run = _Run(script, rlimit, coverings)
    answer, reason = run.answer()
    milliseconds = (time.perf_counter_ns() - started) // 1_000_000
    if answer is Answer.UNSAT:
        return Checked(answer, script, milliseconds, proof=run.proof())
    if answer is Answer.UNKNOWN:
        return Checked(answer, script, milliseconds, reason=reason)
    model, near = run.values(symbols)
    return Checked(answer, script, milliseconds, model, near)


def follows(
    symbols: Iterable[str],
    given: Sequence[Formula],
    goal: Formula,
    rlimit: int = DEFAULT_RLIMIT,
    linear: bool = False,
    *,
    coverings: bool = False,
) -> Checked:
    """Asks cvc5 for a counterexample to `given implies goal`; unsat means that it follows."""
    return check(symbols, [*given, negation(goal)], rlimit, linear, coverings=coverings)


def answer_to(script: str, rlimit: int = DEFAULT_RLIMIT) -> Answer:
    """Returns cvc5's answer to a script in SMT-LIB, which sets its own logic; raises ToolMissing without cvc5."""
    return _Run(script, rlimit).answer()[0]


def printed(script: str) -> str:
    """Returns a script as cvc5 writes down what it has read; raises ToolMissing without cvc5."""
    return "\n".join(str(command).strip() for command in _Run(script, DEFAULT_RLIMIT).commands())


def _tool() -> Any:
    if cvc5 is None:
        raise ToolMissing("cvc5 is not installed; install it with: pip install cvc5")
    return cvc5


class _Run:
    """A solver, fresh, and the parser that feeds it with a script."""

    def __init__(self, script: str, rlimit: int, coverings: bool = False) -> None:
        tool = _tool()
        self.solver = tool.Solver(tool.TermManager())
        self.solver.setOption("rlimit", str(rlimit))
        # without coverings the proofs have no holes, and the limit is kept
        self.solver.setOption("nl-cov", str(coverings).lower())
        self.solver.setOption("produce-models", "true")
        self.solver.setOption("produce-proofs", "true")
        self.solver.setOption("proof-granularity", "dsl-rewrite")  # coarser proofs take rewriting on trust
        self.parser = tool.InputParser(self.solver)
        self.parser.setStringInput(tool.InputLanguage.SMT_LIB_2_6, script, "query")

    def commands(self) -> Iterator[Any]:
        """Reads the script and yields its commands, each carried out but the question itself."""
        while not (command := self.parser.nextCommand()).isNull():
            if command.getCommandName() != "check-sat":
                command.invoke(self.solver, self.parser.getSymbolManager())
            yield command

    def answer(self) -> tuple[Answer, str]:
        """Reads the script and returns the answer to its question, and why it is unknown."""
        for command in self.commands():
            if command.getCommandName() == "check-sat":
                result = self.solver.checkSat()
                if result.isUnsat():
                    return Answer.UNSAT, ""
                if result.isSat():
                    return Answer.SAT, ""
                return Answer.UNKNOWN, str(result.getUnknownExplanation())
        return Answer.UNKNOWN, "the script asks nothing"

    def proof(self) -> str:
        """Returns how many steps the proof of unsat has, and how many of them are taken on trust."""
        steps, waiting = set(), list(self.solver.getProof())
        while waiting:
            step = waiting.pop()
            if step not in steps:
                steps.add(step)
                waiting += step.getChildren()
        trusted = sum("TRUST" in str(step.getRule()) for step in steps)
        return f"{len(steps)} proof steps, {trusted} on trust"

    def values(self, names: Iterable[str]) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
        """Returns the values in the model that are rational, and fractions near the others."""
        constants = {str(constant): constant for constant in self.parser.getSymbolManager().getDeclaredTerms()}
        exact, near = {}, {}
        for name in names:
            value = self.solver.getValue(constants[name])
            if value.isRealValue():
                exact[name] = Fraction(value.getRealValue())
            elif value.isRealAlgebraicNumber():
                near[name] = Fraction(value.getRealAlgebraicNumberLowerBound().getRealValue())
        return exact, near
