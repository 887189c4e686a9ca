"""Dependency: what rests on what, as a graph in which an edge leads from a statement to one that its proof uses."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import networkx as nx

from proofs.lemma import Lemma


class Kind(StrEnum):
    """What a node of the graph is."""

    THEOREM = "theorem"
    LEMMA = "lemma"
    READING = "reading"
    COMBINATORIAL = "combinatorial"


def kind(lemma: Lemma) -> Kind:
    """Returns what a lemma of the catalogue is in the graph."""
    return Kind.READING if lemma.reads else Kind.THEOREM if lemma.theorem else Kind.LEMMA


def may_use(catalogue: Mapping[str, Lemma]) -> nx.DiGraph[str]:
    """Returns the graph of what each proof may use; combinatorial lemmas, which are read, are nodes of it too.

    >>> from proofs.lemmas import CATALOGUE
    >>> graph = may_use(CATALOGUE)
    >>> nx.is_directed_acyclic_graph(graph), graph.nodes["segment-lemma"]["kind"].value
    (True, 'combinatorial')
    >>> sorted(graph["roots_le_max"])
    ['roots_le_S_of_small_S', 'roots_le_sq_of_large_S']
    """
    graph: nx.DiGraph[str] = nx.DiGraph()
    for lemma in catalogue.values():
        graph.add_node(lemma.name, kind=kind(lemma))
        for use in lemma.uses:
            graph.add_edge(lemma.name, use.name)
        for name in lemma.reads:
            graph.add_node(name, kind=Kind.COMBINATORIAL)
            graph.add_edge(lemma.name, name)
    return graph


def resting_on(lemma: Lemma, catalogue: Mapping[str, Lemma]) -> dict[str, Lemma]:
    """Returns a catalogue of one lemma and all that it may use, directly or not, in the order of the large one.

    >>> from proofs.lemmas import CATALOGUE, named
    >>> [lemma.label for lemma in resting_on(named("root-count"), CATALOGUE).values()]
    ['P2', 'P3', 'root-count']
    """
    everything = {**catalogue, lemma.name: lemma}
    wanted = {lemma.name, *nx.descendants(may_use(everything), lemma.name)}
    return {name: entry for name, entry in everything.items() if name in wanted}
