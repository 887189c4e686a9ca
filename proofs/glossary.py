"""Glossary: which number each fixed symbol of the catalogue is; one symbol means one number everywhere."""

from __future__ import annotations

from collections.abc import Mapping

_BACKWARD = "the backward pass to X, products summed in chains"
_FORWARD = "the forward pass, products summed in chains"
_SPARSE = (
    "the scores exp(Q K^T) on the support and their row sums, for a pattern with Z entries in its support, each with "
    "at least delta common columns, and W products"
)


def _optimum(of: str) -> str:
    return f"the least I/O, in words, of any schedule for {of}, with M red pebbles (Hong and Kung's game)"


def _cut(Q: str) -> str:
    return f"a reduced schedule that costs {Q}, cut after every M loads and stores"


def _counts(mark: str, what: str, left: str, right: str, trees: str) -> dict[str, str]:
    """The numbers that one counting argument is about, in the segment that first computes most of what is counted."""
    part = f"the segment that first computes most {what}"
    return {
        mark: f"the most {what} that a segment first computes",
        f"x_{mark}": f"in {part}, the nodes {left} that are red at its start or loaded",
        f"y_{mark}": f"in {part}, the nodes {right} that are red at its start or loaded",
        f"h_{mark}": f"in {part}, the nodes {trees} that are red at its start or loaded",
        f"m_{mark}": f"in {part}, the minimal nodes among those {trees}",
        f"L_{mark}": f"in {part}, the loads",
        f"z_{mark}": f"in {part}, the nodes counted both in x_{mark} and in h_{mark}",
    }


_FOUR = (
    ("q", "of A1 or in the trees of Q"),
    ("k", "of A2"),
    ("v", "of A3 or in the trees of V"),
    ("g", "of E or G"),
    ("h", "that are products of S, N, dP or dQ"),
)
_ANY_TREES = "the backward pass to X, products summed in binary trees or fused, over all their shapes"
_PRODUCT = "the product of an m x k matrix by a k x n matrix, summed in chains"
_TWICE = "2M loads and stores"


def _cut_twice(Q: str) -> str:
    return f"a reduced schedule that costs {Q}, cut after every {_TWICE}"


def _weights(mark: str, what: str, in_words: Mapping[str, str]) -> dict[str, str]:
    """The numbers that one argument about weights is about, in the segment that first computes most weight."""
    found = f"in the segment of {mark}, the nodes"
    red = "that are red at its start or loaded"
    return {
        mark: f"the most weight that a segment first computes: {what}",
        **{f"{name}_{mark}": f"{found} {where} {red}" for name, where in in_words.items()},
    }


_LATE = "a sum of more than 4*M/d terms is late"
_TURNS = (
    "where dQ begins in a row, what is of N in this row counts only if it is red at the start or loaded, adds a term "
    "that is, or belongs to a pair of row and column of which a node of S, Pt, P, dP, t, dS or their trees is"
)
_IN_ROWS = "of A1, E, G or the trees of Q, N, dQ"
_IN_COLUMNS = "of A2, A3 or the trees of V"
_IN_PAIRS = "of S, Pt, P, dP, t, dS or their trees"
_PASSES = {"r": _IN_ROWS, "c": _IN_COLUMNS, "h": _IN_PAIRS}
_RAMPED = {
    "l": "in the trees of S, N, dP and dQ",
    "x": "of Pt, t, dS and the trees of S and dP",
    "w": "in the trees of N and dQ",
    "q": "of A1 or in the trees of Q",
    "k": "of A2",
    "v": "of A3 or in the trees of V",
    "g": "of E or G",
}
_RAMP = "the sum of k terms weighs min(1, (k - 1)/kappa)"
_RAMPS = f"{_RAMP} in S and dP, and min(1, (k - 1)/ell) in N and dQ"
_MET = "minimal in it, red at its start, or loaded; a node that is two of these counts twice"
_LARGEST = "the largest whole number"

GLOSSARY: Mapping[str, str] = {
    "Q": _optimum(_BACKWARD),
    "Qf": _optimum(_FORWARD),
    "Qs": _optimum(_SPARSE),
    "h": f"the number of segments of {_cut('Q')}",
    "hf": f"the number of segments of {_cut('Qf')}",
    "hs": f"the number of segments of {_cut('Qs')}",
    **_counts("R", "entries of S", "on the paths to Q", "of A2", "in the trees of S"),
    **_counts("P", "products of S", "on the paths to Q", "of A2", "in the trees of S"),
    **_counts(
        "J", "entries of S and A1 X", "of A1 or in the trees of A1 X", "of A2 or X", "in the trees of S and A1 X"
    ),
    **_counts(
        "K", "products of S and A1 X", "of A1 or in the trees of A1 X", "of A2 or X", "in the trees of S and A1 X"
    ),
    **_counts(
        "Jf", "entries of S and A1 X", "of A1 or in the trees of A1 X", "of A2 or X", "in the trees of S and A1 X"
    ),
    **_counts(
        "Kf", "products of S and A1 X", "of A1 or in the trees of A1 X", "of A2 or X", "in the trees of S and A1 X"
    ),
    "C": "the most products of S, N, dP and dQ together that a segment first computes",
    **{
        f"{name}_C": f"in the segment of C, the nodes {what} that are red at its start or loaded"
        for name, what in _FOUR
    },
    "x_C": f"in the segment of C, the nodes of Pt, t, dS and the trees of S and dP that are {_MET}",
    "w_C": f"in the segment of C, the nodes of the trees of N and dQ that are {_MET}",
    "Qt": _optimum(_ANY_TREES),
    "ht": f"the number of segments of {_cut('Qt')}",
    **_weights("U", f"a sum of N weighs 2 or, if late, 4, and one of dQ 4 or 6; {_LATE}; {_TURNS}", _PASSES),
    **_weights("Uf", f"a sum of N weighs 2 or, if late, 4; {_LATE}", _PASSES),
    **_weights(
        "V",
        f"a term of N weighs 2, one of dQ 4; {_TURNS}",
        {"q": "of A1, E, G or the trees of Q", "z": "of the trees of N and dQ", "c": _IN_COLUMNS, "h": _IN_PAIRS},
    ),
    "h_2": f"the number of segments of {_cut_twice('Q')}",
    "hf_2": f"the number of segments of {_cut_twice('Qf')}",
    **_weights("G", _RAMPS, _RAMPED),
    **_weights("Gf", _RAMPS, _RAMPED),
    "Qm": _optimum(_PRODUCT),
    "hm_2": f"the number of segments of {_cut_twice('Qm')}",
    **_weights("E", _RAMP, {"x": "of the left matrix", "y": "of the right matrix", "h": "of the trees"}),
    "Z_Q": "the nonzeros of Q that meet one of K",
    "Z_K": "the nonzeros of K that meet one of Q",
    "r_Q": "the rows of Q that have an entry in the support",
    "r_K": "the rows of K that have an entry in the support",
    **_counts("Rs", "scores", "of Q", "of K", "in the trees of the scores"),
    **_counts("Ps", "products of the scores", "of Q", "of K", "in the trees of the scores"),
    "W_6": f"the I/O of Algorithm 6 (the program small_cache) with b x b tiles; {_LARGEST} b is taken that fits",
    "b": f"the side of the tiles of Algorithm 6: {_LARGEST} with b**2 + 3*b + 3 <= M",
    "N_b": "ceiling(n/b), how many tiles of side b cover n",
    "D_b": "ceiling(d/b), how many tiles of side b cover d",
    "W_F": "the I/O of FlashAttention, backward to X (the program flash_backward), with its largest tiles",
    "a_1": f"the rows of a block of its forward sweep: {_LARGEST} with a_1*(2*d + 2) <= M - 3",
    "N_1": "ceiling(n/a_1), the blocks of the forward sweep",
    "a_2": f"the rows of a block of its backward sweep: {_LARGEST} with a_2*(3*d + 4) <= M - d - 2",
    "N_2": "ceiling(n/a_2), the blocks of the backward sweep",
    "p": f"the side of the tiles of its products: {_LARGEST} with p**2 + p + 3 <= M",
    "N_p": "ceiling(n/p), how many tiles of side p cover n",
    "D_p": "ceiling(d/p), how many tiles of side p cover d",
    "W_f": f"the I/O of the forward pass with small tiles (the program small_cache_forward); {_LARGEST} tile is taken",
    "f": f"the side of its tiles: {_LARGEST} with f**2 + 2*f + 3 <= M",
    "N_f": "ceiling(n/f), how many tiles of side f cover n",
    "D_f": "ceiling(d/f), how many tiles of side f cover d",
}
