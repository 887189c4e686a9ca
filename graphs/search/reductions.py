"""Reductions: which of the arguments that spare work, and lose no optimum, a search may use."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace


@dataclass(frozen=True)
class Reductions:
    """Which reductions a search uses; every choice gives the same optimum.

    `early_loads`, `drops`, `swaps` and `saves` are forced moves, `symmetry` and `dominance` leave out needs that
    others stand for, `pairs`, `triples` and `succession` sharpen the estimate, and `upper` starts from a schedule found
    otherwise.
    The arguments stand where each is done: `load_alone`, `droppable`, `savable` and `representative` in `forced`,
    `dominated` in `kernel`, `extra` in `subsets`, the head of `succession`, `optimum` in `solver`.
    """

    early_loads: bool = True
    drops: bool = True
    swaps: bool = True
    saves: bool = True
    symmetry: bool = True
    dominance: bool = True
    pairs: bool = True
    triples: bool = True
    succession: bool = True
    upper: bool = True

    @classmethod
    def none(cls) -> Reductions:
        """Returns the plain search.

        >>> Reductions.none().swaps
        False
        """
        return cls(**{field.name: False for field in fields(cls)})

    @classmethod
    def alone(cls, name: str) -> Reductions:
        """Returns the plain search with one reduction switched on.

        >>> Reductions.alone("swaps") == replace(Reductions.none(), swaps=True)
        True
        """
        return replace(cls.none(), **{name: True})
