"""Normalisation: dtypes that may meet, layouts, and what nothing does to running statistics."""
import pytest

import rushlight as torch
from rushlight.nn import functional as F

NORMS = {"group": lambda x, w: F.group_norm(x, 3, w), "batch": lambda x, w: F.batch_norm(x, None, None, w, None, True),
         "instance": lambda x, w: F.instance_norm(x, None, None, w)}


@pytest.mark.parametrize("name", NORMS)
def test_parameters_have_the_dtype_of_the_input_or_float32_beside_half_precision(name):
    norm, x, w = NORMS[name], torch.ones(2, 6, 4), torch.ones(6)
    assert norm(x.bfloat16(), w).dtype is torch.bfloat16
    with pytest.raises(RuntimeError, match="all inputs must share same datatype"):
        norm(x.double(), w)
    for wrong in (w.double(), w.half(), w.long()):
        with pytest.raises(RuntimeError, match="expect parameter to have scalar type of Float"):
            norm(x, wrong)


def test_layer_norm_names_the_type_it_wants():
    x, w = torch.ones(2, 4), torch.ones(4)
    for given, wrong, name in ((x.double(), w, "Double"), (x, w.half(), "Float"), (x.half(), w.bfloat16(), "Float")):
        with pytest.raises(RuntimeError, match=f"expect parameter to have scalar type of {name}"):
            F.layer_norm(given, (4,), wrong)


def test_statistics_keep_float32_beside_float32_parameters():
    x, w = torch.ones(2, 6, 4).half(), torch.ones(6)
    assert [t.dtype for t in torch.native_group_norm(x, w, w, 2, 6, 4, 3, 1e-5)] == [torch.float16, torch.float32, torch.float32]
    assert {t.dtype for t in torch.native_group_norm(x, w.half(), None, 2, 6, 4, 3, 1e-5)} == {torch.float16}


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_gradients_of_half_precision_are_summed_in_float32(dtype):
    x = torch.linspace(-3, 3, 6 * 400).sin().reshape(1, 6, 400).to(dtype)
    grads = []
    for given in (x, x.float()):
        w = torch.ones(6, requires_grad=True)
        F.group_norm(given, 3, w).backward(torch.linspace(0, 1, x.numel()).reshape(x.shape).to(dtype).to(given.dtype))
        grads.append(w.grad)
    assert torch.allclose(*grads, rtol=1e-4)


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_groups_keep_channels_where_they_are(dtype):
    x = torch.linspace(-3, 3, 192).sin().reshape(2, 6, 4, 4)
    expected = F.group_norm(x.to(dtype), 3)
    out = F.group_norm(x.to(dtype).contiguous(memory_format=torch.channels_last), 3)
    assert out.stride() == (96, 1, 24, 6)
    assert torch.equal(out, expected)


def test_an_empty_batch_moves_nothing():
    mean, var = torch.zeros(3), torch.ones(3)
    F.batch_norm(torch.zeros(0, 3, 2, 2), mean, var, training=True)
    assert mean.tolist() == [0, 0, 0] and var.tolist() == [1, 1, 1]


def test_running_statistics_of_instances_may_have_another_dtype():
    mean, var = torch.zeros(3, dtype=torch.float64), torch.ones(3, dtype=torch.float64)
    out = F.instance_norm(torch.arange(12.0).reshape(1, 3, 4), mean, var)
    assert out.dtype is torch.float32 and mean.dtype is torch.float64
    assert torch.allclose(mean, torch.tensor([0.15, 0.55, 0.95], dtype=torch.float64))
