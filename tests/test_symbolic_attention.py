from itertools import product

import pytest
import sympy

from graphs.errors import OutOfDomain
from symbolic.attention import (
    LARGE_CACHE,
    LOWER_BOUNDS,
    PRODUCTS,
    SMALL_CACHE,
    A,
    B,
    Computation,
    LBlarge,
    LBmin,
    LBroot,
    LBsmall,
    Trees,
    input_words,
    multiplications,
    node_total,
    output_words,
    trivial_bound,
)
from symbolic.symbols import M, d, n


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("forward", 4 * n * d + 2 * d**2),
        ("X", 4 * n * d + 3 * d**2),
        ("Y", 4 * n * d + 3 * d**2),
        ("XY", 4 * n * d + 4 * d**2),
    ],
)
def test_trivial_bound(kind, words):
    assert trivial_bound(kind).expression == words == input_words(kind) + output_words(kind)


def test_trivial_bound_is_the_optimum_of_the_smallest_case():
    """Exhaustive search gives 7 for the gradient for X, n = d = 1, M = 7."""
    assert trivial_bound("X").at(n=1, d=1, M=7) == 7


def test_scalar_products():
    assert multiplications("X") == 4 * n**2 * d + 3 * n * d**2
    assert multiplications("XY") == 5 * n**2 * d + 4 * n * d**2


def count_nodes(rows, depth, kind, trees):
    """Count the nodes one by one, as the graph would be built; `rows` is n, `depth` is d."""
    count = 0

    def total(summands):
        nonlocal count
        count += summands - 1

    def matmul(i, k, j):
        nonlocal count
        for _ in range(i * j):
            count += k
            if trees != "fma":
                total(k)

    count += 3 * rows * depth + 2 * depth * depth
    matmul(rows, depth, depth)  # Q
    matmul(rows, depth, depth)  # V
    matmul(rows, depth, rows)  # S
    for _ in range(rows):
        count += rows  # exp
        total(rows)  # l
        count += 1  # r
    matmul(rows, rows, depth)  # N
    count += rows * depth  # O
    if kind == "forward":
        return count
    count += rows * depth + rows * rows + rows * depth  # E, P, G
    if "X" in kind:
        matmul(rows, depth, rows)  # dP
        for _ in range(rows):
            count += depth  # w
            total(depth)  # delta
            count += 2 * rows  # t, dS
        matmul(rows, rows, depth)  # dQ
        matmul(depth, rows, depth)  # dX
    if "Y" in kind:
        matmul(rows, rows, depth)  # U
        matmul(depth, rows, depth)  # dY
    return count


@pytest.mark.parametrize(("kind", "trees"), list(product(Computation, Trees)))
def test_node_totals(kind, trees):
    formula = node_total(kind, trees)
    assert formula.is_polynomial(n, d)
    for rows, depth in product(range(1, 5), repeat=2):
        assert formula.subs({n: rows, d: depth}) == count_nodes(rows, depth, kind, trees)


def test_chain_and_balanced_trees_have_equally_many_nodes():
    assert node_total("XY", "chain") == node_total("XY", "balanced")
    assert node_total("X", "chain").subs({n: 3, d: 2}) == 268


@pytest.mark.parametrize("call", [trivial_bound, input_words, multiplications, lambda k: node_total(k, "chain")])
def test_unknown_kinds_are_named(call):
    with pytest.raises(OutOfDomain, match="forward, X, Y, XY; got 'Z'"):
        call("Z")


def test_unknown_trees_are_named():
    with pytest.raises(OutOfDomain, match="chain, balanced, fma; got 'star'"):
        node_total("X", "star")


GRID = [(r, k, m) for r in (1, 2, 7, 64, 1000) for k in (1, 2, 5, 64) for m in (3, 4, 9, 100, 5000)]


def test_every_bound_has_a_source_and_refuses_too_small_a_memory():
    for bound in (*LOWER_BOUNDS, LARGE_CACHE, SMALL_CACHE):
        assert bound.source
        assert bound.computation.startswith("attention")
        with pytest.raises(OutOfDomain, match="3 <= M; got M = 2"):
            bound.at(n=4, d=2, M=2)


def test_lblarge_and_lbroot_by_hand():
    assert LBlarge.at(n=10, d=2, M=4) == sympy.Rational(480, 12) - 4
    assert LBroot.at(n=10, d=2, M=4) == 50 - 4
    assert LBroot.at(n=10, d=2, M=16) == 25 - 16
    assert LBsmall.at(n=12, d=2, M=12) == (288 + 48) / (2 + sympy.sqrt(84)) - 12


def test_lbsmall_beats_lblarge_exactly_up_to_d_times_d_minus_1_squared():
    for r, k, m in GRID:
        assert (LBsmall.at(n=r, d=k, M=m) >= LBlarge.at(n=r, d=k, M=m)) == (m <= k * (k - 1) ** 2)


def test_lbmin_follows_from_the_others():
    for r, k, m in GRID:
        best = max(bound.at(n=r, d=k, M=m) for bound in (LBlarge, LBsmall, trivial_bound("X")))
        assert LBmin.at(n=r, d=k, M=m) <= best


def test_tight_bounds_are_the_smaller_term_inside_their_domain():
    for r, k, m in GRID:
        point = {n: r, d: k, M: m}
        low, high = A.subs(point), B.subs(point)
        if m <= r * min(r, k):
            assert m < k**2 or LARGE_CACHE.at(n=r, d=k, M=m) == min(low, high)
            assert m > k**2 or SMALL_CACHE.at(n=r, d=k, M=m) == min(low, high)


def test_products_chain():
    """The inner dimension of each product is the one that its operands share."""
    shapes = {"A1": (n, d), "A2": (n, d), "A3": (n, d), "X": (d, d), "Y": (d, d), "G": (n, d), "P": (n, n)}
    shapes |= {"Pt": (n, n), "dS": (n, n)}
    for matmul in PRODUCTS:
        name, formula = matmul.name.split(" = ")
        sides = [shapes[w.removesuffix("^T")][:: -1 if w.endswith("^T") else 1] for w in formula.split()]
        assert (sides[0], sides[1]) == ((matmul.rows, matmul.inner), (matmul.inner, matmul.columns)), formula
        shapes[name] = (matmul.rows, matmul.columns)
    assert shapes["dX"] == shapes["dY"] == (d, d)
