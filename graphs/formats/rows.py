"""Row: a data line of a file made of numbers, and the checks that its formats share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from reprlib import repr as brief

from graphs.errors import FormatError

_NATURAL = re.compile("[0-9]{1,18}")  # int() alone would take 1_0, +1 and the digits of every script


@dataclass(frozen=True, slots=True)
class Row:
    """A line that holds data; `number` counts all lines of the file from 1, `text` has no comment."""

    number: int
    text: str

    @property
    def words(self) -> list[str]:
        """What white space separates."""
        return self.text.split()


def rows(text: str, where: str) -> list[Row]:
    """Returns the data lines: `%` starts a comment anywhere, and a line of comment or white space only is none.

    Raises FormatError if nothing is left.

    >>> [(row.number, row.words) for row in rows("% a title\\n1 2 % a remark\\n\\n3 4", "a.txt")]
    [(2, ['1', '2']), (4, ['3', '4'])]
    """
    found = [
        Row(number, data)
        for number, line in enumerate(text.split("\n"), 1)
        if (data := line.partition("%")[0]) and not data.isspace()
    ]
    if not found:
        raise FormatError(where, "holds comments only", cure="a line with the sizes of the graph must follow")
    return found


def natural(row: Row, column: int, what: str, where: str, *, low: int = 0, high: int | None = None) -> int:
    """Returns the whole number in a column, counted from 0.

    Raises FormatError, with the line and the text got, if there is none or it is not in the range low..high.

    >>> natural(Row(7, "0 12"), 1, "node", "a.txt")
    12
    >>> natural(Row(7, "0 12"), 1, "node", "a.txt", high=9)
    Traceback (most recent call last):
    graphs.errors.FormatError: a.txt:7: expected a node from 0 to 9; got '12'
    """
    words = row.words
    word = words[column] if column < len(words) else None
    value = int(word) if word is not None and _NATURAL.fullmatch(word) else -1
    if value < low or (high is not None and value > high):
        span = "as a whole number" if high is None else f"from {low} to {high}"
        got = "the end of the line" if word is None else brief(word)
        raise FormatError(where, f"expected a {what} {span}; got {got}", line=row.number)
    return value


def cut(body: Sequence[Row], parts: Sequence[tuple[str, int]], where: str, header: Row) -> list[Sequence[Row]]:
    """Returns the parts of a body, each given by what its lines hold and by their number.

    Raises FormatError if the body is longer, or shorter: then it names the part that the end of the file cut off.

    >>> a, b = Row(2, "0 1"), Row(3, "0 2")
    >>> cut([a, b], [("nodes", 1), ("pins", 1)], "a.txt", Row(1, "1 1"))
    [[Row(number=2, text='0 1')], [Row(number=3, text='0 2')]]
    >>> cut([a, b], [("nodes", 1), ("pins", 3)], "a.txt", Row(1, "1 3"))
    Traceback (most recent call last):
    graphs.errors.FormatError: a.txt:3: expected 3 pins, got 1 before the file ends; line 1 promises 3
    """
    found, start = [], 0
    for what, size in parts:
        part = body[start : start + size]
        if len(part) < size:
            last = (body[-1] if body else header).number
            rule = f"expected {size} {what}, got {len(part)} before the file ends"
            raise FormatError(where, rule, line=last, cure=f"line {header.number} promises {size}")
        found.append(part)
        start += size
    if len(body) > start:
        extra, (what, size) = body[start], parts[-1]
        rule = f"expected the end of the file after {size} {what}; got {brief(extra.text)}"
        raise FormatError(where, rule, line=extra.number, cure=f"line {header.number} promises no more")
    return found


def check_all_named(part: Sequence[Row], what: str, where: str, cure: str = "") -> None:
    """Checks that the first columns of a part are 0, 1, ..., each once, in any order.

    Raises FormatError with the line that repeats one, or names one out of range.

    >>> check_all_named([Row(1, "1 5"), Row(2, "0 5")], "node", "a.txt")
    >>> check_all_named([Row(1, "1 5"), Row(2, "1 5")], "node", "a.txt")
    Traceback (most recent call last):
    graphs.errors.FormatError: a.txt:2: the node 1 is listed twice
    """
    seen: set[int] = set()
    for row in part:
        number = natural(row, 0, what, where, high=len(part) - 1)
        if number in seen:
            raise FormatError(where, f"the {what} {number} is listed twice", line=row.number, cure=cure)
        seen.add(number)
