"""Points: the questions of a sweep, each with a key that is the hash of its content."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import ClassVar, Self

from graphs.errors import OutOfDomain
from graphs.families import FAMILIES, usage
from proofs.hashes import hash_of

Natural = tuple[int | str, ...]


@dataclass(frozen=True)
class Point:
    """One question. Equal questions have equal keys, whatever grid and file they come from.

    `version` is part of the key: raise it whenever the same question may get another answer, such as other bounds
    within the same budget, and what older versions found is left alone and computed again.
    """

    kind: ClassVar[str]
    version: ClassVar[int]

    M: int

    @property
    def subject(self) -> str:
        """What is asked about, as tables and pictures name it."""
        raise NotImplementedError

    @property
    def group(self) -> str:
        """The subject, or the family of graphs that one colour in a picture stands for."""
        return self.subject

    @property
    def rules(self) -> str:
        """The variant of the game; empty if there is no game."""
        return ""

    def document(self) -> dict[str, object]:
        """Returns the point as JSON values, with its kind and version."""
        return {"kind": self.kind, "version": self.version, **asdict(self)}

    @cached_property
    def key(self) -> str:
        """The SHA-256 of the point in canonical JSON."""
        return hash_of(self.document())

    @property
    def rank(self) -> tuple[object, ...]:
        """Where the point stands in a list: by kind, rules and subject, numbers in the order of numbers, then by M."""
        return (self.kind, natural(self.subject), self.rules, self.M, self.key)

    @classmethod
    def read(cls, document: Mapping[str, object]) -> Self:
        """Returns the point that was written as JSON values; raises TypeError or ValueError if it was not."""
        values = {name: value for name, value in document.items() if name not in ("kind", "version")}
        return cls(**values)  # type: ignore[arg-type]


@dataclass(frozen=True)
class GraphPoint(Point):
    """The optimum of one member of a family."""

    kind = "optimum"
    version = 1

    graph: str  # in the form of `canonical`
    variant: str
    budget: int

    @property
    def subject(self) -> str:
        """The graph, options left out that have their usual value."""
        return brief(self.graph)

    @property
    def rules(self) -> str:
        """The variant of the game."""
        return self.variant


@dataclass(frozen=True)
class RandomPoint(Point):
    """The optimum of one random DAG: the `number`-th of a seed."""

    kind = "random"
    version = 1

    seed: int
    number: int
    nodes: int
    probability: str  # of each edge: an exact fraction
    variant: str
    budget: int

    @property
    def subject(self) -> str:
        """The graph in words: how many nodes, how likely an edge, which seed and number."""
        return f"{self.group} seed={self.seed} #{self.number}"

    @property
    def group(self) -> str:
        """The graphs that differ from this one by chance only."""
        return f"random nodes={self.nodes} p={self.probability}"

    @property
    def rules(self) -> str:
        """The variant of the game."""
        return self.variant


@dataclass(frozen=True)
class ProgramPoint(Point):
    """The exact I/O of a program with its best tiles."""

    kind = "program"
    version = 1

    program: str
    sizes: Mapping[str, int]

    @property
    def subject(self) -> str:
        """The program and its sizes."""
        return f"{self.program} " + " ".join(f"{name}={size}" for name, size in self.sizes.items())

    def __hash__(self) -> int:
        return hash(self.key)


KINDS: dict[str, type[Point]] = {cls.kind: cls for cls in (GraphPoint, ProgramPoint, RandomPoint)}


def point_of(document: Mapping[str, object]) -> Point:
    """Returns the point that was written as JSON values, of whatever version.

    Raises KeyError, TypeError or ValueError if it was not.

    >>> point_of(GraphPoint(3, "pyramid:2", "hong-kung", 1000).document()).subject
    'pyramid:2'
    """
    return KINDS[str(document["kind"])].read(document)


def canonical(graph: str) -> str:
    """Returns the one text for a member of a family, with every option, so that equal graphs have equal keys.

    Raises OutOfDomain, saying what the family wants, if the name or the parameters are not right.

    >>> canonical("matmul: 2, 02, columns=2")
    'matmul:2,2,2,trees=chain,loaded_c=False'
    """
    name, _, rest = graph.partition(":")
    if name not in FAMILIES:
        raise OutOfDomain(f"no family is called {name!r}; known: {', '.join(map(usage, FAMILIES))}")
    signature = inspect.signature(FAMILIES[name])
    words = [word.strip() for word in rest.split(",") if word.strip()]
    named = {key.strip(): value.strip() for key, _, value in (word.partition("=") for word in words if "=" in word)}
    try:
        bound = signature.bind(*(word for word in words if "=" not in word), **named)
    except TypeError as error:
        raise OutOfDomain(f"{graph!r}: {error}; use {usage(name)}") from None
    bound.apply_defaults()
    values = {
        key: str(int(str(value))) if str(value).isdecimal() else str(value) for key, value in bound.arguments.items()
    }
    plain = {key for key, parameter in signature.parameters.items() if parameter.default is parameter.empty}
    return f"{name}:" + ",".join(value if key in plain else f"{key}={value}" for key, value in values.items())


def brief(graph: str) -> str:
    """Returns a text of `canonical` without the options that have their usual value.

    >>> brief("matmul:2,2,2,trees=fma,loaded_c=False")
    'matmul:2,2,2,trees=fma'
    """
    name, _, rest = graph.partition(":")
    parameters = inspect.signature(FAMILIES[name]).parameters.values() if name in FAMILIES else ()
    usual = {f"{parameter.name}={parameter.default}" for parameter in parameters}
    return f"{name}:" + ",".join(word for word in rest.split(",") if word not in usual)


def natural(text: str) -> Natural:
    """Returns what to sort texts by so that their numbers come in the order of numbers.

    >>> sorted(["fft:16", "fft:4"], key=natural)
    ['fft:4', 'fft:16']
    """
    parts = re.split(r"(\d+)", text)
    return tuple(int(part) if place % 2 else part for place, part in enumerate(parts))
