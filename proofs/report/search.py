"""Search: finds the points of data/needed.toml; some minutes of work, to be run again when statements have changed.

`python -m proofs.report.search` writes the file. Nothing of it is trusted: proofs.report.needed checks each point.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations, islice, product
from pathlib import Path

from proofs.errors import IllDefined
from proofs.evaluate import Point
from proofs.evidence.certificate import load
from proofs.examine import examine
from proofs.lemma import Expectation, Lemma, Sort
from proofs.lemmas import CATALOGUE
from proofs.report.needed import FILE, REDUNDANT, at, does_without
from proofs.statement import Formula
from proofs.text import text
from proofs.tools import tools

_WHOLE = tuple(map(Fraction, (1, 2, 3, 4, 9, 16, 64, 1024)))
_OTHERS = tuple(map(Fraction, ("0", "1/2", "-1", "-2", "1/4", "-1/2")))
_MOST = 1500
"""Points near the witness of a certificate that are tried before a solver is asked."""


def searched(lemma: Lemma, catalogue: Mapping[str, Lemma]) -> dict[str, str]:
    """Returns what is found of each hypothesis of a lemma, by its text, as the file records it.

    >>> from proofs.lemmas import named
    >>> searched(named("T2"), CATALOGUE)
    {'M >= d**2': 'M = 1, d = -2'}
    """
    found = {text(hypothesis): _searched(lemma, catalogue, hypothesis) for hypothesis in lemma.given}
    return {hypothesis: what for hypothesis, what in found.items() if what}


def written(found: Mapping[str, Mapping[str, str]]) -> str:
    r"""Returns the file: a table for each lemma.

    >>> written({"T2": {"M >= d**2": "d = 2, M = 1"}})
    '[T2]\n"M >= d**2" = "d = 2, M = 1"\n'
    """
    tables = (
        f"[{name}]\n" + "".join(f"{json.dumps(key)} = {json.dumps(value)}\n" for key, value in table.items())
        for name, table in found.items()
    )
    return "\n".join(tables)


def _searched(lemma: Lemma, catalogue: Mapping[str, Lemma], hypothesis: Formula) -> str:
    if does_without(lemma, catalogue, hypothesis):
        return REDUNDANT
    certificate = load(lemma.name)
    for point in islice(_near(lemma, certificate.witness), _MOST) if certificate is not None else ():
        if at(lemma, hypothesis, point) is not None:
            return _shown(point)
    try:
        solved = examine(lemma.without(text(hypothesis)), catalogue, tools(["cvc5", "certificates"])).counterexample
    except IllDefined:
        return ""
    return _shown(solved) if solved is not None and at(lemma, hypothesis, solved) is not None else ""


def _near(lemma: Lemma, witness: Point) -> Iterator[Point]:
    """Points that differ from a witness in one coordinate, then in two."""
    names = [name for name in lemma.sorts if name in witness]
    values = {name: _WHOLE if lemma.sorts[name] is Sort.NATURAL else (*_OTHERS, *_WHOLE) for name in names}
    for size in (1, 2):
        for chosen in combinations(names, size):
            for found in product(*(values[name] for name in chosen)):
                yield {**witness, **dict(zip(chosen, found, strict=True))}


def _shown(point: Point) -> str:
    return ", ".join(f"{name} = {value}" for name, value in point.items())


if __name__ == "__main__":
    made = {
        lemma.name: found
        for lemma in CATALOGUE.values()
        if not lemma.reads and lemma.expect is not Expectation.REFUTED and (found := searched(lemma, CATALOGUE))
    }
    Path(str(FILE)).write_text(written(made), encoding="utf-8")
