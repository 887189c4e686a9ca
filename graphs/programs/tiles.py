"""Best tiles: the tile sizes with the least exact I/O that fit into M words."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt


def best_pair(
    extents: tuple[int, int], costs: tuple[int, int], M: int, statistics: int = 0, per_tile: int = 0
) -> tuple[int, int] | None:
    """Returns the tile (b1, b2) of a rows x columns result with the least I/O that fits into M words, or None.

    `extents` is (rows, columns). With r = ceil(rows/b1) and c = ceil(columns/b2) the I/O is costs[0] c + costs[1] r +
    per_tile r c words. The cache holds b1 x b2 words, 1 + `statistics` words for each of the b1 rows, and 3 more. Of
    equal pairs the one with the smallest b1. For every number of tiles the smallest b1 is tried, each with the largest
    b2; so the pair is exactly the best.

    >>> best_pair((8, 8), (64, 64), M=23), best_pair((8, 8), (64, 64), M=4)
    ((4, 4), None)
    """
    rows, columns = extents
    best: tuple[int, int, int] | None = None
    for b1 in even_sizes(rows):
        b2 = min(columns, (M - 3) // b1 - 1 - statistics)
        if b2 < 1:
            break
        r, c = -(-rows // b1), -(-columns // b2)
        io = costs[0] * c + costs[1] * r + per_tile * r * c
        if best is None or io < best[0]:
            best = (io, b1, b2)
    return best and best[1:]


def best_product(rows: int, inner: int, columns: int, M: int) -> tuple[int, int] | None:
    """Returns the best tile (b1, b2) of graphs.programs.matmul.multiply, or None if M < 5.

    >>> best_product(2, 2, 2, M=9), best_product(2, 2, 2, M=8), best_product(1, 1, 1, M=4)
    ((2, 2), (1, 2), None)
    """
    return best_pair((rows, columns), (rows * inner, inner * columns), M)


def best_square(n: int, d: int, M: int, statistics: int = 2) -> int | None:
    """Returns the largest b with which all phases of Algorithm 6 fit into M words, or None if b = 1 does not.

    The phases keep up to `statistics` words for each row of a tile. For b <= n it is the largest b with
    b^2 + (1 + statistics) b + 3 <= M, so floor((sqrt(4 M - 3) - 3) / 2) for two statistics; it may be larger if the
    tiles are cut off at n < d.

    >>> best_square(9, 9, 6), best_square(9, 9, 7), best_square(9, 9, 12), best_square(9, 9, 13), best_square(2, 8, 20)
    (None, 1, 1, 2, 3)
    """
    columns = 1 + statistics
    if M < columns + 4:
        return None
    b = min((isqrt(columns**2 + 4 * (M - 3)) - columns) // 2, max(n, d))
    while b < max(n, d) and square_peak(n, d, b + 1, statistics) <= M:
        b += 1
    return b


def square_peak(n: int, d: int, b: int, statistics: int = 2) -> int:
    """Returns the words of cache that Algorithm 6 uses with b x b tiles, cut off at n and d.

    >>> square_peak(9, 9, 2), square_peak(2, 8, 3)
    (13, 15)
    """
    x, y = min(b, n), min(b, d)
    return max(x * max(x, y) + (1 + statistics) * x + 3, y * y + y + 3)


def best_rows(extent: int, M: int, per_row: int, fixed: int) -> int | None:
    """Returns the largest number of rows, at most `extent`, with rows per_row + fixed <= M, or None if none fits.

    The closed form is floor((M - fixed) / per_row).

    >>> best_rows(100, 50, per_row=4, fixed=3), best_rows(5, 50, per_row=4, fixed=3), best_rows(5, 6, 4, 3)
    (11, 5, None)
    """
    rows = min(extent, (M - fixed) // per_row)
    return rows if rows >= 1 else None


def evened(extent: int, size: int) -> int:
    """Returns the smallest tile that cuts an extent into as few tiles: the same I/O in less cache.

    >>> evened(64, 63), evened(7, 3)
    (32, 3)
    """
    return -(-extent // -(-extent // size))


def even_sizes(extent: int) -> Iterator[int]:
    """Yields, for every number of tiles that an extent can be cut into, the smallest tile size, in growing order.

    >>> list(even_sizes(7)), list(even_sizes(1))
    ([1, 2, 3, 4, 7], [1])
    """
    size = 1
    while True:
        yield size
        tiles = -(-extent // size)
        if tiles == 1:
            return
        size = -(-extent // (tiles - 1))


def best_online(n: int, d: int, M: int) -> tuple[int, int] | None:
    """Returns (B1, C1) for flash_forward.online_sweep, or None if M < 2 d + 6.

    C1 = 1 allows the most rows, so the least I/O; the rows are then evened out, and C1 uses the words left over: it
    does not change the I/O, only the number of steps.

    >>> best_online(64, 1, 318), best_online(64, 1, 8), best_online(64, 1, 7)
    ((32, 5), (1, 1), None)
    """
    rows = best_rows(n, M, per_row=2 * d + 3, fixed=3)
    if rows is None:
        return None
    rows = evened(n, rows)
    return rows, min(n, (M - 3 - rows * (2 * d + 2)) // rows)


def best_flash1(n: int, d: int, M: int) -> tuple[int, int] | None:
    """Returns (Br, Bc) for flash1.flash1_attention, or None if M < 5 d + 7.

    Only the column tile counts for the I/O; it is the largest for row tiles of 1, evened out, and the row tile uses
    the words left over.

    >>> best_flash1(8, 1, 12), best_flash1(8, 1, 11)
    ((1, 1), None)
    """
    columns = best_rows(n, M, per_row=2 * d + 1, fixed=3 * d + 6)
    if columns is None:
        return None
    columns = evened(n, columns)
    return min(n, (M - 2 - 2 * columns * d) // (3 * d + 4 + columns)), columns


def pinned_need(d: int, rows: int) -> int:
    """Returns the words of cache that fused_flash.joint_sweeps needs for blocks of some rows, beside what is kept.

    >>> pinned_need(1, 2), pinned_need(8, 1)
    (17, 82)
    """
    return max(rows * (3 * d + 4) + d + 2, rows * d + d * d + d + 2)


def best_pinned(n: int, d: int, M: int) -> tuple[int, int, int] | None:
    """Returns (F, R, w) for pinned.pinned with the least I/O, or None if not even one word can be kept.

    With c = ceil(n/F) blocks the sweeps cost c (4 n d + 3 d^2) words, less 2 c - 1 for each word that is kept, and all
    words that are left over are kept. Every number of blocks is tried, each with the smallest F.

    >>> best_pinned(2, 1, 20), best_pinned(2, 1, 11), best_pinned(2, 1, 10)
    ((2, 2, 1), (1, 1, 1), None)
    """
    best: tuple[int, int, int] | None = None
    for rows in even_sizes(n):
        kept = min(2 * n * d, M - pinned_need(d, rows))
        if kept < 1:
            break
        blocks = -(-n // rows)
        io = blocks * (4 * n * d + 3 * d * d) - (2 * blocks - 1) * kept
        if best is None or io < best[0]:
            best = (io, rows, kept)
    if best is None:
        return None
    _, rows, kept = best
    full, left = divmod(kept - 1, 2 * d)
    return rows, full + 1, left + 1
