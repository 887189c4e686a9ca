"""Manifest: all that can be cited, with the version of the program that checked it, as a value and as a JSON file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import metadata
from pathlib import Path
from typing import TypeVar

from graphs.errors import FormatError
from proofs.cite.record import Citable
from proofs.cite.sentence import Sentence
from proofs.level import Level

SCHEMA = 1
LEVELS: Mapping[str, Level] = {level.word: level for level in Level}
"""The levels by the words that citations use, strongest first."""
_CURE = "write it anew with `pebbleproof cite --all FOLDER`"
V = TypeVar("V")


def version() -> str:
    """Returns the version of this program."""
    return metadata.version("pebbleproof")


@dataclass(frozen=True)
class Manifest:
    """The statements that can be cited; `version` is that of the program that checked them."""

    statements: tuple[Citable, ...]
    version: str

    @cached_property
    def names(self) -> Mapping[str, Citable]:
        """The statements by name."""
        return {statement.name: statement for statement in self.statements}

    @cached_property
    def other_names(self) -> Mapping[str, str]:
        """The name meant by each old name, and by each label that is nobody's name."""
        labels = {s.label: s.name for s in self.statements if s.label}
        old = {alias: s.name for s in self.statements for alias in s.aliases}
        return {other: name for other, name in sorted({**labels, **old}.items()) if other not in self.names}

    def find(self, name: str) -> Citable | None:
        """Returns the statement that has a name, had it, or has it as its label."""
        return self.names.get(self.other_names.get(name, name))


def as_json(manifest: Manifest) -> str:
    """Returns a manifest as JSON; the same statements give the same bytes."""
    document = {
        "schema": SCHEMA,
        "checked_by": {"name": "pebbleproof", "version": manifest.version},
        "levels": [{"level": level.word, "means": level.means} for level in Level],
        "statements": list(map(as_document, manifest.statements)),
    }
    return json.dumps(document, sort_keys=True, indent=1) + "\n"


def as_document(statement: Citable) -> dict[str, object]:
    """Returns one statement as JSON values."""
    return {
        "name": statement.name,
        "label": statement.label,
        "aliases": list(statement.aliases),
        "title": statement.title,
        "hash": statement.hash,
        "evidence": statement.evidence,
        "level": statement.level.word,
        "limited_by": statement.limited_by,
        "scope": statement.scope,
        "latex": _parts(statement.latex),
        "text": _parts(statement.text),
        "source": statement.source,
        "theorem": statement.theorem,
    }


def read(path: Path) -> Manifest:
    """Reads the file that `as_json` makes; raises FormatError, with what is wrong, for any other."""
    try:
        whole = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise FormatError(str(path), f"cannot be read: {error.strerror}", cure=_CURE) from None
    except (ValueError, RecursionError) as error:
        raise FormatError(str(path), f"is no JSON: {error}", cure=_CURE) from None
    reader = _Reader(str(path))
    if not isinstance(whole, dict) or whole.get("schema") != SCHEMA:
        got = whole.get("schema") if isinstance(whole, dict) else type(whole).__name__
        raise reader.refuse(f"a manifest is an object with schema {SCHEMA}; got {got!r}")
    statements = tuple(map(reader.statement, reader.get(whole, "statements", list)))
    if len({statement.name for statement in statements}) != len(statements):
        raise reader.refuse("two statements have the same name")
    return Manifest(statements, reader.get(reader.get(whole, "checked_by", dict), "version", str))


def checked(entries: Iterable[Citable]) -> Manifest:
    """Returns the manifest of statements that this program has just checked."""
    return Manifest(tuple(entries), version())


def _parts(sentence: Sentence) -> dict[str, str]:
    return {"opening": sentence.opening, "goal": sentence.goal, "closing": sentence.closing}


@dataclass(frozen=True)
class _Reader:
    """Reads the values of a manifest and keeps the name of its file for messages."""

    where: str

    def refuse(self, rule: str) -> FormatError:
        return FormatError(self.where, rule, cure=_CURE)

    def get(self, node: object, key: str, kind: type[V]) -> V:
        if not isinstance(node, dict):
            raise self.refuse(f"expected an object with the key {key!r}; got {node!r:.40}")
        value = node.get(key)
        if not isinstance(value, kind):
            name = node.get("name", "the manifest")
            raise self.refuse(f"{name!s:.60}: {key!r} must be of type {kind.__name__}; got {value!r:.40}")
        return value

    def sentence(self, node: object) -> Sentence:
        return Sentence(*(self.get(node, key, str) for key in ("opening", "goal", "closing")))

    def statement(self, node: object) -> Citable:
        word = self.get(node, "level", str)
        if word not in LEVELS:
            raise self.refuse(
                f"{self.get(node, 'name', str)}: {word!r} is no level; the levels are {', '.join(LEVELS)}"
            )
        aliases = self.get(node, "aliases", list)
        evidence = self.get(node, "evidence", object)
        return Citable(
            self.get(node, "name", str),
            self.get(node, "label", str),
            tuple(map(str, aliases)),
            self.get(node, "title", str),
            self.get(node, "hash", str),
            None if evidence is None else str(evidence),
            LEVELS[word],
            self.get(node, "limited_by", str),
            self.get(node, "scope", str),
            self.sentence(self.get(node, "latex", dict)),
            self.sentence(self.get(node, "text", dict)),
            self.get(node, "source", str),
            self.get(node, "theorem", bool),
        )
