"""Record: one checked statement as it is cited, with the level that its evidence was just found to have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from proofs.cite.aliases import ALIASES, former, label_of
from proofs.cite.prose import prose
from proofs.cite.sentence import Meaning, Sentence, in_words, spoken, typeset
from proofs.evidence.counting import Combinatorial, Counted
from proofs.level import Level
from proofs.suite import Entry


@dataclass(frozen=True)
class Citable:
    """A statement with its hashes and level; `aliases` are the names it had, `limited_by` the lemma that limits it.

    `hash` is that of the statement, which a citation names; `evidence` is that of what speaks for it, if it is known.
    """

    name: str
    label: str
    aliases: tuple[str, ...]
    title: str
    hash: str
    evidence: str | None
    level: Level
    limited_by: str
    scope: str
    latex: Sentence
    text: Sentence
    source: str
    theorem: bool

    @property
    def called(self) -> str:
        """The label, or the name of what has none."""
        return self.label or self.name

    @property
    def plain(self) -> str:
        """The whole statement as plain text."""
        return _whole(self.text, self.text.goal)

    @property
    def typeset(self) -> str:
        """The whole statement as LaTeX, the goal within the line."""
        return _whole(self.latex, f"${self.latex.goal}$")


def citable(
    entry: Entry,
    meaning: Meaning = in_words,
    evidence: str | None = None,
    aliases: Mapping[str, str] = ALIASES,
) -> Citable:
    """Returns the record of a lemma that has just been examined; `evidence` is the hash of its evidence.

    >>> from proofs.finding import Finding
    >>> from proofs.lemma import lemma
    >>> half = lemma("half_lt", "Half of it is less", "n:N", [], "n/2 < n", "folklore")
    >>> made = citable(Entry(Finding(half, Level.TINY, scope="n = 1, 2"), Level.TINY), aliases={"half": "half_lt"})
    >>> made.plain, made.scope, made.aliases
    ('For all natural numbers n >= 1: n/2 < n.', 'n = 1, 2', ('half',))
    """
    lemma = entry.lemma
    return Citable(
        lemma.name,
        label_of(lemma),
        former(lemma.name, aliases),
        lemma.title,
        lemma.digest,
        evidence,
        entry.level,
        entry.limited_by,
        entry.finding.scope or lemma.scope,
        typeset(lemma, meaning),
        spoken(lemma, meaning),
        lemma.source,
        lemma.theorem,
    )


def citables(
    entries: Iterable[Entry],
    meaning: Meaning = in_words,
    evidence: Mapping[str, str] | None = None,
    aliases: Mapping[str, str] = ALIASES,
) -> tuple[Citable, ...]:
    """Returns the records of the entries of a report; `evidence` has the hashes of evidence by the names of lemmas."""
    hashes = evidence or {}
    return tuple(citable(entry, meaning, hashes.get(entry.lemma.name), aliases) for entry in entries)


def counted(
    lemma: Combinatorial, found: Counted, evidence: str | None = None, aliases: Mapping[str, str] = ALIASES
) -> Citable:
    """Returns the record of a combinatorial lemma, which is in words, with what was just counted."""
    return Citable(
        lemma.name,
        label_of(lemma),
        former(lemma.name, aliases),
        lemma.title,
        lemma.digest,
        evidence,
        found.level,
        "",
        found.scope,
        Sentence("", "", prose(lemma.words)),
        Sentence("", "", lemma.words),
        lemma.source,
        theorem=False,
    )


def _whole(sentence: Sentence, goal: str) -> str:
    claim = f"{sentence.opening}: {goal}." if sentence.goal else ""
    return " ".join(filter(None, [claim, sentence.closing]))
