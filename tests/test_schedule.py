"""The referee: every rule of the game has a schedule that breaks it and is told so, with the number of the move."""

import pytest
from dags import small_cdags
from hypothesis import given
from hypothesis import strategies as st

from graphs.cdag import Cdag
from graphs.errors import BadSchedule, FormatError, OutOfDomain
from graphs.game import VARIANTS, Kind, Move, Variant
from graphs.notation import from_json, from_text, read_schedule, to_json, to_text
from graphs.schedule import Schedule, replay

ADD = Cdag.from_edges([("a", "c"), ("b", "c")], "add")
GOOD = "load a\nload b\ncompute c\nstore c\n"


def play(text: str, M: int = 3, variant: str = "hong-kung", cdag: Cdag = ADD) -> int:
    return replay(cdag, from_text(text, cdag), M, VARIANTS[variant]).cost


def test_the_smallest_schedule_costs_what_it_loads_and_stores() -> None:
    seen = replay(ADD, from_text(GOOD, ADD), 3)
    assert (seen.cost, seen.loads, seen.stores, seen.computes, seen.peak) == (3, 2, 1, 1, 3)


def test_an_isolated_node_needs_no_move() -> None:
    g = Cdag.from_predecessors({"x": [], "a": [], "b": ["a"]})
    assert play("load a\ncompute b\nstore b", 2, cdag=g) == 2


@pytest.mark.parametrize(
    "text, number, rule",
    [
        ("load c", 1, "blue pebble"),
        ("store a", 1, "a store needs a red pebble"),
        ("load a\ndelete b", 2, "a delete needs a red pebble"),
        ("compute a", 1, "a source is an input"),
        ("load a\ncompute c", 2, "not red: b"),
        ("load a\nload b\ncompute c", 4, "not blue: c"),
        ("", 1, "not blue: c"),
        (GOOD.replace("compute c", "compute c a"), 3, "does not let a red pebble slide"),
    ],
)
def test_each_broken_rule_is_named_with_its_move(text: str, number: int, rule: str) -> None:
    with pytest.raises(BadSchedule, match=rule) as caught:
        play(text)
    assert caught.value.number == number
    assert "red {" in caught.value.state


def test_capacity_counts_every_red_pebble() -> None:
    with pytest.raises(BadSchedule, match="all 2 are in use") as caught:
        play(GOOD, M=2)
    assert caught.value.number == 3
    with pytest.raises(BadSchedule, match="all 1 are in use"):
        play(GOOD, M=1)


def test_sliding_moves_an_operands_pebble() -> None:
    assert play(GOOD.replace("compute c", "compute c a"), M=2, variant="sliding") == 3
    with pytest.raises(BadSchedule, match="slides from an operand"):
        g = Cdag.from_edges([("a", "c"), ("b", "d")])
        play("load a\nload b\ncompute c b", 2, "sliding", g)


def test_recomputation_is_legal_or_not_by_variant() -> None:
    twice = "load a\nload b\ncompute c\ndelete c\ncompute c\nstore c"
    assert play(twice) == 3
    with pytest.raises(BadSchedule, match="forbids recomputation") as caught:
        play(twice, variant="no-recompute")
    assert caught.value.number == 5


def test_placing_a_pebble_twice_is_legal_and_pays_twice() -> None:
    assert play("load a\nload a\nload b\ncompute c\nstore c\nstore c") == 5


def test_M_must_be_a_whole_positive_number() -> None:
    for M in (0, -1, True, 2.5):
        with pytest.raises(OutOfDomain, match="whole number >= 1"):
            replay(ADD, Schedule(()), M)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text, message",
    [
        ("move a", "schedule:1: expected one of load"),
        ("load a\nload", "schedule:2: expected one of load"),
        ("load a b", "only a compute can slide"),
        ("load q", "no node 'q'"),
        ('load "a', "not closed"),
        ("load a\n# a comment\n\nload z", "schedule:4"),
        ("", "is empty"),
        ('{"moves": [], "schema": 99}', '"schema" must be 1'),
        ('{"schema": 1, "moves": [["load", 3]], "M": 3, "variant": {"recompute": true, "sliding": false}}', "move 1"),
        ('{"schema": 1, "moves": [["fly", "a"]], "M": 3, "variant": {"recompute": true, "sliding": false}}', "move 1"),
        ('{"schema": 1, "moves": [], "M": "3", "variant": {}}', '"M" must be'),
        ('{"schema": 1, "moves": [], "M": 3, "variant": {"recompute": 1, "sliding": []}}', '"variant" must'),
        ('{"schema": 1, "moves": 7}', 'a list "moves"'),
        ("{", "not JSON"),
    ],
)
def test_a_file_that_is_no_schedule_is_refused_with_the_place(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message.replace("[", r"\[")):
        read_schedule(text, ADD)


@st.composite
def schedules(draw: st.DrawFn) -> tuple[Cdag, Schedule]:
    cdag = draw(small_cdags())
    nodes = st.sampled_from(cdag.order)
    plain = st.builds(Move, st.sampled_from(list(Kind)), nodes)
    return cdag, Schedule(
        tuple(draw(st.lists(plain | st.builds(Move, st.just(Kind.COMPUTE), nodes, nodes), max_size=9)))
    )


@given(schedules())
def test_both_notations_give_the_schedule_back(drawn: tuple[Cdag, Schedule]) -> None:
    cdag, schedule = drawn
    assert from_text(to_text(schedule), cdag) == schedule
    record = from_json(to_json(schedule, cdag, 5, Variant(sliding=True)), cdag)
    assert (record.schedule, record.M, record.variant) == (schedule, 5, Variant(sliding=True))


def test_awkward_labels_survive_both_notations() -> None:
    names = ["a b", 'q"uote', "#hash", "new\nline", '], ["', "ü", " "]
    cdag = Cdag.from_predecessors({name: [] for name in names})
    schedule = Schedule(tuple(Move(Kind.LOAD, name) for name in names))
    assert from_text(to_text(schedule), cdag) == schedule
    assert from_json(to_json(schedule, cdag, 1, Variant()), cdag).schedule == schedule
