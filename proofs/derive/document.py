"""Document: all derivations in one: the model, every statement of the catalogue in its section, the certificates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import networkx as nx

from proofs.cite.check import examined
from proofs.cite.prose import escaped, prose
from proofs.derive import md, nest, tex, told
from proofs.derive.blocks import Block, Heading, Paragraph, Table, link
from proofs.derive.derivation import Steps, defined
from proofs.derive.identities import HOW
from proofs.derive.model import GAME, computation
from proofs.derive.outline import Section, sections
from proofs.derive.plain import as_json, pattern_document, step_document
from proofs.derive.step import Step
from proofs.evidence.counting import COUNTING
from proofs.evidence.patterns import FAMILIES, Evidence, counterexample
from proofs.lemmas import CATALOGUE
from proofs.level import Level
from proofs.suite import Report

Progress = Callable[[str], None]
TITLE = "The I/O complexity of attention: derivations of every bound, step by step"
PROVED = tuple(level for level in Level if level.holds)


@dataclass(frozen=True)
class Document:
    """Every statement as a step, section by section, what was found of all, and the sparse counterexamples."""

    parts: tuple[tuple[Section, tuple[Step, ...]], ...]
    report: Report
    patterns: tuple[Evidence, ...]

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps, in the order of the document."""
        return tuple(step for _, steps in self.parts for step in steps)

    @property
    def theorems(self) -> list[Step]:
        """The theorems, in the order of the document."""
        return [step for step in self.steps if step.statement.theorem]


def document(progress: Progress = lambda what: None, workers: int = 1) -> Document:
    """Examines the whole catalogue anew and returns the document about it."""
    report = examined([*COUNTING, *CATALOGUE], CATALOGUE, progress, workers)
    made = Steps(report)
    parts = tuple((section, tuple(map(made.step, section.names))) for section in sections())
    return Document(parts, report, tuple(map(counterexample, FAMILIES)))


def files(whole: Document) -> dict[str, str]:
    """Returns the texts of the document by the names of its files; the same findings give the same bytes."""
    summary, body = list(_summary(whole)), list(_body(whole))
    return {
        "derivations.tex": tex.article(TITLE, summary, body, contents=True),
        "derivations.md": md.page(TITLE, [*summary, *body]),
        "derivations.json": as_json(_document(whole)),
    }


def _summary(whole: Document) -> Iterator[Block]:
    count = Counter(step.statement.level for step in whole.steps)
    listed = ", ".join(f"{count[level]} {level.word}" for level in Level if count[level])
    yield Paragraph(
        "This is what a program derives, from the definitions to the final bounds: the lower bounds for the I/O of "
        "attention by counting what a segment of a schedule can compute, the upper bounds from the loop nests of "
        "programs, the exact crossover between the two regimes, the corrected Theorem 1.1 of arXiv 2410.09397, where "
        "its literal form fails, and the sparse case. Every step is a statement of the catalogue of "
        "\\texttt{pebbleproof}. With it stand ten digits of the hash of the statement, the level of its evidence, "
        "found by examining everything again, and what limits that level; no level is ever stored and believed."
    )
    yield Paragraph(
        f"There are {len(whole.steps)} statements: {listed}. The levels, strongest first: "
        + "; ".join(f"\\emph{{{level.word}}}, {prose(level.means)}" for level in Level if count[level])
        + ". A statement has the level of the weakest that it rests on. So a theorem that rests on a combinatorial "
        "lemma is \\emph{tiny}, however its own proof is certified: what follows from that lemma is certain, the lemma "
        "itself is checked on a finite range."
    )
    graph = whole.report.graph()
    where = {step.statement.name: number for number, (_, steps) in enumerate(whole.parts, 2) for step in steps}
    rows = []
    for step in whole.theorems:
        record = step.statement
        rests = len(nx.descendants(graph, record.name))
        level = record.level.word
        shown = rf"\textbf{{{level}}}" if record.level is Level.REFUTED else level
        limit = link(step.limit, escaped(step.limit)) if step.limit else "--"
        called = link(record.called, escaped(record.called))
        section = f"${where[record.name]}$"
        rows.append((called, prose(record.title), shown, limit, f"${rests}$" if rests else "--", section))
    yield Table(
        ("theorem", "", "level", "limited by", "rests on", "section"),
        tuple(rows),
        (0.21, 0.29, 0.1, 0.17, -0.06, -0.07),
    )


def _body(whole: Document) -> Iterator[Block]:
    numbers = told.numbered(whole.steps)
    yield Heading("The model", "model")
    yield from computation()
    yield Paragraph(GAME)
    yield Paragraph(
        "\\emph{Statements.} A statement is about all values of its symbols, natural or real. Some symbols are no "
        "variables but fixed numbers, determined by $n$, $d$ and $M$, or by the sparsity pattern of which $Z$, "
        "$\\delta$ and $W$ are the sizes; they are listed here. Solvers and certificates know of them only what "
        "the \\emph{readings} say."
    )
    yield told.meanings(defined(whole.steps))
    for section, steps in whole.parts:
        yield Heading(section.title, section.anchor)
        yield Paragraph(section.about)
        programs = nest.programs(steps)
        stated = dict.fromkeys(name for name, _ in programs.items())
        for step in steps:
            new = [loops for loops in step.loops if loops.program.name in stated]
            for loops in new:
                del stated[loops.program.name]
                yield from nest.loop_nest(loops)
            yield from told.statement(step, numbers)
        if section.anchor == "sparse":
            yield Heading("The literal bound and its counterexamples", "patterns", depth=2)
            yield from told.pattern_table(whole.patterns)
    yield Heading("Certificates", "certificates", appendix=True)
    yield Paragraph(
        f"{HOW} Certificates with more summands than are worth printing are counted where they are used; "
        "\\texttt{pebbleproof explain} prints each of them."
    )
    yield from told.certificates(whole.steps, numbers)


def _document(whole: Document) -> dict[str, object]:
    return {
        "command": "derive",
        "title": TITLE,
        "levels": [{"level": level.word, "means": level.means} for level in Level],
        "definitions": defined(whole.steps),
        "sections": [
            {"title": section.title, "anchor": section.anchor, "steps": list(map(step_document, steps))}
            for section, steps in whole.parts
        ],
        "patterns": list(map(pattern_document, whole.patterns)),
        "status": whole.report.status,
    }
