"""Statement: one statement of a report, arithmetic or in words, as the page shows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import networkx as nx
from markupsafe import Markup

from proofs.cite.check import records
from proofs.cite.manifest import Manifest
from proofs.cite.record import Citable
from proofs.cite.styles import STYLES
from proofs.dependency import Kind, kind
from proofs.errors import StatementError
from proofs.evaluate import Point, Undefined, value
from proofs.evidence.counting import COUNTING, Counted
from proofs.finding import shown as written
from proofs.lemma import Lemma, Sort
from proofs.level import Level
from proofs.report.abbreviation import abbreviated, shortened
from proofs.report.graph import Node
from proofs.report.identity import Identity, identity
from proofs.report.mathml import mathml, symbol
from proofs.report.needed import without
from proofs.report.prose import prose
from proofs.statement import Relation, rational
from proofs.suite import Entry, Report

_OFFERED = {"tex": "LaTeX", "bibtex": "BibTeX", "markdown": "Markdown", "typst": "Typst"}
"""The styles of citations that can be copied; the first is also shown. `pebbleproof cite --all` writes files."""
_SORTS = {Sort.NATURAL: "natural numbers", Sort.REAL: "real numbers"}


@dataclass(frozen=True)
class Failure:
    """Where a statement fails, and the values of the two sides of its goal there, if it has two."""

    point: tuple[tuple[Markup, Markup], ...]
    sides: tuple[tuple[Markup, Markup], ...]
    sign: str


@dataclass(frozen=True)
class Arithmetic:
    """A statement that is arithmetic: for all what, given what, then what, and what the evidence is.

    `needs` has of each hypothesis what becomes of the statement without it, and at which point.
    """

    quantified: tuple[tuple[str, Markup], ...]
    given: tuple[Markup, ...]
    needs: tuple[tuple[Markup, str], ...]
    goal: Markup
    definitions: tuple[tuple[Markup, Markup], ...]
    witness: Markup
    failure: Failure | None
    identity: Identity | None


@dataclass(frozen=True)
class InWords:
    """A combinatorial lemma: its words, how many cases were counted, and the wrong variants that were refuted."""

    words: Markup
    cases: int
    sharpness: Markup
    counterexample: str
    variants: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Statement:
    """A statement with its level, evidence, hashes, neighbours and citations; `short` is its goal in one line."""

    node: Node
    record: Citable
    title: Markup
    short: Markup
    scope: Markup
    source: Markup
    evidence: tuple[tuple[str, str], ...]
    note: str
    surprise: str
    limited_by: Node | None
    uses: tuple[Node, ...]
    used_by: tuple[Node, ...]
    rests_on: int
    citations: tuple[tuple[str, str], ...]
    search: str
    arithmetic: Arithmetic | None = None
    in_words: InWords | None = None

    @property
    def expected_false(self) -> bool:
        """Whether it is refuted, as the catalogue records it."""
        return self.node.level is Level.REFUTED and not self.surprise


def statements(report: Report, catalogue: Mapping[str, Lemma], manifest: Manifest) -> dict[str, Statement]:
    """Returns all statements by name: theorems, combinatorial lemmas, readings of them, and all other lemmas."""
    nodes = _nodes(report)
    graph = report.graph()
    entries = {entry.lemma.name: entry for entry in report.entries}
    found = {}
    for name, node in nodes.items():
        record = manifest.names[name]
        entry = entries.get(name)
        lemma = None if entry is None else entry.lemma
        uses = tuple(nodes[used] for used in graph[name])
        found[name] = Statement(
            node,
            record,
            prose(record.title),
            Markup("") if lemma is None else mathml(abbreviated(lemma.goal), said=False),
            prose(record.scope),
            prose(record.source),
            () if entry is None else tuple(entry.finding.evidence.items()),
            "" if entry is None else entry.finding.note,
            "" if entry is None else entry.surprise,
            nodes.get(record.limited_by),
            uses,
            tuple(nodes[user] for user in nodes if user in graph.pred[name]),
            len(nx.descendants(graph, name)),
            tuple((called, STYLES[style](record, manifest)) for style, called in _OFFERED.items()),
            " ".join([name, record.called, record.title, record.plain, record.source, str(node.kind)]).lower(),
            None if entry is None else _arithmetic(entry, catalogue),
            in_words(name, report.counting[name], report.mutants) if entry is None else None,
        )
    return found


def manifest_of(report: Report, version: str) -> Manifest:
    """Returns the manifest of all that a report is about."""
    return Manifest(tuple(records(report).values()), version)


def in_words(name: str, counted: Counted, mutants: Mapping[str, Counted]) -> InWords:
    """Returns what the page shows of a combinatorial lemma; a variant that was not refuted says so."""
    sharpness = counted.attained
    if not sharpness and counted.closest is not None:
        sharpness = "attained" if counted.sharp else f"at most {counted.closest} of it is reached"
    variants = tuple(
        (label.removeprefix(f"{name}: "), mutant.counterexample or "NOT REFUTED")
        for label, mutant in mutants.items()
        if label.startswith(f"{name}: ")
    )
    return InWords(prose(COUNTING[name].words), counted.cases, prose(sharpness), counted.counterexample or "", variants)


def failure(lemma: Lemma, point: Point) -> Failure:
    """Returns where a statement fails, with the values of both sides of its goal as far as they are rational."""
    sides: tuple[tuple[Markup, Markup], ...] = ()
    sign = ""
    if isinstance(lemma.goal, Relation):
        parts = (lemma.goal.left, lemma.goal.right)
        try:
            values = [value(part, point) for part in parts]
        except (Undefined, StatementError):
            pass  # a root is irrational there; the point is enough
        else:
            shown = [mathml(rational(found), said=False) for found in values]
            sides = tuple(zip((mathml(shortened(part), said=False) for part in parts), shown, strict=True))
            sign = str(lemma.goal.sign)
    return Failure(tuple(_point({name: point[name] for name in lemma.sorts if name in point})), sides, sign)


def _nodes(report: Report) -> dict[str, Node]:
    found = [
        Node(e.lemma.name, e.lemma.called, e.lemma.title, kind(e.lemma), e.level, e.finding.own) for e in report.entries
    ]
    for name, counted in report.counting.items():
        node = Node(name, name, COUNTING[name].title, Kind.COMBINATORIAL, counted.level, counted.level)
        found.append(node)
    order = [Kind.THEOREM, Kind.COMBINATORIAL, Kind.READING, Kind.LEMMA]
    return {node.name: node for node in sorted(found, key=lambda node: order.index(node.kind))}


def _arithmetic(entry: Entry, catalogue: Mapping[str, Lemma]) -> Arithmetic:
    lemma, finding = entry.lemma, entry.finding
    refuted = finding.own is Level.REFUTED and finding.counterexample is not None
    certificate = identity(lemma, catalogue) if finding.own.holds and not lemma.reads else None
    witness = Markup("")
    if finding.witness is not None and not refuted:
        free = {name: finding.witness[name] for name in lemma.symbols if name in finding.witness}
        witness = Markup(", ").join(Markup("{} = {}").format(*pair) for pair in _point(free))
    return Arithmetic(
        tuple((_SORTS[sort], _listed(lemma, sort)) for sort in _SORTS if sort in lemma.symbols.values()),
        tuple(mathml(hypothesis) for hypothesis in lemma.given),
        tuple(_needs(lemma, catalogue)) if finding.own.holds and not lemma.reads else (),
        mathml(lemma.goal, display=True),
        tuple((_symbol(name), prose(what)) for name, what in lemma.definitions.items()),
        witness,
        failure(lemma, finding.counterexample) if refuted and finding.counterexample is not None else None,
        certificate,
    )


def _needs(lemma: Lemma, catalogue: Mapping[str, Lemma]) -> Iterable[tuple[Markup, str]]:
    for hypothesis, (found, point) in zip(lemma.given, without(lemma, catalogue), strict=True):
        free = {name: point[name] for name in lemma.symbols if name in point}
        where = f"{found} at {written(free)}" if found and free else found or "not known to be needed"
        yield mathml(hypothesis, said=False), where


def _listed(lemma: Lemma, sort: Sort) -> Markup:
    return Markup(", ").join(_symbol(name) for name, own in lemma.symbols.items() if own is sort)


def _symbol(name: str) -> Markup:
    return Markup(f"<math>{symbol(name)}</math>")


def _point(point: Point) -> Iterable[tuple[Markup, Markup]]:
    return ((_symbol(name), mathml(rational(number), said=False)) for name, number in point.items())
