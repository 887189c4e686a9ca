"""The catalogue: every lemma, in an order in which each uses only earlier ones."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches

from proofs.errors import StatementError, UnknownLemma
from proofs.lemma import Lemma
from proofs.lemmas import corrected, crossover, literal, lower_half, partition, pebbling, sparse, upper_half


def _catalogue() -> dict[str, Lemma]:
    found: dict[str, Lemma] = {}
    themes = (crossover, partition, pebbling, lower_half, corrected, upper_half, literal, sparse)
    for lemma in (*(entry for theme in themes for entry in theme.LEMMAS), *crossover.MUTANTS):
        if lemma.name in found:
            raise StatementError(f"two lemmas are called {lemma.name}")
        for use in lemma.uses:
            if use.name not in found:
                raise StatementError(f"lemma {lemma.name} uses {use.name}, which does not stand before it")
        found[lemma.name] = lemma
    return found


CATALOGUE: Mapping[str, Lemma] = _catalogue()


def named(name: str) -> Lemma:
    """Returns the lemma of the catalogue that has a name; raises UnknownLemma, with the names that are near.

    >>> named("T2").statement
    'for all d: real, M: real; given M >= d**2; M + 2*d**2 <= 3*M'
    """
    if name not in CATALOGUE:
        near = get_close_matches(name, CATALOGUE, n=3, cutoff=0.4) or list(CATALOGUE)
        raise UnknownLemma(f"no lemma is called {name!r}; did you mean {', '.join(near)}?")
    return CATALOGUE[name]
