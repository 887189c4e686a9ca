"""Constants: the lower bounds with the constants of the programs, as formulas and as whole numbers, rounded down."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import isqrt

from graphs.families.builder import check_sizes
from graphs.game import check_memory
from symbolic.bound import Bound, Side
from symbolic.domain import Domain
from symbolic.symbols import M, d, n

_SEGMENTS = "Hong and Kung 1981, Theorem 3.1, with rows, columns and their pairs counted in two passes"

LARGE_CHAIN = Bound(
    "theorem-B",
    Side.LOWER,
    M * d * (10 * n * d * (n - 1) - 20 * n * M) / (M + 3 * d) ** 2 - M,
    "attention, gradient for X, sums in chains",
    _SEGMENTS,
    Domain.where(M >= 3, M >= 22 * d**2),
)
LARGE_ANY_TREE = Bound(
    "theorem-B'",
    Side.LOWER,
    M * d * (6 * n**2 * d - 2 * n * M) / (M + 2 * d) ** 2 - M,
    "attention, gradient for X, sums in any trees",
    _SEGMENTS,
    Domain.where(M >= 3, M >= 12 * d**2),
)
LARGE_FORWARD = Bound(
    "theorem-B-forward",
    Side.LOWER,
    M * d * (4 * n * d * (n - 1) - 8 * n * M) / (M + 2 * d) ** 2 - M,
    "attention, forward, sums in chains",
    _SEGMENTS,
    Domain.where(M >= 3, M >= 10 * d**2),
)


def theorem_B(n: int, d: int, M: int) -> int:  # noqa: N802 - the name of the theorem
    """Returns what Theorem B says at a point, in words, rounded down; 0 where it says nothing.

    It is about schedules of the backward pass to X, sums in chains, and asks for M >= 22d². Raises OutOfDomain unless
    n and d are whole and at least 1, and M is at least 3.

    >>> theorem_B(1000, 1, 22)  # 22 * (10*1000*999 - 20*1000*22)/25**2 - 22
    336138
    """
    return _at_least(n, d, M, 22, 3, 10 * n * d * (n - 1) - 20 * n * M)


def theorem_B_any_tree(n: int, d: int, M: int) -> int:  # noqa: N802
    """Returns what Theorem B' says at a point, in words, rounded down; 0 where it says nothing.

    It is about schedules of the backward pass to X, sums in any binary trees or fused, and asks for M >= 12d². Raises
    OutOfDomain as `theorem_B` does.

    >>> theorem_B_any_tree(1000, 1, 22)  # 22 * (6*1000**2 - 2*1000*22)/24**2 - 22
    227464
    """
    return _at_least(n, d, M, 12, 2, 6 * n * n * d - 2 * n * M)


def theorem_B_forward(n: int, d: int, M: int) -> int:  # noqa: N802
    """Returns what Theorem B says of the forward pass at a point, in words, rounded down; 0 where it says nothing.

    It asks for sums in chains and M >= 10d². Raises OutOfDomain as `theorem_B` does.

    >>> theorem_B_forward(1000, 1, 22)  # 22 * (4*1000*999 - 8*1000*22)/24**2 - 22
    145880
    """
    return _at_least(n, d, M, 10, 2, 4 * n * d * (n - 1) - 8 * n * M)


def theorem_A(n: int, d: int, M: int) -> int:  # noqa: N802
    """Returns what Theorem A says at a point, in words, rounded down; 0 where it says nothing.

    It is about schedules of the backward pass to X, sums in chains, and holds for all whole kappa and lambda with
    3 kappa² <= d²; the best of some near (Md)^(1/3) and (Mn)^(1/3) are taken. Raises OutOfDomain as `theorem_B` does.

    >>> theorem_A(1, 1, 100)
    0
    >>> theorem_A(2**20, 2**16, 2**12) * 2**6 * 100 // (2**40 * 2**16)  # the constant before n²d/sqrt(M), times 100
    759
    """
    return _best_ramps(n, d, M, 2)


def theorem_A_forward(n: int, d: int, M: int) -> int:  # noqa: N802
    """Returns what Theorem A says of the forward pass at a point, in words, rounded down; 0 where it says nothing.

    Raises OutOfDomain as `theorem_B` does.

    >>> theorem_A_forward(2**20, 2**16, 2**12) * 2**6 * 100 // (2**40 * 2**16)
    379
    """
    return _best_ramps(n, d, M, 1)


def product_bound(m: int, k: int, n: int, M: int) -> int:
    """Returns the least I/O of the product of an m x k by a k x n matrix, sums in chains, in words, rounded down.

    To the leading term it is 2mnk/sqrt(M); 0 where the bound says nothing. Raises OutOfDomain unless m, k and n are
    whole and at least 1, and M is at least 3.

    >>> product_bound(4, 1, 4, 100)
    0
    >>> product_bound(2**16, 2**20, 2**16, 2**12) * 2**6 * 100 // 2**52
    190
    """
    check_sizes(m=m, k=k, n=n)
    check_memory(M)
    found = 0
    for kappa in _near(_cube_root(M * k), None):
        factor = 1 + Fraction(M, 4 * kappa**2)
        found = max(found, _rounded(m * n * (2 * k - kappa - 1), factor, M))
    return found


def _at_least(n: int, d: int, M: int, least: int, more: int, weight: int) -> int:
    check_sizes(n=n, d=d)
    check_memory(M)
    if M < max(3, least * d * d):
        return 0
    return max(0, M * d * weight // (M + more * d) ** 2 - M)


def _best_ramps(n: int, d: int, M: int, passes: int) -> int:
    check_sizes(n=n, d=d)
    check_memory(M)
    found = 0
    for kappa, ell in product(_near(_cube_root(M * d), isqrt(d * d // 3)), _near(_cube_root(M * n), None)):
        spread = Fraction(M, 4) * (1 + Fraction(16 * M, 27 * kappa**2)) / ell**2
        weight = passes * (n * n * (2 * d - kappa - 1) + n * d * (2 * n - ell - 1))
        found = max(found, _rounded(weight, 1 + Fraction(M, 4 * kappa**2) + spread, M))
    return found


def _rounded(weight: int, factor: Fraction, M: int) -> int:
    """weight/(3 + factor sqrt(M factor)) - 2M, rounded down, with the root rounded up to a multiple of 1/1024."""
    square = M * factor**3
    root = Fraction(isqrt((1 << 20) * square.numerator // square.denominator) + 1, 1 << 10)
    return int(weight // (3 + root)) - 2 * M


def _near(middle: int, largest: int | None) -> list[int]:
    """Whole numbers around one, from 1 on and up to the largest, if there is one."""
    found = {max(1, middle * eighths // 8) for eighths in (3, 4, 5, 6, 7, 8, 9, 10, 12, 16)}
    return sorted({min(one, largest) for one in found} if largest is not None else found) if largest != 0 else []


def _cube_root(value: int) -> int:
    """The largest whole number whose cube is at most the value."""
    low, high = 0, 1 << (value.bit_length() // 3 + 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**3 <= value else (low, middle)
    return low
