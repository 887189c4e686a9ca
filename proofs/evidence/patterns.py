"""Patterns: families of sparse Q and K for which a schedule costs less than the literal bound, by any factor one likes.

The statement in question is that of the backward-pass paper, arXiv 2410.09397, Theorem 4.5, read literally for every
pattern, and with Z_in the nonzeros of Q and K together; the computation is the part that its formula is about,
exp(Q K^T) on the support with its row sums. Theorem S stands beside it at every point.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import sympy

from graphs.errors import OutOfDomain
from graphs.families.builder import check_sizes
from graphs.families.sparse import sparse_scores as sparse_cdag
from graphs.programs.carried_scores import Plan, carried_scores
from graphs.programs.machine import execute
from graphs.programs.pebbling import pebble
from graphs.programs.sparse_scores import Mask, places_of, support
from graphs.schedule import replay
from symbolic.sparse import (
    LITERAL_LARGE,
    LITERAL_SMALL,
    Z_QK,
    Measures,
    Z_in,
    exceeds,
    literal_value,
    measured,
    theorem_s_value,
)
from symbolic.symbols import M, n


@dataclass(frozen=True)
class Counterexample:
    """A member of a family and what a schedule costs there; all costs in words, in the game of Hong and Kung.

    The schedule holds `tile` rows of Q, lets `keep` words of K wait, and reads every nonzero, used or not.
    """

    family: str
    n: int
    d: int
    M: int
    tile: int
    keep: int
    measures: Measures
    cost: int
    peak: int

    @property
    def literal(self) -> sympy.Expr:
        """The value of the bound that is read literally."""
        return literal_value(self.measures, self.M)

    @property
    def ratio(self) -> sympy.Expr:
        """How often the cost goes into the literal bound."""
        return self.literal / self.cost

    @property
    def corrected(self) -> sympy.Expr:
        """The value of Theorem S."""
        return theorem_s_value(self.measures, self.M)

    @property
    def optimal(self) -> bool:
        """Whether the schedule costs no more than the trivial bound, so that no other one is cheaper."""
        return self.cost == self.measures.trivial

    def holds(self) -> bool:
        """Says whether everything, counted anew, comes out the same, and contradicts the literal bound but no other.

        >>> FAMILIES["diagonal"].at(64).holds(), FAMILIES["diagonal"].at(9).holds()
        (True, False)
        """
        return (
            self == FAMILIES[self.family].at(self.n)
            and self.peak <= self.M
            and exceeds(self.literal, self.cost)
            and not exceeds(self.corrected, self.cost)
            and self.measures.trivial <= self.cost
        )


@dataclass(frozen=True)
class Family:
    """Patterns for every n (a multiple of `step`), at one M; the closed forms are in n.

    `cost` is the cost of the schedule or, where it has ceilings, at least that. `small` is a size at which the schedule
    is executed and replayed, `large` one at which it is counted.
    """

    name: str
    text: str
    patterns: Callable[[int], tuple[Mask, Mask]] = field(repr=False)
    M: int
    tile: int
    keep: int
    inputs: sympy.Expr
    entries: sympy.Expr
    cost: sympy.Expr
    small: int
    large: int
    step: int = 1

    def at(self, n: int) -> Counterexample:
        """Returns the member with n rows, its cost counted from the plan of the schedule.

        It need not be a counterexample, which `holds` decides. Raises OutOfDomain for an n that the family lacks.

        >>> one = FAMILIES["diagonal"].at(36)
        >>> one.literal, one.cost, one.ratio, one.corrected, one.optimal
        (144, 108, 4/3, 29/25, True)
        """
        q, k = self._patterns(n)
        where = support(q, k)
        sizes = measured(where, int(q.sum()), int(k.sum()))
        io, peak = Plan(where, self.tile, self.keep).demand
        idle = sizes.inputs - sizes.used
        return Counterexample(self.name, n, q.shape[1], self.M, self.tile, self.keep, sizes, io + idle, peak)

    def executed(self, n: int) -> Execution:
        """Returns what the machine and the referee say about the schedule of the member with n rows.

        Meant for small n: the referee takes every move by itself.

        >>> FAMILIES["diagonal"].executed(4)
        Execution(machine=12, referee=12, correct=True)
        """
        q, k = self._patterns(n)
        program = carried_scores(q, k, keep=self.keep, read_all=True)
        sizes = {"n": n, "d": int(q.shape[1])}
        parameters = {**sizes, "B1": self.tile}
        inputs = program.random_inputs(0, **sizes)
        run = execute(program, self.M, inputs, parameters)
        cdag = sparse_cdag(places_of(q), places_of(k), n, sizes["d"])
        seen = replay(cdag, pebble(program, parameters, cdag).schedule, self.M)
        expected = program.task.reference(inputs)["l"]
        return Execution(run.io, seen.cost, bool(np.allclose(run.outputs["l"], expected, rtol=1e-9)))

    def follows(self, member: Counterexample) -> bool:
        """Says whether a member has the sizes, and at most the cost, of the closed forms."""
        inputs, entries, cost = (form.subs(n, member.n) for form in (self.inputs, self.entries, self.cost))
        sizes = (member.measures.inputs, member.measures.entries)
        return sizes == (inputs, entries) and bool(member.cost <= cost)

    def unbounded(self) -> bool:
        """Says whether the ratio passes every constant as n grows, so that no constant factor saves the literal bound.

        Decided by the limits of the closed forms, squared: quotients of polynomials. The forms themselves are compared
        with members (`follows`), not proved for every n.

        >>> FAMILIES["diagonal"].unbounded(), DENSE.unbounded()
        (True, False)
        """
        halves = (
            half.subs({Z_in: self.inputs, Z_QK: self.entries, M: self.M}) for half in (LITERAL_LARGE, LITERAL_SMALL)
        )
        return all(sympy.limit((half / self.cost) ** 2, n, sympy.oo) == sympy.oo for half in halves)

    def _patterns(self, n: int) -> tuple[Mask, Mask]:
        check_sizes(n=n)
        if n % self.step:
            raise OutOfDomain(f"the family {self.name!r} has members for n a multiple of {self.step}; got n = {n}")
        return self.patterns(n)


@dataclass(frozen=True)
class Execution:
    """The cost of a schedule as the machine and as the referee count it, in words, and if the numbers are correct."""

    machine: int
    referee: int
    correct: bool


@dataclass(frozen=True)
class Evidence:
    """A family with its small member, executed and replayed, and its large one, counted."""

    family: Family
    small: Counterexample
    execution: Execution
    large: Counterexample

    def holds(self) -> bool:
        """Says whether both members are counterexamples, the counts agree, and the ratio grows beyond all bounds."""
        ran = self.execution
        return (
            ran.correct
            and ran.machine == ran.referee == self.small.cost
            and all(member.holds() and self.family.follows(member) for member in (self.small, self.large))
            and self.family.unbounded()
        )


def counterexample(name: str) -> Evidence:
    """Returns the evidence of one family; nothing is assumed to hold: ask `holds` of it.

    >>> counterexample("diagonal").holds()
    True
    """
    family = FAMILIES[name]
    return Evidence(family, family.at(family.small), family.executed(family.small), family.at(family.large))


def _diagonal(n: int) -> tuple[Mask, Mask]:
    eye = np.eye(n, dtype=bool)
    return eye, eye


def _blocks(n: int) -> tuple[Mask, Mask]:
    blocks = np.kron(np.eye(n // 8, dtype=bool), np.ones((8, 8), dtype=bool))
    return blocks, blocks


def _dense_row(n: int) -> tuple[Mask, Mask]:
    row = np.zeros((n, 16), dtype=bool)
    row[0] = True
    return row, np.ones((n, 16), dtype=bool)


def _band(n: int) -> tuple[Mask, Mask]:
    distance = np.arange(n + 3) - np.arange(n)[:, None]
    band = (distance >= 0) & (distance < 4)
    return band, band


def _disjoint(n: int) -> tuple[Mask, Mask]:
    column, own, other = np.ones((n, 1), bool), np.ones((n, n // 8), bool), np.zeros((n, n // 8), bool)
    return np.hstack([column, own, other]), np.hstack([column, other, own])


def _dense(n: int) -> tuple[Mask, Mask]:
    full = np.ones((n, 16), dtype=bool)
    return full, full


FAMILIES: dict[str, Family] = {
    family.name: family
    for family in (
        Family("diagonal", "Q and K are diagonal", _diagonal, 9, 1, 0, 2 * n, n, 3 * n, 64, 4096),
        Family(
            "blocks",
            "Q and K are block diagonal, with full blocks of 8 x 8",
            _blocks,
            *(133, 8, 0),
            *(16 * n, 8 * n, 17 * n),
            *(32, 512, 8),
        ),
        Family(
            "dense row",
            "Q has one row with nonzeros, K is full, d = 16; only for Z_in as the sum, not as the smaller of the two",
            _dense_row,
            *(40, 1, 0),
            *(16 * n + 16, n, 16 * n + 17),
            *(64, 1024),
        ),
        Family(
            "band",
            "row i of Q and of K has nonzeros in the columns i to i + 3",
            _band,
            *(37, 1, 12),
            *(8 * n, 7 * n - 12, 9 * n),
            *(32, 4096),
        ),
        Family(
            "disjoint columns",
            "Q and K meet in one column, and each row has n/8 nonzeros in columns where the other matrix has none",
            _disjoint,
            *(40, 18, 0),
            *(n**2 / 4 + 2 * n, n**2, n**2 / 4 + n * (n / 18 + 1) + 2 * n),
            *(16, 256, 8),
        ),
    )
}
"""The five families of counterexamples by name."""

DENSE = Family(
    "dense",
    "Q and K are full, d = 16: no counterexample, for comparison",
    _dense,
    *(40, 1, 0),
    *(32 * n, n**2, 16 * n**2 + 17 * n),
    *(8, 64),
)
