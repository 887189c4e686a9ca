"""Values: what a shell may complete an argument or an option to; nothing slow is loaded, and that only when asked."""

# ruff: noqa: PLC0415 - each function loads what it lists, and no other
from __future__ import annotations

Offers = list[tuple[str, str]]
"""Values, each with a few words on it; the shell keeps those that begin as what was typed."""
UNREAD = ("loomis-whitney", "prefix-lemma", "late-adds", "weighted-adds", "weighted-adds-sum")
"""Combinatorial lemmas that no other statement reads; those that one reads are found there, without numpy."""


def statements() -> Offers:
    """Returns the names and the labels of all statements.

    >>> dict(statements())["T2"]
    'Denominator, large cache'
    """
    from proofs.lemmas import CATALOGUE

    found = {word: lemma.title for lemma in CATALOGUE.values() for word in (lemma.label, lemma.name) if word}
    read = {name: f"combinatorial, read by {lemma.called}" for lemma in CATALOGUE.values() for name in lemma.reads}
    return [*found.items(), *read.items(), *((name, "combinatorial") for name in UNREAD)]


def programs() -> Offers:
    """Returns the programs.

    >>> dict(programs())["matmul"]
    'Tiled matrix product'
    """
    from graphs.programs import PROGRAMS

    return [(name, program.title) for name, program in PROGRAMS.items()]


def runnable() -> Offers:
    """Returns what `run` takes: the programs, and the one that needs a mask."""
    return [*programs(), ("sparse_scores", "Scores under a mask")]


def derivable() -> Offers:
    """Returns what `derive` takes: statements and programs."""
    return [*statements(), *programs()]


def families() -> Offers:
    """Returns the families, each up to where its parameters begin.

    >>> families()[0]
    ('chain:', 'chain:length')
    """
    from graphs.families import FAMILIES, usage

    return [(f"{name}:", usage(name)) for name in FAMILIES]


def variants() -> Offers:
    """Returns the variants of the game.

    >>> variants()[0][0]
    'hong-kung'
    """
    from graphs.game import VARIANTS

    return [(name, str(variant)) for name, variant in VARIANTS.items()]


def formats() -> Offers:
    """Returns the formats of graph files.

    >>> dict(formats())["dot"]
    'DOT (Graphviz)'
    """
    from graphs.formats import FORMATS

    return [(one.name, one.title) for one in FORMATS]


def devices() -> Offers:
    """Returns the devices of the table of hardware."""
    from symbolic import machines

    return [(one.name, one.title) for one in machines.devices()]


def levels() -> Offers:
    """Returns the levels of memory of the table of hardware."""
    from symbolic.machines import LEVELS

    return list(LEVELS.items())


def models() -> Offers:
    """Returns the models whose head dimensions are known."""
    from symbolic import machines

    return [(one.name, f"d_qk = {one.d_qk}, d_v = {one.d_v}") for one in machines.models()]


def dtypes() -> Offers:
    """Returns the types of a word.

    >>> dict(dtypes())["bf16"]
    '2 bytes'
    """
    from symbolic import machines

    return [(one.name, f"{one.bytes} byte{'' if one.bytes == 1 else 's'}") for one in machines.dtypes()]


def left_out() -> Offers:
    """Returns the tools that can be left out."""
    from proofs.tools import NAMES

    return [(name, "") for name in NAMES]


def masks() -> Offers:
    """Returns the masks of `run sparse_scores`."""
    return [("full", "every entry"), ("causal", "j <= i"), ("banded:", "banded:W, |i - j| < W")]
