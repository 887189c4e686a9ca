"""Pebbling plot: the least I/O of one graph against M, solved points as dots, intervals as bars, all named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graphs.errors import FormatError, OutOfDomain
from symbolic.plot import FLASH, FORMATS, INK, SMALL, SOFT, STYLE, save

_CROWDED = 12
"""More points than this are drawn without their numbers beside them."""


@dataclass(frozen=True)
class Point:
    """Bounds on the least I/O with M words of cache, both in words; equal if it is known."""

    M: int
    lower: int
    upper: int


def check_file(path: Path) -> str:
    """Returns the format that a file's suffix names; raises OutOfDomain unless it can be drawn, matplotlib included.

    >>> check_file(Path("sweep.svg"))
    'svg'
    """
    suffix = path.suffix.removeprefix(".")
    if suffix not in FORMATS:
        raise OutOfDomain(
            f"a plot is a file ending in {', '.join(f'.{known}' for known in FORMATS)}; got {str(path)!r}"
        )
    try:
        import matplotlib  # noqa: F401, PLC0415 - optional, and slow to import
    except ImportError:
        raise OutOfDomain("drawing needs matplotlib; install it, or pebbleproof with the extra `plot`") from None
    return suffix


def draw(path: Path, points: Sequence[Point], trivial: int, title: str) -> None:
    """Writes the picture of some points, the same bytes each time, with |inputs| + |outputs| = `trivial` as a line.

    Raises OutOfDomain unless `check_file` accepts the file and there are two points, FormatError if it cannot be
    written.
    """
    suffix = check_file(path)
    if len(points) < 2:
        raise OutOfDomain(f"a plot against M takes two values of M or more; got {len(points)}")
    drawn = figure(points, trivial, title)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        save(drawn, path.parent, path.stem, [suffix])
    except OSError as error:
        raise FormatError(str(path), f"cannot be written: {error.strerror}", cure="name another file") from None


def figure(points: Sequence[Point], trivial: int, title: str) -> Any:
    """Returns the matplotlib figure of some points, in ascending order of M."""
    import matplotlib as mpl  # noqa: PLC0415
    from matplotlib import pyplot as plt  # noqa: PLC0415
    from matplotlib.ticker import MaxNLocator  # noqa: PLC0415

    mpl.use("Agg")
    known = [point for point in points if point.lower == point.upper]
    open_ = [point for point in points if point.lower < point.upper]
    with plt.style.context(STYLE):
        drawn, axes = plt.subplots()
        first, last = points[0].M, points[-1].M
        top = max(point.upper for point in points)
        axes.plot(
            [point.M for point in points], [point.upper for point in points], color=SOFT, lw=0.5, ls=":", zorder=1
        )
        axes.plot([point.M for point in known], [point.upper for point in known], "o", ms=3.2, color=FLASH, mew=0)
        for point in open_:
            ends = [point.lower, point.upper]
            axes.plot([point.M, point.M], ends, "_-", color=SMALL, lw=1.2, ms=5, mew=1.0, solid_capstyle="butt")
        axes.axhline(trivial, color=INK, lw=0.9, zorder=0)
        axes.set(xlim=(first - 0.5, last + 0.5), ylim=(0, 1.15 * top))
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_locator(MaxNLocator(nbins=8, integer=True))
        axes.set_xlabel(r"cache size $M$ (words)")
        axes.set_ylabel("least I/O (words)")
        axes.set_title(title, fontsize=8, loc="left", color=INK, pad=4)
        _names(axes, known, open_, trivial, last)
    return drawn


def _names(axes: Any, known: Sequence[Point], open_: Sequence[Point], trivial: int, last: int) -> None:
    """What dots, bars and the line are; and the numbers, if there is room for them."""
    note: dict[str, Any] = {"fontsize": 7, "textcoords": "offset points", "va": "center"}
    axes.annotate("inputs + outputs", (last + 0.5, trivial), (0, -6), color=INK, ha="right", **note)
    kinds = [("optimum", FLASH)] * bool(known) + [("proved interval", SMALL)] * bool(open_)
    for place, (text, colour) in enumerate(kinds):
        at = (1.0, 0.97 - 0.08 * place)
        axes.annotate(text, at, xycoords="axes fraction", fontsize=7, color=colour, ha="right", va="top")
    if len(known) + len(open_) > _CROWDED:
        return
    for point in known:
        axes.annotate(str(point.upper), (point.M, point.upper), (2.5, 5), color=FLASH, ha="left", **note)
    for point in open_:
        axes.annotate(str(point.upper), (point.M, point.upper), (2.5, 5), color=SMALL, ha="left", **note)
        axes.annotate(str(point.lower), (point.M, point.lower), (0, -7), color=SMALL, ha="center", **note)
