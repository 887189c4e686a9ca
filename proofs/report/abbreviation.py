"""Abbreviations: the formulas that recur in the theorems as single letters, where a short form is wanted."""

from __future__ import annotations

from collections.abc import Mapping

from proofs.lemmas.corrected import PHI
from proofs.lemmas.formulas import LARGE, SMALL
from proofs.statement import Apply, Connected, Formula, Relation, Term, Variable, term, variables

ABBREVIATIONS: Mapping[str, Term] = {"A": term(LARGE), "B": term(SMALL), "Phi": term(PHI)}
"""Each letter with what it stands for; none of them is a symbol of the catalogue."""


def abbreviated(formula: Formula) -> Formula:
    """Returns a formula with A, B and Phi in the place of what they stand for.

    >>> from proofs.statement import formula
    >>> from proofs.text import text
    >>> text(abbreviated(formula(f"Q <= 99*{PHI}")))
    'Q <= 99*Phi'
    """
    if any(name in variables(formula) for name in ABBREVIATIONS):
        return formula  # a statement with a symbol of its own of that name
    match formula:
        case Relation(sign, left, right):
            return Relation(sign, shortened(left), shortened(right))
        case Connected(connective, parts):
            return Connected(connective, tuple(map(abbreviated, parts)))


def shortened(whole: Term) -> Term:
    """Returns a term with A, B and Phi in the place of what they stand for."""
    for name, meant in ABBREVIATIONS.items():
        if whole == meant:
            return Variable(name)
    return Apply(whole.operator, tuple(map(shortened, whole.arguments))) if isinstance(whole, Apply) else whole


def meaning(letter: str) -> Term:
    """Returns what a letter stands for, itself with the other letters.

    >>> from proofs.text import text
    >>> text(meaning("Phi"))
    'n*d + d**2 + min(A, B)'
    """
    whole = ABBREVIATIONS[letter]
    return Apply(whole.operator, tuple(map(shortened, whole.arguments))) if isinstance(whole, Apply) else whole
