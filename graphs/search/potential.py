"""The checker of lower bounds: standard library only, and it knows nothing of any search.

A certificate claims prices of needs. A need is a pair of sets, `red` and `blue`: these values are in cache, those in
memory, whatever else is. Its price V is the least cost of a legal plan, from the start (sources in memory, nothing in
cache), after which the need holds. The need (nothing, sinks) is the end of the game, and its price the optimum.

The checker makes sure that no last step contradicts a claim. It looks only at plans in which a store comes right after
the compute of its value; that is no loss, since a blue pebble is in nobody's way, so that the store costs the same as
early as that, and a store of a value that was blue before can be left out. Such a plan is one of these, or a shorter
plan for the same need after which nothing useful happens:

    nothing        if no value is needed red and only sources are needed blue;
    load v         after a plan for (red - v, blue + v), for 1, if v is needed red;
    compute w      after a plan for (red - w + operands of w, blue), for 0, if w is needed red;
    ... store w    after a plan for (red - w + operands of w, blue - w), for 1, if w is needed blue.

If for each of these the price of the step plus a bound for the need before it reaches what is claimed, then all
claims hold, by induction on the number of steps: the plan for the need before is shorter. See `bound` and `before`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

Set = int
"""A set of nodes: bit v stands for node v. Nodes are numbered in topological order."""

Need = tuple[Set, Set]
"""What must be red, and what must be blue besides the sources."""


@dataclass(frozen=True)
class Certificate:
    """Says that the graph in which node v is computed from `operands[v]` costs at least `claims[end]` with M words.

    `mirrors` are automorphisms: where each node goes. A claim made for a need holds for its images.
    """

    operands: Sequence[Sequence[int]]
    M: int
    recompute: bool
    sliding: bool
    mirrors: Sequence[Sequence[int]]
    claims: dict[Need, int]


def proved_bound(certificate: Certificate) -> int:
    """Returns the lower bound on the I/O cost, in words, that a certificate proves; raises ValueError if it does not.

    >>> add = Certificate([[], [], [0, 1]], 3, True, False, [], {(0, 0b100): 3})
    >>> proved_bound(add)
    3
    >>> proved_bound(Certificate([[], [], [0, 1]], 3, True, False, [], {(0, 0b100): 4}))
    Traceback (most recent call last):
        ...
    ValueError: claim 4 for red [], blue [2]: computing 2 last leads to a plan that may cost 3
    """
    reader = Reader(certificate)
    for mirror in certificate.mirrors:
        reader.check_mirror(mirror)
    for need, claim in certificate.claims.items():
        reader.check_claim(need, claim)
    return reader.bound(reader.end)


class Reader:
    """Reads a certificate by the rules of the game."""

    def __init__(self, certificate: Certificate) -> None:
        self.given = certificate
        self.operands = [sum(1 << u for u in set(us)) for us in certificate.operands]
        self.above: list[Set] = []
        for v, us in enumerate(certificate.operands):
            if any(not 0 <= u < v for u in us):
                raise ValueError(f"node {v} has an operand that does not come before it")
            self.above.append((1 << v) | _union(self.above[u] for u in us))
        self.sources = sum(1 << v for v, us in enumerate(self.operands) if not us)
        self.end: Need = (0, sum(1 << v for v in range(len(self.operands))) & ~_union(self.operands) & ~self.sources)

    def check_mirror(self, mirror: Sequence[int]) -> None:
        """A mirror must be a permutation of the nodes that maps operands to operands."""
        nodes = range(len(self.operands))
        if sorted(mirror) != list(nodes) or any(
            _image(mirror, self.operands[v]) != self.operands[mirror[v]] for v in nodes
        ):
            raise ValueError(f"{list(mirror)} is no automorphism of the graph")

    def check_claim(self, need: Need, claim: int) -> None:
        """No last step may lead to the need for less than is claimed."""
        red, blue = need
        said = f"claim {claim} for red {_nodes(red)}, blue {_nodes(blue)}"
        if (red | blue) >> len(self.operands) or blue & self.sources:
            raise ValueError(f"{said}: not a need")
        if not red and not blue and claim > 0:
            raise ValueError(f"{said}: nothing is needed, which costs nothing")
        for what, price, earlier in self.before(red, blue):
            least = price + self.bound(earlier)
            if least < claim:
                raise ValueError(f"{said}: {what} last leads to a plan that may cost {least}")

    def before(self, red: Set, blue: Set) -> Iterator[tuple[str, int, Need]]:
        """The steps that may be the last of a plan for a need: what, its price, and the need before it.

        A need of more than M red values has no plan. A compute needs room for its operands, for itself, and for all
        else that is needed red: at the same time without sliding, before and after it with sliding. If nothing may be
        recomputed, w cannot be computed if a value needed before is w or descends from w: w was computed already.
        """
        if red.bit_count() > self.given.M:
            return
        for v in _nodes(red):
            here = 1 << v
            yield f"loading {v}", 1, (red & ~here, blue | here & ~self.sources)
        for w in _nodes((red | blue) & ~self.sources):
            here = 1 << w
            earlier = red & ~here | self.operands[w]
            if self.given.sliding:
                room = earlier.bit_count() <= self.given.M and (red | here).bit_count() <= self.given.M
            else:
                room = (earlier | here).bit_count() <= self.given.M
            if not room:
                continue
            for stored in (False, True):
                if not (blue if stored else red) & here:
                    continue
                left = blue & ~here if stored else blue
                if self.given.recompute or not any(self.above[x] & here for x in _nodes(earlier | left)):
                    yield f"computing {w}", int(stored), (earlier, left)

    def bound(self, need: Need) -> int:
        """A bound on the price of a need, if the claims hold for shorter plans; the best of three.

        A source needed red from which no other need descends costs a load, without which, and without all that
        descends from it, the plan is one for the rest: so take it out and add 1. Then: every source from which the
        rest descends is loaded, every value needed blue is stored. Or: what is claimed for the rest. Or: what is
        claimed for the rest without one of its values, which is met whenever the rest is.
        """
        red, blue = need
        alone = self.alone(red, blue)
        red, paid = red & ~alone, alone.bit_count()
        loads = _union(self.above[v] for v in _nodes(red | blue)) & self.sources
        best = max(loads.bit_count() + blue.bit_count(), self.claimed((red, blue)))
        for v in _nodes(red):
            best = max(best, self.claimed((red & ~(1 << v), blue)))
        for v in _nodes(blue):
            best = max(best, self.claimed((red, blue & ~(1 << v))))
        return paid + best

    def alone(self, red: Set, blue: Set) -> Set:
        """The sources needed red from which no other value needed descends."""
        once = twice = 0
        for v in _nodes(red | blue):
            twice |= once & self.above[v]
            once |= self.above[v]
        return red & self.sources & ~twice

    def claimed(self, need: Need) -> int:
        """What is claimed for a need or its image, or 0."""
        return self.given.claims.get(standing_for(need, self.given.mirrors), 0)


def standing_for(need: Need, mirrors: Sequence[Sequence[int]]) -> Need:
    """Returns the least of a need, its images, their images and so on; claims are made for such needs.

    >>> standing_for((0b10, 0), [[1, 0, 2]])
    (1, 0)
    """
    while True:
        red, blue = need
        least = min([need, *((_image(mirror, red), _image(mirror, blue)) for mirror in mirrors)])
        if least == need:
            return need
        need = least


def _image(mirror: Sequence[int], nodes: Set) -> Set:
    return sum(1 << mirror[v] for v in _nodes(nodes))


def _union(sets: Iterator[Set] | Sequence[Set]) -> Set:
    union = 0
    for s in sets:
        union |= s
    return union


def _nodes(these: Set) -> list[int]:
    return [v for v in range(these.bit_length()) if these >> v & 1]
