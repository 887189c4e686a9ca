"""Needed: what becomes of a statement without one of its hypotheses, as recorded points and its certificate tell.

A point that satisfies all other hypotheses, and at which the goal is false or has no value, shows that a hypothesis is
needed. Such points are found once, by proofs.report.search, and kept in data/needed.toml; like certificates they are
believed only after an exact check, here and each time, so that a file that is old or wrong can only say less.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from functools import cache
from importlib.resources import files

from proofs.errors import BadCertificate
from proofs.evaluate import Point, Undefined, holds
from proofs.evidence.certificate import Certified, load, validate
from proofs.evidence.points import refutes, satisfies
from proofs.lemma import Lemma
from proofs.statement import Formula
from proofs.text import text

REDUNDANT = "redundant"
"""What is recorded where the certificate does without a hypothesis."""
FILE = files("proofs.report") / "data" / "needed.toml"


class Without(StrEnum):
    """What becomes of a statement without a hypothesis."""

    FALSE = "needed: else false"
    UNDEFINED = "needed: else a term has no value"
    TRUE = "redundant: the certificate does without it"


def without(lemma: Lemma, catalogue: Mapping[str, Lemma]) -> list[tuple[Without | None, Point]]:
    """Returns for each hypothesis what becomes of the lemma without it, and at which point; None if that is not known.

    >>> from proofs.lemmas import CATALOGUE, named
    >>> without(named("T2"), CATALOGUE)
    [(<Without.FALSE: 'needed: else false'>, {'M': Fraction(1, 1), 'd': Fraction(-2, 1)})]
    """
    known = _recorded().get(lemma.name, {})
    return [_checked(lemma, catalogue, hypothesis, known.get(text(hypothesis), "")) for hypothesis in lemma.given]


def at(lemma: Lemma, hypothesis: Formula, point: Point) -> Without | None:
    """Returns what a point shows of a lemma without a hypothesis."""
    dropped = lemma.without(text(hypothesis))
    if refutes(dropped, point):
        return Without.FALSE
    return Without.UNDEFINED if satisfies(dropped, point) and _undefined(lemma.goal, point) else None


def does_without(lemma: Lemma, catalogue: Mapping[str, Lemma], hypothesis: Formula) -> bool:
    """Returns whether the certificate of a lemma is still valid without a hypothesis."""
    dropped = lemma.without(text(hypothesis))
    try:
        certificate = load(lemma.name)
    except BadCertificate:
        return False
    if certificate is None:
        return False
    return isinstance(
        validate(dropped, catalogue, replace(certificate, lemma=dropped.name, digest=dropped.digest)), Certified
    )


def _checked(
    lemma: Lemma, catalogue: Mapping[str, Lemma], hypothesis: Formula, recorded: str
) -> tuple[Without | None, Point]:
    if recorded == REDUNDANT:
        return (Without.TRUE if does_without(lemma, catalogue, hypothesis) else None), {}
    point = _point(recorded)
    if point is None or not set(lemma.sorts) <= set(point):
        return None, {}
    found = at(lemma, hypothesis, point)
    return found, point if found is not None else {}


def _undefined(goal: Formula, point: Point) -> bool:
    try:
        holds(goal, point)
    except Undefined:
        return True
    return False


def _point(recorded: str) -> dict[str, Fraction] | None:
    try:
        pairs = [pair.split(" = ") for pair in recorded.split(", ")]
        return {name: Fraction(value) for name, value in pairs}
    except (ValueError, ZeroDivisionError):
        return None


@cache
def _recorded() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))
