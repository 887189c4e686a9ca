"""Plain: derivations as JSON values: formulas as the text that they are read from, fractions as texts."""

from __future__ import annotations

import json
from collections.abc import Mapping

import sympy

from proofs.derive.derivation import Derivation
from proofs.derive.loops import BACKING, Loops
from proofs.derive.step import Answers, Certificate, Failure, Obligation, Range, Reading, Step
from proofs.evidence.identity import equation
from proofs.evidence.patterns import Evidence
from proofs.text import text

SCHEMA = 1


def as_json(body: Mapping[str, object]) -> str:
    """Returns a JSON document with its schema number and sorted keys; the same values give the same bytes."""
    return json.dumps({"schema": SCHEMA, **body}, sort_keys=True, indent=1) + "\n"


def derivation_document(made: Derivation) -> dict[str, object]:
    """Returns a derivation as JSON values."""
    return {
        "command": "derive",
        "name": made.name,
        "title": made.title,
        "level": None if made.level is None else made.level.word,
        "definitions": made.definitions,
        "program": None if made.program is None else loops_document(made.program),
        "steps": list(map(step_document, made.steps)),
        "beside": [{"why": why, **step_document(step)} for step, why in made.beside],
        "patterns": list(map(pattern_document, made.patterns)),
    }


def step_document(step: Step) -> dict[str, object]:
    """Returns a step as JSON values."""
    record = step.statement
    return {
        "name": record.name,
        "label": record.label or None,
        "kind": str(step.kind),
        "title": record.title,
        "statement": record.plain,
        "hash": record.hash,
        "level": record.level.word,
        "own_level": step.own.word,
        "limited_by": record.limited_by or None,
        "source": record.source,
        "instances": [
            {
                "name": instance.name,
                "with": {symbol: text(term) for symbol, term in instance.terms},
                "says": None if instance.goal is None else text(instance.goal),
            }
            for instance in step.instances
        ],
        "obligation": _obligation(step.obligation),
        "crossover": None if step.crossover is None else str(step.crossover),
        "programs": list(map(loops_document, step.loops)),
    }


def loops_document(loops: Loops) -> dict[str, object]:
    """Returns a program with the words of each load and store, after closing each loop around it, as JSON values."""
    count = loops.count
    return {
        "program": loops.program.name,
        "computes": loops.program.task.name,
        "backing": BACKING if loops.backed else None,
        "transfers": [
            {
                "transfer": str(found.transfer),
                "phase": ": ".join(found.phases),
                "loops": [str(loop) for loop in found.loops],
                "words": list(map(str, found.sums)),
            }
            for found in count.derivation.contributions
        ],
        "loads": str(count.loads),
        "stores": str(count.stores),
        "io": str(sympy.expand(count.io)),
        "peaks": list(map(str, count.derivation.peaks)),
        "with": {name: text(size) for name, size in loops.tiles},
        "stated": None if loops.stated is None else text(loops.stated),
    }


def pattern_document(evidence: Evidence) -> dict[str, object]:
    """Returns a family of counterexamples as JSON values, at its large member."""
    large = evidence.large
    return {
        "family": large.family,
        "pattern": evidence.family.text,
        "n": large.n,
        "d": large.d,
        "M": large.M,
        "literal_bound": str(large.literal),
        "cost": large.cost,
        "theorem_s": str(large.corrected),
        "refutes": evidence.holds(),
    }


def _obligation(obligation: Obligation) -> dict[str, object]:
    match obligation:
        case Certificate(cases, fingerprint):
            printed = list(map(equation, cases)) if obligation.printed else None
            counts = {"identities": len(cases), "summands": obligation.summands}
            return {"kind": "certificate", "hash": fingerprint, **counts, "printed": printed}
        case Range(scope, cases, _, counterexample):
            return {"kind": "range", "scope": scope, "cases": cases, "counterexample": counterexample}
        case Reading():
            return {"kind": "reading"}
        case Answers(said, note):
            return {"kind": "answers", "said": dict(said), "note": note or None}
        case Failure(point, sides):
            values = {text(side): value for side, value in sides}
            return {"kind": "failure", "at": {name: str(value) for name, value in point}, "values": values}
    raise AssertionError(obligation)
