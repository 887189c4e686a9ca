"""Winner map: which kind of program moves the fewest words, over M/d^2 and M/(nd), as exact numbers and as a picture.

Both axes are powers of 2^(1/8), rounded down to whole M and n without floats; so d decides how fine the ceilings are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from math import isqrt
from typing import Any

from graphs.errors import OutOfDomain
from graphs.families.builder import check_sizes
from symbolic.plot import FLASH, INK, SMALL, SOFT, STYLE
from symbolic.regime import check_largest
from symbolic.reigns import kind, winner

COLOURS = {
    "naive": "#d9d5c8",
    "Algorithm 6": SMALL,
    "hybrid": "#e3c27e",
    "FlashAttention": FLASH,
    "fused, split": "#5d78c4",
    "fused, joint": "#2f7d78",
    "pinned": "#a9cdc6",
    "in cache": "#efede6",
}
"""A colour for each kind, ochre where scores are stored, blue and green where they are not; light and dark by turns."""
THETA, MU = (-4, 6), (-6, 3)
"""The exponents of 2 between which M/d^2 and M/(nd) go."""
STEPS = 8
"""Points an octave."""


@dataclass(frozen=True)
class Point:
    """A point of the map: M/d^2 is 2^(theta/8) and M/(nd) is 2^(mu/8), M and n rounded down; None if n would be 0."""

    theta: int
    mu: int
    M: int
    n: int
    kind: str | None
    program: str | None


@dataclass(frozen=True)
class WinnerMap:
    """The points for one head dimension, row by row: M/(nd) grows from row to row, M/d^2 in each."""

    d: int
    rows: tuple[tuple[Point, ...], ...]

    def document(self) -> dict[str, object]:
        """Returns all of it by name."""
        return {"d": self.d, "points": [asdict(point) for row in self.rows for point in row]}

    def share(self) -> dict[str, int]:
        """Returns at how many points each kind wins, the one that wins at most of them first."""
        found: dict[str, int] = {}
        for row in self.rows:
            for point in row:
                if point.kind is not None:
                    found[point.kind] = found.get(point.kind, 0) + 1
        return dict(sorted(found.items(), key=lambda pair: -pair[1]))


def winner_map(d: int, steps: int = STEPS, progress: Callable[[str], None] = lambda what: None) -> WinnerMap:
    """Returns the winners for one head dimension, `steps` (1, 2, 4 or 8) points an octave along each axis.

    Raises OutOfDomain for a d that is no size or larger than 256, where the map would take many minutes.

    >>> found = winner_map(16, steps=1)
    >>> [point.kind for point in found.rows[0]][::2]
    ['Algorithm 6', 'Algorithm 6', 'hybrid', 'fused, split', 'fused, split', 'fused, split']
    """
    check_sizes(d=d)
    check_largest("d", "the head dimension", d)
    if d > 256:
        raise OutOfDomain(f"the map is drawn for head dimensions up to 256; got {d}")
    if steps not in (1, 2, 4, 8):
        raise OutOfDomain(f"an octave has 1, 2, 4 or 8 points; got {steps}")
    stride = 8 // steps
    rows = []
    for mu in range(8 * MU[0], 8 * MU[1] + 1, stride):
        progress(f"M/(nd) = 2^({mu}/8)")
        rows.append(tuple(_point(d, theta, mu) for theta in range(8 * THETA[0], 8 * THETA[1] + 1, stride)))
    return WinnerMap(d, tuple(rows))


def _point(d: int, theta: int, mu: int) -> Point:
    M = _times_power(d * d, theta)
    n = _times_power(M, -mu) // d
    program = winner(n, d, M) if n >= 1 and M >= 1 else None
    if program is None:
        return Point(theta, mu, M, n, None, None)
    return Point(theta, mu, M, n, kind(program), program.name)


def _times_power(whole: int, eighths: int) -> int:
    """A number times 2**(eighths/8), rounded down: an eighth root of a whole number.

    >>> _times_power(3, 8), _times_power(64, -4), _times_power(10, 1)
    (6, 45, 10)
    """
    power = whole**8 * 2**eighths if eighths >= 0 else whole**8 // 2**-eighths
    return isqrt(isqrt(isqrt(power)))


def figure(found: WinnerMap) -> Any:
    """Returns the matplotlib figure of a map: colours with their names in them, M = d^2 and M = nd as lines.

    Raises OutOfDomain if matplotlib is not installed.
    """
    try:
        import matplotlib as mpl  # noqa: PLC0415 - optional, and slow to import
        from matplotlib import pyplot as plt  # noqa: PLC0415
    except ImportError:
        raise OutOfDomain("drawing needs matplotlib; install it, or pebbleproof with the extra `plot`") from None
    mpl.use("Agg")
    kinds = [name for name in COLOURS if name in found.share()]
    x, y = _edges([point.theta for point in found.rows[0]]), _edges([row[0].mu for row in found.rows])
    with plt.style.context(STYLE):
        drawn, axes = plt.subplots(figsize=(4.4, 3.5))
        for name in kinds:
            bars = [_bar(x[first : last + 1], y[r : r + 2]) for r, first, last in _runs(found, name)]
            colour = COLOURS[name]
            axes.add_collection(mpl.collections.PolyCollection(bars, facecolors=colour, edgecolors=colour, lw=0.2))
        for line in (axes.axvline, axes.axhline):
            line(1, color=INK, lw=0.6, ls=(0, (3, 2)))
        axes.set(xscale="log", yscale="log", xlim=(x[0], x[-1]), ylim=(y[0], y[-1]))
        for axis, (low, high) in ((axes.xaxis, THETA), (axes.yaxis, MU)):
            axis.set_minor_locator(mpl.ticker.NullLocator())
            powers = range(low, high + 1)
            axis.set_ticks([2.0**k for k in powers], [f"1/{2**-k}" if k < 0 else str(2**k) for k in powers])
        axes.set_xlabel(r"$M/d^2$")
        axes.set_ylabel(r"$M/(nd)$")
        axes.annotate(f"$d={found.d}$, exact counts", (1, 1), (0, 4), xycoords="axes fraction",
                      textcoords="offset points", ha="right", fontsize=7, color=SOFT)  # fmt: skip
        axes.annotate("$M=d^2$", (1, y[-1]), (0, 4), textcoords="offset points", ha="center", fontsize=7, color=SOFT)
        axes.annotate("$M=nd$", (x[-1], 1), (3, 0), textcoords="offset points", va="center", fontsize=7, color=SOFT)
        for label in (*kinds, None):
            _label(mpl, axes, found, label)
    return drawn


def _edges(eighths: Sequence[int]) -> list[float]:
    """The edges of cells around powers of 2^(1/8); a picture has no more digits than floats."""
    half = (eighths[1] - eighths[0]) / 2
    return [2.0 ** ((k - half) / 8) for k in eighths] + [2.0 ** ((eighths[-1] + half) / 8)]


def _runs(found: WinnerMap, name: str) -> Iterator[tuple[int, int, int]]:
    """Yields each row with the first column of a run of one kind, and the column after its last."""
    for r, row in enumerate(found.rows):
        column = 0
        for own, points in groupby(row, key=lambda point: point.kind == name):
            after = column + len(list(points))
            if own:
                yield r, column, after
            column = after


def _bar(x: Sequence[float], y: Sequence[float]) -> list[tuple[float, float]]:
    return [(x[0], y[0]), (x[-1], y[0]), (x[-1], y[1]), (x[0], y[1])]


def _label(mpl: Any, axes: Any, found: WinnerMap, name: str | None) -> None:
    """Writes the name of a kind, or what is left white, in the largest room that it has, if there is one."""
    (r, column), wide, high = _roomiest([[point.kind == name for point in row] for row in found.rows])
    if min(wide, high) < 3:
        return
    point = found.rows[r][column]
    dark = name is not None and _dark(mpl, COLOURS[name])
    axes.text(
        2.0 ** (point.theta / 8),
        2.0 ** (point.mu / 8),
        name or "$n < 1$",
        color="white" if dark else INK,
        ha="center",
        va="center",
        fontsize=7,
        rotation=90 if high > 3 * wide else 0,
    )


def _roomiest(mine: list[list[bool]]) -> tuple[tuple[int, int], int, int]:
    """The middle of the rectangle of a kind that has the most room for a word, wide or upright, and its sides."""
    best: tuple[tuple[float, int], tuple[int, int], int, int] = ((0.0, 0), (0, 0), 0, 0)
    heights = [0] * len(mine[0])
    for r, row in enumerate(mine):
        heights = [height + 1 if own else 0 for height, own in zip(heights, row, strict=True)]
        for left in range(len(row)):
            high = heights[left]
            for right in range(left, len(row)):
                high = min(high, heights[right])
                if not high:
                    break
                wide = right - left + 1
                room = min(wide, 3 * high) if wide >= high else 0.9 * min(high, 3 * wide)
                found = ((room, wide * high), (r - high // 2, left + wide // 2), wide, high)
                best = max(best, found)
    return best[1:]


def _dark(mpl: Any, colour: str) -> bool:
    """Whether white is read better on a colour than ink: by its luminance, roughly."""
    red, green, blue = mpl.colors.to_rgb(colour)
    return bool(0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.55)
