"""False lemmas fail, vacuous and ill-defined ones are rejected, and what z3 does not know stays open."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs.errors import OutOfDomain
from proofs.errors import IllDefined, StatementError, VacuousLemma
from proofs.evidence.answer import Answer, Checked
from proofs.evidence.counterexample import simple_point
from proofs.evidence.points import refutes, satisfies
from proofs.evidence.smt import check, follows
from proofs.examine import examine
from proofs.lemma import Lemma, Sort, Use, lemma, side_obligations, sort_hypotheses
from proofs.lemmas import CATALOGUE, named
from proofs.level import Level
from proofs.smtlib import Script
from proofs.statement import formula, term
from proofs.text import text
from proofs.tools import tools

FAST = tools(without=["cvc5"])
Z3 = tools(without=["cvc5", "certificates"])
SOLVED = [e for e in CATALOGUE.values() if not e.reads and e.expect == "holds"]


def made(symbols: str, given: list[str], goal: str, **more: object) -> Lemma:
    return lemma("test", "A test", symbols, given, goal, "nobody 2026", **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("entry", SOLVED, ids=lambda e: e.name)
def test_true_lemmas_are_decided_and_have_a_witness(entry: Lemma) -> None:
    finding = examine(entry, CATALOGUE, FAST)
    assert finding.own is Level.CERTIFICATE
    assert finding.witness is not None and satisfies(entry, finding.witness)
    assert finding.evidence["certificate"] == "valid" and finding.evidence["z3"] != "sat"


@pytest.mark.parametrize("hypothesis", ["s >= 0", "d >= 1", "n > 0"])
def test_the_crossover_needs_its_hypotheses(hypothesis: str) -> None:
    mutant = named("crossover").without(hypothesis)
    finding = examine(mutant, CATALOGUE, Z3)
    assert finding.own is Level.REFUTED
    assert finding.counterexample is not None and refutes(mutant, finding.counterexample)


def test_the_counterexample_of_the_issue_is_one() -> None:
    point = {"n": Fraction(1, 2), "d": Fraction(-1), "s": Fraction(1, 2), "M": Fraction(1, 4)}
    assert refutes(named("crossover").without("d >= 1"), point)
    assert not refutes(named("crossover"), point)


@pytest.mark.parametrize("entry", SOLVED, ids=lambda e: e.name)
def test_dropping_a_hypothesis_refutes_rejects_or_is_redundant_but_never_crashes(entry: Lemma) -> None:
    levels = set()
    for hypothesis in entry.given:
        mutant = entry.without(text(hypothesis))
        try:
            finding = examine(mutant, CATALOGUE, Z3)
        except IllDefined:
            continue
        levels.add(finding.own)
        if finding.own is Level.REFUTED:
            assert finding.counterexample is not None and refutes(mutant, finding.counterexample)
    # P9 and P17 are identities without hypotheses, K5 is an equation; in P13 each hypothesis follows from the others;
    # in A7 a root has no value without either hypothesis
    if entry.label == "A7":
        assert not levels
        return
    assert entry.uses or not entry.given or entry.label in ("P13", "K5") or Level.REFUTED in levels


@pytest.mark.parametrize(
    "name, wrong, right",
    [
        ("T1", "17/5", "33/10"),
        ("T2", "3*M", "5/2*M"),
        ("T5", "3*", "4*"),
        ("P1", "4*d**2", "5*d**2"),
        ("S1", "/2", "/3"),
    ],
)
def test_a_perturbed_constant_is_refuted(name: str, wrong: str, right: str) -> None:
    entry = named(name)
    goal = text(entry.goal)
    assert wrong in goal
    finding = examine(replace(entry, goal=formula(goal.replace(wrong, right, 1))), CATALOGUE)
    assert finding.own is Level.REFUTED


def test_the_literal_theorem_is_refuted_far_above_nd() -> None:
    finding = examine(named("thm-1.1-literal"), CATALOGUE, Z3)
    point = finding.counterexample
    assert finding.own is Level.REFUTED and point is not None
    assert point["M"] >= 100 * point["n"] * point["d"]
    searched = examine(replace(named("thm-1.1-literal"), refuted_at=None).having("M >= 1000*n*d"), CATALOGUE, Z3)
    assert searched.own is Level.REFUTED and searched.counterexample is not None
    assert all(v.denominator == 1 for v in searched.counterexample.values())


def test_a_wrong_recorded_counterexample_is_not_believed() -> None:
    true = replace(named("T2"), refuted_at={"d": Fraction(1), "M": Fraction(1)})
    assert examine(true, CATALOGUE, Z3).own is Level.SOLVER


def test_contradictory_hypotheses_are_vacuous() -> None:
    with pytest.raises(VacuousLemma):
        examine(named("crossover").having("M < 0"), CATALOGUE, Z3)
    with pytest.raises(VacuousLemma):
        examine(made("d M", ["M < d**2", "M >= d**2"], "1 == 2"), CATALOGUE, Z3)


def test_an_integer_gap_is_no_counterexample_and_no_witness() -> None:
    finding = examine(made("n:N", ["n > 1", "n < 2"], "n == 7"), CATALOGUE, Z3)
    assert finding.own is Level.OPEN and "no rational point" in finding.note
    real_only = examine(made("n:N x", ["2*n == x"], "x >= 2"), CATALOGUE, Z3)
    assert real_only.own is Level.SOLVER
    gap = examine(made("n:N m:N", ["n <= 50", "m <= 50"], "4*n - 6*m <= 1 or 4*n - 6*m >= 2"), CATALOGUE, Z3)
    assert gap.own is Level.OPEN, "true for whole numbers only: the relaxation to the reals does not decide it"


@pytest.mark.parametrize(
    "symbols, hypotheses, goal",
    [
        ("x y", [], "x/y == x/y"),
        ("x y", [], "y*(x/y) == x or y == 0"),
        ("x", [], "sqrt(x) >= 0"),
        ("x", ["sqrt(x)*sqrt(x) == x"], "x >= 0"),
        ("x y", ["x/y > 0", "y > 0"], "x > 0"),
        ("x", ["x > 0"], "1/(0 - 1) < x"),
    ],
)
def test_terms_that_need_not_have_a_value_are_rejected(symbols: str, hypotheses: list[str], goal: str) -> None:
    with pytest.raises(IllDefined):
        examine(made(symbols, hypotheses, goal), CATALOGUE, Z3)


def test_a_hypothesis_makes_later_terms_defined() -> None:
    assert examine(made("x y", ["y > 0", "x/y > 0"], "x > 0"), CATALOGUE, Z3).own is Level.SOLVER


@pytest.mark.parametrize(
    "goal, true",
    [
        ("sqrt(M) >= 2", True),
        ("sqrt(M) >= 3", False),
        ("sqrt(M)**2 == M", True),
        ("min(M, 5) >= 4", True),
        ("max(M, 1) == M", True),
        ("1/3 + 1/3 + 1/3 == 1", True),
        ("1/2 == 0", False),
        ("7/(0 - 2 + 4) == 7/2", True),
        ("M - 1 - 2 == M - (1 - 2)", False),
        ("(M > 5) == (M >= 5)", False),
    ],
)
def test_traps_of_solver_encodings(goal: str, true: bool) -> None:
    finding = examine(made("M", ["M >= 4"], goal), CATALOGUE, Z3)
    assert finding.own is (Level.SOLVER if true else Level.REFUTED)


def test_an_irrational_counterexample_leaves_the_lemma_open_unless_a_rational_one_exists() -> None:
    assert examine(made("x", ["x**2 == 2"], "x < 0"), CATALOGUE, Z3).own is Level.OPEN
    assert examine(made("x", ["x**2 >= 2"], "x < 0"), CATALOGUE, Z3).own is Level.REFUTED


def test_a_spent_budget_is_open_with_the_query_kept() -> None:
    finding = examine(named("T1"), CATALOGUE, tools(["cvc5", "certificates"], 1))
    assert finding.own is Level.OPEN and finding.script.startswith("(set-logic QF_NRA)")
    late = [
        examine(named("C7"), CATALOGUE, tools(["cvc5", "certificates"], n)) for n in (3_000, 10_000, 30_000, 100_000)
    ]
    assert all(f.own in (Level.OPEN, Level.SOLVER) for f in late)


def test_a_theorem_follows_from_its_lemmas_only() -> None:
    theorem = named("thm-1.1-lower")
    assert set(examine(theorem, CATALOGUE, Z3).uses) == {
        "Q_ge_trivial",
        "Q_ge_LBsmall",
        "Q_ge_LBlarge",
        "Q_ge_B_of_M_le_sq_d",
        "Q_ge_A_of_sq_d_le_M",
    }
    for i, use in enumerate(theorem.uses):
        weaker = replace(theorem, uses=theorem.uses[:i] + theorem.uses[i + 1 :])
        assert examine(weaker, CATALOGUE, Z3).own is Level.OPEN, use.name
    stronger = replace(theorem, goal=formula(text(theorem.goal).replace("/5", "/4")))
    assert examine(stronger, CATALOGUE, Z3).own is Level.OPEN


def test_levels_drop_with_the_tools_that_are_left_out() -> None:
    entry = named("T2")
    assert examine(entry, CATALOGUE).own is Level.CERTIFICATE
    assert examine(entry, CATALOGUE, tools(["certificates"])).own is Level.SOLVERS
    assert examine(entry, CATALOGUE, Z3).own is Level.SOLVER
    assert examine(entry, CATALOGUE, tools(["z3", "certificates"])).own is Level.SOLVER
    assert examine(entry, CATALOGUE, tools(["z3", "cvc5"])).own is Level.CERTIFICATE, "it carries its witness"
    nothing = examine(entry, CATALOGUE, tools(["z3", "cvc5", "certificates"]))
    assert nothing.own is Level.OPEN, "nobody finds a witness"
    with pytest.raises(OutOfDomain, match="z3, cvc5, certificates"):
        tools(["coq"])


def test_a_solver_that_lies_raises_an_alarm_and_never_gives_green() -> None:
    def liar(symbols, formulas, rlimit=0, linear=False) -> Checked:
        found = check(symbols, formulas, 5_000_000, linear)
        turned = {Answer.SAT: Answer.UNSAT, Answer.UNSAT: Answer.SAT}.get(found.answer, found.answer)
        return replace(found, answer=turned)

    honest = tools()
    lying = replace(honest, solvers={"z3": check, "cvc5": liar})
    for entry in (named("T2"), named("crossover").without("s >= 0")):
        finding = examine(entry, CATALOGUE, lying)
        assert finding.alarm and finding.own is Level.OPEN and "do not agree" in finding.note
    alone = replace(honest, solvers={"cvc5": liar})
    assert examine(named("T2"), CATALOGUE, alone).alarm  # it contradicts the certificate
    with pytest.raises(VacuousLemma):
        examine(named("T2"), CATALOGUE, replace(alone, certificates=False))


def test_uses_need_terms_for_their_symbols() -> None:
    with pytest.raises(StatementError, match="without a term for its symbol F"):
        examine(replace(named("lower-small"), uses=(Use("Q_ge_count_of_M_le_sq_d"),)), CATALOGUE)
    with pytest.raises(StatementError, match="as the natural n"):
        examine(made("x", ["x > 0"], "x > 0", uses=[Use("Q_ge_B_of_M_le_sq_d", {"n": term("2*x")})]), CATALOGUE, Z3)
    with pytest.raises(StatementError, match="as the natural n"):
        examine(made("n d M Q", ["n > 0"], "n > 0", uses=["Q_ge_B_of_M_le_sq_d"]), CATALOGUE, Z3)
    with pytest.raises(StatementError, match="about a fixed Q"):
        own = made("n:N d:N M:N Q:F", [], "Q > 0", uses=[Use("Q_ge_trivial", {"M": term("n")})])
        examine(own, CATALOGUE, Z3)


def test_symbols_need_sorts_and_dropped_hypotheses_must_exist() -> None:
    with pytest.raises(StatementError, match="'y' has no sort"):
        made("x", [], "x < y")
    with pytest.raises(StatementError, match="has no hypothesis"):
        named("T2").without("M >= 7")


def test_side_obligations_come_before_what_they_make_meaningful() -> None:
    entry = named("C3")
    goals = [text(o.goal) for o in side_obligations(entry)]
    assert goals == ["M > 0", "M >= 0", "sqrt(M) > 0"]
    assert all(formula(text(entry.given[-1])) not in o.given for o in side_obligations(entry))


def test_linear_scripts_know_less() -> None:
    assert follows(["x", "y"], [formula("x >= 1"), formula("y >= 1")], formula("x*y >= 1")).answer is Answer.UNSAT
    linear = follows(["x", "y"], [formula("x >= 1"), formula("y >= 1")], formula("x*y >= 1"), linear=True)
    assert linear.answer is Answer.SAT
    assert "opaque_1" in Script(["x"], [formula("x**2 < sqrt(x)")], linear=True).text()


small = st.integers(-3, 3)


@given(st.lists(st.tuples(small, small, small), min_size=1, max_size=3))
@settings(max_examples=40, deadline=None)
def test_points_found_are_points_and_unsat_means_none_on_a_grid(rows: list[tuple[int, int, int]]) -> None:
    conditions = [formula(f"{a}*x*y + {b}*x >= {c}") for a, b, c in rows]
    sorts = {"x": Sort.REAL, "y": Sort.REAL}
    found = simple_point(sorts, conditions)
    probe = Lemma("probe", "", sorts, tuple(conditions), formula("0 == 0"), "")
    if found is not None:
        assert satisfies(probe, found)
    else:
        assert check(sorts, conditions).answer is Answer.UNSAT
        grid = [Fraction(i, 2) for i in range(-8, 9)]
        assert not any(satisfies(probe, {"x": x, "y": y}) for x in grid for y in grid)


def test_sorts_say_that_natural_numbers_start_at_one() -> None:
    assert [text(h) for h in sort_hypotheses({"n": Sort.NATURAL, "x": Sort.REAL})] == ["n >= 1"]


def test_a_lemma_can_be_used_twice_with_other_terms() -> None:
    twice = [
        Use("denominator_le_of_sq_d_le_M", {"M": term("a"), "d": term("x")}),
        Use("denominator_le_of_sq_d_le_M", {"M": term("b"), "d": term("y")}),
    ]
    given = ["a >= x**2", "b >= y**2"]
    both = made("a b x y", given, "a + b + 2*x**2 + 2*y**2 <= 3*a + 3*b", uses=twice)
    assert examine(both, CATALOGUE, Z3).own is Level.SOLVER


def test_a_linear_script_stays_linear() -> None:
    script = Script(["x"], [formula("sqrt(2)*x + 2**3 <= sqrt(x)")], linear=True).text()
    assert "opaque" in script and "(* opaque" not in script
