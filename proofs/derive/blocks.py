"""Blocks: what a derivation looks like on a page, before it is LaTeX or Markdown.

Texts are written in a small part of LaTeX: mathematics in dollar signs, escaped signs, and the commands texttt, emph,
textbf and hyperlink.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from proofs.cite.prose import escaped
from proofs.level import Level


@dataclass(frozen=True)
class Heading:
    """The title of a part; `depth` is 1 for sections, `appendix` says that appendices begin."""

    text: str
    anchor: str
    depth: int = 1
    appendix: bool = False


@dataclass(frozen=True)
class Paragraph:
    """A paragraph; small print if it is about evidence, and `kept` on a page with what follows."""

    text: str
    small: bool = False
    kept: bool = False


@dataclass(frozen=True)
class Head:
    """The first line of a statement: what it is called, its title, the digits of its hash, and its level."""

    anchor: str
    called: str
    title: str
    hash: str
    level: Level | None


@dataclass(frozen=True)
class Claim:
    """A formula on a line, or on lines, of its own."""

    formula: str
    end: str = "."


@dataclass(frozen=True)
class Points:
    """A list, in small print."""

    texts: tuple[str, ...]


@dataclass(frozen=True)
class Meanings:
    """What symbols mean: pairs of a formula and a text."""

    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Nest:
    """Lines, each with its depth."""

    lines: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class Identity:
    """A numbered identity: what comes before it, its summands, and what comes after it."""

    number: int
    before: str
    summands: tuple[str, ...]
    after: str


@dataclass(frozen=True)
class Table:
    """A table; `widths` are the parts of a line that its columns take, and a negative one is a column of numbers."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    widths: tuple[float, ...]


Block = Heading | Paragraph | Head | Claim | Points | Meanings | Nest | Identity | Table


def code(name: str) -> str:
    r"""Returns a name as it is typed.

    >>> print(code("root_count"))
    \texttt{root\_count}
    """
    return rf"\texttt{{{escaped(name)}}}"


def link(anchor: str, text: str) -> str:
    r"""Returns a text that leads to an anchor.

    >>> print(link("T2", "T2"))
    \hyperlink{T2}{T2}
    """
    return rf"\hyperlink{{{anchor}}}{{{text}}}"


def listed(parts: Iterable[str]) -> str:
    """Returns parts as an enumeration.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    *first, last = (*parts,) or ("",)
    return f"{', '.join(first)} and {last}" if first else last
