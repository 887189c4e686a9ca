"""Documents: reports and entries as JSON values, without times, fractions as texts."""

from __future__ import annotations

from proofs.evidence.counting import COUNTING, Counted
from proofs.suite import Entry, Report
from proofs.text import text


def report_document(report: Report) -> dict[str, object]:
    """Returns a report as JSON values."""
    return {
        "statements": [entry_document(entry) for entry in report.entries],
        "tiny": [
            {
                "computation": row.case.computation,
                "n": row.case.n,
                "d": row.case.d,
                "M": row.case.M,
                "trivial": row.trivial,
                "optimum": row.optimum.cost,
                "simple": row.simple,
                "states": row.optimum.states,
                "holds": row.holds,
            }
            for row in report.tiny
        ],
        "counting": [combinatorial_document(name, counted) for name, counted in report.counting.items()],
        "mutants": [{"name": name, "counterexample": mutant.counterexample} for name, mutant in report.mutants.items()],
        "sparse_patterns": [
            {
                "family": pattern.large.family,
                "n": pattern.large.n,
                "M": pattern.large.M,
                "literal_bound": str(pattern.large.literal),
                "cost": pattern.large.cost,
                "theorem_s": str(pattern.large.corrected),
                "holds": pattern.holds(),
            }
            for pattern in report.patterns
        ],
    }


def combinatorial_document(name: str, counted: Counted) -> dict[str, object]:
    """Returns what was found of a combinatorial lemma as JSON values."""
    return {
        "name": name,
        "words": COUNTING[name].words,
        "digest": COUNTING[name].digest,
        "level": counted.level.word,
        "scope": counted.scope,
        "cases": counted.cases,
        "closest": None if counted.closest is None else str(counted.closest),
        "counterexample": counted.counterexample,
    }


def entry_document(entry: Entry) -> dict[str, object]:
    """Returns one entry as JSON values."""
    lemma, finding = entry.lemma, entry.finding
    return {
        "name": lemma.name,
        "label": lemma.label or None,
        "title": lemma.title,
        "symbols": {name: str(sort) for name, sort in lemma.symbols.items()},
        "definitions": lemma.definitions,
        "given": [text(h) for h in lemma.given],
        "goal": text(lemma.goal),
        "digest": lemma.digest,
        "source": lemma.source,
        "theorem": lemma.theorem,
        "level": entry.level.word,
        "own_level": finding.own.word,
        "limited_by": entry.limited_by or None,
        "expected": lemma.expect,
        "scope": finding.scope or lemma.scope,
        "uses": list(finding.uses),
        "evidence": dict(finding.evidence),
        "witness": _point(finding.witness),
        "counterexample": _point(finding.counterexample),
        "note": finding.note or None,
        "surprise": entry.surprise or None,
    }


def _point(point: object) -> dict[str, str] | None:
    return {name: str(v) for name, v in point.items()} if isinstance(point, dict) else None
