"""The better programs, against closed forms written here by hand; who is best, and where the winner changes."""

import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
import sympy
from typer.testing import CliRunner

from graphs.errors import BadProgram, CapacityExceeded, OutOfDomain
from graphs.families.attention import attention_backward
from graphs.programs import PROGRAMS
from graphs.programs.machine import execute, run
from graphs.programs.pebbling import pebble
from graphs.programs.program import Program, Task
from graphs.programs.tiles import best_pair
from graphs.schedule import replay
from proofs.cli import app
from symbolic.count import count
from symbolic.crossings import crossings
from symbolic.exact import exact_cost
from symbolic.heatmap import save
from symbolic.ranking import ranking
from symbolic.reigns import KINDS, kind, reigns, winner
from symbolic.winner_map import figure, winner_map

NEW = ("hybrid", "fused_flash_split", "fused_flash_joint", "pinned", "in_cache_sharp")
GRID = [(n, d, M) for n, d in ((4, 2), (7, 3), (12, 3), (16, 4), (33, 4), (20, 5), (24, 8), (9, 1), (1, 3), (3, 9))
        for M in (14, 20, 33, 50, 64, 91, 130, 200, 333, 555)]  # fmt: skip


def cd(x, y):
    return -(-x // y)


def product(rows, inner, columns, M, statistics=0):
    """The least loads of a tiled product, over all tiles: b1 b2 + (1 + statistics) b1 + 3 words."""
    return min(
        inner * (rows * cd(columns, b2) + columns * cd(rows, b1))
        for b1 in range(1, rows + 1)
        for b2 in range(1, columns + 1)
        if b1 * b2 + (1 + statistics) * b1 + 3 <= M
    )


def io(name, n, d, M):
    return exact_cost(PROGRAMS[name], M, n=n, d=d).io


def fits(name, n, d, M):
    return PROGRAMS[name].least_memory(n=n, d=d) <= M


# ---------------------------------------------------------------- closed forms


@pytest.mark.parametrize("n, d, M", GRID)
def test_the_hybrid(n, d, M):
    if not fits("hybrid", n, d, M):
        assert M < 2 * d + 6
        return
    rows = min(n, (M - 3) // (2 * d + 3))
    forward = product(n, d, n, M, 1) + n * n + n + product(n, n, d, M, 2) + 2 * n * d + 2 * n
    sweep = 2 * n * d + 2 * n + n * n + 2 * n * d * cd(n, rows)
    products = 2 * (product(n, d, d, M) + n * d) + product(d, n, d, M) + d * d
    assert io("hybrid", n, d, M) == products + forward + sweep


def blocks(n, d, M):
    """The rows of the forward and of the backward sweep that fit, beside X too."""
    beside = (M - d * d - d - 2) // d
    return min(n, (M - 3) // (2 * d + 2), beside), min(n, (M - d - 2) // (3 * d + 4), beside)


def cautious(n, d, M):
    """The smaller blocks of the first sketch of these programs: 1 word more in the sweep, 2 rows + 2 beside X."""
    first, _ = blocks(n, d, M)
    return first, min(n, (M - d - 3) // (3 * d + 4), (M - d * d - d - 4) // (d + 2))


def split(n, d, M, first, second):
    c1, c2 = cd(n, first), cd(n, second)
    values = product(n, d, d, M) + n * d
    return values + 6 * n * d + 4 * n + c1 * (2 * n * d + d * d) + c2 * (2 * n * d + 3 * d * d) - d * d


def joint(n, d, M, rows):
    return product(n, d, d, M) + n * d + 3 * n * d + cd(n, rows) * (4 * n * d + 3 * d * d) - d * d


@pytest.mark.parametrize("n, d, M", GRID)
def test_fused_flash(n, d, M):
    first, second = blocks(n, d, M)
    assert fits("fused_flash_split", n, d, M) == fits("fused_flash_joint", n, d, M) == (min(first, second) >= 1)
    if min(first, second) >= 1:
        assert io("fused_flash_split", n, d, M) == split(n, d, M, first, second)
        assert io("fused_flash_joint", n, d, M) == joint(n, d, M, second)
    if min(cautious(n, d, M)) >= 1:
        assert io("fused_flash_split", n, d, M) <= split(n, d, M, *cautious(n, d, M))
        assert io("fused_flash_joint", n, d, M) <= joint(n, d, M, cautious(n, d, M)[1])


@pytest.mark.parametrize("n, d, M", GRID)
def test_pinned_is_the_best_of_all_blocks(n, d, M):
    """A word that stays saves 2 c - 1 loads; every word that is left over stays."""
    costs = []
    for rows in range(1, n + 1):
        need = max(rows * (3 * d + 4) + d + 2, rows * d + d * d + d + 2)
        kept = min(2 * n * d, M - need)
        if kept >= 1:
            costs.append(joint(n, d, M, rows) - (2 * cd(n, rows) - 1) * kept)
    assert fits("pinned", n, d, M) == bool(costs)
    if costs:
        assert io("pinned", n, d, M) == min(costs)


@pytest.mark.parametrize("n, d", [(1, 1), (2, 2), (3, 2), (5, 4), (8, 6)])
def test_everything_fits_in_d_words_less(n, d):
    program, M = PROGRAMS["in_cache_sharp"], 2 * n * d + 2 * d * d + 3 * d + 6
    seen = run(program, M, n=n, d=d)
    assert (seen.io, seen.peak) == (4 * n * d + 3 * d * d, M)
    assert M == PROGRAMS["in_cache"].least_memory(n=n, d=d) - d
    with pytest.raises(CapacityExceeded):
        execute(program, M - 1, program.random_inputs(0, n=n, d=d), {"n": n, "d": d})


@pytest.mark.parametrize(
    "n, d, M, name, nd",
    [
        (131072, 64, 8388608, "flash_backward", "26.06"),
        (131072, 64, 8388608, "fused_flash_split", "22.07"),
        (131072, 64, 8388608, "fused_flash_joint", "21.01"),
        (131072, 64, 8388608, "pinned", "19.37"),
        (131072, 64, 14000000, "pinned", "12.59"),
        (131072, 64, 16777216, "pinned", "11.60"),
        (8192, 64, 116224, "flash_backward", "60.15"),
        (8192, 64, 116224, "fused_flash_split", "56.50"),
    ],
)
def test_sizes_that_people_use(n, d, M, name, nd):
    assert f"{io(name, n, d, M) / (n * d):.2f}" == nd


def test_the_hybrid_is_up_to_six_percent_better_near_d_squared():
    n, d, M = 4096, 64, 3678
    hybrid, others = io("hybrid", n, d, M), min(io(name, n, d, M) for name in ("rectangular", "flash_backward"))
    assert Fraction(61, 1000) < 1 - Fraction(hybrid, others) < Fraction(62, 1000)


@pytest.mark.parametrize("name", NEW)
def test_a_schedule_with_one_pebble_less_or_one_word_more_is_no_schedule_of_it(name):
    program, sizes = PROGRAMS[name], {"n": 3, "d": 2}
    M = program.least_memory(**sizes)
    played = pebble(program, sizes | program.best_tiles(M, **sizes), attention_backward(3, 2, gradients="X"))
    seen = replay(played.cdag, played.schedule, M=M)
    assert seen.cost == exact_cost(program, M, **sizes).io


def test_every_number_of_tiles_is_tried():
    for rows in (1, 2, 7, 12):
        for M in range(5, 60):
            fit = [(b1, min(5, (M - 3) // b1 - 1)) for b1 in range(1, rows + 1) if (M - 3) // b1 >= 2]
            costs = {pair: 35 * cd(5, pair[1]) + 50 * cd(rows, pair[0]) for pair in fit}
            least = min(costs.values())
            assert best_pair((rows, 5), (35, 50), M) == next(pair for pair in fit if costs[pair] == least)


# ---------------------------------------------------------------- what a turn leaves for the next one


def toy(body):
    return Program("toy", Task("nothing", {"A": ("n", "one")}, lambda inputs: {}), body, lambda **_: 1)


def running_sum(mem, n, one, *, b):
    a, total, only = mem.input("A", n, one), mem.output("total", one), mem.whole(one)
    for i in mem.tiles(n, b, in_order=True):
        sums = mem.resume(total, only)
        for k in mem.tiles(i):
            word = mem.load(a, k, only)
            mem.accumulate(sums, word)
            mem.free(word)
        mem.store(sums, total)
        mem.free(sums)


@pytest.mark.parametrize("n, b", [(1, 1), (5, 1), (5, 2), (6, 3), (4, 9)])
def test_the_first_turn_resumes_nothing(n, b):
    """n loads of A, and one of the sum in every turn but the first; as many stores as turns."""
    program, turns = toy(running_sum), cd(n, b)
    values = {"n": n, "one": 1, "b": b}
    seen = execute(program, 9, {"A": np.arange(float(n)).reshape(n, 1)}, values)
    assert seen.outputs["total"].tolist() == [n * (n - 1) / 2]
    assert (seen.loads, seen.stores) == (n + turns - 1, turns) == count(program).at(**values)[:2]
    assert count(program, **values).at()[:2] == count(program, n=n).at(one=1, b=b)[:2] == (n + turns - 1, turns)
    played = pebble(program, values)
    assert replay(played.cdag, played.schedule, M=9).cost == seen.io
    told = count(program, one=1).derivation.text()
    assert "load total, from turn 2 on: 1; after loop 1: ceiling(n/b) - 1" in told


def test_what_cannot_be_resumed():
    def outside(mem, n, one, *, b):
        mem.free(mem.resume(mem.output("total", n), mem.at(0)))

    def in_a_wave(mem, n, one, *, b):
        for _ in mem.tiles(n):
            mem.free(mem.resume(mem.output("total", n), mem.at(0)))

    def as_long_as_the_turn(mem, n, one, *, b):
        for i in mem.tiles(n, b, in_order=True):
            mem.free(mem.resume(mem.output("total", n), i))

    for body in (outside, in_a_wave):
        with pytest.raises(BadProgram, match="total is resumed outside a loop, or in a wave"):
            count(toy(body))
    with pytest.raises(BadProgram, match="as many words as the turn is long"):
        count(toy(as_long_as_the_turn))


# ---------------------------------------------------------------- who is best


def test_every_contender_has_a_kind():
    names = {p.name for p in PROGRAMS.values() if p.task.name == "dX" and p.on_family}
    assert names == set(KINDS)


def test_a_ranking_is_sorted_and_says_who_is_missing():
    found = ranking(64, 8, 64)
    words = [one.cost.io for one in found.entries]
    assert words == sorted(words) and found.best.program.name == "hybrid"
    assert found.absent[0][0].name == "fused_flash_split"
    assert all(least > 64 for _, least in found.absent)
    assert found.saved(found.entry("small_cache")) == Fraction(70912 - 58624, 70912) and found.entry("pinned") is None
    assert ranking(64, 8, 3).best.program.name == "naive_backward"
    with pytest.raises(OutOfDomain, match="naive_backward runs with 3"):
        ranking(64, 8, 2)


@pytest.mark.parametrize("n, d", [(64, 4), (100, 12), (7, 5), (3, 9), (1, 1)])
def test_reigns_are_what_one_finds_at_every_single_M(n, d):
    found = reigns(n, d)
    assert (found.each[0].lowest, found.each[-1].highest) == (max(3, d * d // 2), max(16, 4 * d * d))
    assert all(before.highest + 1 == after.lowest for before, after in zip(found.each, found.each[1:], strict=False))
    assert all(before.kind != after.kind for before, after in zip(found.each, found.each[1:], strict=False))
    for one in found.each:
        winners = [winner(n, d, M) for M in range(one.lowest, one.highest + 1)]
        assert {kind(program) for program in winners} == {one.kind}
        assert {program.name for program in winners} == set(one.programs)


def test_two_crossovers_of_one():
    found = reigns(1024, 16)
    assert [(one.kind, one.lowest) for one in found.each] == [
        ("Algorithm 6", 128), ("hybrid", 213), ("FlashAttention", 278), ("hybrid", 283), ("FlashAttention", 330),
        ("fused, split", 746),
    ]  # fmt: skip
    assert found.fractions[0] == Fraction(213, 256)
    with pytest.raises(OutOfDomain, match="at least 3"):
        reigns(8, 4, lowest=2)


def test_the_limits_of_the_crossovers_are_exact_roots():
    smooth, whole = crossings(whole=False), crossings(whole=True)
    assert [one.ratio for one in smooth] == [12 - 8 * sympy.sqrt(2), 1]
    assert [one.ratio for one in whole] == [2 - sympy.sqrt(7) / 2, 1]
    for one in (*smooth, *whole):
        (symbol,) = one.equation.free_symbols
        assert sympy.simplify(one.equation.subs(symbol, one.root)) == 0
        assert sympy.simplify(one.ratio * one.root**2) == 1


def test_the_exact_switches_come_near_to_the_limits():
    d = 128
    hybrid = [one for one in reigns(64 * d, d).each if one.kind == "hybrid"]
    assert abs(Fraction(hybrid[0].lowest, d * d) - Fraction(677, 1000)) < Fraction(2, 100)
    assert abs(Fraction(hybrid[-1].highest, d * d) - 1) < Fraction(6, 100)


def test_the_map_says_what_a_ranking_says():
    found = winner_map(8, steps=1)
    for row in found.rows[::3]:
        for point in row[::3]:
            assert point.M == 64 * 2 ** (point.theta // 8) if point.theta >= 0 else 64 // 2 ** (-point.theta // 8)
            if point.n and point.M >= 3:
                assert ranking(point.n, 8, point.M).best.program.name == point.program
            else:
                assert point.kind is None
    with pytest.raises(OutOfDomain, match="up to 256"):
        winner_map(257)


# ---------------------------------------------------------------- the command


def best(*words):
    return CliRunner().invoke(app, ["best", *words])


def test_the_command_names_the_best_and_by_how_much():
    shown = best("--n", "64", "--d", "8", "-M", "64").stdout
    assert "hybrid: Small-cache forward, one sweep back" in shown
    assert "rectangular: 1,536 words fewer, 6/235 of its words = 2.55 % approx." in shown
    assert "small_cache: 12,288 words fewer" in shown and "fused_flash_split 82" in shown
    document = json.loads(best("--n", "64", "--d", "8", "-M", "64", "--json").stdout)
    assert document["best"] == "hybrid" and document["saved"]["rectangular"] == "6/235"
    assert document["least_memory_of_others"]["in_cache_sharp"] == 2 * 512 + 2 * 64 + 24 + 6
    assert "does not run" in best("--n", "64", "--d", "8", "-M", "7").stdout


def test_the_command_tells_where_the_winner_changes():
    shown = best("--n", "64", "--d", "4", "--crossovers").stdout
    assert "12 - 8*sqrt(2) = 0.6863" in shown and "2 - sqrt(7)/2 = 0.6771" in shown
    document = json.loads(best("--n", "64", "--d", "4", "--crossovers", "--json").stdout)
    assert document["switches"] == list(reigns(64, 4).switches)


@pytest.mark.parametrize(
    "words, message",
    [
        (("--n", "64", "--d", "4", "-M", "2"), "naive_backward runs with 3"),
        (("--n", "64", "--d", "4", "-M", "0"), "whole number >= 1"),
        (("--n", "0", "--d", "4", "-M", "9"), "n must be a whole number >= 1"),
        (("--n", "64", "--d", "4"), "best takes --n, --d and -M"),
        (("--n", "64", "--d", "4", "-M", "9", "--crossovers"), "best takes --n, --d and -M"),
        (("--map", "x.pdf", "--n", "4"), "--map goes with --d alone"),
        (("--map", "x.jpg"), "by the suffix of its file"),
        (("--map", "x.pdf", "--d", "300"), "up to 256"),
    ],
)
def test_what_the_command_refuses(words, message):
    done = best(*words)
    assert isinstance(done.exception, OutOfDomain) and message in str(done.exception)
    assert done.exception.exit_status == 4


def test_the_map_is_drawn_and_the_same_on_a_rerun(tmp_path: Path):
    found = winner_map(4, steps=2)
    for suffix in ("pdf", "svg", "png"):
        paths = [tmp_path / f"{turn}.{suffix}" for turn in (1, 2)]
        for path in paths:
            save(figure(found), path)
        assert paths[0].read_bytes() == paths[1].read_bytes() and paths[0].stat().st_size > 1000
    done = best("--map", str(tmp_path / "new" / "map.svg"), "--d", "2", "--json")
    document = json.loads(done.stdout)
    assert done.exit_code == 0 and len(document["points"]) == 81 * 73 and Path(document["map"]).exists()
