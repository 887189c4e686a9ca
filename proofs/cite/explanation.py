r"""Explanation: why a statement holds, to be followed with a pencil, in a frame that can be pasted into a proof."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass

from proofs.cite.check import records
from proofs.cite.manifest import as_document
from proofs.cite.prose import escaped, prose
from proofs.cite.record import Citable
from proofs.evidence.certificate import Certified, certify
from proofs.evidence.identity import as_latex, as_text
from proofs.finding import shown
from proofs.lemma import Lemma
from proofs.level import Level
from proofs.suite import Report

_WIDTH = 100
_CLAIM = re.compile(r"\\paragraph\{(\$.*\$)\}")
_HOW = (
    "Suppose that a claim below is false. Then so is each equation after it: by the facts that follow it, and since a "
    "square is not negative, no term of its right side is negative and some term is positive, so that the sum is not 0."
    " But expanded, the right side is 0, whatever the values of the symbols. So the claim is true."
)


@dataclass(frozen=True)
class Explanation:
    """A statement with its certificate, if it has one, and what it rests on; `evidence` pairs tools with answers."""

    statement: Citable
    certified: Certified | None
    rests_on: tuple[Citable, ...]
    evidence: tuple[tuple[str, str], ...]
    note: str
    counterexample: str

    @property
    def summary(self) -> str:
        """What the evidence is, in one sentence."""
        level = self.statement.level
        limit = f", limited by {self.statement.limited_by}" if self.statement.limited_by else ""
        return f"{level.word}{limit}: {level.means}"


def explanation(name: str, report: Report, catalogue: Mapping[str, Lemma]) -> Explanation:
    """Returns the explanation of a statement that has been examined with all that it rests on.

    A certificate is checked again before it is shown.
    """
    known = records(report)
    if name in report.counting:
        found = report.counting[name]
        evidence = (("the count", f"no case of {found.cases:,} is against it"),) if found.holds else ()
        return Explanation(known[name], None, (), evidence, "", found.counterexample or "")
    entry = next(entry for entry in report.entries if entry.lemma.name == name)
    finding = entry.finding
    certified = certify(entry.lemma, catalogue) if finding.own.holds else None
    point = finding.counterexample if finding.own is Level.REFUTED else None
    return Explanation(
        known[name],
        certified if isinstance(certified, Certified) else None,
        tuple(known[use] for use in finding.uses),
        tuple(finding.evidence.items()),
        finding.note,
        "" if point is None else shown(point),
    )


def as_plain(explained: Explanation, version: str) -> str:
    """Returns an explanation as plain text."""
    statement = explained.statement
    label = f"{statement.label} = " if statement.label else ""
    lines = [
        f"{label}{statement.name}: {statement.title}",
        *textwrap.wrap(statement.plain, _WIDTH),
        "",
        f"Statement {statement.hash}, checked by pebbleproof {version}.",
        f"Evidence: {explained.summary}.",
        *textwrap.wrap(f"Range: {statement.scope}.", _WIDTH),
    ]
    if explained.rests_on:
        lines += ["", "It rests on:"]
        for used in explained.rests_on:
            lines.append(f"  {used.called} [{used.level.word} {used.hash}] {used.title}")
            lines += textwrap.wrap(used.plain, _WIDTH, initial_indent="    ", subsequent_indent="    ")
    if explained.certified is not None:
        return "\n".join([*lines, "", "Proof.", *textwrap.wrap(_HOW, _WIDTH), "", as_text(explained.certified)])
    lines += ["", *_without_certificate(explained)]
    return "\n".join(lines)


def as_values(explained: Explanation) -> dict[str, object]:
    """Returns an explanation as JSON values; `proof` is the text of the certificate, if there is one."""
    return {
        "statement": as_document(explained.statement),
        "rests_on": [used.name for used in explained.rests_on],
        "evidence": dict(explained.evidence),
        "counterexample": explained.counterexample or None,
        "note": explained.note or None,
        "proof": None if explained.certified is None else as_text(explained.certified),
    }


def as_tex(explained: Explanation, version: str) -> str:
    """Returns an explanation as LaTeX, for a document that uses amsmath, amsthm and checkedlemmas."""
    statement = explained.statement
    limit = rf", limited by \texttt{{{escaped(statement.limited_by)}}}" if statement.limited_by else ""
    lines = [
        f"% pebbleproof {version} explain {statement.name}: statement {statement.hash}, {statement.level.word}",
        rf"\begin{{proof}}[{_head(statement)}]",
        statement.typeset,
    ]
    if explained.rests_on:
        used = [rf"\checkedlemma[{used.level.word}]{{{used.name}}}{{{used.hash}}}" for used in explained.rests_on]
        lines.append(f"It rests on {', '.join(used)}.")
    if explained.certified is not None:
        identity = _CLAIM.sub(r"\\medskip\\par\\noindent\\emph{Claim:} \1.", as_latex(explained.certified))
        lines += ["", *textwrap.wrap(_HOW, _WIDTH), identity]
    else:
        lines += ["", *map(prose, _without_certificate(explained))]
    level = f"Evidence: {statement.level.word}{limit}. " if statement.limited_by else ""
    return "\n".join([*lines, f"{level}\\end{{proof}}"])


def _head(statement: Citable) -> str:
    what = rf"\texttt{{{escaped(statement.label or statement.name)}}} ({prose(statement.title)})"
    if statement.level.holds:
        return f"Proof of {what}"
    return f"{'Refuted' if statement.level is Level.REFUTED else 'Open'}: {what}"


def _without_certificate(explained: Explanation) -> list[str]:
    """What speaks for or against a statement, if it is not an identity; its lines are sentences."""
    if explained.counterexample:
        return [f"The statement is false; it fails at {explained.counterexample}."]
    lines = [f"{tool} says: {answer}." for tool, answer in explained.evidence]
    if explained.statement.level is Level.TINY:
        lines.append("That range was gone through in full, and nothing is claimed beyond it.")
    if explained.note:
        lines.append(f"{explained.note[:1].upper()}{explained.note[1:]}.")
    return [*lines, "There is no identity to check with a pencil."]
