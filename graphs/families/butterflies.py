"""FFT butterflies: the graphs of the fast Fourier transform (Hong and Kung 1981, section 4)."""

from __future__ import annotations

from graphs.cdag import Cdag
from graphs.errors import OutOfDomain
from graphs.families.builder import Builder, check_sizes


def fft(points: int) -> Cdag:
    """Returns the butterfly on `points` inputs, a power of two >= 2, with points (log2 points + 1) nodes.

    Node (stage, i) has the operands (stage - 1, i) and (stage - 1, i xor 2**(stage - 1)).
    Raises OutOfDomain if points is no such power.

    >>> len(fft(4)), fft(4).max_indegree
    (12, 2)
    """
    check_sizes(points=points)
    if points < 2 or points & (points - 1):
        raise OutOfDomain(f"points must be a power of two >= 2; got {points}")
    build = Builder()
    for i in range(points):
        build.node(("x", 0, i))
    for stage in range(1, points.bit_length()):
        for i in range(points):
            build.node(("x", stage, i), ("x", stage - 1, i), ("x", stage - 1, i ^ 1 << stage - 1))
    return build.cdag(f"fft_{points}")
