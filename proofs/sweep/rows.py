"""Rows: the records of a store as CSV, and the columns that tables choose from."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from proofs.sweep.point import GraphPoint, RandomPoint
from proofs.sweep.store import Record

COLUMNS = (
    "kind",
    "subject",
    "variant",
    "budget",
    "M",
    "outcome",
    "lower",
    "upper",
    "trivial",
    "furthest",
    "states",
    "nodes",
    "edges",
    "loads",
    "stores",
    "peak",
    "least_memory",
    "tiles",
    "reason",
    "key",
)


def row(record: Record) -> dict[str, object]:
    """Returns what is known of a point, by column; what does not apply is left out."""
    point, result = record.point, record.result
    budget = {"budget": point.budget} if isinstance(point, GraphPoint | RandomPoint) else {}
    return {
        "kind": point.kind,
        "subject": point.subject,
        "variant": point.rules,
        **budget,
        "M": point.M,
        "outcome": str(result.outcome),
        "lower": result.lower,
        "upper": result.upper,
        "states": result.states,
        **result.numbers,
        "tiles": " ".join(f"{name}={size}" for name, size in result.tiles.items()),
        "reason": result.reason,
        "key": point.key,
    }


def as_csv(records: Sequence[Record]) -> str:
    """Returns records as CSV, a line each, with exact whole numbers and empty cells for what does not apply.

    >>> as_csv([]).startswith("kind,subject,variant,budget,M,outcome,lower,upper,")
    True
    """
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, restval="", extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(map(row, records))
    return out.getvalue()
