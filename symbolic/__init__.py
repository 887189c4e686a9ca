"""First floor: formulas in sympy, their domains, their growth, and where they cross; nothing here is a proof.

The names to begin with; each is imported when it is first asked for. Formulas are sympy expressions, values are whole
numbers or fractions, and nothing is a float.

    n, d, M      sequence length, head dimension, words of cache: the symbols of all formulas
    A, B         the two terms of the theorem, for a large cache and for a small one
    CORRECTED    the bound that holds for every M from 7 on, up to constants
    crossover    where two formulas meet, and which is smaller on either side
    exact_io     the loads plus stores of a program, as an exact expression
    exact_cost   the same as numbers, with the best tiles for M words
    contest      at which M two programs change places
    regime       on which side of M = d**2 a head dimension is, with M words or on a device
    traffic      programs and lower bounds compared at one n, d and M

>>> from symbolic import A, B, M, crossover
>>> print(crossover(A, B, M))
equal at M = d**2 (ratio d/sqrt(M)); below it (d**2*n + d*n**2)/sqrt(M) is smaller, above it (d**3*n + d**2*n**2)/M
"""

from typing import TYPE_CHECKING

from graphs.face import face

if TYPE_CHECKING:
    from symbolic.attention import CORRECTED, A, B
    from symbolic.crossover import crossover
    from symbolic.questions import contest, exact_cost, exact_io, regime, traffic
    from symbolic.symbols import M, d, n

__all__ = [
    "CORRECTED",
    "A",
    "B",
    "M",
    "contest",
    "crossover",
    "d",
    "exact_cost",
    "exact_io",
    "n",
    "regime",
    "traffic",
]

face(
    __name__,
    {
        "symbolic.attention": "A B CORRECTED",
        "symbolic.crossover": "crossover",
        "symbolic.questions": "contest exact_cost exact_io regime traffic",
        "symbolic.symbols": "M d n",
    },
)
