"""Borders: they are never the input's memory, and what has nothing to copy is refused."""
import pytest

import rushlight as torch
from rushlight.nn import functional as F


@pytest.mark.parametrize("mode", ["constant", "reflect", "replicate", "circular"])
@pytest.mark.parametrize("pad", [(0, 0, 0, 0), (0, 0, -1, -1)])
def test_the_result_has_its_own_memory(mode, pad):
    x = torch.ones(1, 3, 4, 4)
    F.pad(x, pad, mode=mode).fill_(4)
    assert (x == 1).all()


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_the_result_has_no_gaps(dtype):
    assert F.pad(torch.ones(2, 3, 4, 5, dtype=dtype), (1, 1, 1, 1), mode="circular").is_contiguous()


@pytest.mark.parametrize("mode", ["reflect", "replicate"])
@pytest.mark.parametrize(("shape", "pad", "kinds"), [
    ((0, 5), (1, 1), "2D or 3D"), ((3, 0, 5), (1, 1), "2D or 3D"), ((3, 0), (1, 1), "2D or 3D"),
    ((2, 0, 4, 5), (1, 1, 1, 1), "3D or 4D"), ((2, 3, 4, 0), (1, 1, 1, 1), "3D or 4D"), ((2, 0, 3, 4, 5), (1,) * 6, "4D or 5D")])
def test_only_a_batch_may_be_empty(mode, shape, pad, kinds):
    with pytest.raises(RuntimeError, match=f"Expected {kinds} .batch mode. tensor with possibly 0 batch size"):
        F.pad(torch.zeros(shape), pad, mode=mode)


@pytest.mark.parametrize("mode", ["reflect", "replicate"])
def test_an_empty_batch_is_padded(mode):
    assert F.pad(torch.zeros(0, 3, 10), (2, 2), mode=mode).shape == (0, 3, 14)


@pytest.mark.parametrize(("size", "pad"), [(5, (-6, 1)), (0, (-5, 5))])
def test_no_more_is_cut_than_there_is(size, pad):
    with pytest.raises(RuntimeError, match="length must be non-negative"):
        F.pad(torch.zeros(size), pad)


def test_truths_are_no_numbers_here():
    with pytest.raises(NotImplementedError, match="reflection_pad1d"):
        F.pad(torch.zeros(2, 5, dtype=torch.bool), (1, 1), mode="reflect")
    with pytest.raises(TypeError, match="found element of type bool at pos 0"):
        F.pad(torch.zeros(5), (True, 1))
    with pytest.raises(NotImplementedError, match="Padding size 0 is not supported"):
        F.pad(torch.zeros(2, 5), (), mode="reflect")
