"""The catalogue as a whole: effective levels, surprises in both directions, exit status, derived formulas."""

from dataclasses import replace
from fractions import Fraction

import pytest
import sympy

from graphs.game import HONG_KUNG
from graphs.programs import PROGRAMS
from graphs.search import Optimum, Outcome
from proofs.errors import StatementError, UnknownLemma
from proofs.evidence.tiny import CASES, Case, Row, confirm
from proofs.finding import Finding
from proofs.lemma import Expectation, Lemma, Means, lemma
from proofs.lemmas import CATALOGUE, named
from proofs.lemmas.formulas import COUNT_LARGE, COUNT_SMALL, LARGE, SMALL, TRIVIAL
from proofs.lemmas.upper_half import ALGORITHM_6
from proofs.level import Level, weakest
from proofs.statement import term
from proofs.suite import Entry, Report, effective, judge, resting_on, run
from proofs.sympy_form import to_sympy
from proofs.tools import tools
from symbolic.attention import A, B, Computation, LBlarge, LBsmall, trivial_bound
from symbolic.exact import polynomial
from symbolic.symbols import M, d, n, parameter


def entry(name: str, own: Level, uses: tuple[str, ...] = (), earlier: dict[str, Entry] | None = None) -> Entry:
    plain = lemma(name, "", "x", [], "x == x", "", uses=uses)
    return effective(Finding(plain, own, uses), earlier or {})


def test_formulas_of_the_lemmas_are_those_that_the_first_floor_derives() -> None:
    for text, derived in (
        (LARGE, A),
        (SMALL, B),
        (TRIVIAL, trivial_bound("X").expression),
        (COUNT_LARGE, LBlarge.expression + M),
        (COUNT_SMALL, LBsmall.expression + M),
    ):
        assert (to_sympy(term(text)) - derived).simplify() == 0


def test_the_cost_of_algorithm_6_in_the_lemmas_is_the_programs_polynomial() -> None:
    io = polynomial(PROGRAMS["small_cache"]).io
    names = {"N": sympy.ceiling(n / parameter("b")), "D": sympy.ceiling(d / parameter("b"))}
    typed = to_sympy(term(ALGORITHM_6)).subs({sympy.Symbol(k, real=True): v for k, v in names.items()})
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
    report = Report((Entry(Finding(plain, own), own),), ())
    assert report.status == status
    assert bool(report.entries[0].surprise) == bool(status)


def test_a_rejected_lemma_is_a_failure() -> None:
    vacuous = named("T2").having("M < d**2")
    finding = judge(vacuous, CATALOGUE, ())
    assert finding.rejected and finding.own is Level.OPEN
    assert Report((Entry(finding, finding.own),), ()).status == 1


def test_tiny_cases_that_are_wrong_or_undecided_are_seen() -> None:
    case = Case(Computation.X, 1, 1, 3)
    true = confirm(case)
    assert (true.trivial, true.optimum.cost, true.holds) == (7, 16, True)
    spent = Row(case, 7, Optimum(Outcome.BUDGET_SPENT, 3, HONG_KUNG, 7, 25, None, 0), 25)
    false = Row(case, 17, true.optimum, 25)
    assert Report((), (spent,)).status == 3
    assert Report((), (false,)).status == 1
    assert judge(named("lb-trivial"), CATALOGUE, (spent,)).own is Level.OPEN
    refuted = judge(named("lb-trivial"), CATALOGUE, (false,))
    assert refuted.own is Level.REFUTED and refuted.counterexample is not None
    assert refuted.counterexample["Q"] == Fraction(16)
    assert judge(named("lb-trivial"), CATALOGUE, ()).own is Level.OPEN


def test_small_budgets_leave_everything_open() -> None:
    small = {name: e for name, e in CATALOGUE.items() if e.means is Means.SOLVER and not e.uses}
    report = run(small, tools(rlimit=1))
    assert {e.level for e in report.entries if e.lemma.refuted_at is None} == {Level.OPEN}
    assert report.status == 3


def test_the_whole_catalogue_is_as_recorded() -> None:
    steps: list[str] = []
    report = run(CATALOGUE, tools(without=["cvc5"]), progress=steps.append)
    assert report.status == 0, [(e.lemma.name, e.surprise) for e in report.entries if e.surprise]
    assert len(steps) == len(CATALOGUE) + len(CASES)
    levels = {e.lemma.name: e for e in report.entries}
    assert levels["thm-1.1-lower"].level is Level.OPEN
    assert levels["thm-1.1-lower"].limited_by == "lb-small"
    assert levels["lower-small"].level is Level.CERTIFICATE
    assert levels["lb-trivial"].level is Level.TINY
    assert all(row.holds for row in report.tiny)


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
    assert isinstance(named("lb-small"), Lemma)
    assert "Q: optimum" in named("lb-small").statement
