"""Searches for the least I/O cost of a CDAG."""

from graphs.search.oracle import DEFAULT_BUDGET, oracle
from graphs.search.result import Optimum, Outcome

__all__ = ["DEFAULT_BUDGET", "Optimum", "Outcome", "oracle"]
