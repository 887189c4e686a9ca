"""The catalogue: every lemma, in an order in which each uses only earlier ones."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches

from proofs.errors import StatementError, UnknownLemma
from proofs.lemma import Lemma
from proofs.lemmas import (
    corrected,
    counting,
    crossover,
    forward,
    four,
    large_constant,
    literal,
    lower_half,
    optimality,
    partition,
    pebbling,
    programs,
    small_constant,
    sparse,
    sparse_theorem,
    upper_half,
)


def _catalogue() -> dict[str, Lemma]:
    found: dict[str, Lemma] = {}
    themes = (
        crossover,
        partition,
        pebbling,
        counting,
        four,
        lower_half,
        programs,
        upper_half,
        corrected,
        optimality,
        forward,
        literal,
        sparse,
        sparse_theorem,
        large_constant,
        small_constant,
    )
    for lemma in (*(entry for theme in themes for entry in theme.LEMMAS), *crossover.MUTANTS):
        if lemma.name in found:
            raise StatementError(f"two lemmas are called {lemma.name}")
        for use in lemma.uses:
            if use.name not in found:
                raise StatementError(f"lemma {lemma.name} uses {use.name}, which does not stand before it")
        found[lemma.name] = lemma
    return found


CATALOGUE: Mapping[str, Lemma] = _catalogue()
LABELS: Mapping[str, str] = {lemma.label: lemma.name for lemma in CATALOGUE.values() if lemma.label}
"""The names of what has a label, by label."""


def named(name: str) -> Lemma:
    """Returns the lemma of the catalogue that has a name or a label; raises UnknownLemma, with the names that are near.

    >>> named("T2").statement
    'for all d: real, M: real; given M >= d**2; M + 2*d**2 <= 3*M'
    """
    name = LABELS.get(name, name)
    if name not in CATALOGUE:
        near = get_close_matches(name, [*CATALOGUE, *LABELS], n=3, cutoff=0.4) or list(CATALOGUE)
        raise UnknownLemma(f"no lemma is called {name!r}; did you mean {', '.join(near)}?")
    return CATALOGUE[name]
