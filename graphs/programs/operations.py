"""The scalar operations that programs apply; each is one node of a CDAG, with one or two operands."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np


@dataclass(frozen=True)
class Operation:
    """A scalar operation: its name, how numpy does it on whole arrays, and its neutral element if it has one.

    >>> MAXIMUM.neutral, SUBTRACT.function(5, 3)
    (-inf, np.int64(2))
    """

    name: str
    function: np.ufunc = field(repr=False)
    neutral: float | None = None


ADD = Operation("add", np.add, 0.0)
MULTIPLY = Operation("multiply", np.multiply, 1.0)
MAXIMUM = Operation("maximum", np.maximum, -np.inf)
SUBTRACT = Operation("subtract", np.subtract)
EXP = Operation("exp", np.exp)
LOG = Operation("log", np.log)
INVERSE = Operation("inverse", np.reciprocal)
