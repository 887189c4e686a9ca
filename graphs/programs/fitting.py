"""Fitting: for each program the tiles by name, chosen from `tiles` so that every phase fits into M words."""

from __future__ import annotations

from graphs.programs.tiles import (
    best_flash1,
    best_online,
    best_pair,
    best_pinned,
    best_product,
    best_rows,
    best_square,
)

Named = dict[str, int] | None
Pair = tuple[int, int] | None


def named(**tiles: int | Pair) -> Named:
    """Returns tiles by name, a pair as name1 and name2; None if one of them does not fit.

    >>> named(p=(2, 3), B1=4), named(p=None, B1=4)
    ({'p1': 2, 'p2': 3, 'B1': 4}, None)
    """
    result: dict[str, int] = {}
    for name, tile in tiles.items():
        if tile is None:
            return None
        result.update({name: tile} if isinstance(tile, int) else {f"{name}1": tile[0], f"{name}2": tile[1]})
    return result


def no_tiles(M: int, **_: int) -> Named:
    """Returns no tiles, for programs that have none.

    >>> no_tiles(3, n=1, d=1)
    {}
    """
    return {}


def product_tiles(M: int, rows: int, inner: int, columns: int) -> Named:
    """Returns b1 and b2 of graphs.programs.matmul.

    >>> product_tiles(9, 2, 2, 2)
    {'b1': 2, 'b2': 2}
    """
    return named(b=best_product(rows, inner, columns, M))


def flash_tiles(M: int, n: int, d: int, *, online: bool = False, projections: bool = True, sweeps: str = "") -> Named:
    """Returns the tiles of a flash program: of the projections, the forward sweep, and the backward sweeps X and Y.

    >>> flash_tiles(10, 2, 1, sweeps="X"), flash_tiles(9, 2, 1, sweeps="X")
    ({'p1': 2, 'p2': 1, 'B1': 1, 'B2': 1, 'g1': 1, 'g2': 1}, None)
    """
    tiles: dict[str, int | Pair] = {}
    if projections:
        tiles["p"] = best_product(n, d, d, M)
    if online:
        forward = best_online(n, d, M)
        tiles |= {"B1": forward and forward[0], "C1": forward and forward[1]}
    else:
        tiles["B1"] = best_rows(n, M, per_row=2 * d + 2, fixed=3)
    if "X" in sweeps:
        tiles |= {"B2": best_rows(n, M, per_row=3 * d + 4, fixed=d + 2), "g": best_product(d, n, d, M)}
    if "Y" in sweeps:
        tiles["B3"] = best_rows(n, M, per_row=2 * d + 1, fixed=3)
    return named(**tiles)


def flash1_tiles(M: int, n: int, d: int) -> Named:
    """Returns Br and Bc of graphs.programs.flash1.

    >>> flash1_tiles(12, 8, 1)
    {'Br': 1, 'Bc': 1}
    """
    best = best_flash1(n, d, M)
    return best and {"Br": best[0], "Bc": best[1]}


def square_tile(M: int, n: int, d: int) -> Named:
    """Returns b of graphs.programs.small_cache.

    >>> square_tile(13, 9, 9)
    {'b': 2}
    """
    return named(b=best_square(n, d, M))


def forward_tile(M: int, n: int, d: int) -> Named:
    """Returns f of graphs.programs.small_cache_forward: the largest with f^2 + 2 f + 3 <= M, unless it is cut off.

    >>> forward_tile(11, 9, 9), forward_tile(10, 9, 9)
    ({'f': 2}, {'f': 1})
    """
    return named(f=best_square(n, d, M, statistics=1))


def rectangular_tiles(M: int, n: int, d: int, *, values: bool = False) -> Named:
    """Returns the tile of each phase of small_cache.rectangular; with `values`, of the phase for dY too.

    >>> rectangular_tiles(7, 9, 9)
    {'p1': 1, 'p2': 3, 's1': 1, 's2': 2, 'o1': 1, 'o2': 1, 't1': 1, 't2': 1, 'q1': 1, 'q2': 3, 'g1': 1, 'g2': 3}
    """
    square, long = n * n, n * d
    tiles = {
        "p": best_product(n, d, d, M),
        "s": best_pair((n, n), (long, long), M, statistics=1),
        "o": best_pair((n, d), (square, long), M, statistics=2),
        "t": best_pair((n, n), (long, long), M, statistics=2),
        "q": best_product(n, n, d, M),
        "g": best_product(d, n, d, M),
    }
    if values:
        tiles["u"] = best_pair((n, d), (square, long), M, per_tile=n)
    return named(**tiles)


def hybrid_tiles(M: int, n: int, d: int) -> Named:
    """Returns the tile of each phase of graphs.programs.hybrid; H are the rows of its sweep.

    >>> hybrid_tiles(13, 9, 1)["H"], hybrid_tiles(7, 9, 1)
    (2, None)
    """
    square, long = n * n, n * d
    return named(
        p=best_product(n, d, d, M),
        s=best_pair((n, n), (long, long), M, statistics=1),
        o=best_pair((n, d), (square, long), M, statistics=2),
        H=best_rows(n, M, per_row=2 * d + 3, fixed=3),
        g=best_product(d, n, d, M),
    )


def fused_tiles(M: int, n: int, d: int, *, split: bool) -> Named:
    """Returns the tiles of graphs.programs.fused_flash: besides the sweeps, a block has to fit beside X, and beside dX.

    >>> fused_tiles(19, 9, 1, split=True), fused_tiles(9, 9, 1, split=False)
    ({'p1': 5, 'p2': 1, 'F1': 4, 'F2': 2}, None)
    """
    beside = best_rows(n, M, per_row=d, fixed=d * d + d + 2)
    forward = best_rows(n, M, per_row=2 * d + 2, fixed=3)
    backward = best_rows(n, M, per_row=3 * d + 4, fixed=d + 2)
    if beside is None or forward is None or backward is None:
        return None
    first = {"F1": min(beside, forward)} if split else {}
    return named(p=best_product(n, d, d, M), **first, F2=min(beside, backward))


def pinned_tiles(M: int, n: int, d: int) -> Named:
    """Returns the tiles of graphs.programs.pinned: F rows in a block, and which words of K and V stay.

    >>> pinned_tiles(20, 2, 1)
    {'p1': 2, 'p2': 1, 'F': 2, 'R': 2, 'w': 1}
    """
    best = best_pinned(n, d, M)
    return best and named(p=best_product(n, d, d, M), F=best[0], R=best[1], w=best[2])
