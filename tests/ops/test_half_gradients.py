"""Gradients of activations in half precision: computed in float32 and rounded once, as PyTorch rounds them."""
import pytest

import rushlight as torch
from rushlight.nn import functional as F

RECORDED = {        # of linspace(-2.9, 2.6, 7) with the gradients linspace(-1, 1.3, 7): what PyTorch 2.13 gives
    ("silu", torch.bfloat16): [0.090820312, 0.055419922, -0.012084961, 0.063964844, 0.453125, 0.9765625, 1.421875],
    ("silu", torch.float16): [0.091186523, 0.055450439, -0.01234436, 0.063781738, 0.452636719, 0.9765625, 1.427734375],
    ("mish", torch.bfloat16): [0.097167969, 0.06640625, -0.008361816, 0.075683594, 0.53125, 0.99609375, 1.34375],
    ("elu", torch.bfloat16): [-0.0546875, -0.084960938, -0.080078125, 0.12890625, 0.53515625, 0.91796875, 1.296875],
    ("elu", torch.float16): [-0.054992676, -0.084838867, -0.080322266, 0.129150391, 0.533203125, 0.916503906, 1.299804688],
    ("tanh", torch.bfloat16): [-0.015563965, -0.042724609, -0.087890625, 0.147460938, 0.3125, 0.117675781, 0.030273438],
    ("tanh", torch.float16): [-0.011688232, -0.044921875, -0.088378906, 0.146728516, 0.311279297, 0.118530273, 0.027770996],
    ("softplus", torch.bfloat16): [-0.051757812, -0.074707031, -0.059570312, 0.069335938, 0.365234375, 0.7734375, 1.203125],
    ("hardswish", torch.float16): [0.466796875, 0.099365234, -0.033721924, 0.067504883, 0.402832031, 0.97265625, 1.776367188]}


@pytest.mark.parametrize(("name", "dtype"), RECORDED)
def test_gradients_are_rounded_once(name, dtype):
    x = torch.linspace(-2.9, 2.6, 7).to(dtype).requires_grad_()
    getattr(F, name)(x).backward(torch.linspace(-1, 1.3, 7).to(dtype))
    assert x.grad.dtype is dtype
    assert [round(value, 9) for value in x.grad.tolist()] == RECORDED[name, dtype]


@pytest.mark.parametrize(("dtype", "expected"), [
    (torch.bfloat16, [-8.4375, -7.46875, -6.46875, -5.46875, -4.46875, -3.453125, -2.453125, -1.453125, -0.45703125]),
    (torch.float16, [-8.4609375, -7.45703125, -6.45703125, -5.45703125, -4.45703125, -3.458984375, -2.458984375, -1.458984375,
                     -0.458740234375])])
def test_log_softmax_of_rows_rounds_its_sum(dtype, expected):
    assert F.log_softmax(torch.linspace(-4, 4, 9).to(dtype), -1).tolist() == expected
