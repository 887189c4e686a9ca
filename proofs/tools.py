"""Tools: the solvers and certificates that an examination may use; leaving one out shows what rests on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from graphs.errors import OutOfDomain
from proofs.evidence import second, smt
from proofs.evidence.answer import Checked
from proofs.evidence.patience import patiently
from proofs.statement import Formula

NAMES = ("z3", "cvc5", "certificates")


class Solver(Protocol):
    """What z3 and cvc5 are asked through: whether some real values make all formulas true."""

    def __call__(
        self, symbols: Iterable[str], formulas: Sequence[Formula], rlimit: int = ..., linear: bool = ...
    ) -> Checked:
        """Asks; a linear query knows nothing of products, quotients and roots."""
        ...


@dataclass(frozen=True)
class Tools:
    """Which solvers are asked, by name and with the budget of each for a query, and whether certificates count."""

    solvers: Mapping[str, Solver]
    budgets: Mapping[str, int] = field(default_factory=dict)
    certificates: bool = True

    def ask(self, name: str, symbols: Iterable[str], formulas: Sequence[Formula], linear: bool = False) -> Checked:
        """Puts a query before one solver."""
        return self.solvers[name](symbols, formulas, self.budgets[name], linear)

    @property
    def first(self) -> str | None:
        """The solver that looks for points: z3, or the other if z3 is left out."""
        return next(iter(self.solvers), None)


def tools(without: Iterable[str] = (), rlimit: int | None = None) -> Tools:
    """Returns all tools that are installed but those left out; `rlimit` replaces z3's budget.

    Raises OutOfDomain for the name of no tool.

    >>> list(tools(without=["cvc5"]).solvers), tools(without=["certificates"]).certificates
    (['z3'], False)
    """
    left_out = set(without)
    for name in left_out - set(NAMES):
        raise OutOfDomain(f"no tool is called {name!r}; those that can be left out are {', '.join(NAMES)}")
    solvers: dict[str, Solver] = {"z3": smt.check}
    if second.available():
        solvers["cvc5"] = partial(patiently, second.check)
    budgets = {"z3": rlimit or smt.DEFAULT_RLIMIT, "cvc5": second.DEFAULT_RLIMIT}
    if rlimit is not None:
        budgets["cvc5"] = min(rlimit, budgets["cvc5"])
    kept = {name: solver for name, solver in solvers.items() if name not in left_out}
    return Tools(kept, budgets, "certificates" not in left_out)
