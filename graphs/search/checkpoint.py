"""Checkpoint: an unfinished search in a file, to be taken up later; a NumPy archive without pickled objects.

What it says is believed, as if it had been found just now: so take up only files of your own. It names the question and
the code that wrote it, and is refused for any other; the archive has check sums. A lower bound to be believed by others
needs a certificate.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import zipfile
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from graphs.errors import FormatError
from graphs.game import Kind, Move
from graphs.schedule import Schedule
from graphs.search.best import Best
from graphs.search.frontier import NEEDS, packed_frontier, unpacked_frontier
from graphs.search.stage import Stage
from graphs.search.subsets import Tables
from graphs.search.symmetry import numbered

_KINDS = list(Kind)
_CURE = "remove it, or name another"
_CODE = hashlib.sha256(b"".join(f.read_bytes() for f in sorted(Path(__file__).parent.glob("*.py")))).hexdigest()

Arrays = dict[str, npt.NDArray[Any]]


@dataclass(frozen=True)
class Checkpoint:
    """What a file holds: numbers by name, and arrays by name. `number` says which stage of the search it is."""

    numbers: dict[str, int]
    arrays: Arrays

    @property
    def number(self) -> int:
        """Which stage of the search was written down, from 0."""
        return self.numbers["number"]

    def restore_best(self, best: Best) -> None:
        """Puts the bounds and the schedule back; the referee prices the schedule anew."""
        best.take(_schedule(self.arrays["moves"], best))
        best.proved(self.numbers["lower"])
        best.states, best.rounds = self.numbers["states"], self.numbers["rounds"]

    def restore(self, stage: Stage) -> None:
        """Puts a stage back where it was."""
        stage.earlier, stage.learner.spent = self.numbers["earlier"], self.numbers["spent"]
        stage.frontier = unpacked_frontier(_part(self.arrays, "frontier"))
        stage.learner.tables = Tables(**_part(self.arrays, "tables"))


def question(best: Best) -> str:
    """Returns a digest of graph, M, variant and reductions; a checkpoint of another question is refused."""
    asked = [numbered(best.cdag), best.M, str(best.variant), astuple(best.use)]
    return hashlib.sha256(json.dumps(asked).encode()).hexdigest()


def write(path: Path, stage: Stage, number: int) -> None:
    """Writes a stage down, whole or not at all; raises FormatError if the file cannot be written."""
    best = stage.best
    numbers = {
        "number": number,
        "lower": best.lower,
        "states": stage.earlier + int(stage.frontier.counts[NEEDS]),
        "rounds": best.rounds,
        "earlier": stage.earlier,
        "spent": stage.learner.spent,
    }
    heading = {"code": _CODE, "question": question(best), "numbers": numbers}
    arrays = {f"frontier.{name}": a for name, a in packed_frontier(stage.frontier).items()}
    arrays |= {f"tables.{name}": a for name, a in stage.learner.tables._asdict().items()}
    arrays["moves"] = _moves(best)
    arrays["heading"] = np.frombuffer(json.dumps(heading, sort_keys=True).encode(), np.uint8)
    unfinished = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor, unfinished = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(descriptor, "wb") as stream:
            np.savez(stream, **arrays)  # type: ignore[arg-type] # numpy's stub has a flag among the names
        Path(unfinished).replace(path)
        unfinished = None
    except OSError as error:
        raise FormatError(str(path), f"cannot be written: {error.strerror}", cure="name another file") from None
    finally:
        if unfinished is not None:
            Path(unfinished).unlink(missing_ok=True)


def read(path: Path, best: Best) -> Checkpoint:
    """Reads a checkpoint; raises FormatError if it is none, is damaged, or belongs to another question or code."""
    try:
        with np.load(path, allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
        heading = json.loads(arrays.pop("heading").tobytes())
        found = Checkpoint({name: int(n) for name, n in heading["numbers"].items()}, arrays)
        code, asked = heading["code"], heading["question"]
    except OSError as error:
        raise FormatError(str(path), f"cannot be read: {error.strerror or error}") from None
    except (ValueError, KeyError, TypeError, AttributeError, EOFError, zipfile.BadZipFile) as error:
        raise FormatError(str(path), f"is no checkpoint, or damaged: {error}", cure=_CURE) from None
    if code != _CODE:
        raise FormatError(str(path), "was written by another version of the search", cure=_CURE)
    if asked != question(best):
        rule = "is the checkpoint of another graph, M or variant"
        raise FormatError(str(path), rule, cure="give those again, or name another file")
    return found


def _part(arrays: Arrays, name: str) -> Arrays:
    return {key.removeprefix(f"{name}."): a for key, a in arrays.items() if key.startswith(f"{name}.")}


def _moves(best: Best) -> npt.NDArray[np.int32]:
    """The schedule as rows: kind, node, and the operand whose pebble slides or -1."""
    place = {v: i for i, v in enumerate(best.cdag.order)}
    rows = [(_KINDS.index(m.kind), place[m.node], -1 if m.slid is None else place[m.slid]) for m in best.schedule.moves]
    return np.array(rows, np.int32).reshape(-1, 3)


def _schedule(rows: npt.NDArray[np.int32], best: Best) -> Schedule:
    order = best.cdag.order
    return Schedule(tuple(Move(_KINDS[k], order[v], None if slid < 0 else order[slid]) for k, v, slid in rows.tolist()))
