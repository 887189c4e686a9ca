"""The mid range: certificates accepted, changed ones refused, prices above the work they bound, F close to it."""

import ast
import json
import math
import random
import sys
from copy import deepcopy
from fractions import Fraction
from pathlib import Path

import pytest

from graphs.errors import OutOfDomain
from proofs.errors import BadCertificate
from proofs.evidence.midrange import checker, table
from proofs.evidence.midrange.certificate import FOLDER, Certificate, parse, read, serving, thetas

ROOT = Path(__file__).parent.parent
FAST = ("1", "4", "28.4")


def work(program, k, v, q1, q2, g, z1, z2, hS, hP):
    """The four counts, written a second time, from docs/midrange.md."""
    theta, a, root = float(program.theta), float(program.ramp), math.sqrt(program.theta)
    q, sqrt = q1 + q2, math.sqrt
    A = hP + min(hS, theta * g * v)
    both, small = min(q2, g) * min(k, v), min(k, v)
    return (
        min(sqrt(q * k * hS) + root * q * k / (2 * a), sqrt(q * k * (hS + theta * q * k / a**2))),
        min(sqrt((hS + theta * q1 * k) * v * z1), sqrt(hS * v * z1) + root * min(q1 * v, k * z1, q1 * k)),
        min(sqrt(g * v * hP) + root * g * v / (2 * a), sqrt(g * v * (hP + theta * g * v / a**2))),
        min(sqrt((A + theta * both) * k * z2), sqrt(A * k * z2) + root * small * min(z2, q2, g)),
    )


def best_multipliers(program, rng, k, v, q1, q2, g, z1, z2, hS, hP):
    """The multipliers with which the prices cost just the work of this point."""
    unit, theta, a, root = checker.UNIT, float(program.theta), float(program.ramp), math.sqrt(program.theta)
    q, both = q1 + q2, min(q2, g) * min(k, v)
    A = hP + min(hS, theta * g * v)
    roots = (
        ("k", q, hS),
        ("k", q, hS + theta * q * k / a**2),
        ("v", hS + theta * q1 * k, z1),
        ("v", hS, z1),
        ("v", g, hP),
        ("v", g, hP + theta * g * v / a**2),
        ("k", A + theta * both, z2),
        ("k", A, z2),
    )
    values = [math.sqrt((k if letter == "k" else v) * x * y) for letter, x, y in roots]
    extra = (
        root * q * k / (2 * a),
        root * min(q1 * v, k * z1, q1 * k),
        root * g * v / (2 * a),
        root * min(k, v) * min(z2, q2, g),
    )
    first = (values[0] + extra[0], values[2], values[4] + extra[2], values[6])
    second = (values[1], values[3] + extra[1], values[5], values[7] + extra[3])
    leans = [rng.choice((-1, 0, 1)) for _ in roots]
    scales = [
        round(unit * math.sqrt(y / x) / math.sqrt(k if letter == "k" else v) ** lean)
        for (letter, x, y), lean in zip(roots, leans, strict=True)
    ]
    known = unit * (hS <= theta * g * v)
    rows, columns = (q1 * v, k * z1, q1 * k), (z2, q2, g)
    return [
        *(unit * (one <= other) for one, other in zip(first, second, strict=True)),
        *scales,
        *leans,
        *(known, known, unit * (q2 <= g)),
        *(unit * (form == min(rows)) for form in rows[:2]),
        *(unit * (form == min(columns)) for form in columns[:2]),
        unit * (k <= v),
    ]


def price(program, multipliers, k, v, *others):
    words = dict(zip(checker.KINDS, others, strict=True))
    priced = checker.prices(program, multipliers).items()
    return sum(float(c) * words[kind] * k ** (i / 2) * v ** (j / 2) for (kind, i, j), c in priced)


def weighted(program, point):
    return sum(float(weight) * adds for weight, adds in zip(program.weights, work(program, *point), strict=True))


def leaves(tree):
    if tree[0] in {"k", "v"}:
        return leaves(tree[1]) + leaves(tree[2])
    return [] if tree == ["outside"] else [tree]


def refused(certificate, **changes):
    values = {"program": certificate.program, "F": certificate.F, "tree": certificate.tree} | changes
    with pytest.raises(BadCertificate):
        Certificate(**values).check()


def with_program(certificate, **changes):
    program = certificate.program
    fields = {name: getattr(program, name) for name in ("theta", "tau", "ramp", "weights")}
    return checker.Program(**(fields | changes))


@pytest.mark.parametrize("theta", FAST)
def test_the_checker_accepts(theta):
    assert read(theta).check() > 10


@pytest.mark.slow
def test_page_and_every_certificate():
    assert (ROOT / "docs" / "midrange.md").read_text(encoding="utf-8") == table.page()


def test_page_of_the_fast_ones():
    text = (ROOT / "docs" / "midrange.md").read_text(encoding="utf-8")
    assert text.startswith(table.HEAD)
    assert table.row("4", read("4")) in text
    assert [line.split(" | ")[0] for line in text[len(table.HEAD) :].splitlines()] == [f"| {each}" for each in thetas()]


def test_every_theta_that_was_searched_has_a_certificate():
    assert set(table.SEARCHED) <= set(thetas())


@pytest.mark.parametrize("theta", thetas())
def test_no_bound_exceeds_a_program(theta):
    _, upper = table.best(Fraction(theta))
    assert read(theta).constant < upper
    assert read(theta).constant > Fraction(table.SEARCHED[theta]) * Fraction(9, 10)


@pytest.mark.parametrize("theta", thetas())
def test_no_point_exceeds_F(theta):
    certificate, rng = read(theta), random.Random(theta)
    P, most = float(1 + certificate.program.tau), 0.0
    starts = [[rng.gammavariate(0.5, 1) for _ in range(9)] for _ in range(2000)]
    starts = [[x * P / sum(start) for x in start] for start in starts]
    point = max(starts, key=lambda start: weighted(certificate.program, start))
    for step in (1.0, 0.5, 0.3, 0.2, 0.1, 0.05):
        for _ in range(400):
            other = [x * math.exp(step * rng.gauss(0, 1)) for x in point]
            other = [x * P / sum(other) for x in other]
            if weighted(certificate.program, other) > most:
                point, most = other, weighted(certificate.program, other)
    assert 0.9 * float(certificate.F) < most <= float(certificate.F)


@pytest.mark.parametrize("seed", range(40))
def test_prices_are_at_least_the_work(seed):
    rng = random.Random(seed)
    unit = checker.UNIT
    program = checker.Program(
        Fraction(rng.randint(1, 3000), 100),
        Fraction(1),
        Fraction(rng.randint(1, 100), 100),
        tuple(Fraction(rng.randint(0, 9), 9) for _ in range(4)),
    )
    for _ in range(5):
        halves = [rng.randint(0, unit // 2) for _ in range(4)]
        shares = [rng.choice((0, unit, rng.randint(0, unit))) for _ in range(8)]
        scales = [round(unit * math.exp(rng.gauss(0, 1))) for _ in range(8)]
        leans = [rng.choice((-1, 0, 1)) for _ in range(8)]
        multipliers = [*shares[:4], *scales, *leans, *shares[4:7], *halves, shares[7]]
        for _ in range(10):
            point = [rng.expovariate(1) * rng.choice((0.01, 1)) for _ in range(9)]
            assert price(program, multipliers, *point) >= weighted(program, point) * (1 - 1e-9)


@pytest.mark.parametrize("place", range(4))
def test_prices_are_the_work_where_the_multipliers_are_best(place):
    rng = random.Random(place)
    for _ in range(300):
        weights = tuple(Fraction(i == place) for i in range(4))
        theta, ramp = Fraction(rng.randint(10, 1000), 100), Fraction(rng.randint(20, 100), 100)
        program = checker.Program(theta, Fraction(1), ramp, weights)
        point = [math.exp(rng.uniform(-2, 1)) for _ in range(9)]
        cost = price(program, best_multipliers(program, rng, *point), *point)
        assert cost == pytest.approx(weighted(program, point), rel=1e-5)


def test_shares_of_three_are_shares():
    program = read("4").program
    multipliers = [checker.UNIT] * 12 + [0] * 16
    for places in ((23, 24), (25, 26)):
        more = list(multipliers)
        for place in places:
            more[place] = checker.UNIT // 2 + 1
        with pytest.raises(checker.Rejected):
            checker.prices(program, more)


@pytest.mark.parametrize("seed", range(20))
def test_bernstein_coefficients_bound_the_polynomial(seed):
    rng = random.Random(seed)
    polynomial = {(i, j): Fraction(rng.randint(-9, 9)) for i in range(4) for j in range(3)}
    low_k, low_v = Fraction(rng.randint(-5, 5), 3), Fraction(rng.randint(-5, 5), 3)
    box = (low_k, low_k + Fraction(rng.randint(1, 5), 4), low_v, low_v + Fraction(rng.randint(1, 5), 4))
    bound = checker.largest(polynomial, box)
    for s in range(7):
        for t in range(7):
            x, y = box[0] + (box[1] - box[0]) * s / 6, box[2] + (box[3] - box[2]) * t / 6
            assert sum(c * x**i * y**j for (i, j), c in polynomial.items()) <= bound


@pytest.mark.parametrize("factor", [Fraction(97, 100), Fraction(0), Fraction(-1)])
def test_a_smaller_F_is_refused(factor):
    refused(read("4"), F=read("4").F * factor)


@pytest.mark.parametrize(
    "changes",
    [
        {"theta": Fraction(5)},
        {"tau": Fraction(3, 2)},
        {"ramp": Fraction(1, 2)},
        {"ramp": Fraction(2)},
        {"theta": Fraction(0)},
        {"weights": (Fraction(1),) * 4},
        {"weights": (Fraction(-1), Fraction(0), Fraction(0), Fraction(0))},
    ],
)
def test_another_program_is_refused(changes):
    certificate = read("4")
    refused(certificate, program=with_program(certificate, **changes))


@pytest.mark.parametrize(
    ("place", "value"),
    [(0, -1), (0, checker.UNIT + 1), (4, 0), (4, -5), (12, 2), (20, -1), (23, checker.UNIT), (27, True), (5, 1.0)],
)
def test_multipliers_out_of_range_are_refused(place, value):
    certificate = read("4")
    tree = deepcopy(certificate.tree)
    for leaf in leaves(tree):
        leaf[place] = value
        leaf[24] = checker.UNIT if place == 23 else leaf[24]
    refused(certificate, tree=tree)


@pytest.mark.parametrize("place", range(4))
def test_another_share_is_refused(place):
    certificate = read("1")
    tree = deepcopy(certificate.tree)
    for leaf in leaves(tree):
        leaf[place] = checker.UNIT - leaf[place]
    refused(certificate, tree=tree)


@pytest.mark.parametrize("factor", [3, Fraction(1, 3)])
def test_other_scales_are_refused(factor):
    certificate = read("1")
    tree = deepcopy(certificate.tree)
    for leaf in leaves(tree):
        leaf[4:12] = [max(1, int(scale * factor)) for scale in leaf[4:12]]
    refused(certificate, tree=tree)


def test_other_trees_are_refused():
    certificate = read("4")
    letter, lower, upper = certificate.tree
    for tree in (
        ["outside"],
        lower,
        upper,
        [letter, upper, lower],
        ["v" if letter == "k" else "k", lower, upper],
        [letter, lower],
        [letter, ["outside"], upper],
        ["x", lower, upper],
        [],
        None,
        [letter, lower, leaves(upper)[0]],
    ):
        refused(certificate, tree=tree)


def test_between_two_thetas_the_larger_one_serves():
    assert serving(Fraction(28)).program.theta == Fraction("28.4")
    assert serving(Fraction(4)).program.theta == 4
    with pytest.raises(OutOfDomain):
        serving(Fraction(29))


def test_a_tree_without_end_is_refused():
    tree = ["k", ["outside"], None]
    tree[2] = tree
    refused(read("4"), tree=["v", tree, tree])


def test_misshapen_files_are_refused():
    data = json.loads((FOLDER / "theta_4.json").read_text(encoding="utf-8"))
    for changes in ({"F": 0.3}, {"F": "-1"}, {"theta": "nan"}, {"weights": ["1"]}, {"weights": "1111"}, {"more": 1}):
        with pytest.raises(BadCertificate):
            parse(json.dumps(data | changes), "x.json")
    for text in ("", "[]", "{", "[" * 100_000):
        with pytest.raises(BadCertificate):
            parse(text, "x.json")


def test_the_checker_needs_the_standard_library_only():
    tree = ast.parse(Path(checker.__file__).read_text(encoding="utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert names <= sys.stdlib_module_names | {"collections.abc"}
