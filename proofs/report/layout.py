"""Layout: where the nodes of a directed acyclic graph stand in columns, so that what uses stands left of what is used.

The steps are those of Sugiyama, Tagawa and Toda: a column for each node, a bend of an edge in each column that it
crosses, an order in each column with few crossings, and heights near to the neighbours'. Equal graphs get equal places.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean, median

import networkx as nx

NODE_WIDTH, NODE_HEIGHT = 206, 27
_COLUMN, _MARGIN = 244, 4
_BOX_TO_BOX, _BOX_TO_LINE, _LINE_TO_LINE = 34, 24, 10
_ORDER_SWEEPS, _HEIGHT_SWEEPS = 24, 40


@dataclass(frozen=True)
class Bend:
    """Where the edge from `start` to `end` crosses a column on its way."""

    start: str
    end: str
    column: int


Point = str | Bend


@dataclass(frozen=True)
class Drawing:
    """The left edge and the middle height of each node, and each edge as the data of an SVG path."""

    width: int
    height: int
    places: Mapping[str, tuple[int, int]]
    paths: Mapping[tuple[str, str], str]


def layered(graph: nx.DiGraph[str]) -> Drawing:
    """Returns the drawing of an acyclic graph without lone nodes.

    >>> drawing = layered(nx.DiGraph([("theorem", "lemma"), ("lemma", "fact"), ("theorem", "fact")]))
    >>> [x for x, y in drawing.places.values()] == [4, 248, 492]
    True
    """
    column = _columns(graph)
    chains: dict[tuple[str, str], list[Point]] = {}
    for start, end in graph.edges:
        between = (Bend(start, end, at) for at in range(column[start] + 1, column[end]))
        chains[start, end] = [start, *between, end]
    before: dict[Point, list[Point]] = {}
    after: dict[Point, list[Point]] = {}
    columns: list[list[Point]] = [[] for _ in range(1 + max(column.values(), default=0))]
    for node in graph:
        columns[column[node]].append(node)
    for chain in chains.values():
        for bend in chain[1:-1]:
            assert isinstance(bend, Bend)  # all between the ends are
            columns[bend.column].append(bend)
        for left, right in pairwise(chain):
            after.setdefault(left, []).append(right)
            before.setdefault(right, []).append(left)
    columns = _ordered(columns, before, after)
    height = _heights(columns, before, after)
    top = min(height.values(), default=0)
    x = {point: _MARGIN + _COLUMN * at for at, points in enumerate(columns) for point in points}
    y = {point: round(h - top) + NODE_HEIGHT // 2 + _MARGIN for point, h in height.items()}
    return Drawing(
        max(x.values(), default=0) + NODE_WIDTH + _MARGIN,
        max(y.values(), default=0) + NODE_HEIGHT // 2 + _MARGIN,
        {node: (x[node], y[node]) for node in graph},
        {edge: _path([(x[point], y[point]) for point in chain]) for edge, chain in chains.items()},
    )


def depth_first(graph: nx.DiGraph[str]) -> list[str]:
    """Returns the nodes in an order to list them in: by column, and as they stand in the graph within one."""
    column = _columns(graph)
    return sorted(graph, key=lambda node: column[node])


def _columns(graph: nx.DiGraph[str]) -> dict[str, int]:
    """The length of the longest path that ends at each node."""
    column: dict[str, int] = {}
    for node in nx.lexicographical_topological_sort(graph, key=list(graph).index):
        column[node] = max((column[user] + 1 for user in graph.predecessors(node)), default=0)
    return column


def _ordered(
    columns: list[list[Point]], before: Mapping[Point, Sequence[Point]], after: Mapping[Point, Sequence[Point]]
) -> list[list[Point]]:
    """The columns sorted by where the neighbours stand, left and right in turn; the best order seen."""
    best, fewest = columns, _crossings(columns, after)
    for sweep in range(_ORDER_SWEEPS):
        neighbours, order = (before, columns) if sweep % 2 == 0 else (after, columns[::-1])
        place = {point: at for points in columns for at, point in enumerate(points)}
        for points in order:
            wish = {p: fmean(place[q] for q in neighbours[p]) if p in neighbours else place[p] for p in points}
            points.sort(key=wish.__getitem__)
            place.update((point, at) for at, point in enumerate(points))
        crossings = _crossings(columns, after)
        if crossings < fewest:
            best, fewest = [list(points) for points in columns], crossings
        columns = [list(points) for points in columns]
    return best


def _crossings(columns: Iterable[Sequence[Point]], after: Mapping[Point, Sequence[Point]]) -> int:
    crossings = 0
    for points, following in pairwise(columns):
        place = {point: at for at, point in enumerate(following)}
        ends = [end for point in points for end in sorted(place[q] for q in after.get(point, ()))]
        crossings += sum(a > b for at, a in enumerate(ends) for b in ends[at + 1 :])
    return crossings


def _heights(
    columns: Sequence[Sequence[Point]], before: Mapping[Point, Sequence[Point]], after: Mapping[Point, Sequence[Point]]
) -> dict[Point, float]:
    """Each point near to the median of its neighbours, with the order and the gaps in each column kept."""
    height: dict[Point, float] = {}
    for points in columns:
        height.update(zip(points, _offsets(points), strict=True))
    for sweep in range(_HEIGHT_SWEEPS):
        for points in columns if sweep % 2 == 0 else columns[::-1]:
            near = {p: [*before.get(p, ()), *after.get(p, ())] for p in points}
            wishes = [median([height[q] for q in near[p]] or [height[p]]) for p in points]
            height.update(zip(points, _kept_apart(wishes, _offsets(points)), strict=True))
    return height


def _offsets(points: Sequence[Point]) -> list[float]:
    """The least height of each point of a column below its first; lines may run closer together than boxes."""
    offsets = [0.0]
    for pair in pairwise(points):
        bends = sum(isinstance(point, Bend) for point in pair)
        offsets.append(offsets[-1] + (_BOX_TO_BOX, _BOX_TO_LINE, _LINE_TO_LINE)[bends])
    return offsets[: len(points)]


def _kept_apart(wishes: Sequence[float], offsets: Sequence[float]) -> list[float]:
    """The heights nearest to the wishes, in squares, that grow by the offsets at least: pools of adjacent violators."""
    pools: list[tuple[float, int]] = []
    for wish, offset in zip(wishes, offsets, strict=True):
        mean, size = wish - offset, 1
        while pools and pools[-1][0] > mean:
            other, more = pools.pop()
            mean, size = (mean * size + other * more) / (size + more), size + more
        pools.append((mean, size))
    bases = [mean for mean, size in pools for _ in range(size)]
    return [base + offset for base, offset in zip(bases, offsets, strict=True)]


def _path(points: Sequence[tuple[int, int]]) -> str:
    """From the right side of the first box to the left side of the last, level through every column between."""
    x, y = points[0][0] + NODE_WIDTH, points[0][1]
    path = f"M{x} {y}"
    for at, (right, level) in enumerate(points[1:], 2):
        middle = (x + right) // 2
        path += f"C{middle} {y} {middle} {level} {right} {level}"
        x, y = right, level
        if at < len(points):
            x += NODE_WIDTH
            path += f"H{x}"
    return path
