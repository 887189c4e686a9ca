import pytest
import sympy

from graphs.errors import OutOfDomain
from symbolic.symbols import SORTS, M, d, in_order, n, symbol


def test_a_name_has_one_symbol():
    assert [symbol(name) for name in "ndM"] == [n, d, M]
    assert all(v.is_integer and v.is_positive for v in (n, d, M))


def test_a_namesake_with_other_assumptions_is_another_symbol():
    """The trap that the module exists for."""
    assert sympy.Symbol("n") - n != 0


def test_every_sort_says_its_unit():
    assert [str(sort).rsplit(" in ", 1)[1] for sort in SORTS.values()] == ["rows)", "columns)", "words)"]


def test_unknown_symbols_are_named():
    with pytest.raises(OutOfDomain, match=r"no symbol 'S'.*n, d, M"):
        symbol("S")


def test_order_puts_strangers_last():
    x, b = sympy.symbols("x b")
    assert in_order([x, M, b, n, n]) == (n, M, b, x)
