"""The checker is attacked: whatever is no proof of a contradiction is rejected, and the reason is the right one."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs.evidence import checker
from proofs.evidence.checker import Constraint, Multiple, Polynomial, Product, Rejected, add, check, multiply

ONE = Fraction(1)
# over x and y: x > 0, y >= 0, x*y + 1 <= 0, and x - y == 0
X: Polynomial = {(1, 0): ONE}
Y: Polynomial = {(0, 1): ONE}
CONSTRAINTS: dict[str, Constraint] = {
    "x > 0": (">", X),
    "y >= 0": (">=", Y),
    "x*y < -1": (">", {(1, 1): -ONE, (0, 0): -ONE}),
    "x == y": ("==", {(1, 0): ONE, (0, 1): -ONE}),
}
PROOF = (Product(ONE, ("x > 0", "y >= 0")), Product(ONE, ("x*y < -1",)), Product(ONE, ()))
# x*y = x**2 - x*(x - y), so that x*y < -1 contradicts the equality without the signs of x and y
SQUARES = (Product(ONE, (), (X,)), Product(ONE, ("x*y < -1",)), Product(ONE, ()))
BY_EQUALITY = (Multiple("x == y", {(1, 0): -ONE}),)


def reason(products: Sequence[Product], multiples: Sequence[Multiple] = ()) -> str:
    with pytest.raises(Rejected) as caught:
        check("xy", CONSTRAINTS, products, multiples)
    return str(caught.value)


def test_honest_proofs_are_accepted() -> None:
    check("xy", CONSTRAINTS, PROOF)
    check("xy", CONSTRAINTS, SQUARES, BY_EQUALITY)


def test_it_imports_only_the_standard_library() -> None:
    source = Path(checker.__file__).read_text()
    imports = [line for line in source.splitlines() if line.startswith(("import", "from"))]
    assert {line.split()[1].split(".")[0] for line in imports} == {
        "__future__",
        "collections",
        "dataclasses",
        "fractions",
    }


@pytest.mark.parametrize("place", range(3))
def test_each_summand_is_needed_with_just_its_coefficient(place: int) -> None:
    for coefficient in (Fraction(2), Fraction(1, 2), Fraction(0), Fraction(10**9 + 1, 10**9)):
        changed = Product(coefficient, PROOF[place].factors)
        assert "not zero" in reason([*PROOF[:place], changed, *PROOF[place + 1 :]])
    assert "not zero" in reason([*PROOF[:place], *PROOF[place + 1 :]])
    assert "not zero" in reason([*PROOF, PROOF[place]])


@pytest.mark.parametrize("coefficient", [-ONE, Fraction(-1, 10**9), 1, 1.0, True, "1", float("nan"), None])
def test_a_coefficient_is_an_exact_number_and_not_negative(coefficient: object) -> None:
    assert "coefficient" in reason([Product(coefficient, ())])  # type: ignore[arg-type]


def test_a_negative_coefficient_does_not_hide_behind_a_true_identity() -> None:
    # x - x + 0 = 0, and x is strict
    assert "not negative" in reason([Product(ONE, ("x > 0",)), Product(-ONE, ("x > 0",))])


def test_another_factor_is_rejected() -> None:
    for factors in (("x > 0",), ("y >= 0",), ("x > 0", "x > 0"), ("x > 0", "y >= 0", "y >= 0")):
        assert "not zero" in reason([Product(ONE, factors), *PROOF[1:]])


def test_an_equality_is_no_inequality_and_an_inequality_no_equality() -> None:
    assert "as an inequality" in reason([Product(ONE, ("x == y",))])
    assert "as an equality" in reason(PROOF, [Multiple("y >= 0", {(0, 0): ONE})])
    assert "as an equality" in reason(PROOF, [Multiple("x > 0", {})])


def test_a_relation_that_is_none_gives_nothing() -> None:
    for relation in ("!=", "<", "=", ""):
        constraints = {**CONSTRAINTS, "odd": (relation, X)}
        with pytest.raises(Rejected):
            check("xy", constraints, [*PROOF, Product(Fraction(0), ("odd",))])
        with pytest.raises(Rejected):
            check("xy", constraints, PROOF, [Multiple("odd", {})])


def test_names_that_are_none_are_rejected() -> None:
    assert "no constraint 'z'" in reason([Product(ONE, ("z",))])
    assert "no constraint 'z'" in reason(PROOF, [Multiple("z", {})])


def test_without_a_strict_summand_there_is_no_contradiction() -> None:
    zero: Constraint = (">=", {})
    assert "positive" in reason([])
    assert "positive" in reason([Product(Fraction(0), ("x > 0",))])
    with pytest.raises(Rejected, match="positive"):
        check("xy", {"0 >= 0": zero}, [Product(ONE, ("0 >= 0",))])
    # y >= 0 and -y >= 0 do not contradict each other
    both = {"y >= 0": CONSTRAINTS["y >= 0"], "y <= 0": (">=", {(0, 1): -ONE})}
    with pytest.raises(Rejected, match="positive"):
        check("xy", both, [Product(ONE, ("y >= 0",)), Product(ONE, ("y <= 0",))])
    # a strict constraint times one that is not strict, or times a square, may be zero
    mixed = {"x > 0": CONSTRAINTS["x > 0"], "0 >= 0": zero}
    for product in (Product(ONE, ("x > 0", "0 >= 0")), Product(ONE, ("x > 0",), ({},))):
        with pytest.raises(Rejected, match="positive"):
            check("xy", mixed, [product])


def test_a_square_is_squared_and_replaced_by_no_other() -> None:
    for other in ({(0, 1): ONE}, {(1, 0): Fraction(2)}, {(2, 0): ONE}, {}, {(1, 0): ONE, (0, 0): ONE}):
        assert "not zero" in reason([Product(ONE, (), (other,)), *SQUARES[1:]], BY_EQUALITY)
    check("xy", CONSTRAINTS, [Product(ONE, (), ({(1, 0): -ONE},)), *SQUARES[1:]], BY_EQUALITY)


@pytest.mark.parametrize(
    "polynomial",
    [
        {(1, 0): 1.0},
        {(1, 0): 1},
        {(1.0, 0): ONE},
        {(True, 0): ONE},
        {(-1, 0): ONE},
        {(1,): ONE},
        {(1, 0, 0): ONE},
        {(): ONE},
    ],
)
def test_what_is_no_polynomial_is_rejected_wherever_it_stands(polynomial: Polynomial) -> None:
    assert "is no" in reason([Product(Fraction(0), (), (polynomial,)), *PROOF])
    assert "is no" in reason(PROOF, [Multiple("x == y", polynomial)])
    with pytest.raises(Rejected, match="is no"):
        check("xy", {**CONSTRAINTS, "odd": (">", polynomial)}, [*PROOF, Product(Fraction(0), ("odd",))])


def test_what_is_too_large_to_expand_is_rejected() -> None:
    assert "degree" in reason([Product(ONE, ("x > 0",) * 65)])
    assert "degree" in reason([Product(ONE, (), ({(10**100, 0): ONE},))])
    many: Polynomial = {(i, j): ONE for i in range(32) for j in range(33)}
    assert "too large" in reason([Product(ONE, (), (many,))])


small = st.dictionaries(
    st.tuples(st.integers(0, 3), st.integers(0, 3)), st.fractions(-3, 3, max_denominator=4).filter(bool), max_size=4
)
points = st.tuples(st.fractions(-3, 3, max_denominator=3), st.fractions(-3, 3, max_denominator=3))


def at(polynomial: Polynomial, point: tuple[Fraction, Fraction]) -> Fraction:
    return sum((c * point[0] ** i * point[1] ** j for (i, j), c in polynomial.items()), Fraction(0))


@given(small, small, points)
def test_sums_and_products_of_polynomials_are_those_of_their_values(
    p: Polynomial, q: Polynomial, point: tuple[Fraction, Fraction]
) -> None:
    assert at(add(p, q), point) == at(p, point) + at(q, point)
    assert at(multiply(p, q), point) == at(p, point) * at(q, point)
    assert all(add(p, q).values()) and all(multiply(p, q).values())


@given(
    st.lists(st.tuples(st.sampled_from([">", ">=", "=="]), small), min_size=1, max_size=3),
    st.lists(
        st.tuples(
            st.fractions(0, 2, max_denominator=2), st.lists(st.integers(0, 2), max_size=2), st.lists(small, max_size=1)
        ),
        max_size=3,
    ),
    points,
)
def test_what_is_accepted_holds_at_no_point(
    constraints: list[Constraint],
    terms: list[tuple[Fraction, list[int], list[Polynomial]]],
    point: tuple[Fraction, Fraction],
) -> None:
    named = {str(number): constraint for number, constraint in enumerate(constraints)}
    products = [Product(c, tuple(map(str, factors)), tuple(squares)) for c, factors, squares in terms]
    # the negative of the sum, as one more constraint, makes every sum vanish: only the signs are left to judge
    total: Polynomial = {}
    for product in products:
        value: Polynomial = {(0, 0): product.coefficient}
        for name in product.factors:
            value = multiply(value, named.get(name, (">", {}))[1])
        for square in product.squares:
            value = multiply(value, multiply(square, square))
        total = add(total, value)
    named["rest"] = (">=", {m: -c for m, c in total.items()})
    try:
        check("xy", named, [*products, Product(ONE, ("rest",))])
    except Rejected:
        return
    signs = {">": lambda v: v > 0, ">=": lambda v: v >= 0, "==": lambda v: v == 0}
    assert not all(signs[relation](at(p, point)) for relation, p in named.values())
