"""Workers: the same answers in the same order from one process and from several, and errors that are not lost."""

import os
import time

import pytest

from proofs.errors import StatementError
from proofs.workers import all_done, cores


def refuse() -> int:
    raise StatementError("no statement")


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_answers_come_in_the_order_of_the_tasks(workers: int) -> None:
    told: list[int] = []
    tasks = [lambda n=n: (time.sleep(0.02 * (n % 2)), n * n)[1] for n in range(7)]
    assert all_done(tasks, workers, told.append) == [n * n for n in range(7)]
    assert sorted(told) == list(range(7))


def test_several_workers_are_other_processes() -> None:
    assert os.getpid() not in all_done([os.getpid, os.getpid], workers=2)
    assert all_done([os.getpid], workers=2) == [os.getpid()]  # one task needs no other process


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_in_a_task_is_raised(workers: int) -> None:
    with pytest.raises(StatementError, match="no statement"):
        all_done([lambda: 1, refuse, lambda: 2], workers)


def test_nothing_to_do_is_done_at_once() -> None:
    assert all_done([], workers=4) == []
    assert cores() >= 1
