"""regime: on which side of M = d^2 a piece of hardware is for a head dimension, and what that means in words moved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from graphs.errors import OutOfDomain
from proofs.cli import values
from proofs.cli.hardware import listing, overview
from proofs.cli.terminal import progress, show, show_json
from symbolic import heatmap, machines
from symbolic.machines import Dtype, Memory
from symbolic.regime import (
    Governs,
    Reading,
    Traffic,
    Verdict,
    check_largest,
    contenders,
    decimal,
    root_decimal,
    traffic,
)
from symbolic.reigns import FLASH, KINDS

CAVEAT = (
    "A regime is about asymptotic traffic, in words of one type, between this one memory and the next larger one. It "
    "does not say whether the tiles of a given kernel fit into it."
)
ONE_D = "The theorem has one d, for queries, keys and values alike; it is silent on unequal ones. Read with each:"
_LARGE_PROGRAMS = tuple(name for name, kind in KINDS.items() if kind in (*FLASH, "in cache"))
_LEMMAS = {
    "trivial(X)": "Q_ge_trivial",
    "LBmin": "Q_ge_min_A_B",
    "LBcorrected": "Q_ge_Phi",
    "theorem-A": "Q_ge_of_four_weights",
    "theorem-B": "Q_ge_of_two_passes",
}
"""The lemmas of the catalogue that state the bounds; of the others the name is Q_ge_ and that of the bound."""


def regime(
    device: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="A device of the table, such as h100.", autocompletion=values.devices),
    ] = None,
    size: Annotated[int | None, typer.Option("--bytes", help="The size of the fast memory, without a device.")] = None,
    level: Annotated[
        str | None,
        typer.Option(
            metavar="LEVEL",
            help="smem, registers, vmem or l2; the device's usual one if absent.",
            autocompletion=values.levels,
        ),
    ] = None,
    dtype: Annotated[
        str,
        typer.Option(
            metavar="TYPE", help="The type of a word: fp8, bf16, fp16, fp32, ...", autocompletion=values.dtypes
        ),
    ] = "bf16",
    head_dim: Annotated[int | None, typer.Option(help="Head dimension of queries and keys.")] = None,
    head_dim_v: Annotated[int | None, typer.Option(help="Head dimension of the values, if another one.")] = None,
    model: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="A model of the table, for its heads.", autocompletion=values.models),
    ] = None,
    seq_len: Annotated[int | None, typer.Option(help="Sequence length n, for programs and bounds.")] = None,
    listed: Annotated[bool, typer.Option("--list", help="List devices, models and types with sources.")] = False,
    table: Annotated[bool, typer.Option("--table", help="Tabulate all devices against head dimensions.")] = False,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw that table as a heat map: .pdf, .svg or .png.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Say on which side of M = d^2 a device is for a head dimension: small cache, large cache or boundary.

    With --seq-len also both terms of the theorem, the best programs for dX and the best lower bound; all exact.
    """
    single = {
        "--device": device,
        "--bytes": size,
        "--head-dim": head_dim,
        "--head-dim-v": head_dim_v,
        "--model": model,
        "--seq-len": seq_len,
    }
    for name, value in single.items():
        if isinstance(value, int) and value < 1:
            raise OutOfDomain(f"{name} must be a whole number >= 1; got {value}")
    given = [name for name, value in single.items() if value is not None]
    if listed or table or plot:
        mode = "--list" if listed else "--table" if table else "--plot"
        extra = [
            *given,
            *(["--level"] if listed and level else []),
            *(["--table or --plot"] if listed and table else []),
        ]
        if extra:
            raise OutOfDomain(f"{mode} is about every device; leave out {', '.join(extra)}")
        if listed:
            listing(as_json)
        else:
            overview(heatmap.grid(machines.dtype(dtype), level), table, plot, as_json)
        return
    word = machines.dtype(dtype)
    memory, owner = _memory(device, size, level)
    M = memory.words(word)
    if M < 1:
        raise OutOfDomain(
            f"{memory.bytes} bytes hold no word of {word.name}, which takes {word.bytes}; give more bytes"
        )
    heads = _heads(head_dim, head_dim_v, model)
    readings = {d: Reading(M, d) for d in heads.values()}
    moved: dict[int, Traffic] = {}
    if seq_len is not None:
        with progress(len(contenders()) * len(readings), "comparing programs") as advance:
            moved = {d: traffic(seq_len, reading, advance) for d, reading in readings.items()}
    if as_json:
        show_json(_document(memory, owner, word, heads, readings, moved))
        return
    show(_rows(_of_memory(memory, owner, word, M)))
    if len(readings) > 1:
        show("", ONE_D)
    for d, reading in readings.items():
        names = " = ".join(name for name, own in heads.items() if own == d) if len(readings) > 1 else "d"
        show("", Text(f"{names} = {d}", style="bold"), _rows(_of_reading(reading, memory, word)))
        if d in moved:
            show(_rows(_of_traffic(moved[d])))
    if len(readings) > 1:
        show("", _agreement(heads, readings))
    show("", CAVEAT)
    if seq_len is None:
        show("Give --seq-len for both terms, the best programs and the best lower bound.")


def _memory(device: str | None, size: int | None, level: str | None) -> tuple[Memory, str]:
    """The memory asked for, and whose it is."""
    if (device is None) == (size is None):
        got = "neither" if device is None else "both"
        raise OutOfDomain(f"give either --device or --bytes; got {got} (`pebbleproof regime --list` lists devices)")
    if device is not None:
        found = machines.device(device)
        return found.memory(level), found.title
    if level is not None:
        raise OutOfDomain("--level chooses a memory of a --device; with --bytes leave it out")
    assert size is not None
    check_largest("bytes", "--bytes", size)
    return Memory("", size, "fast memory", "", "given with --bytes", True), ""


def _heads(head_dim: int | None, head_dim_v: int | None, model: str | None) -> dict[str, int]:
    """The head dimensions by name."""
    if (head_dim is None) == (model is None):
        got = "neither" if model is None else "both"
        raise OutOfDomain(f"give either --head-dim or --model; got {got} (`pebbleproof regime --list` lists models)")
    if model is not None:
        if head_dim_v is not None:
            raise OutOfDomain("--head-dim-v goes with --head-dim; a --model has its own")
        found = machines.model(model)
        return {"d_qk": found.d_qk, "d_v": found.d_v}
    assert head_dim is not None
    return {"d_qk": head_dim, "d_v": head_dim if head_dim_v is None else head_dim_v}


Rows = Iterator[tuple[str, str]]


def _of_memory(memory: Memory, owner: str, word: Dtype, M: int) -> Rows:
    where = f"{memory.bytes:,} bytes of {memory.what}" + (f", for each {memory.per} of {owner}" if owner else "")
    yield "memory", where
    yield "source", memory.source + ("" if memory.verified else " (not verified)")
    yield "M", f"{M:,} words of {word.name}, {word.bytes} {'byte' if word.bytes == 1 else 'bytes'} each"


def _of_reading(reading: Reading, memory: Memory, word: Dtype) -> Rows:
    yield "M/d^2", _number(reading.ratio, 3)
    yield (
        "regime",
        f"{reading.verdict}: {reading.verdict.rule}"
        + (", which counts as large cache" if reading.verdict is Verdict.BOUNDARY else ""),
    )
    smaller = {Verdict.SMALL: "B is smaller", Verdict.LARGE: "A is smaller", Verdict.BOUNDARY: "they are equal"}
    exact = reading.verdict is Verdict.BOUNDARY
    value = "1" if exact else f"{reading.terms_ratio(4)} approx."
    yield "A/B", f"d/sqrt(M) = {reading.d}/sqrt({reading.M}) = {value}, for every n: {smaller[reading.verdict]}"
    yield "min{A, B}", f"governs for n >= {reading.least_n}; for smaller n, inputs plus outputs do"
    others = (other for other in machines.dtypes() if other.bytes != word.bytes and other.name != "tf32")
    words = [(other.name, memory.words(other)) for other in others]
    told = [f"{name} {Reading(M, reading.d).verdict} {Reading(M, reading.d).ratio}" for name, M in words if M]
    yield "other types", "; ".join(told) or "hold no word"


def _of_traffic(found: Traffic) -> Rows:
    M = found.reading.M
    yield "", ""
    yield "n", f"{found.n}, gradient in X"
    yield "A", f"{_number(found.A, 0)} words, (n^2 d^2 + n d^3)/M"
    root = f" = {int(root_decimal(found.B_numerator, M, 0)):,} approx." if "sqrt" in found.B_text else ""
    yield "B", f"{found.B_text}{root} words, (n^2 d + n d^2)/sqrt(M)"
    yield "governs", _governs(found)
    if not found.runs:
        yield "programs", f"none runs with M = {M}"
    for name, run in zip(("best program", "runner-up"), found.runs, strict=False):
        more = Fraction(run.cost.io, found.runs[0].cost.io)
        times = f", {decimal(more, 3)} times as many (approx.)" if run is not found.runs[0] else ""
        cost = f"{run.cost.loads:,} loads + {run.cost.stores:,} stores"
        yield name, f"{run.program.name}, {run.cost.io:,} words{times}: {cost}"
    if _against(found):
        yield "", f"constants decide near M = d^2: {_against(found)}; `pebbleproof crossover` finds where"
    bound, words = found.lower
    lemma = lemma_of(bound)
    yield "lower bound", f"{bound}, {words:,} words; how strongly: `pebbleproof lemmas {lemma}`"
    if found.gap is not None:
        yield "gap", f"best program / lower bound = {_number(found.gap, 2)}"


def lemma_of(bound: str) -> str:
    """Returns the name of the lemma that states a lower bound.

    >>> lemma_of("LBcube"), lemma_of("LBmin")
    ('Q_ge_LBcube', 'Q_ge_min_A_B')
    """
    return _LEMMAS.get(bound, f"Q_ge_{bound}")


def _governs(found: Traffic) -> str:
    beyond = f"M = C n min(n, d) with C = {decimal(found.beyond, 3)} approx."
    match found.governs:
        case Governs.TERMS:
            return "min{A, B}, since M <= n min(n, d)"
        case Governs.TRIVIAL:
            return f"inputs plus outputs, 4nd + 3d^2, at least 3 min{{A, B}}: {beyond}"
        case Governs.FITS:
            return f"inputs plus outputs, 4nd + 3d^2, exactly: everything fits, {beyond}"


def _against(found: Traffic) -> str:
    """In words, if the best program is not the one of its side of M = d^2 where min{A, B} governs."""
    if not found.runs or found.governs is not Governs.TERMS:
        return ""
    best, verdict = found.runs[0].program.name, found.reading.verdict
    if best == "hybrid":
        return "the best program is the hybrid of both"
    if (best in _LARGE_PROGRAMS) == (verdict is Verdict.SMALL):
        return f"the best program is the one for the {'large' if verdict is Verdict.SMALL else 'small'} cache"
    return ""


def _agreement(heads: dict[str, int], readings: dict[int, Reading]) -> str:
    sides = {name: readings[d].verdict for name, d in heads.items()}
    if _agree(readings):
        return f"Both readings agree: {'M < d^2' if Verdict.SMALL in sides.values() else 'M >= d^2'}."
    told = ", ".join(f"{name} says {verdict}" for name, verdict in sides.items())
    return f"The readings disagree: {told}. The theorem does not decide this case."


def _agree(readings: dict[int, Reading]) -> bool:
    """Whether all are on one side; the boundary belongs to the large cache."""
    return len({reading.verdict is Verdict.SMALL for reading in readings.values()}) == 1


def _number(value: Fraction, digits: int) -> str:
    """A fraction, and what it is as a decimal.

    >>> _number(Fraction(227, 512), 3), _number(Fraction(11, 8), 3), _number(Fraction(10**6), 2)
    ('227/512 = 0.443 approx.', '11/8 = 1.375', '1,000,000')
    """
    if value.denominator == 1:
        return f"{value.numerator:,}"
    whole, point, rest = decimal(value, digits).partition(".")
    return f"{value} = {int(whole):,}{point}{rest}{'' if (value * 10**digits).denominator == 1 else ' approx.'}"


def _rows(rows: Rows) -> Table:
    made = Table.grid(padding=(0, 1))
    made.add_column(width=12, no_wrap=True, style="bold")
    made.add_column(width=86, overflow="fold")
    for word, what in rows:
        made.add_row(word, Text(what))
    return made


def _document(
    memory: Memory,
    owner: str,
    word: Dtype,
    heads: dict[str, int],
    readings: dict[int, Reading],
    moved: dict[int, Traffic],
) -> dict[str, object]:
    verdicts = sorted({str(reading.verdict) for reading in readings.values()})
    return {
        "command": "regime",
        "device": owner or None,
        "memory": asdict(memory),
        "dtype": {"name": word.name, "bytes": word.bytes},
        "M": memory.words(word),
        "heads": heads,
        "readings": [
            {**reading.document(), "traffic": moved[d].document() if d in moved else None}
            for d, reading in readings.items()
        ],
        "agree": _agree(readings),
        "verdict": verdicts[0] if len(verdicts) == 1 else None,
        "caveat": CAVEAT,
    }
