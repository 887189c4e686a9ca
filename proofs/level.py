"""Level: how strong the evidence for a statement is, from a kernel proof down to a counterexample."""

from __future__ import annotations

from enum import Enum


class Level(Enum):
    """The levels, strongest first; each has a mark, and an ASCII mark for terminals without Unicode."""

    KERNEL = ("kernel", "◆", "K", "Coq accepts a theorem generated from the statement")
    CERTIFICATE = ("certificate", "●", "C", "an exact identity that a small checker expands")
    SOLVERS = ("solvers", "◉", "S", "two independent solvers agree")
    SOLVER = ("solver", "○", "s", "z3 alone says that no counterexample exists")
    TINY = ("tiny", "▦", "#", "exhaustively, for the stated finite range, every schedule replayed")
    OPEN = ("open", "◌", "?", "not proved: unknown, budget spent, or a tool missing")
    REFUTED = ("refuted", "✕", "X", "an exact rational counterexample, replayed without any solver")

    def __init__(self, word: str, mark: str, ascii_mark: str, means: str) -> None:
        self.word, self.mark, self.ascii_mark, self.means = word, mark, ascii_mark, means

    @property
    def weakness(self) -> int:
        """0 for the strongest level; larger is weaker."""
        return list(Level).index(self)

    @property
    def holds(self) -> bool:
        """Whether a statement of this level may be used as a fact, within its scope."""
        return self not in (Level.OPEN, Level.REFUTED)


def weakest(*levels: Level) -> Level:
    """Returns the weakest of some levels; a statement is no better than what it rests on.

    >>> weakest(Level.KERNEL, Level.TINY, Level.SOLVER).word
    'tiny'
    """
    return max(levels, key=lambda level: level.weakness)
