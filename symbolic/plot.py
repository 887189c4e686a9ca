"""Plot: I/O against M for a paper; exact costs as steps, bounds and formulas as lines, names beside the lines."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from graphs.errors import OutOfDomain
from symbolic.curves import Curves

STYLE = Path(__file__).with_name("paper.mplstyle")
SMALL, FLASH, INK, SOFT = "#bf7508", "#2044a0", "#1c1b19", "#605d4d"
METADATA: dict[str, dict[str, None]] = {
    "pdf": {"CreationDate": None, "Producer": None, "Creator": None},
    "svg": {"Date": None},
    "png": {"Software": None},
}
"""What matplotlib would write into a file and must not, so that equal figures are equal bytes."""
FORMATS = tuple(METADATA)


def figure(curves: Curves, itemsize: int, proved: bool = False) -> Any:
    """Returns the matplotlib figure of some curves.

    The second axis is M in bytes, `itemsize` bytes a word. The counting lower bound is a solid line if it is `proved`,
    for all n, d and M, and else dotted, with its level. Raises OutOfDomain if matplotlib is not installed.
    """
    try:
        import matplotlib as mpl  # noqa: PLC0415 - optional, and slow to import
        from matplotlib import pyplot as plt  # noqa: PLC0415
        from matplotlib.ticker import LogLocator, NullLocator  # noqa: PLC0415
    except ImportError:
        raise OutOfDomain("drawing needs matplotlib; install it, or pebbleproof with the extra `plot`") from None
    mpl.use("Agg")
    with plt.style.context(STYLE):
        drawn, axes = plt.subplots()
        for name, colour in (("small_cache", SMALL), ("flash_backward", FLASH), ("in_cache", FLASH)):
            points = _numbers(curves, name)
            if points:
                axes.step(*zip(*points, strict=True), where="post", color=colour, lw=1.2)
        for M, name, words in curves.measured:
            axes.plot([M], [words], "o", ms=2.6, mfc="white", mec=SMALL if name == "small_cache" else FLASH, mew=0.7)
        for name in ("A", "B"):
            axes.plot(*zip(*_numbers(curves, name), strict=True), color=SOFT, lw=0.6, ls=(0, (2, 2)))
        lower = _numbers(curves, "lower")
        if lower:
            axes.plot(*zip(*lower, strict=True), color=INK, lw=0.9, ls="-" if proved else (0, (1, 1.4)))
        axes.plot(*zip(*_numbers(curves, "trivial"), strict=True), color=INK, lw=0.9)
        axes.axvline(curves.d**2, color=SOFT, lw=0.5, ls=(0, (1, 2)))
        last = curves.rows[-1][0]
        axes.set(xscale="log", yscale="log", xlim=(curves.rows[0][0], last))
        axes.set_xlabel(r"cache size $M$ (words)")
        axes.set_ylabel(f"words moved, $n = {curves.n}$, $d = {curves.d}$")
        low = min(value for _, value in _numbers(curves, "trivial"))
        high = max(value for name in ("small_cache", "A") for _, value in _numbers(curves, name))
        axes.set_ylim(low / 2.2, high * 1.6)
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_locator(LogLocator(10, numticks=12))
            axis.set_minor_locator(NullLocator())
        _second_axis(axes, itemsize)
        _names(axes, curves, proved)
    return drawn


def save(drawn: Any, folder: Path, stem: str, formats: Sequence[str] = FORMATS) -> list[Path]:
    """Writes a figure as PDF, SVG and PNG without dates, so that the same figure gives the same bytes."""
    from matplotlib import pyplot as plt  # noqa: PLC0415

    paths = []
    with plt.style.context(STYLE):
        for suffix in formats:
            path = folder / f"{stem}.{suffix}"
            drawn.savefig(path, metadata=METADATA[suffix])
            paths.append(path)
    plt.close(drawn)
    return paths


def _numbers(curves: Curves, name: str) -> list[tuple[int, float]]:
    """Points as floats: a picture has no more digits."""
    return [(M, float(value)) for M, value in curves.column(name)]


def _second_axis(axes: Any, itemsize: int) -> None:
    """Bytes above, at powers of four that have names."""
    from matplotlib.ticker import FixedLocator, NullLocator  # noqa: PLC0415

    top = axes.secondary_xaxis("top", functions=(lambda x: x * itemsize, lambda x: x / itemsize))
    low, high = (edge * itemsize for edge in axes.get_xlim())
    marks = [(4**k * 2**6, f"{4**k * 64}") if 4**k * 64 < 1024 else (4**k * 64, _bytes(4**k * 64)) for k in range(14)]
    shown = [(at, text) for at, text in marks if low <= at <= high]
    top.xaxis.set_major_locator(FixedLocator([at for at, _ in shown]))
    top.xaxis.set_minor_locator(NullLocator())
    top.set_xticks([at for at, _ in shown], [text for _, text in shown])
    top.set_xlabel(f"bytes ({itemsize} a word)", labelpad=3)
    top.spines["top"].set_visible(True)


def _bytes(size: int) -> str:
    for unit, name in ((2**20, "Mi"), (2**10, "Ki")):
        if size >= unit:
            return f"{size // unit}{name}"
    return str(size)


def _names(axes: Any, curves: Curves, proved: bool) -> None:
    """The name of each line beside it, in its colour: how far along the line, and points to the right and up."""
    note = {"fontsize": 7, "textcoords": "offset points", "va": "center", "linespacing": 1.0}
    note["bbox"] = {"facecolor": "white", "edgecolor": "none", "pad": 0.6, "alpha": 0.8}  # a line behind stays behind
    places = (
        ("small_cache", 0.80, (0, 7), "Algorithm 6", SMALL, "left"),
        ("flash_backward", 0.80, (-4, -7), "FlashAttention", FLASH, "right"),
        ("in_cache", 1.0, (0, 6), "in cache", FLASH, "right"),
        ("A", 0.12, (2, 6), "$A$", SOFT, "left"),
        ("B", 0.30, (2, 6), "$B$", SOFT, "left"),
        ("trivial", 0.0, (3, -6), "inputs + outputs", INK, "left"),
        ("lower", 0.0, (3, -11), "lower bound" if proved else "lower bound (tiny)", INK, "left"),
    )
    for name, share, offset, text, colour, side in places:
        points = _numbers(curves, name)
        if points:
            at = points[int(share * (len(points) - 1))]
            axes.annotate(text, at, offset, color=colour, ha=side, **note)
    top = (curves.d**2, axes.get_ylim()[1])
    axes.annotate("$M=d^2$", top, (3, -7), color=SOFT, ha="left", **note)
