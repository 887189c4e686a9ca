"""Search: finds certificates for lemmas; nothing here is trusted, since each is checked before it is returned."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import combinations
from pathlib import Path

from proofs.errors import StatementError
from proofs.evidence.cases import Problem, alternatives, facts, relations, steps
from proofs.evidence.certificate import (
    Certificate,
    Certified,
    certify,
    problems_of,
    save,
    validate,
)
from proofs.evidence.checker import Polynomial, Rejected
from proofs.evidence.combination import combine
from proofs.evidence.counterexample import simple_point
from proofs.evidence.polynomial import Ring
from proofs.evidence.refutation import Identity, Refutation, Split, refute
from proofs.lemma import Expectation, Lemma, meaningful, sort_hypotheses
from proofs.statement import Apply, Connected, Formula, Operator, term
from proofs.text import text

MAX_DEGREE = 8
HINTS: Mapping[str, tuple[str, ...]] = {
    "joint_roots_le_sq_of_sq_d_le_S": ("S - d**2 - 2*y", "x - y"),
    "products_le_of_shared_hits": ("x - y",),
    "products_le_of_hits": ("x - y", "2*M - x - y"),
    "sq_mul_rest_le_cube": ("N - 3*z",),
    "cauchy_schwarz_of_four": (
        "a1*b1*f2 - a1*b2*f1",
        "a1*b1*f3 - a2*b2*f1",
        "a1*b1*f4 - a2*b1*f1",
        "a1*b2*f3 - a2*b2*f2",
        "a1*b2*f4 - a2*b1*f2",
        "a2*b2*f4 - a2*b1*f3",
    ),
    "quartic_le_of_z_le_2": ("32*z - 27", "z*(32*z - 27)"),
    "cubic_le_of_Y_le_2M": ("4*M - 3*Y",),
    "cube_first_le_of_sum_le_3M": ("x - Y", "2*Y + x - 3*M", "2*x + Y - 3*M"),
    "cube_second_le_of_Y_le_2M": ("37*M - 32*Y", "Y*(37*M - 32*Y)"),
    "trees_mul_operands_le": ("x - Y", "4*M - 3*Y", "3*M - 2*Y"),
    "two_mul_le_sum_of_sq": ("a1*b1 - a2*b2",),
    "passes_le_of_hits": ("R - C - 6*d",),
    "terms_le_of_hits": ("q + z - C - 4*d",),
    "pass_le_of_hits": ("R - C - 4*d",),
}
"""Polynomials, by lemma, whose squares a certificate may need; symbols and their differences are always tried."""


def search(
    lemma: Lemma,
    catalogue: Mapping[str, Lemma],
    hints: Sequence[str] | None = None,
    max_degree: int = MAX_DEGREE,
) -> Certificate | None:
    """Returns a certificate for a lemma, checked, or None if none is found up to a degree.

    The hints are polynomials whose squares may be needed, those of the table unless others are given. Raises
    StatementError if the statement has a term without a value, such as 1/0.

    >>> from proofs.lemmas import CATALOGUE, named
    >>> search(named("T2"), CATALOGUE).refutations[0][0]
    'M + 2*d**2 <= 3*M'
    >>> search(named("T2").without("M >= d**2"), CATALOGUE, max_degree=4) is None
    True
    """
    hints = HINTS.get(lemma.name, ()) if hints is None else hints
    uses = _needed(lemma, catalogue)
    if uses is None:
        return None
    found = []
    for problem in problems_of(lemma, catalogue, uses):
        refutation = refutation_of(problem, hints, max_degree)
        if refutation is None:
            return None
        found.append((text(problem.claim), refutation))
    witness = simple_point(lemma.sorts, (*sort_hypotheses(lemma.sorts), *lemma.given, *meaningful(lemma)))
    if witness is None:
        return None
    certificate = Certificate(lemma.name, lemma.digest, uses, witness, tuple(found))
    return certificate if isinstance(validate(lemma, catalogue, certificate), Certified) else None


def search_catalogue(
    catalogue: Mapping[str, Lemma],
    directory: Path,
    progress: Callable[[str], None] = lambda name: None,
    again: bool = False,
) -> dict[str, Certified | None]:
    """Writes a certificate for each lemma that solvers can check into a directory, and returns what was found, by name.

    A certificate that is there and valid is kept, unless all are to be found `again`; one that is not valid goes away.
    """
    found: dict[str, Certified | None] = {}
    for lemma in catalogue.values():
        if lemma.reads or lemma.expect is Expectation.REFUTED:
            continue
        progress(lemma.name)
        known = certify(lemma, catalogue, directory)
        if again or not isinstance(known, Certified):
            (directory / f"{lemma.name}.json").unlink(missing_ok=True)
            certificate = search(lemma, catalogue)
            if certificate is not None:
                save(certificate, directory)
            known = certify(lemma, catalogue, directory)
        found[lemma.name] = known if isinstance(known, Certified) else None
    return found


def refutation_of(problem: Problem, hints: Sequence[str] = (), max_degree: int = MAX_DEGREE) -> Refutation | None:
    """Returns a refutation of a problem, with no case that it does not need, or None if none is found."""
    known = facts(problem.formulas)
    found = _linear(known) if problem.linear else _polynomial(known, hints, max_degree)
    return None if found is None else _pruned(known, found, problem.linear)


def _needed(lemma: Lemma, catalogue: Mapping[str, Lemma]) -> tuple[str, ...] | None:
    """The lemmas that a proof uses, without those that can be spared, the first ones first; None without a proof."""
    uses = tuple(dict.fromkeys(name for name, _ in steps(lemma, catalogue)))
    if uses and refutation_of(problems_of(lemma, catalogue, uses)[0]) is None:
        return None
    for name in uses if len(uses) > 1 else ():
        fewer = tuple(other for other in uses if other != name)
        if fewer and refutation_of(problems_of(lemma, catalogue, fewer)[0]) is not None:
            uses = fewer
    return uses


def _polynomial(known: tuple[Formula, ...], hints: Sequence[str], max_degree: int) -> Refutation | None:
    """Takes all alternatives apart, then looks for an identity in each case, of as small a degree as possible."""
    for name, chosen in alternatives(known).items():
        branches = [_polynomial(case, hints, max_degree) for case in _cases(known, chosen)]
        return None if None in branches else Split(name, tuple(b for b in branches if b is not None))
    ring = Ring(relations(known))
    hinted, differences = _hinted(ring, hints), _differences(ring)

    def best(degree: int, *families: tuple[Polynomial, ...]) -> Identity | None:
        found = [combine(ring, degree, squares) for squares in families]
        valid = [identity for identity in found if identity is not None and _is_valid(known, identity)]
        return min(valid, key=lambda identity: len(identity.summands), default=None)

    for degree in range(1, max_degree + 1):
        found = best(degree, (), *([hinted] if hinted else [])) or best(degree, differences)
        if found is not None:
            return found
    return None


def _linear(known: tuple[Formula, ...]) -> Refutation | None:
    """Adds up facts; while that shows nothing, splits where all cases but one are closed at once, or else anywhere."""
    ring = Ring(relations(known), linear=True)
    closed = combine(ring, 1)
    if closed is not None:
        return closed
    best: tuple[int, str, list[Refutation | None]] | None = None
    for name, chosen in alternatives(known).items():
        branches = [combine(Ring(relations(case), linear=True), 1) for case in _cases(known, chosen)]
        left = branches.count(None)
        if best is None or left < best[0]:
            best = (left, name, list(branches))
        if left <= 1:
            break
    if best is None:
        return None
    _, name, found = best
    for number, case in enumerate(_cases(known, alternatives(known)[name])):
        if found[number] is None:
            found[number] = _linear(case)
            if found[number] is None:
                return None
    return Split(name, tuple(b for b in found if b is not None))


def _cases(known: Sequence[Formula], chosen: Connected) -> list[tuple[Formula, ...]]:
    return [facts([*(fact for fact in known if fact != chosen), case]) for case in chosen.arguments]


def _hinted(ring: Ring, hints: Sequence[str]) -> tuple[Polynomial, ...]:
    """The hints that are polynomials of a ring; they are about the goal, and do not concern every denominator."""
    found = []
    for hint in hints:
        with suppress(StatementError):
            found.append(ring.polynomial(term(hint)))
    return tuple(found)


def _differences(ring: Ring) -> tuple[Polynomial, ...]:
    """The unknowns of a ring, which may be negative, and their differences."""
    pairs = [Apply(Operator.SUBTRACT, pair) for pair in combinations(ring.atoms, 2)]
    return tuple(map(ring.polynomial, (*ring.atoms, *pairs)))


def _pruned(known: Sequence[Formula], refutation: Refutation, linear: bool) -> Refutation:
    """The refutation without the splits of which one branch does well without its case."""
    if isinstance(refutation, Identity):
        return refutation
    chosen = alternatives(known)[refutation.alternative]
    others = tuple(fact for fact in known if fact != chosen)
    branches = []
    for case, branch in zip(_cases(known, chosen), refutation.branches, strict=True):
        pruned = _pruned(case, branch, linear)
        if _is_valid(others, pruned, linear):
            return pruned
        branches.append(pruned)
    return Split(refutation.alternative, tuple(branches))


def _is_valid(known: Sequence[Formula], refutation: Refutation, linear: bool = False) -> bool:
    try:
        refute(known, refutation, linear)
    except (Rejected, StatementError):
        return False
    return True
