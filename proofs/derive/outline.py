"""Outline: the sections of the whole document, what each is about, and which statements stand in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from proofs.evidence.counting import COUNTING
from proofs.lemma import Expectation, Lemma
from proofs.lemmas import (
    CATALOGUE,
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

_PROGRAMS = ("tiles-exist", "program-costs")
_SPARSE = ("sparse-root-count", "sparse-product-count")


@dataclass(frozen=True)
class Section:
    """A part of the document: its title, what it is about, and the names of its statements in order."""

    anchor: str
    title: str
    about: str
    names: tuple[str, ...]


def sections(catalogue: Mapping[str, Lemma] = CATALOGUE) -> tuple[Section, ...]:
    """Returns the sections; every statement, and every combinatorial lemma, stands in exactly one.

    >>> names = [name for section in sections() for name in section.names]
    >>> sorted(names) == sorted([*CATALOGUE, *COUNTING])
    True
    """
    model = [name for name in COUNTING if name not in (*_PROGRAMS, *_SPARSE)]
    backward = [entry for entry in programs.LEMMAS if "Qf" not in entry.sorts]
    onward = [entry for entry in programs.LEMMAS if "Qf" in entry.sorts]
    flash = [entry for entry in optimality.LEMMAS if "C" not in entry.sorts]
    inside = [entry for entry in optimality.LEMMAS if "C" in entry.sorts]
    lower_bounds = _names(partition.LEMMAS, pebbling.LEMMAS, counting.LEMMAS, four.LEMMAS)
    chosen = {
        "combinatorial": model,
        "regimes": _names(crossover.LEMMAS),
        "counting": lower_bounds,
        "lower": _names(lower_half.LEMMAS),
        "upper": [*_PROGRAMS, *_names(backward, upper_half.LEMMAS)],
        "corrected": _names(corrected.LEMMAS),
        "flash": _names(flash),
        "forward": _names(onward, forward.LEMMAS),
        "constants": _names(small_constant.LEMMAS, large_constant.LEMMAS),
        "sparse": [*_SPARSE, *_names(sparse.LEMMAS, sparse_theorem.LEMMAS)],
        "literal": _names(literal.LEMMAS, inside),
    }
    false = [name for name, entry in catalogue.items() if entry.expect is Expectation.REFUTED and not entry.theorem]
    taken = {name for names in chosen.values() for name in names}
    chosen |= {"false": false, "further": [name for name in catalogue if name not in taken and name not in false]}
    made = []
    for anchor, (title, about) in _TEXTS.items():
        kept = [name for name in chosen[anchor] if anchor == "false" or name not in false]
        if kept:
            made.append(Section(anchor, title, about, tuple(kept)))
    return tuple(made)


def _names(*themes: Iterable[Lemma]) -> list[str]:
    return [entry.name for theme in themes for entry in theme]


_TEXTS: Mapping[str, tuple[str, str]] = {
    "combinatorial": (
        "Combinatorial lemmas",
        "These lemmas are about all schedules, or all computations of a kind. No solver decides them; each is in "
        "words, and its evidence is that nothing in a finite range, gone through in full, is against it. A schedule is "
        "cut into segments with equally many loads and stores; what a segment can compute, it computes from the few "
        "nodes that are red at its start or loaded in it; and counting shows that this is not much. Later sections "
        "take these lemmas up as \\emph{readings}: the same in arithmetic, about numbers that a schedule fixes.",
    ),
    "regimes": (
        "Where the two regimes meet",
        "Theorem 1.1 has one formula for a small cache, $B$, and one for a large cache, $A$. They are equal for "
        "$M = d^{2}$ and for no other $M$, and the minimum of the two is $B$ below and $A$ above.",
    ),
    "counting": (
        "Counting bounds",
        "What one segment can compute, as inequalities between its counts, and what follows for the least I/O: if no "
        "segment computes more than $F$ of $N$ nodes, there are at least $N/F$ segments, and all but the last cost $M$ "
        "words. LBlarge and LBsmall count the entries, and the products, of $S$ and $A_{1} X$ together; LBcube counts "
        "four products of the backward pass that run over the same cube.",
    ),
    "lower": (
        "The lower half",
        "The counting bounds lose $M$ words; inputs and outputs make up for it. For $M \\le d^{2}$ LBsmall gives a "
        "constant part of $B$. For $M \\ge d^{2}$ LBlarge gives one of $A$ as long as $M \\le n d$; from there on "
        "inputs and outputs alone are more than $A$.",
    ),
    "upper": (
        "The upper half",
        "Every program that computes the gradient on the same graph is a schedule, so that the least I/O is at most "
        "its cost. Below are the loop nests, each summed to the exact number of words with ceilings; then the lemmas "
        "that remove the ceilings and compare what is left with $A$ and $B$. Algorithm 6 serves the small cache, "
        "FlashAttention the large one, and Algorithm 6 without tiles the gap in which FlashAttention does not fit.",
    ),
    "corrected": (
        "The corrected theorem",
        "Read literally for every $M$, the upper half of Theorem 1.1 is false (Section \\hyperlink{literal}{on literal "
        "statements}): $\\min\\left\\{A, B\\right\\}$ falls below inputs plus outputs as $M$ grows. With $n d + d^{2}$ "
        "added it is true.",
    ),
    "flash": (
        "Where FlashAttention is optimal, and where not",
        "For $d^{2} \\le M \\le n d$ the cost of FlashAttention is within a constant factor of the least I/O. For "
        "$M \\le d^{2} \\le n^{2}$ it is larger by a factor that grows as $d/\\sqrt{M}$.",
    ),
    "forward": (
        "The forward pass",
        "The same for $O$: the same counts of $S$ and $A_{1} X$ from below, the forward programs from above.",
    ),
    "constants": (
        "Optimal to the constant",
        "What is optimal, to which constant, on which graph. With sums in chains, as the programs have them, the "
        "gradient in $X$ costs at least $8 n^{2} d/\\sqrt{M}$ words to the leading term for $1 \\ll M \\ll d^{2}$ "
        "(Theorem A), which Algorithm 6 attains, and at least $10 n^{2} d^{2}/M$ for $d^{2} \\ll M \\ll n d$ "
        "(Theorem B), which FlashAttention attains; the forward pass costs $4$ and $4$, attained too. With sums in any "
        "trees $6 n^{2} d^{2}/M$ remain (Theorem B'), against $10$ of the program. Open are the constants between, for "
        "$M$ near $d^{2}$ and near $n d$, where other programs are best; those for sums in any trees; and the gradient "
        "in $Y$. \\texttt{pebbleproof gap} compares program and bound at given sizes.",
    ),
    "sparse": (
        "Sparse attention",
        "For sparse $Q$ and $K$, let $Z$ be the entries of $Q K^{T}$ that are wanted, $\\delta$ the least number of "
        "common columns that one of them has, and $W$ the products in all of them. Theorem S bounds the I/O of every "
        "pattern from below, in terms of $\\delta \\sqrt{Z}$; for dense matrices it is the lower half again, with the "
        "crossover at $\\delta^{2} = d^{2}$. In terms of the nonzeros, as Theorem 4.5 has it, the bound is false for "
        "some patterns.",
    ),
    "literal": (
        "Where the literal statements fail",
        "Read literally, for every $M$, Theorem 1.1 claims that $\\min\\left\\{A, B\\right\\}$ is the least I/O up to "
        "a constant. It is, for $M \\le C n \\min\\left\\{n, d\\right\\}$, with a constant that grows with $C$; "
        "beyond, it is too small by a factor of at least $3 \\sqrt{C}$.",
    ),
    "false": (
        "Statements that are false on purpose",
        "A check that accepted one of these would accept anything: each is a true statement with a hypothesis left out "
        "or a constant that is too good, and each must be refuted at a point.",
    ),
    "further": ("Further statements", "What has been added to the catalogue since this outline was written."),
}
