"""Citation: what a paper says that it rests on, and where it says so."""

from __future__ import annotations

from dataclasses import dataclass

DEFAULT = "certificate"
"""The level that a citation claims if it names none."""


@dataclass(frozen=True)
class Citation:
    """A citation in line `line`, from 1, of a file; the three texts are as they were written.

    `unreadable` says why name and hash cannot be told, as in the definition of a macro that cites.
    """

    name: str
    hash: str
    level: str
    file: str
    line: int
    unreadable: str = ""
