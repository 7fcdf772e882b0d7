"""Convolutions in blocks, and pooling where windows meet borders, infinities and NaN."""
from __future__ import annotations

import importlib

import numpy as np
import pytest
import rushlight as torch

F = torch.nn.functional
kernels = importlib.import_module("rushlight.backends.numpy.convolution")
depthwise = importlib.import_module("rushlight.backends.numpy.depthwise")


@pytest.mark.parametrize("block", [1, 40, 300])
@pytest.mark.parametrize("stride", [1, 2])
def test_blocks_do_not_matter(monkeypatch, block, stride):
    rng = np.random.default_rng(0)
    x, weight, back = (torch.tensor(rng.normal(size=shape), requires_grad=True)
                       for shape in ((3, 4, 7, 6), (6, 2, 3, 2), (4, 3, 3, 2)))

    def everything():
        out = torch.conv2d(x, weight, None, stride, (1, 0), 1, 2)
        up = torch.conv_transpose2d(x, back, None, stride, 1, 0, 1)
        return [out, up, *torch.autograd.grad((out ** 2).sum() + (up ** 3).sum(), (x, weight, back))]
    wanted = everything()
    monkeypatch.setattr(kernels, "BLOCK", block)
    for found, one in zip(everything(), wanted):
        np.testing.assert_allclose(found.detach().numpy(), one.detach().numpy(), rtol=1e-10, atol=1e-10)


def test_a_convolution_is_a_sum_over_its_window():
    rng = np.random.default_rng(1)
    x, w = rng.normal(size=(1, 2, 5, 6)), rng.normal(size=(3, 2, 2, 3))
    out = torch.conv2d(torch.tensor(x), torch.tensor(w), None, (1, 2), 0, (2, 1)).numpy()
    for o, i, j in np.ndindex(3, 3, 2):
        np.testing.assert_allclose(out[0, o, i, j], (x[0, :, i:i + 3:2, 2 * j:2 * j + 3] * w[o]).sum())


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_half_precision_is_rounded_once(dtype):
    x, w = torch.full((1, 64, 9), 0.1, dtype=dtype), torch.full((1, 64, 9), 0.3, dtype=dtype)
    exact = (x.double() * w.double()).sum()
    assert torch.conv1d(x, w).item() == exact.to(dtype).item()


def test_where_the_largest_element_is():
    nan, inf = float("nan"), float("inf")
    values, where = F.max_pool1d(torch.tensor([[1.0, nan, 3.0, nan, 2.0, 2.0]]), 2, return_indices=True)
    assert where.tolist() == [[1, 3, 4]] and values.isnan().tolist() == [[True, True, False]]
    assert F.max_pool1d(torch.tensor([[nan, 1.0, nan]]), 3, return_indices=True)[1].item() == 2
    assert F.max_pool1d(torch.full((1, 4), -inf), 3, 2, 1, return_indices=True)[1].tolist() == [[0, 1]]
    lowest = torch.full((1, 2, 2), torch.iinfo(torch.int32).min, dtype=torch.int32)
    assert F.max_pool2d(lowest, 2, 1, 1, return_indices=True)[1].flatten().tolist() == [0, 0, 1, 0, 0, 1, 2, 2, 3]


def test_the_last_window_starts_inside():
    x = torch.arange(5.0)[None]
    assert F.max_pool1d(x, 2, 2, ceil_mode=True).tolist() == [[1, 3, 4]]
    assert F.avg_pool1d(x, 3, 2, 1, True, False).tolist() == [[0.5, 2, 3.5]]
    assert F.avg_pool1d(torch.arange(4.0)[None], 2, 2, 1, True).tolist() == [[0, 1.5, 1.5]]


def test_infinity_stays_where_it_is_when_resized():
    x = torch.tensor([[[0.0, float("inf"), 1.0, 2.0]]])
    assert F.interpolate(x, 8, mode="nearest").isinf().sum().item() == 2
    assert not F.interpolate(x, 8, mode="linear")[..., -3:].isnan().any()


DEPTHWISE = [((2, 4, 9, 7), (3, 2), {"padding": (1, 1), "dilation": (1, 2)}), ((3, 5, 11), (4,), {"padding": 2}),
             ((2, 3, 5, 6, 4), (2, 3, 2), {}), ((2, 4, 9, 7), (3, 3), {"padding": "same"}), ((2, 4, 9, 7), (1, 1), {}),
             ((2, 4, 9, 7), (3, 3), {"stride": 2})]


@pytest.mark.parametrize("channels_last", [False, True])
@pytest.mark.parametrize("shape, kernel, options", DEPTHWISE)
def test_depthwise_is_convolution(monkeypatch, shape, kernel, options, channels_last):
    """Values, and gradients of two orders, as by columns and products."""
    if channels_last and len(shape) != 4:
        pytest.skip("channels last has four dimensions")
    rng, groups = np.random.default_rng(0), shape[1]
    x, weight, bias = (torch.tensor(rng.normal(size=s), requires_grad=True) for s in (shape, (groups, 1, *kernel), (groups,)))
    convolve = getattr(F, f"conv{len(kernel)}d")

    def everything():
        given = x.contiguous(memory_format=torch.channels_last) if channels_last else x
        out = convolve(given, weight, bias, groups=groups, **options)
        first = torch.autograd.grad((out ** 3).sum(), (x, weight, bias), create_graph=True)
        return [out, *first, *torch.autograd.grad(sum((g ** 2).sum() for g in first), (x, weight, bias))]
    monkeypatch.setattr(depthwise, "BLOCK", 100)
    found = everything()
    monkeypatch.setattr(depthwise, "suits", lambda *_: False)
    for mine, one in zip(found, everything(), strict=True):
        assert mine.stride() == one.stride()
        np.testing.assert_allclose(mine.detach().numpy(), one.detach().numpy(), rtol=1e-9, atol=1e-9)
