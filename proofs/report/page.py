"""Page: the report as one HTML document; equal reports give equal bytes.

A policy in the head names the hashes of the one style and the one script, and forbids all else: even if something
hostile came through, nothing would run, and nothing would be loaded.
"""

from __future__ import annotations

import base64
import hashlib
import platform
from collections import Counter
from collections.abc import Mapping
from importlib.resources import files

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from proofs.dependency import Kind
from proofs.hashes import SHORT, hash_of
from proofs.ledger import ledger_of, versions
from proofs.lemma import Lemma
from proofs.level import Level
from proofs.report import palette
from proofs.report.abbreviation import ABBREVIATIONS, meaning
from proofs.report.claims import LITERAL, NO_CONSTANT, SPARSE, gaps, headlines, literal_sparse, pairs, patterns
from proofs.report.graph import pictures
from proofs.report.mathml import mathml
from proofs.report.plots import Plot
from proofs.report.prose import prose
from proofs.report.statement import manifest_of, statements
from proofs.report.tiny import grid
from proofs.statement import Variable, formula
from proofs.suite import Report

MEANING: Mapping[int, str] = {
    0: "every statement is as the catalogue records it, true or false",
    1: "a statement is not as recorded: refuted, provable though recorded as false, or rejected",
    3: "a statement that is recorded as true was not decided",
}
"""What the exit status of `pebbleproof verify`, and of `pebbleproof report`, says."""

GROUPS: Mapping[Kind, tuple[str, str]] = {
    Kind.THEOREM: ("Theorems", ""),
    Kind.COMBINATORIAL: (
        "Combinatorial lemmas",
        "In words, about all schedules or graphs of a kind. No solver decides them: they are counted, case by case, "
        "on a finite range, and wrong variants must be refuted by the same count.",
    ),
    Kind.READING: (
        "Readings",
        "What the combinatorial lemmas say, as arithmetic about fixed numbers. They are assumptions, as good as the "
        "evidence of what they read.",
    ),
    Kind.LEMMA: (
        "Lemmas",
        "Arithmetic, for all values of the symbols; the level says how each is proved, or that it is false.",
    ),
}
_FACES = (
    ("STIX Two Text", 400, "normal", "text-400.woff2"),
    ("STIX Two Text", 400, "italic", "text-400-italic.woff2"),
    ("STIX Two Text", 600, "normal", "text-600.woff2"),
    ("STIX Two Math", 400, "normal", "math-400.woff2"),
)
_STYLES = ("frame.css", "sections.css", "statements.css", "adapt.css")
_SCRIPTS = ("page.js", "graph.js")


def page(report: Report, catalogue: Mapping[str, Lemma], plots: tuple[Plot, ...] = ()) -> str:
    """Returns the page of a report on lemmas of a catalogue."""
    found, ledger = versions(), ledger_of(report)
    manifest = manifest_of(report, found["pebbleproof"])
    known = statements(report, catalogue, manifest)
    style, script = _style(), _read(*_SCRIPTS)
    environment = Environment(
        loader=FunctionLoader(_template),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    levels = Counter(statement.node.level for statement in known.values())
    headed = headlines(known)
    cited = [*known.values()][:1] if not headed else [headed[-1].statement]
    return environment.get_template("page.html.j2").render(
        policy=_policy(style, script),
        style=Markup(style),
        script=Markup(script),
        catalogue_hash=hash_of({s.node.name: s.record.hash for s in known.values()})[:SHORT],
        ledger_hash=str(ledger["sha256"])[:SHORT],
        status=ledger["status"],
        meanings=MEANING,
        known=known,
        levels=list(Level),
        at_level=levels,
        held=sum(statement.node.held for statement in known.values()),
        surprises=[statement for statement in known.values() if statement.surprise],
        headlines=headed,
        example=cited[0] if cited else None,
        abbreviations=[(mathml(Variable(name)), mathml(meaning(name))) for name in ABBREVIATIONS],
        pairs=pairs(known),
        literal=LITERAL if LITERAL in known else "",
        gaps=gaps(catalogue[LITERAL]) if LITERAL in known else None,
        no_constant=[known[name].node for name in NO_CONSTANT if name in known],
        sparse=known.get(SPARSE),
        literal_sparse=literal_sparse(),
        patterns=patterns(report),
        theorems=[statement for statement in known.values() if statement.node.kind is Kind.THEOREM],
        pictures=pictures(report, {name: statement.node for name, statement in known.items()}),
        groups=[
            (*GROUPS[kind], members)
            for kind in GROUPS
            if (members := [statement for statement in known.values() if statement.node.kind is kind])
        ],
        tiny=grid(report.tiny),
        plots=plots,
        versions={**found, "Python": platform.python_version()},
        math=lambda text: mathml(formula(text), said=False),
        prose=prose,
    )


def _read(*names: str) -> str:
    return "\n".join((files("proofs.report") / name).read_text(encoding="utf-8") for name in names)


def _template(name: str) -> str:
    """A template without its indentation, which would be two per cent of the page."""
    return "\n".join(line.lstrip(" ") for line in _read(f"templates/{name}").split("\n"))


def _style() -> str:
    faces = []
    for family, weight, slope, name in _FACES:
        data = base64.b64encode((files("proofs.report") / "fonts" / name).read_bytes()).decode("ascii")
        source = f'src:url("data:font/woff2;base64,{data}") format("woff2")'
        faces.append(
            f'@font-face{{font-family:"{family}";font-weight:{weight};font-style:{slope};font-display:block;{source}}}'
        )
    return "\n".join([*faces, palette.as_css(), _read(*_STYLES)])


def _policy(style: str, script: str) -> str:
    """What the page may do: its own style and script, its own fonts, and nothing else."""

    def named(text: str) -> str:
        digest = hashlib.sha256(text.encode()).digest()
        return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"

    return (
        f"default-src 'none'; style-src {named(style)}; script-src {named(script)}; font-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
