r"""Prose: titles, definitions and scopes of the catalogue, plain text with some mathematics in it, as LaTeX."""

from __future__ import annotations

import re

from proofs.latex import symbol

_SIGNS = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "|": "$|$",
    '"': "''",
    "²": "$^{2}$",
    "³": "$^{3}$",
    "·": r"$\cdot$",
    "×": r"$\times$",
    "≤": r"$\le$",
    "≥": r"$\ge$",
    "√": r"$\surd$",
    "−": "$-$",
    "–": "--",
    "—": "---",
    "→": r"$\to$",
    "<=": r"$\le$",
    ">=": r"$\ge$",
    "<": "$<$",
    ">": "$>$",
}
_SIGN = re.compile("<=|>=|[" + re.escape("".join(sign for sign in _SIGNS if len(sign) == 1)) + "]")

_RELATIONS = {
    "<=": r" \le ",
    ">=": r" \ge ",
    "≤": r" \le ",
    "≥": r" \ge ",
    "==": " = ",
    "=": " = ",
    "<": " < ",
    ">": " > ",
}
_SYMBOL = re.compile(
    r"(?P<greek>Phi|Psi|delta)(?!\w)|(?P<product>nd)(?!\w)|(?P<name>[A-Za-z]{1,2}_\w{1,3}|[A-Za-z]\d+|[A-Za-z])(?!\w|'|\.\w)",
    re.ASCII,
)
_POWER = re.compile(r"\*\*(?P<stars>\d+)|(?P<raised>[²³])|\^(?P<caret>[A-Za-z0-9])(?!\w)")
_TIMES = re.compile(r" ?[*·×] ?|(?P<cross> x )(?=[A-Za-z]\b|\d)|/| (?=(?:[B-HJ-Z]|Phi|Psi)(?:\^[A-Z])?(?![\w'/]))")
_START = re.compile(r"(?<![\w'/.])(?!I/O)(?=[\w(|-])", re.ASCII)
_WORDS = frozenset("aAI")
"""Letters that are words where they stand alone."""


def escaped(text: str) -> str:
    r"""Writes a text so that LaTeX prints it, in any font and with any engine.

    >>> print(escaped("50% of a_1 <= d²"))
    50\% of a\_1 $\le$ d$^{2}$
    """
    return _SIGN.sub(lambda found: _SIGNS[found.group()], text)


def prose(text: str) -> str:
    r"""Writes a text for LaTeX with its formulas and symbols as mathematics, as far as they can be told from words.

    >>> print(prose("the largest whole number with b**2 + 3*b + 3 <= M"))
    the largest whole number with $b^{2} + 3 b + 3 \le M$
    >>> print(prose("A word of I/O in x_J; 4d² from d(n+d) on, Theorem 1.1, c = 1/5"))
    A word of I/O in $x_{J}$; $4 d^{2}$ from $d (n + d)$ on, Theorem 1.1, $c = 1/5$
    >>> print(prose("2 x 3 x 3 cells, |E|**2 <= |E_ij| * |E_jk| of A1 X"))
    $2 \times 3 \times 3$ cells, $|E|^{2} \le |E_{\mathrm{ij}}| |E_{\mathrm{jk}}|$ of $A_{1} X$
    """
    pieces, end = [], 0
    while (found := _START.search(text, end)) is not None:
        start = found.start()
        pieces.append(escaped(text[end:start]))
        formula = _Formula(text, start)
        typeset = formula.relation()
        if typeset is not None and formula.symbols and text[start : formula.place] not in _WORDS:
            pieces.append(f"${typeset}$")
            end = formula.place
        else:
            word = re.compile(r"\w+|.", re.DOTALL).match(text, start)
            end = word.end() if word else len(text)
            pieces.append(escaped(text[start:end]))
    return "".join([*pieces, escaped(text[end:])])


class _Formula:
    """Reads the longest formula that starts at a place, and stops before what is none; counts its symbols."""

    def __init__(self, text: str, place: int) -> None:
        self.text, self.place, self.symbols = text, place, 0

    def taken(self, *signs: str) -> str | None:
        for sign in signs:
            if self.text.startswith(sign, self.place):
                self.place += len(sign)
                return sign
        return None

    def relation(self) -> str | None:
        left = self.sum()
        while left is not None:
            before, symbols = self.place, self.symbols
            self.taken(" ")
            sign = self.taken(*_RELATIONS)
            self.taken(" ")
            right = self.sum() if sign else None
            if sign is None or right is None:
                self.place, self.symbols = before, symbols
                break
            left += _RELATIONS[sign] + right
        return left

    def sum(self) -> str | None:
        minus = self.taken("-") or ""
        first = self.product()
        if first is None:
            return None
        made = minus + first
        while True:
            before, symbols = self.place, self.symbols
            sign = self.taken(" + ", " - ", "+", "-")
            following = self.product() if sign else None
            if sign is None or following is None:
                self.place, self.symbols = before, symbols
                return made
            made += f" {sign.strip()} {following}"

    def product(self) -> str | None:
        made = self.power()
        while made is not None:
            before, symbols = self.place, self.symbols
            times = _TIMES.match(self.text, self.place)
            if times:
                self.place = times.end()
            following = self.power() if times or self.text[before - 1 : before + 1].isalnum() or self.opens() else None
            if following is None:
                self.place, self.symbols = before, symbols
                return made
            sign = times.group().strip() if times else ""
            self.symbols += sign == "x"
            made += {"/": "/", "·": r" \cdot ", "×": r" \times ", "x": r" \times "}.get(sign, " ") + following
        return None

    def opens(self) -> bool:
        return self.text.startswith("(", self.place)

    def power(self) -> str | None:
        base = self.atom()
        raised = _POWER.match(self.text, self.place)
        if base is None or raised is None:
            return base
        self.place = raised.end()
        exponent = raised["stars"] or raised["caret"] or {"²": "2", "³": "3"}[raised["raised"]]
        return f"{base}^{{{exponent}}}"

    def atom(self) -> str | None:
        for opening, shape, closing in (
            ("sqrt(", r"\sqrt{{{}}}", ")"),
            ("ceiling(", r"\lceil {} \rceil", ")"),
            ("ceil(", r"\lceil {} \rceil", ")"),
            ("floor(", r"\lfloor {} \rfloor", ")"),
            ("max(", r"\max({})", ")"),
            ("Max(", r"\max({})", ")"),
            ("(", "({})", ")"),
            ("|", "|{}|", "|"),
            ("min{", r"\min\{{{}\}}", "}"),
        ):
            if self.taken(opening):
                parts = [self.sum()]
                while opening in ("min{", "max(", "Max(") and self.taken(", "):
                    parts.append(self.sum())
                whole = [part for part in parts if part is not None]
                return shape.format(", ".join(whole)) if len(whole) == len(parts) and self.taken(closing) else None
        number = re.compile(r"\d+(?!\.\d)").match(self.text, self.place)
        if number:
            self.place = number.end()
            return number.group()
        found = _SYMBOL.match(self.text, self.place)
        if found is None:
            return None
        self.place = found.end()
        self.symbols += 1
        return rf"\{found['greek']}" if found["greek"] else found["product"] or symbol(found["name"])
