r"""Prose: texts of the catalogue for a browser, their formulas as MathML, everything else escaped.

The formulas are those that proofs.cite.prose tells from words, so that a page and a paper show the same.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape

from markupsafe import Markup

from proofs.cite.prose import prose as as_latex
from proofs.report.mathml import APPLY, INVISIBLE_TIMES, fenced, number, root, symbol

_PIECES = re.compile(r"\x00.|\\.|\$(?P<formula>(?:\\.|[^$\\])*)\$|[^$\\\x00]+", re.DOTALL)
_WORDS = {"textbackslash": "\\", "textasciicircum": "^", "textasciitilde": "~"}
_NAMED = re.compile(r"\\(textbackslash|textasciicircum|textasciitilde)\{\}")
_TOKENS = re.compile(r"\\[A-Za-z]+|\\.|\d+|[A-Za-z]|[^\s\\]", re.DOTALL)
_LONE = re.compile(r"<mo>([^<]+)</mo>")
_SIGNS = {
    r"\le": "≤",
    r"\ge": "≥",
    r"\cdot": "·",
    r"\times": "×",
    r"\surd": "√",
    r"\to": "→",
    r"\{": "{",
    r"\}": "}",
    "-": "−",
}
_FENCES = {"(": ")", "|": "|", r"\lceil": r"\rceil", r"\lfloor": r"\rfloor", r"\{": r"\}"}
_SHOWN = {r"\lceil": "⌈", r"\rceil": "⌉", r"\lfloor": "⌊", r"\rfloor": "⌋", r"\{": "{", r"\}": "}"}


class _Unreadable(Exception):
    """The formula is none of those that proofs.cite.prose writes."""


@lru_cache(maxsize=4096)
def prose(text: str) -> Markup:
    """Returns a text as HTML, with its formulas as MathML as far as they can be told from words.

    >>> print(prose("<b> of M < 3"))
    &lt;<math><mi>b</mi></math>&gt; of <math><mi>M</mi><mo>&lt;</mo><mn>3</mn></math>
    """
    try:
        return Markup("".join(_pieces(as_latex(text))))
    except _Unreadable:
        return Markup(escape(text))


def _pieces(latex: str) -> list[str]:
    shown = []
    latex = _NAMED.sub(lambda found: "\x00" + _WORDS[found[1]], latex.replace("\x00", ""))
    for found in _PIECES.finditer(latex):
        piece = found.group()
        if found["formula"] is not None:
            row = _Reader(found["formula"]).row()
            lone = _LONE.fullmatch(row)  # a sign between words is no formula
            shown.append(lone[1] if lone else f"<math>{row}</math>")
        elif piece[0] in "\x00\\":
            shown.append(escape(piece[1:]))
        else:
            shown.append(escape(piece.replace("---", "—").replace("--", "–").replace("''", '"')))
    return shown


class _Reader:
    """Reads a formula as proofs.cite.prose writes it."""

    def __init__(self, latex: str) -> None:
        self.tokens = _TOKENS.findall(latex)
        self.place = 0

    def taken(self) -> str:
        if self.place == len(self.tokens):
            raise _Unreadable
        self.place += 1
        return str(self.tokens[self.place - 1])

    def next(self) -> str:
        return str(self.tokens[self.place]) if self.place < len(self.tokens) else ""

    def row(self, end: str = "") -> str:
        """Everything up to a token, which is passed, or to the end."""
        parts: list[str] = []
        while self.next() != end:
            if parts and parts[-1].endswith(("</mi>", "</mn>", "</mrow>", "</msup>", "</msub>", "</msqrt>")):
                parts += [INVISIBLE_TIMES] if self._starts_a_factor() else []
            parts.append(self.scripted())
        if end:
            self.taken()
        return "".join(parts)

    def _starts_a_factor(self) -> bool:
        token = self.next()
        return token[0].isalnum() or token in (r"\sqrt", r"\mathrm", r"\Phi", r"\Psi", r"\delta", "(", r"\lceil")

    def group(self) -> str:
        """What stands in braces, or one token."""
        if self.next() != "{":
            return self.atom()
        self.taken()
        return f"<mrow>{self.row('}')}</mrow>"

    def scripted(self) -> str:
        shown = self.atom()
        while self.next() in ("^", "_"):
            tag = "msup" if self.taken() == "^" else "msub"
            shown = f"<{tag}>{shown}{self.group()}</{tag}>"
        return shown

    def atom(self) -> str:
        token = self.taken()
        if token.isdigit():
            return str(number(int(token))) if token[0] != "0" else f"<mn>{token}</mn>"
        if token == r"\sqrt":
            return root(self.group())
        if token == r"\mathrm":
            self.taken()
            letters = []
            while self.next() not in ("}", ""):
                letters.append(self.taken())
            self.taken()
            return f"<mi>{escape(''.join(letters))}</mi>"
        if token in (r"\max", r"\min"):
            return f"<mi>{token[1:]}</mi>{APPLY}"
        if token in _FENCES:
            closing = _FENCES[token]
            inside = self.row(closing)
            return fenced(_SHOWN.get(token, token), inside, _SHOWN.get(closing, closing))
        if token in _SIGNS:
            return f"<mo>{_SIGNS[token]}</mo>"
        if re.fullmatch(r"\\?[A-Za-z]+", token):
            return str(symbol(token.removeprefix("\\")))
        if token in ("{", "}", "^", "_") or token.startswith("\\"):
            raise _Unreadable
        return '<mo lspace="0" rspace="0">/</mo>' if token == "/" else f"<mo>{escape(token)}</mo>"
