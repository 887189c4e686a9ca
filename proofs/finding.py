"""Finding: what the evidence of one lemma says by itself, before what it rests on is taken into account."""

from __future__ import annotations

from dataclasses import dataclass, field

from proofs.evaluate import Point
from proofs.lemma import Lemma
from proofs.level import Level


@dataclass(frozen=True)
class Finding:
    """The level of a lemma's own evidence, and what led to it.

    `uses` are the lemmas without which the proof did not go through; `witness` is a point that satisfies the
    hypotheses, `counterexample` one that also fails the goal. `note` says why nothing stronger was found, `script` is
    the query that was not answered. `rejected` means that the statement is no lemma: vacuous, or not defined.
    """

    lemma: Lemma
    own: Level
    uses: tuple[str, ...] = ()
    witness: Point | None = None
    counterexample: Point | None = None
    scope: str = ""
    note: str = ""
    script: str = ""
    rejected: bool = False
    milliseconds: int = field(default=0, compare=False)


def shown(point: Point) -> str:
    """Writes a point as a reader would: names and values in two lists.

    >>> from fractions import Fraction
    >>> shown({"n": Fraction(1), "M": Fraction(1, 4)})
    '(n, M) = (1, 1/4)'
    """
    return f"({', '.join(point)}) = ({', '.join(map(str, point.values()))})"
