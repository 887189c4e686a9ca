"""Step: one statement of a derivation, with its level, the instances that its proof uses, and what is behind it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from proofs.cite.record import Citable
from proofs.dependency import Kind
from proofs.derive.loops import Loops
from proofs.evidence.identity import Case
from proofs.level import Level
from proofs.statement import Formula, Node, Term
from symbolic.crossover import Crossover

LONG = 25
"""Summands from which on, counted over all its identities, a certificate is not printed."""
_PLAIN = 2
SHORT = 4
"""Summands up to which it stands with its statement, and not in the appendix."""


@dataclass(frozen=True)
class Instance:
    """Another statement as a proof uses it: terms for some of its symbols, and what it says with them.

    Without terms it is used as it stands, and `goal` is None.
    """

    name: str
    called: str
    terms: tuple[tuple[str, Term], ...] = ()
    goal: Formula | None = None


@dataclass(frozen=True)
class Certificate:
    """The identities that prove a statement, checked anew, with ten digits of the hash of their file."""

    cases: tuple[Case, ...]
    fingerprint: str

    @property
    def summands(self) -> int:
        """How many summands all identities have together."""
        return sum(len(case.summands) for case in self.cases)

    @property
    def side(self) -> tuple[Case, ...]:
        """The cases that say no more than that a denominator is positive, or an argument of a root not negative.

        Their claims are not that of the statement, and an identity of two summands proves each.
        """
        goal = self.cases[0].claim
        return tuple(case for case in self.cases if case.claim != goal and len(case.summands) <= _PLAIN)

    @property
    def numbered(self) -> tuple[Case, ...]:
        """All other cases."""
        side = self.side
        return tuple(case for case in self.cases if case not in side)

    @property
    def inline(self) -> bool:
        """Whether it is short enough to stand with its statement."""
        return sum(len(case.summands) for case in self.numbered) <= SHORT

    @property
    def printed(self) -> bool:
        """Whether it is printed at all; a longer one is left to `pebbleproof explain`."""
        return self.summands <= LONG


@dataclass(frozen=True)
class Range:
    """The finite range on which a combinatorial lemma was counted, case by case."""

    scope: str
    cases: int
    attained: str
    counterexample: str | None


@dataclass(frozen=True)
class Reading:
    """Nothing of its own: the statement says in arithmetic what its instances, combinatorial lemmas, say in words."""


@dataclass(frozen=True)
class Answers:
    """What the tools said of a statement that has no certificate; `note` says why nothing stronger is known."""

    said: tuple[tuple[str, str], ...]
    note: str


@dataclass(frozen=True)
class Failure:
    """A point at which a false statement fails, and the exact value there of each side of its goal."""

    point: tuple[tuple[str, Fraction], ...]
    sides: tuple[tuple[Node, str], ...]


Obligation = Certificate | Range | Reading | Answers | Failure


@dataclass(frozen=True)
class Step:
    """A statement that a derivation comes to; `own` is the level of its own evidence, before what it rests on.

    `limit` is what the statement that limits its level is called. `crossover` is sympy's derivation of the place that
    the statement is about; `loops` the programs whose cost it states.
    """

    statement: Citable
    kind: Kind
    own: Level
    instances: tuple[Instance, ...]
    obligation: Obligation
    limit: str = ""
    crossover: Crossover | None = None
    loops: tuple[Loops, ...] = ()

    @property
    def certificate(self) -> Certificate | None:
        """The certificate, if it is what the statement's own level comes from."""
        return self.obligation if isinstance(self.obligation, Certificate) else None
