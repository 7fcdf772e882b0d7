"""hash_tensor: the exclusive or of bits, as PyTorch gives it."""
import pytest

import rushlight as torch


@pytest.mark.parametrize(("values", "dtype", "expected"), [
    ([0, 1, 2, 3, 4, 5], torch.int64, 1),
    ([0, 1, 2, 3, 4, 5], torch.float32, 4610560118520545280),
    ([True, False], torch.bool, 1),
    ([-1], torch.int8, 2**64 - 1),
    ([1, 1, 1], torch.float16, 4607182418800017408),
    ([1.5], torch.bfloat16, 4609434218613702656),
    ([-1.5], torch.float64, 13832806255468478464),
])
def test_values(values, dtype, expected):
    out = torch.hash_tensor(torch.tensor(values, dtype=dtype))
    assert (out.item(), out.dtype) == (expected, torch.uint64)


def test_dimensions():
    x = torch.arange(6).view(2, 3)
    assert torch.hash_tensor(x, 1, keepdim=True).tolist() == [[3], [2]]
    assert x.hash_tensor((0, 1)).item() == 1


@pytest.mark.parametrize(("x", "options", "error", "text"), [
    (torch.ones(2), {"mode": 1}, RuntimeError, "Unknown hash_tensor mode: 1"),
    (torch.empty(0), {}, RuntimeError, r"hash_tensor: Expected reduction dim to be specified for input.numel\(\) == 0"),
    (torch.ones(2, dtype=torch.complex64), {}, NotImplementedError, "\"xor_sum_cpu\" not implemented for 'ComplexFloat'"),
    (torch.ones(2), {"out": torch.empty(0)}, RuntimeError, "Expected result to be of dtype uint64, but got Float"),
])
def test_refusals(x, options, error, text):
    with pytest.raises(error, match=text):
        torch.hash_tensor(x, **options)
