"""The language of statements: what is read is what is printed, and what cannot be exact is refused."""

from contextlib import suppress
from fractions import Fraction

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from proofs.errors import StatementError
from proofs.evaluate import Undefined, holds, value
from proofs.latex import latex
from proofs.statement import (
    Apply,
    Connected,
    Connective,
    Formula,
    Number,
    Operator,
    Relation,
    Sign,
    Term,
    Variable,
    formula,
    substitute,
    term,
    variables,
)
from proofs.sympy_form import to_sympy
from proofs.text import text

NAMES = ("x", "y", "M")
BINARY = (Operator.ADD, Operator.SUBTRACT, Operator.MULTIPLY, Operator.DIVIDE)
leaves: st.SearchStrategy[Term] = st.builds(Number, st.integers(0, 9)) | st.sampled_from([Variable(v) for v in NAMES])


def extend(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    return (
        st.builds(lambda o, a, b: Apply(o, (a, b)), st.sampled_from(BINARY), inner, inner)
        | st.builds(lambda a, e: Apply(Operator.POWER, (a, Number(e))), inner, st.integers(0, 4))
        | st.builds(lambda o, a: Apply(o, (a,)), st.sampled_from((Operator.NEGATE, Operator.SQRT)), inner)
        | st.builds(
            lambda o, a: Apply(o, tuple(a)),
            st.sampled_from((Operator.MIN, Operator.MAX)),
            st.lists(inner, min_size=2, max_size=3),
        )
    )


terms = st.recursive(leaves, extend, max_leaves=8)
relations: st.SearchStrategy[Formula] = st.builds(Relation, st.sampled_from(list(Sign)), terms, terms)
formulas = st.recursive(
    relations,
    lambda inner: (
        st.builds(lambda a: Connected(Connective.NOT, (a,)), inner)
        | st.builds(lambda a, b: Connected(Connective.IFF, (a, b)), relations, relations)
        | st.builds(
            lambda c, a: Connected(c, tuple(a)),
            st.sampled_from((Connective.AND, Connective.OR)),
            st.lists(inner, min_size=2, max_size=3),
        )
    ),
    max_leaves=4,
)
points = st.fixed_dictionaries({v: st.fractions(-4, 4, max_denominator=6) for v in NAMES})


@given(formulas)
def test_reading_what_was_printed_gives_the_same_tree(tree: Formula) -> None:
    assert formula(text(tree)) == tree


@given(formulas)
def test_every_formula_can_be_typeset(tree: Formula) -> None:
    shown = latex(tree)
    assert shown.count("{") == shown.count("}")
    assert shown.count(r"\left") == shown.count(r"\right")


@pytest.mark.parametrize(
    "source, message",
    [
        ("x < 0.5", "0.5 is no whole number"),
        ("x < 1e3", "no whole number"),
        ("True < x", "no whole number"),
        ("x", "expected a relation"),
        ("x != y", "a relation is one of"),
        ("x < y +", "no formula"),
        ("x**y < 1", "an exponent is a whole number"),
        ("x**-1 < 1", "an exponent is a whole number"),
        ("x**(1/2) < 1", "an exponent is a whole number"),
        ("x**65 < 1", "an exponent is a whole number"),
        ("sqrt(x, y) < 1", "does not take 2"),
        ("min(x) < 1", "does not take 1"),
        ("exp(x) < 1", "expected a term"),
        ("x // y < 1", "expected a term"),
        ("__import__('os') < 1", "expected a term"),
        ("let < 1", "cannot be the name"),
        ("sqrt_1 < 1", "cannot be the name"),
        ("é < 1", "cannot be the name"),
        ("(" * 500 + "x" + ")" * 500 + " < 1", "no formula"),
        ("x" * 20_000 + " < 1", "at most"),
    ],
)
def test_what_is_no_exact_formula_is_refused_with_the_reason(source: str, message: str) -> None:
    with pytest.raises(StatementError, match=message):
        formula(source)


def test_a_long_sum_is_read_or_refused_but_never_crashes() -> None:
    for size in (200, 3000):
        with suppress(StatementError):
            assert variables(formula("+".join(["x"] * size) + " < 1")) == ("x",)


@given(terms, points)
def test_exact_values_agree_with_sympy(tree: Term, point: dict[str, Fraction]) -> None:
    symbols = {name: to_sympy(Variable(name)) for name in NAMES}
    put = substitute(tree, {name: term(f"({v.numerator})/{v.denominator}") for name, v in point.items()})
    try:
        mine = value(tree, point)
    except Undefined:
        return
    theirs = to_sympy(put)
    assert symbols and theirs == sympy.Rational(mine.numerator, mine.denominator)


def test_roots_are_decided_exactly_or_not_at_all() -> None:
    at = {"x": Fraction(2), "y": Fraction(1)}
    assert holds(formula("sqrt(4*x*x) == 4"), at) is True
    assert holds(formula("sqrt(x) > 1414213562/1000000000"), at) is True
    assert holds(formula("sqrt(x) + sqrt(3) <= sqrt(10)"), at) is True
    assert holds(formula("sqrt(x)*sqrt(x) == x"), at) is None
    assert holds(formula("sqrt(x)*sqrt(x) == x or y == 1"), at) is True
    with pytest.raises(Undefined):
        holds(formula("1/(y - 1) > 0"), at)
    with pytest.raises(Undefined):
        holds(formula("sqrt(-x) > 0"), at)


def test_precedence_of_minus_and_power() -> None:
    at = {"x": Fraction(3)}
    assert value(term("-x**2"), at) == -9
    assert value(term("(-x)**2"), at) == 9
    assert value(term("7/-2"), at) == Fraction(-7, 2)
    assert value(term("1/2*x"), at) == Fraction(3, 2)
    assert text(term("x - (1 - x)")) == "x - (1 - x)"
    assert latex(term("x*(-x)")) == r"x \left(-x\right)"
    assert latex(term("x - (-x)")) == r"x - \left(-x\right)"
    assert latex(term("(x - 1)*x**2/2")) == r"\frac{\left(x - 1\right) x^{2}}{2}"
