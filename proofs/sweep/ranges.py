"""Ranges: the whole numbers that a grid goes through, as a number, a list, or {from, to, step or factor}."""

from __future__ import annotations

from collections.abc import Sequence

LARGEST = 10**15
"""Numbers up to here are exact in every JSON reader, and so in the hash of a point."""


class BadRange(ValueError):
    """A value is no range; the message says the rule and the cure."""


def numbers(value: object, least: int = 1) -> Sequence[int]:
    """Returns the numbers of a range, in order, without making a list of a long one; raises BadRange.

    >>> list(numbers(5)), list(numbers([4, 2])), list(numbers({"from": 3, "to": 9, "step": 3}))
    ([5], [4, 2], [3, 6, 9])
    >>> list(numbers({"from": 8, "to": 100, "factor": 2}))
    [8, 16, 32, 64]
    """
    if isinstance(value, dict):
        return _progression(value, least)
    listed = value if isinstance(value, list) else [value]
    if not listed:
        raise BadRange("is empty; give at least one number")
    for number in listed:
        _check(number, least)
    twice = [number for number in dict.fromkeys(listed) if listed.count(number) > 1] if len(listed) < 1000 else []
    if twice:
        raise BadRange(f"has {twice[0]} more than once; leave it out")
    return tuple(listed)


def _progression(table: dict[str, object], least: int) -> Sequence[int]:
    unknown = sorted(set(table) - {"from", "to", "step", "factor"})
    if unknown or not {"from", "to"} <= set(table) or {"step", "factor"} <= set(table):
        got = ", ".join(table) or "nothing"
        raise BadRange(f"is {{from, to}} with one of step and factor, or neither; got {got}")
    first, last = _check(table["from"], least, "from"), _check(table["to"], least, "to")
    if last < first:
        raise BadRange(f"goes from {first} to {last}; the end must not lie before the start")
    if "factor" not in table:
        return range(first, last + 1, _check(table.get("step", 1), 1, "step"))
    factor = _check(table["factor"], 2, "factor")
    if first == 0:
        raise BadRange("starts at 0, which no factor makes larger; start at 1 or use step")
    found = [first]
    while found[-1] * factor <= last:
        found.append(found[-1] * factor)
    return tuple(found)


def _check(number: object, least: int, name: str = "") -> int:
    if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= LARGEST:
        where = f"{name} " if name else ""
        raise BadRange(f"{where}wants whole numbers from {least} to 10^15; got {number!r}")
    return number
