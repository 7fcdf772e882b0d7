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


# ---------------------------------------------------------------- layer_norm and cross_entropy in one kernel

def leaf(*shape, seed=0, dtype=np.float64):
    return torch.tensor(np.random.default_rng(seed).standard_normal(shape).astype(dtype), requires_grad=True)


@pytest.mark.parametrize("scaled, shifted", [(True, True), (True, False), (False, True), (False, False)])
@pytest.mark.parametrize("shape", [(3,), (1, 1), (4, 3), (2, 3, 5)])
def test_layer_norm_is_native_layer_norm(shape, scaled, shifted):
    """Values, gradients of two orders, and the node's name."""
    x = leaf(*shape)
    weight, bias = leaf(shape[-1], seed=1) if scaled else None, leaf(shape[-1], seed=2) if shifted else None
    few = F.layer_norm(x, shape[-1:], weight, bias)
    wanted = torch.native_layer_norm(x, shape[-1:], weight, bias, 1e-5)[0]
    assert few.grad_fn.name() == wanted.grad_fn.name() == "NativeLayerNormBackward0"
    leaves = [t for t in (x, weight, bias) if t is not None]
    factor = leaf(*shape, seed=3).detach()
    for a, b in zip(with_gradients(few, leaves, factor), with_gradients(wanted, leaves, factor)):
        np.testing.assert_allclose(a, b, rtol=1e-9, atol=1e-12)


def with_gradients(out, leaves, factor):
    first = torch.autograd.grad((out * factor).sum(), leaves, create_graph=True)
    plain = torch.autograd.grad((out * factor).sum(), leaves, retain_graph=True)
    second = torch.autograd.grad(sum((g * g).sum() for g in first), leaves, allow_unused=True)
    return [t.detach().numpy() for t in (out, *first, *plain, *second) if t is not None]


@pytest.mark.parametrize("shape, normalized", [((4, 33), (33,)), ((2, 3, 4), (3, 4)), ((40, 32), (32,))])
def test_layer_norm_of_more_is_the_general_one(shape, normalized):
    x = leaf(*shape)
    assert torch.equal(F.layer_norm(x, normalized), torch.native_layer_norm(x, normalized, None, None, 1e-5)[0])


def test_layer_norm_of_a_large_mean():
    """As close to float64 as in the general form: the mean is taken off before anything is squared."""
    x = np.random.default_rng(0).standard_normal((8, 16)).astype(np.float32) + 1000
    wide = x.astype(np.float64) - x.astype(np.float64).mean(1, keepdims=True)
    wanted = wide / np.sqrt((wide ** 2).mean(1, keepdims=True) + 1e-5)
    np.testing.assert_allclose(F.layer_norm(torch.tensor(x), (16,)).numpy(), wanted, atol=2e-4)


def composed(scores, classes, **options):
    return F.nll_loss(F.log_softmax(scores, 1), classes, **options)


@pytest.mark.parametrize("reduction", ["mean", "sum"])
@pytest.mark.parametrize("rows", [*ROWS.values(), [[np.nan, 0.0, 1.0], [0.0, 1.0, 2.0]], [[np.inf, 0.0, 1.0], [0.0, 1.0, 2.0]],
                                  [[-1e4, -1e4, -1e4], [0.0, 0.0, 0.0]]])
def test_cross_entropy_of_few_rows(rows, reduction):
    scores, classes = torch.tensor(rows, dtype=torch.float32), torch.tensor([1, 0])
    few, general = F.cross_entropy(scores, classes, reduction=reduction), composed(scores, classes, reduction=reduction)
    assert few.dtype is torch.float32 and few.shape == ()
    np.testing.assert_allclose(few.item(), general.item(), rtol=2e-6, atol=1e-7)
    recorded = F.cross_entropy(scores.requires_grad_(), classes, reduction=reduction)
    assert recorded.grad_fn.next_functions[0][0].name() == "LogSoftmaxBackward0"
    np.testing.assert_allclose(recorded.item(), general.item(), rtol=2e-6, atol=1e-7)


def test_cross_entropy_with_one_class():
    classes = torch.zeros(3, dtype=torch.int64)
    assert F.cross_entropy(torch.tensor([[1.0], [-300.0], [7.0]]), classes).tolist() == 0.0
    assert F.cross_entropy(torch.tensor([[1.0], [np.inf], [7.0]]), classes).isnan()


@pytest.mark.parametrize("classes, options", [([0, -100], {}), ([0, 2], {"ignore_index": 2}), ([0, 2], {"reduction": "none"}),
                                              ([0, -100], {"reduction": "sum"})])
def test_cross_entropy_that_is_not_so_simple(classes, options):
    scores, classes = leaf(2, 3, dtype=np.float32).detach(), torch.tensor(classes)
    np.testing.assert_allclose(F.cross_entropy(scores, classes, **options), composed(scores, classes, **options), rtol=1e-6)


@pytest.mark.parametrize("classes, error", [([0, 3], IndexError), ([0, -1], IndexError), ([0], ValueError)])
def test_cross_entropy_refuses_what_is_no_class(classes, error):
    with pytest.raises(error):
        F.cross_entropy(torch.zeros(2, 3), torch.tensor(classes))
    with pytest.raises(ValueError, match="not a valid value for reduction"):
        F.cross_entropy(torch.zeros(2, 3), torch.tensor([0, 1]), reduction="other")
