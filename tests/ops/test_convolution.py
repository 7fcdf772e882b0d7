"""Convolutions: the layouts of their results, and what comes of nothing."""
import pytest

import rushlight as torch
from rushlight.nn import functional as F

LAST, ROWS = torch.channels_last, torch.contiguous_format


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
@pytest.mark.parametrize(("of_input", "of_weight"), [(LAST, ROWS), (ROWS, LAST), (LAST, LAST)])
def test_channels_that_vary_fastest_do_so_in_the_result(dtype, of_input, of_weight):
    x = torch.arange(288.0).reshape(2, 4, 6, 6).sin().to(dtype)
    w = torch.arange(144.0).reshape(4, 4, 3, 3).cos().to(dtype)
    for convolve, strides in ((F.conv2d, (64, 1, 16, 4)), (F.conv_transpose2d, (256, 1, 32, 4))):
        out = convolve(x.contiguous(memory_format=of_input), w.contiguous(memory_format=of_weight))
        assert out.stride() == strides
        assert torch.allclose(out, convolve(x, w))
        assert convolve(x, w).is_contiguous()


def test_a_weight_of_one_channel_and_one_place_has_no_layout():
    assert F.conv2d(torch.zeros(2, 1, 4, 4), torch.zeros(8, 1, 1, 1)).stride() == (128, 16, 4, 1)
    assert F.conv2d(torch.zeros(2, 3, 4, 4), torch.zeros(8, 3, 1, 1)).stride() == (128, 16, 4, 1)


def test_volumes_keep_their_layout_and_rows_have_none():
    assert F.conv3d(torch.zeros(2, 4, 5, 5, 5).contiguous(memory_format=torch.channels_last_3d),
                    torch.zeros(8, 4, 3, 3, 3)).stride() == (216, 1, 72, 24, 8)
    assert F.conv1d(torch.zeros(2, 6, 4).transpose(1, 2), torch.zeros(8, 4, 3)).is_contiguous()


@pytest.mark.parametrize("groups", [1, 2])
@pytest.mark.parametrize(("batch", "channels", "shape"), [(2, 0, (2, 0, 4)), (0, 0, (0, 0, 4)), (0, 4, (0, 8, 4))])
def test_no_channels_give_no_channels(groups, batch, channels, shape):
    x = torch.zeros(batch, channels, 6, requires_grad=True)
    w = torch.zeros(8, channels // groups, 3, requires_grad=True)
    out = F.conv1d(x, w, groups=groups)
    assert out.shape == shape
    out.sum().backward()
    assert x.grad.shape == x.shape and w.grad.shape == w.shape


@pytest.mark.parametrize(("call", "match"), [
    (lambda: F.conv1d(torch.zeros(2, 4, 6), torch.zeros(8, 4, 0)), "could not create a convolution"),
    (lambda: F.conv_transpose1d(torch.zeros(2, 4, 6), torch.zeros(4, 0, 3)), "could not create a deconvolution"),
    (lambda: F.conv_transpose1d(torch.zeros(2, 4, 0), torch.zeros(4, 8, 3)), "Only zero batch or zero channel inputs are")])
def test_other_empty_things_are_refused(call, match):
    with pytest.raises(RuntimeError, match=match):
        call()


@pytest.mark.parametrize("dtype", [torch.float64, torch.complex128])
@pytest.mark.parametrize("groups", [1, 2, 4])
def test_gradients_of_every_grouping(seeded, groups, dtype):
    x = torch.randn(1, 4, 3, 3, dtype=dtype, requires_grad=True)
    weight = torch.randn(4, 4 // groups, 2, 2, dtype=dtype, requires_grad=True)
    assert torch.autograd.gradcheck(lambda *given: F.conv2d(*given, padding=1, groups=groups), (x, weight))
