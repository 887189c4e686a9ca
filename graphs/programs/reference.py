"""Reference values: what the programs compute, in the ordinary way, on whole matrices."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from graphs.programs.program import Array, Values


def product(inputs: Values) -> dict[str, Array]:
    """Returns C = A B.

    >>> product({"A": np.array([[1.0, 2.0]]), "B": np.array([[3.0], [4.0]])})["C"].tolist()
    [[11.0]]
    """
    return {"C": inputs["A"] @ inputs["B"]}


def softmax(scores: Array) -> Array:
    """Returns exp(S) with every row divided by its sum; rows are shifted by their maximum, so nothing overflows.

    >>> softmax(np.array([[1000.0, 1000.0]])).tolist()
    [[0.5, 0.5]]
    """
    exponentials = np.exp(scores - scores.max(axis=1, keepdims=True))
    normalised: Array = exponentials / exponentials.sum(axis=1, keepdims=True)
    return normalised


def attention(inputs: Values) -> dict[str, Array]:
    """Returns O = softmax(Q K^T) V for given Q, K and V.

    >>> one = np.array([[1.0]])
    >>> attention({"Q": one, "K": one, "V": 3 * one})["O"].tolist()
    [[3.0]]
    """
    return {"O": softmax(inputs["Q"] @ inputs["K"].T) @ inputs["V"]}


def forward(inputs: Values) -> dict[str, Array]:
    """Returns O = D^-1 exp(A1 X A2^T) A3 Y, with D the row sums.

    >>> one = np.array([[1.0]])
    >>> forward({"A1": one, "A2": one, "A3": 3 * one, "X": one, "Y": 2 * one})["O"].tolist()
    [[6.0]]
    """
    return attention({"Q": inputs["A1"] @ inputs["X"], "K": inputs["A2"], "V": inputs["A3"] @ inputs["Y"]})


def gradients(inputs: Values) -> dict[str, Array]:
    """Returns dX and dY, the gradients of L = 1/2 ||O - E||^2 with O as in `forward`.

    With G = O - E and P the softmax: dP = G V^T, dS = P (dP - rowsum(G O)), dX = A1^T dS A2, dY = A3^T P^T G.

    >>> one = np.array([[1.0]])
    >>> result = gradients({"A1": one, "A2": one, "A3": 3 * one, "X": one, "Y": 2 * one, "E": 4 * one})
    >>> result["dX"].tolist(), result["dY"].tolist()
    ([[0.0]], [[6.0]])
    """
    v = inputs["A3"] @ inputs["Y"]
    p = softmax(inputs["A1"] @ inputs["X"] @ inputs["A2"].T)
    o = p @ v
    g = o - inputs["E"]
    ds = p * (g @ v.T - (g * o).sum(axis=1, keepdims=True))
    return {"dX": inputs["A1"].T @ ds @ inputs["A2"], "dY": inputs["A3"].T @ (p.T @ g)}


def gradient_x(inputs: Values) -> dict[str, Array]:
    """Returns dX of `gradients` alone.

    >>> list(gradient_x({name: np.array([[1.0]]) for name in ("A1", "A2", "A3", "X", "Y", "E")}))
    ['dX']
    """
    return {"dX": gradients(inputs)["dX"]}


def masked_row_sums(mask: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> Callable[[Values], dict[str, Array]]:
    """Returns the function that computes l_i, the sum of exp(Q K^T) over the entries of row i in the mask.

    >>> one = np.array([[0.0]])
    >>> masked_row_sums(np.array([[True]]))({"Q": one, "K": one})["l"].tolist()
    [1.0]
    """

    def sums(inputs: Values) -> dict[str, Array]:
        total: Array = np.where(mask, np.exp(inputs["Q"] @ inputs["K"].T), 0.0).sum(axis=1)
        return {"l": total}

    return sums
