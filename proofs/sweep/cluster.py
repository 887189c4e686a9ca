"""Cluster: the workers of a Dask scheduler that is already running, on other machines or on this one."""

from __future__ import annotations

import logging
import math
import time
from concurrent.futures import CancelledError
from queue import Empty, SimpleQueue
from typing import Any

from graphs.errors import OutOfDomain
from proofs.errors import ToolMissing
from proofs.sweep.local import Answer
from proofs.sweep.point import Point
from proofs.sweep.result import Outcome, Result
from proofs.sweep.stopped import SweepStopped
from proofs.sweep.task import answer

PATIENCE = 30
"""Seconds to wait for the scheduler, and for its first worker."""

_ASK_EVERY = 2
"""Seconds between two questions to the scheduler about its workers."""


class Cluster:
    """Hands points to a scheduler, two for each thread of its workers, and takes the results back.

    A worker that dies is the scheduler's to notice: it gives the point to another one, and gives up on a point that
    several workers died of; that point is then recorded as failed. No worker sees the store.
    """

    def __init__(self, address: str) -> None:
        try:
            import distributed  # noqa: PLC0415 - an extra
        except ImportError:
            raise ToolMissing(
                "--scheduler needs dask.distributed; install it, or pebbleproof with the extra `sweep`"
            ) from None
        for name in ("distributed", "distributed.client", "distributed.core"):
            logging.getLogger(name).setLevel(logging.CRITICAL)  # what matters is said here
        self._killed: type[BaseException] = distributed.scheduler.KilledWorker
        self._closed: type[BaseException] = distributed.client.ClosedClientError
        self._answered: SimpleQueue[tuple[Point, Any]] = SimpleQueue()
        self.address = address
        self._asked, self._threads = -math.inf, 0
        try:
            self._client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise OutOfDomain(
                f"no Dask scheduler answers at {address}: {reason}; start one with `dask scheduler`, and workers with "
                "`dask worker`, or leave out --scheduler"
            ) from None
        try:
            self._client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            self.close()
            raise SweepStopped(
                f"the scheduler at {address} has had no workers for {PATIENCE} seconds; start some with `dask worker "
                f"{address} --nthreads 1`, in an environment with pebbleproof"
            ) from None

    @property
    def room(self) -> int:
        """How many points may be under way at once; the scheduler is asked now and then, since workers come and go."""
        if time.monotonic() - self._asked > _ASK_EVERY:
            try:
                self._threads = sum(self._client.nthreads().values())
            except OSError:
                raise self._gone() from None
            self._asked = time.monotonic()
        return max(1, 2 * self._threads)

    def submit(self, point: Point) -> None:
        """Begins a point; two sweeps that hand over the same one share it.

        Raises SweepStopped if the scheduler is gone.
        """
        try:
            future = self._client.submit(answer, point.document(), key=f"pebbleproof-{point.key}")
        except self._closed:
            raise self._gone() from None
        future.add_done_callback(lambda done: self._answered.put((point, done)))

    def finished(self, timeout: float) -> list[Answer]:
        """Returns the points that have ended, after waiting for one; raises SweepStopped if the scheduler is gone."""
        found: list[Answer] = []
        try:
            while True:
                point, future = self._answered.get(timeout=0 if found else timeout)
                found.append((point, *self._taken(future)))
        except Empty:
            if not found and self._client.status not in ("running", "connecting"):
                raise self._gone() from None
            return found

    def close(self) -> None:
        """Leaves the scheduler; what it was still doing for this sweep it drops."""
        self._client.close(timeout=5)

    def _gone(self) -> SweepStopped:
        return SweepStopped(f"the scheduler at {self.address} is gone; what was finished is in the store")

    def _taken(self, future: Any) -> tuple[Result, int]:
        try:
            body = future.result()
        except self._killed as error:
            return Result(Outcome.FAILED, reason=f"its workers died: {str(error).splitlines()[0]}"), 0
        except SweepStopped:
            raise
        except (CancelledError, OSError):  # an OSError is of the connection: the task raises none
            raise self._gone() from None
        except Exception as error:  # the task itself raises nothing else: this is about the cluster
            reason = str(error).splitlines()[0] if str(error) else ""
            raise SweepStopped(
                f"the cluster at {self.address} cannot compute: {type(error).__name__}: {reason}; "
                "are pebbleproof and dask the same on every machine?"
            ) from None
        return Result.from_document(body["result"]), int(body["milliseconds"])
