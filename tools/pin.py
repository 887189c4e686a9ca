"""Writes the hash of every statement to tests/data/statements.txt; a change there belongs into CHANGES.md."""

from __future__ import annotations

import hashlib
from pathlib import Path

from proofs.evidence.counting import COUNTING
from proofs.lemmas import CATALOGUE

FILE = Path(__file__).parent.parent / "tests" / "data" / "statements.txt"


def pinned() -> str:
    """Returns a line with hash and name for each statement, in the order of the names."""
    hashes = {lemma.name: lemma.digest for lemma in (*CATALOGUE.values(), *COUNTING.values())}
    return "".join(f"{digest} {name}\n" for name, digest in sorted(hashes.items()))


def mark() -> str:
    """Returns ten digits that stand for the whole list."""
    return hashlib.sha256(pinned().encode()).hexdigest()[:10]


if __name__ == "__main__":
    FILE.write_text(pinned(), encoding="utf-8")
    print(f"wrote {FILE.name}; put the mark {mark()} at the head of CHANGES.md, with what has changed and why")
