"""Aliases: names that statements had, so that a paper that cites an old name is still understood."""

from __future__ import annotations

from collections.abc import Mapping

ALIASES: Mapping[str, str] = {}
"""Each old name with the name that took its place; that name may have been changed again."""


def resolve(name: str, catalogue: Mapping[str, object], aliases: Mapping[str, str] = ALIASES) -> str | None:
    """Returns the name of the statement that is meant by a name, an old name or a label, or None if none is.

    A name that is in use means the statement that has it now, whatever had it before.

    >>> from proofs.lemma import lemma
    >>> half = lemma("half_lt", "Half of it is less", "n:N", [], "n/2 < n", "folklore")
    >>> [resolve(name, {"half_lt": half}, {"H": "half", "half": "half_lt"}) for name in ("half_lt", "H", "third")]
    ['half_lt', 'half_lt', None]
    """
    seen: set[str] = set()
    while name not in catalogue and name in aliases and name not in seen:
        seen.add(name)
        name = aliases[name]
    if name in catalogue:
        return name
    return next((own for own, statement in catalogue.items() if label_of(statement) == name), None)


def former(name: str, aliases: Mapping[str, str] = ALIASES) -> tuple[str, ...]:
    """Returns the names that a lemma had, sorted.

    >>> former("half_lt", {"H": "half", "half": "half_lt", "T": "third"})
    ('H', 'half')
    """
    found: set[str] = set()
    waiting = {name}
    while waiting:
        found |= waiting
        waiting = {old for old, new in aliases.items() if new in waiting} - found
    return tuple(sorted(found - {name}))


def label_of(statement: object) -> str:
    """Returns the short name of a lemma, or nothing."""
    return str(getattr(statement, "label", ""))
