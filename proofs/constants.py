"""Constants: the leading terms of a theorem and of a program, side by side, each derived from its own formula."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy

from graphs.programs import PROGRAMS
from proofs.lemma import Lemma
from proofs.lemmas import named
from proofs.statement import Relation
from proofs.sympy_form import to_sympy
from symbolic.count import count
from symbolic.leading import Regime, leading_term
from symbolic.symbols import M, d, n, parameter

_LARGE, _SMALL = n**2 * d**2 / M, n**2 * d / sympy.sqrt(M)
_PRODUCT = parameter("rows") * parameter("inner") * parameter("columns") / sympy.sqrt(M)
_ROWS: tuple[tuple[str, str, Regime, sympy.Expr, str, str], ...] = (
    ("gradient in X", "chains", Regime.SMALL, _SMALL, "theorem-A", "small_cache"),
    ("gradient in X", "chains", Regime.LARGE, _LARGE, "theorem-B", "flash_backward"),
    ("gradient in X", "any trees", Regime.LARGE, _LARGE, "theorem-B'", "flash_backward"),
    ("forward", "chains", Regime.SMALL, _SMALL, "theorem-A-forward", "small_cache_forward"),
    ("forward", "chains", Regime.LARGE, _LARGE, "theorem-B-forward", "flash_forward"),
    ("one product", "chains", Regime.SMALL, _PRODUCT, "product-constant", "matmul"),
)

# n = s^24, d = s^6, and M on either side of d^2; the ramps as long as serves best, near (Md)^(1/3) and (Mn)^(1/3)
_POWERS: Mapping[str, int] = {"n": 24, "d": 6, "kappa": 5, "ell": 11}
_OF_PRODUCT: Mapping[str, int] = {"m": 24, "k": 24, "n": 24, "kappa": 11}
_OF_M = {Regime.SMALL: 9, Regime.LARGE: 15}


@dataclass(frozen=True)
class Constants:
    """What a computation costs to the leading term, in multiples of `unit`: `lower` for every schedule, and `upper`.

    `trees` says for which order of the sums the theorem holds, `lemma` and `program` give lower and upper.
    """

    computation: str
    trees: str
    regime: Regime
    unit: sympy.Expr
    lemma: Lemma
    program: str
    lower: sympy.Expr
    upper: sympy.Expr

    @property
    def ratio(self) -> sympy.Expr:
        """Upper over lower; 1 if the program is optimal to the leading term."""
        return self.upper / self.lower


def constants() -> tuple[Constants, ...]:
    """Returns the constants of all theorems that have them, each derived now.

    >>> [(found.lemma.label, found.lower, found.upper) for found in constants()][:3]
    [('theorem-A', 8, 8), ('theorem-B', 10, 10), ("theorem-B'", 6, 10)]
    """
    return tuple(
        Constants(
            computation,
            trees,
            regime,
            unit,
            lemma := named(label),
            program,
            leading_constant(lemma, regime),
            sympy.simplify(leading_term(count(PROGRAMS[program]), PROGRAMS[program], regime) / unit),
        )
        for computation, trees, regime, unit, label, program in _ROWS
    )


def leading_constant(lemma: Lemma, regime: Regime) -> sympy.Expr:
    """Returns the limit of the bound that a lemma states, over n^2 d^2/M, n^2 d/sqrt(M), or m n k/sqrt(M).

    The sizes go to infinity so that d^2 << M << nd, or M << d^2 << nd; what the lemma lets one choose is chosen well.

    >>> leading_constant(named("theorem-B"), Regime.LARGE)
    10
    """
    assert isinstance(lemma.goal, Relation)
    bound = to_sympy(lemma.goal.right)
    s = sympy.Symbol("s", positive=True)
    product = "k" in {symbol.name for symbol in bound.free_symbols}
    sizes = {**(_OF_PRODUCT if product else _POWERS), "M": _OF_M[regime]}
    if product:
        unit = 3 * sizes["n"] - sympy.Rational(sizes["M"], 2)
    elif regime is Regime.LARGE:
        unit = 2 * sizes["n"] + 2 * sizes["d"] - sizes["M"]
    else:
        unit = 2 * sizes["n"] + sizes["d"] - sympy.Rational(sizes["M"], 2)
    value = bound.subs({symbol: s ** sizes[symbol.name] for symbol in bound.free_symbols})
    return sympy.limit(sympy.simplify(value / s**unit), s, sympy.oo)
