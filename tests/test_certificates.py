"""Certificates: each lemma has one, valid by two expansions; tampering, other statements and false lemmas have none."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import sympy
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from proofs.errors import BadCertificate, StatementError
from proofs.evaluate import Undefined, holds, value
from proofs.evidence.cases import alternatives, facts, normal, problems, relations, steps
from proofs.evidence.certificate import Certificate, Certified, Uncertified, certify, load, read, save, validate, write
from proofs.evidence.counterexample import simple_point
from proofs.evidence.identity import as_latex, as_text, cases, equation
from proofs.evidence.points import refutes
from proofs.evidence.polynomial import Ring
from proofs.evidence.refutation import leaves
from proofs.evidence.search import search, search_catalogue
from proofs.evidence.smt import Answer, follows
from proofs.examine import examine
from proofs.lemma import Expectation, Lemma, Use, lemma, side_obligations, sort_hypotheses
from proofs.lemmas import CATALOGUE, named
from proofs.level import Level
from proofs.statement import Relation, Sign, formula, negation, term, variables
from proofs.text import text
from proofs.tools import tools

PROVABLE = [e for e in CATALOGUE.values() if not e.reads and e.expect is not Expectation.REFUTED]
STORED = {entry.name: load(entry.name) for entry in PROVABLE}
names = pytest.mark.parametrize("entry", PROVABLE, ids=lambda e: e.name)


def made(symbols: str, given: list[str], goal: str, **more: object) -> Lemma:
    return lemma("test", "A test", symbols, given, goal, "nobody 2026", **more)  # type: ignore[arg-type]


def stored(name: str) -> Certificate:
    certificate = STORED[named(name).name]
    assert certificate is not None
    return certificate


def certified(entry: Lemma) -> Certified:
    found = certify(entry, CATALOGUE)
    assert isinstance(found, Certified), found.reason
    return found


def sympy_accepts(found: Certified) -> bool:
    """Expands each leaf with sympy and looks at the signs, by other code than the checker's."""
    for problem, refutation in found.proved:
        for known, leaf in leaves(problem.formulas, refutation):
            ring = Ring(relations(known), problem.linear)
            unknowns = sympy.symbols(f"x:{len(ring.atoms)}") if ring.atoms else ()

            def expression(polynomial: Any, unknowns: Any = unknowns) -> Any:
                return sum(
                    sympy.Rational(c.numerator, c.denominator)
                    * sympy.prod([x**e for x, e in zip(unknowns, m, strict=True)])
                    for m, c in polynomial.items()
                )

            constraints = {name: (r, expression(p)) for name, (r, p) in ring.constraints().items()}
            total, positive = sympy.Integer(0), False
            for s in leaf.summands:
                if s.coefficient < 0 or any(constraints[f][0] not in (">", ">=") for f in s.factors):
                    return False
                strict = s.coefficient > 0 and not s.squares and all(constraints[f][0] == ">" for f in s.factors)
                positive = positive or strict
                part = sympy.Rational(s.coefficient.numerator, s.coefficient.denominator)
                part *= sympy.prod([constraints[f][1] for f in s.factors])
                total += part * sympy.prod([expression(ring.polynomial(q)) ** 2 for q in s.squares])
            for v in leaf.vanishing:
                if constraints[v.equality][0] != "==":
                    return False
                total += constraints[v.equality][1] * expression(ring.polynomial(v.multiplier))
            if not positive or sympy.expand(total) != 0:
                return False
    return True


@names
def test_every_lemma_has_a_valid_certificate_also_by_an_independent_expansion(entry: Lemma) -> None:
    assert sympy_accepts(certified(entry))


@names
def test_a_certificate_covers_the_goal_and_every_side_obligation(entry: Lemma) -> None:
    found = certified(entry)
    claims = [problem.claim for problem, _ in found.proved]
    assert claims[0] == entry.goal
    for obligation in side_obligations(entry):
        assert obligation.goal in claims[1:] or (not variables(obligation.goal) and holds(obligation.goal, {}))


@names
def test_the_printed_identity_is_one(entry: Lemma) -> None:
    found = certified(entry)
    for case in cases(found):
        mentioned = {name: sympy.Symbol(name) for name in (*entry.sorts, *(v.name for v, _ in case.letters))}
        shown = equation(case).removeprefix("0 = ")
        total = sympy.sympify(shown, locals={**mentioned, "sqrt": sympy.Function("root")}, rational=True)
        assert sympy.expand(total) == 0
        assert any(sign.sign is Sign.GREATER for sign, _ in case.reasons) or "0 = " in equation(case)
    assert as_latex(found).count(r"\begin{align*}") == as_text(found).count("otherwise") == len(list(cases(found)))


@names
def test_the_files_have_the_bytes_that_writing_gives(entry: Lemma) -> None:
    certificate = stored(entry.name)
    path = Path(__file__).parents[1] / "proofs" / "certificates" / f"{entry.name}.json"
    assert path.read_text() == write(certificate)
    assert read(write(certificate)) == certificate


def test_there_is_no_file_too_many() -> None:
    directory = Path(__file__).parents[1] / "proofs" / "certificates"
    assert {path.stem for path in directory.iterdir()} == {entry.name for entry in PROVABLE}


@pytest.mark.parametrize("name", ["T2", "P1", "crossover", "lower-small"])
def test_the_search_always_finds_the_same(name: str, tmp_path: Path) -> None:
    first, second = search(named(name), CATALOGUE), search(named(name), CATALOGUE)
    assert first is not None and first == second
    assert save(first, tmp_path).read_text() == write(first)
    assert isinstance(certify(named(name), CATALOGUE, tmp_path), Certified)


def test_the_search_keeps_what_is_valid_and_replaces_what_is_not(tmp_path: Path) -> None:
    few = {label: replace(named(label), name=label) for label in ("T2", "T4", "mutant-2")}
    seen: list[str] = []
    found = search_catalogue(few, tmp_path, seen.append)
    assert seen == list(found) == ["T2", "T4"] and all(found.values())
    before = (tmp_path / "T4.json").stat().st_mtime_ns
    (tmp_path / "T2.json").write_text((tmp_path / "T4.json").read_text())
    assert all(search_catalogue(few, tmp_path).values())
    assert (tmp_path / "T4.json").stat().st_mtime_ns == before


# what is refused


@names
def test_another_lemmas_certificate_is_refused(entry: Lemma) -> None:
    for other in PROVABLE:
        if other.name != entry.name:
            assert isinstance(validate(entry, CATALOGUE, stored(other.name)), Uncertified)
            renamed = replace(stored(other.name), lemma=entry.name, digest=entry.digest)
            # D1 and D2, say, may have parts in common, but never all claims
            assert isinstance(validate(entry, CATALOGUE, renamed), Uncertified)


@pytest.mark.parametrize("point", [{}, {"d": 1}, {"d": 2, "M": 1}, {"d": "1", "M": "x"}, {"d": "1e3", "M": "9"}, []])
def test_a_witness_that_is_none_is_refused(point: object, tmp_path: Path) -> None:
    content = json.loads(write(stored("T2")))
    content["witness"] = {k: str(v) for k, v in point.items()} if isinstance(point, dict) else point
    (tmp_path / f"{named('T2').name}.json").write_text(json.dumps(content))
    assert isinstance(certify(named("T2"), CATALOGUE, tmp_path), Uncertified)


def test_certificates_need_no_solver() -> None:
    alone = tools(without=["z3", "cvc5"])
    for label in ("T2", "LBcube", "P9", "crossover"):
        assert examine(named(label), CATALOGUE, alone).own is Level.CERTIFICATE
    for label in ("mutant-1", "mutant-2", "U5b", "thm-1.1-literal"):
        assert examine(named(label), CATALOGUE, alone).own is Level.REFUTED


def test_another_statements_digest_is_refused() -> None:
    changed = replace(named("T2"), goal=formula("M + 2*d**2 <= 4*M"))
    found = validate(changed, CATALOGUE, stored("T2"))
    assert isinstance(found, Uncertified) and "another statement" in found.reason
    found = validate(named("T2"), CATALOGUE, replace(stored("T2"), digest="0" * 12))
    assert isinstance(found, Uncertified) and "another statement" in found.reason


@names
def test_the_certificate_of_a_lemma_proves_no_false_variant_of_it(entry: Lemma) -> None:
    for hypothesis in entry.given:
        mutant = entry.without(text(hypothesis))
        own = replace(stored(entry.name), lemma=mutant.name, digest=mutant.digest)
        if isinstance(validate(mutant, CATALOGUE, own), Certified):
            premises = [*sort_hypotheses(mutant.sorts), *mutant.given, *(o.goal for o in side_obligations(mutant))]
            premises += [step for _, step in steps(mutant, CATALOGUE)]
            assert follows(mutant.sorts, premises, mutant.goal, linear=bool(mutant.uses)).answer is not Answer.SAT


@pytest.mark.parametrize("name", ["crossover", "C1", "P1", "P2", "T2", "T3", "T4", "T7", "D1", "S1", "U2"])
def test_no_certificate_is_found_for_a_false_variant(name: str) -> None:
    false = 0
    for hypothesis in named(name).given:
        mutant = named(name).without(text(hypothesis))
        premises = [*mutant.given, *(o.goal for o in side_obligations(mutant))]
        point = simple_point(mutant.sorts, [*premises, negation(mutant.goal)])
        if point is not None and refutes(mutant, point):
            false += 1
            assert search(mutant, CATALOGUE, max_degree=5) is None
    assert false


@pytest.mark.parametrize(
    "entry", [e for e in CATALOGUE.values() if e.expect is Expectation.REFUTED], ids=lambda e: e.name
)
def test_no_certificate_is_found_for_a_false_lemma(entry: Lemma) -> None:
    assert search(entry, CATALOGUE, max_degree=5) is None


def test_an_undefined_statement_has_no_certificate() -> None:
    assert search(made("x", ["x*x >= 0"], "1/x <= 1/x"), {}, max_degree=4) is None
    assert search(made("x", [], "sqrt(x) >= 0"), {}, max_degree=4) is None
    with pytest.raises(StatementError, match="0 is zero"):
        search(made("x", ["x >= 0"], "1/0 <= 1/0"), {}, max_degree=3)
    # the root's own definition would prove that its argument is a square
    assert search(made("x", ["sqrt(x) >= 0"], "x >= 0"), {}, max_degree=4) is None
    assert search(made("x", ["x >= 0", "sqrt(x) >= 0"], "sqrt(x)**2 >= 0"), {}, max_degree=4) is not None


def tampered(node: Any, pool: list[str], chance: random.Random) -> Any:
    """A copy of a JSON value in which one place, chosen at random, is changed."""
    places = list(_places(node))
    path = chance.choice(places)
    copy = json.loads(json.dumps(node))
    if not path:
        return chance.choice([None, [], {}, copy["proofs"]])
    parent = copy
    for step in path[:-1]:
        parent = parent[step]
    old = parent[path[-1]]
    choices: list[Any] = [None, 0, 1.5, "", chance.choice(pool), [old], {}]
    if isinstance(old, str):
        choices += [
            old + "*2",
            f"-{old}",
            f"{old} + 1",
            f"{old}.0",
            "1/3",
            "1e3",
            "9" * 2000,
            "inf",
            "x**99",
            old[::-1],
        ]
    if isinstance(old, list) and old:
        gone = chance.randrange(len(old))
        choices += [old[:gone] + old[gone + 1 :], [*old, old[gone]], old[::-1], []]
    action = chance.randrange(4)
    if action == 0 and isinstance(parent, dict):
        del parent[path[-1]]
    else:
        parent[path[-1]] = chance.choice(choices)
    return copy


def _places(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, child in items:
        yield from _places(child, (*path, key))


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from([e.name for e in PROVABLE]), st.integers(0, 2**32))
def test_tampering_anywhere_is_refused_or_leaves_a_true_identity(name: str, seed: int) -> None:
    chance = random.Random(seed)
    plain = json.loads(write(stored(name)))
    pool = [n for problem in problems(named(name)) for n in Ring(relations(problem.formulas)).constraints()]
    changed = tampered(plain, [*pool, "n >= 1", "1"], chance)
    try:
        certificate = read(json.dumps(changed))
    except BadCertificate:
        return
    found = validate(named(name), CATALOGUE, certificate)
    assert isinstance(found, Uncertified) or sympy_accepts(found)


@pytest.mark.parametrize(
    "content",
    ["", "null", "[]", "{}", "[" * 100_000, '{"schema": 1}', '{"a": 1, "a": 1}', "NaN", '"x"', "1" * 5000],
)
def test_what_is_no_certificate_is_refused(content: str, tmp_path: Path) -> None:
    with pytest.raises(BadCertificate):
        read(content)
    (tmp_path / f"{named('T2').name}.json").write_text(content)
    assert isinstance(certify(named("T2"), CATALOGUE, tmp_path), Uncertified)


def test_a_key_that_stands_twice_or_is_unknown_is_refused() -> None:
    good = write(stored("T2"))
    for bad in (
        good.replace('"uses": []', '"uses": [], "uses": []'),
        good.replace('"uses": []', '"uses": [], "more": []'),
        good.replace('"schema": 1', '"schema": 2'),
        good.replace('"schema": 1', '"schema": true'),
        good.replace('"coefficient": "1"', '"coefficient": 1'),
        good.replace('"coefficient": "1"', '"coefficient": "1.0"'),
        good.replace('"coefficient": "1"', '"coefficient": "+1"'),
        good.replace('"coefficient": "1"', '"coefficient": "1/0"'),
        good.replace('"coefficient": "1"', '"coefficient": "-1"'),
    ):
        assert bad != good
        with pytest.raises(BadCertificate):
            read(bad)


def test_a_name_that_is_no_file_name_has_no_certificate(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text(write(stored("T2")))
    for name in ("../x", "/x", "", "a/b", ".x"):
        assert load(name, tmp_path / "sub") is None
        with pytest.raises(BadCertificate):
            save(replace(stored("T2"), lemma=name), tmp_path)


# from statements to polynomials


def test_a_split_lists_every_case_and_only_alternatives() -> None:
    known = facts([normal(formula("x > 0 and (x < 0 or x == 0 or x < -1)"))])
    assert [len(a.arguments) for a in alternatives(known).values()] == [3]
    assert alternatives([formula("not x > 0"), formula("(x > 0) == (y > 0)")]) == {}


def test_uses_must_fit() -> None:
    whole = lemma("whole", "Of naturals", "n:N", [], "n >= 1", "nobody")
    game = lemma("game", "Of an optimum", "n:N Q:F", [], "Q >= n", "nobody")
    catalogue = {"whole": whole, "game": game}
    assert steps(made("k:N", [], "k >= 1", uses=[Use("whole", {"n": term("k")})]), catalogue)
    for symbols, use in (
        ("n", Use("whole")),
        ("n:N Q", Use("game")),
        ("n:N m:N Q:F", Use("game", {"n": term("m")})),
        ("m:N", Use("whole")),
    ):
        with pytest.raises(StatementError, match="uses"):
            steps(made(symbols, [], "1 >= 0", uses=[use]), catalogue)


TERMS = st.recursive(
    st.sampled_from(["x", "y", "1", "2"]),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from("+-*/"), inner).map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
        inner.map(lambda t: f"({t})**2"),
        inner.map(lambda t: f"sqrt(({t})**2)"),
        st.tuples(inner, inner).map(lambda t: f"min({t[0]}, {t[1]})"),
        st.tuples(inner, inner).map(lambda t: f"max({t[0]}, {t[1]})"),
    ),
    max_leaves=6,
)
FORMULAS = st.recursive(
    st.tuples(TERMS, st.sampled_from(["<", "<=", "==", ">=", ">"]), TERMS).map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
    lambda inner: st.one_of(
        inner.map(lambda f: f"(not {f})"),
        st.tuples(inner, st.sampled_from(["and", "or", "=="]), inner).map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
    ),
    max_leaves=3,
)
NUMBERS = st.fractions(-3, 3, max_denominator=3)
_HOLDS = {">": lambda v: v > 0, ">=": lambda v: v >= 0, "==": lambda v: v == 0}


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(FORMULAS, NUMBERS, NUMBERS, st.booleans())
def test_normal_form_and_polynomials_say_what_the_formula_says(
    shown: str, x: Fraction, y: Fraction, truth: bool
) -> None:
    point = {"x": x, "y": y}
    try:
        statement = formula(shown)
        answer = holds(statement, point)
        assert all(holds(o.goal, point) for o in side_obligations(replace(made("x y", [], "x < y"), goal=statement)))
    except (StatementError, Undefined, AssertionError):
        return  # a term has no value, or a denominator is not positive
    assert (_true(normal(statement, truth), point)) == (answer is truth)


def _true(node: Any, point: dict[str, Fraction]) -> bool:
    """The truth of a formula in normal form, each relation by the polynomial constraints made of it."""
    if not isinstance(node, Relation):
        # one after the other: a case may have no value where another one applies
        parts = (_true(part, point) for part in node.arguments)
        return all(parts) if node.connective == "and" else any(parts)
    ring = Ring([node])
    values = [value(atom, point) for atom in ring.atoms]
    signs = {}
    for name, (relation, polynomial) in ring.constraints().items():
        total = Fraction(0)
        for monomial, coefficient in polynomial.items():
            for base, exponent in zip(values, monomial, strict=True):
                coefficient *= base**exponent  # noqa: PLW2901
            total += coefficient
        signs[name] = _HOLDS[relation](total)
    own = signs.pop(text(node))
    assert all(signs.values()), "a definition does not hold"
    return own
