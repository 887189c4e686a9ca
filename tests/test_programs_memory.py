"""What a program may not do: each rule of the memory, broken once, in every reading."""

import numpy as np
import pytest

from graphs.errors import BadProgram, OutOfDomain
from graphs.programs.machine import execute
from graphs.programs.operations import EXP, MULTIPLY
from graphs.programs.pebbling import pebble
from graphs.programs.program import Program, Task
from symbolic.count import count

TASK = Task("nothing", {"A": ("n",)}, lambda inputs: {})


def toy(body):
    return Program("toy", TASK, body, lambda **_: 1)


def machine(program):
    return execute(program, 100, {"A": np.arange(6.0)}, {"n": 6})


def pebbling(program):
    return pebble(program, {"n": 6})


READERS = pytest.mark.parametrize("read", [machine, pebbling, count])


@READERS
def test_nothing_stays_in_cache_at_the_end(read):
    def body(mem, n):
        mem.load(mem.input("A", n), mem.whole(n))

    with pytest.raises(BadProgram, match=r"ends with words in cache: A (6|n); free them"):
        read(toy(body))


@READERS
def test_nothing_stays_in_cache_after_a_turn_of_a_loop(read):
    def body(mem, n):
        for i in mem.tiles(n):
            mem.load(mem.input("A", n), i)

    with pytest.raises(BadProgram, match="a loop leaves words in cache: A 1"):
        read(toy(body))


@READERS
def test_a_block_from_inside_a_loop_does_not_outlive_it(read):
    def body(mem, n):
        kept = mem.load(mem.input("A", n), mem.at(0))
        for i in mem.tiles(n, 1, in_order=True):
            mem.free(kept)
            kept = mem.load(mem.input("A", n), i)
        mem.free(kept)

    with pytest.raises(BadProgram, match="a loop leaves words in cache"):
        read(toy(body))


@READERS
def test_free_whole_blocks_and_once(read):
    def twice(mem, n):
        block = mem.load(mem.input("A", n), mem.whole(n))
        mem.free(block, block)

    def part(mem, n):
        block = mem.load(mem.input("A", n), mem.whole(n))
        for i in mem.tiles(n):
            mem.free(block[i])

    for body in (twice, part):
        with pytest.raises(BadProgram, match="A is freed but not held"):
            read(toy(body))


@READERS
def test_what_is_carried_from_turn_to_turn_needs_an_order(read):
    def body(mem, n):
        block = mem.load(mem.input("A", n), mem.at(0))
        for _ in mem.tiles(n):
            mem.update(block, EXP, block)
        mem.free(block)

    with pytest.raises(BadProgram, match="carried from one index of a wave to the next: in_order"):
        read(toy(body))


@READERS
def test_a_wave_does_not_store_to_one_place(read):
    def body(mem, n):
        block = mem.load(mem.input("A", n), mem.at(0))
        for _ in mem.tiles(n):
            mem.store(block, mem.matrix("B", n))
        mem.free(block)

    with pytest.raises(BadProgram, match="stored again and again to the same place"):
        read(toy(body))


@READERS
def test_terms_have_the_axes_of_their_wave(read):
    def body(mem, n):
        total = mem.accumulator("total", mem.at(0))
        word = mem.load(mem.input("A", n), total.spans[0])
        for _ in mem.tiles(n):
            mem.accumulate(total, word)
        mem.free(total, word)

    with pytest.raises(BadProgram, match="the terms for total lack an axis"):
        read(toy(body))


@READERS
def test_only_accumulators_accumulate(read):
    def body(mem, n):
        block = mem.load(mem.input("A", n), mem.whole(n))
        mem.accumulate(block, block)

    with pytest.raises(BadProgram, match="A is no accumulator"):
        read(toy(body))


@READERS
def test_updates_stay_within_the_axes(read):
    def body(mem, n):
        block = mem.load(mem.input("A", n), mem.whole(n))
        other = mem.load(mem.input("A", n), mem.whole(n))
        mem.update(block, MULTIPLY, block, other)

    with pytest.raises(BadProgram, match="A is updated with operands that have other axes"):
        read(toy(body))


@READERS
def test_left_out_axes_are_single_indices(read):
    def body(mem, n):
        block = mem.load(mem.input("A", n), mem.whole(n))
        mem.apply("B", EXP, block, spans=())

    with pytest.raises(BadProgram, match="leaves out an axis"):
        read(toy(body))


@READERS
def test_matrices_and_blocks_are_addressed_with_all_their_axes(read):
    def matrix(mem, n):
        mem.load(mem.input("A", n), mem.whole(n), mem.whole(n))

    def block(mem, n):
        loaded = mem.load(mem.input("A", n), mem.whole(n))
        loaded[mem.whole(n), mem.whole(n)]

    for body in (matrix, block):
        with pytest.raises(BadProgram, match=r"A has 1 axes; .* 2 spans"):
            read(toy(body))


@pytest.mark.parametrize("read", [machine, pebbling])
def test_parts_lie_inside_their_block(read):
    def body(mem, n):
        for i in mem.tiles(n, 2):
            block = mem.load(mem.input("A", n), i)
            block[mem.at(5)]

    with pytest.raises(BadProgram, match="A does not hold the indices"):
        read(toy(body))


def test_an_input_must_be_given_with_its_shape():
    def body(mem, n):
        mem.input("A", n, n)

    with pytest.raises(BadProgram, match=r"reads A with the shape \(6, 6\), which was not given"):
        machine(toy(body))


def test_reading_before_writing_shows():
    def body(mem, n):
        block = mem.load(mem.matrix("B", n), mem.whole(n))
        mem.store(block, mem.output("C", n))
        mem.free(block)

    with pytest.raises(OutOfDomain, match="C holds numbers that are not finite"):
        machine(toy(body))
