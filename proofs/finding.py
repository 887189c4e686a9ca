"""Finding: what the evidence of one lemma says by itself, before what it rests on is taken into account."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from graphs.display import facts
from proofs.evaluate import Point
from proofs.lemma import Lemma
from proofs.level import Level


@dataclass(frozen=True)
class Finding:
    """The level of a lemma's own evidence, and what led to it.

    `uses` are the lemmas that the proof used; `witness` is a point that satisfies the hypotheses, `counterexample` one
    that also fails the goal. `evidence` has what each tool said. `note` says why nothing stronger was found, `script`
    is the query that was not answered. `rejected` means that the statement is no lemma: vacuous, or not defined;
    `alarm` that two tools contradict each other.
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
    alarm: bool = False
    evidence: Mapping[str, str] = field(default_factory=dict)
    milliseconds: int = field(default=0, compare=False)

    def __repr__(self) -> str:
        return f"<Finding {self.lemma.called}: {self.own.word}>"

    def _repr_html_(self) -> str:
        rows = [
            ("level", f"{self.own.mark} {self.own.word}: {self.own.means}"),
            ("statement", self.lemma.statement),
            ("scope", self.scope or self.lemma.scope),
            ("fails at", "" if self.counterexample is None else shown(self.counterexample)),
            ("rests on", ", ".join(self.uses)),
            ("evidence", "; ".join(f"{tool}: {said}" for tool, said in self.evidence.items())),
            ("note", self.note),
        ]
        return facts(f"{self.lemma.called}: {self.lemma.title}", rows)


def shown(point: Point) -> str:
    """Writes a point as a reader would: names and values in two lists.

    >>> from fractions import Fraction
    >>> shown({"n": Fraction(1), "M": Fraction(1, 4)})
    '(n, M) = (1, 1/4)'
    """
    return f"({', '.join(point)}) = ({', '.join(map(str, point.values()))})"
