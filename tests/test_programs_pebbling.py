"""Every program is a pebbling: its schedule is replayed by the referee, and costs what count and run say."""

import pytest

from graphs.cdag import Cdag
from graphs.errors import BadProgram, BadSchedule
from graphs.families.attention import attention_forward
from graphs.families.matmul import matmul
from graphs.programs import PROGRAMS
from graphs.programs.machine import execute
from graphs.programs.pebbling import pebble
from graphs.programs.program import Program
from graphs.schedule import replay
from symbolic.count import count

N_D = [(1, 1), (2, 1), (1, 2), (3, 1), (2, 2), (3, 2), (2, 3)]
PRODUCTS = [(1, 1, 1), (2, 1, 2), (1, 3, 1), (2, 2, 2), (3, 2, 4)]
PAPER = [name for name, program in PROGRAMS.items() if program.family]


def cases(program):
    for shape in PRODUCTS if len(program.sizes) == 3 else N_D:
        sizes = dict(zip(program.sizes, shape, strict=True))
        least = program.least_memory(**sizes)
        tilings = [dict.fromkeys(program.tiles, 2)]
        if shape not in ((3, 2), (2, 3)):  # the largest: the referee copies the whole state with every move
            tilings += [program.best_tiles(M, **sizes) for M in (least, 2 * least)]
        for tiles in {tuple(tiles.items()) for tiles in tilings}:
            yield sizes, dict(tiles)


def check(program, sizes, tiles, cdag):
    loads, stores, peak = count(program).at(**sizes, **tiles)
    run = execute(program, peak, program.random_inputs(0, **sizes), sizes | tiles)
    played = pebble(program, sizes | tiles, cdag)
    seen = replay(played.cdag, played.schedule, M=peak)
    assert (seen.loads, seen.stores) == (run.loads, run.stores) == (loads, stores)
    assert seen.cost >= len(played.cdag.sources) + len(played.cdag.sinks)
    assert seen.peak <= peak
    # FlashAttention-1 combines sums in cache with new ones: where a tile is 1 row, the copy takes no second pebble;
    # nor does the copy of a word of K or V that stays
    if (
        program.name not in ("flash1_attention", "pinned")
        and min(sizes.values()) >= 2
        and all(tile <= min(sizes.values()) for tile in tiles.values())
    ):
        assert seen.peak == peak
    return played, seen


@pytest.mark.parametrize("name", PAPER)
def test_schedules_on_the_cdag_of_the_paper(name):
    program = PROGRAMS[name]
    for sizes, tiles in cases(program):
        check(program, sizes, tiles, program.family(**sizes))


@pytest.mark.parametrize("name", [name for name in PROGRAMS if name not in PAPER])
def test_schedules_on_the_cdag_of_the_program_itself(name):
    program = PROGRAMS[name]
    for sizes, tiles in cases(program):
        check(program, sizes, tiles, None)


def test_a_paper_program_makes_up_the_same_cdag():
    """Every node of the paper's CDAG is computed, and no other."""
    for name in PAPER:
        program = PROGRAMS[name]
        sizes = dict.fromkeys(program.sizes, 2)
        tiles = program.best_tiles(2 * program.least_memory(**sizes), **sizes)
        own, given = pebble(program, sizes | tiles).cdag, program.family(**sizes)
        assert (len(own), len(own.sources), len(own.sinks)) == (len(given), len(given.sources), len(given.sinks))


def test_one_pebble_less_than_the_peak_is_not_enough():
    program, parameters = PROGRAMS["flash_backward"], {"n": 3, "d": 2}
    parameters |= program.best_tiles(14, **parameters)
    played = pebble(program, parameters, program.family(n=3, d=2))
    replay(played.cdag, played.schedule, M=14)
    with pytest.raises(BadSchedule, match="all 13 are in use"):
        replay(played.cdag, played.schedule, M=13)


# Exhaustive search found these optima, Hong-Kung game, for the gradient for X at n = d = 1 and the 2 x 2 x 2 product.
OPTIMA = {"dX": {3: 16, 4: 11, 5: 9, 6: 8, 7: 7}, "C = A B": {4: 17, 5: 14, 6: 13, 7: 12}}


@pytest.mark.parametrize("name", [name for name in PAPER if PROGRAMS[name].task.name in OPTIMA])
def test_never_below_the_optimum(name):
    program = PROGRAMS[name]
    optima = OPTIMA[program.task.name]
    sizes = dict.fromkeys(program.sizes, 1 if program.task.name == "dX" else 2)
    for M in range(program.least_memory(**sizes), 20):
        played = pebble(program, sizes | program.best_tiles(M, **sizes), program.family(**sizes))
        seen = replay(played.cdag, played.schedule, M)
        assert seen.cost >= optima.get(seen.peak, optima[7])


def test_optimal_where_everything_fits():
    assert sum(count(PROGRAMS["in_cache"]).at(n=1, d=1)[:2]) == OPTIMA["dX"][7]
    assert sum(count(PROGRAMS["matmul"]).at(rows=2, inner=2, columns=2, b1=2, b2=2)[:2]) == OPTIMA["C = A B"][7]


def test_the_online_form_is_not_on_the_cdag_of_the_paper():
    parameters = {"n": 2, "d": 1, "p1": 1, "p2": 1, "B1": 1, "C1": 1}
    with pytest.raises(BadProgram, match="is no node of the CDAG attention_forward_n2_d1_chain"):
        pebble(PROGRAMS["online_forward"], parameters, attention_forward(2, 1))


def test_programs_follow_chains_only():
    parameters = {"rows": 1, "inner": 4, "columns": 1, "b1": 1, "b2": 1}
    with pytest.raises(BadProgram, match=r"add\(.*\) is no node"):
        pebble(PROGRAMS["matmul"], parameters, matmul(1, 4, 1, "balanced"))


def test_sources_must_be_those_of_the_cdag():
    with pytest.raises(BadProgram, match=r"reads A\[0,1\], which is no source"):
        pebble(PROGRAMS["matmul"], {"rows": 1, "inner": 2, "columns": 1, "b1": 1, "b2": 1}, matmul(1, 1, 1))


def test_operations_with_the_same_operands_cannot_be_told_apart():
    twins = Cdag.from_edges([("a", "c"), ("a", "d")])
    with pytest.raises(BadProgram, match=r"d and c have the same operands|c and d have the same operands"):
        pebble(PROGRAMS["matmul"], {"rows": 1, "inner": 1, "columns": 1, "b1": 1, "b2": 1}, twins)


def played_by(body):
    return pebble(Program("toy", PROGRAMS["matmul"].task, body, lambda **_: 1), {"n": 2})


def test_words_exist_before_they_are_moved():
    def loads_nothing(mem, n):
        mem.free(mem.load(mem.matrix("Q", n), mem.whole(n)))

    def stores_nothing(mem, n):
        block = mem.accumulator("Q", mem.whole(n))
        mem.store(block, mem.matrix("Q", n))

    with pytest.raises(BadProgram, match="is loaded before it is stored"):
        played_by(loads_nothing)
    with pytest.raises(BadProgram, match="is stored before it is computed"):
        played_by(stores_nothing)
