"""The exceptions that end a sweep before its last point; what is in the store by then stays there."""

from __future__ import annotations

from typing import ClassVar

from graphs.errors import UNDECIDED, PebbleproofError


class SweepStopped(PebbleproofError):
    """Whoever was to compute the points cannot: a worker does not start, or the scheduler is gone."""

    exit_status: ClassVar[int] = UNDECIDED
