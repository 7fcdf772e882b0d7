"""Tensor.to with a memory format: whether it is the tensor's own is told from the strides, not from what they could mean."""
import pytest

import rushlight as torch

ROWS, LAST = torch.contiguous_format, torch.channels_last


@pytest.mark.parametrize(("shape", "last"), [
    ((8, 1, 3, 3), (9, 1, 3, 1)), ((8, 4, 1, 1), (4, 1, 4, 4)), ((2, 4, 3, 3), (36, 1, 12, 4))])
def test_both_formats_are_reached_where_a_tensor_is_in_both(shape, last):
    x = torch.zeros(shape)
    turned = x.to(memory_format=LAST)
    assert turned.stride() == last and turned.is_contiguous(memory_format=LAST)
    assert turned.to(memory_format=LAST) is turned
    assert turned.to(memory_format=ROWS).stride() == x.stride()
    assert x.to(memory_format=ROWS) is x


def test_gaps_are_no_other_format():
    x = torch.zeros(4, 8, 6, 6)[::2, ::2, ::2, ::2]
    assert x.to(memory_format=ROWS) is x
    assert x.to(memory_format=LAST).stride() == (36, 1, 12, 4)


def test_volumes():
    x = torch.zeros(2, 3, 4, 4, 4)
    turned = x.to(memory_format=torch.channels_last_3d)
    assert turned.stride() == (192, 1, 48, 12, 3)
    assert turned.to(torch.float64).stride() == turned.stride()
