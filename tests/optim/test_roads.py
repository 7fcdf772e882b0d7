"""An update is the same on every road: on arrays, in blocks, over Tensors, and recorded."""
import numpy as np
import pytest

import rushlight as torch
from rushlight.optim import descent

OPTIONS = {
    "SGD": {"momentum": 0.9, "nesterov": True, "weight_decay": 0.1}, "Adam": {"amsgrad": True, "weight_decay": 0.1}, "AdamW": {},
    "Adamax": {}, "NAdam": {}, "RAdam": {}, "Adagrad": {}, "Adadelta": {}, "RMSprop": {"centered": True, "momentum": 0.5},
    "Rprop": {}, "ASGD": {"t0": 1}}


def trained(name, start, grads, wrap=torch.nn.Parameter):
    param = wrap(start.clone())
    optimizer = getattr(torch.optim, name)([param], **OPTIONS[name])
    for grad in grads:
        param.grad = grad.clone()
        optimizer.step()
    return param.detach()


@pytest.fixture
def values(random_state):
    return torch.rand(12, 5), [torch.rand(12, 5) - 0.5 for _ in range(7)]


@pytest.mark.parametrize("name", OPTIONS)
def test_blocks(name, values, monkeypatch):
    whole = trained(name, *values)
    monkeypatch.setattr(descent, "BLOCK", 7)
    assert torch.equal(trained(name, *values), whole)
    start, grads = values
    turned = trained(name, start.t().contiguous().t(), [g.t().contiguous().t() for g in grads])
    assert torch.equal(turned, whole)


@pytest.mark.parametrize("name", OPTIONS)
def test_other_strides(name, values):
    start, grads = values
    strided = torch.zeros(12, 10)[:, ::2].copy_(start)
    assert torch.equal(trained(name, strided, grads, wrap=lambda _: torch.nn.Parameter(strided)), trained(name, start, grads))


@pytest.mark.parametrize("name", OPTIONS)
def test_tensors(name, values):
    class Own(torch.Tensor):
        pass
    as_subclass = trained(name, *values, wrap=lambda start: start.as_subclass(Own).requires_grad_())
    assert type(as_subclass) is Own
    assert torch.allclose(as_subclass.as_subclass(torch.Tensor), trained(name, *values), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("name", OPTIONS)
def test_complex_parameters_are_pairs_of_real_ones(name, random_state):
    start, grads = torch.randn(4, dtype=torch.complex64), [torch.randn(4, dtype=torch.complex64) for _ in range(3)]
    real = trained(name, torch.view_as_real(start), [torch.view_as_real(g) for g in grads])
    assert torch.equal(torch.view_as_real(trained(name, start, grads)), real)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
@pytest.mark.parametrize("name", OPTIONS)
def test_half_precision(name, dtype, values):
    start, grads = values[0], [g + g.sign() / 10 for g in values[1]]           # squares that float16 can hold
    got = trained(name, start.to(dtype), [g.to(dtype) for g in grads])
    assert got.dtype is dtype
    expected = trained(name, start, grads)
    assert (got.float() - expected).abs().max() < 40 * torch.finfo(dtype).eps * expected.abs().max()


@pytest.mark.parametrize("name", OPTIONS)
def test_differentiable(name, random_state):
    """The gradient of a step with respect to the gradient and the parameter, by differences."""
    start = torch.rand(3, dtype=torch.float64) + 0.5
    gradient = torch.rand(3, dtype=torch.float64) + 0.5
    direction = torch.rand(3, dtype=torch.float64)

    def stepped(param, grad, differentiable=True):
        param = param.clone()
        optimizer = getattr(torch.optim, name)([param], **OPTIONS[name], differentiable=differentiable)
        param.grad = grad
        optimizer.step()
        return (param * direction).sum()

    inputs = [start.clone().requires_grad_(), gradient.clone().requires_grad_()]
    slopes = torch.autograd.grad(stepped(*inputs), inputs, allow_unused=True)
    for i, slope in enumerate(slopes):
        h = 1e-6
        ends = [stepped(*[v + sign * h * direction if i == j else v for j, v in enumerate((start, gradient))], False)
                for sign in (1, -1)]
        expected = ((ends[0] - ends[1]) / (2 * h)).item()
        assert abs((0 if slope is None else (slope * direction).sum().item()) - expected) < 1e-5


def test_a_rate_that_is_learned():
    rate = torch.tensor(0.5, requires_grad=True)
    param = torch.ones(2, requires_grad=True).clone()
    optimizer = torch.optim.SGD([param], lr=rate, differentiable=True)
    param.grad = torch.tensor([1.0, 2.0])
    optimizer.step()
    param.sum().backward()
    assert rate.grad.item() == -3


def test_expanded_parameters_are_refused():
    param = torch.ones(1).expand(3)
    optimizer = torch.optim.SGD([param])
    param.grad = torch.ones(3)
    with pytest.raises(RuntimeError, match="refers to a single memory location"):
        optimizer.step()


def test_division_by_zero_is_quiet():
    param = torch.nn.Parameter(torch.ones(2))
    optimizer = torch.optim.Adagrad([param], eps=0.0)
    param.grad = torch.zeros(2)
    optimizer.step()
    assert np.isnan(param.detach().numpy()).all()
