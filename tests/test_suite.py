"""The catalogue as a whole: effective levels, surprises in both directions, exit status, derived formulas."""

from dataclasses import replace
from fractions import Fraction

import networkx as nx
import pytest
import sympy

from graphs.game import HONG_KUNG
from graphs.programs import PROGRAMS
from graphs.search import Optimum, Outcome
from proofs.dependency import Kind, resting_on
from proofs.errors import StatementError, UnknownLemma
from proofs.evidence.counting import COUNTING, Counted
from proofs.evidence.tiny import Case, Row, confirm
from proofs.finding import Finding
from proofs.lemma import Expectation, Lemma, lemma
from proofs.lemmas import CATALOGUE, named, programs
from proofs.lemmas.formulas import (
    COUNT_FOUR,
    COUNT_LARGE,
    COUNT_PRODUCTS,
    COUNT_ROOTS,
    COUNT_SMALL,
    LARGE,
    SMALL,
    TRIVIAL,
    TRIVIAL_FORWARD,
)
from proofs.level import Level, weakest
from proofs.statement import term
from proofs.suite import Entry, Report, all_steps, effective, judge, read, run, run_all
from proofs.sympy_form import to_sympy
from proofs.tools import tools
from symbolic.attention import A, B, Computation, LBcube, LBlarge, LBprod, LBroot, LBsmall, trivial_bound
from symbolic.exact import polynomial
from symbolic.symbols import M, d, n, parameter


def entry(name: str, own: Level, uses: tuple[str, ...] = (), earlier: dict[str, Entry] | None = None) -> Entry:
    plain = lemma(name, "", "x", [], "x == x", "", uses=uses)
    return effective(Finding(plain, own, uses), earlier or {}, {})


def test_formulas_of_the_lemmas_are_those_that_the_first_floor_derives() -> None:
    for text, derived in (
        (LARGE, A),
        (SMALL, B),
        (TRIVIAL, trivial_bound("X").expression),
        (TRIVIAL_FORWARD, trivial_bound("forward").expression),
        (COUNT_ROOTS, LBroot.expression + M),
        (COUNT_PRODUCTS, LBprod.expression + M),
        (COUNT_LARGE, LBlarge.expression + M),
        (COUNT_FOUR, LBcube.expression + M),
        (COUNT_SMALL, LBsmall.expression + M),
    ):
        assert (to_sympy(term(text)) - derived).simplify() == 0


@pytest.mark.parametrize(
    "text, program, squares",
    [
        (programs.ALGORITHM_6, "small_cache", "b"),
        (programs.UNBLOCKED, "unblocked", ""),
        (programs.NAIVE, "naive_backward", ""),
        (programs.FLASH, "flash_backward", "p"),
        (programs.SMALL_FORWARD, "small_cache_forward", "f"),
        (programs.FLASH_FORWARD, "flash_forward", "p"),
        (TRIVIAL, "in_cache", ""),
        (TRIVIAL_FORWARD, "in_cache_forward", ""),
    ],
)
def test_the_costs_in_the_lemmas_are_the_programs_polynomials(text: str, program: str, squares: str) -> None:
    tile = parameter(squares or "none")
    same = {parameter(name): tile for name in ("p1", "p2", "g1", "g2")}
    io = polynomial(PROGRAMS[program]).io.subs(same)
    names = {f"N_{squares}": sympy.ceiling(n / tile), f"D_{squares}": sympy.ceiling(d / tile)}
    names |= {f"N_{k}": sympy.ceiling(n / parameter(f"B{k}")) for k in (1, 2)}
    typed = to_sympy(term(text)).subs({sympy.Symbol(k, real=True): v for k, v in names.items()})
    assert sympy.expand(typed - io) == 0


def test_a_lemma_is_no_better_than_what_it_uses() -> None:
    a = entry("a", Level.TINY)
    b = entry("b", Level.SOLVER, ("a",), {"a": a})
    c = entry("c", Level.KERNEL, ("b",), {"a": a, "b": b})
    assert (b.level, b.limited_by) == (Level.TINY, "a")
    assert (c.level, c.limited_by) == (Level.TINY, "a")
    assert weakest(Level.KERNEL, Level.REFUTED) is Level.REFUTED


def test_what_rests_on_a_refuted_lemma_is_open_not_refuted() -> None:
    false = entry("false", Level.REFUTED)
    built = entry("built", Level.SOLVER, ("false",), {"false": false})
    assert (built.level, built.limited_by) == (Level.OPEN, "false")


@pytest.mark.parametrize(
    "own, expected, status",
    [
        (Level.SOLVER, Expectation.HOLDS, 0),
        (Level.REFUTED, Expectation.REFUTED, 0),
        (Level.OPEN, Expectation.OPEN, 0),
        (Level.OPEN, Expectation.HOLDS, 3),
        (Level.OPEN, Expectation.REFUTED, 3),
        (Level.REFUTED, Expectation.HOLDS, 1),
        (Level.SOLVER, Expectation.REFUTED, 1),
        (Level.SOLVER, Expectation.OPEN, 1),
        (Level.REFUTED, Expectation.OPEN, 1),
    ],
)
def test_a_surprise_in_either_direction_is_no_success(own: Level, expected: Expectation, status: int) -> None:
    plain = replace(lemma("x", "", "x", [], "x == x", ""), expect=expected)
    report = Report((Entry(Finding(plain, own), own),))
    assert report.status == status
    assert bool(report.entries[0].surprise) == bool(status)


def test_a_rejected_lemma_is_a_failure() -> None:
    vacuous = named("T2").having("M < d**2")
    finding = judge(vacuous, CATALOGUE)
    assert finding.rejected and finding.own is Level.OPEN
    assert Report((Entry(finding, finding.own),)).status == 1


def test_tiny_cases_that_are_wrong_or_undecided_are_seen() -> None:
    case = Case(Computation.X, 1, 1, 3)
    true = confirm(case)
    assert (true.trivial, true.optimum.cost, true.holds) == (7, 16, True)
    spent = Row(case, 7, Optimum(Outcome.BUDGET_SPENT, 3, HONG_KUNG, 7, 25, None, 0), 25)
    false = Row(case, 17, true.optimum, 25)
    assert Report((), tiny=(spent,)).status == 3
    assert Report((), tiny=(false,)).status == 1


def test_an_assumption_is_as_good_as_what_it_reads() -> None:
    true, false = Counted("a", "all of it", 9, Fraction(1)), Counted("b", "", 9, None, counterexample="4 > 3")
    reading = lemma("both", "", "x", [], "x == x", "", reads=["a", "b"])
    good = replace(reading, name="one", reads=("a",))
    assert (read(good, {"a": true}).own, read(good, {"a": true}).scope) == (Level.TINY, "a: all of it")
    bad = read(reading, {"a": true, "b": false})
    assert bad.own is Level.OPEN and "4 > 3" in bad.note
    assert effective(read(good, {"a": true}), {}, {"a": true}).limited_by == "a"
    assert Report((), {"b": false}).status == 1
    assert read(good, {"a": replace(true, cases=0)}).own is Level.OPEN  # nothing was counted, so nothing is green
    assert Report((), mutants={"a: wrong": true}).status == 1  # a wrong statement that is not refuted


def test_a_theorem_is_limited_by_the_combinatorial_lemma_below_it() -> None:
    small = resting_on(named("LBlarge"), CATALOGUE)
    report = run(small, tools(without=["cvc5"]))
    assert set(report.counting) == {"segment-lemma", "joint-root-count"}
    theorem = report.entries[-1]
    assert (theorem.finding.own, theorem.level) == (Level.CERTIFICATE, Level.TINY)
    assert theorem.limited_by == "segment-lemma"
    graph = report.graph()
    assert nx.is_directed_acyclic_graph(graph)
    assert {"segment-lemma", "joint_roots_of_segment"} <= nx.descendants(graph, "Q_ge_LBlarge")
    assert graph.nodes["segment-lemma"] == {"kind": Kind.COMBINATORIAL, "level": Level.TINY}


def test_small_budgets_leave_everything_open() -> None:
    small = {name: e for name, e in CATALOGUE.items() if not e.reads and not e.uses}
    report = run(small, tools(rlimit=1, without=["certificates"]))
    assert {e.level for e in report.entries if e.lemma.refuted_at is None} == {Level.OPEN}
    assert report.status == 3


def test_the_whole_catalogue_is_as_recorded() -> None:
    told: list[str] = []
    report = run_all(CATALOGUE, tools(without=["cvc5"]), told.append, workers=2)
    assert report.status == 0, [(e.lemma.name, e.surprise) for e in report.entries if e.surprise]
    assert len(told) == all_steps(CATALOGUE)
    levels = {e.lemma.called: e for e in report.entries}
    assert {e.level for e in report.entries if e.lemma.theorem} == {Level.TINY, Level.CERTIFICATE, Level.REFUTED}
    assert {e.finding.own for e in report.entries if not e.lemma.reads} == {Level.CERTIFICATE, Level.REFUTED}
    assert levels["thm-1.1-corrected"].level is Level.TINY
    assert all(row.holds for row in report.tiny)
    assert {name.partition(":")[0] for name in report.mutants} == set(report.counting) == set(COUNTING)


def test_asking_for_an_unknown_lemma_suggests_some() -> None:
    with pytest.raises(UnknownLemma, match="crossover"):
        named("crosover")


def test_every_lemma_has_source_title_and_a_name_of_its_own() -> None:
    digests = [e.digest for e in CATALOGUE.values()]
    assert len(set(digests)) == len(digests)
    for e in CATALOGUE.values():
        assert e.source and e.title and len(e.title) <= 34
        assert list(resting_on(e, CATALOGUE))[-1] == e.name


def test_the_digest_follows_the_statement() -> None:
    plain = named("T2")
    assert replace(plain, title="other").digest == plain.digest
    assert plain.having("M > 0").digest != plain.digest


def test_a_use_of_a_later_lemma_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from proofs import lemmas  # noqa: PLC0415 - the module whose parts are exchanged

    stray = lemma("stray", "", "x", [], "x == x", "", uses=["nowhere"])
    monkeypatch.setattr(lemmas.sparse, "LEMMAS", (stray,))
    with pytest.raises(StatementError, match="does not stand before it"):
        lemmas._catalogue()


def test_sorts_survive_in_the_statement() -> None:
    assert isinstance(named("LBsmall"), Lemma)
    assert "Q: fixed" in named("LBsmall").statement
    assert "K: fixed" not in named("LBsmall").statement  # only the proof speaks of it
