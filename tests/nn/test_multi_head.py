"""Attention over several heads where there is nothing to attend to."""
import pytest

import rushlight as torch
from rushlight import nn


@pytest.mark.parametrize("batch_first", [False, True])
@pytest.mark.parametrize("shape", [(3, 0, 8), (0, 3, 8), (0, 0, 8)])
@pytest.mark.parametrize("need_weights", [False, True])
def test_empty_inputs_give_empty_outputs(batch_first, shape, need_weights):
    x = torch.zeros(shape, requires_grad=True)
    out, weights = nn.MultiheadAttention(8, 2, batch_first=batch_first)(x, x, x, need_weights=need_weights)
    batch, length = shape[:2] if batch_first else (shape[1], shape[0])
    assert out.shape == shape
    assert weights is None if not need_weights else weights.shape == (batch, length, length)
    out.sum().backward()
    assert x.grad.shape == shape


def test_layers_take_an_empty_batch():
    x = torch.zeros(3, 0, 8)
    assert nn.TransformerEncoderLayer(8, 2, 16)(x).shape == (3, 0, 8)
    assert nn.TransformerDecoderLayer(8, 2, 16)(x, torch.zeros(2, 0, 8)).shape == (3, 0, 8)
