"""Pooling: what has no windows, which memory the results have, and which of equal elements wins."""
import math

import pytest

import rushlight as torch
from rushlight.nn import functional as F

LAST = torch.channels_last


def images(*shape, memory_format=torch.contiguous_format):
    return torch.arange(float(math.prod(shape))).reshape(shape).contiguous(memory_format=memory_format)


POOLS = {"max": lambda x: F.max_pool2d(x, 3, 2), "avg": lambda x: F.avg_pool2d(x, 3, 2), "lp": lambda x: F.lp_pool2d(x, 2, 3, 2),
         "adaptive_avg": lambda x: F.adaptive_avg_pool2d(x, (3, 4)), "one_avg": lambda x: F.adaptive_avg_pool2d(x, 1),
         "adaptive_max": lambda x: F.adaptive_max_pool2d(x, (3, 4)), "one_max": lambda x: F.adaptive_max_pool2d(x, 1)}


@pytest.mark.parametrize("name", POOLS)
def test_channels_stay_where_they_are_in_memory(name):
    pool, x = POOLS[name], images(2, 10, 9, 9)
    expected = pool(x)
    n, c, h, w = expected.shape
    assert expected.stride() == (c * h * w, h * w, w, 1)
    out = pool(images(2, 10, 9, 9, memory_format=LAST))
    assert out.stride() == (c * h * w, 1, w * c, c)
    assert torch.equal(out, expected)


@pytest.mark.parametrize("name", [name for name in POOLS if name != "lp"])
def test_other_strides_give_rows_without_gaps(name):
    gaps = images(2, 10, 9, 9, memory_format=LAST)[:, :, ::2, ::2]
    turned = images(2, 10, 9, 9).permute(3, 0, 1, 2)
    for x in (gaps, turned, images(2, 1, 9, 9).expand(2, 4, 9, 9)):
        out = POOLS[name](x)
        assert out.is_contiguous()
        assert torch.equal(out, POOLS[name](x.clone(memory_format=torch.contiguous_format)))


def test_one_channel_may_vary_fastest():
    assert F.max_pool2d(images(2, 10, 9, 9, memory_format=LAST)[:, :1], 3, 2).stride() == (16, 1, 4, 1)


def test_volumes_keep_their_channels_only_under_max():
    x = images(2, 5, 8, 8, 8, memory_format=torch.channels_last_3d)
    assert F.max_pool3d(x, 2).stride() == (320, 1, 80, 20, 5)
    assert F.avg_pool3d(x, 2).stride() == (320, 64, 16, 4, 1)
    assert F.adaptive_avg_pool3d(x, 2).stride() == (40, 8, 4, 2, 1)
    assert F.adaptive_avg_pool3d(x, 1).stride() == (5, 1, 5, 5, 5)


def test_unpooling_keeps_channels_and_so_do_gradients():
    x = images(2, 10, 9, 9, memory_format=LAST).requires_grad_()
    out, indices = F.max_pool2d(x, 3, 2, return_indices=True)
    assert indices.stride() == (160, 1, 40, 10)
    assert F.max_unpool2d(out, indices, 3, 2).stride() == (810, 1, 90, 10)
    out.sum().backward()
    assert x.grad.stride() == (810, 1, 90, 10)


def test_the_mean_of_whole_images_has_a_gradient_in_any_layout():
    x = images(2, 3, 4, 4, memory_format=LAST).requires_grad_()
    F.adaptive_avg_pool2d(x, 1).sum().backward()
    assert torch.equal(x.grad, torch.full((2, 3, 4, 4), 1 / 16))


@pytest.mark.parametrize(("counts", "values", "places"), [
    ((1, 1), [math.nan], [9]), ((1, 2), [math.nan, 7], [9, 6]),
    ((2, 3), [math.nan, math.nan, 7, math.nan, 3, 7], [1, 3, 6, 9, 10, 14])])
def test_the_last_nan_and_the_first_largest_win(counts, values, places):
    nan = math.nan
    x = torch.tensor([[[1, nan, 3, nan, 2, 2, 7, 7], [5, nan, 3, 3, 2, 2, 7, 7]]])
    out, indices = F.adaptive_max_pool2d(x, counts, return_indices=True)
    assert out.flatten().tolist() == pytest.approx(values, nan_ok=True)
    assert indices.flatten().tolist() == places


@pytest.mark.parametrize(("call", "error", "match"), [
    (lambda x: F.max_pool2d(x, -1), RuntimeError, "kernel size should be greater than zero, but got kH: -1 kW: -1"),
    (lambda x: F.max_pool2d(x, 2, -1), RuntimeError, "stride should be greater than zero, but got dH: -1 dW: -1"),
    (lambda x: F.max_pool2d(x, 2, dilation=(1, 0)), RuntimeError, "but got dilationH: 1 dilationW: 0"),
    (lambda x: F.max_pool2d(x, 0), RuntimeError, "stride should not be zero"),
    (lambda x: F.max_pool2d(x, []), RuntimeError, "max_pool2d: kernel_size must"),
    (lambda x: F.max_pool1d(x[0], 9), RuntimeError, "Invalid computed output size: 0"),
    (lambda x: F.max_pool1d(x[0], 9, return_indices=True), RuntimeError, "Output size is too small"),
    (lambda x: F.avg_pool3d(x, (1, 9, 1)), RuntimeError, r"\(T: 2 H: 8 W: 8\) smaller than kernel size \(kT: 1 kH: 9"),
    (lambda x: F.avg_pool2d(x + 0j, 2), NotImplementedError, "ComplexFloat"),
    (lambda x: F.avg_pool2d(x[0, 0], 2), IndexError, "Dimension out of range"),
    (lambda x: F.adaptive_avg_pool2d(x, None), TypeError, "no len"),
    (lambda x: F.adaptive_avg_pool2d(x[0, 0], 2), RuntimeError, "Expected 3D or 4D tensor"),
    (lambda x: F.adaptive_avg_pool2d(x[0, 0], (2, 2)), ValueError, "Input dimension should be at least 3"),
    (lambda x: F.adaptive_max_pool1d(x[0], 1 << 62), RuntimeError, "Storage size calculation overflowed"),
    (lambda x: F.fractional_max_pool2d(x, (2,), output_size=3), RuntimeError, "kernel_size must either"),
    (lambda x: F.fractional_max_pool2d(x, 2, output_size=(3,)), RuntimeError, "output_size must either"),
    (lambda x: F.fractional_max_pool2d(x, 2.5, output_size=3), TypeError, "must be tuple of ints, not float"),
])
def test_what_cannot_be_pooled_says_so(call, error, match):
    with pytest.raises(error, match=match):
        call(images(1, 2, 8, 8))


def test_whole_numbers_are_pooled_with_indices_only():
    x = torch.arange(6).reshape(1, 6)
    out, indices = F.max_pool1d(x, 2, return_indices=True)
    assert (out.tolist(), indices.tolist()) == ([[1, 3, 5]], [[1, 3, 5]])
    with pytest.raises(NotImplementedError, match="max_pool1d_impl"):
        F.max_pool1d(x, 2)


def test_memory_of_bfloat16_is_looked_at_as_it_is():
    assert F.avg_pool2d(images(2, 1, 4, 4).to(torch.bfloat16), 2).stride() == (4, 4, 2, 1)
