"""Specification: a SPEC.toml read and checked, and the points of its grids."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from itertools import product
from math import prod
from pathlib import Path

from graphs.errors import FormatError, OutOfDomain
from graphs.families import FAMILIES, usage
from graphs.formats.source import read_text, shown
from graphs.game import VARIANTS
from graphs.programs import PROGRAMS
from proofs.sweep.point import GraphPoint, Point, ProgramPoint, RandomPoint, canonical
from proofs.sweep.ranges import BadRange, numbers

MOST_POINTS = 100_000
MOST_NODES = 2_000
"""Of a random DAG; larger ones take longer to draw than to bound."""

BUDGET = 1_000_000

_KEYS = {
    "optimum": ("families", "sizes", "M", "variants", "budget"),
    "program": ("programs", "sizes", "M"),
    "random": ("seed", "nodes", "probability", "count", "M", "variants", "budget"),
}


@dataclass(frozen=True)
class Specification:
    """The points of a sweep, each once, in the order of the file."""

    title: str
    points: tuple[Point, ...]


def read_specification(path: str | Path) -> Specification:
    """Returns the sweep that a file describes; raises FormatError with the line that is wrong.

    >>> read_specification("no/such.toml")
    Traceback (most recent call last):
    graphs.errors.FormatError: no/such.toml: no such file; check the path
    """
    return parse(read_text(path), shown(path))


def parse(text: str, where: str = "SPEC.toml") -> Specification:
    """Returns the sweep that a text describes; raises FormatError.

    >>> sweep = parse('[[grid]]\\nkind = "optimum"\\nfamilies = ["pyramid"]\\nsizes.height = [2, 3]\\nM = [3, 4]')
    >>> [(point.subject, point.M) for point in sweep.points]
    [('pyramid:2', 3), ('pyramid:2', 4), ('pyramid:3', 3), ('pyramid:3', 4)]
    """
    try:
        document = tomllib.loads(text, parse_float=_Decimal)
    except tomllib.TOMLDecodeError as error:
        rule, line = _placed(str(error), text)
        raise FormatError(where, f"is no TOML: {rule}", line=line, cure="see https://toml.io") from None
    except RecursionError:
        raise FormatError(where, "is nested too deeply") from None
    unknown = sorted(set(document) - {"title", "grid"})
    if unknown:
        raise FormatError(
            where, f"has {unknown[0]!r}", line=_line(text, None, unknown[0]), cure="it takes title and [[grid]]"
        )
    grids, title = document.get("grid"), document.get("title", "")
    if not isinstance(title, str):
        raise FormatError(where, f"title is a text; got {title!r}", line=_line(text, None, "title"))
    if not isinstance(grids, list) or not grids or not all(isinstance(grid, dict) for grid in grids):
        raise FormatError(
            where, "has no grid", cure='write [[grid]] and under it kind = "optimum", "program" or "random"'
        )
    read = [_Grid(where, text, number, table) for number, table in enumerate(grids)]
    count = sum(grid.count for grid in read)
    if count > MOST_POINTS:
        cure = "shorten its ranges or split it into several sweeps"
        raise FormatError(where, f"would make {count:,} points; a sweep has at most {MOST_POINTS:,}", cure=cure)
    points = {point.key: point for grid in read for point in grid.points()}
    return Specification(title, tuple(points.values()))


class _Grid:
    """One [[grid]] of the file: its axes, checked, and its points."""

    def __init__(self, where: str, text: str, number: int, table: Mapping[str, object]) -> None:
        self.where, self.text, self.number, self.table = where, text, number, table
        kind = table.get("kind")
        if not isinstance(kind, str) or kind not in _KEYS:
            self.refuse("kind", f"kind is one of {', '.join(_KEYS)}; got {_toml(kind)}")
        self.kind = str(kind)
        for key in table:
            if key != "kind" and key not in _KEYS[self.kind]:
                near = get_close_matches(key, _KEYS[self.kind], n=1)
                meant = f"did you mean {near[0]}?" if near else f"it takes {', '.join(_KEYS[self.kind])}"
                self.refuse(key, f"a grid of kind {self.kind} has no {key!r}", meant)
        self.memory = self.range("M")
        self.variants = self.names("variants", VARIANTS, ["hong-kung"])
        self.budget = self.one("budget", BUDGET)
        self.count, self.points = self.axes()

    def axes(self) -> tuple[int, Callable[[], Iterator[Point]]]:
        """How many points there are, and what makes them."""
        match self.kind:
            case "optimum":
                return self.graphs()
            case "program":
                return self.programs()
        return self.random()

    def graphs(self) -> tuple[int, Callable[[], Iterator[Point]]]:
        families = self.texts("families", None)
        names, axes = self.sizes()
        for text in families:
            example = self.member(text, dict(zip(names, (axis[0] for axis in axes), strict=True)))
            try:
                canonical(example)
            except OutOfDomain as error:
                self.refuse("families", str(error), "give what is missing as sizes.NAME, or leave out what is too much")

        def points() -> Iterator[Point]:
            for text, variant, sizes in product(families, self.variants, product(*axes)):
                graph = canonical(self.member(text, dict(zip(names, sizes, strict=True))))
                yield from (GraphPoint(M, graph, variant, self.budget) for M in self.memory)

        return len(families) * len(self.variants) * _volume(axes) * len(self.memory), points

    def programs(self) -> tuple[int, Callable[[], Iterator[Point]]]:
        programs = self.names("programs", PROGRAMS, None)
        names, axes = self.sizes()
        for name in programs:
            wanted = PROGRAMS[name].sizes
            if set(names) != set(wanted):
                listed = ", ".join(f"sizes.{size}" for size in wanted)
                self.refuse(
                    "sizes", f"{name} takes {listed}; got {', '.join(names) or 'none'}", "give each, and no other"
                )

        def points() -> Iterator[Point]:
            for name, sizes in product(programs, product(*axes)):
                given = dict(zip(names, sizes, strict=True))
                ordered = {size: given[size] for size in PROGRAMS[name].sizes}
                yield from (ProgramPoint(M, name, ordered) for M in self.memory)

        return len(programs) * _volume(axes) * len(self.memory), points

    def random(self) -> tuple[int, Callable[[], Iterator[Point]]]:
        seed, count = self.one("seed", 0, least=0), self.one("count", 1)
        nodes, chances = self.range("nodes", least=2), self.chances()
        if nodes[-1] > MOST_NODES or max(nodes) > MOST_NODES:
            self.refuse("nodes", f"a random DAG has at most {MOST_NODES:,} nodes; got {max(nodes):,}", "ask for fewer")

        def points() -> Iterator[Point]:
            for size, chance, variant, number in product(nodes, chances, self.variants, range(count)):
                for M in self.memory:
                    yield RandomPoint(M, seed, number, size, chance, variant, self.budget)

        return len(nodes) * len(chances) * len(self.variants) * count * len(self.memory), points

    def member(self, text: str, sizes: Mapping[str, int]) -> str:
        """The text of one graph: a family with its options, and the sizes that the grid goes through."""
        name, _, options = text.partition(":")
        return f"{name}:" + ",".join(filter(None, [*(f"{key}={size}" for key, size in sizes.items()), options]))

    def sizes(self) -> tuple[tuple[str, ...], list[Sequence[int]]]:
        table = self.table.get("sizes", {})
        if not isinstance(table, dict):
            self.refuse("sizes", f"sizes is a table of ranges; got {_toml(table)}", "write sizes.n = [1, 2] and so on")
        assert isinstance(table, dict)
        return tuple(table), [self.numbers("sizes", f"sizes.{name}", value, 1) for name, value in table.items()]

    def chances(self) -> list[str]:
        given = self.table.get("probability")
        found = []
        for value in given if isinstance(given, list) else [given]:
            try:
                chance = Fraction(str(value)) if isinstance(value, str | int) and not isinstance(value, bool) else None
            except (ValueError, ZeroDivisionError):
                chance = None
            if chance is None or not 0 <= chance <= 1:
                rule = f"probability is a fraction from 0 to 1, or a list of them; got {_toml(given)}"
                self.refuse("probability", rule, 'write "1/4" or 0.25')
            found.append(str(chance))
        if not found:
            self.refuse("probability", "probability is empty", 'write "1/4" or 0.25')
        return list(dict.fromkeys(found))

    def range(self, key: str, least: int = 1) -> Sequence[int]:
        if key not in self.table:
            self.refuse("kind", f"a grid of kind {self.kind} needs {key}", f"write {key} = [3, 4] or a range")
        return self.numbers(key, key, self.table[key], least)

    def numbers(self, key: str, name: str, value: object, least: int) -> Sequence[int]:
        try:
            return numbers(value, least)
        except BadRange as error:
            self.refuse(key, f"{name} {error}")
            raise

    def one(self, key: str, usual: int, least: int = 1) -> int:
        found = self.numbers(key, key, self.table.get(key, usual), least)
        if isinstance(self.table.get(key), list | dict):
            self.refuse(key, f"{key} is one number; got {_toml(self.table[key])}")
        return found[0]

    def names(self, key: str, known: Mapping[str, object], usual: list[str] | None) -> list[str]:
        found = self.texts(key, usual)
        for name in found:
            if name not in known:
                near = get_close_matches(name, known, n=3, cutoff=0.4) or list(known)
                self.refuse(key, f"{key} has no {name!r}", f"did you mean {', '.join(near)}?")
        return found

    def texts(self, key: str, usual: list[str] | None) -> list[str]:
        found = self.table.get(key, usual)
        if not isinstance(found, list) or not found or not all(isinstance(name, str) for name in found):
            known = {"families": ", ".join(map(usage, FAMILIES)), "programs": ", ".join(PROGRAMS)}.get(key, "")
            cure = f"known: {known or ', '.join(VARIANTS)}"
            self.refuse(key if key in self.table else "kind", f"{key} is a list of names; got {_toml(found)}", cure)
        assert isinstance(found, list)
        return list(dict.fromkeys(found))

    def refuse(self, key: str, rule: str, cure: str = "") -> None:
        raise FormatError(self.where, rule, line=_line(self.text, self.number, key), cure=cure)


class _Decimal(str):
    """A decimal number of the file as it is written there: no float is ever made of it."""

    __slots__ = ()


def _volume(axes: Sequence[Sequence[int]]) -> int:
    return prod(map(len, axes))


def _toml(value: object) -> str:
    """A value as messages show it: cut off, and nothing for what is not there."""
    if value is None:
        return "nothing"
    said = str(value) if isinstance(value, _Decimal) else repr(value)
    return said if len(said) <= 60 else said[:57] + "..."


def _placed(message: str, text: str) -> tuple[str, int]:
    """What is wrong, and the line, of a message that ends in `(at line 3, column 5)` or `(at end of document)`."""
    rule, _, place = message.rpartition(" (at ")
    found = re.match(r"line (\d+)", place)
    return rule or message, int(found[1]) if found else text.rstrip().count("\n") + 1


def _line(text: str, grid: int | None, key: str) -> int | None:
    """The line of a key in the grid of that number (before the first one if None), or of the grid itself.

    tomllib does not tell, so this looks for lines that begin with the key; None if the file is written another way.
    """
    current, header = None, None
    sought = re.compile(rf"""\s*(?:["']?{re.escape(key)}["']?\s*[.=]|\[\s*grid\s*\.\s*{re.escape(key)}\s*[\].])""")
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(r"\s*\[\[\s*grid\s*\]\]", line):
            current = 0 if current is None else current + 1
            header = number if current == grid else header
        elif current == grid and sought.match(line):
            return number
    return header
