"""Regime: on which side of M = d^2 a cache of M words is, and what that means for the gradient in X; all exact."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from enum import StrEnum
from fractions import Fraction
from math import isqrt

import sympy

from graphs.display import facts, table
from graphs.errors import OutOfDomain
from graphs.families.builder import check_sizes
from graphs.game import check_memory
from graphs.programs import PROGRAMS
from graphs.programs.program import Program
from symbolic.attention import CORRECTED, LOWER_BOUNDS, trivial_bound
from symbolic.bound import Bound, Side
from symbolic.constants import theorem_A, theorem_B
from symbolic.domain import Domain
from symbolic.exact import Cost, exact_cost, runs
from symbolic.symbols import M as M_SYMBOL

LARGEST = {"bytes": 2**60, "d": 2**16, "n": 2**24}
"""Up to here the best tiles are found within a minute, mostly in a second; a larger size is refused."""

LBcorrected = Bound(
    "LBcorrected",
    Side.LOWER,
    sympy.Rational(3, 16) * CORRECTED.expression,
    "attention, gradient for X",
    "the lower half of the corrected Theorem 1.1",
    Domain.where(M_SYMBOL >= 3),
)
BOUNDS = (trivial_bound("X"), *LOWER_BOUNDS, LBcorrected)
"""Every lower bound that is compared."""


class Verdict(StrEnum):
    """On which side of M = d^2."""

    SMALL = "small cache"
    LARGE = "large cache"
    BOUNDARY = "boundary"

    @property
    def rule(self) -> str:
        """What holds there."""
        return {Verdict.SMALL: "M < d^2", Verdict.LARGE: "M > d^2", Verdict.BOUNDARY: "M = d^2"}[self]

    @property
    def mark(self) -> str:
        """One character for tables."""
        return {Verdict.SMALL: "s", Verdict.LARGE: "L", Verdict.BOUNDARY: "="}[self]


class Governs(StrEnum):
    """What the I/O of the theorem's computation is, up to constants, at a given n, d and M."""

    TERMS = "min{A, B}"
    TRIVIAL = "inputs plus outputs"
    FITS = "inputs plus outputs, exactly"


@dataclass(frozen=True)
class Reading:
    """A cache of M words, read with the head dimension d."""

    M: int
    d: int

    def __post_init__(self) -> None:
        check_sizes(d=self.d)
        check_memory(self.M)
        check_largest("d", "the head dimension", self.d)

    @property
    def ratio(self) -> Fraction:
        """M / d^2.

        >>> str(Reading(M=116224, d=512).ratio)
        '227/512'
        """
        return Fraction(self.M, self.d**2)

    @property
    def verdict(self) -> Verdict:
        """The side of M = d^2, decided by whole numbers; the boundary belongs to the large cache.

        >>> print(Reading(M=50688, d=192).verdict, Reading(M=16384, d=128).verdict, sep=", ")
        large cache, boundary
        """
        square = self.d**2
        return Verdict.BOUNDARY if square == self.M else Verdict.SMALL if self.M < square else Verdict.LARGE

    @property
    def least_n(self) -> int:
        """The least n with M <= n min(n, d): from there on min{A, B} is no less than inputs plus outputs, up to 4.

        >>> Reading(M=116224, d=512).least_n, Reading(M=50688, d=192).least_n
        (341, 264)
        """
        if self.M <= self.d**2:
            return isqrt(self.M - 1) + 1
        return -(-self.M // self.d)

    def _repr_html_(self) -> str:
        smaller = {Verdict.SMALL: "B is smaller", Verdict.LARGE: "A is smaller", Verdict.BOUNDARY: "they are equal"}
        rows = [
            ("regime", f"{self.verdict}: {self.verdict.rule}"),
            ("M/d^2", self.ratio),
            ("A/B", f"d/sqrt(M) = {self.d}/sqrt({self.M}): {smaller[self.verdict]}"),
            ("min{A, B}", f"governs for n >= {self.least_n}"),
        ]
        return facts(f"M = {self.M:,} words of cache, d = {self.d}", rows)

    def document(self) -> dict[str, object]:
        """Returns all of it by name, fractions and roots as text."""
        return {
            "d": self.d,
            "M/d^2": str(self.ratio),
            "verdict": str(self.verdict),
            "A/B": f"{self.d}/sqrt({self.M})",
            "least_n": self.least_n,
        }

    def terms_ratio(self, digits: int) -> str:
        """Returns A / B = d / sqrt(M), which does not depend on n, as a rounded decimal."""
        return root_decimal(self.d, self.M, digits)


@dataclass(frozen=True)
class Run:
    """A program for the gradient in X and its exact cost with its best tiles."""

    program: Program
    cost: Cost


@dataclass(frozen=True)
class Traffic:
    """What the theorem, the programs and the lower bounds say about the words moved at one n, d and M.

    `runs` holds the programs that run with M words, least I/O first; `bounds` every lower bound as a
    whole number, greatest first.
    """

    n: int
    reading: Reading
    runs: tuple[Run, ...]
    bounds: tuple[tuple[str, int], ...]

    @property
    def A(self) -> Fraction:  # noqa: N802 - the theorem's name
        """The term of the large cache."""
        n, d = self.n, self.reading.d
        return Fraction(n * n * d * d + n * d**3, self.reading.M)

    @property
    def B_numerator(self) -> int:  # noqa: N802
        """B times sqrt(M)."""
        n, d = self.n, self.reading.d
        return n * n * d + n * d * d

    @property
    def B_text(self) -> str:  # noqa: N802
        """B as an exact expression, the root pulled if M is a square.

        >>> traffic(4096, Reading(M=16384, d=128)).B_text, traffic(2, Reading(M=8, d=4)).B_text
        ('17301504', '48/sqrt(8)')
        """
        root = isqrt(self.reading.M)
        if root * root == self.reading.M:
            return str(Fraction(self.B_numerator, root))
        return f"{self.B_numerator}/sqrt({self.reading.M})"

    @property
    def beyond(self) -> Fraction:
        """C in M = C n min(n, d)."""
        return Fraction(self.reading.M, self.n * min(self.n, self.reading.d))

    @property
    def governs(self) -> Governs:
        """Whether min{A, B} says how much is moved, or inputs plus outputs do because M > n min(n, d).

        >>> print(traffic(64, Reading(M=2**20, d=64)).governs)
        inputs plus outputs, exactly
        """
        if self.reading.M >= PROGRAMS["in_cache"].least_memory(n=self.n, d=self.reading.d):
            return Governs.FITS
        return Governs.TRIVIAL if self.beyond > 1 else Governs.TERMS

    @property
    def lower(self) -> tuple[str, int]:
        """The name of the best lower bound and its value in words."""
        return self.bounds[0]

    @property
    def gap(self) -> Fraction | None:
        """The best program's I/O over the best lower bound; None if no program runs."""
        return Fraction(self.runs[0].cost.io, self.lower[1]) if self.runs else None

    def __repr__(self) -> str:
        return f"<Traffic n = {self.n}, d = {self.reading.d}, M = {self.reading.M}: gap {self.gap}>"

    def _repr_html_(self) -> str:
        uppers = [(run.program.name, "program", f"{run.cost.io:,}") for run in reversed(self.runs)]
        lowers = [(name, "lower bound", f"{words:,}") for name, words in self.bounds]
        title = f"words moved for n = {self.n}, d = {self.reading.d}, M = {self.reading.M}"
        return table(title, ("", "", "words"), (*uppers, *lowers))

    def document(self) -> dict[str, object]:
        """Returns all of it by name, fractions and roots as text."""
        return {
            "n": self.n,
            "A": str(self.A),
            "B": self.B_text,
            "governs": str(self.governs),
            "M/(n*min(n,d))": str(self.beyond),
            "programs": [{"program": run.program.name, **asdict(run.cost), "io": run.cost.io} for run in self.runs],
            "lower_bounds": dict(self.bounds),
            "best_lower_bound": self.lower[0],
            "gap": None if self.gap is None else str(self.gap),
        }


def traffic(n: int, reading: Reading, progress: Callable[[str], None] = lambda what: None) -> Traffic:
    """Returns what is moved for the gradient in X at sequence length n, programs and bounds compared exactly.

    Only programs on the CDAG of the theorem take part. Raises OutOfDomain for a size that is none or too large.

    >>> found = traffic(8192, Reading(M=116224, d=512))
    >>> [(run.program.name, run.cost.io) for run in found.runs[:2]]
    [('rectangular', 1104977920), ('small_cache', 1166843904)]
    >>> found.lower[0], found.lower[1] <= 1104977920
    ('theorem-A', True)
    """
    check_sizes(n=n)
    check_largest("n", "the sequence length", n)
    M, d = reading.M, reading.d
    costs = []
    for program in contenders():
        progress(program.name)
        if runs(program, M, n=n, d=d):
            costs.append(Run(program, exact_cost(program, M, n=n, d=d)))
    return Traffic(n, reading, tuple(sorted(costs, key=lambda run: run.cost.io)), lower_bounds(n, d, M))


def lower_bounds(n: int, d: int, M: int) -> tuple[tuple[str, int], ...]:
    """Returns the lower bounds for the gradient in X by name, in words, as whole numbers, greatest first.

    Theorems A and B, which are about sums in chains, as the programs have them, are among them.

    >>> lower_bounds(n=4, d=2, M=50)[0]
    ('trivial(X)', 44)
    """
    found = [(bound.name, _whole(bound, n=n, d=d, M=M)) for bound in BOUNDS if M >= 3 or not bound.domain.relations]
    if M >= 3:
        found += [("theorem-A", theorem_A(n, d, M)), ("theorem-B", theorem_B(n, d, M))]
    return tuple(sorted(found, key=lambda pair: -pair[1]))


def contenders() -> tuple[Program, ...]:
    """Returns the programs for the gradient in X that work on the CDAG of the theorem."""
    return tuple(p for p in PROGRAMS.values() if p.task.name == "dX" and p.on_family)


def check_largest(key: str, what: str, size: int) -> None:
    """Raises OutOfDomain if a size is larger than the program takes."""
    if size > LARGEST[key]:
        raise OutOfDomain(f"{what} may be at most {LARGEST[key]:,}; got {size:,}")


def decimal(value: Fraction, digits: int) -> str:
    """Returns a fraction rounded to some digits after the point, halves up; found without floats.

    >>> decimal(Fraction(227, 512), 3), decimal(Fraction(1, 2), 0), decimal(Fraction(163, 128), 2)
    ('0.443', '1', '1.27')
    """
    return _pointed((2 * value.numerator * 10**digits + value.denominator) // (2 * value.denominator), digits)


def root_decimal(numerator: int, square: int, digits: int) -> str:
    """Returns numerator / sqrt(square) rounded to some digits after the point; found without floats.

    >>> root_decimal(512, 116224, 4), root_decimal(48, 8, 0)
    ('1.5018', '17')
    """
    doubled = isqrt(4 * (numerator * 10**digits) ** 2 // square)
    return _pointed((doubled + 1) // 2, digits)


def _pointed(scaled: int, digits: int) -> str:
    whole, rest = divmod(scaled, 10**digits)
    return f"{whole}.{rest:0{digits}}" if digits else str(whole)


def _whole(bound: Bound, **point: int) -> int:
    names = {v.name for v in bound.variables}
    return int(sympy.ceiling(bound.at(**{name: size for name, size in point.items() if name in names})))
