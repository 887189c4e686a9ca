"""The curves are exact, and the figure is the same bytes each time."""

from pathlib import Path

import pytest

from graphs.programs import PROGRAMS
from symbolic.attention import A, trivial_bound
from symbolic.curves import SERIES, curves
from symbolic.exact import exact_cost
from symbolic.plot import figure, save
from symbolic.symbols import M, d, n


def test_curves_are_the_exact_costs_and_measured_points_lie_on_them() -> None:
    found = curves(16, 4, measure=3)
    rows = dict(found.rows)
    assert found.measured and {name for _, name, _ in found.measured} == set(SERIES)
    for at, name, words in found.measured:
        assert rows[at][name] == words == exact_cost(PROGRAMS[name], at, n=16, d=4).io
    assert rows[16]["A"] == A.subs({n: 16, d: 4, M: 16})
    least = PROGRAMS["in_cache"].least_memory(n=16, d=4)
    assert rows[least]["in_cache"] == trivial_bound("X").at(n=16, d=4)
    assert rows[16]["flash_backward"] is None


def test_no_bound_lies_above_a_program() -> None:
    for shape in ((8, 8), (64, 4), (3, 9), (1, 1)):
        for _, values in curves(*shape).rows:
            best = min(values[name] for name in SERIES if values[name] is not None)
            assert values["trivial"] <= best
            assert values["lower"] is None or values["lower"] <= best


def test_the_csv_has_a_row_for_each_M_and_exact_integers() -> None:
    lines = curves(8, 2, measure=2).as_csv().splitlines()
    assert lines[0].startswith("n,d,M,small_cache,flash_backward,in_cache,A,B,lower,trivial,measured")
    assert len({line.count(",") for line in lines}) == 1


def test_a_figure_is_the_same_bytes_each_time(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    made = []
    for name in ("first", "second"):
        folder = tmp_path / name
        folder.mkdir()
        made.append([path.read_bytes() for path in save(figure(curves(8, 2), 2), folder, "io")])
    assert made[0] == made[1] and len(made[0]) == 3
    proved = tmp_path / "proved"
    proved.mkdir()
    assert save(figure(curves(8, 2), 4, proved=True), proved, "io", ("svg",))[0].read_bytes() != made[0][1]
