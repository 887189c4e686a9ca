"""The picture of a sweep: the optimum and its bounds, or the I/O of programs, against M, one line per graph."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graphs.errors import OutOfDomain
from graphs.formats.source import shown
from proofs.sweep.point import natural
from proofs.sweep.result import Outcome
from proofs.sweep.store import Record
from symbolic.plot import FORMATS, SOFT, STYLE, save

COLOURS = ("#2044a0", "#bf7508", "#029f70", "#c0030b", "#07768f", "#1a2664", "#605d4d", "#8a3ea8")
"""Those of the levels and programs in the report, and one more; a ninth would not be told apart."""

MOST_ALIKE = 3
"""Lines of one colour, such as random DAGs of one size, from which on they are drawn thin."""


@dataclass(frozen=True)
class Line:
    """The points of one graph, or program, in one variant, by M; `group` names its colour."""

    group: str
    records: tuple[Record, ...]


def lines(records: Sequence[Record]) -> list[Line]:
    """Returns the lines of a picture, each with the points at which something is known."""
    found: defaultdict[tuple[str, str, str], dict[int, Record]] = defaultdict(dict)
    for record in sorted(records, key=lambda record: record.point.rank):
        if record.result.upper is None:
            continue
        point, result = record.point, record.result
        line = found[point.kind, point.subject, point.rules]
        other = line.get(point.M)  # the same graph with another budget
        if other is None or _width(record) < _width(other) or result.outcome is Outcome.EXACT:
            line[point.M] = record
    made = []
    several = len({rules for kind, _, rules in found if kind != "program"}) > 1
    for (_, _, rules), line in found.items():
        ordered = tuple(line[M] for M in sorted(line))
        group = ordered[0].point.group
        made.append(Line(f"{group}, {rules}" if several and rules else group, ordered))
    return made


def draw(records: Sequence[Record], path: Path) -> None:
    """Writes a picture of the records into a file whose suffix says the format; the same records give the same bytes.

    Raises OutOfDomain if the suffix is unknown, if nothing can be drawn, if there are too many groups of lines, or if
    matplotlib is not installed.
    """
    suffix = path.suffix.removeprefix(".")
    if suffix not in FORMATS:
        raise OutOfDomain(
            f"a plot is written as {', '.join(FORMATS)}; got {shown(path)}: name a file such as sweep.pdf"
        )
    found = lines(records)
    groups = sorted({line.group for line in found}, key=natural)
    if not found:
        raise OutOfDomain("there is nothing to draw: no point of the store has an upper bound")
    if len(groups) > len(COLOURS):
        raise OutOfDomain(
            f"there are {len(groups)} graphs or programs to draw, and a plot shows at most {len(COLOURS)}: name a SPEC "
            "with fewer beside --show"
        )
    drawn = _figure(found, groups)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        save(drawn, path.parent, path.stem, (suffix,))
    except OSError as error:
        raise OutOfDomain(f"{shown(path)} cannot be written: {error.strerror}; name another file") from None


def _figure(found: Sequence[Line], groups: Sequence[str]) -> Any:
    try:
        import matplotlib as mpl  # noqa: PLC0415 - optional, and slow to import
        from matplotlib import pyplot as plt  # noqa: PLC0415
    except ImportError:
        raise OutOfDomain("drawing needs matplotlib; install it, or pebbleproof with the extra `plot`") from None
    mpl.use("Agg")
    colour = dict(zip(groups, COLOURS, strict=False))
    crowded = {group: sum(line.group == group for line in found) > MOST_ALIKE for group in groups}
    every = [record for line in found for record in line.records]
    with plt.style.context(STYLE):
        drawn, axes = plt.subplots(figsize=(4.6, 2.6))
        for line in found:
            _one(axes, line, colour[line.group], crowded[line.group])
        _scale(axes.set_xscale, axes.xaxis, [record.point.M for record in every])
        _scale(axes.set_yscale, axes.yaxis, [record.result.upper or 0 for record in every])
        axes.set_xlabel(r"cache size $M$ (words)")
        programs = all(record.point.kind == "program" for record in every)
        axes.set_ylabel("words moved" if programs else "least I/O (words)")
        notes = []
        if any("trivial" in line.records[0].result.numbers and not crowded[line.group] for line in found):
            notes.append("dotted: inputs + outputs")
        if any(record.result.outcome is Outcome.INTERVAL for record in every):
            notes.append("open: budget spent, a bar down to what is proved")
        axes.set_title("; ".join(notes), fontsize=6.5, color=SOFT, loc="left", pad=4)
        _names(axes, found, colour)
    return drawn


def _scale(choose: Any, axis: Any, values: Sequence[int]) -> None:
    """Decades if the values span more than one, else whole numbers."""
    from matplotlib.ticker import LogLocator, MaxNLocator, NullLocator  # noqa: PLC0415

    if min(values) > 0 and max(values) >= 20 * min(values):
        choose("log")
        axis.set_major_locator(LogLocator(10, numticks=12))
        axis.set_minor_locator(NullLocator())
    else:
        axis.set_major_locator(MaxNLocator(integer=True))


def _names(axes: Any, found: Sequence[Line], colour: dict[str, str]) -> None:
    """The name of each group at the right, in its colour, as near to the end of its first line as the others allow."""
    ends: dict[str, tuple[int, int]] = {}
    for line in found:
        ends.setdefault(line.group, (line.records[-1].point.M, line.records[-1].result.upper or 0))
    axes.autoscale_view()  # else the limits, and with them the places, are known only when all is drawn
    to_axes = axes.transData + axes.transAxes.inverted()
    wanted = sorted((float(to_axes.transform(end)[1]), group) for group, end in ends.items())
    for place, (_, group) in zip(spread([height for height, _ in wanted], 0.062), wanted, strict=True):
        axes.annotate(
            group.replace("$", ""),
            ends[group],
            (1.03, place),
            textcoords="axes fraction",
            color=colour[group],
            fontsize=7,
            va="center",
            arrowprops={"arrowstyle": "-", "color": colour[group], "lw": 0.4, "ls": (0, (1, 2)), "relpos": (0, 0.5)},
        )


def spread(heights: Sequence[float], apart: float) -> list[float]:
    """Returns rising heights moved so that neighbours are `apart`, none above 1 unless there is no room.

    >>> spread([0.5, 0.5, 1.0], 0.25)
    [0.5, 0.75, 1.0]
    """
    placed: list[float] = []
    for height in heights:
        placed.append(max(height, placed[-1] + apart) if placed else height)
    top = 1.0
    for place in range(len(placed) - 1, -1, -1):
        placed[place] = min(placed[place], top)
        top = placed[place] - apart
    return placed


def _one(axes: Any, line: Line, colour: str, crowded: bool) -> None:
    """The upper bounds of one graph as a line, its trivial bound dotted, and a bar where the optimum is not known."""
    sizes = [record.point.M for record in line.records]
    upper = [float(record.result.upper or 0) for record in line.records]
    exact = [record.result.outcome is Outcome.EXACT for record in line.records]
    program = line.records[0].point.kind == "program"
    look = {"lw": 0.5, "alpha": 0.45, "ms": 1.4} if crowded else {"lw": 1.0, "ms": 2.6}
    marker = "" if program and len(sizes) > 40 else "o"
    axes.plot(sizes, upper, color=colour, marker=marker, drawstyle="steps-post", mew=0, **look)
    for M, top, known, record in zip(sizes, upper, exact, line.records, strict=True):
        if not known:
            axes.plot([M], [top], "o", ms=look["ms"], mfc="white", mec=colour, mew=0.7, zorder=3)
            axes.plot(
                [M, M], [float(record.result.lower or 0), top], color=colour, lw=3, alpha=0.3, solid_capstyle="butt"
            )
    trivial = line.records[0].result.numbers.get("trivial")
    if trivial is not None and not crowded:
        axes.plot([sizes[0], sizes[-1]], [trivial, trivial], color=colour, lw=0.8, ls=(0, (1, 1.4)))


def _width(record: Record) -> int:
    return (record.result.upper or 0) - (record.result.lower or 0)
