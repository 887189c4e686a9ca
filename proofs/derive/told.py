"""Told: the steps of a derivation in words and formulas, as blocks of a page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

import sympy

from proofs.cite.prose import escaped, prose
from proofs.dependency import Kind
from proofs.derive import identities
from proofs.derive.blocks import Block, Claim, Head, Meanings, Paragraph, Points, Table, code, link, listed
from proofs.derive.nest import summed
from proofs.derive.step import Answers, Certificate, Failure, Instance, Range, Reading, Step
from proofs.evidence.patterns import Evidence
from proofs.latex import latex, symbol
from proofs.level import Level
from proofs.statement import Connected, Relation
from symbolic.crossover import Crossover

_KINDS = {
    Kind.THEOREM: "Theorem",
    Kind.LEMMA: "Lemma",
    Kind.READING: "Reading",
    Kind.COMBINATORIAL: "Combinatorial lemma",
}
_PATTERNS = (
    "The literal bound, $\\min\\left\\{Z_{\\mathrm{in}}^{2}/M, Z_{\\mathrm{in}} \\sqrt{Z_{QK}}/\\sqrt{M}\\right\\}$ "
    "with $Z_{\\mathrm{in}}$ the nonzeros of $Q$ and $K$ together and $Z_{QK}$ the entries of the support, is more "
    "than a schedule costs in five families of patterns, by a factor that grows beyond all bounds with $n$: no "
    "constant saves it. The small member of each family is executed and replayed, the large one counted. Theorem S, "
    "which holds for every pattern, stays below the cost."
)
Numbers = Mapping[str, tuple[int, int]]
"""The first and the last number of the identities that prove a statement, by its name, if they are printed."""


def numbered(steps: Iterable[Step]) -> dict[str, tuple[int, int]]:
    """Returns the numbers of the identities of some steps, in their order, from 1 on."""
    numbers: dict[str, tuple[int, int]] = {}
    following = 1
    for step in steps:
        if step.certificate is not None and step.certificate.printed:
            after = following + len(step.certificate.numbered)
            numbers[step.statement.name] = (following, after - 1)
            following = after
    return numbers


def meanings(definitions: Mapping[str, str]) -> Meanings:
    """Returns what fixed numbers are."""
    return Meanings(tuple((symbol(name), prose(meaning)) for name, meaning in definitions.items()))


def statement(step: Step, numbers: Numbers) -> Iterator[Block]:
    """Yields the statement of a step, its level, the instances that prove it, and what is behind it.

    A short identity stands here; a longer one is in the appendix, and the longest are only counted.
    """
    yield _head(step)
    yield from _stated(step, _to)
    yield from _evidence(step, numbers)


def aside(step: Step, why: str) -> Iterator[Block]:
    """Yields a statement that stands beside what is derived, and why it does; its own derivation is left out."""
    yield _head(step)
    derive = code(f"pebbleproof derive {step.statement.called}")
    yield Paragraph(rf"\emph{{{prose(why[:1].upper() + why[1:])}}}; derived by {derive}.", small=True, kept=True)
    yield from _stated(step, escaped)
    if isinstance(step.obligation, Failure):
        yield from _failure(step.obligation)
    if step.crossover is not None:
        yield from crossing(step.crossover)


def _head(step: Step) -> Head:
    record = step.statement
    called = f"{_KINDS[step.kind]} {escaped(record.called)}"
    return Head(record.called, called, prose(record.title), record.hash, record.level)


def _stated(step: Step, to: Callable[[str], str]) -> Iterator[Block]:
    """What a statement says, its level and its source; `to` writes what limits it, with a link if it is on the page."""
    record = step.statement
    if record.latex.goal:
        yield Paragraph(f"{record.latex.opening}:")
        yield Claim(record.latex.goal)
    else:
        yield Paragraph(record.latex.closing)
    source = prose(record.source[:1].upper() + record.source[1:])
    yield Paragraph(f"{_standing(step, to)} {source}.", small=True)


def _standing(step: Step, to: Callable[[str], str]) -> str:
    """The level of a step and where it comes from."""
    record = step.statement
    name = f"{code(record.name)}: " if record.name != record.called else ""
    level = record.level.word
    if step.own is not record.level:
        of_its_own = "certificate" if step.own is Level.CERTIFICATE else step.own.word
        return f"{name}{of_its_own} by itself; {level} by what it rests on, limited by {to(step.limit)}."
    limit = f", limited by {to(step.limit)}" if step.limit else ""
    text = f"{name}{level}{limit}."
    return text if name else text[:1].upper() + text[1:]


def _to(called: str) -> str:
    return link(called, escaped(called))


def _evidence(step: Step, numbers: Numbers) -> Iterator[Block]:
    obligation = step.obligation
    for loops in step.loops:
        yield Paragraph(summed(loops), small=True)
    if step.crossover is not None:
        yield from crossing(step.crossover)
    if step.instances and not isinstance(obligation, Reading):
        if any(instance.terms for instance in step.instances):
            yield Paragraph("The proof uses:", small=True)
            yield Points(tuple(map(_instance, step.instances)))
        else:
            used = listed(_to(instance.called) for instance in step.instances)
            yield Paragraph(f"The proof uses {used}, as {_they(step.instances)}.", small=True)
    match obligation:
        case Reading():
            read = listed(_to(instance.called) for instance in step.instances)
            yield Paragraph(f"This says in arithmetic what {read} {_say(step.instances)} in words.", small=True)
        case Range(scope, cases, attained, counterexample):
            if counterexample:
                yield Paragraph(f"Refuted: {prose(counterexample)}.", small=True)
            sharp = f" {prose(attained[:1].upper() + attained[1:])}." if attained else ""
            yield Paragraph(f"None of {_count(cases)} cases is against it: {prose(scope)}.{sharp}", small=True)
        case Certificate():
            yield from _proof(step, obligation, numbers)
        case Failure():
            yield from _failure(obligation)
        case Answers(said, note):
            answers = "; ".join(f"{escaped(tool)} says {escaped(answer)}" for tool, answer in said)
            yield Paragraph(f"{answers or 'Nothing speaks for it'}. {prose(note)}".strip(), small=True)


def _they(instances: tuple[Instance, ...]) -> str:
    return "it stands" if len(instances) == 1 else "they stand"


def _say(instances: tuple[Instance, ...]) -> str:
    return "says" if len(instances) == 1 else "say"


def _count(cases: int) -> str:
    return f"${_number(str(cases))}$" if cases > 9999 else str(cases)


def _instance(instance: Instance) -> str:
    if not instance.terms:
        return f"{_to(instance.called)}, as it stands"
    terms = [f"${symbol(name)} := {latex(term)}$" for name, term in instance.terms]
    goal = f": ${latex(instance.goal)}$" if instance.goal is not None else ""
    return f"{_to(instance.called)} with {', '.join(terms)}{goal}"


def _proof(step: Step, certificate: Certificate, numbers: Numbers) -> Iterator[Block]:
    name = step.statement.name
    what = "These add up to the claim by linear arithmetic. " if step.instances else ""
    if certificate.printed:
        first, last = numbers[name]
        if certificate.inline and not step.instances:
            yield from identities.told(certificate, first, certificate.cases[0].claim)
            return
        numbered = f"identity ({first})" if first == last else f"identities ({first}) to ({last})"
        yield Paragraph(f"{what}Proved by {link(f'certificate-{name}', numbered)}.", small=True)
        return
    many = len(certificate.cases)
    identity = "an identity" if many == 1 else f"{many} identities"
    yield Paragraph(
        f"{what}Proved by {identity} with {certificate.summands} summands: "
        f"{code(f'pebbleproof explain {step.statement.called}')}, certificate {code(certificate.fingerprint)}.",
        small=True,
    )


def _failure(failure: Failure) -> Iterator[Block]:
    names = ", ".join(symbol(name) for name, _ in failure.point)
    values = ", ".join(_number(str(value)) for _, value in failure.point)
    sides = listed(f"${latex(side)}$ is {_value(side, value)}" for side, value in failure.sides)
    yield Paragraph(
        f"False, by exact arithmetic: at $({names}) = ({values})$ all hypotheses hold, but {sides}.", small=True
    )


def _value(side: object, value: str) -> str:
    return value if isinstance(side, Relation | Connected) else f"${_number(value)}$"


def _number(text: str) -> str:
    """A whole number with its digits in threes."""
    return f"{int(text):,}".replace(",", "{,}") if text.isdecimal() and len(text) > 4 else text


def crossing(found: Crossover) -> Iterator[Block]:
    """Yields how sympy derives the place where two formulas meet."""
    variable, place = sympy.latex(found.variable), sympy.latex(found.at)
    above, below, ratio = (sympy.latex(x) for x in (found.smaller_above, found.smaller_below, found.ratio))
    yield Paragraph(
        f"The place, derived: the ratio of ${above}$ to ${below}$ is ${ratio}$, which is monotone in ${variable}$ and "
        f"equal to $1$ at ${variable} = {place}$ only.",
        small=True,
    )


def pattern_table(patterns: Iterable[Evidence]) -> Iterator[Block]:
    """Yields the sparse patterns whose schedule costs less than the literal bound."""
    found = list(patterns)
    yield Paragraph(_PATTERNS)
    rows = []
    for evidence in found:
        large = evidence.large
        verdict = "refutes it" if evidence.holds() else "does not"
        rows.append(
            (
                prose(large.family),
                *(f"${_number(str(number))}$" for number in (large.n, large.M)),
                *(f"${_number(str(sympy.ceiling(bound)))}$" for bound in (large.literal,)),
                f"${_number(str(large.cost))}$",
                f"${_number(str(sympy.ceiling(large.corrected)))}$",
                verdict,
            )
        )
    head = ("family", "$n$", "$M$", "literal bound", "a schedule costs", "Theorem S", "")
    yield Table(head, tuple(rows), (0.18, -0.08, -0.08, -0.14, -0.16, -0.12, 0.12))
    yield Points(tuple(f"{prose(e.family.name)}: {prose(e.family.text)}" for e in found))


def certificates(steps: Iterable[Step], numbers: Numbers) -> Iterator[Block]:
    """Yields the identities of the steps whose certificate is printed but does not stand with its statement."""
    for step in steps:
        certificate = step.certificate
        if certificate is None or not certificate.printed or (certificate.inline and not step.instances):
            continue
        name = step.statement.name
        title = f"{_to(step.statement.called)}, certificate {code(certificate.fingerprint)}"
        yield Head(f"certificate-{name}", title, "", "", None)
        yield from identities.told(certificate, numbers[name][0])
