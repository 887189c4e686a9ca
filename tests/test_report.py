"""The report page, read as HTML: every statement is there once, every link leads somewhere, hostile text stays text."""

from __future__ import annotations

import itertools
import json
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path

import pytest
import sympy
import typer
from typer.testing import CliRunner

from proofs.dependency import resting_on
from proofs.evidence.counting import COUNTING
from proofs.evidence.patterns import counterexample
from proofs.evidence.points import refutes
from proofs.evidence.tiny import Case, confirm
from proofs.finding import Finding
from proofs.lemma import Expectation, Lemma, lemma
from proofs.lemmas import CATALOGUE
from proofs.level import Level
from proofs.report.anchor import anchor
from proofs.report.claims import CORRECTIONS, HEADLINES, LITERAL, LITERAL_SPARSE, NO_CONSTANT
from proofs.report.mathml import mathml
from proofs.report.needed import Without, without
from proofs.report.page import page
from proofs.report.palette import LEVELS, PAPER
from proofs.report.plots import SIZES, available, inlined, plots
from proofs.report.prose import prose
from proofs.statement import formula
from proofs.suite import Entry, Report, run
from proofs.text import text as text_of
from symbolic.attention import Computation
from symbolic.sparse import LITERAL_LARGE, LITERAL_SMALL

HOSTILE = (
    '</script><script>window.hurt=1</script><img src=x onerror="window.hurt=1">" autofocus onfocus=hurt() {{7*7}} $x$'
)
command = import_module("proofs.cli.report")  # `proofs.cli.report` by itself is the function

COUNTED, THEOREM = "loomis-whitney", "sq_le_of_sum"
VOID = {"meta", "br", "img", "input", "link", "hr"}


class Outline(HTMLParser):
    """Ids, links, headings, tags and attributes of a page, and what is not closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.ids: Counter[str] = Counter()
        self.links: list[str] = []
        self.headings: list[int] = []
        self.tags: Counter[str] = Counter()
        self.attributes: Counter[str] = Counter()
        self.references: list[str] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            self.attributes[name] += 1
            if name == "id":
                self.ids[value or ""] += 1
            if name == "href":
                self.links.append(value or "")
            if name == "aria-labelledby":
                self.references.append(value or "")
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag, f"{tag} is closed out of order"


def sample_catalogue() -> dict[str, Lemma]:
    """A few real lemmas and made ones: a reading, a theorem that rests on it, a hostile one."""
    wanted = {LITERAL, "A_le_B_iff_sq_d_le_M", "roots_le_max", "denominator_le_of_M_le_sq_d", *NO_CONSTANT}
    chosen = [entry for name in wanted for entry in resting_on(CATALOGUE[name], CATALOGUE).values()]
    made = [
        lemma("X1 sum_le", "A reading", "n:N m:N", [], "n <= n*m", "folklore", reads=[COUNTED]),
        lemma(THEOREM, "Rests on it", "n:N m:N", [], "n <= n*m + 1", "folklore", uses=["sum_le"], theorem=True),
        lemma("hurt <b>&", HOSTILE, "x y", ["x > 0", "y >= x"], "x <= y", HOSTILE),
    ]
    known = {entry.name: entry for entry in chosen}
    return {name: known[name] for name in CATALOGUE if name in known} | {entry.name: entry for entry in made}


@cache
def sample_report() -> Report:
    found = run(sample_catalogue())
    return replace(
        found,
        tiny=tuple(confirm(Case(Computation.FORWARD, 1, 1, M)) for M in (3, 4)),
        patterns=(counterexample("diagonal"),),
        mutants={
            f"{name}: {label}": check() for name in found.counting for label, check in COUNTING[name].mutants.items()
        },
    )


@cache
def sample_page() -> str:
    return page(sample_report(), sample_catalogue(), plots(sample_report(), [(64, 8)]))


@cache
def outline() -> Outline:
    return Outline(sample_page())


def test_tags_are_closed_in_order() -> None:
    assert outline().open == []


def test_ids_are_unique_and_every_statement_has_one() -> None:
    report = sample_report()
    assert [name for name, times in outline().ids.items() if times > 1] == []
    for name in (*(entry.lemma.name for entry in report.entries), *report.counting):
        assert outline().ids[anchor(name)] == 1, name


def test_every_link_stays_in_the_page_and_leads_somewhere() -> None:
    assert [link for link in outline().links if not link.startswith("#")] == []
    assert [link for link in outline().links if link[1:] not in outline().ids] == []
    assert [name for name in outline().references if name not in outline().ids] == []


def test_headings_come_in_order() -> None:
    headings = outline().headings
    assert headings[0] == 1
    assert headings.count(1) == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(headings))


def test_landmarks() -> None:
    assert [outline().tags[tag] for tag in ("main", "nav", "header", "footer", "h1")] == [1] * 5


def test_hostile_text_stays_text() -> None:
    assert outline().tags["img"] == 0
    assert outline().tags["script"] == 2, "the script of the page, and its data"
    assert outline().attributes["style"] == 0, "the policy would forbid it"
    assert not [name for name in outline().attributes if name.startswith("on") or name == "autofocus"]
    assert "<script>window" not in sample_page()
    assert "{{7*7}}" in sample_page(), "a template in a title is not run"


def test_the_data_of_the_graph_cannot_end_its_script() -> None:
    data = sample_page().split('id="graph-data">')[1].split("</script>")[0]
    assert "<" not in data
    assert len(json.loads(data)["anchors"]) == len(sample_report().entries) + len(sample_report().counting)


def test_the_same_report_gives_the_same_bytes() -> None:
    again = page(sample_report(), sample_catalogue(), plots(sample_report(), [(64, 8)]))
    assert again == sample_page()


def test_nothing_is_loaded_and_no_path_or_time_is_told() -> None:
    text = re.sub(r"base64,[^\"]*", "", sample_page())
    assert not re.search(r"/(tmp|home|root|work|usr)/", text)
    assert set(re.findall(r"https?://[^\s\"<)]+", text)) <= {"http://www.w3.org/2000/svg"}
    assert not re.search(r"\b\d+ ms\b|\b20\d\d-\d\d-\d\d\b", text)
    assert "default-src &#39;none&#39;" in text or "default-src 'none'" in text


def test_what_a_statement_shows() -> None:
    text = sample_page()
    refuted = text.split(f'id="{anchor(LITERAL)}"')[1].split("</details>")[0]
    assert "Counterexample" in refuted and "1,048,576" in refuted and "28,672" in refuted
    certified = text.split(f'id="{anchor("denominator_le_of_M_le_sq_d")}"')[1].split("</aside>")[0]
    assert CATALOGUE["denominator_le_of_M_le_sq_d"].digest in certified
    assert (
        "All of it, as text" in certified and "more</span>" in certified and r"\checkedlemma[certificate]" in certified
    )
    counted = text.split(f'id="{anchor(COUNTED)}"')[1].split("</aside>")[0]
    assert (
        "two shadows" in counted and "has 2 cells and shadows of 1, 2 and 2" in counted and "393,216 cases" in counted
    )
    held = text.split(f'id="{anchor(THEOREM)}"')[1].split("</aside>")[0]
    assert "it is held at <b>tiny</b> by" in held and f'href="#{anchor(COUNTED)}"' in held


def test_what_becomes_of_a_statement_without_a_hypothesis_is_shown_and_checked() -> None:
    certified = sample_page().split(f'id="{anchor("denominator_le_of_M_le_sq_d")}"')[1].split("</aside>")[0]
    assert "Without a hypothesis" in certified and "needed: else false at (" in certified
    kinds: Counter[str] = Counter()
    for entry in CATALOGUE.values():
        if not entry.reads and entry.expect is Expectation.HOLDS:
            for hypothesis, (found, point) in zip(entry.given, without(entry, CATALOGUE), strict=True):
                kinds[str(found)] += 1
                if found is Without.FALSE:
                    assert refutes(entry.without(text_of(hypothesis)), point)
    assert kinds["None"] < sum(kinds.values()) / 4, "run python -m proofs.report.search: statements have changed"


def test_a_bibtex_entry_can_be_copied() -> None:
    certified = sample_page().split(f'id="{anchor("denominator_le_of_M_le_sq_d")}"')[1].split("</aside>")[0]
    button = re.search(r'data-copy="(@misc[^"]*)" aria-label="Copy as BibTeX"', certified)
    assert button is not None and "checked:denominator_le_of_M_le_sq_d," in button[1]
    assert CATALOGUE["denominator_le_of_M_le_sq_d"].digest in button[1]


def test_the_page_of_the_whole_catalogue_is_small() -> None:
    """Each statement is taken to hold by a certificate. `others` is what only the real page has: tiny cases, counts."""
    others = 140_000
    told = {"z3": "unsat", "cvc5": "unsat, proof without trusted steps", "certificate": "valid"}
    entries = tuple(
        Entry(
            Finding(
                one,
                Level.CERTIFICATE,
                tuple(use.name for use in one.uses),
                dict.fromkeys(one.sorts, Fraction(1)),
                evidence=told,
            ),
            Level.CERTIFICATE,
        )
        for one in CATALOGUE.values()
    )
    counted = sample_report().counting[COUNTED]
    whole = replace(sample_report(), entries=entries, counting=dict.fromkeys(COUNTING, counted))
    drawn = plots(sample_report(), SIZES) if available() else ()
    each = (len(page(whole, CATALOGUE, drawn).encode()) + others) / len(CATALOGUE)
    assert each < 16_000, "typeset fewer terms: report.identity"


def test_a_report_without_theorems_tiny_cases_or_plots_has_a_page() -> None:
    small = {"hurt": lemma("hurt", "Halves", "n:N", [], "n/2 < n", "folklore")}
    made = Outline(page(run(small), small))
    assert made.open == []
    assert "tiny" not in made.ids and "plots" not in made.ids
    assert [link for link in made.links if link[1:] not in made.ids] == []


def test_names_in_the_page_are_those_of_the_catalogue() -> None:
    named = {*HEADLINES, *CORRECTIONS, *CORRECTIONS.values(), *NO_CONSTANT, LITERAL}
    assert named <= set(CATALOGUE)


def test_the_literal_sparse_bound_is_that_of_the_first_floor() -> None:
    symbols = {str(symbol): symbol for symbol in (LITERAL_LARGE + LITERAL_SMALL).free_symbols}
    shown = [sympy.sympify(term, locals=symbols) for term in LITERAL_SPARSE]
    assert [sympy.simplify(a - b) for a, b in zip(shown, (LITERAL_LARGE, LITERAL_SMALL), strict=True)] == [0, 0]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a - (b - c) <= 1", "a−(b−c)≤1"),
        ("a*(-b) < 2*3*c", "a\u2062(−b)<2·3\u2062c"),
        ("0 < x <= y", "0<x≤y"),
        ("(x < y) == (y > x)", "x<yif and only ify>x"),
        ("x < y and z < y or not x == y", "(x<yandz<y)or¬(x=y)"),
        ("a/(b*c) == a/b/c", "a/(b\u2062c)=a/b/c"),
        ("(a + b)**2/2 >= min(a, b)", "(a+b)2/2≥min\u2061{a,b}"),
        ("1/4*x <= x", "14\u2062x≤x"),
        ("x < y < z or x > z", "(x<y<z)orx>z"),
    ],
)
def test_mathematics_reads_as_it_is_meant(text: str, shown: str) -> None:
    made = str(mathml(formula(text), said=False))
    assert re.sub(r"<[^>]+>", "", made).replace("&lt;", "<").replace("&gt;", ">") == shown


def test_all_texts_of_the_catalogue_are_well_formed() -> None:
    texts = [c.words for c in COUNTING.values()]
    texts += [text for e in CATALOGUE.values() for text in (e.title, e.source, *e.definitions.values())]
    for text in texts:
        assert Outline(f"<p>{prose(text)}</p>").open == [], text
    for entry in CATALOGUE.values():
        for part in (*entry.given, entry.goal):
            assert Outline(f"<p>{mathml(part)}{mathml(part, display=True)}</p>").open == []


def test_anchors_differ() -> None:
    names = ["a b", "a_b", "a~20~b", "a-b", "A b", "a\tb"]
    assert len({anchor(name) for name in names}) == len(names)


def test_figures_lose_their_styles_and_share_no_id() -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><style>*{}</style>'
        '<defs><clipPath id="c"/></defs><g clip-path="url(#c)" style="stroke: #bf7508; stroke-width: 2"/>'
        '<use xlink:href="#c"/></svg>'
    )
    made = str(inlined(svg, "p"))
    assert "style" not in made and 'clip-path="url(#p-c)"' in made and 'href="#p-c"' in made and "stroke-warm" in made


@pytest.mark.skipif(not available(), reason="matplotlib draws the plots")
def test_plots_are_in_the_page() -> None:
    assert 'id="plots"' in sample_page()
    assert "The same as a table" in sample_page()


def test_the_command_writes_the_page_and_tells_its_hash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "CATALOGUE", sample_catalogue())
    monkeypatch.setattr(command, "run_all", lambda *arguments: sample_report())
    monkeypatch.setattr(command, "available", lambda: False)
    app = typer.Typer()
    app.command()(command.report)
    result = CliRunner().invoke(app, ["--out", str(tmp_path), "--json"])
    assert result.exit_code == sample_report().status == 0
    told = json.loads(result.stdout)
    written = (tmp_path / "report.html").read_bytes()
    assert (told["bytes"], told["plots"], told["status"]) == (len(written), 0, 0)
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]


def linear(colour: str) -> list[float]:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def contrast(one: str, other: str) -> float:
    weights = (0.2126, 0.7152, 0.0722)
    low, high = sorted(sum(w * part for w, part in zip(weights, linear(c), strict=True)) for c in (one, other))
    return (high + 0.05) / (low + 0.05)


# what colour-blind eyes see, at full severity: Machado, Oliveira and Fernandes 2009
SIGHTS = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def oklab(red: float, green: float, blue: float) -> tuple[float, float, float]:
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("theme", [0, 1])
def test_colours_of_levels_are_apart_for_every_sight(theme: int, sight: str) -> None:
    def seen(colour: str) -> tuple[float, float, float]:
        parts = linear(colour)
        rows = (sum(k * part for k, part in zip(row, parts, strict=True)) for row in SIGHTS[sight])
        return oklab(*(min(1.0, max(0.0, part)) for part in rows))

    for one, other in itertools.combinations([pair[theme] for pair in LEVELS.values()], 2):
        distance = sum((a - b) ** 2 for a, b in zip(seen(one), seen(other), strict=True)) ** 0.5
        assert distance > 0.09, (one, other)


def test_colours_of_levels_stand_out_from_the_paper() -> None:
    assert set(LEVELS) == set(Level)
    for pair in LEVELS.values():
        assert all(contrast(colour, paper) >= 3.3 for colour, paper in zip(pair, PAPER, strict=True)), pair
