"""Machines: the fast memories of real hardware, word sizes, head dimensions of real models, each with its source."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any, Protocol, TypeVar

from graphs.errors import OutOfDomain

DATA = Path(__file__).with_name("data") / "machines.toml"
LEVELS = {"smem": "shared memory or LDS", "vmem": "VMEM", "registers": "registers", "l2": "L2 cache"}
"""The levels of memory that the table knows."""
SAME_LEVEL = {"lds": "smem", "shared": "smem", "sharedmemory": "smem", "rf": "registers", "vgpr": "registers"}


class Named(Protocol):
    """What can be asked for by name."""

    @property
    def name(self) -> str:
        """Its name."""
        ...

    @property
    def aliases(self) -> tuple[str, ...]:
        """Its other names."""
        ...


N = TypeVar("N", bound=Named)


@dataclass(frozen=True)
class Dtype:
    """The type of a word, and how many bytes it takes."""

    name: str
    bytes: int
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True)
class Memory:
    """A fast memory: how many bytes, at which level, for each what; a figure is `verified` if its source gives it."""

    level: str
    bytes: int
    what: str
    per: str
    source: str
    verified: bool

    def words(self, dtype: Dtype) -> int:
        """Returns M, the number of whole words that the memory holds.

        >>> device("h100").memory().words(dtype("bf16"))
        116224
        """
        return self.bytes // dtype.bytes


@dataclass(frozen=True)
class Device:
    """A device with its fast memories, the usual level first."""

    name: str
    title: str
    memories: tuple[Memory, ...]
    aliases: tuple[str, ...] = ()

    def memory(self, level: str | None = None) -> Memory:
        """Returns the memory at a level, by default the usual one; raises OutOfDomain if the table has none there.

        >>> device("a100").memory("registers").bytes
        262144
        """
        if level is None:
            return self.memories[0]
        wanted = plain_level(level)
        for memory in self.memories:
            if memory.level == wanted:
                return memory
        have = ", ".join(memory.level for memory in self.memories)
        raise OutOfDomain(f"the table has no level {wanted} for {self.name}, it has {have}; give its size with --bytes")


@dataclass(frozen=True)
class Model:
    """A model and the head dimensions of its queries and keys, and of its values."""

    name: str
    title: str
    d_qk: int
    d_v: int
    source: str
    verified: bool
    aliases: tuple[str, ...] = ()


@cache
def dtypes() -> tuple[Dtype, ...]:
    """Returns the word types of the table."""
    return tuple(Dtype(row["name"], row["bytes"], tuple(row.get("aliases", ()))) for row in _table()["dtype"])


@cache
def devices() -> tuple[Device, ...]:
    """Returns the devices of the table, in its order."""
    return tuple(_device(row) for row in _table()["device"])


@cache
def models() -> tuple[Model, ...]:
    """Returns the models of the table, in its order."""
    return tuple(
        Model(row["name"], row["title"], row["d"][0], row["d"][1], *_source(row), tuple(row.get("aliases", ())))
        for row in _table()["model"]
    )


def dtype(name: str) -> Dtype:
    """Returns the word type of a name; raises OutOfDomain with the names that are near.

    >>> dtype("float16").bytes
    2
    """
    return _named(name, dtypes(), "dtype")


def device(name: str) -> Device:
    """Returns the device of a name; case, spaces and dashes do not matter. Raises OutOfDomain with the names near.

    >>> device("RTX 4090").name, device("tpu_v4").memory().level
    ('rtx4090', 'vmem')
    """
    return _named(name, devices(), "device")


def model(name: str) -> Model:
    """Returns the model of a name; raises OutOfDomain with the names that are near.

    >>> model("DeepSeek-V3").d_qk, model("DeepSeek-V3").d_v
    (192, 128)
    """
    return _named(name, models(), "model")


def plain_level(name: str) -> str:
    """Returns the name of a level as the table has it; raises OutOfDomain for one that it does not know.

    >>> plain_level("LDS"), plain_level("L2")
    ('smem', 'l2')
    """
    squeezed = squeeze(name)
    level = SAME_LEVEL.get(squeezed, squeezed)
    if level not in LEVELS:
        raise OutOfDomain(f"a level of memory is one of {', '.join(LEVELS)}; got {name!r}")
    return level


def head_dimensions() -> tuple[int, ...]:
    """Returns the head dimensions that the models of the table have, increasing.

    >>> head_dimensions()
    (64, 80, 128, 192, 256, 512, 576)
    """
    return tuple(sorted({d for one in models() for d in (one.d_qk, one.d_v)}))


def squeeze(name: str) -> str:
    """Returns a name in small letters and digits only.

    >>> squeeze("RTX 4090"), squeeze("tpu-v5p")
    ('rtx4090', 'tpuv5p')
    """
    return "".join(filter(str.isalnum, name.lower()))


def _named(name: str, known: Iterable[N], what: str) -> N:
    found = {squeeze(word): one for one in known for word in (one.name, *one.aliases)}
    wanted = squeeze(name)
    if wanted in found:
        return found[wanted]
    close = get_close_matches(wanted, found, n=4, cutoff=0.5)
    near = list(dict.fromkeys(found[word].name for word in close))
    listed = f"did you mean {', '.join(near)}?" if near else "`pebbleproof regime --list` lists all"
    raise OutOfDomain(f"the table has no {what} {name!r}; {listed}")


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(DATA.read_text(encoding="utf-8"))


def _device(row: Mapping[str, Any]) -> Device:
    architecture = row.get("architecture", "")
    rows = [*_table()["architecture"].get(architecture, {}).get("memories", ()), *row.get("memories", ())]
    memories = tuple(Memory(one["level"], one["bytes"], one["what"], one["per"], *_source(one)) for one in rows)
    title = f"{row['title']} ({architecture})" if architecture else row["title"]
    return Device(row["name"], title, memories, tuple(row.get("aliases", ())))


def _source(row: Mapping[str, Any]) -> tuple[str, bool]:
    """The source of a row, and whether it was looked up."""
    source = _table()["source"][row["of"]]
    return source["text"], source["verified"]
