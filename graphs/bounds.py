"""Lower bounds on the I/O cost that hold for any CDAG and any M."""

from __future__ import annotations

from graphs.cdag import Cdag


def trivial_bound(cdag: Cdag) -> int:
    """Returns |inputs| + |outputs|, in words, isolated nodes left out; valid in every variant of the game.

    Each input has a path to an output and so must be loaded at least once, each output must be stored at least once
    (Hong and Kung 1981).

    >>> trivial_bound(Cdag.from_edges([("a", "c"), ("b", "c")]))
    3
    """
    return len(cdag.sources) + len(cdag.sinks) - 2 * len(cdag.isolated)
