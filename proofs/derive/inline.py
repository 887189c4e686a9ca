"""Inline: texts in the small part of LaTeX that blocks use, as Markdown, and mathematics that may be broken."""

from __future__ import annotations

import re

_NAMED = {"textbackslash": "\\", "textasciicircum": "^", "textasciitilde": "~"}
_AROUND = {"texttt": "`", "emph": "*", "textbf": "**"}
_SIGNS = (("``", '"'), ("''", '"'), ("---", "—"), ("--", "–"), ("~", " "))
_NAME = re.compile(r"\\([a-z]+)")
_MATHJAX = (("|", r"\vert "), ("<", r"\lt "), (r"\{", r"\lbrace "), (r"\}", r"\rbrace "), (r"\allowbreak ", ""))
_BRACES = re.compile(r"\{(?P<inside>[^{}]*)\}")
_FRACTION = re.compile(r"\\d?frac\{([^{}]*)\}\{([^{}]*)\}")
_UNSEEN = re.compile(r"\\(?:left|right|bigl|bigr|mathrm|allowbreak|displaystyle|sqrt|text)\b ?|[_^]")
_SPACED = re.compile(r"\\(?:le|ge|wedge|vee|iff|quad)\b|[=<>]")


def markdown(text: str) -> str:
    r"""Returns a text as GitHub's Markdown.

    >>> print(markdown(r"\hyperlink{T2}{T2}: \texttt{a\_b} for $M \le \min\left\{1, 2\right\}$, 100\%"))
    [T2](#T2): `a_b` for $M \le \min\left\lbrace 1, 2\right\rbrace$, 100%
    >>> print(markdown(r"\emph{the \texttt{b} of $\{x\}$}"))
    *the `b` of $\lbrace x\rbrace$*
    """
    pieces, place = [], 0
    while place < len(text):
        piece, place = _next(text, place)
        pieces.append(piece)
    return "".join(pieces)


def _next(text: str, place: int) -> tuple[str, int]:
    """The next piece of a text, translated, and where it ends."""
    if text[place] == "$":
        end = text.index("$", place + 1)
        return f"${mathjax(text[place + 1 : end])}$", end + 1
    if text[place] == "\\":
        name = _NAME.match(text, place)
        if name is None:
            return text[place + 1], place + 2
        inside, end = _group(text, name.end())
        if name[1] == "hyperlink":
            shown, end = _group(text, end)
            return f"[{markdown(shown)}](#{inside})", end
        if name[1] in _NAMED:
            return _NAMED[name[1]], end
        return _AROUND[name[1]] + markdown(inside) + _AROUND[name[1]], end
    for sign, shown in _SIGNS:
        if text.startswith(sign, place):
            return shown, place + len(sign)
    return text[place], place + 1


def _group(text: str, place: int) -> tuple[str, int]:
    """What is in the braces that open at a place, and where they are closed."""
    depth, at = 0, place
    while True:
        if text[at] == "\\":
            at += 2
            continue
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        at += 1
        if depth == 0:
            return text[place + 1 : at - 1], at


def mathjax(formula: str) -> str:
    r"""Returns a formula so that Markdown, which takes a backslash before a sign away, leaves it alone.

    >>> print(mathjax(r"|E| \in \{1\}"))
    \vert E\vert \in \lbrace 1\rbrace
    """
    for old, new in _MATHJAX:
        formula = formula.replace(old, new)
    return re.sub(r"(rbrace|vert|lt) (?=[^\w]|$)", r"\1", formula).replace("lt\\", "lt \\")


def width(formula: str) -> int:
    r"""Returns about how many characters wide a formula is when it is typeset.

    >>> width(r"\frac{n^{2} d}{\sqrt{M}} \le 1")
    7
    """
    formula = _SPACED.sub("xxx", _UNSEEN.sub("", formula).replace("\\{", "x").replace("\\}", "x"))
    while True:
        narrower = _FRACTION.sub(lambda found: max(found[1], found[2], key=len), formula)
        if narrower == formula:
            narrower = _BRACES.sub(r"\g<inside>", formula)
        if narrower == formula:
            return len(re.sub(r"\\[a-zA-Z]+|\\.", "x", formula).replace(" ", ""))
        formula = narrower


def breakable(formula: str, high: str = "big") -> str:
    r"""Returns a formula without the pairs of left and right that keep TeX from breaking a line between them.

    Around fractions they become brackets of a `high` size.

    >>> print(breakable(r"2 \left(M + \left(1 + \frac{1}{2}\right)\right)"))
    2 \bigl(M + \bigl(1 + \frac{1}{2}\bigr)\bigr)
    >>> print(breakable(r"2 \left(M + 1\right)"))
    2 (M + 1)
    """
    opened: list[int] = []
    pieces = re.split(r"(\\left\\\{|\\left\(|\\right\\\}|\\right\))", formula)
    for place, piece in enumerate(pieces):
        if piece.startswith(r"\left"):
            opened.append(place)
        elif piece.startswith(r"\right"):
            start = opened.pop()
            size = rf"\{high}" if "frac" in "".join(pieces[start:place]) else ""
            pieces[start] = pieces[start].replace(r"\left", f"{size}l" if size else "")
            pieces[place] = piece.replace(r"\right", f"{size}r" if size else "")
    return "".join(pieces)
