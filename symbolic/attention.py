"""Attention, forward and backward: its matrices and products, and the closed forms that follow from them.

The loss is half the squared distance of O = D^-1 exp(A1 X A2^T) A3 Y from E, D the row sums of the exponential. With
Q = A1 X, V = A3 Y, S = Q A2^T, Pt = exp(S), N = Pt V, O = N / l, G = O - E, the gradients are dX = A1^T dS A2 and
dY = A3^T P^T G. A1, A2, A3 and E are n x d, X and Y are d x d.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

import sympy

from graphs.errors import OutOfDomain
from graphs.families.builder import Trees
from symbolic.bound import Bound, Side
from symbolic.domain import Domain
from symbolic.symbols import M, d, n


class Computation(StrEnum):
    """What is computed: the output O, the gradient for X, for Y, or for both."""

    FORWARD = "forward"
    X = "X"
    Y = "Y"
    XY = "XY"


class Stage(StrEnum):
    """Part of the computation to which a matrix or a node belongs."""

    FORWARD = "forward"
    BACKWARD = "what both gradients need"
    X = "gradient for X"
    Y = "gradient for Y"


STAGES: dict[Computation, frozenset[Stage]] = {
    Computation.FORWARD: frozenset({Stage.FORWARD}),
    Computation.X: frozenset({Stage.FORWARD, Stage.BACKWARD, Stage.X}),
    Computation.Y: frozenset({Stage.FORWARD, Stage.BACKWARD, Stage.Y}),
    Computation.XY: frozenset(Stage),
}


@dataclass(frozen=True)
class Matrix:
    """An input or an output and its shape."""

    name: str
    rows: sympy.Expr
    columns: sympy.Expr
    stage: Stage

    @property
    def words(self) -> sympy.Expr:
        """The number of entries, in words."""
        return self.rows * self.columns


@dataclass(frozen=True)
class Product:
    """A matrix product: rows x columns inner products of length inner."""

    name: str
    rows: sympy.Expr
    inner: sympy.Expr
    columns: sympy.Expr
    stage: Stage

    @property
    def multiplications(self) -> sympy.Expr:
        """The number of scalar products."""
        return self.rows * self.inner * self.columns

    def nodes(self, trees: Trees) -> sympy.Expr:
        """Returns the number of nodes: one FMA a scalar product, or one mul, and one add less than muls a tree."""
        adds = 0 if trees is Trees.FMA else self.rows * self.columns * (self.inner - 1)
        return self.multiplications + adds


@dataclass(frozen=True)
class Entrywise:
    """Nodes outside the matrix products."""

    name: str
    nodes: sympy.Expr
    stage: Stage


INPUTS = (
    *(Matrix(name, n, d, Stage.FORWARD) for name in ("A1", "A2", "A3")),
    *(Matrix(name, d, d, Stage.FORWARD) for name in ("X", "Y")),
    Matrix("E", n, d, Stage.BACKWARD),
)

OUTPUTS = {
    Computation.FORWARD: (Matrix("O", n, d, Stage.FORWARD),),
    Computation.X: (Matrix("dX", d, d, Stage.X),),
    Computation.Y: (Matrix("dY", d, d, Stage.Y),),
    Computation.XY: (Matrix("dX", d, d, Stage.X), Matrix("dY", d, d, Stage.Y)),
}

QUERIES = Product("Q = A1 X", n, d, d, Stage.FORWARD)
SCORES = Product("S = Q A2^T", n, d, n, Stage.FORWARD)
PRODUCTS = (
    QUERIES,
    Product("V = A3 Y", n, d, d, Stage.FORWARD),
    SCORES,
    Product("N = Pt V", n, n, d, Stage.FORWARD),
    Product("dP = G V^T", n, d, n, Stage.X),
    Product("dQ = dS A2", n, n, d, Stage.X),
    Product("dX = A1^T dQ", d, n, d, Stage.X),
    Product("U = P^T G", n, n, d, Stage.Y),
    Product("dY = A3^T U", d, n, d, Stage.Y),
)

ENTRYWISE = (
    Entrywise("Pt = exp(S)", n**2, Stage.FORWARD),
    Entrywise("l, the row sums of Pt, by adds", n * (n - 1), Stage.FORWARD),
    Entrywise("r = 1 / l", n, Stage.FORWARD),
    Entrywise("O = r N", n * d, Stage.FORWARD),
    Entrywise("P = r Pt", n**2, Stage.BACKWARD),
    Entrywise("G = O - E", n * d, Stage.BACKWARD),
    Entrywise("w = G O, entry by entry", n * d, Stage.X),
    Entrywise("delta, the row sums of w, by adds", n * (d - 1), Stage.X),
    Entrywise("t = dP - delta", n**2, Stage.X),
    Entrywise("dS = P t, entry by entry", n**2, Stage.X),
)


def input_words(kind: Computation | str) -> sympy.Expr:
    """Returns the number of words in the input matrices.

    >>> input_words("X")
    2*d**2 + 4*d*n
    """
    return _sum(m.words for m in INPUTS if m.stage in STAGES[_computation(kind)])


def output_words(kind: Computation | str) -> sympy.Expr:
    """Returns the number of words in the output matrices.

    >>> output_words("forward"), output_words("XY")
    (d*n, 2*d**2)
    """
    return _sum(m.words for m in OUTPUTS[_computation(kind)])


def trivial_bound(kind: Computation | str) -> Bound:
    """Returns the bound that every input is loaded and every output stored at least once; in words.

    Valid in every variant of the game, for every n, d, M with which the graph can be pebbled at all (Hong and Kung
    1981). Raises OutOfDomain for an unknown kind.

    >>> print(trivial_bound("X"), trivial_bound("X").at(n=3, d=2))
    lower bound: Q >= 3*d**2 + 4*d*n 36
    """
    kind = _computation(kind)
    words = input_words(kind) + output_words(kind)
    return Bound(f"trivial({kind})", Side.LOWER, words, _describe(kind), "Hong and Kung 1981: inputs plus outputs")


def multiplications(kind: Computation | str) -> sympy.Expr:
    """Returns the number of scalar products inside the matrix products.

    >>> multiplications("X")
    3*d**2*n + 4*d*n**2
    """
    return _sum(p.multiplications for p in PRODUCTS if p.stage in STAGES[_computation(kind)])


def node_total(kind: Computation | str, trees: Trees | str) -> sympy.Expr:
    """Returns the number of nodes of the computational DAG, inputs included.

    The normalisation comes after the product with V, as in FlashAttention. Raises OutOfDomain for an unknown kind or
    unknown trees.

    >>> node_total("forward", "chain").subs({n: 1, d: 1})  # 5 inputs, 4 products, exp, 1/l, O
    12
    >>> sympy.Poly(node_total("X", "chain"), n, d)
    Poly(8*n**2*d + 3*n**2 + 6*n*d**2 + 4*n*d - n + d**2, n, d, domain='ZZ')
    """
    stages, trees = STAGES[_computation(kind)], _trees(trees)
    products = _sum(p.nodes(trees) for p in PRODUCTS if p.stage in stages)
    others = _sum(e.nodes for e in ENTRYWISE if e.stage in stages)
    return sympy.expand(input_words(kind) + products + others)


A: sympy.Expr = (n**2 * d**2 + n * d**3) / M
"""What the theorem says in the large cache, M >= d**2."""
B: sympy.Expr = (n**2 * d + n * d**2) / sympy.sqrt(M)
"""What the theorem says in the small cache, M <= d**2."""

_PAPER = "Li et al. 2024, arXiv 2410.09397, Theorem 1.1"
_SEGMENTS = "Hong and Kung 1981, Theorem 3.1"
_FEASIBLE = M >= 3
_ANY = "attention, forward or backward"

LARGE_CACHE = Bound(
    "large cache",
    Side.TIGHT,
    A,
    "attention, gradient for X",
    f"{_PAPER}; above n*Min(n, d) words it falls below the trivial bound",
    Domain.where(_FEASIBLE, d**2 <= M, n * sympy.Min(n, d) >= M),
)
SMALL_CACHE = Bound(
    "small cache",
    Side.TIGHT,
    B,
    "attention, gradient for X",
    f"{_PAPER}; above n*Min(n, d) words it falls below the trivial bound",
    Domain.where(_FEASIBLE, d**2 >= M, n * sympy.Min(n, d) >= M),
)
CORRECTED = Bound(
    "corrected",
    Side.TIGHT,
    n * d + d**2 + sympy.Min(A, B),
    "attention, gradient for X",
    f"{_PAPER}, corrected by the trivial bound",
    Domain.where(M >= 7),
)

LBroot = Bound(
    "LBroot",
    Side.LOWER,
    n**2 * sympy.Min(sympy.Rational(1, 2), d**2 / M) - M,
    _ANY,
    f"{_SEGMENTS}, counting the entries of S computed in a segment of M moves",
    Domain.where(_FEASIBLE),
)
LBlarge = Bound(
    "LBlarge",
    Side.LOWER,
    (n**2 * d**2 + n * d**3) / (M + 2 * d**2) - M,
    _ANY,
    f"{_SEGMENTS}, counting the entries of S and of A1 X computed in a segment of M moves",
    Domain.where(_FEASIBLE),
)
LBprod = Bound(
    "LBprod",
    Side.LOWER,
    SCORES.multiplications / (2 + sympy.sqrt(M + M**2 / d**2)) - M,
    _ANY,
    f"{_SEGMENTS}, counting the scalar products of S in a segment of M moves (Loomis and Whitney 1949)",
    Domain.where(_FEASIBLE),
)
LBsmall = Bound(
    "LBsmall",
    Side.LOWER,
    (QUERIES.multiplications + SCORES.multiplications) / (2 + sympy.sqrt(4 * M + M**2 / d**2)) - M,
    _ANY,
    f"{_SEGMENTS}, counting the scalar products of S and of A1 X in a segment of M moves (Loomis and Whitney 1949)",
    Domain.where(_FEASIBLE),
)
_THETA = M / d**2
LBcube = Bound(
    "LBcube",
    Side.LOWER,
    4
    * SCORES.multiplications
    / (
        2
        + sympy.sqrt(
            M * (1 + sympy.Rational(21, 10) * _THETA)
            + (M * (sympy.Rational(9, 4) + sympy.Rational(32, 27) * _THETA)) ** 2 / n**2
        )
    )
    - M,
    "attention, gradient for X",
    f"{_SEGMENTS}, counting the scalar products of S, N, dP and dQ, of shared operands (Loomis and Whitney 1949)",
    Domain.where(_FEASIBLE),
)
LBmin = Bound(
    "LBmin",
    Side.LOWER,
    sympy.Min(A, B) / 5,
    "attention, gradient for X",
    "LBsmall for M <= d**2, LBlarge for M >= d**2, with the trivial bound for what they subtract",
    Domain.where(_FEASIBLE),
)

COUNTING_BOUNDS = (LBroot, LBlarge, LBprod, LBsmall, LBcube)
"""What counting in segments of M moves gives; each holds, the largest is the best."""
LOWER_BOUNDS = (*COUNTING_BOUNDS, LBmin)


def _sum(parts: Iterable[sympy.Expr]) -> sympy.Expr:
    return sympy.Add(*parts)


def _computation(kind: Computation | str) -> Computation:
    if kind not in list(Computation):
        raise OutOfDomain(f"attention computes one of {', '.join(Computation)}; got {kind!r}")
    return Computation(kind)


def _trees(trees: Trees | str) -> Trees:
    if trees not in list(Trees):
        raise OutOfDomain(f"summation trees are one of {', '.join(Trees)}; got {trees!r}")
    return Trees(trees)


def _describe(kind: Computation) -> str:
    return "attention, forward" if kind is Computation.FORWARD else f"attention, gradient for {' and '.join(kind)}"
