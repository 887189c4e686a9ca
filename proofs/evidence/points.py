"""Points: whether a rational point satisfies the hypotheses of a lemma and fails its goal; no solver judges."""

from __future__ import annotations

from proofs.evaluate import Point, Undefined, holds
from proofs.lemma import Lemma, Sort, sort_hypotheses
from proofs.statement import Formula, negation


def refutes(lemma: Lemma, point: Point) -> bool:
    """Decides, exactly and without a solver, whether a point satisfies all hypotheses of a lemma and fails its goal.

    >>> from fractions import Fraction
    >>> from proofs.lemma import lemma
    >>> grows = lemma("grows", "False for negative x", "x y", ["x <= y"], "x**2 <= y**2", "a mutant")
    >>> refutes(grows, {"x": Fraction(-1), "y": Fraction(0)}), refutes(grows, {"x": Fraction(0), "y": Fraction(1)})
    (True, False)
    """
    return satisfies(lemma, point) and _is(negation(lemma.goal), point)


def satisfies(lemma: Lemma, point: Point) -> bool:
    """Decides, exactly and without a solver, whether a point has the sorts and satisfies the hypotheses of a lemma."""
    if any(name not in point for name in lemma.sorts):
        return False
    whole = all(point[name].denominator == 1 for name, sort in lemma.sorts.items() if sort is Sort.NATURAL)
    return whole and all(_is(h, point) for h in (*sort_hypotheses(lemma.sorts), *lemma.given))


def _is(formula: Formula, point: Point) -> bool:
    """Whether a formula is surely true; where a term has no value it is not."""
    try:
        return holds(formula, point) is True
    except Undefined:
        return False
