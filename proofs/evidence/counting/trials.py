"""Trials: matrix products in a CDAG, with every set D that a lemma on them is tried on."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from graphs.cdag import Cdag, Node
from graphs.dominators import disjoint_paths
from graphs.families.builder import Builder, transposed
from proofs.evidence.counting.batches import Batch, given, subsets
from proofs.evidence.counting.counted import Ints
from proofs.evidence.counting.products import Product, matrix_of, product_in
from proofs.evidence.counting.schedules import Sizes, played, segments_of, settings


@dataclass(frozen=True)
class Trial:
    """Products, the nodes that count as hits on their left and their right operands, and the sets D.

    `left` and `right` are nodes on disjoint paths from sources to the operands. The sets are all those of at most
    `largest` nodes out of `among`, or the ones given as `sets`.
    """

    text: str
    cdag: Cdag
    products: tuple[Product, ...]
    left: frozenset[Node]
    right: frozenset[Node]
    among: tuple[Node, ...] = ()
    largest: int | None = None
    sets: tuple[Collection[Node], ...] | None = None

    @property
    def inner(self) -> int:
        """The least inner size of the products."""
        return min(product.inner for product in self.products)

    @property
    def roots(self) -> tuple[Node, ...]:
        """The entries of all results."""
        return tuple(v for product in self.products for v in product.roots)

    @property
    def trees(self) -> tuple[Node, ...]:
        """The nodes of all trees."""
        return tuple(v for product in self.products for v in product.nodes)

    def batches(self) -> Iterator[Batch]:
        """Yields the sets D."""
        if self.sets is None:
            yield from subsets(self.cdag, self.among, self.largest)
        else:
            yield given(self.cdag, self.sets)

    def hits(self, batch: Batch) -> tuple[Ints, Ints, Ints]:
        """Returns x, y and h: how often each D meets the paths to the left and right operands, and the trees."""
        return batch.count(self.left), batch.count(self.right), batch.count(self.trees)

    def twice(self, batch: Batch) -> Ints:
        """Returns z: how many nodes of each D count both as hits on operands and as hits on trees."""
        return batch.count((self.left | self.right).intersection(self.trees))


def alone(rows: int, inner: int, columns: int, trees: str = "chain", largest: int | None = None) -> Trial:
    """Returns a product of sources, and as D every set of its nodes, or of at most `largest` of them.

    Each result is used once more, so that a part may hold a root without a minimal node in the tree. Such a use in D
    would dominate nothing but itself, so it is not tried there.

    >>> trial = alone(1, 2, 1)
    >>> trial.text, sum(batch.width for batch in trial.batches())
    ('1 x 2 x 1 chain', 128)
    """
    build = Builder(trees)
    left, right = build.sources("A", rows, inner), build.sources("B", inner, columns)
    build.elementwise("use", rows, columns, build.matmul("C", (rows, inner, columns), left, right))
    text = f"{rows} x {inner} x {columns} {trees}"
    return _on(build.cdag(text), "C", ("A", "B"), largest)


def scores(n: int, d: int, trees: str = "chain", largest: int | None = None) -> Trial:
    """Returns the product Q A2^T with Q = A1 X computed, and as D every set of nodes, or of at most `largest`.

    >>> scores(2, 1, largest=4).text
    'Q A2^T with Q = A1 X, n = 2, d = 1 chain, |D| <= 4'
    """
    build = Builder(trees)
    a1, x, a2 = build.sources("A1", n, d), build.sources("X", d, d), build.sources("A2", n, d)
    result = build.matmul("S", (n, d, n), build.matmul("Q", (n, d, d), a1, x), transposed(a2))
    build.elementwise("use", n, n, result)
    return _on(build.cdag(f"Q A2^T with Q = A1 X, n = {n}, d = {d} {trees}"), "S", ("Q", "A2"), largest)


def together(
    n: int,
    d: int,
    trees: str = "chain",
    largest: int | None = None,
    left: Collection[str] = ("A1", "Q"),
    right: Collection[str] = ("A2", "X"),
) -> Trial:
    """Returns the products S = Q A2^T and Q = A1 X as one: D hits left operands in A1 and the trees of Q.

    The right operands are A2 and X. With other names for `left` and `right`, hits are counted wrongly.

    >>> trial = together(2, 1)
    >>> len(trial.left), len(trial.right), len(trial.trees), len(trial.roots)
    (4, 3, 6, 6)
    """
    alike = scores(n, d, trees, largest)
    text = f"S = Q A2^T and Q = A1 X, n = {n}, d = {d} {trees}{'' if largest is None else f', |D| <= {largest}'}"
    return _both(alike, text, left, right)


def in_segments(sizes: Sizes) -> Iterator[Trial]:
    """Yields the products S = Q A2^T and dP = G V^T of the backward pass, with what each segment computes from as D.

    As D dominates what the segment computes first, that is one of the parts tried.

    >>> [trial.text for trial in in_segments(((1, 1),))][:2]
    ['S in naive_backward, n = 1, d = 1, M = 3', 'dP in naive_backward, n = 1, d = 1, M = 3']
    """
    for setting in settings(sizes):
        cdag = played(setting).cdag
        sets = tuple(piece.available for T in setting.lengths for piece in segments_of(setting, T))
        for name, operands in (("S", ("Q", "A2")), ("dP", ("G", "V"))):
            products = (product_in(cdag, name),)
            yield Trial(f"{name} in {setting}", cdag, products, *_path_nodes(cdag, *operands), sets=sets)


def together_in_segments(sizes: Sizes) -> Iterator[Trial]:
    """Yields S = Q A2^T and Q = A1 X of the backward pass as one, with the same sets as D.

    >>> next(together_in_segments(((1, 1),))).text
    'S and Q in naive_backward, n = 1, d = 1, M = 3'
    """
    for trial in in_segments(sizes):
        if matrix_of(trial.roots[0]) == "S":
            yield _both(trial, f"S and Q{trial.text.removeprefix('S')}", ("A1", "Q"), ("A2", "X"))


def _both(trial: Trial, text: str, left: Collection[str], right: Collection[str]) -> Trial:
    """The trial of S, made one of S and Q."""
    cdag = trial.cdag
    products = tuple(product_in(cdag, name) for name in ("S", "Q"))
    return replace(trial, text=text, products=products, left=_of(cdag, left), right=_of(cdag, right))


def _of(cdag: Cdag, names: Collection[str]) -> frozenset[Node]:
    return frozenset(v for v in cdag.order if matrix_of(v) in names)


def _on(cdag: Cdag, name: str, operands: tuple[str, str], largest: int | None) -> Trial:
    among = tuple(v for v in cdag.order if not _is(v, "use"))
    text = cdag.name if largest is None else f"{cdag.name}, |D| <= {largest}"
    return Trial(text, cdag, (product_in(cdag, name),), *_path_nodes(cdag, *operands), among, largest)


def _is(node: Node, name: str) -> bool:
    return isinstance(node, tuple) and node[0] == name


def _path_nodes(cdag: Cdag, left: str, right: str) -> tuple[frozenset[Node], frozenset[Node]]:
    """The nodes on vertex-disjoint paths from sources to all left and right operands, as maximum flow finds them."""
    operands = [v for v in cdag.order if _is(v, left) or _is(v, right)]
    paths = disjoint_paths(cdag, operands)
    assert len(paths) == len(operands), f"{cdag.name}: {len(paths)} disjoint paths to {len(operands)} operands"
    return _on_paths(paths, left), _on_paths(paths, right)


def _on_paths(paths: Iterable[Sequence[Node]], name: str) -> frozenset[Node]:
    return frozenset(v for path in paths if _is(path[-1], name) for v in path)
