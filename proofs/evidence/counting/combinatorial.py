"""Combinatorial: a lemma that no solver decides, in words, with the finite check that is its evidence."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from proofs.evidence.counting.counted import Counted

Check = Callable[[], Counted]


@dataclass(frozen=True)
class Combinatorial:
    """A lemma about all schedules or all DAGs of a kind, in words, with the finite check that is its evidence.

    `check` takes some seconds; `thorough` goes through a larger range, in some minutes. `mutants` are wrong variants,
    each with a label, which the same machinery must refute.
    """

    name: str
    title: str
    words: str
    source: str
    check: Check
    thorough: Check
    mutants: Mapping[str, Check]

    @property
    def digest(self) -> str:
        """Ten hexadecimal digits that change when the words do.

        >>> from proofs.level import Level
        >>> def nothing(): return Counted("n", "no case", 0, None)
        >>> Combinatorial("n", "Nothing", "0 <= 0", "folklore", nothing, nothing, {}).digest
        '4ef15da7bc'
        """
        return hashlib.sha256(self.words.encode()).hexdigest()[:10]
