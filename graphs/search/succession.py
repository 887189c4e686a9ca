"""Succession: what two computes in a row must cost, as a weight for each node to be computed; strong if M is scarce.

Between a compute of c and the next compute, of d, the operands of d come into cache. Just after c is computed the
cache holds c, its operands, and at most `spare(c)` other values. So at least |operands(d) - operands(c) - c| - spare(c)
loads lie between. If spare(d) = 0 and c is no operand of d, then c is no longer red when d is computed, and so it must
be stored before, if its pebble serves anything later. Let the sum of both be T(c, d). Weights u, v >= 0 with
u(c) + v(d) <= T(c, d) for all c != d bound the price of a need: let c1, ..., ct be the computes of a plan for it. Then

    V >= v(c1) + T(c1, c2) + ... + T(c(t-1), ct) >= the sum of u + v over all nodes to be computed, less u(ct),

as each node from which the need descends is computed at least once. Each compute serves something, or it can be left
out, and with it what it costs; for the same reason no node is computed twice in a row (the first of two serves at most
a store, which can as well come after the second). And v(c1) is paid, since nothing is red before. ct is one of the
values needed; if it is needed blue it is stored, which pays u(ct) <= 1.

The best weights are the dual of an assignment, so that they are whole numbers; what the solver of linear programs says
is rounded and then tested as whole numbers.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

Operands = Sequence[Sequence[int]]
Weights = list[tuple[int, int]]


def transition(operands: Operands, c: int, d: int, M: int, *, sliding: bool) -> int:
    """Returns T(c, d), in words: what lies between a compute of c and the compute of d that comes next.

    >>> chain = [[], [], [], [0, 1], [2, 3]]
    >>> transition(chain, 3, 4, 3, sliding=False), transition(chain, 4, 3, 3, sliding=False)
    (1, 3)
    """
    loads = len(set(operands[d]) - set(operands[c]) - {c}) - _spare(operands[c], M, sliding=sliding)
    gone = c not in operands[d] and _spare(operands[d], M, sliding=sliding) == 0
    return max(0, loads) + gone


def _spare(operands: Sequence[int], M: int, *, sliding: bool) -> int:
    return M - len(operands) - (not sliding)


def weights(operands: Operands, M: int, *, sliding: bool, recompute: bool) -> Weights:
    """Returns (u, v) for each node with the greatest sum there is; (0, 0) for sources.

    If nothing may be recomputed, no ancestor of c comes after c. Any weights that pass the test are good ones, so that
    what a solver cannot do gives zeros, and no wrong bound.

    >>> found = weights([[], [], [], [0, 1], [2, 3]], 3, sliding=False, recompute=True)
    >>> sum(u + v for u, v in found)  # 1 + 3 of the transitions above; the optimum is 4
    4
    """
    from scipy.optimize import linprog  # noqa: PLC0415 - slow to import, and only the search needs it
    from scipy.sparse import coo_array  # noqa: PLC0415

    nodes = [v for v, us in enumerate(operands) if us]
    pairs = [(c, d) for c in nodes for d in nodes if c != d]
    if not recompute:
        above = _ancestors(operands)
        pairs = [(c, d) for c, d in pairs if not above[c] >> d & 1]
    none = [(0, 0)] * len(operands)
    if not pairs:
        return none
    most = [transition(operands, c, d, M, sliding=sliding) for c, d in pairs]
    n, lines = len(operands), np.arange(len(pairs))
    columns = np.array([(c, n + d) for c, d in pairs])
    entries = np.ones(2 * len(pairs)), (np.repeat(lines, 2), columns.ravel())
    found = linprog(
        -np.ones(2 * n),
        A_ub=coo_array(entries, shape=(len(pairs), 2 * n)).tocsr(),
        b_ub=most,
        bounds=[(0, int(bool(us))) for us in operands] + [(0, len(us)) for us in operands],
    )
    if found.x is None:
        return none
    whole = [round(x) for x in found.x]
    u, v = whole[:n], whole[n:]
    sound = min(whole) >= 0 and all(u[c] + v[d] <= T for (c, d), T in zip(pairs, most, strict=True))
    return list(zip(u, v, strict=True)) if sound and max(u) <= 1 else none


def _ancestors(operands: Operands) -> list[int]:
    """The set of nodes above each node, as a Python integer."""
    above: list[int] = []
    for us in operands:
        ancestors = 0
        for u in us:
            ancestors |= above[u] | 1 << u
        above.append(ancestors)
    return above
