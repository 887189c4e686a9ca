"""Inputs and outputs: no schedule costs less than one load for each input and one store for each output."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, count

import numpy as np

from graphs.bounds import trivial_bound
from graphs.search import oracle
from proofs.evidence.counting.combinatorial import Combinatorial
from proofs.evidence.counting.counted import Counted, Tally
from proofs.evidence.counting.patterns import Pattern, patterns
from proofs.evidence.tiny import CASES, Case, Row, confirm
from symbolic.attention import Computation

NAME = "inputs-and-outputs"


@dataclass(frozen=True)
class Known:
    """A CDAG with M words of cache: its inputs plus its outputs, and the optimum that a search has found."""

    text: str
    trivial: int
    optimum: int


@dataclass(frozen=True)
class Range:
    """Shapes (n, d) of sparse scores, cases of attention, and how many states of the game may be stored for each."""

    shapes: tuple[tuple[int, int], ...]
    cases: tuple[Case, ...]
    budget: int


QUICK = Range(((1, 1), (2, 1), (1, 2), (1, 3), (2, 2)), (), 20_000)
THOROUGH = Range(
    ((1, 1), (2, 1), (1, 2), (1, 3), (1, 4), (2, 2), (3, 1)),
    (
        Case(Computation.FORWARD, 1, 2, 5),
        Case(Computation.FORWARD, 1, 3, 12),
        Case(Computation.FORWARD, 3, 1, 12),
        Case(Computation.X, 1, 2, 12),
        Case(Computation.X, 2, 1, 13),
        Case(Computation.XY, 1, 1, 3),
        Case(Computation.XY, 1, 2, 16),
        Case(Computation.XY, 2, 1, 16),
    ),
    600_000,
)


def inputs_and_outputs(rows: Sequence[Row] | None = None, within: Range = QUICK, more: int = 0) -> Counted:
    """Returns whether no optimum is less than inputs plus outputs, `more` being what a wrong variant adds.

    `rows` are tiny cases of attention that were searched before, by default all of them. What the budget leaves
    undecided is no case.

    >>> inputs_and_outputs((), Range(((2, 1),), (), 1000)).sharp
    True
    >>> inputs_and_outputs((), Range(((2, 1),), (), 1000), more=1).counterexample
    'scores of Q = 0/1, K = 0/1, M = 3: the optimum is 3, with 3 inputs and outputs'
    """
    searched = tuple(map(confirm, CASES)) if rows is None else tuple(rows)
    further = tuple(confirm(case, within.budget) for case in within.cases)
    tally, attained = Tally(), 0
    for known in chain(of_attention(searched + further), of_scores(within)):
        tally.cases += 1
        attained += known.trivial == known.optimum
        found, bound = np.array([known.optimum]), np.array([known.trivial + more])
        tally.compare(bound, found, partial(_described, known))
        if tally.counterexample:
            break
    sharp = "" if tally.counterexample else f"attained in {attained} of them, where M is large enough"
    return tally.result(NAME, _scope(searched + further, within), sharp)


def of_attention(rows: Sequence[Row]) -> Iterator[Known]:
    """Yields the rows of attention whose optimum is known; the trivial bound has been compared with its closed form."""
    for row in rows:
        if row.optimum.cost is not None:
            yield Known(str(row.case), row.trivial, row.optimum.cost)


def of_scores(within: Range) -> Iterator[Known]:
    """Yields the sparse scores for M = 3, 4, and so on, up to the first M where the optimum is inputs plus outputs.

    >>> for known in of_scores(Range(((1, 2),), (), 1000)):
    ...     print(known.text, known.trivial, known.optimum)
    scores of Q = 10, K = 10, M = 3 3 3
    scores of Q = 11, K = 11, M = 3 5 7
    scores of Q = 11, K = 11, M = 4 5 5
    """
    for n, d in within.shapes:
        for pattern in patterns(n, d):
            yield from _searched(pattern, within.budget)


def _searched(pattern: Pattern, budget: int) -> Iterator[Known]:
    cdag = pattern.cdag()
    trivial = pattern.nonzeros + pattern.rows
    assert trivial == trivial_bound(cdag), f"{pattern}: {trivial_bound(cdag)} inputs and outputs, not {trivial}"
    for M in count(3):
        optimum = oracle(cdag, M, budget=budget).cost
        if optimum is not None:
            yield Known(f"scores of {pattern}, M = {M}", trivial, optimum)
            if optimum <= trivial:
                return


def _described(known: Known, _: int) -> str:
    return f"{known.text}: the optimum is {known.optimum}, with {known.trivial} inputs and outputs"


def _scope(rows: Sequence[Row], within: Range) -> str:
    shapes = ", ".join(f"{n} x {d}" for n, d in within.shapes)
    memories: dict[str, list[str]] = {}
    for known in of_attention(rows):
        where, _, M = known.text.rpartition(" = ")
        memories.setdefault(where, []).append(M)
    attention = "; ".join(f"{where} = {', '.join(listed)}" for where, listed in memories.items())
    return (
        "the optimum by exhaustive search of the scores of every pair of patterns of Q and K up to symmetry, "
        f"{shapes}, for M = 3, 4, ... as far as {within.budget:,} states decide it, up to the first M where the bound "
        f"is attained"
        f"{'; and of ' + attention if attention else ''}"
    )


LEMMA = Combinatorial(
    NAME,
    "Inputs and outputs are moved",
    "In a CDAG without isolated nodes every complete schedule loads each source and stores each sink at least once, so "
    "the optimum is at least the number of sources plus the number of sinks. That is "
    "4*n*d + 2*d**2 for the forward pass, 4*n*d + 3*d**2 for the backward pass to X and 4*n*d + 4*d**2 for that to X "
    "and Y, and for sparse scores with their row sums the used nonzeros of Q and K plus the rows of the scores that "
    "are not empty.",
    "Hong and Kung 1981",
    inputs_and_outputs,
    partial(inputs_and_outputs, within=THOROUGH),
    {"one word more": partial(inputs_and_outputs, (), more=1)},
)
