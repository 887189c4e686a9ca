"""Weights: what a file says of the size of a value, which must be one word, for that is what the game prices.

A size is a `weight`, or, as OneStopParallel says, a `comm_weight` or `mem_weight`. A value of w words would be w nodes;
to read it as one would give a cost that is too low, so it is refused and not ignored. A `work_weight` is no size but
the time that computing takes; computing is free in the game, whatever it takes, so any work weight is accepted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from reprlib import repr as brief

from graphs.errors import FormatError
from graphs.formats.rows import Row

SIZES = frozenset({"weight", "comm_weight", "mem_weight"})
_ONE = re.compile(r"\+?1(?:\.0*)?")


def check_weight(value: object, what: str, where: str, *, line: int | None = None) -> None:
    """Checks that a weight is 1, written as a number or as a text such as `1` or `1.0`.

    Raises FormatError with the weight got and the reason.

    >>> check_weight("1.0", "the weight of the node a", "a.dot")
    >>> check_weight(3, "the weight of the node a", "a.dot", line=2)
    Traceback (most recent call last):
    graphs.errors.FormatError: a.dot:2: the weight of the node a is 3, but a node is one word, and words are what the
    game prices; make w nodes of a value of w words, or set the weight to 1
    """
    plain = isinstance(value, (int, float, str)) and not isinstance(value, bool)
    if plain and _ONE.fullmatch(str(value).strip()):
        return
    rule = f"{what} is {brief(value)}, but a node is one word, and words are what the game prices"
    raise FormatError(where, rule, line=line, cure="make w nodes of a value of w words, or set the weight to 1")


def check_attributes(
    attributes: Mapping[str, object], owner: str, where: str, *, line: int | None = None, sizes: Iterable[str] = SIZES
) -> None:
    """Checks that those attributes of a node or an edge that are sizes are 1; capitals do not matter.

    An edge hands on the value of its source, so its weight is a size too. Raises FormatError as `check_weight` does.

    >>> check_attributes({"Weight": 1, "work_weight": 7, "color": "red"}, "the node a", "a.gml")
    """
    for name, value in attributes.items():
        if name.lower() in sizes:
            check_weight(value, f"the {name} of {owner}", where, line=line)


def check_columns(part: Iterable[Row], columns: Mapping[int, str], what: str, where: str) -> None:
    """Checks the columns that hold sizes, in lines that start with the number of a node or a hyperedge.

    A column that a line does not reach says nothing, and counts as 1. Raises FormatError with the line.

    >>> check_columns([Row(2, "0 1"), Row(3, "1")], {1: "communication weight"}, "node", "a.txt")
    """
    for row in part:
        words = row.words
        for column, name in columns.items():
            if column < len(words):
                check_weight(words[column], f"the {name} of the {what} {words[0]}", where, line=row.number)
