"""Card: one statement in full, as `lemmas NAME` shows it."""

from __future__ import annotations

from collections.abc import Iterable

from rich.table import Table
from rich.text import Text

from proofs.cli.terminal import mark
from proofs.errors import IllDefined
from proofs.evaluate import Undefined, value
from proofs.evidence.counting import Combinatorial, Counted
from proofs.examine import examine
from proofs.finding import shown
from proofs.latex import latex
from proofs.lemma import Expectation, Lemma
from proofs.lemmas import CATALOGUE
from proofs.level import Level
from proofs.statement import Relation
from proofs.suite import Entry
from proofs.text import text
from proofs.tools import tools

Row = tuple[str, str | Text]


def lemma_card(entry: Entry) -> Table:
    """Returns a lemma in full: statement, hypotheses and what becomes of it without them, evidence, uses, hash."""
    lemma, finding = entry.lemma, entry.finding
    rows: list[Row] = [("symbols", ", ".join(f"{symbol} ({sort})" for symbol, sort in lemma.symbols.items()))]
    rows += [("" if i else "where", f"{name} is {what}") for i, (name, what) in enumerate(lemma.definitions.items())]
    rows += [("" if i else "given", f"{h:<24} {why}") for i, (h, why) in enumerate(hypotheses(lemma))]
    rows += [
        ("then", text(lemma.goal)),
        ("LaTeX", latex(lemma.goal)),
        ("level", mark(entry.level) + _limit(entry)),
        ("scope", finding.scope or lemma.scope),
    ]
    rows += [("" if i else "evidence", f"{tool}: {what}") for i, (tool, what) in enumerate(finding.evidence.items())]
    if finding.uses:
        rows.append(("uses", _names(finding.uses)))
    if finding.counterexample is not None:
        rows.append(("fails", failure(entry)))
    elif finding.witness is not None:
        point = {name: v for name, v in finding.witness.items() if name in lemma.symbols}
        rows.append(("witness", f"{shown(point)} satisfies the hypotheses"))
    if finding.note:
        rows.append(("note", finding.note))
    rows += [("used by", _names(_users(lemma.name)) or "nothing"), ("hash", lemma.digest), ("source", lemma.source)]
    return _card(lemma.label, lemma.name, lemma.title, rows)


def combinatorial_card(lemma: Combinatorial, counted: Counted, mutants: Iterable[tuple[str, Counted]]) -> Table:
    """Returns a combinatorial lemma in full: its words, the finite range, and the wrong variants that are refuted."""
    rows: list[Row] = [
        ("says", lemma.words),
        ("level", mark(counted.level)),
        ("range", counted.scope),
        ("cases", f"{counted.cases:,}" + (f"; {counted.attained}" if counted.attained else "")),
    ]
    if counted.counterexample:
        rows.append(("fails", counted.counterexample))
    rows += [
        ("wrong" if i == 0 else "", f"{label}: {wrong.counterexample or 'NOT REFUTED'}")
        for i, (label, wrong) in enumerate(mutants)
    ]
    readers = [e.name for e in CATALOGUE.values() if lemma.name in e.reads]
    rows += [("used by", _names(readers) or "nothing"), ("hash", lemma.digest), ("source", lemma.source)]
    return _card("", lemma.name, lemma.title, rows)


def hypotheses(lemma: Lemma) -> list[tuple[str, str]]:
    """Returns each hypothesis with what becomes of the lemma without it, as z3 and exact arithmetic tell.

    An assumption is not examined: nothing but what it reads says whether it holds. Nor is what is recorded as false.
    """
    if lemma.reads or lemma.expect is Expectation.REFUTED:
        return [(text(hypothesis), "") for hypothesis in lemma.given]
    found = []
    for hypothesis in map(text, lemma.given):
        try:
            finding = examine(lemma.without(hypothesis), CATALOGUE, tools(["cvc5", "certificates"]))
        except IllDefined:
            found.append((hypothesis, "needed: else a term need not have a value"))
            continue
        if finding.own is Level.REFUTED and finding.counterexample is not None:
            found.append((hypothesis, f"needed: else false at {shown(finding.counterexample)}"))
        else:
            found.append((hypothesis, "redundant" if finding.own.holds else "not known to be needed"))
    return found


def failure(entry: Entry) -> str:
    """Returns the sentence that tells where a statement fails, with both sides of its goal if it is a relation."""
    point, goal = entry.finding.counterexample, entry.lemma.goal
    if point is None:
        return ""
    where = f"at {shown(point)}"
    try:
        if isinstance(goal, Relation):
            return f"{where}: {value(goal.left, point)} {goal.sign} {value(goal.right, point)} is false"
    except Undefined:
        pass  # a root is irrational there; the point is enough
    return f"{where} the goal is false"


def _card(label: str, name: str, title: str, rows: Iterable[Row]) -> Table:
    made = Table.grid(padding=(0, 2, 0, 0))
    made.add_column(width=8, style="bold")
    made.add_column(overflow="fold")
    called = f"{name} ({label})" if label else name
    made.add_row("name", Text.assemble((called, "bold"), f"   {title}"))
    for word, what in rows:
        made.add_row(word, what if isinstance(what, Text) else Text(what))
    return made


def _limit(entry: Entry) -> str:
    return f"   (own evidence {entry.finding.own.word}, limited by {entry.limited_by})" if entry.limited_by else ""


def _users(name: str) -> list[str]:
    return [e.name for e in CATALOGUE.values() if name in [use.name for use in e.uses]]


def _names(names: Iterable[str]) -> str:
    """The names, each with its label if it has one."""
    return ", ".join(_name(CATALOGUE[n]) if n in CATALOGUE else n for n in names)


def _name(lemma: Lemma) -> str:
    return f"{lemma.name} ({lemma.label})" if lemma.label else lemma.name
