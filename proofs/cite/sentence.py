r"""Sentence: a statement as one reads it, in LaTeX or as plain text: for all what, given what, and then what."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from proofs.cite.prose import prose
from proofs.latex import latex, symbol
from proofs.lemma import Lemma
from proofs.statement import variables
from proofs.text import text

Meaning = Callable[[Lemma, str], str]
"""Says in words which number a symbol is that is neither natural nor real, such as an optimum."""

_FROM_ONE = r" \ge 1"


@dataclass(frozen=True)
class Sentence:
    """What comes before the goal, the goal, and what comes after it: the meaning of symbols that are fixed numbers."""

    opening: str
    goal: str
    closing: str


def in_words(lemma: Lemma, name: str) -> str:
    """Returns what the catalogue says about a symbol that is a fixed number."""
    definitions: dict[str, str] = getattr(lemma, "definitions", {})
    return definitions.get(name, "a number that the source defines")


def typeset(lemma: Lemma, meaning: Meaning = in_words) -> Sentence:
    r"""Returns the statement in LaTeX: text with mathematics in dollar signs, the goal without them.

    >>> from proofs.lemma import lemma
    >>> order = lemma("inverse", "Order turns", "k:N x y", ["0 < x", "x <= k*y"], "1/y <= k/x", "folklore")
    >>> print(typeset(order).opening)
    For all natural numbers $k \ge 1$ and all real numbers $x$, $y$ with $0 < x$ and $x \le k y$
    >>> print(typeset(order).goal)
    \frac{1}{y} \le \frac{k}{x}
    """
    naturals, reals, fixed = _sorted(lemma)
    numbers = []
    if naturals:
        numbers.append(f"natural numbers {_listed(naturals, symbol, _FROM_ONE)}")
    if reals:
        numbers.append(f"real numbers {_listed(reals, symbol)}")
    given = [f"${latex(hypothesis)}$" for hypothesis in lemma.given]
    where = [f"${symbol(name)}$ is {prose(meaning(lemma, name))}" for name in fixed]
    goal = latex(lemma.goal).replace(r"\wedge\ ", r"\wedge\ \allowbreak ")
    return Sentence(_opening(numbers, given), goal, _closing(where))


def spoken(lemma: Lemma, meaning: Meaning = in_words) -> Sentence:
    """Returns the statement as plain text, arithmetic written as in the catalogue.

    >>> from proofs.lemma import lemma
    >>> spoken(lemma("half", "Half of it is less", "n:N", [], "n/2 < n", "folklore"))
    Sentence(opening='For all natural numbers n >= 1', goal='n/2 < n', closing='')
    """
    naturals, reals, fixed = _sorted(lemma)
    numbers = []
    if naturals:
        numbers.append(f"natural numbers {', '.join(naturals)} >= 1")
    if reals:
        numbers.append(f"real numbers {', '.join(reals)}")
    where = [f"{name} is {meaning(lemma, name)}" for name in fixed]
    return Sentence(_opening(numbers, map(text, lemma.given)), text(lemma.goal), _closing(where))


def _sorted(lemma: Lemma) -> tuple[list[str], list[str], list[str]]:
    by_sort: dict[str, list[str]] = {"natural": [], "real": []}
    fixed: list[str] = []
    for name, sort in lemma.sorts.items():
        by_sort.get(str(sort), fixed).append(name)
    said = variables(*lemma.given, lemma.goal)  # a fixed number may occur in the proof only
    return by_sort["natural"], by_sort["real"], [name for name in fixed if name in said]


def _listed(names: Iterable[str], show: Callable[[str], str], behind: str = "") -> str:
    """Names that a line may be broken between."""
    *first, last = map(show, names)
    return ", ".join(f"${name}$" for name in (*first, last + behind))


def _opening(numbers: list[str], given: Iterable[str]) -> str:
    hypotheses = enumerated(given)
    if not numbers:
        return f"If {hypotheses}" if hypotheses else "Always"
    return f"For all {' and all '.join(numbers)}" + (f" with {hypotheses}" if hypotheses else "")


def _closing(where: list[str]) -> str:
    return f"Here {'; '.join(where)}." if where else ""


def enumerated(parts: Iterable[str]) -> str:
    """Returns parts as a list in a sentence.

    >>> enumerated("abc")
    'a, b and c'
    """
    *first, last = (*parts,) or ("",)
    return f"{', '.join(first)} and {last}" if first else last
