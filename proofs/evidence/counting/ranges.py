"""Ranges: the finite ranges on which the lemmas about products are checked, a quick and a thorough one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from proofs.evidence.counting.schedules import QUICK as QUICK_SIZES
from proofs.evidence.counting.schedules import THOROUGH as THOROUGH_SIZES
from proofs.evidence.counting.schedules import Sizes, described
from proofs.evidence.counting.trials import Trial, alone, in_segments, scores, together, together_in_segments


class Trials(Protocol):
    """A finite range: trials one after the other, and what they are in words."""

    def trials(self) -> Iterator[Trial]:
        """Yields the trials."""

    def scope(self) -> str:
        """Returns the range in words."""


@dataclass(frozen=True)
class Range:
    """Small products, on which every D is tried, and sizes (n, d), for which the segments of programs give the D.

    In the segments S and dP are tried, one by one; S and Q as one if `joint`.

    >>> [trial.text for trial in Range((partial(alone, 1, 1, 1),), ()).trials()]
    ['1 x 1 x 1 chain']
    """

    products: tuple[Callable[[], Trial], ...]
    sizes: Sizes
    joint: bool = False

    def trials(self) -> Iterator[Trial]:
        """Yields the products one after the other."""
        for build in self.products:
            yield build()
        yield from (together_in_segments if self.joint else in_segments)(self.sizes)

    def scope(self) -> str:
        """Returns the range in words."""
        products = "; ".join(build().text for build in self.products)
        segments = "S and Q together" if self.joint else "S and dP"
        return (
            f"every set D of nodes of the products {products}; and, for {segments} in the backward pass to X, every D "
            f"that is red at the start of a segment or loaded in it, in {described(self.sizes)}"
        )


_FIRST = (
    partial(alone, 1, 1, 1),
    partial(alone, 2, 1, 2),
    partial(alone, 3, 1, 3),
    partial(alone, 1, 4, 1, "chain"),
    partial(alone, 1, 4, 1, "balanced"),
    partial(alone, 1, 4, 1, "fma"),
    partial(alone, 1, 3, 2, "chain"),
    partial(alone, 2, 2, 2, "fma"),
)
QUICK = Range(
    (
        *_FIRST,
        partial(alone, 2, 2, 2, "chain"),
        partial(scores, 2, 1),
        partial(scores, 2, 2, "chain", 4),
        partial(scores, 2, 2, "fma", 4),
    ),
    QUICK_SIZES,
)
THOROUGH = Range(
    (
        *_FIRST,
        partial(alone, 2, 2, 2, "chain"),
        partial(alone, 2, 3, 1, "chain"),
        partial(alone, 1, 5, 1, "balanced"),
        partial(alone, 2, 2, 3, "fma"),
        partial(alone, 4, 1, 4, "chain", 8),
        partial(alone, 2, 4, 1, "balanced", 7),
        partial(alone, 3, 2, 2, "chain", 6),
        partial(scores, 3, 1),
        partial(scores, 2, 2, "chain", 5),
        partial(scores, 2, 2, "fma", 5),
    ),
    THOROUGH_SIZES,
)

_FIRST_JOINT = (
    partial(together, 1, 1),
    partial(together, 2, 1),
    partial(together, 3, 1),
    partial(together, 1, 2, "chain"),
    partial(together, 1, 2, "fma"),
)
QUICK_JOINT = Range(
    (
        *_FIRST_JOINT,
        partial(together, 1, 3, "balanced", 4),
        partial(together, 2, 2, "chain", 4),
        partial(together, 2, 2, "fma", 4),
    ),
    QUICK_SIZES,
    joint=True,
)
THOROUGH_JOINT = Range(
    (
        *_FIRST_JOINT,
        partial(together, 1, 3, "chain", 5),
        partial(together, 1, 3, "fma", 6),
        partial(together, 1, 4, "balanced", 4),
        partial(together, 4, 1, "chain", 7),
        partial(together, 2, 2, "chain", 6),
        partial(together, 2, 2, "fma", 6),
        partial(together, 3, 2, "fma", 4),
    ),
    THOROUGH_SIZES,
    joint=True,
)
