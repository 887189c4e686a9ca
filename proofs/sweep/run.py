"""The run of a sweep: hands the points that are missing to workers, and writes each result as it comes."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from proofs.sweep.local import Answer
from proofs.sweep.point import Point
from proofs.sweep.result import Outcome
from proofs.sweep.store import LAPSES, Claim, Store

_PAUSE = 0.2
"""Seconds between two looks at what other sweeps are doing."""


class Workers(Protocol):
    """Whoever computes points: processes of this machine, or a cluster."""

    @property
    def room(self) -> int:
        """How many points may be under way at once."""

    def submit(self, point: Point) -> None:
        """Begins a point."""

    def finished(self, timeout: float) -> list[Answer]:
        """Returns the points that have ended, after waiting for one."""

    def close(self) -> None:
        """Ends the workers, also in the middle of a point."""


@dataclass(frozen=True)
class Tally:
    """What a run has done: points found in the store, computed here, and computed meanwhile by another sweep."""

    before: int
    computed: Counter[Outcome]
    elsewhere: int


def missing(points: Sequence[Point], store: Store) -> list[Point]:
    """Returns the points that have no result yet."""
    known = store.known()
    return [point for point in points if point.key not in known]


def run(points: Sequence[Point], store: Store, workers: Workers, done: Callable[[], None] = lambda: None) -> Tally:
    """Computes what is missing and returns what was done; `done` hears of each point that has its result.

    A point is claimed in the store before it is begun. What another sweep has claimed is left to it, and looked at
    again when nothing else is left to do, so that two sweeps share the work and neither depends on the other. Whatever
    happens, all that was recorded stays; claims are given up when the store is closed, or lapse.
    """
    waiting = deque(missing(points, store))
    taken: list[Point] = []
    before, elsewhere, under_way, computed = len(points) - len(waiting), 0, 0, Counter[Outcome]()
    renewed = looked = time.monotonic()
    while waiting or taken or under_way:
        if not waiting and taken and time.monotonic() - looked >= _PAUSE:
            waiting, taken, looked = deque(taken), [], time.monotonic()
        room = workers.room - under_way
        while waiting and room > 0:
            point = waiting.popleft()
            match store.claim(point.key):
                case Claim.MINE:
                    workers.submit(point)
                    under_way, room = under_way + 1, room - 1
                case Claim.TAKEN:
                    taken.append(point)
                case Claim.DONE:
                    elsewhere += 1
                    done()
        if under_way:
            for point, result, milliseconds in workers.finished(_PAUSE):
                store.record(point, result, milliseconds)
                computed[result.outcome] += 1
                under_way -= 1
                done()
        elif taken:
            time.sleep(_PAUSE)
        if time.monotonic() - renewed > LAPSES / 6:
            store.renew()
            renewed = time.monotonic()
    return Tally(before, computed, elsewhere)
