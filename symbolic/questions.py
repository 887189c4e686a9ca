"""Questions: what one asks of formulas and programs in Python, by the names of programs, devices and types."""

from __future__ import annotations

import sympy

from graphs.errors import OutOfDomain
from graphs.programs import PROGRAMS
from graphs.programs.program import Program
from symbolic import machines
from symbolic.contest import Contest
from symbolic.contest import contest as compared
from symbolic.exact import Cost, polynomial
from symbolic.exact import exact_cost as exactly
from symbolic.regime import Reading, Traffic
from symbolic.regime import traffic as moved


def program(name: str) -> Program:
    """Returns the program of a name; raises OutOfDomain, with all names, if there is none.

    >>> program("matmul").name
    'matmul'
    """
    if name not in PROGRAMS:
        raise OutOfDomain(f"no program is called {name!r}; known: {', '.join(PROGRAMS)}")
    return PROGRAMS[name]


def exact_io(name: str) -> sympy.Expr:
    """Returns the loads plus stores of a program, in words, as an exact expression in its sizes and tiles.

    Raises OutOfDomain for an unknown program.

    >>> exact_io("matmul")
    columns*inner*ceiling(rows/b1) + columns*rows + inner*rows*ceiling(columns/b2)
    """
    return polynomial(program(name)).io


def exact_cost(name: str, M: int, **sizes: int) -> Cost:
    """Returns the loads and stores of a program with its best tiles for M words of cache; all in words.

    Raises OutOfDomain for an unknown program, and for an M with which it does not run.

    >>> exact_cost("matmul", M=9, rows=2, inner=2, columns=2).io  # one 2 x 2 tile: every word once
    12
    """
    return exactly(program(name), M, **sizes)


def contest(first: str, second: str, n: int, d: int) -> Contest:
    """Returns at which M two programs change places, by their exact I/O at every M from d**2/2 to 4 d**2.

    Raises OutOfDomain for an unknown program.

    >>> contest("small_cache", "flash_backward", n=128, d=2).switches
    (14,)
    """
    return compared(program(first), program(second), n, d)


def regime(d: int, M: int | None = None, device: str | None = None, dtype: str = "bf16") -> Reading:
    """Returns on which side of M = d**2 a head dimension is, with M words of cache or those of a device.

    The words of a device are of type `dtype`, in its usual fast memory. Raises OutOfDomain unless either M or a device
    is given, and for names that the tables do not have.

    >>> reading = regime(512, device="h100")
    >>> reading.M, str(reading.ratio), str(reading.verdict)
    (116224, '227/512', 'small cache')
    """
    if (M is None) == (device is None):
        raise OutOfDomain(f"give either M in words or a device; got {'neither' if M is None else 'both'}")
    if device is not None:
        M = machines.device(device).memory().words(machines.dtype(dtype))
    assert M is not None
    return Reading(M, d)


def traffic(n: int, d: int, M: int) -> Traffic:
    """Returns the words moved for the gradient in X: both terms, every program at its exact cost, every lower bound.

    Raises OutOfDomain for a size that is none or too large.

    >>> found = traffic(n=64, d=8, M=48)
    >>> found.runs[0].program.name, found.A, found.lower[1] <= found.runs[0].cost.io
    ('rectangular', Fraction(6144, 1), True)
    """
    return moved(n, Reading(M, d))
