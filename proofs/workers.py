"""Workers: independent tasks done by several processes at once, with the answers in the order of the tasks."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import TypeVar

T = TypeVar("T")

_tasks: Sequence[Callable[[], object]] = ()
"""What the workers are to do: they are forked once it is set, so that no task must be sent to them."""


def cores() -> int:
    """Returns how many processes this one may run at once without waiting."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def all_done(
    tasks: Sequence[Callable[[], T]], workers: int = 1, done: Callable[[int], None] = lambda number: None
) -> list[T]:
    """Returns what each task returns; `done` hears the number of each as it ends.

    With one worker, or where processes cannot be forked, all is done here, one after the other. An exception in a task
    is raised here, once the tasks that have begun are over.

    >>> all_done([lambda: "a", lambda: "b"], workers=2)
    ['a', 'b']
    """
    if workers == 1 or len(tasks) < 2 or "fork" not in multiprocessing.get_all_start_methods():
        results = []
        for number, task in enumerate(tasks):
            results.append(task())
            done(number)
        return results
    global _tasks  # noqa: PLW0603 - what is forked must be there before, and cannot be an argument
    _tasks = tasks
    found: dict[int, T] = {}
    pool = ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("fork"))
    try:
        running = {pool.submit(_do, number): number for number in range(len(tasks))}
        for future in as_completed(running):
            number = running[future]
            found[number] = future.result()  # type: ignore[assignment]
            done(number)
    finally:
        pool.shutdown(cancel_futures=True)
        _tasks = ()
    return [found[number] for number in range(len(tasks))]


def _do(number: int) -> object:
    return _tasks[number]()
