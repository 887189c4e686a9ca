"""The reference values are themselves checked: by complex steps, and by a library that differentiates programs."""

import numpy as np
import pytest

from graphs.programs import PROGRAMS
from graphs.programs.reference import attention, forward, gradients, softmax

SHAPES = [(1, 1), (1, 3), (2, 1), (2, 2), (3, 5), (5, 3), (8, 4)]


def inputs(n, d, seed=0):
    return PROGRAMS["flash_backward"].random_inputs(seed, n=n, d=d)


def loss(x, y, given, numpy=np):
    """The loss as the paper writes it, unshifted, in any numpy."""
    exponentials = numpy.exp(given["A1"] @ x @ given["A2"].T)
    o = exponentials / numpy.sum(exponentials, axis=1, keepdims=True) @ given["A3"] @ y
    return 0.5 * numpy.sum((o - given["E"]) ** 2)


def complex_steps(given):
    """Derivatives without cancellation: the imaginary part after a tiny imaginary step."""
    found = {}
    for name, gradient in (("X", "dX"), ("Y", "dY")):
        result = np.empty_like(given[name])
        for index in np.ndindex(result.shape):
            moved = {"X": given["X"].astype(complex), "Y": given["Y"].astype(complex)}
            moved[name][index] += 1e-30j
            result[index] = loss(moved["X"], moved["Y"], given).imag / 1e-30
        found[gradient] = result
    return found


@pytest.mark.parametrize(("n", "d"), SHAPES)
def test_gradients_equal_complex_steps(n, d):
    given = inputs(n, d)
    expected, found = complex_steps(given), gradients(given)
    for name in ("dX", "dY"):
        np.testing.assert_allclose(found[name], expected[name], rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize(("n", "d"), SHAPES)
def test_gradients_equal_those_of_autograd(n, d):
    autograd = pytest.importorskip("autograd")
    given = inputs(n, d, seed=1)
    expected = autograd.grad(lambda x, y: loss(x, y, given, autograd.numpy), argnum=(0, 1))(given["X"], given["Y"])
    found = gradients(given)
    for name, value in zip(("dX", "dY"), expected, strict=True):
        np.testing.assert_allclose(found[name], value, rtol=1e-10, atol=1e-13)


def test_forward_equals_the_formula_of_the_paper():
    given = inputs(4, 3)
    exponentials = np.exp(given["A1"] @ given["X"] @ given["A2"].T)
    expected = np.diag(1 / exponentials.sum(axis=1)) @ exponentials @ given["A3"] @ given["Y"]
    np.testing.assert_allclose(forward(given)["O"], expected, rtol=1e-12)


def test_one_row_has_no_gradient_for_x():
    """The softmax of one number is 1, whatever X is."""
    np.testing.assert_allclose(gradients(inputs(1, 3))["dX"], 0, atol=1e-15)


def test_softmax_of_large_scores():
    np.testing.assert_array_equal(softmax(np.array([[1e4, 0.0], [-1e4, -1e4]])), [[1, 0], [0.5, 0.5]])


def test_attention_takes_the_value_of_the_only_large_score():
    q = k = 100 * np.eye(3)
    v = np.arange(9.0).reshape(3, 3)
    np.testing.assert_allclose(attention({"Q": q, "K": k, "V": v})["O"], v, atol=1e-30)
