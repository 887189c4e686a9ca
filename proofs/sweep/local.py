"""Local workers: processes of this machine, a point at a time each; one that dies is replaced, its point retried."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import IO, Any

import proofs
from proofs.sweep.point import Point
from proofs.sweep.result import Outcome, Result
from proofs.sweep.stopped import SweepStopped

Answer = tuple[Point, Result, int]
"""A point, its result, and the milliseconds it took."""

ATTEMPTS = 2
_HOME = str(Path(proofs.__file__).parents[1])
_START = f"import sys; sys.path.insert(0, {_HOME!r}); from proofs.sweep.worker import main; main()"


class LocalWorkers:
    """A thread for each process: it hands over a point, waits for the answer, and notices if the process dies."""

    def __init__(self, count: int) -> None:
        self.room = count
        self._pool = ThreadPoolExecutor(count)
        self._answered: SimpleQueue[tuple[Point, Future[tuple[Result, int]]]] = SimpleQueue()
        self._idle: list[_Process] = []
        self._all: list[_Process] = []
        self._closing = False

    def submit(self, point: Point) -> None:
        """Begins a point."""
        future = self._pool.submit(self._computed, point)
        future.add_done_callback(lambda done: self._answered.put((point, done)))

    def finished(self, timeout: float) -> list[Answer]:
        """Returns the points that have ended, after waiting for one; raises SweepStopped if no process can start."""
        found: list[Answer] = []
        try:
            while True:
                point, future = self._answered.get(timeout=0 if found else timeout)
                found.append((point, *future.result()))
        except Empty:
            return found

    def close(self) -> None:
        """Ends every process, also in the middle of a point."""
        self._closing = True
        for process in list(self._all):
            process.end()
        self._pool.shutdown(cancel_futures=True)

    def _computed(self, point: Point) -> tuple[Result, int]:
        died = ""
        for _ in range(ATTEMPTS):
            process = self._process()
            body = process.ask(point.document())
            if body is not None:
                self._idle.append(process)
                return Result.from_document(body["result"]), int(body["milliseconds"])
            died = process.obituary()
        return Result(Outcome.FAILED, reason=f"its process died {ATTEMPTS} times: {died}"), 0

    def _process(self) -> _Process:
        try:
            process = self._idle.pop()
        except IndexError:
            process = _Process()
            self._all.append(process)
        if self._closing:  # asked after the list has the process: so either this or `close` ends it
            process.end()
            raise SweepStopped("the sweep is over")
        process.wait_until_ready()
        return process


class _Process:
    """One process and the two pipes to it."""

    def __init__(self) -> None:
        self.ready = False
        self.errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the process is
        pipe = subprocess.PIPE
        self.child = subprocess.Popen(
            [sys.executable, "-c", _START], stdin=pipe, stdout=pipe, stderr=self.errors, text=True, encoding="utf-8"
        )

    def wait_until_ready(self) -> None:
        if not self.ready:
            self.ready = self._read() is not None
        if not self.ready:
            self.child.wait()
            raise SweepStopped(f"a worker process does not start: {self._last_words() or self.obituary()}")

    def ask(self, document: dict[str, object]) -> dict[str, Any] | None:
        """The answer to a point, or None if the process died of it."""
        assert self.child.stdin is not None
        try:
            self.child.stdin.write(json.dumps(document) + "\n")
            self.child.stdin.flush()
        except OSError:
            return None
        return self._read()

    def obituary(self) -> str:
        """How the process ended, once it has."""
        status = self.child.wait()
        if status >= 0:
            said = self._last_words()
            return f"exit status {status}" + (f": {said}" if said else "")
        try:
            name = signal.Signals(-status).name
        except ValueError:
            name = "no name"
        return f"signal {-status} ({name})" + ("; was it short of memory?" if -status == 9 else "")

    def end(self) -> None:
        self.child.kill()
        self.child.wait()

    def _read(self) -> dict[str, Any] | None:
        assert self.child.stdout is not None
        try:
            line = self.child.stdout.readline()
            return dict(json.loads(line)) if line.endswith("\n") else None
        except (OSError, ValueError):
            return None

    def _last_words(self) -> str:
        self.errors.seek(0)
        lines = self.errors.read()[-4000:].decode("utf-8", "replace").strip().splitlines()
        return lines[-1][:300] if lines else ""
