"""The shortcuts for few elements give what the general forms give, also where numbers are extreme."""
import warnings

import numpy as np
import pytest
import rushlight as torch
from rushlight.backends import numpy as xp
from rushlight.backends.numpy.precision import SMALL
from rushlight.backends.quiet import quiet
from rushlight.dispatch.namespace import arrays
from rushlight.ops import normalization

F = torch.nn.functional


def in_float64(compute, x, dim):
    """The formula with the largest element taken off each row."""
    wide = x.astype(np.float64)
    return compute(wide - wide.max(dim, keepdims=True), dim)


def softmax(x, dim):
    return np.exp(x) / np.exp(x).sum(dim, keepdims=True)


def log_softmax(x, dim):
    return x - np.log(np.exp(x).sum(dim, keepdims=True))


ROWS = {
    "ordinary": [[0.5, -1.0, 2.0], [3.0, 3.0, 3.0]],
    "sure": [[0.0, 30.0, -30.0], [20.0, 0.0, 0.0]],
    "huge": [[1e4, 1e4 - 1, 0.0], [-1e4, -1e4, -1e4 + 2]],
    "far apart": [[0.0, 1.0, 2.0], [-300.0, -301.0, -302.0]],
    "masked": [[0.0, -np.inf, 1.0], [-np.inf, -np.inf, 2.0]],
}


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("dim", [0, 1, -1])
@pytest.mark.parametrize("rows", ROWS.values(), ids=ROWS)
def test_softmax_of_extreme_numbers(rows, dim, dtype):
    x = np.array(rows, dtype)
    if dim == 0:
        x = np.ascontiguousarray(x.T)
    with np.errstate(all="ignore"):
        wanted, wanted_log = in_float64(softmax, x, dim), in_float64(log_softmax, x, dim)
    np.testing.assert_allclose(quiet.run(xp.softmax, x, dim), wanted, rtol=2e-6, atol=1e-30)
    np.testing.assert_allclose(quiet.run(xp.log_softmax, x, dim), wanted_log, rtol=2e-6, atol=1e-7)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_softmax_of_a_row_without_a_sum(bad):
    x = np.array([[bad, 1.0], [0.0, 1.0]], np.float32)
    for kernel in (xp.softmax, xp.log_softmax):
        out = quiet.run(kernel, x, 1)
        assert np.isnan(out[0]).all() and np.isfinite(out[1]).all()


@pytest.mark.parametrize("columns", [1, 7, 33, SMALL // 4 + 1])
@pytest.mark.parametrize("dim", [None, 0, 1, -1])
def test_sums_of_few_and_of_more(columns, dim):
    x = np.random.default_rng(columns).normal(size=(4, columns)).astype(np.float32)
    for array in (x, np.asfortranarray(x), x[:, ::-1]):
        np.testing.assert_allclose(xp.sum(array, dim), array.astype(np.float64).sum(dim), rtol=1e-5, atol=1e-5)
        np.testing.assert_allclose(xp.mean(array, dim), array.astype(np.float64).mean(dim), rtol=1e-5, atol=1e-6)
        if columns > 1:
            np.testing.assert_allclose(xp.var(array, dim), array.astype(np.float64).var(dim, ddof=1), rtol=1e-4)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_sums_keep_what_is_not_finite(bad):
    x = np.array([[1.0, bad], [2.0, 3.0]], np.float32)
    np.testing.assert_array_equal(xp.sum(x, 1), np.array([bad, 5.0], np.float32))
    np.testing.assert_array_equal(xp.sum(x), np.float32(bad))
    np.testing.assert_array_equal(xp.max_all(x), np.maximum.reduce(x, None))
    np.testing.assert_array_equal(xp.min_all(x), np.minimum.reduce(x, None))


@pytest.mark.parametrize("axes", [(1,), (0,), (0, 1)])
def test_the_fused_gradient_of_a_normalisation_is_that_of_its_formula(axes):
    rng = np.random.default_rng(0)
    x, grad = rng.normal(size=(5, 6)), rng.normal(size=(5, 6))
    mean, rstd = x.mean(axes, keepdims=True), 1 / np.sqrt(x.var(axes, keepdims=True) + 1e-5)
    fused = normalization.through_standardized(arrays, grad, x, mean, rstd, axes, 1e-5)
    hat, rstd = normalization.standardized(arrays, x, mean, rstd, axes, 1e-5)
    wanted = (grad - grad.mean(axes, keepdims=True) - hat * (grad * hat).mean(axes, keepdims=True)) * rstd
    np.testing.assert_allclose(fused, wanted, rtol=1e-12, atol=1e-12)


def test_leaky_relu_with_every_kind_of_slope():
    x = torch.tensor([-np.inf, -2.0, -0.0, 0.0, 3.0, np.inf])
    for slope in (0.01, 1.0, 2.0, -0.5):
        wanted = np.where(x.numpy() > 0, x.numpy(), x.numpy() * np.float32(slope))
        np.testing.assert_array_equal(F.leaky_relu(x, slope).numpy(), wanted)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert F.leaky_relu(x, 0.0).tolist()[-1] == np.inf


@pytest.mark.parametrize("dim", [0, 1, 2, -1])
def test_taking_and_adding_along_a_dimension(dim):
    rng = np.random.default_rng(0)
    x = rng.normal(size=(3, 4, 5))
    index = rng.integers(0, 3, (2, 4, 3) if dim == 1 else (3, 2, 3))
    np.testing.assert_array_equal(xp.gather(x, dim, index), xp.gather(np.asfortranarray(x), dim, index))
    here, there = x.copy(), np.asfortranarray(x)
    for out in (here, there):
        xp.scatter(out, dim, index, np.ones(index.shape), "scatter", "sum")
    np.testing.assert_allclose(here, there)
