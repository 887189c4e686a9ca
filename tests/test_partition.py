"""Dominators, segments and S-partitions, against their definitions by paths and by all subsets."""

from itertools import chain, combinations, pairwise

import networkx as nx
import pytest
from dags import small_cdags
from hypothesis import given, settings
from hypothesis import strategies as st

from graphs.cdag import Cdag
from graphs.dominators import disjoint_paths, dominated, dominates, minimum_set, smallest_dominator
from graphs.errors import OutOfDomain, UnknownNode
from graphs.families import family
from graphs.game import HONG_KUNG, Kind, Move, Variant
from graphs.notation import from_text
from graphs.partition import Part, best_dominated, fault, partition_of
from graphs.programs import PROGRAMS
from graphs.programs.pebbling import pebble
from graphs.schedule import Schedule, replay
from graphs.search import oracle
from graphs.segments import reduced, segments
from graphs.strategies import furthest_next_use, operand_by_operand

ADD = Cdag.from_edges([("a", "c"), ("b", "c")])
LINE = Cdag.from_edges([("a", "b"), ("b", "c"), ("c", "d")])


def subsets(nodes):
    return chain.from_iterable(combinations(nodes, size) for size in range(len(nodes) + 1))


def paths_to(cdag, v):
    """Every path from a source to a node."""
    for s in cdag.sources:
        yield from nx.all_simple_paths(cdag.graph, s, v) if s != v else [[v]]


@given(small_cdags(most=6))
@settings(max_examples=60, deadline=None)
def test_dominated_is_what_every_path_to_meets_the_set(cdag):
    paths = {v: list(paths_to(cdag, v)) for v in cdag.order}
    for chosen in subsets(cdag.order):
        met = {v for v in cdag.order if all(set(path) & set(chosen) for path in paths[v])}
        assert dominated(cdag, chosen) == met
        assert dominates(cdag, chosen, met) and all(not dominates(cdag, chosen, {v}) for v in set(cdag.order) - met)


@given(small_cdags(most=7), st.data())
@settings(max_examples=150, deadline=None)
def test_no_smaller_dominator_and_as_many_disjoint_paths(cdag, data):
    part = data.draw(st.sets(st.sampled_from(cdag.order)))
    found = smallest_dominator(cdag, part)
    assert dominates(cdag, found, part)
    assert len(found) == next(len(s) for s in subsets(cdag.order) if dominates(cdag, s, part))
    paths = disjoint_paths(cdag, part)
    assert len(paths) == len(found)
    assert len({v for path in paths for v in path}) == sum(map(len, paths))
    for path in paths:
        assert path[0] in cdag.sources and path[-1] in part
        assert all(cdag.graph.has_edge(u, v) for u, v in pairwise(path))


def test_paths_within_some_nodes():
    g = family("scores:2,1")
    q = [v for v in g.order if v[0] == "Q"]
    from_a1, from_x = ([v for v in g.order if v[0] in (name, "Q")] for name in ("A1", "X"))
    assert len(disjoint_paths(g, q)) == len(disjoint_paths(g, q, within=from_a1)) == 2
    assert len(disjoint_paths(g, q, within=from_x)) == 1
    assert disjoint_paths(g, q, within=q) == disjoint_paths(g, []) == ()
    assert smallest_dominator(g, []) == frozenset()


@given(small_cdags(), st.data())
def test_minimum_set_has_no_successor_inside(cdag, data):
    part = data.draw(st.sets(st.sampled_from(cdag.order)))
    assert minimum_set(cdag, part) == {v for v in part if not part & set(cdag.successors(v))}


@pytest.mark.parametrize("function", [dominated, smallest_dominator, minimum_set, disjoint_paths])
def test_nodes_must_be_in_the_graph(function):
    with pytest.raises(UnknownNode, match="has no node 'z'"):
        function(ADD, ["z"])


def useless(cdag, schedule):
    """The placements that serve nothing, each judged by what follows it."""
    found = []
    for number, move in enumerate(schedule.moves):
        if move.kind in (Kind.LOAD, Kind.COMPUTE):
            for later in schedule.moves[number + 1 :]:
                if later.kind is Kind.STORE and later.node == move.node:
                    break
                if later.kind is Kind.COMPUTE and move.node in cdag.predecessors(later.node):
                    break
                if later.node == move.node:  # deleted, or placed again: for nothing
                    found.append(number)
                    break
            else:
                found.append(number)
    return found


@st.composite
def wasteful(draw):
    """A CDAG, M, and a legal schedule with useless moves in it."""
    cdag = draw(small_cdags(most=6))
    M = HONG_KUNG.least_memory(cdag) + 2
    moves, red, blue = [], set(), set(cdag.sources)
    for move in furthest_next_use(cdag, M - 1).moves if cdag.max_indegree else ():
        ready = [v for v in cdag.order if cdag.predecessors(v) and red.issuperset(cdag.predecessors(v))]
        choice = [None, *((Kind.LOAD, v) for v in sorted(blue)), *((Kind.COMPUTE, v) for v in ready)]
        extra = draw(st.sampled_from(choice))
        if extra and len(red) < M:
            moves.append(Move(*extra))
            if extra[1] not in red:
                moves.append(Move(Kind.DELETE, extra[1]))
        moves.append(move)
        if move.kind is Kind.DELETE:
            red.discard(move.node)
        elif move.kind is Kind.STORE:
            blue.add(move.node)
        else:
            red.add(move.node)
    return cdag, M, Schedule(tuple(moves))


@given(wasteful())
@settings(max_examples=200, deadline=None)
def test_a_reduced_schedule_is_legal_no_dearer_and_without_useless_moves(case):
    cdag, M, schedule = case
    before, after = replay(cdag, schedule, M), reduced(cdag, schedule)
    seen = replay(cdag, after, M)
    assert seen.cost <= before.cost and seen.peak <= before.peak and len(after) <= len(schedule)
    assert seen.final.blue == before.final.blue
    assert useless(cdag, after) == [] and reduced(cdag, after) == after


@given(wasteful(), st.integers(1, 9))
@settings(max_examples=200, deadline=None)
def test_the_segment_lemma_on_any_small_schedule(case, T):
    cdag, M, schedule = case
    schedule = reduced(cdag, schedule)
    cut = segments(schedule, T)
    cost = replay(cdag, schedule, M).cost
    assert len(cut) == -(-cost // T)
    assert [s.loads + s.stores for s in cut[:-1]] == [T] * (len(cut) - 1)
    computed = [v for s in cut for v in s.computed]
    assert sorted(computed) == [v for v in sorted(cdag.order) if cdag.predecessors(v)]
    for before, s in zip((None, *cut), cut, strict=False):
        assert s.red_before == (before.red_after if before else frozenset())
        assert dominates(cdag, s.available, s.computed) and len(s.available) <= M + s.loads
        assert minimum_set(cdag, s.computed) <= s.left and len(minimum_set(cdag, s.computed)) <= M + s.stores
    assert fault(cdag, partition_of(cdag, schedule, M), 2 * M) is None


def test_the_minimal_nodes_of_a_schedule_that_is_not_reduced_may_be_left_nowhere():
    """Lemma 1 (iii) needs the reduction: c is first computed for nothing, and again in a later segment."""
    text = "load a, load b, compute c, delete c, delete a, load a, compute c, store c"
    schedule = from_text(text.replace(", ", "\n"), ADD)
    assert replay(ADD, schedule, 3).cost == 4
    first = segments(schedule, 2)[0]
    assert minimum_set(ADD, first.computed) == {"c"} and "c" not in first.left
    better = reduced(ADD, schedule)
    assert replay(ADD, better, 3).cost == 3 and len(better) == 4  # and the reduction may lower the cost
    assert [sorted(s.computed) for s in segments(better, 2)] == [["c"], []]


def test_optima_with_recomputation_are_partitioned():
    g = family("attention_backward:1,1")
    best = oracle(g, 3, HONG_KUNG)
    assert best.cost == 16
    schedule = reduced(g, best.schedule)
    assert replay(g, schedule, 3).cost == 16
    assert len(schedule.moves) > len(set(schedule.moves))  # something is done twice
    parts = partition_of(g, schedule, 3)
    assert len(parts) == 6 and fault(g, parts, 6) is None


@pytest.mark.parametrize("name", ["naive_backward", "small_cache", "flash_backward"])
def test_programs_have_no_useless_moves(name):
    program, sizes = PROGRAMS[name], {"n": 2, "d": 2}
    M = program.least_memory(**sizes)
    played = pebble(program, sizes | program.best_tiles(M, **sizes), program.family(**sizes))
    assert reduced(played.cdag, played.schedule) == played.schedule


def test_parts_that_are_no_partition():
    def parts(*sets):
        return [Part(frozenset(s), frozenset(s)) for s in sets]

    assert fault(LINE, parts("ab", "cd"), 2) is None
    assert fault(LINE, parts("ab", "bcd"), 3) == "b is in the parts 1 and 2"
    assert fault(LINE, parts("ab", "d"), 3) == "c is in no part"
    assert fault(LINE, parts("abc", "d"), 2) == "part 1 has a dominator of 3 nodes, more than S = 2"
    assert fault(LINE, parts("ac", "bd"), 2) == "the parts 1 -> 2 -> 1 depend on each other"
    assert fault(LINE, [Part(frozenset("abcd"), frozenset("b"))], 2) == (
        "part 1 is not dominated by the set given as its dominator"
    )
    star = Cdag.from_edges([("a", "x"), ("a", "y"), ("a", "z")])
    assert fault(star, best_dominated(star, [star.order]), 2) == "part 1 has a minimum set of 3 nodes, more than S = 2"
    assert fault(star, best_dominated(star, [star.order]), 3) is None


def test_an_isolated_node_may_be_in_no_part():
    g = Cdag.from_predecessors({"alone": [], "a": [], "b": ["a"]})
    assert fault(g, partition_of(g, operand_by_operand(g), 2), 4) is None
    assert fault(g, [Part(frozenset("b"), frozenset("b"))], 4) == "a is in no part"


def test_what_cannot_be_cut_is_refused():
    slide = Schedule((Move(Kind.LOAD, "a"), Move(Kind.LOAD, "b"), Move(Kind.COMPUTE, "c", "a"), Move(Kind.STORE, "c")))
    replay(ADD, slide, 2, Variant(sliding=True))
    for refused in (lambda: segments(slide, 2), lambda: reduced(ADD, slide)):
        with pytest.raises(OutOfDomain, match="without sliding; got the move compute c sliding a"):
            refused()
    with pytest.raises(OutOfDomain, match="T counts the loads and stores"):
        segments(operand_by_operand(ADD), 0)
    assert segments(Schedule(()), 3) == ()
