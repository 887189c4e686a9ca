"""Counterexamples: the search for rational points, as small as pencils like them; whoever asks checks them exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from proofs.evidence.answer import Answer, Checked
from proofs.evidence.smt import check
from proofs.lemma import Sort
from proofs.statement import Formula, Relation, Sign, Variable, rational

Ask = Callable[[Iterable[str], Sequence[Formula]], Checked]

_WHOLE = [Fraction(v) for v in (1, 2, 3, 4, 5, 7, 8, 9, 16, 64, 256, 1024, 10**6)]
_OTHERS = [Fraction(0), Fraction(1, 2), Fraction(-1), Fraction(-2), Fraction(1, 4), Fraction(3, 2), Fraction(-1, 2)]


def simple_point(
    sorts: Mapping[str, Sort], formulas: Sequence[Formula], ask: Ask = check
) -> dict[str, Fraction] | None:
    """Returns a point of simple rational numbers at which all formulas are true, or None if none is found.

    One symbol after the other is set to the first value of a short list with which a solver, asked through `ask`, still
    finds the rest; failing that, to its value in a model. The caller must check the point exactly.

    >>> from proofs.statement import formula
    >>> simple_point({"x": Sort.REAL, "y": Sort.NATURAL}, [formula("x*y == 6"), formula("x < y")])
    {'x': Fraction(1, 1), 'y': Fraction(6, 1)}
    """
    fixed: list[Formula] = []
    point: dict[str, Fraction] = {}
    for name, sort in sorts.items():
        found = ask(sorts, [*formulas, *fixed])
        if found.answer is not Answer.SAT:
            return None
        own = found.model.get(name, found.near.get(name, Fraction(1)))
        tried = _WHOLE if sort is Sort.NATURAL else [*_WHOLE[:4], *_OTHERS]
        for candidate in [*tried, own, Fraction(round(own))]:
            if sort is Sort.NATURAL and candidate.denominator != 1:
                continue
            equal = Relation(Sign.EQUAL, Variable(name), rational(candidate))
            if ask(sorts, [*formulas, *fixed, equal]).answer is Answer.SAT:
                fixed.append(equal)
                point[name] = candidate
                break
        else:
            return None
    return point
