"""Graph: the dependency graph of a report as pictures: an overview, all of it, and what each theorem rests on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

import networkx as nx

from proofs.dependency import Kind
from proofs.level import Level
from proofs.report.anchor import anchor
from proofs.report.layout import Drawing, depth_first, layered
from proofs.suite import Report

_ROOM = 26
"""Characters that a box has room for."""
_SHORT = 6
"""A label up to here leaves room for the title."""
EVERYTHING, OVERVIEW = "everything", "overview"


@dataclass(frozen=True)
class Node:
    """A statement as a box: its name, what is written in it, its level, and the level of its own evidence."""

    name: str
    called: str
    title: str
    kind: Kind
    level: Level
    own: Level

    @property
    def anchor(self) -> str:
        """Where the statement stands in the page."""
        return anchor(self.name)

    @property
    def held(self) -> bool:
        """Whether what it rests on holds it below its own evidence."""
        return self.level is not self.own

    @property
    def written(self) -> tuple[str, str]:
        """The name and the title, cut to what the box has room for."""
        room = _ROOM - 2 * self.held
        if len(self.called) > _SHORT:
            return _cut(self.called, room), ""
        return self.called, _cut(self.title, room - len(self.called))

    @property
    def spoken(self) -> str:
        """What is written in the box, and in full what was cut there."""
        written = " ".join(filter(None, self.written))
        whole = self.called if len(self.called) > _SHORT else self.title
        return f"{written}, {whole}" if written.endswith("…") else written


@dataclass(frozen=True)
class View:
    """One picture: a key, what it is called, the nodes in the order of a list, and where they stand."""

    key: str
    called: str
    members: tuple[str, ...]
    drawing: Drawing


@dataclass(frozen=True)
class Pictures:
    """All pictures of a report; `lone` are the nodes that nothing joins, and that no picture shows."""

    nodes: Mapping[str, Node]
    uses: Mapping[str, tuple[str, ...]]
    views: tuple[View, ...]
    lone: tuple[Node, ...]

    @property
    def everything(self) -> View:
        """The picture of all nodes, which is shown without a script."""
        return next(view for view in self.views if view.key == EVERYTHING)

    def decides(self, user: str, used: str) -> bool:
        """Whether an edge carries the weakness that holds its user below its own evidence."""
        return self.nodes[user].held and self.nodes[used].level.weakness >= self.nodes[user].level.weakness

    def as_json(self) -> str:
        """Returns what the script needs: what uses what, and the places and edges of each view, by numbers of nodes."""
        number = {name: at for at, name in enumerate(self.nodes)}
        views = {
            view.key: {
                "size": [view.drawing.width, view.drawing.height],
                "places": [[number[name], *view.drawing.places[name]] for name in view.members],
                "edges": [
                    [number[user], number[used], path, int(self.decides(user, used))]
                    for (user, used), path in view.drawing.paths.items()
                ],
            }
            for view in self.views
        }
        uses = [[number[used] for used in self.uses[name]] for name in self.nodes]
        anchors = [node.anchor for node in self.nodes.values()]
        levels = [node.level.word for node in self.nodes.values()]
        body = {"anchors": anchors, "levels": levels, "uses": uses, "views": views}
        return json.dumps(body, separators=(",", ":")).replace("<", "\\u003c").replace("&", "\\u0026")


def pictures(report: Report, nodes: Mapping[str, Node]) -> Pictures:
    """Returns the pictures of a report; `nodes` are in the order in which they are to be listed."""
    order = list(nodes)
    graph = _in_order(report.graph(), order)
    joined = graph.subgraph(name for name in order if graph.degree(name))
    views = [View(EVERYTHING, "everything", *_drawn(_in_order(joined, order)))]
    outline = _outline(graph, [n.name for n in nodes.values() if n.kind in (Kind.THEOREM, Kind.COMBINATORIAL)])
    if outline:
        views.insert(0, View(OVERVIEW, "theorems and what they rest on in the end", *_drawn(outline)))
    for node in nodes.values():
        if node.kind is Kind.THEOREM and graph[node.name]:
            cone = graph.subgraph({node.name, *nx.descendants(graph, node.name)})
            views.append(View(node.name, node.called, *_drawn(_in_order(cone, order))))
    return Pictures(
        nodes,
        {name: tuple(graph[name]) for name in order},
        tuple(views),
        tuple(nodes[name] for name in order if name not in joined),
    )


def _in_order(graph: nx.DiGraph[str], order: list[str]) -> nx.DiGraph[str]:
    """The same graph with nodes and edges in the order of a list, so that equal graphs are drawn alike."""
    place = {name: at for at, name in enumerate(order)}
    made: nx.DiGraph[str] = nx.DiGraph()
    made.add_nodes_from([name for name in order if name in graph])
    made.add_edges_from(sorted(graph.edges, key=lambda edge: (place[edge[0]], place[edge[1]])))
    return made


def _outline(graph: nx.DiGraph[str], kept: list[str]) -> nx.DiGraph[str]:
    """Which of the kept nodes rest on which, through whatever others, without what follows from the rest."""
    whole: nx.DiGraph[str] = nx.DiGraph()
    whole.add_nodes_from(kept)
    for name in kept:
        whole.add_edges_from((name, below) for below in kept if below in nx.descendants(graph, name))
    reduced = _in_order(nx.transitive_reduction(whole), kept)
    return _in_order(reduced.subgraph([name for name in kept if reduced.degree(name)]), kept)


def _drawn(graph: nx.DiGraph[str]) -> tuple[tuple[str, ...], Drawing]:
    return tuple(depth_first(graph)), layered(graph)


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else f"{text[: max(room - 1, 0)].rstrip(' ,_')}…"
