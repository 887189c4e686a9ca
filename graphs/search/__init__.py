"""Searches for the least I/O cost of a CDAG."""

from typing import TYPE_CHECKING

from graphs.search.oracle import DEFAULT_BUDGET, oracle
from graphs.search.result import Optimum, Outcome

if TYPE_CHECKING:
    from graphs.search.solver import optimum

__all__ = ["DEFAULT_BUDGET", "Optimum", "Outcome", "optimum", "oracle"]


def __getattr__(name: str) -> object:
    """Imports the solver when it is first asked for: numba takes half a second."""
    if name == "optimum":
        from graphs.search.solver import optimum  # noqa: PLC0415 - see above

        return optimum
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
