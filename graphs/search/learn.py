"""Learning: small searches that find the excess of pairs and triples of needs, when the big search asks for it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from graphs.search.forced import Log
from graphs.search.frontier import EXPANDED, Frontier, clear, new_frontier
from graphs.search.kernel import excess_of
from graphs.search.needs import Game, as_set
from graphs.search.subsets import IMPOSSIBLE, UNKNOWN, Tables, no_tables
from graphs.search.symmetry import Permutation
from graphs.search.words import Nodes, compiled, only, size, some

PAIR_TURNS, TRIPLE_TURNS = 2_000, 300
"""How many needs a small search may expand before it answers with what it has proved so far."""

_PORTION = 1 << 12

Entries = npt.NDArray[np.int16]


class Learner:
    """The tables of one game, and the memory of the small searches that fill them."""

    def __init__(self, game: Game, permutations: tuple[Permutation, ...]) -> None:
        self.game = game
        n, words = game.operands.shape
        self.images = np.array([(*p, *(n + v for v in p)) for p in permutations], np.int16).reshape(-1, 2 * n)
        self.none = as_set(0, words)
        self.small = new_frontier(words, 1 << 13, IMPOSSIBLE)
        self.tables = no_tables()
        self.spent = 0

    def start_pairs(self) -> None:
        """Lets the big search ask for pairs."""
        n = len(self.game.operands)
        self.tables = self.tables._replace(
            pairs=np.full((2 * n, 2 * n), UNKNOWN, np.int8), wanted=np.zeros((_PORTION, 3), np.int16)
        )

    def start_triples(self) -> None:
        """Lets the big search ask for triples too; about pairs, if it does not ask, it then knows nothing."""
        n = len(self.game.operands)
        pairs = self.tables.pairs if self.tables.pairs.size else np.zeros((2 * n, 2 * n), np.int8)
        self.tables = self.tables._replace(
            pairs=pairs,
            triples=np.full((2 * n, 2 * n, 2 * n), UNKNOWN, np.int8),
            wanted=np.zeros((_PORTION, 3), np.int16),
        )

    def open_tables(self, expanded: int) -> Tables:
        """Returns the tables for a turn of the big search, which has expanded so many needs.

        It may ask as long as the small searches have expanded no more than it has, and then only looks up.
        """
        return self.tables if self.spent <= expanded else self.quiet()

    def quiet(self) -> Tables:
        """Returns the tables without a list to ask on."""
        return self.tables._replace(wanted=self.tables.wanted[:0])

    def learn(self) -> None:
        """Answers what the big search has asked since the last time, values nearest to the sources first."""
        missed = int(self.tables.missed[0])
        if not missed:
            return
        n = len(self.game.operands)
        asked = self.tables.wanted[:missed]
        asked = asked[np.lexsort((*asked.T, (asked % n).max(axis=1)))]
        log = np.zeros(1, np.int64)
        for start in range(0, missed, 64):  # in portions, so that the keyboard can interrupt
            portion = asked[start : start + 64]
            self.spent += _answer(
                self.game, self.quiet(), self.small, self.none, portion, self.images, PAIR_TURNS, TRIPLE_TURNS, log
            )
        self.tables.missed[0] = 0
        self.tables.answered[0] += missed


@compiled
def _answer(
    game: Game,
    tables: Tables,
    small: Frontier,
    none: Nodes,
    asked: Entries,
    images: Entries,
    pair_turns: int,
    triple_turns: int,
    log: Log,
) -> int:
    """Fills in the entries asked for, and those of their images under symmetry, which have the same excess.

    Returns how many needs the small searches expanded.
    """
    n = len(game.operands)
    spent = 0
    for k in range(len(asked)):
        a, b, c = asked[k, 0], asked[k, 1], asked[k, 2]
        pair = b == c
        known = tables.pairs[a, b] if pair else tables.triples[a, b, c]
        if known >= 0:
            continue  # an image of one that was answered before
        red = none
        blue = none
        for e in asked[k]:
            if e < n:
                red = red | only(int(e), none)
            else:
                blue = blue | only(int(e) - n, none)
        excess = 0
        if size(red) > game.memory:
            excess = IMPOSSIBLE
        elif some((red | blue) - game.sources):
            clear(small)
            turns = pair_turns if pair else triple_turns
            excess = excess_of(game, tables, small, red, blue, none, turns, log)
            spent += small.counts[EXPANDED]
        _enter(tables, a, b, c, excess)
        for p in range(len(images)):
            _enter(tables, images[p, a], images[p, b], images[p, c], excess)
    return spent


@compiled
def _enter(tables: Tables, a: int, b: int, c: int, excess: int) -> None:
    if b == c:
        tables.pairs[a, b] = excess
        tables.pairs[b, a] = excess
    else:
        for x, y, z in ((a, b, c), (a, c, b), (b, a, c), (b, c, a), (c, a, b), (c, b, a)):
            tables.triples[x, y, z] = excess
