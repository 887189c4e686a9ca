"""The count reading: THEORY's polynomials as independent expectations, closing of loops, derivations, and mutants."""

import functools
from dataclasses import replace

import pytest
import sympy

from graphs.errors import BadProgram, CapacityExceeded, OutOfDomain
from graphs.programs import PROGRAMS
from graphs.programs.machine import Machine, execute
from graphs.programs.memory import Memory
from graphs.programs.program import Program
from symbolic.count import count
from symbolic.leading import Regime, leading_term
from symbolic.symbols import M, d, n, parameter

rows, inner, columns = map(parameter, ("rows", "inner", "columns"))
b, b1, b2, B1, B2, B3, C1, Br, Bc = map(parameter, ("b", "b1", "b2", "B1", "B2", "B3", "C1", "Br", "Bc"))
f, p1, p2, g1, g2 = map(parameter, ("f", "p1", "p2", "g1", "g2"))


def cd(x, y):
    return sympy.ceiling(x / y)


def mm(i, k, j, tile):
    """A product of i x k by k x j, and its peak."""
    return k * (i * cd(j, tile[1]) + j * cd(i, tile[0])) + i * j


def mm_peak(tile, statistics=0):
    return tile[0] * tile[1] + (1 + statistics) * tile[0] + 3


def pair(name):
    return parameter(f"{name}1"), parameter(f"{name}2")


SWEEP = 2 * n * d + 2 * n * d * cd(n, B1)
PROJECTIONS = 2 * mm(n, d, d, (p1, p2))
FLASH = PROJECTIONS + mm(d, n, d, (g1, g2)) + 6 * n * d + 4 * n + 2 * n * d * (cd(n, B1) + cd(n, B2))
FLASH_Y = 2 * n * d + (2 * n * d + n) * cd(n, B3) + mm(d, n, d, (g1, g2))
N, D = cd(n, b), cd(d, b)
SMALL = (
    6 * n * d * N + 2 * n**2 * D + 3 * n**2 + 4 * n * d * D + 2 * d**2 * N + 5 * n * d + 5 * n + d**2
)  # fmt: skip
SMALL_Y = n**2 * D + n * d * N + n * N * D + n * d + 2 * n * d * D + d**2
UNBLOCKED = 8 * n**2 * d + 6 * n * d**2 + 3 * n**2 + 5 * n * d + 5 * n + d**2
NAIVE = 24 * n**2 * d + 18 * n * d**2 + 8 * n**2 - 3 * d**2 - 4 * n


def tiled(k, i, j, tile):
    return k * (i * cd(j, tile[1]) + j * cd(i, tile[0]))


RECTANGULAR = (
    PROJECTIONS
    + (tiled(d, n, n, pair("s")) + n**2 + n)
    + (tiled(n, n, d, pair("o")) + 2 * n * d + 2 * n)
    + (tiled(d, n, n, pair("t")) + 2 * n**2 + 2 * n)
    + (tiled(n, n, d, pair("q")) + n * d)
    + (tiled(n, d, d, pair("g")) + d**2)
)
RECTANGULAR_PEAKS = [mm_peak(pair(name), k) for name, k in (("p", 0), ("s", 1), ("o", 2), ("t", 2), ("q", 0), ("g", 0))]
PLAIN_PEAK = 2 * B1 * d + 2 * B1 + 3
ONLINE_PEAK = 2 * B1 * d + 2 * B1 + B1 * C1 + 3
QUERY_PEAK = 3 * B2 * d + 4 * B2 + d + 2
VALUE_PEAK = 2 * B3 * d + B3 + 3
BACKWARD_PEAKS = [mm_peak((p1, p2)), mm_peak((g1, g2)), QUERY_PEAK]

F1, F2, F, H, R, w = map(parameter, ("F1", "F2", "F", "H", "R", "w"))
VALUES = mm(n, d, d, (p1, p2))
JOINT_PEAKS = [mm_peak((p1, p2)), 3 * F2 * d + 4 * F2 + d + 2, F2 * d + d**2 + d + 2]
KEPT = 2 * d * (sympy.Min(R, n) - 1) + sympy.Min(w, 2 * d)


def joint(rows):
    """One block for both sweeps: E, A1 twice, K and V twice for every block; X, and dX twice, but once less."""
    return VALUES + 3 * n * d + cd(n, rows) * (4 * n * d + 3 * d**2) - d**2


# The I/O and the peak of each program, worked out by hand.
EXPECTED = {
    "matmul": (mm(rows, inner, columns, (b1, b2)), [mm_peak((b1, b2))]),
    "naive_matmul": (3 * rows * columns * (2 * inner - 1), [3]),
    "flash_attention": (SWEEP, [PLAIN_PEAK]),
    "online_attention": (SWEEP, [ONLINE_PEAK]),
    "flash1_attention": (
        2 * n * d + cd(n, Bc) * (2 * n * d + 2 * n) + cd(n, Bc) * (n * d + 2 * n),
        [2 * Bc * d + 3 * Br * d + Br * Bc + 4 * Br + 2],
    ),
    "flash_forward": (PROJECTIONS + SWEEP, [mm_peak((p1, p2)), PLAIN_PEAK]),
    "online_forward": (PROJECTIONS + SWEEP, [mm_peak((p1, p2)), ONLINE_PEAK]),
    "small_cache_forward": (
        2 * mm(n, d, d, (f, f))
        + (2 * n * d * cd(n, f) + n**2 + n)  # S, stored as Pt with the inverses
        + (n * (n * cd(d, f) + d * cd(n, f)) + n * d + n),  # O, the inverses loaded
        [f**2 + 2 * f + 3],
    ),
    "in_cache_forward": (4 * n * d + 2 * d**2, [2 * n * d + d**2 + 2 * d + 4]),
    "naive_forward": (12 * n**2 * d + 12 * n * d**2 - 6 * n * d + 2 * n**2 - n, [3]),
    "flash_backward": (FLASH, [*BACKWARD_PEAKS, PLAIN_PEAK]),
    "flash_backward_xy": (FLASH + FLASH_Y, [*BACKWARD_PEAKS, PLAIN_PEAK, VALUE_PEAK]),
    "online_backward": (FLASH, [*BACKWARD_PEAKS, ONLINE_PEAK]),
    "online_backward_xy": (FLASH + FLASH_Y, [*BACKWARD_PEAKS, ONLINE_PEAK, VALUE_PEAK]),
    "small_cache": (SMALL, [b**2 + 3 * b + 3]),
    "small_cache_xy": (SMALL + SMALL_Y, [b**2 + 3 * b + 3]),
    "rectangular": (RECTANGULAR, RECTANGULAR_PEAKS),
    "rectangular_xy": (
        RECTANGULAR
        + (tiled(n, n, d, pair("u")) + n * cd(n, parameter("u1")) * cd(d, parameter("u2")) + n * d)
        + (tiled(n, d, d, pair("g")) + d**2),
        [*RECTANGULAR_PEAKS, mm_peak(pair("u"))],
    ),
    "hybrid": (
        PROJECTIONS
        + (tiled(d, n, n, pair("s")) + n**2 + n)
        + (tiled(n, n, d, pair("o")) + 2 * n * d + 2 * n)
        + (2 * n * d + 2 * n + n**2 + 2 * n * d * cd(n, H))
        + (tiled(n, d, d, pair("g")) + d**2),
        [
            *(mm_peak(pair(name), k) for name, k in (("p", 0), ("s", 1), ("o", 2), ("g", 0))),
            2 * H * d + 3 * H + 3,
        ],
    ),
    "fused_flash_split": (
        VALUES + 6 * n * d + 4 * n + cd(n, F1) * (2 * n * d + d**2) + cd(n, F2) * (2 * n * d + 3 * d**2) - d**2,
        [*JOINT_PEAKS, 2 * F1 * d + 2 * F1 + 3, F1 * d + d**2 + d + 2],
    ),
    "fused_flash_joint": (joint(F2), JOINT_PEAKS),
    "pinned": (
        joint(F) - (2 * cd(n, F) - 1) * KEPT,
        [
            mm_peak((p1, p2)),
            *(2 * d * (R - 1) + w + need for need in (3 * F * d + 4 * F + d + 2, F * d + d**2 + d + 2)),
        ],
    ),
    "unblocked": (UNBLOCKED, [7]),
    "unblocked_xy": (UNBLOCKED + 3 * n**2 * d + 2 * n * d**2 + n * d + d**2, [7]),
    "naive_backward": (NAIVE, [3]),
    "naive_backward_xy": (NAIVE + 3 * (2 * n**2 * d - n * d + 2 * n * d**2 - d**2), [3]),
    "in_cache": (4 * n * d + 3 * d**2, [2 * n * d + 2 * d**2 + 4 * d + 6]),
    "in_cache_sharp": (4 * n * d + 3 * d**2, [2 * n * d + 2 * d**2 + 3 * d + 6]),
}


def agrees(program):
    """Whether a program's count is the one expected."""
    io, peaks = EXPECTED[program.name]
    cost = count(program)
    return sympy.expand(cost.io - io) == 0, {peak.words for peak in cost.derivation.peaks} == {
        *map(sympy.expand, peaks)
    }


@pytest.mark.parametrize("name", PROGRAMS)
def test_polynomials_and_peaks(name):
    assert agrees(PROGRAMS[name]) == (True, True)


def test_every_program_has_an_expectation():
    assert set(EXPECTED) == set(PROGRAMS)


@pytest.mark.parametrize(
    ("name", "regime", "term"),
    [
        ("matmul", Regime.SMALL, 2 * rows * inner * columns / sympy.sqrt(M)),
        ("flash_attention", Regime.LARGE, 4 * n**2 * d**2 / M),
        ("flash_forward", Regime.LARGE, 4 * n**2 * d**2 / M),
        ("flash_backward", Regime.LARGE, 10 * n**2 * d**2 / M),
        ("online_backward", Regime.LARGE, 10 * n**2 * d**2 / M),
        ("flash_backward_xy", Regime.LARGE, 14 * n**2 * d**2 / M),
        ("flash1_attention", Regime.LARGE, 6 * n**2 * d**2 / M),
        ("small_cache", Regime.SMALL, 8 * n**2 * d / sympy.sqrt(M)),
        ("rectangular", Regime.SMALL, 8 * n**2 * d / sympy.sqrt(M)),
        ("small_cache_xy", Regime.SMALL, 10 * n**2 * d / sympy.sqrt(M)),
        ("small_cache", Regime.LARGE, 5 * n**2),
        ("hybrid", Regime.LARGE, 3 * n**2),
        ("hybrid", Regime.SMALL, 4 * n**2 * d**2 / M),
        ("fused_flash_split", Regime.LARGE, 10 * n**2 * d**2 / M),
        ("fused_flash_joint", Regime.LARGE, 12 * n**2 * d**2 / M),
        ("pinned", Regime.LARGE, 12 * n**2 * d**2 / M),
        ("naive_backward", Regime.SMALL, 24 * n**2 * d),
    ],
)
def test_leading_terms(name, regime, term):
    assert leading_term(count(PROGRAMS[name]), PROGRAMS[name], regime) == term


def test_block_rule_of_flash_attention_1():
    """Column tiles of M/(4 d), row tiles of min(M/(4 d), d): the reads and writes that people work out by hand."""
    cost = count(PROGRAMS["flash1_attention"])
    sizes, words = {"n": 4096, "d": 128}, 65536
    tiles = {"Bc": words // (4 * sizes["d"])}
    tiles["Br"] = min(tiles["Bc"], sizes["d"])
    loads, stores, peak = cost.at(**sizes, **tiles)
    assert (loads, stores) == (34_865_152, 17_039_360)
    # the rule counts K, V, Q and O only; with the scores, the statistics and a second O it does not fit
    assert peak == 98_818 > words
    smooth = {Bc: M / (4 * d)}
    assert cost.loads.replace(sympy.ceiling, lambda x: x).subs(smooth).expand() == (
        2 * n * d + 8 * n**2 * d**2 / M + 8 * n**2 * d / M
    )
    assert cost.stores.replace(sympy.ceiling, lambda x: x).subs(smooth).expand() == (
        4 * n**2 * d**2 / M + 8 * n**2 * d / M
    )


def test_block_rule_of_flash_attention_1_by_a_run():
    program = PROGRAMS["flash1_attention"]
    parameters = {"n": 64, "d": 8, "Br": 8, "Bc": 8}
    run = execute(program, 10**4, program.random_inputs(0, n=64, d=8), parameters)
    assert (run.loads, run.stores, run.peak) == count(program).at(**parameters)


@pytest.mark.parametrize("name", PROGRAMS)
def test_generic_tiles_add_up_to_the_real_ones(name):
    """With numbers, the count goes through every tile; with symbols, through one."""
    program = PROGRAMS[name]
    for shape, size in (((5, 3, 4), 2), ((4, 2, 6), 2), ((3, 5, 1), 4), ((1, 1, 1), 1)):
        values = dict(zip(program.sizes, shape, strict=False)) | dict.fromkeys(program.tiles, size)
        numbers = count(program, **values)
        assert numbers.at() == count(program).at(**values)


def test_some_sizes_may_be_numbers():
    cost = count(PROGRAMS["flash_attention"], d=1, B1=4)
    assert cost.parameters == (n,)
    assert cost.io == 2 * n + 2 * n * sympy.ceiling(n / 4)
    assert cost.peak == 4 * sympy.Min(4, n) + 3


def test_counts_are_exact_where_floats_are_not():
    size = 3 * (10**16 + 1)
    loads, _, _ = count(PROGRAMS["flash_attention"]).at(n=size, d=1, B1=3)
    assert loads == size + 2 * size * (10**16 + 1)


def test_values_must_be_given():
    with pytest.raises(OutOfDomain, match="the count needs a value for d, b; got n"):
        count(PROGRAMS["small_cache"]).at(n=2)
    with pytest.raises(OutOfDomain, match="small_cache takes n, d, b; got B1"):
        count(PROGRAMS["small_cache"], B1=3)


# ---------------------------------------------------------------- derivations


@pytest.mark.parametrize("name", PROGRAMS)
def test_derivations_add_up(name):
    cost = count(PROGRAMS[name])
    derivation = cost.derivation
    for kind, total in (("load", cost.loads), ("store", cost.stores)):
        mine = [c for c in derivation.contributions if c.transfer.kind == kind]
        assert sympy.expand(sum(c.total for c in mine) - total) == 0
        assert all(len(c.sums) == len(c.loops) + 1 for c in mine)
    for text in (derivation.text(), derivation.markdown(), derivation.latex()):
        assert PROGRAMS[name].title in text
        assert "Dummy" not in text
    latex = derivation.latex()
    assert latex.count("{") == latex.count("}")
    assert latex.count(r"\begin") == latex.count(r"\end")
    assert latex.count(r"\left") == latex.count(r"\right")


def test_a_derivation_as_text():
    assert count(PROGRAMS["matmul"]).derivation.text() == (
        "Tiled matrix product: C = A B\n"
        "  loop 1: rows in ceiling(rows/b1) tiles of b1; tau1 is the length of one\n"
        "    loop 2: columns in ceiling(columns/b2) tiles of b2; tau2 is the length of one\n"
        "      loop 3: inner, one at a time\n"
        "        load A: tau1; after loop 3: inner*tau1; after loop 2: inner*tau1*ceiling(columns/b2); "
        "after loop 1: inner*rows*ceiling(columns/b2)\n"
        "        loop 4: tau2, one at a time\n"
        "          load B: 1; after loop 4: tau2; after loop 3: inner*tau2; after loop 2: columns*inner; "
        "after loop 1: columns*inner*ceiling(rows/b1)\n"
        "      store C: tau1*tau2; after loop 2: columns*tau1; after loop 1: columns*rows\n"
        "loads: columns*inner*ceiling(rows/b1) + inner*rows*ceiling(columns/b2)\n"
        "stores: columns*rows\n"
        "peak: b1*b2 + b1 + 3 = b1*b2 [C] + b1 [A] + 1 [B] + 2 [product and sum for C (scratch)]\n"
    )


def test_a_derivation_is_the_same_on_a_rerun():
    assert count(PROGRAMS["flash_backward"]).derivation.latex() == count(PROGRAMS["flash_backward"]).derivation.latex()


def test_skipped_indices_are_said():
    derivation = count(PROGRAMS["naive_matmul"]).derivation
    assert "inner but the first 1, one at a time" in derivation.text()
    assert "but the first 1, one at a time" in derivation.markdown()


def toy(body):
    return Program("toy", PROGRAMS["flash_attention"].task, body, lambda **_: 1)


def test_a_sum_of_squares_is_refused():
    """A tile that is gone through in pairs: the sum depends on how the last tile is cut."""

    def triangle(mem, n, d, *, B1):
        q = mem.input("Q", n, d)
        for i in mem.tiles(n, B1):
            for _ in mem.tiles(i):
                for row in mem.tiles(i):
                    mem.free(mem.load(q, row, mem.at(0)))

    with pytest.raises(BadProgram, match="is not linear in the length tau1"):
        count(toy(triangle))


def test_only_single_indices_are_skipped():
    def body(mem, n, d, *, B1):
        for _ in mem.tiles(n, B1, first=1):
            pass

    with pytest.raises(BadProgram, match="only skip indices if they pass one at a time"):
        count(toy(body))


# ---------------------------------------------------------------- programs that are wrong by one word


def mutant(name, before, after=lambda mem, made: None):
    """The program with something done before and after its body."""
    program = PROGRAMS[name]

    @functools.wraps(program.body)
    def body(mem, *sizes, **tiles):
        made = before(mem)
        program.body(mem, *sizes, **tiles)
        after(mem, made)

    return replace(program, body=body)


def one_load_more(mem):
    q = mem.matrix("extra", 1, fill=0.0)
    mem.free(mem.load(q, mem.at(0)))


def one_store_more(mem):
    block = mem.accumulator("extra", mem.at(0))
    mem.store(block, mem.matrix("extra", 1))
    mem.free(block)


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("change", [one_load_more, one_store_more])
def test_a_program_that_moves_one_word_too_many_is_caught(name, change):
    assert agrees(mutant(name, lambda mem: None)) == (True, True)
    assert agrees(mutant(name, change)) == (False, True)


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_that_holds_one_word_too_many_is_caught(name):
    """A word that is there from start to end shows in the count, and no longer fits in the run."""
    program = PROGRAMS[name]
    wrong = mutant(name, lambda mem: mem.accumulator("extra", mem.at(0)), Memory.free)
    assert agrees(wrong) == (True, False)
    sizes = dict.fromkeys(program.sizes, 2)
    least = program.least_memory(**sizes)
    parameters = sizes | dict.fromkeys(program.tiles, 1)
    execute(program, least, program.random_inputs(0, **sizes), parameters)
    with pytest.raises(CapacityExceeded, match="extra 1"):
        execute(wrong, least, program.random_inputs(0, **sizes), parameters)


def test_a_machine_that_miscounts_is_caught(monkeypatch):
    program, sizes = PROGRAMS["small_cache"], {"n": 3, "d": 2, "b": 2}
    expected = count(program).at(**sizes)

    def run():
        result = execute(program, 99, program.random_inputs(0, n=3, d=2), sizes)
        return result.loads, result.stores, result.peak

    assert run() == expected
    finish = Machine.finish
    for name in ("loads", "stores", "peak"):

        def miscounted(self, name=name):
            setattr(self, name, getattr(self, name) + 1)
            finish(self)

        monkeypatch.setattr(Machine, "finish", miscounted)
        assert run() != expected


def test_a_memory_that_forgets_a_scratch_word_is_caught(monkeypatch):
    """Run and count share the books, so they would still agree: the expectations above and the referee disagree."""

    def multiply_add(self, target, left, right):
        self._check_terms(target, left, right)
        self._reach("product", 1)
        self._multiplied(target, left, right)

    monkeypatch.setattr(Memory, "multiply_add", multiply_add)
    assert agrees(PROGRAMS["matmul"]) == (True, False)
    assert agrees(PROGRAMS["flash_backward"]) == (True, False)
