"""The solver: the least I/O cost of a CDAG, by A* from the end of the game, with a schedule and what was proved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from graphs.cdag import Cdag
from graphs.game import HONG_KUNG, Variant, check_memory
from graphs.search.best import Best
from graphs.search.checkpoint import read, write
from graphs.search.reductions import Reductions
from graphs.search.result import Optimum, Outcome
from graphs.search.stage import Progress, Stage
from graphs.search.symmetry import Symmetry, numbered, symmetry
from graphs.search.words import MOST_NODES
from graphs.strategies import infeasible

BUDGET = 16_000_000

_SAVED = 1 << 18
"""From so much room on, the search is written down whenever its room is doubled."""


def optimum(
    cdag: Cdag,
    M: int,
    variant: Variant = HONG_KUNG,
    budget: int = BUDGET,
    progress: Progress = lambda states, lower, upper: None,
    use: Reductions = Reductions(),  # noqa: B008 - it is frozen
    checkpoint: Path | None = None,
) -> Optimum:
    """Returns the least I/O cost of a CDAG with M words of cache, and a schedule that attains it.

    If `budget` states are stored, or the keyboard interrupts, or the graph has more than 128 nodes besides isolated
    ones, the outcome is an interval: what is proved, and the best schedule. The number of states, not the time,
    decides, so that the answer does not depend on the machine. The schedule is replayed by the referee before it is
    returned. Raises OutOfDomain unless M >= 1.

    A search where nothing may be recomputed is much smaller, and its optimum is a good upper bound for the search
    where it may: needs that cannot be part of a better plan are not kept. So that comes first, with a sixteenth of the
    budget.

    A file `checkpoint` that exists is taken up, and raises FormatError if it is not of the same question; an unfinished
    search is written there when it ends, and now and then before. The budget counts the states in it too.

    >>> optimum(Cdag.from_edges([("a", "c"), ("b", "c")]), M=3).cost
    3
    """
    check_memory(M)
    if variant.least_memory(cdag) > M:
        return Optimum(Outcome.INFEASIBLE, M, variant, None, None, None, 0, infeasible(cdag, M, variant))
    best = Best(cdag, M, variant, use)
    if best.known:
        return best.result()
    if len(cdag) > MOST_NODES:
        reason = f"{cdag.name} has {len(cdag)} nodes; the search takes at most {MOST_NODES}"
        return best.result(reason)
    known = symmetry(numbered(cdag)) if use.symmetry else Symmetry((), whole=True)
    games = [replace(variant, recompute=False), variant] if variant.recompute and use.upper else [variant]
    saved = read(checkpoint, best) if checkpoint is not None and checkpoint.exists() else None
    if saved:
        saved.restore_best(best)
    reason, stage, number = "", None, 0
    try:
        for number in range(saved.number if saved else 0, len(games)):
            if best.known:
                break
            begun = Stage(best, games[number], known)
            if saved and number == saved.number:
                saved.restore(begun)
            stage = begun
            share = budget - stage.earlier if games[number] == variant else budget // 16
            stage.run(share, progress, _keeper(checkpoint, stage, number))
    except KeyboardInterrupt:
        reason = "interrupted"
    if checkpoint is not None and stage is not None and not best.known:
        write(checkpoint, stage, number)
    return best.result(reason)


def _keeper(checkpoint: Path | None, stage: Stage, number: int) -> Callable[[int], None]:
    """What a stage tells when its room has been doubled: it is written down, if that is wanted and not too early."""

    def keep(room: int) -> None:
        if checkpoint is not None and room >= _SAVED:
            write(checkpoint, stage, number)

    return keep
