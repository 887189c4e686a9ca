"""Bounds: a formula for an I/O cost, with its side, domain, game variant and source."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import sympy

from graphs.errors import OutOfDomain
from graphs.game import HONG_KUNG, Variant
from symbolic.domain import EVERYWHERE, Domain, Sign
from symbolic.symbols import in_order, symbol

_LATEX_SIGN = {Sign.AT_MOST: r"\le", Sign.LESS: "<", Sign.MUCH_LESS: r"\ll"}


class Side(StrEnum):
    """On which side of the I/O cost Q a formula lies; TIGHT means that Q is Theta of it."""

    LOWER = "lower"
    UPPER = "upper"
    TIGHT = "tight"


@dataclass(frozen=True)
class Bound:
    """A bound on the I/O cost Q of a computation, loads plus stores, in words.

    It is claimed for natural numbers inside `domain`, for schedules under `variant`, on the authority of `source`.

    >>> from symbolic.symbols import M, n
    >>> bound = Bound("toy", Side.LOWER, n**2 / M, "sorting", "nobody 2024", Domain.where(M >= 3))
    >>> print(bound)
    lower bound: Q >= n**2/M for 3 <= M
    >>> bound.at(n=6, M=8)
    9/2
    """

    name: str
    side: Side
    expression: sympy.Expr
    computation: str
    source: str
    domain: Domain = EVERYWHERE
    variant: Variant = HONG_KUNG

    def __post_init__(self) -> None:
        if self.expression.has(sympy.Float):
            raise OutOfDomain(f"the bound {self.name} holds a float: {self.expression}; write exact fractions")

    @property
    def variables(self) -> tuple[sympy.Symbol, ...]:
        """The symbols of the formula and of its domain, in order."""
        return in_order((*self.expression.free_symbols, *self.domain.variables))

    def at(self, **values: int) -> sympy.Expr:
        """Returns the exact value of the formula, in words; for a tight bound, up to a constant factor.

        `M` is in words, `n` and `d` count rows and columns; a variable that the formula does not use may be given, so
        that bounds can be compared at a point. Raises OutOfDomain for a value that is missing, unknown
        or no natural number, and for a point outside the domain, naming the violated relation and the values got.

        >>> from symbolic.symbols import M, n
        >>> Bound("toy", Side.LOWER, n / sympy.sqrt(M), "sorting", "nobody 2024", Domain.where(M >= 3)).at(n=6, M=2)
        Traceback (most recent call last):
        ...
        graphs.errors.OutOfDomain: the bound toy holds for 3 <= M; got M = 2
        """
        names = [v.name for v in self.variables]
        for name, value in values.items():
            if name not in names:
                symbol(name)  # one that other bounds use may be given
            if isinstance(value, bool) or not isinstance(value, int | sympy.Integer):
                raise OutOfDomain(f"{name} must be a whole number; got {value!r}")
        missing = [name for name in names if name not in values]
        if missing:
            raise OutOfDomain(f"the bound {self.name} needs a value of {', '.join(missing)}")
        point = {v: sympy.Integer(values[v.name]) for v in self.variables}
        self.domain.require(point, f"the bound {self.name}")
        return self.expression.subs(point)

    def __str__(self) -> str:
        variant = "" if self.variant == HONG_KUNG else f" ({self.variant})"
        formula = {Side.LOWER: "Q >= {}", Side.UPPER: "Q <= {}", Side.TIGHT: "Q = Theta({})"}[self.side]
        where = f" for {self.domain}" if self.domain.relations else ""
        return f"{self.side} bound{variant}: {formula.format(self.expression)}{where}"

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle {self.latex()}$"

    def latex(self) -> str:
        r"""Returns the claim in LaTeX mathematics, without dollar signs.

        >>> from symbolic.symbols import M, n
        >>> print(Bound("toy", Side.TIGHT, n**2 / M, "sorting", "nobody 2024", Domain.where(M >= 3)).latex())
        Q = \Theta\left(\frac{n^{2}}{M}\right) \quad (3 \le M)
        """
        formula = {Side.LOWER: r"Q \ge %s", Side.UPPER: r"Q \le %s", Side.TIGHT: r"Q = \Theta\left(%s\right)"}[
            self.side
        ]
        where = ",\\; ".join(
            f"{sympy.latex(r.smaller)} {_LATEX_SIGN[r.sign]} {sympy.latex(r.larger)}" for r in self.domain.relations
        )
        return formula % sympy.latex(self.expression) + (rf" \quad ({where})" if where else "")
