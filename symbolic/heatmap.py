"""Heat map: M/d^2 of every device for every head dimension, as exact numbers and as a picture for a paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path
from textwrap import wrap
from typing import Any

from graphs.errors import FormatError, OutOfDomain
from symbolic.machines import Device, Dtype, Memory, devices, head_dimensions, plain_level
from symbolic.plot import INK, METADATA, STYLE
from symbolic.regime import Reading, Verdict, decimal

STOPS = [(0.0, "#fbeed9"), (0.5, "#dda04b"), (0.5, "#9fb1e0"), (1.0, "#14286b")]
"""Ochre for the small cache, blue for the large one, and darker for a larger M/d^2, so that gray tells it too."""
SPAN = 6
"""The colours go from 2^-6 to 2^6; beyond, the colour is that of the end."""


@dataclass(frozen=True)
class Row:
    """A device, its memory at the level asked for, and one reading for each head dimension."""

    device: Device
    memory: Memory
    readings: tuple[Reading, ...]

    @property
    def M(self) -> int:  # noqa: N802 - the field's name
        """The size of the memory in words."""
        return self.readings[0].M


@dataclass(frozen=True)
class Grid:
    """Every device that has the level, against head dimensions; words of one type."""

    dtype: Dtype
    level: str | None
    dimensions: tuple[int, ...]
    rows: tuple[Row, ...]

    def document(self) -> dict[str, object]:
        """Returns all of it by name, fractions as text."""
        return {
            "dtype": asdict(self.dtype),
            "rows": [
                {
                    "device": row.device.name,
                    "memory": asdict(row.memory),
                    "M": row.M,
                    "readings": [reading.document() for reading in row.readings],
                }
                for row in self.rows
            ],
        }

    @property
    def kinds(self) -> str:
        """Which memories the rows are about, in words."""
        *most, last = dict.fromkeys(row.memory.what.split(",")[0] for row in self.rows)
        return f"{', '.join(most)} or {last}" if most else last

    @property
    def verified(self) -> bool:
        """Whether the sources of all rows give their figures."""
        return all(row.memory.verified for row in self.rows)

    @property
    def groups(self) -> tuple[tuple[Row, ...], ...]:
        """The rows with the same M together, smallest M first; what is not verified by itself."""

        def size(row: Row) -> tuple[int, bool]:
            return row.M, not row.memory.verified

        return tuple(tuple(rows) for _, rows in groupby(sorted(self.rows, key=size), size))


def grid(dtype: Dtype, level: str | None = None, dimensions: Sequence[int] | None = None) -> Grid:
    """Returns M/d^2 for all devices at a level, by default the usual one of each, and the models' head dimensions.

    >>> from symbolic.machines import dtype
    >>> found = grid(dtype("fp32"), dimensions=[128])
    >>> [row.device.name for row in found.rows if row.readings[0].verdict is Verdict.BOUNDARY]
    ['t4', 'rtx2080ti', 'mi300x', 'mi325x']
    """
    wanted = None if level is None else plain_level(level)
    heads = tuple(dimensions or head_dimensions())
    rows = []
    for device in devices():
        memory = next((own for own in device.memories if wanted in (None, own.level)), None)
        if memory is not None:
            M = memory.words(dtype)
            rows.append(Row(device, memory, tuple(Reading(M, d) for d in heads)))
    return Grid(dtype, wanted, heads, tuple(rows))


def figure(found: Grid) -> Any:
    """Returns the matplotlib figure of a grid: each cell has its number, a line is drawn along M = d^2.

    Raises OutOfDomain if matplotlib is not installed.
    """
    try:
        import matplotlib as mpl  # noqa: PLC0415 - optional, and slow to import
        from matplotlib import pyplot as plt  # noqa: PLC0415
    except ImportError:
        raise OutOfDomain("drawing needs matplotlib; install it, or pebbleproof with the extra `plot`") from None
    mpl.use("Agg")
    groups, heads = found.groups, found.dimensions
    labels = [_label(rows) for rows in groups]
    heights = [0.2 + 0.1 * label.count("\n") for label in labels]
    edges = [0.0]
    for height in heights:
        edges.append(edges[-1] + height)
    with plt.style.context(STYLE):
        drawn, axes = plt.subplots(figsize=(5.4, max(2.1, 0.6 + edges[-1])))
        colours, norm = _colours(mpl)
        values = [[float(reading.ratio) for reading in rows[0].readings] for rows in groups]
        mesh = axes.pcolormesh(range(len(heads) + 1), edges, values, cmap=colours, norm=norm, ec="white", lw=0.6)
        for top, height, rows in zip(edges, heights, groups, strict=False):
            for column, reading in enumerate(rows[0].readings):
                colour = _ink(colours(norm(float(reading.ratio))))
                where = (column + 0.5, top + height / 2)
                axes.text(*where, _number(reading), color=colour, ha="center", va="center", fontsize=7)
        _boundary(axes, groups, edges)
        middles = [top + height / 2 for top, height in zip(edges, heights, strict=False)]
        axes.set_yticks(middles, labels, linespacing=1.05)
        axes.set_xticks([column + 0.5 for column in range(len(heads))], [str(d) for d in heads])
        axes.set_xlabel(_caption(found))
        axes.tick_params(length=0)
        for spine in axes.spines.values():
            spine.set_visible(False)
        axes.invert_yaxis()
        _scale(drawn, axes, mesh)
    return drawn


def save(drawn: Any, path: Path) -> None:
    """Writes a figure as PDF, SVG or PNG, by the suffix, without dates; raises OutOfDomain for another suffix."""
    from matplotlib import pyplot as plt  # noqa: PLC0415

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with plt.style.context(STYLE):
            drawn.savefig(path, metadata=METADATA[check_suffix(path)])
    except OSError as error:
        raise FormatError(str(path), f"cannot be written: {error.strerror}", cure="name another file") from None
    finally:
        plt.close(drawn)


def check_suffix(path: Path) -> str:
    """Returns the format that a file's suffix names; raises OutOfDomain if it names none.

    >>> check_suffix(Path("map.svg"))
    'svg'
    """
    suffix = path.suffix.lower().removeprefix(".")
    if suffix not in METADATA:
        known = ", ".join(f".{name}" for name in METADATA)
        raise OutOfDomain(f"a figure is written as {known}, by the suffix of its file; got {path.name!r}")
    return suffix


def _label(rows: Sequence[Row]) -> str:
    """The devices of a group, in a few lines, and M."""
    unverified = "" if rows[0].memory.verified else "†"
    names = ", ".join(row.device.title.split(" (")[0].split(" ", 1)[1].replace(" ", "\u00a0") for row in rows)
    return "\n".join(wrap(f"{names}{unverified}", 34, break_long_words=False))


def _caption(found: Grid) -> str:
    """What M is, under the picture."""
    note = "" if found.verified else "; † not verified"
    return f"head dimension $d$; $M$ is {found.kinds}, in words of {found.dtype.name}{note}"


def _number(reading: Reading) -> str:
    """M/d^2 in three figures, as 1 only if it is.

    >>> [_number(Reading(M, 128)) for M in (8192, 16383, 16384, 16385, 2**21)]
    ['0.500', '< 1', '= 1', '> 1', '128']
    """
    whole = reading.ratio.numerator // reading.ratio.denominator
    shown = decimal(reading.ratio, 0 if whole >= 100 else 1 if whole >= 10 else 2 if whole else 3)
    if shown.rstrip("0") != "1.":
        return shown
    return {Verdict.SMALL: "< 1", Verdict.BOUNDARY: "= 1", Verdict.LARGE: "> 1"}[reading.verdict]


def _colours(mpl: Any) -> tuple[Any, Any]:
    colours = mpl.colors.LinearSegmentedColormap.from_list("regime", STOPS)
    return colours, mpl.colors.LogNorm(2.0**-SPAN, 2.0**SPAN, clip=True)


def _ink(background: tuple[float, float, float, float]) -> str:
    """The colour of type that is read better on a background: by its relative luminance, as WCAG has it."""
    linear = [((c + 0.055) / 1.055) ** 2.4 for c in background[:3]]
    return "white" if 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] < 0.2 else INK


def _boundary(axes: Any, groups: Sequence[Sequence[Row]], edges: Sequence[float]) -> None:
    """A line between the cells with M >= d^2, on the left, and those with M < d^2; not along the frame."""
    steps = [sum(reading.verdict is not Verdict.SMALL for reading in rows[0].readings) for rows in groups]
    style = {"color": INK, "lw": 1.8, "solid_capstyle": "projecting"}
    for step, top, bottom, rows in zip(steps, edges, edges[1:], groups, strict=False):
        if 0 < step < len(rows[0].readings):
            axes.plot([step, step], [top, bottom], **style)
    for step, below, edge in zip(steps, steps[1:], edges[1:], strict=False):
        if step != below:
            axes.plot([step, below], [edge, edge], **style)


def _scale(drawn: Any, axes: Any, mesh: Any) -> None:
    bar = drawn.colorbar(mesh, ax=axes, aspect=28, pad=0.015, extend="both")
    powers = range(-SPAN, SPAN + 1, 3)
    bar.set_ticks([2.0**k for k in powers], labels=[f"1/{2**-k}" if k < 0 else str(2**k) for k in powers])
    bar.minorticks_off()
    bar.ax.axhline(1, color=INK, lw=1.8)
    bar.outline.set_visible(False)
    bar.ax.tick_params(length=0)
    bar.set_label(r"small cache $\leftarrow M/d^2 \rightarrow$ large cache", fontsize=7)
