"""Theories: the catalogue as files of Coq, one for each theme, in the order in which Coq must compile them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import proofs.lemmas
from proofs.errors import UnknownLemma
from proofs.kernel import base
from proofs.kernel.inequality import translated
from proofs.kernel.stated import says, theorem
from proofs.lemma import Expectation, Lemma
from proofs.lemmas import CATALOGUE

LOGICAL = "Pebbleproof"
"""The logical path under which the files see each other."""
_IMPORTS = """\
From Coq Require Import Reals Lra Decidable.
Local Open Scope R_scope.
"""


@dataclass(frozen=True)
class Placement:
    """Where a lemma is in the generated theories: its file, its Coq name, and what it says there.

    The name is that of a theorem whose type is `definition`, or its opposite if the lemma is false and not `proved`;
    a reading has a definition alone, a premise of others. `statement` is the body of the definition.
    """

    name: str
    definition: str
    file: str
    statement: str
    proved: bool


@cache
def themes() -> Mapping[str, tuple[str, ...]]:
    """Returns the names of the lemmas of each theme, themes and lemmas in the order of the catalogue."""
    home: dict[int, str] = {}
    for module in iter_modules(proofs.lemmas.__path__):
        loaded = import_module(f"proofs.lemmas.{module.name}")
        for lemma in (*getattr(loaded, "LEMMAS", ()), *getattr(loaded, "MUTANTS", ())):
            home[id(lemma)] = module.name
    found: dict[str, list[str]] = {}
    for lemma in CATALOGUE.values():
        found.setdefault(home[id(lemma)], []).append(lemma.name)
    return {theme: tuple(names) for theme, names in found.items()}


def file_of(theme: str) -> str:
    """Returns the name of the file of a theme.

    >>> file_of("crossover")
    'Inequality_crossover.v'
    """
    return f"Inequality_{theme}.v"


def placement(name: str) -> Placement:
    """Returns where a lemma of the catalogue is in the generated theories; raises UnknownLemma if there is none.

    >>> found = placement("denominator_le_of_sq_d_le_M")
    >>> found.file, found.definition
    ('Inequality_lower_half.v', 'denominator_le_of_sq_d_le_M_statement')
    """
    if name not in CATALOGUE:
        raise UnknownLemma(f"no lemma of the catalogue has the name {name!r}; a label is no name, ask for the name")
    lemma = CATALOGUE[name]
    file = next(file_of(theme) for theme, names in themes().items() if name in names)
    told = theorem(lemma, CATALOGUE)
    if lemma.reads:
        return Placement(says(name), says(name), file, told.proposition, proved=False)
    ending = "_refuted" if lemma.expect is Expectation.REFUTED else ""
    return Placement(told.name + ending, f"{told.name}_statement", file, told.proposition, proved=not ending)


def theory(theme: str) -> str:
    """Returns the text of the file of a theme."""
    names = themes()[theme]
    needed = {_theme_of(other) for name in names for other in _reached(CATALOGUE[name])} - {theme}
    before = [base.NAME, *(file_of(other).removesuffix(".v") for other in themes() if other in needed)]
    lines = [f"(* The inequality lemmas of the theme {theme}, generated from the catalogue; edit nothing here. *)", ""]
    lines += [*_IMPORTS.splitlines(), *(f"From {LOGICAL} Require Import {other}." for other in before), ""]
    for name in names:
        lines += translated(CATALOGUE[name], CATALOGUE)
    return "\n".join(lines).rstrip("\n") + "\n"


def write_theories(directory: Path) -> list[Path]:
    """Writes the base and the theories into a directory and returns the files, each after those that it needs."""
    directory.mkdir(parents=True, exist_ok=True)
    files = {f"{base.NAME}.v": base.THEORY, **{file_of(theme): theory(theme) for theme in themes()}}
    for name, content in files.items():
        (directory / name).write_text(content, encoding="utf-8")
    return [directory / name for name in files]


def _theme_of(name: str) -> str:
    return next(theme for theme, names in themes().items() if name in names)


def _reached(lemma: Lemma) -> set[str]:
    """The names of the lemmas and readings that the statement or proof of a lemma speaks of."""
    used = {use.name for use in lemma.uses}
    return used | {name for name, _ in theorem(lemma, CATALOGUE).premises}
