"""Ledger: what a verification found, with hashes, in a file; a later one is compared with it, and never believes it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path

from graphs.errors import FormatError
from proofs.evidence import second, smt
from proofs.evidence.certificate import fingerprint
from proofs.evidence.counting import COUNTING, Counted
from proofs.finding import shown
from proofs.hashes import hash_of
from proofs.level import Level
from proofs.suite import Entry, Report

SCHEMA = 1
Ledger = Mapping[str, object]
_LEVELS = {level.word: level for level in Level}


def evidence_hashes(report: Report) -> dict[str, str]:
    """Returns, for each statement, the hash of its evidence: the means, and the evidence of what the proof used.

    It changes with a certificate, with the version of a solver whose word counts, with the range of an exhaustive
    check, and with the evidence or the statement of anything below. It does not change with the time of day.
    """
    found = {name: hash_of(_counted(name, counted)) for name, counted in report.counting.items()}
    statements = {name: COUNTING[name].digest for name in report.counting}
    for entry in report.entries:
        uses = {name: [statements[name], found[name]] for name in entry.finding.uses}
        found[entry.lemma.name] = hash_of({**_means(entry), "uses": uses})
        statements[entry.lemma.name] = entry.lemma.hash
    return found


def ledger_of(report: Report) -> Ledger:
    """Returns the ledger of a report: statements and combinatorial lemmas with hashes, levels, and tool versions."""
    evidence = evidence_hashes(report)
    body = {
        "schema": SCHEMA,
        "tools": versions(),
        "statements": {
            entry.lemma.name: {
                "statement": entry.lemma.hash,
                "evidence": evidence[entry.lemma.name],
                "level": entry.level.word,
                "own_level": entry.finding.own.word,
                "limited_by": entry.limited_by,
                "uses": list(entry.finding.uses),
            }
            for entry in report.entries
        },
        "combinatorial": {
            name: {"statement": COUNTING[name].digest, "evidence": evidence[name], "level": counted.level.word}
            for name, counted in report.counting.items()
        },
        "status": report.status,
    }
    return {**body, "sha256": hash_of(body)}


def versions() -> dict[str, str]:
    """Returns the versions of this program and of the solvers that are installed."""
    found = {"pebbleproof": metadata.version("pebbleproof"), "z3": smt.version()}
    return found | ({"cvc5": second.version()} if second.available() else {})


def written(ledger: Ledger) -> str:
    """Returns a ledger as it stands in a file: the same findings give the same bytes."""
    return json.dumps(ledger, sort_keys=True, indent=1) + "\n"


def load(path: Path) -> Ledger:
    """Returns the ledger of a file; raises FormatError if it cannot be read, or is not as it was written."""
    try:
        ledger = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise FormatError(str(path), f"cannot be read: {error.strerror}", cure="name another file") from None
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise FormatError(str(path), f"is no JSON: {error}", cure="write it anew with --ledger") from None
    if not isinstance(ledger, dict) or ledger.get("schema") != SCHEMA:
        raise FormatError(str(path), f"is no ledger of schema {SCHEMA}", cure="write it anew with --ledger")
    body = {name: value for name, value in ledger.items() if name != "sha256"}
    try:
        own = hash_of(body)
    except (ValueError, RecursionError) as error:
        raise FormatError(str(path), f"has a value without a canonical form: {error}", cure="write it anew") from None
    if ledger.get("sha256") != own:
        raise FormatError(str(path), "has been changed: its hash is not its own", cure="write it anew with --ledger")
    return ledger


def differences(claimed: Ledger, found: Ledger) -> list[str]:
    """Returns what a ledger claims that was not found: statements that are gone, have changed, or have less evidence.

    More evidence than claimed is no difference, and neither is another certificate.
    """
    return [
        f"{name}: {what}"
        for part in ("statements", "combinatorial")
        for name, before in _part(claimed, part).items()
        if (what := _difference(before, _part(found, part).get(name)))
    ]


def _difference(before: Mapping[str, object], now: Mapping[str, object] | None) -> str:
    if now is None:
        return "it is not in the catalogue"
    if before.get("statement") != now["statement"]:
        return f"the statement has changed, from {str(before.get('statement'))[:10]} to {str(now['statement'])[:10]}"
    was, level = _LEVELS.get(str(before.get("level"))), _LEVELS[str(now["level"])]
    if was is None:
        return f"the ledger has the unknown level {before.get('level')!r}"
    if level.weakness > was.weakness:
        limit = f", limited by {now['limited_by']}" if now.get("limited_by") else ""
        return f"the ledger says {was.word}, found is {level.word}{limit}"
    return ""


def _part(ledger: Ledger, name: str) -> Mapping[str, Mapping[str, object]]:
    part = ledger.get(name)
    return part if isinstance(part, dict) and all(isinstance(v, dict) for v in part.values()) else {}


def _means(entry: Entry) -> dict[str, object]:
    finding = entry.finding
    means: dict[str, object] = {"level": finding.own.word}
    if finding.own is Level.CERTIFICATE:
        means["certificate"] = fingerprint(entry.lemma.name)
    elif finding.own in (Level.SOLVER, Level.SOLVERS):
        known = versions()
        means["solvers"] = {tool: known[tool] for tool, said in finding.evidence.items() if said.startswith("unsat")}
    elif finding.counterexample is not None:
        means["counterexample"] = shown(finding.counterexample)
    return means


def _counted(name: str, counted: Counted) -> dict[str, object]:
    return {"words": COUNTING[name].words, "scope": counted.scope, "cases": counted.cases, "level": counted.level.word}
