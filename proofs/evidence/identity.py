"""Identities as one reads them: the equation of each case, and which fact gives which factor its sign."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from proofs.evidence.cases import Problem, relations
from proofs.evidence.certificate import Certified
from proofs.evidence.polynomial import Ring
from proofs.evidence.refutation import Identity, leaves
from proofs.latex import latex
from proofs.statement import (
    Apply,
    Formula,
    Node,
    Number,
    Relation,
    Sign,
    Term,
    Variable,
    rational,
    variables,
)
from proofs.text import strength, text

_SIGNS = {">": Sign.GREATER, ">=": Sign.AT_LEAST, "==": Sign.EQUAL}
_WIDTH = 90
"""Characters after which a typeset equation goes on in the next line."""
_ATOM = strength(Variable("x"))
_LONG = 8
"""Characters from which on a root or an opaque term gets a letter."""


@dataclass(frozen=True)
class Summand:
    """A number times powers of polynomials."""

    coefficient: Fraction
    powers: tuple[tuple[Term, int], ...]


@dataclass(frozen=True)
class Case:
    """One case of a proof: summands that are identically zero in sum, and the facts that make that absurd.

    `assumed` are the formulas that distinguish the case, as far as the identity needs them, `letters` stand for long
    terms, and `reasons` pairs the sign of a polynomial with the fact it comes from, written as in the statement.
    """

    claim: Formula
    assumed: tuple[Formula, ...]
    letters: tuple[tuple[Variable, Term], ...]
    summands: tuple[Summand, ...]
    reasons: tuple[tuple[Relation, Relation], ...]


def cases(certified: Certified) -> Iterator[Case]:
    """Yields the cases of all proofs of a certified lemma, in order."""
    for problem, refutation in certified.proved:
        for known, leaf in leaves(problem.formulas, refutation):
            yield _case(problem, known, leaf)


def equation(case: Case) -> str:
    """Returns the identity as text that any computer algebra system can expand.

    >>> from proofs.evidence.certificate import certify
    >>> from proofs.lemmas import CATALOGUE, named
    >>> equation(next(cases(certify(named("T2"), CATALOGUE))))
    '0 = 2*(M - d**2) + (2*d**2 - 2*M)'
    """
    return "0 = " + " + ".join(_shown(case.summands, text, "({})", "{}**{}", "*"))


def as_text(certified: Certified) -> str:
    """Returns the proof of a certified lemma as plain text: each claim, its cases, each with one identity.

    >>> from proofs.evidence.certificate import certify
    >>> from proofs.lemmas import CATALOGUE, named
    >>> print(as_text(certify(named("T2"), CATALOGUE)))
    M + 2*d**2 <= 3*M
      otherwise 0 = 2*(M - d**2) + (2*d**2 - 2*M)
        M - d**2 >= 0 by M >= d**2
        2*d**2 - 2*M > 0 by M + 2*d**2 > 3*M
    """
    lines = []
    claim: Formula | None = None
    for case in cases(certified):
        if case.claim != claim:
            claim = case.claim
            lines.append(text(claim))
        assumed = f"in case {' and '.join(map(text, case.assumed))}: " if case.assumed else ""
        lines.append(f"  otherwise {assumed}{equation(case)}")
        lines += [f"    {letter.name} = {text(term)}" for letter, term in case.letters]
        lines += [f"    {text(sign)}" + ("" if sign == fact else f" by {text(fact)}") for sign, fact in case.reasons]
    return "\n".join(lines)


def as_latex(certified: Certified) -> str:
    r"""Returns the proof of a certified lemma as LaTeX, for a document that uses amsmath.

    >>> from proofs.evidence.certificate import certify
    >>> from proofs.lemmas import CATALOGUE, named
    >>> print(as_latex(certify(named("T2"), CATALOGUE)))
    \paragraph{$M + 2 d^{2} \le 3 M$} Otherwise
    \begin{align*}
    0 ={}& 2 \left(M - d^{2}\right) + \left(2 d^{2} - 2 M\right)
    \end{align*}
    with $M - d^{2} \ge 0$ by $M \ge d^{2}$; $2 d^{2} - 2 M > 0$ by $M + 2 d^{2} > 3 M$.
    """
    lines = []
    claim: Formula | None = None
    for case in cases(certified):
        head = "Otherwise" if case.claim == claim else rf"\paragraph{{${latex(case.claim)}$}} Otherwise"
        claim = case.claim
        if case.assumed:
            head += ", in case " + " and ".join(f"${latex(fact)}$" for fact in case.assumed)
        shown = _shown(case.summands, latex, r"\left({}\right)", "{}^{{{}}}", " ")
        lines += [head, r"\begin{align*}", "0 ={}& " + _broken(shown), r"\end{align*}"]
        reasons = [f"${latex(letter)} = {latex(term)}$" for letter, term in case.letters]
        reasons += [
            f"${latex(sign)}$" + ("" if sign == fact else f" by ${latex(fact)}$") for sign, fact in case.reasons
        ]
        lines.append(f"with {'; '.join(reasons)}.")
    return "\n".join(lines)


def _case(problem: Problem, known: tuple[Formula, ...], leaf: Identity) -> Case:
    ring = Ring(relations(known), problem.linear)
    constraints = ring.constraints()
    facts = {text(fact): fact for fact in ring.facts}
    used = [name for summand in leaf.summands for name in summand.factors]
    used += [vanishing.equality for vanishing in leaf.vanishing]
    polynomials = {name: ring.term(constraints[name][1]) for name in dict.fromkeys(used)}
    needed = _long_atoms([*polynomials.values(), *(v.multiplier for v in leaf.vanishing)], ring)
    letters = dict(zip(needed, _letters(variables(*problem.formulas)), strict=False))

    def short(term: Term) -> Term:
        if term in letters:
            return letters[term]
        return Apply(term.operator, tuple(map(short, term.arguments))) if isinstance(term, Apply) else term

    summands = []
    for summand in leaf.summands:
        powers = Counter(short(polynomials[name]) for name in summand.factors)
        squares = tuple((short(square), 2) for square in summand.squares)
        summands.append(Summand(summand.coefficient, (*powers.items(), *squares)))
    for vanishing in leaf.vanishing:
        both = ((short(vanishing.multiplier), 1), (short(polynomials[vanishing.equality]), 1))
        summands.append(Summand(Fraction(1), both))
    reasons = [
        (Relation(_SIGNS[constraints[name][0]], short(polynomial), Number(0)), facts[name])
        for name, polynomial in polynomials.items()
    ]
    said = {facts[name] for name in polynomials}
    assumed = tuple(fact for fact in known if fact not in problem.formulas and fact in said)
    return Case(problem.claim, assumed, tuple((v, t) for t, v in letters.items()), tuple(summands), tuple(reasons))


def _long_atoms(terms: Iterable[Term], ring: Ring) -> list[Term]:
    """The atoms of a ring that are long to write, as far as they occur in terms that stand for its polynomials."""
    found: dict[Term, None] = {}

    def visit(term: Term) -> None:
        if term in ring.place:
            if len(text(term)) >= _LONG:
                found[term] = None
        elif isinstance(term, Apply):
            for argument in term.arguments:
                visit(argument)

    for term in terms:
        visit(term)
    return list(found)


def _letters(taken: Iterable[str]) -> Iterator[Variable]:
    free = (name for name in "tuvwpqabcefg" if name not in set(taken))
    yield from map(Variable, free)


def _shown(
    summands: Iterable[Summand], show: Callable[[Node], str], bracket: str, power: str, times: str
) -> Iterator[str]:
    """Each summand as a product, with brackets around whatever is no symbol."""
    for summand in summands:
        factors = []
        for base, exponent in summand.powers:
            shown = show(base) if strength(base) == _ATOM else bracket.format(show(base))
            factors.append(shown if exponent == 1 else power.format(shown, exponent))
        if summand.coefficient != 1 or not factors:
            factors.insert(0, show(rational(summand.coefficient)))
        yield times.join(factors)


def _broken(summands: Iterable[str]) -> str:
    """The sum, with a new line wherever one is full."""
    first, *others = summands
    lines = [first]
    for summand in others:
        if len(lines[-1]) + len(summand) > _WIDTH:
            lines.append(f"+ {summand}")
        else:
            lines[-1] += f" + {summand}"
    return " \\\\\n&".join(lines)
