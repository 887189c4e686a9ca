"""Joint counts: the entries and the products of S = Q A2^T and of its operand Q = A1 X, which share a dominator."""

from __future__ import annotations

from functools import partial

from graphs.cdag import Node
from proofs.evidence.counting import roots, terms
from proofs.evidence.counting.batches import given
from proofs.evidence.counting.combinatorial import Combinatorial
from proofs.evidence.counting.counted import Counted
from proofs.evidence.counting.products import holdings
from proofs.evidence.counting.ranges import QUICK_JOINT, THOROUGH_JOINT, Range, Trials
from proofs.evidence.counting.trials import Trial, together

ROOTS_NAME, PRODUCTS_NAME = "joint-root-count", "joint-product-count"


def joint_root_count(within: Trials = QUICK_JOINT, bound: roots.Bound = roots.refined) -> Counted:
    """Returns whether no D dominates more roots of S and Q than h + xy/d².

    D hits A1 and the trees of Q x times, A2 and X y times, and the trees of S and Q h times.

    >>> joint_root_count(Range((partial(together, 1, 1),), ())).sharp
    True
    >>> joint_root_count(Range((partial(together, 1, 1, left=["A1"]),), ())).counterexample.partition(": ")[2]
    'D = {A2[0,0], Q[0,0]} dominates more roots, 2, than the bound allows; x = 0, y = 1, h = 1'
    """
    tally = roots.compared(within, bound)
    return tally.result(ROOTS_NAME, within.scope(), "" if tally.counterexample else _attained("entries"))


def joint_product_count(within: Trials = QUICK_JOINT, bound: terms.Bound = terms.refined) -> Counted:
    """Returns whether no part has more products of S and Q outside D, its dominator, than sqrt(xy(m + h + xy/d²)).

    The part has m minimal nodes in the trees of both.

    >>> joint_product_count(Range((partial(together, 1, 1),), ())).sharp
    True
    >>> joint_product_count(Range((partial(together, 1, 1, right=["A2"]),), ())).counterexample.partition(": ")[2]
    'D = {A1[0,0], X[0,0], A2[0,0]} dominates a part with 2 products outside D, x = 1, y = 1, h = 0, m = 0'
    """
    tally = terms.compared(within, bound)
    attained = "" if tally.counterexample else _attained("products")
    return tally.result(PRODUCTS_NAME, within.scope() + terms.ALL_PARTS, attained)


def operands(trial: Trial) -> frozenset[Node]:
    """Returns the sources of S and Q: x = nd and y = nd + d², so xy/d² = n² + nd, as many as there are entries.

    >>> len(operands(together(2, 3)))
    21
    """
    return frozenset(trial.cdag.sources)


def _attained(what: str) -> str:
    """Where the bounds are sharp: D is all sources, the part all the rest."""
    sharp = []
    for n, d in ((1, 1), (2, 1), (1, 2), (2, 2), (3, 2)):
        trial = together(n, d)
        batch = given(trial.cdag, [operands(trial)])
        x, y, h = trial.hits(batch)
        if what == "products":
            count = holdings(trial.products, batch, batch.dominated()).most[0]
            reached = d * d * count**2 >= terms.refined(x, y, h, 0, d)
        else:
            reached = roots.refined(x, y, h, d) <= d * d * len(trial.roots)
        if reached.all():
            sharp.append(f"({n}, {d})")
    return f"attained for (n, d) = {', '.join(sharp)}: D is A1, X and A2, the part has all {what}"


_SETTING = (
    "Let a CDAG hold Q = A1*X and S = Q*A2^T, each entry of Q and S the root of a summation tree that only the root "
    "leaves, with A1, A2 (n x d) and X (d x d) sources. Let D dominate a part U and have x nodes in A1 and the trees "
    "of Q, y in A2 and X, and h in the trees of Q and S (so x + y + h <= |D| + z, with z <= x of them in the trees of "
    "Q). "
)
_WITHOUT_Q = Range((partial(together, 2, 1, left=("A1",)),), (), joint=True)
_WITHOUT_X = Range((partial(together, 2, 1, right=("A2",)),), (), joint=True)

ROOTS = Combinatorial(
    ROOTS_NAME,
    "Roots of S and Q in a part",
    f"{_SETTING}Then U has at most h + x*y/d**2 of the n**2 + n*d entries of S and Q.",
    "Hong and Kung 1981, for two products that share operands",
    joint_root_count,
    partial(joint_root_count, THOROUGH_JOINT),
    {
        "the trees of Q not in x": partial(joint_root_count, _WITHOUT_Q),
        "X not in y": partial(joint_root_count, _WITHOUT_X),
    },
)
PRODUCTS = Combinatorial(
    PRODUCTS_NAME,
    "Products of S and Q in a part",
    f"{_SETTING}If U has m nodes in these trees without a successor in U, then at most h of the n**2*d + n*d**2 "
    "products of two operands are in D, and U has at most sqrt(x*y*(m + h + x*y/d**2)) others.",
    "Loomis and Whitney 1949, with Cauchy's inequality for two products",
    joint_product_count,
    partial(joint_product_count, THOROUGH_JOINT),
    {
        "without m": partial(joint_product_count, bound=terms.without_minima),
        "the trees of Q not in x": partial(joint_product_count, _WITHOUT_Q),
    },
)
