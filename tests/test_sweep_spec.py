"""SPEC files of sweeps: what they mean, what is wrong with them and in which line, and the keys of their points."""

import inspect
from pathlib import Path

import pytest

from graphs.errors import FormatError
from graphs.families import FAMILIES, family
from proofs.hashes import hash_of
from proofs.sweep.point import canonical, point_of
from proofs.sweep.specification import MOST_POINTS, parse, read_specification

ROOT = Path(__file__).parents[1]
SMALL = """
[[grid]]
kind = "optimum"
families = ["chain"]
sizes.length = [2, 11]
M = [1, 2, 3]
[[grid]]
kind = "program"
programs = ["small_cache"]
sizes.n = 8
sizes.d = 4
M = { from = 4, to = 64, factor = 4 }
[[grid]]
kind = "random"
nodes = 7
probability = 0.25
count = 2
M = 8
"""


def grid(lines: str) -> str:
    return "[[grid]]\n" + lines


@pytest.mark.parametrize(
    "text, line, shown",
    [
        ("x = [", 1, "no TOML"),
        ("x = 1\n\ny", 3, "no TOML"),
        ("a = 1\na = 2", 2, "no TOML"),
        ("title = 3", 1, "title is a text"),
        ("grids = 3", 1, "has 'grids'"),
        ('title = "x"', None, "has no grid"),
        ("grid = []", None, "has no grid"),
        (grid('kind = "optima"'), 2, "kind is one of optimum, program, random; got 'optima'"),
        (grid("M = 3"), 1, "got nothing"),
        (grid('kind = "optimum"\nfamilies = ["fft:4"]'), 2, "needs M"),
        (grid('kind = "optimum"\nM = 3'), 2, "families is a list of names; got nothing; known: chain:length"),
        (grid('kind = "optimum"\nM = 3\nfamilies = "fft:4"'), 4, "list of names"),
        (grid('kind = "optimum"\nM = 3\nfamilies = ["tfft:4"]'), 4, "no family is called 'tfft'"),
        (grid('kind = "optimum"\nM = 3\nfamilies = ["fft"]'), 4, "missing a required argument: 'points'"),
        (grid('kind = "optimum"\nM = 3\nfamilies = ["fft:4"]\nsizes.points = 4'), 4, "multiple values"),
        (grid('kind = "optimum"\nM = 3\nfamilies = ["fft:4"]\nvariant = ["sliding"]'), 5, "did you mean variants?"),
        (grid('kind = "optimum"\nM = 3\nfamilies = ["fft:4"]\nvariants = ["chess"]'), 5, "variants has no 'chess'"),
        (grid('kind = "optimum"\nM = 3\nfamilies = ["fft:4"]\nbudget = [1, 2]'), 5, "budget is one number"),
        (grid('kind = "optimum"\nM = 3\nfamilies = ["fft"]\nsizes = 4'), 5, "sizes is a table"),
        (grid('kind = "optimum"\nM = 3\nfamilies = ["fft"]\n[grid.sizes]\npoints = 0'), 5, "from 1 to 10^15; got 0"),
        (grid('kind = "program"\nM = 3\nprograms = ["small_cash"]'), 4, "did you mean small_cache"),
        (grid('kind = "program"\nM = 3\nprograms = ["small_cache"]\nsizes.n = 3'), 5, "takes sizes.n, sizes.d; got n"),
        (grid('kind = "random"\nM = 3\nnodes = 1\nprobability = 0.5'), 4, "from 2 to 10^15; got 1"),
        (grid('kind = "random"\nM = 3\nnodes = 9000\nprobability = 0.5'), 4, "at most 2,000 nodes; got 9,000"),
        (grid('kind = "random"\nM = 3\nnodes = 9\nprobability = 1.5'), 5, "from 0 to 1, or a list of them; got 1.5"),
        (grid('kind = "random"\nM = 3\nnodes = 9\nprobability = nan'), 5, "fraction from 0 to 1"),
        (grid('kind = "random"\nM = 3\nnodes = 9\nprobability = "1/0"'), 5, "fraction from 0 to 1"),
        (grid('kind = "random"\nM = 3\nnodes = 9'), 1, "got nothing"),
        (grid('M = [3, 3]\nkind = "random"'), 2, "has 3 more than once"),
        (grid('M = []\nkind = "random"'), 2, "is empty"),
        (grid('M = true\nkind = "random"'), 2, "whole numbers from 1 to 10^15; got True"),
        (grid('M = 2.5\nkind = "random"'), 2, "got '2.5'"),
        (grid('M = {from = 5, to = 3}\nkind = "random"'), 2, "goes from 5 to 3"),
        (grid('M = {from = 5}\nkind = "random"'), 2, "got from"),
        (grid('M = {from = 5, to = 9, step = 0}\nkind = "random"'), 2, "step wants whole numbers from 1"),
        (grid('M = {from = 5, to = 9, factor = 1}\nkind = "random"'), 2, "factor wants whole numbers from 2"),
        (grid('M = {from = 5, to = 9, factor = 2, step = 1}\nkind = "random"'), 2, "one of step and factor"),
        (grid('M = 3\nkind = "random"\n') + grid('kind = "optimum"\nM = 4\n\nfamilies = ["x"]'), None, ""),
    ],
)
def test_a_wrong_spec_is_refused_with_its_line(text: str, line: int | None, shown: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse(text)
    assert shown in str(caught.value)
    assert caught.value.line == line or not shown


def test_lines_are_found_in_the_right_grid() -> None:
    one = grid('kind = "optimum"\nfamilies = ["fft:4"]\nM = 3\n')
    with pytest.raises(FormatError) as caught:
        parse(one + one.replace("M = 3", "M = 0"))
    assert caught.value.line == 8


def test_a_sweep_that_is_too_large_says_how_large_without_being_made() -> None:
    with pytest.raises(FormatError, match=f"1,000,000,000,002 points; a sweep has at most {MOST_POINTS:,}"):
        parse(
            grid('kind = "optimum"\nfamilies = ["fft:4"]\nM = {from = 1, to = 1_000_000_000_000}\n')
            + grid('kind = "optimum"\nfamilies = ["fft:4"]\nM = [3, 4]\n')
        )


def test_equal_points_are_one_wherever_they_come_from() -> None:
    spec = parse(
        grid('kind = "optimum"\nfamilies = ["matmul:2,2,2", "matmul:rows=2,columns=02,inner=2"]\nM = [4, 5]\n')
        + grid('kind = "optimum"\nfamilies = ["matmul:trees=chain"]\nM = 5\nbudget = 1_000_000\n')
        + "sizes = { rows = 2, inner = [2], columns = {from = 2, to = 2} }\n"
    )
    assert [(point.subject, point.M) for point in spec.points] == [("matmul:2,2,2", 4), ("matmul:2,2,2", 5)]
    for point in parse(SMALL).points:
        assert point.key == hash_of(point.document()) == point_of(point.document()).key
    fractions = parse(grid('kind = "random"\nnodes = 3\nM = 3\nprobability = [0.25, "1/4", "0.250", 1]'))
    assert [point.document()["probability"] for point in fractions.points] == ["1/4", "1"]


def test_canonical_names_mean_the_same_graph() -> None:
    for text in (
        "matmul:2,1,2,loaded_c=True",
        "attention_backward:1,1,XY,fma",
        "kernel_attention_forward:2,1",
        "chain:3",
    ):
        assert set(family(canonical(text)).graph.edges) == set(family(text).graph.edges)
    for name, build in FAMILIES.items():
        plain = [p for p in inspect.signature(build).parameters.values() if p.default is p.empty]
        text = f"{name}:{','.join('2' for _ in plain)}"
        assert set(family(canonical(text)).graph.edges) == set(family(text).graph.edges)


def test_the_example_in_docs_is_a_sweep() -> None:
    for path in sorted((ROOT / "docs" / "sweeps").glob("*.toml")):
        assert len(read_specification(path).points) > 100
