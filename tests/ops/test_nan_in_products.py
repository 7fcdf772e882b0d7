"""NaN times zero is NaN in every product, whatever the shapes."""
import math

import pytest
import rushlight as torch
from rushlight.nn import functional as F

NAN = math.nan


@pytest.mark.parametrize("rows, inner, columns", [(1, 1, 1), (2, 1, 1), (1, 1, 3), (2, 1, 3), (1, 3, 1), (2, 3, 4)])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.float16])
def test_of_matrices(rows, inner, columns, dtype):
    bad, zero = torch.full((rows, inner), NAN, dtype=dtype), torch.zeros(inner, columns, dtype=dtype)
    products = [bad @ zero, torch.mm(zero.t(), bad.t()), F.linear(bad, zero.t()), bad[None] @ zero,
                F.linear(zero.t(), bad, torch.zeros(rows, dtype=dtype)), torch.einsum("ij,jk->ik", bad, zero),
                torch.bmm(bad[None], zero[None]), torch.addmm(torch.zeros(1, dtype=dtype), bad, zero)]
    assert all(torch.isnan(p).all() for p in products)


@pytest.mark.parametrize("rows, inner", [(1, 1), (2, 1), (1, 3), (2, 3)])
def test_of_matrices_and_vectors(rows, inner):
    assert torch.isnan(torch.full((rows, inner), NAN) @ torch.zeros(inner)).all()
    assert torch.isnan(torch.zeros(rows, inner).mv(torch.full((inner,), NAN))).all()
    assert torch.isnan(torch.dot(torch.full((inner,), NAN), torch.zeros(inner)))


def test_a_mask_after_the_loss_does_not_keep_nan_out_of_the_weights():
    weight = torch.tensor([[1.0], [2.0]], requires_grad=True)
    target = torch.tensor([[NAN, 0.0]])
    loss = torch.square(F.linear(torch.zeros(1, 1), weight) - target)[~torch.isnan(target)]
    loss.sum().backward()
    assert math.isnan(weight.grad[0, 0]) and weight.grad[1, 0] == 0
