"""Path systems: 4nd disjoint paths lead from the inputs of the backward pass to the operands Q, K, V and G."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from itertools import pairwise, product

from graphs.cdag import Cdag, Node, label
from graphs.dominators import disjoint_paths
from graphs.families.attention import attention_backward
from graphs.families.builder import Trees
from proofs.evidence.counting.combinatorial import Combinatorial
from proofs.evidence.counting.counted import Counted, Tally
from proofs.evidence.counting.products import matrix_of

NAME = "path-system"

_OPERANDS = {"Q": ("A1", "Q"), "A2": ("A2",), "V": ("A3", "V"), "G": ("E", "G")}
"""The operands, K being A2, and where the paths to them may run: in one matrix of inputs and their own trees."""


def path_system(largest: int = 3, without: Collection[str] = ()) -> Counted:
    """Returns whether 4nd paths without a common node lead from sources to the operands, for n and d up to `largest`.

    Maximum flow finds as many in the whole graph, and nd to each of Q, K, V and G among the nodes of which the lemma
    on four products counts the hits together; every path is then walked. With `without`, paths may not pass through
    the matrices named, which makes the claim wrong for the inputs A1, A3 and E.

    >>> path_system(1).holds
    True
    >>> path_system(1, without=["E"]).counterexample
    'n = 1, d = 1, chain: 3 disjoint paths, not 4, to all operands'
    """
    tally = Tally()
    sizes = range(1, largest + 1)
    for n, d, trees in product(sizes, sizes, Trees):
        cdag = attention_backward(n, d, trees=trees)
        nodes = [v for v in cdag.order if matrix_of(v) not in without]
        tally.cases += 1
        _require(tally, f"n = {n}, d = {d}, {trees}", cdag, nodes, 4 * n * d, _OPERANDS)
        for operand, names in _OPERANDS.items():
            own = [v for v in nodes if matrix_of(v) in names]
            _require(tally, f"n = {n}, d = {d}, {trees}", cdag, own, n * d, (operand,))
        if tally.counterexample:
            break
    scope = f"the backward pass to X for n, d = 1, ..., {largest} and chain, balanced and fma trees"
    sharp = "" if tally.counterexample else "attained: there are 4nd operands, so there cannot be more paths"
    return tally.result(NAME, scope, sharp)


def broken(cdag: Cdag, paths: Sequence[Sequence[Node]], ends: Collection[Node]) -> str | None:
    """Returns why some paths are no disjoint paths from sources to `ends`, or None if they are.

    >>> g = Cdag.from_edges([("a", "p"), ("b", "p")])
    >>> broken(g, [("a", "p")], ["p"]), broken(g, [("a", "p"), ("b", "p")], ["p"])
    (None, 'two paths meet in p')
    """
    seen: set[Node] = set()
    for path in paths:
        if path[0] not in cdag.sources or path[-1] not in ends:
            return f"a path leads from {label(path[0])} to {label(path[-1])}"
        for u, v in pairwise(path):
            if not cdag.graph.has_edge(u, v):
                return f"{label(v)} is not computed from {label(u)}"
        for v in path:
            if v in seen:
                return f"two paths meet in {label(v)}"
            seen.add(v)
    return None


def _require(
    tally: Tally, where: str, cdag: Cdag, within: Collection[Node], wanted: int, operands: Collection[str]
) -> None:
    """Requires as many disjoint paths to the entries of some operands."""
    ends = [v for v in cdag.order if isinstance(v, tuple) and v[0] in operands]
    paths = disjoint_paths(cdag, ends, within)
    to = "all operands" if len(operands) > 1 else next(iter(operands))
    tally.require(len(paths) == wanted, lambda: f"{where}: {len(paths)} disjoint paths, not {wanted}, to {to}")
    wrong = broken(cdag, paths, ends)
    tally.require(wrong is None, lambda: f"{where}: {wrong}")


LEMMA = Combinatorial(
    NAME,
    "Disjoint paths to the operands",
    "In the CDAG of the backward pass to X there are 4*n*d paths from sources to the entries of Q, A2, V and G, no two "
    "with a node in common: n*d each in A1 and the trees of Q, in A2, in A3 and the trees of V, and in E and G.",
    "Menger 1927, for the paths that are found; they are read off the CDAG",
    path_system,
    partial(path_system, 5),
    {"no path from E": partial(path_system, without=("E",))},
)
