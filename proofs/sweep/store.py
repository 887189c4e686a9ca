"""The store: an SQLite file with the result of each point under its key, and who is computing which point now."""

from __future__ import annotations

import json
import os
import socket
import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from types import TracebackType
from typing import Self

from graphs.errors import FormatError
from graphs.formats.source import shown
from proofs.hashes import hash_of
from proofs.sweep.point import Point, point_of
from proofs.sweep.result import Outcome, Result

SCHEMA = 1
APPLICATION = 0x70656262
"""The bytes `pebb`: SQLite keeps them in the head of the file, where `file` and others find them."""

LAPSES = 30
"""Seconds after which a claim that nobody has renewed counts for nothing."""

_PATIENCE = 30
"""Seconds to wait while another process writes."""

_TABLES = """
CREATE TABLE results (
    key TEXT PRIMARY KEY,
    point TEXT NOT NULL,
    outcome TEXT NOT NULL,
    result TEXT NOT NULL,
    milliseconds INTEGER NOT NULL
);
CREATE TABLE claims (key TEXT PRIMARY KEY, host TEXT NOT NULL, process INTEGER NOT NULL, renewed INTEGER NOT NULL);
"""


class Claim(Enum):
    """What became of the wish to compute a point."""

    MINE = auto()
    TAKEN = auto()  # another sweep is computing it
    DONE = auto()  # its result is there


@dataclass(frozen=True)
class Record:
    """A row of the store."""

    point: Point
    result: Result

    def document(self) -> dict[str, object]:
        """Returns the row as JSON values, without any time."""
        subject = {"key": self.point.key, "subject": self.point.subject, "point": self.point.document()}
        return {**subject, **self.result.document()}


class Store:
    """An open store, to be read only, or `writable` and then made if it is missing.

    Every change is one transaction, so that a process may be killed at any moment.

    Raises FormatError, naming the file, if it is missing, newer, no store, or damaged.
    """

    def __init__(self, path: Path, writable: bool = False) -> None:
        self.where, self._writable = shown(path), writable
        if not writable and not path.is_file():
            cure = "name the file that a sweep has written"
            raise FormatError(self.where, "is a directory" if path.is_dir() else "no such file", cure=cure)
        with self._named():
            if writable:
                path.parent.mkdir(parents=True, exist_ok=True)
            place = f"{path.absolute().as_uri()}?mode={'rwc' if writable else 'ro'}"
            self._db = sqlite3.connect(place, uri=True, timeout=_PATIENCE, isolation_level=None)
            try:
                self._open_patiently()
            except BaseException:
                self._db.close()
                raise
        self._host, self._process = socket.gethostname(), os.getpid()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Gives up the claims of this process and closes the file."""
        with self._named():
            if self._writable:
                self._db.execute("DELETE FROM claims WHERE host = ? AND process = ?", (self._host, self._process))
            self._db.close()

    def known(self) -> set[str]:
        """Returns the keys of all results."""
        with self._named():
            return {key for (key,) in self._db.execute("SELECT key FROM results")}

    def records(self, points: Iterable[Point] | None = None) -> list[Record]:
        """Returns the rows of some points in their order, or all rows in the order of their points."""
        if points is not None:
            found = (self._result(point) for point in points)
            return [record for record in found if record is not None]
        with self._named():
            rows = self._db.execute("SELECT key, point, result FROM results").fetchall()
        return sorted((self._record(*row) for row in rows), key=lambda record: record.point.rank)

    def claim(self, key: str) -> Claim:
        """Tries to reserve a point for this sweep."""
        now = int(time.time())
        with self._transaction():
            if self._db.execute("SELECT 1 FROM results WHERE key = ?", (key,)).fetchone():
                return Claim.DONE
            row = self._db.execute("SELECT host, process, renewed FROM claims WHERE key = ?", (key,)).fetchone()
            if row is not None and self._alive(row[0], row[1], now - row[2]):
                return Claim.TAKEN
            claim = (key, self._host, self._process, now)
            self._db.execute("INSERT OR REPLACE INTO claims VALUES (?, ?, ?, ?)", claim)
            return Claim.MINE

    def renew(self) -> None:
        """Renews the claims of this process, so that they do not lapse."""
        with self._transaction():
            where = (int(time.time()), self._host, self._process)
            self._db.execute("UPDATE claims SET renewed = ? WHERE host = ? AND process = ?", where)

    def record(self, point: Point, result: Result, milliseconds: int) -> None:
        """Writes a result, unless there is one, and gives up the claim."""
        texts = (_json(point.document()), str(result.outcome), _json(result.document()))
        with self._transaction():
            row = (point.key, *texts, milliseconds)
            self._db.execute("INSERT OR IGNORE INTO results VALUES (?, ?, ?, ?, ?)", row)
            self._db.execute("DELETE FROM claims WHERE key = ?", (point.key,))

    def forget_failed(self, points: Iterable[Point]) -> None:
        """Drops the rows of points that failed, so that they are computed again."""
        with self._transaction():
            rows = [(point.key, str(Outcome.FAILED)) for point in points]
            self._db.executemany("DELETE FROM results WHERE key = ? AND outcome = ?", rows)

    def _open_patiently(self) -> None:
        """While another process makes the file a store, SQLite may refuse at once instead of waiting."""
        end = time.monotonic() + _PATIENCE
        while True:
            try:
                self._open()
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                    raise
                time.sleep(0.05)

    def _open(self) -> None:
        """Checks that the file is a sound store of this schema, and makes the tables in a new one."""
        # tables first: whoever is making them now writes the two numbers with them
        (tables,) = self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        (application,) = self._db.execute("PRAGMA application_id").fetchone()
        if tables and application != APPLICATION:
            raise FormatError(self.where, "is an SQLite file of another program", cure="name another file")
        if version > SCHEMA:
            rule = f"has schema {version}; this pebbleproof reads schemas up to {SCHEMA}"
            raise FormatError(self.where, rule, cure="use a newer pebbleproof, or another file")
        if tables:
            (verdict,) = self._db.execute("PRAGMA quick_check(1)").fetchone()
            if verdict != "ok":
                raise FormatError(self.where, f"is damaged: {verdict}", cure="delete it, or take a copy from before")
        elif not self._writable:
            raise FormatError(self.where, "is an empty database", cure="name the file that a sweep has written")
        if self._writable:
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = NORMAL")
        if not tables:
            with self._transaction():
                if not self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                    for statement in filter(str.strip, _TABLES.split(";")):
                        self._db.execute(statement)
                    self._db.execute(f"PRAGMA application_id = {APPLICATION}")
                    self._db.execute(f"PRAGMA user_version = {SCHEMA}")

    def _result(self, point: Point) -> Record | None:
        with self._named():
            row = self._db.execute("SELECT key, point, result FROM results WHERE key = ?", (point.key,)).fetchone()
        return None if row is None else self._record(*row)

    def _record(self, key: str, point: str, result: str) -> Record:
        """A row, once its key is seen to be the hash of its point."""
        try:
            document = json.loads(point)
            if hash_of(document) != key:
                raise ValueError("its key is not the hash of its point")
            return Record(point_of(document), Result.from_document(json.loads(result)))
        except (ValueError, TypeError, KeyError) as error:
            reason = str(error).splitlines()[0]
            cure = "delete the row, and the sweep computes it again"
            raise FormatError(self.where, f"the row {key[:10]} is damaged: {reason}", cure=cure) from None

    def _alive(self, host: str, process: int, age: int) -> bool:
        """Whether who made a claim, renewed `age` seconds ago, is still at work, as far as one can tell from here."""
        if age > LAPSES or (host, process) == (self._host, self._process):
            return False
        if host != self._host or os.name == "nt":  # there, signal 0 is no question
            return True
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return False
        except PermissionError:
            pass
        return True

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._named():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Errors of SQLite and of the file system become ones that name the file."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            named = getattr(error, "sqlite_errorname", "")
            if named.startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT", "SQLITE_SCHEMA")) or "no such" in str(error):
                cure = "delete it, or take a copy from before"
                raise FormatError(self.where, f"is no store, or is damaged: {error}", cure=cure) from None
            raise FormatError(self.where, f"cannot be used: {error}", cure="name another file") from None
        except OSError as error:
            raise FormatError(self.where, f"cannot be made: {error.strerror}", cure="name another file") from None


def _json(document: object) -> str:
    return json.dumps(document, separators=(",", ":"))
