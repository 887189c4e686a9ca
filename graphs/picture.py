"""Picture: a small graph as inline SVG, a layer for each length of a longest path to a node; the same each time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

LARGEST = 40
"""Nodes up to which a picture says more than numbers."""

_GAP, _DOWN, _HEIGHT, _LETTER, _WIDEST = 12, 56, 22, 7, 12

Operands = Mapping[str, Sequence[str]]
"""The operands of each node, nodes by name, each after its operands."""


def layers(operands: Operands) -> list[list[str]]:
    """Returns the nodes by the length of a longest path that ends there, sources first.

    >>> layers({"a": [], "b": [], "c": ["a", "b"], "d": ["a", "c"]})
    [['a', 'b'], ['c'], ['d']]
    """
    depth: dict[str, int] = {}
    made: list[list[str]] = []
    for node, before in operands.items():
        depth[node] = 1 + max((depth[operand] for operand in before), default=-1)
        if depth[node] == len(made):
            made.append([])
        made[depth[node]].append(node)
    return made


def svg(operands: Operands) -> str:
    """Returns the picture: sources filled, on top; sinks with a thick frame; edges downward.

    >>> picture = svg({"a": [], "b": [], "c": ["a", "b"]})
    >>> picture.count("<rect"), picture.count("<line")
    (3, 2)
    """
    rows = layers(operands)
    widths = {node: _LETTER * min(len(node), _WIDEST) + 12 for node in operands}
    spans = [sum(widths[node] for node in row) + _GAP * (len(row) - 1) for row in rows]
    place: dict[str, tuple[int, int]] = {}
    for level, (row, span) in enumerate(zip(rows, spans, strict=True)):
        x = 2 + (max(spans) - span) // 2
        for node in row:
            place[node] = (x + widths[node] // 2, 2 + _DOWN * level)
            x += widths[node] + _GAP
    edges = [(u, v) for v, before in operands.items() for u in before]
    used = {u for u, _ in edges}
    lines = (
        f'<line x1="{place[u][0]}" y1="{place[u][1] + _HEIGHT}" x2="{place[v][0]}" y2="{place[v][1]}"/>'
        for u, v in edges
    )
    nodes = (_node(v, place[v], widths[v], source=not before, sink=v not in used) for v, before in operands.items())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{max(spans) + 4}" '
        f'height="{_DOWN * (len(rows) - 1) + _HEIGHT + 4}" font-family="sans-serif" font-size="12">'
        f'<g stroke="gray">{"".join(lines)}</g>{"".join(nodes)}</svg>'
    )


def _node(name: str, place: tuple[int, int], width: int, *, source: bool, sink: bool) -> str:
    x, y = place
    shown = name if len(name) <= _WIDEST else name[: _WIDEST - 1] + "…"
    return (
        f'<g><title>{escape(name)}</title><rect x="{x - width // 2}" y="{y}" width="{width}" height="{_HEIGHT}" rx="6" '
        f'fill="{"#cfe3f5" if source else "white"}" stroke="black" stroke-width="{2 if sink else 1}"/>'
        f'<text x="{x}" y="{y + 15}" text-anchor="middle" fill="black">{escape(shown)}</text></g>'
    )
