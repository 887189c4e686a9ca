"""Identities: the cases of a certificate as numbered identities, to be followed with a pencil."""

from __future__ import annotations

from collections.abc import Iterator

from proofs.derive.blocks import Block, Identity, Paragraph, listed
from proofs.derive.step import Certificate
from proofs.evidence.cases import normal
from proofs.evidence.identity import Case, Summand
from proofs.latex import latex
from proofs.statement import Formula, Number, Variable, rational
from proofs.text import strength, text

HOW = (
    "Each identity refutes the opposite of a claim. Suppose that the claim is false; then the facts that follow the "
    "identity hold, by the hypotheses and by that supposition. A square is not negative, so by these facts no summand "
    "is negative, and some summand is positive; but expanded, the right side is $0$, whatever the values of the "
    "symbols. So the claim is true. Where a case is named, the cases together are all that there are."
)
_ATOM = strength(Variable("x"))


def told(certificate: Certificate, first: int, goal: Formula | None = None) -> Iterator[Block]:
    """Yields the identities of a certificate, numbered from `first`, under their claims.

    The claim is not repeated where it is the `goal` of the statement just before.
    """
    claim = goal
    for number, case in enumerate(certificate.numbered, first):
        if case.claim != claim:
            claim = case.claim
            yield Paragraph(rf"\emph{{Claim:}} ${latex(claim)}$.", small=True, kept=True)
        assumed = listed(f"${latex(fact)}$" for fact in case.assumed) if case.assumed else ""
        reasons = [f"${latex(letter)} = {latex(term)}$" for letter, term in case.letters]
        for sign, fact in case.reasons:
            by = "" if sign == fact else f" by ${latex(fact)}$"
            reasons.append(f"${latex(sign)}${by}")
        before = f"In case {assumed}, otherwise" if assumed else "Otherwise"
        yield Identity(number, before, tuple(map(_summand, case.summands)), f"with {'; '.join(reasons)}.")
    side = list(dict.fromkeys(map(_side, certificate.side)))
    if side:
        yield Paragraph(rf"\emph{{Denominators and roots:}} {'; '.join(side)}.", small=True)


def _side(case: Case) -> str:
    """Why a denominator is positive, or an argument of a root not negative: the facts but the opposite of the claim."""
    facts = [fact for _, fact in case.reasons if not _opposite(fact, case.claim)]
    by = listed(f"${latex(fact)}$" for fact in facts if fact != case.claim)
    return f"${latex(case.claim)}$ {f'by {by}' if by else 'by hypothesis'}"


def _opposite(fact: Formula, claim: Formula) -> bool:
    return text(fact) == text(normal(claim, truth=False))


def _summand(summand: Summand) -> str:
    factors = []
    for base, exponent in summand.powers:
        if base == Number(1):
            continue
        shown = latex(base) if strength(base) == _ATOM else rf"\left({latex(base)}\right)"
        factors.append(shown if exponent == 1 else f"{shown}^{{{exponent}}}")
    if summand.coefficient != 1 or not factors:
        factors.insert(0, latex(rational(summand.coefficient)))
    return " ".join(factors)
