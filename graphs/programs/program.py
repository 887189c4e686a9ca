"""Program: one algorithm, with what one must know to run it: its task, sizes and tiles, least memory, best tiles."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from graphs.cdag import Cdag
from graphs.errors import OutOfDomain
from graphs.families.builder import check_sizes
from graphs.game import check_memory
from graphs.programs.fitting import no_tiles

Array = NDArray[np.float64]
Values = Mapping[str, Array]


GROWTH = {"B1": "M/(2*d)", "B2": "M/(3*d)", "B3": "M/(2*d)", "Bc": "M/(2*d)", "Br": "1", "C1": "1"} | {
    "F1": "M/(2*d)", "F2": "M/(3*d)", "F": "M/(3*d)", "H": "M/(2*d)", "R": "1", "w": "1",
}  # fmt: skip
"""How the best tiles of the sweeps grow; all others grow like sqrt(M)."""

_PLAIN, _ONE_STATISTIC, _TWO_STATISTICS = (
    "floor((sqrt(4*M - 11) - 1)/2)",
    "floor(sqrt(M - 2)) - 1",
    "floor((sqrt(4*M - 3) - 3)/2)",
)
_SQUARES = {"b": _TWO_STATISTICS, "f": _ONE_STATISTIC, "s": _ONE_STATISTIC, "o": _TWO_STATISTICS, "t": _TWO_STATISTICS}
_BLOCK = "Min(floor((M - d - 3)/(3*d + 4)), floor((M - d**2 - d - 3)/d))"
_LEFT = f"(M - d - 2 - Max((3*d + 4)*{_BLOCK}, d**2 + d*{_BLOCK}))"
CLOSED_FORMS = {
    "B1": "floor((M - 3)/(2*d + 2))",
    "B2": "floor((M - d - 2)/(3*d + 4))",
    "B3": "floor((M - 3)/(2*d + 1))",
    "Bc": "floor((M - 3*d - 6)/(2*d + 1))",
    "Br": "1",
    "C1": "1",
    "F1": "Min(floor((M - 3)/(2*d + 2)), floor((M - d**2 - d - 2)/d))",
    "F2": "Min(floor((M - d - 2)/(3*d + 4)), floor((M - d**2 - d - 2)/d))",
    "F": _BLOCK,
    "H": "floor((M - 3)/(2*d + 3))",
    "R": f"floor(({_LEFT} - 1)/(2*d)) + 1",
    "w": f"{_LEFT} - 2*d*floor(({_LEFT} - 1)/(2*d))",
}
"""The largest tiles of the sweeps that fit; of the other phases, the largest square b: b^2 + (1 + c) b + 3 <= M."""


@dataclass(frozen=True)
class Task:
    """What is computed: in words, from which inputs (with their shapes), by the ordinary way, and as a CDAG if any."""

    name: str
    inputs: Mapping[str, tuple[str, ...]]
    reference: Callable[[Values], dict[str, Array]] = field(repr=False)
    family: Callable[..., Cdag] | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Program:
    """An algorithm on the two-level memory.

    `body` takes the memory, then the sizes, then by keyword the tiles. `least` returns the least M for given sizes;
    `fit` the best tiles for M and sizes, or None if M is too small. `on_family` says whether the operations are those
    of the task's CDAG; otherwise the program makes up its own. A program that is not `symbolic` follows a pattern of
    given size, and its cost is a number for each tile, not a formula.
    """

    title: str
    task: Task
    body: Callable[..., None] = field(repr=False)
    least: Callable[..., int] = field(repr=False)
    fit: Callable[..., dict[str, int] | None] = field(default=no_tiles, repr=False)
    on_family: bool = True
    symbolic: bool = True

    @property
    def name(self) -> str:
        """The name by which the program is asked for: that of its function."""
        return self.body.__name__

    @property
    def family(self) -> Callable[..., Cdag] | None:
        """The CDAG that the program pebbles, for given sizes; None if it is only defined by the program itself."""
        return self.task.family if self.on_family else None

    @property
    def growth(self) -> dict[str, str]:
        """How the best tiles grow with M and d, for large sizes: formulas."""
        return {name: GROWTH.get(name, "sqrt(M)") for name in self.tiles}

    @property
    def sizes(self) -> tuple[str, ...]:
        """The names of the sizes, such as n and d."""
        return self._parameters(inspect.Parameter.POSITIONAL_OR_KEYWORD)[1:]

    @property
    def tiles(self) -> tuple[str, ...]:
        """The names of the tile sizes."""
        return self._parameters(inspect.Parameter.KEYWORD_ONLY)

    def _parameters(self, kind: object) -> tuple[str, ...]:
        return tuple(p.name for p in inspect.signature(self.body).parameters.values() if p.kind is kind)

    @property
    def closed_form(self) -> dict[str, str]:
        """The largest tiles that fit into M words, square ones for pairs: formulas in d and M, before any cutting off.

        For the sweeps and for Algorithm 6 with b <= n, d they are the best; a pair may do better than a square.
        """
        forms = {name: CLOSED_FORMS.get(name) or _SQUARES.get(name[0], _PLAIN) for name in self.tiles}
        if self.tiles == ("b1", "b2"):
            forms = dict.fromkeys(self.tiles, _PLAIN)
        if "C1" in forms:
            forms["B1"] = "floor((M - 3)/(2*d + 3))"
        return forms

    def least_memory(self, **sizes: int) -> int:
        """Returns the least M, in words, with which the program runs; raises OutOfDomain for wrong sizes."""
        self._check_names(sizes, self.sizes)
        return self.least(**sizes)

    def best_tiles(self, M: int, **sizes: int) -> dict[str, int]:
        """Returns the tiles with the least I/O that fit into M words, exactly.

        Raises OutOfDomain, naming the least M, if none fit.
        """
        check_memory(M)
        least = self.least_memory(**sizes)
        tiles = self.fit(M=M, **sizes) if least <= M else None
        if tiles is None:
            given = ", ".join(f"{name} = {size}" for name, size in sizes.items())
            raise OutOfDomain(f"{self.name} with {given} needs M >= {least} words of cache; got M = {M}")
        return tiles

    def check(self, parameters: Mapping[str, int]) -> None:
        """Raises OutOfDomain unless every size and tile is given and is a whole number >= 1."""
        self._check_names(parameters, self.sizes + self.tiles)

    def _check_names(self, given: Mapping[str, int], wanted: tuple[str, ...]) -> None:
        if set(given) != set(wanted):
            raise OutOfDomain(f"{self.name} takes {', '.join(wanted)}; got {', '.join(given) or 'nothing'}")
        check_sizes(**given)

    def check_inputs(self, inputs: Values, parameters: Mapping[str, int]) -> dict[str, Array]:
        """Returns the inputs as arrays of float64; raises OutOfDomain for a wrong name or shape, and for NaN or inf."""
        if set(inputs) != set(self.task.inputs):
            raise OutOfDomain(f"{self.name} reads {', '.join(self.task.inputs)}; got {', '.join(inputs) or 'nothing'}")
        arrays = {}
        for name, sizes in self.task.inputs.items():
            array = np.asarray(inputs[name], dtype=np.float64)
            shape = tuple(parameters[size] for size in sizes)
            if array.shape != shape:
                raise OutOfDomain(f"{name} must be {' x '.join(sizes)} = {shape}; got {array.shape}")
            if not np.isfinite(array).all():
                raise OutOfDomain(f"{name} must hold finite numbers only; got NaN or inf")
            arrays[name] = array
        return arrays

    def random_inputs(self, seed: int, **sizes: int) -> dict[str, Array]:
        """Returns normally distributed inputs; square d x d ones are divided by d, so that logits stay moderate."""
        self._check_names(sizes, self.sizes)
        generator = np.random.default_rng(seed)
        arrays = {}
        for name, names in self.task.inputs.items():
            array = generator.normal(size=tuple(sizes[size] for size in names))
            arrays[name] = array / sizes[names[0]] if names == ("d", "d") else array
        return arrays
