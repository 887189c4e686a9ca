"""Sparse counts: the entries and the products of scores on a support, with the least overlap δ as inner size."""

from __future__ import annotations

from functools import partial

from proofs.evidence.counting import roots, terms
from proofs.evidence.counting.batches import given
from proofs.evidence.counting.combinatorial import Combinatorial
from proofs.evidence.counting.counted import Counted
from proofs.evidence.counting.patterns import Patterns, full, scores_on
from proofs.evidence.counting.products import holdings
from proofs.evidence.counting.ranges import Trials

ROOTS_NAME, PRODUCTS_NAME = "sparse-root-count", "sparse-product-count"

QUICK = Patterns(
    ((1, 1, None), (2, 1, None), (1, 2, None), (1, 3, None), (2, 2, None), (3, 1, None), (2, 3, 3), (3, 2, 3))
)
THOROUGH = Patterns(((2, 2, None), (1, 4, None), (3, 1, None), (2, 3, 5), (3, 2, 5), (2, 4, 4), (3, 3, 3)))
_LARGEST_OVERLAP = Patterns(((1, 2, None), (2, 2, None)), max)


def sparse_root_count(within: Trials = QUICK, bound: roots.Bound = roots.refined) -> Counted:
    """Returns whether no D dominates more roots of scores than h + xy/δ², nor more than max(S, S²/4δ²) for S = |D|.

    >>> sparse_root_count(Patterns(((1, 2, None),))).sharp
    True
    >>> sparse_root_count(Patterns(((2, 2, None),), max)).counterexample.partition(": ")[2]
    'D = {Q[1,0], K[0,0]} dominates more roots, 1, than the bound allows; x = 1, y = 1, h = 0'
    """
    tally = roots.compared(within, bound)
    return tally.result(ROOTS_NAME, within.scope(), "" if tally.counterexample else _attained())


def sparse_product_count(within: Trials = QUICK, bound: terms.Bound = terms.refined) -> Counted:
    """Returns whether no part has more products of scores outside D, its dominator, than sqrt(xy(m + h + xy/δ²)).

    >>> sparse_product_count(Patterns(((1, 2, None),))).sharp
    True
    """
    tally = terms.compared(within, bound)
    attained = "" if tally.counterexample else _attained()
    return tally.result(PRODUCTS_NAME, within.scope() + terms.ALL_PARTS, attained)


def _attained() -> str:
    """Where both bounds are sharp: D is all nonzeros, the part all the rest."""
    sharp = []
    for n, d in ((1, 1), (2, 1), (1, 2), (2, 2), (3, 2)):
        trial = scores_on(full(n, d), "chain")
        batch = given(trial.cdag, [trial.left | trial.right])
        x, y, h = trial.hits(batch)
        count = holdings(trial.products, batch, batch.dominated()).most[0]
        by_roots = d * d * len(trial.roots) == roots.refined(x, y, h, d)
        if (by_roots & (d * d * count**2 == terms.refined(x, y, h, 0, d))).all():
            sharp.append(f"{n} x {d}")
    return f"attained by full patterns, {', '.join(sharp)}: D is all nonzeros, the part all the rest"


_SETTING = (
    "In the CDAG of the scores of sparse Q and K, each pair (i, j) of a row of Q and a row of K with t_ij >= 1 common "
    "nonzero columns has a summation tree of t_ij products, and t_ij >= delta >= 1 for each of them. Let D dominate a "
    "part U, and have x of the nonzeros of Q and y of those of K that are used in products, and h nodes of the trees. "
)

ROOTS = Combinatorial(
    ROOTS_NAME,
    "Roots of sparse scores in a part",
    f"{_SETTING}Then U has at most h + x*y/delta**2 roots; as x + y + h <= S = |D|, these are at most "
    "max(S, S**2/(4*delta**2)).",
    "Hong and Kung 1981; Pagh and Stoeckel 2014 for sparse products",
    sparse_root_count,
    partial(sparse_root_count, THOROUGH),
    {
        "delta is the largest overlap": partial(sparse_root_count, _LARGEST_OVERLAP),
        "without h": partial(sparse_root_count, bound=roots.without_trees),
    },
)
PRODUCTS = Combinatorial(
    PRODUCTS_NAME,
    "Sparse score products in a part",
    f"{_SETTING}If U has m nodes in the trees without a successor in U, then at most h of the products are in D, and U "
    "has at most sqrt(x*y*(m + h + x*y/delta**2)) others.",
    "Loomis and Whitney 1949; Pagh and Stoeckel 2014 for sparse products",
    sparse_product_count,
    partial(sparse_product_count, THOROUGH),
    {
        "delta is the largest overlap": partial(sparse_product_count, _LARGEST_OVERLAP),
        "without m": partial(sparse_product_count, bound=terms.without_minima),
    },
)
