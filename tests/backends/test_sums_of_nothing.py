"""Sums of tensors without elements, along dimensions longer than what is summed as a product with ones."""
import pytest

import rushlight as torch


@pytest.mark.parametrize("name", ["sum", "mean", "var", "std", "logsumexp", "prod"])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_rows_that_are_not_there(name, dtype):
    x = torch.zeros(0, 3, 5000, dtype=dtype, requires_grad=True)
    out = getattr(x, name)(-1)
    out.sum().backward()
    assert out.shape == (0, 3) and x.grad.shape == x.shape


def test_rows_of_nothing():
    assert torch.zeros(3, 0).sum(-1).tolist() == [0, 0, 0] and torch.zeros(0).sum().item() == 0
    assert torch.zeros(0, 5000).sum(1, keepdim=True).shape == (0, 1)
