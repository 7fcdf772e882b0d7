"""Gradients that are differentiated again: what they are called, where they still have a gradient, what they are at kinks."""
import math

import pytest
import rushlight as torch
from rushlight.nn import functional as F

NODES = {
    "DivBackward0": [torch.log, torch.log2, torch.log10, torch.log1p, torch.sqrt, torch.atan, torch.atanh],
    "MulBackward0": [torch.exp, torch.sin, torch.reciprocal, torch.rsqrt, lambda x: x ** 2, lambda x: x ** 3, torch.abs],
    "ThresholdBackwardBackward0": [torch.relu, lambda x: F.threshold(x, 0.1, 0.0)],
    "HardtanhBackwardBackward0": [F.hardtanh, F.relu6],
    "LeakyReluBackwardBackward0": [F.leaky_relu],
    "SoftshrinkBackwardBackward0": [F.softshrink],
    "HardshrinkBackwardBackward0": [F.hardshrink],
    "PreluKernelBackwardBackward0": [lambda x: F.prelu(x, torch.tensor([0.1]))],
    "SoftmaxBackwardDataBackward0": [lambda x: torch.softmax(x, 0)],
    "LogSoftmaxBackwardDataBackward0": [lambda x: torch.log_softmax(x, 0)],
}


@pytest.mark.parametrize("name, function", [(name, f) for name, functions in NODES.items() for f in functions])
def test_the_node_of_a_gradient_has_the_name_that_torch_gives_it(name, function):
    x = torch.tensor([0.4, 0.5], requires_grad=True)
    grad, = torch.autograd.grad(function(x).sum(), x, create_graph=True)
    assert grad.grad_fn.name() == name


def test_a_square_can_be_differentiated_three_times():
    x = torch.tensor(3.0, requires_grad=True)
    grads = [x ** 2]
    for _ in range(3):
        grads += torch.autograd.grad(grads[-1], x, create_graph=True)
    assert [g.item() for g in grads] == [9, 6, 2, 0]


def test_the_second_gradient_of_a_norm_at_zero_is_nan():
    x = torch.zeros(2, requires_grad=True)
    first, = torch.autograd.grad(x.norm(), x, create_graph=True)
    second, = torch.autograd.grad(first.sum(), x)
    assert first.tolist() == [0, 0] and all(math.isnan(v) for v in second.tolist())


def test_softplus_keeps_the_smallest_slopes():
    x = torch.tensor([-100.0, 0.0, 30.0], requires_grad=True)
    F.softplus(x).sum().backward()
    assert x.grad.tolist() == pytest.approx([3.783505853677006e-44, 0.5, 1.0]) and x.grad[0] > 0


@pytest.mark.parametrize("empty", [lambda: torch.empty(0).std(), lambda: torch.empty(3, 0).var(1)])
def test_the_variance_of_nothing_warns(empty):
    with pytest.warns(UserWarning, match="degrees of freedom is <= 0"):
        assert torch.isnan(empty()).all()
