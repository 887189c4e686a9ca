"""Gap plot: the ratio of the best program to the best lower bound against M, for one n and d."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from graphs.errors import OutOfDomain
from symbolic.gap import Gap
from symbolic.plot import INK, SOFT, STYLE
from symbolic.winner_map import COLOURS

_DARK = {"hybrid": "#b08a2e", "pinned": "#5f9c92", "in cache": "#8a8672", "naive": "#8a8672"}
"""Colours for thin lines, where those of the map are too light."""


def figure(found: Sequence[Gap]) -> Any:
    """Returns the matplotlib figure of some gaps in ascending order of M; a colour for each kind of program.

    Raises OutOfDomain for fewer than two points, or without matplotlib.
    """
    if len(found) < 2:
        raise OutOfDomain(f"a plot against M takes two values of M or more; got {len(found)}")
    try:
        import matplotlib as mpl  # noqa: PLC0415 - optional, and slow to import
    except ImportError:
        raise OutOfDomain("drawing needs matplotlib; install it, or pebbleproof with the extra `plot`") from None
    from matplotlib import pyplot as plt  # noqa: PLC0415 - the same

    mpl.use("Agg")
    n, d = found[0].n, found[0].d
    with plt.style.context(STYLE):
        drawn, axes = plt.subplots()
        axes.plot([one.M for one in found], [float(one.ratio) for one in found], color=SOFT, lw=0.6, zorder=1)
        top = max(float(one.ratio) for one in found)
        for name, stretch in groupby(found, key=lambda one: one.kind):
            part = list(stretch)
            colour = _DARK.get(name, COLOURS.get(name, INK))
            axes.plot([one.M for one in part], [float(one.ratio) for one in part], ".", ms=4, color=colour)
            if len(part) * 12 >= len(found):
                at = (part[len(part) // 2].M, max(float(one.ratio) for one in part[len(part) // 4 :]))
                axes.annotate(name, at, (0, 7), color=colour, fontsize=7, ha="center", textcoords="offset points")
        axes.axhline(1, color=INK, lw=0.9, zorder=0)
        for M, name in ((d * d, r"$d^2$"), (n * d, r"$nd$")):
            axes.axvline(M, color=INK, lw=0.6, ls=(0, (4, 3)), zorder=0)
            axes.annotate(name, (M, 1.08 * top), (2, 0), color=SOFT, fontsize=7, textcoords="offset points")
        axes.set(xscale="log", ylim=(0, 1.15 * top))
        axes.set_xlabel(r"cache size $M$ (words)")
        axes.set_ylabel("best program / best lower bound")
        axes.set_title(f"$n = {n}$, $d = {d}$, gradient in $X$", fontsize=8, loc="left", color=INK, pad=4)
    return drawn
