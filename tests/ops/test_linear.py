"""Where a bias may have another dtype than the input."""
import pytest

import rushlight as torch
from rushlight.nn import functional as F


@pytest.mark.parametrize("dtype", [torch.float64, torch.bfloat16])
@pytest.mark.parametrize("bias", [torch.float32, torch.float16, torch.int64])
def test_a_bias_of_another_dtype_is_added_to_a_batch_with_gaps(dtype, bias):
    x, w, b = torch.ones(5, 2, 4, dtype=dtype), torch.ones(3, 4, dtype=dtype), torch.ones(3, dtype=bias)
    out = F.linear(x.transpose(0, 1), w, b)
    assert out.dtype is dtype and (out == 5).all()
    for whole in (x, x[0], x[0, 0]):
        with pytest.raises(RuntimeError, match="self and mat2 must have the same dtype"):
            F.linear(whole, w, b)


def test_its_gradient_has_its_own_dtype():
    b = torch.ones(3, dtype=torch.float16, requires_grad=True)
    F.linear(torch.ones(5, 2, 4).transpose(0, 1), torch.ones(3, 4), b).sum().backward()
    assert b.grad.dtype is torch.float16 and b.grad.tolist() == [10, 10, 10]
