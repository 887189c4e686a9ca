"""Verdict: whether a citation still holds, and if not, why, and what would cure it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum

from proofs.cite.citation import Citation
from proofs.cite.manifest import LEVELS, Manifest
from proofs.cite.record import Citable
from proofs.level import Level


class Verdict(StrEnum):
    """The verdicts, as they are printed."""

    OK = "ok"
    STALE = "STALE"
    UNKNOWN = "UNKNOWN"
    OVERCLAIM = "OVERCLAIM"


@dataclass(frozen=True)
class Judged:
    """A citation with its verdict; `statement` is what it means, and `note` says what to do, or nothing."""

    citation: Citation
    verdict: Verdict
    statement: Citable | None = None
    note: str = ""


def supports(level: Level, claimed: Level) -> bool:
    """Returns whether evidence of a level bears out a claim; what is not refuted must not be called refuted.

    >>> supports(Level.KERNEL, Level.CERTIFICATE), supports(Level.OPEN, Level.TINY), supports(Level.KERNEL, Level.OPEN)
    (True, False, True)
    >>> supports(Level.KERNEL, Level.REFUTED), supports(Level.REFUTED, Level.REFUTED)
    (False, True)
    """
    if Level.REFUTED in (level, claimed):
        return level is claimed
    return level.weakness <= claimed.weakness


def judged(citations: Iterable[Citation], manifest: Manifest, known: Iterable[str] = ()) -> list[Judged]:
    """Returns each citation with the verdict that a manifest gives; `known` are names to suggest for unknown ones."""
    names = [*manifest.names, *manifest.other_names, *known]
    return [judge(citation, manifest, names) for citation in citations]


def judge(citation: Citation, manifest: Manifest, known: Sequence[str] = ()) -> Judged:
    """Returns a citation with its verdict: first whether the name is known, then the hash, then the level."""
    if citation.unreadable:
        return Judged(citation, Verdict.UNKNOWN, note=citation.unreadable)
    statement = manifest.find(citation.name)
    if statement is None:
        near = get_close_matches(citation.name, sorted({*known}), n=2, cutoff=0.6)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        return Judged(citation, Verdict.UNKNOWN, note=f"no statement has this name{hint}")
    renamed = "" if citation.name == statement.name else f"is now called {statement.name}"
    if citation.hash.lower() != statement.hash.lower():
        note = f"cites {citation.hash or 'no hash'}, current {statement.hash}"
        return Judged(citation, Verdict.STALE, statement, _joined(renamed, note))
    claimed = LEVELS.get(citation.level)
    if claimed is None:
        note = f"{citation.level!r} is no level; the levels are {', '.join(LEVELS)}"
        return Judged(citation, Verdict.UNKNOWN, statement, note)
    if not supports(statement.level, claimed):
        limit = f", limited by {statement.limited_by}" if statement.limited_by else ""
        note = f"cited as {claimed.word}, is {statement.level.word}{limit}"
        return Judged(citation, Verdict.OVERCLAIM, statement, _joined(renamed, note))
    return Judged(citation, Verdict.OK, statement, renamed)


def _joined(*notes: str) -> str:
    return "; ".join(filter(None, notes))
