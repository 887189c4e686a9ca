"""Claims: what the papers say that is false, beside what holds, with the numbers that tell them apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import log10

import sympy
from markupsafe import Markup

from proofs.evaluate import value
from proofs.lemma import Lemma
from proofs.level import Level
from proofs.report.mathml import mathml
from proofs.report.prose import prose
from proofs.report.statement import Statement
from proofs.statement import Relation, formula, rational
from proofs.suite import Report

HEADLINES: Mapping[str, str] = {
    "trivial_le_min_A_B": "Theorem 1.1, read literally,",
    "Q_ge_min_A_B": "Theorem 1.1, lower half",
    "Q_eq_Theta_Phi_of_M_ge_3": "Theorem 1.1, corrected",
    "A_le_B_iff_sq_d_le_M": "Where the regimes meet",
    "Qf_eq_Theta_Phi": "The forward pass",
    "Qs_ge_min": "Theorem S, for sparse Q and K",
}
"""The statements that a reader wants to know first, by name, and what they are called there."""

CORRECTIONS: Mapping[str, str] = {
    "trivial_le_min_A_B": "Q_eq_Theta_Phi_of_M_ge_3",
    "mutant-1": "A_le_B_iff_sq_d_le_M",
    "mutant-2": "A_le_B_iff_sq_d_le_M",
    "backward_rows_ge_too_many": "backward_rows_ge",
}
"""What holds in the place of each statement that is recorded as false."""

LITERAL = "trivial_le_min_A_B"
SPARSE = "Qs_ge_min"
LITERAL_SPARSE = ("Z_in**2/M", "Z_in*sqrt(Z_QK)/sqrt(M)")
"""The two terms of Theorem 4.5, read literally, as symbolic.sparse has them."""
NO_CONSTANT = ("KA_le_nd_of_M_ge", "KB_le_sq_d_of_s_ge")
"""Why no constant saves the upper half of Theorem 1.1 as it is printed."""
_POINTS = ((1, 64, 1024), (1, 64, 4096), (4, 256, 2**16), (64, 64, 2**20), (1000, 1, 10**8))
_TOP = 44


@dataclass(frozen=True)
class _Room:
    """The room that a picture has, for all of it, left of the axis, right of it, and for a row."""

    width: int
    left: int
    right: int
    step: int
    wide: bool


_WIDE, _NARROW = _Room(640, 132, 76, 30, True), _Room(350, 10, 66, 44, False)


@dataclass(frozen=True)
class Headline:
    """A statement under a name that readers know, with what its level says of it in a word or two."""

    called: str
    statement: Statement

    @property
    def verdict(self) -> str:
        """What the evidence says; a statement that rests on finite ranges is not called proved."""
        level, own = self.statement.node.level, self.statement.node.own
        if level is Level.REFUTED:
            return "is false"
        if level is Level.TINY:
            return "holds if the counts do" if own is not Level.TINY else "holds where it was counted"
        return "holds" if level.holds else "is open"


@dataclass(frozen=True)
class Pair:
    """A false statement and what holds instead, if the catalogue has that."""

    false: Statement
    correction: Statement | None


@dataclass(frozen=True)
class Gap:
    """A point at which a formula says less than every schedule moves; x and y are places in the picture."""

    point: tuple[int, int, int]
    said: Markup
    needed: Markup
    ratio: str
    from_x: int
    to_x: int
    y: int


@dataclass(frozen=True)
class Gaps:
    """A picture of gaps on a logarithmic axis with ticks; a narrow one has the points above the rows."""

    rows: tuple[Gap, ...]
    ticks: tuple[tuple[int, str], ...]
    width: int
    height: int
    wide: bool


@dataclass(frozen=True)
class Pattern:
    """A family of sparse patterns at one size: what the bound says, read literally, and what a schedule costs."""

    called: str
    what: Markup
    n: int
    d: int
    M: int
    literal: str
    cost: int
    corrected: str
    ratio: str
    holds: bool


def headlines(known: Mapping[str, Statement]) -> list[Headline]:
    """Returns the headlines of the statements that a report has, the false ones first."""
    found = [Headline(called, known[name]) for name, called in HEADLINES.items() if name in known]
    return sorted(found, key=lambda headline: headline.statement.node.level is not Level.REFUTED)


def pairs(known: Mapping[str, Statement]) -> list[Pair]:
    """Returns the false statements with their corrections, theorems first."""
    false = [statement for statement in known.values() if statement.node.level is Level.REFUTED]
    return [Pair(statement, known.get(CORRECTIONS.get(statement.node.name, ""))) for statement in false]


def gaps(lemma: Lemma) -> tuple[Gaps, Gaps]:
    """Returns at some points what the formula of Theorem 1.1 says, and the inputs and outputs that it falls below.

    There are two pictures of the same, for wide and for narrow screens.

    >>> from proofs.lemmas import CATALOGUE
    >>> [gap.ratio for gap in gaps(CATALOGUE[LITERAL])[0].rows]
    ['96', '193', '193', '896', '399,900']
    """
    return _gaps(lemma, _WIDE), _gaps(lemma, _NARROW)


def _gaps(lemma: Lemma, room: _Room) -> Gaps:
    goal = lemma.goal
    assert isinstance(goal, Relation)
    found = []
    for sizes in _POINTS:
        point = {name: Fraction(size) for name, size in zip(("n", "d", "M"), sizes, strict=True)}
        found.append((sizes, value(goal.right, point), value(goal.left, point)))
    low = min(log10(said) for _, said, _ in found) - 0.3
    high = max(log10(needed) for _, _, needed in found)

    def x(size: float | Fraction) -> int:
        return round(room.left + (room.width - room.left - room.right) * (log10(size) - low) / (high - low))

    top = _TOP if room.wide else _TOP + 16
    rows = tuple(
        Gap(sizes, _exact(said), _exact(needed), _ratio(needed / said), x(said), x(needed), top + room.step * at)
        for at, (sizes, said, needed) in enumerate(found)
    )
    powers = [k for k in range(-2, 7, 2) if low <= k <= high]
    ticks = tuple((x(10.0**k), {-2: "0.01", 0: "1"}.get(k, f"10{'⁰¹²³⁴⁵⁶'[k]}")) for k in powers)
    return Gaps(rows, ticks, room.width, top + room.step * len(rows) - 12, room.wide)


def literal_sparse() -> Markup:
    """Returns the bound of Theorem 4.5, read literally, up to a constant c."""
    return mathml(formula(f"Qs >= c*min({', '.join(LITERAL_SPARSE)})"), display=True)


def patterns(report: Report) -> list[Pattern]:
    """Returns the families of patterns, each at its large size."""
    return [
        Pattern(
            found.large.family,
            prose(found.family.text),
            found.large.n,
            found.large.d,
            found.large.M,
            _words(found.large.literal),
            found.large.cost,
            _words(found.large.corrected),
            f"{float(found.large.ratio):.1f}",
            found.holds(),
        )
        for found in report.patterns
    ]


def _words(bound: sympy.Expr) -> str:
    """A bound in whole words: no schedule moves a part of one."""
    return f"{int(sympy.ceiling(bound)):,}"


def _exact(number: Fraction) -> Markup:
    return mathml(rational(number), said=False)


def _ratio(ratio: Fraction) -> str:
    million = 10**6
    return f"{float(ratio / million):.1f} million" if ratio >= million else f"{float(ratio):,.0f}"
