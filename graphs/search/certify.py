"""Certificates of lower bounds: proposed here, by a second search that shares nothing with the fast one, judged there.

The judge is `proved_bound` of `potential`, which does not ask where a certificate comes from.
"""

from __future__ import annotations

import json
from collections import defaultdict

from graphs.cdag import Cdag
from graphs.errors import FormatError
from graphs.game import HONG_KUNG, Variant
from graphs.search.potential import Certificate, Need, Reader, standing_for
from graphs.search.symmetry import numbered, symmetry

MOST_CLAIMS = 300_000
SCHEMA = 1


def certificate_of(
    cdag: Cdag, M: int, bound: int, variant: Variant = HONG_KUNG, most: int = MOST_CLAIMS
) -> Certificate | None:
    """Returns a certificate that no schedule costs less than `bound` words, or None if it takes too many claims.

    Claims are made backwards from the end of the game, in Dijkstra's order: a need met after steps of cost g must have
    the price bound - g. If the simple bounds of the checker do not say so, it is claimed, and then all steps that may
    come last before it are looked at. None is also the answer if the bound is false. The answer has not been checked.

    >>> from graphs.search.potential import proved_bound
    >>> add = Cdag.from_edges([("a", "c"), ("b", "c"), ("a", "d"), ("c", "d")])
    >>> proved_bound(certificate_of(add, 3, 3)), certificate_of(add, 3, 4) is None
    (3, True)
    """
    operands = numbered(cdag)
    mirrors = symmetry(operands).permutations
    claims: dict[Need, int] = {}
    certificate = Certificate(operands, M, variant.recompute, variant.sliding, mirrors, claims)
    reader = Reader(certificate)
    waiting: defaultdict[int, list[Need]] = defaultdict(list, {0: [reader.end]})
    spent = 0
    while waiting:
        while waiting[spent]:
            red, blue = standing_for(waiting[spent].pop(), mirrors)
            if reader.bound((red, blue)) >= bound - spent:
                continue
            if not (red or blue) or len(claims) >= most:
                return None
            claims[red, blue] = bound - spent
            for _, price, (earlier, left) in reader.before(red, blue):
                alone = reader.alone(earlier, left)
                waiting[spent + price + alone.bit_count()].append((earlier & ~alone, left))
        del waiting[spent]
        spent += 1
    return certificate


def to_json(certificate: Certificate) -> str:
    """Writes a certificate; equal ones give equal bytes.

    >>> to_json(Certificate([[], [0]], 2, True, False, [], {(0, 2): 2}))[:40]
    '{"M": 2, "claims": [[0, 2, 2]], "mirrors'
    """
    body = {
        "schema": SCHEMA,
        "operands": [list(us) for us in certificate.operands],
        "M": certificate.M,
        "variant": {"recompute": certificate.recompute, "sliding": certificate.sliding},
        "mirrors": [list(mirror) for mirror in certificate.mirrors],
        "claims": [[red, blue, claim] for (red, blue), claim in sorted(certificate.claims.items())],
    }
    return json.dumps(body, sort_keys=True) + "\n"


def from_json(text: str, where: str = "certificate") -> Certificate:
    """Reads a certificate; raises FormatError if the text is none. It has not been checked then."""
    try:
        body = json.loads(text)
        return Certificate(
            [[int(u) for u in us] for us in body["operands"]],
            int(body["M"]),
            bool(body["variant"]["recompute"]),
            bool(body["variant"]["sliding"]),
            [[int(v) for v in mirror] for mirror in body["mirrors"]],
            {(int(red), int(blue)): int(claim) for red, blue, claim in body["claims"]},
        )
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise FormatError(where, f"is no certificate: {error}") from None
