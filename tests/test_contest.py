"""Where programs meet: exact switches, limits derived from the polynomials, and errors that name the feasible range."""

import pytest
import sympy

from graphs.errors import OutOfDomain
from graphs.programs import PROGRAMS
from symbolic.contest import contest
from symbolic.exact import exact_cost, runs
from symbolic.limit import TILINGS, limit

SMALL, FLASH, RECTANGULAR = (PROGRAMS[name] for name in ("small_cache", "flash_backward", "rectangular"))


@pytest.mark.parametrize("d, switches", [(2, (14,)), (4, (23, 31, 33)), (8, (66, 91, 94)), (16, (226,))])
def test_the_switches_of_square_tiles(d: int, switches: tuple[int, ...]) -> None:
    found = contest(SMALL, FLASH, n=64 * d, d=d)
    assert found.switches == switches and found.settled
    for M in switches:
        ahead = [exact_cost(FLASH, m, n=64 * d, d=d).io < exact_cost(SMALL, m, n=64 * d, d=d).io for m in (M - 1, M)
                 if runs(FLASH, m, n=64 * d, d=d)]  # fmt: skip
        assert len(ahead) < 2 or ahead[0] != ahead[1]


def test_rectangular_tiles_move_the_switch_up() -> None:
    assert contest(RECTANGULAR, FLASH, n=1024, d=16).switches == (278,)


def test_a_range_below_the_limit_is_refused() -> None:
    with pytest.raises(OutOfDomain, match="at least 70"):
        contest(SMALL, FLASH, n=64, d=16, lowest=10)


@pytest.mark.parametrize("tiling, decimals", [("square", "0.708"), ("rectangular", "0.859"), ("three blocks", "0.390")])
def test_the_limits(tiling: str, decimals: str) -> None:
    found = limit(tiling)
    assert str(sympy.N(found.ratio, 3)) == decimals
    assert sympy.simplify(found.equation.subs(next(iter(found.equation.free_symbols)), found.root)) == 0


def test_limits_agree_with_exact_switches_at_a_large_head() -> None:
    d = 32
    last = contest(SMALL, FLASH, n=64 * d, d=d, lowest=d * d // 2, highest=3 * d * d // 2).fractions[-1]
    assert abs(last - sympy.Rational(limit("square").ratio.n(20))) < sympy.Rational(1, 5)
    with pytest.raises(OutOfDomain, match="square, rectangular, three blocks"):
        limit("round")
    assert set(TILINGS) == {"square", "rectangular", "three blocks"}
