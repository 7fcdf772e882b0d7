"""Activations written in place: gradients told from the result, and subclasses that want to know."""
import pytest

import rushlight as torch
from rushlight.nn import functional as F

IN_PLACE = {"EluBackward1": F.elu_, "CeluBackward1": F.celu_, "LeakyReluBackward1": F.leaky_relu_,
            "RreluWithNoiseBackward1": F.rrelu_, "ThresholdBackward1": lambda x: F.threshold_(x, 0.5, 0.25),
            "HardtanhBackward0": F.hardtanh_}


@pytest.mark.parametrize("node", IN_PLACE)
def test_gradients_are_those_of_the_function(node):
    x = torch.tensor([-1.5, -0.25, 0.75, 2.0], requires_grad=True)
    out = IN_PLACE[node](x.clone())
    assert out.grad_fn.name() == node
    out.backward(torch.ones(4))
    numeric = (IN_PLACE[node](x.detach().double() + 1e-6) - IN_PLACE[node](x.detach().double() - 1e-6)) / 2e-6
    assert torch.allclose(x.grad, numeric.float(), atol=1e-4)


def test_elu_is_told_from_its_result_to_the_bit():
    x = torch.tensor([-1.0, 1.0], requires_grad=True)
    F.elu_(x.clone(), alpha=2.0).sum().backward()
    assert x.grad.tolist() == [0.735758900642395, 1.0]


@pytest.mark.parametrize("write", [lambda x: F.elu_(x, alpha=-2), lambda x: F.celu_(x, -2), lambda x: F.leaky_relu_(x, -2),
                                   lambda x: F.leaky_relu(x, -2, inplace=True), lambda x: F.rrelu_(x, -2, -2)])
def test_a_negative_slope_cannot_be_told_from_the_result(write):
    out = write(torch.ones(2, requires_grad=True).clone())
    with pytest.raises(RuntimeError, match="call out-of-place version instead"):
        out.sum().backward()


def test_thresholds_may_be_written_where_elements_share_memory():
    x = torch.zeros(1, 6)
    F.threshold_(x.expand(6, 6), 0.5, 2.0)
    assert x.tolist() == [[2.0] * 6]


@pytest.mark.parametrize("bounds", [(float("inf"), 0.3), (0.1, float("nan")), (float("-inf"), 0.3)])
def test_slopes_are_drawn_from_a_finite_interval(bounds):
    with pytest.raises(RuntimeError, match="rrelu: .* bound must be finite, got"):
        F.rrelu(torch.ones(2), *bounds)


@pytest.mark.parametrize("name", ["elu_", "leaky_relu_", "hardtanh_", "celu_", "threshold_"])
def test_subclasses_are_asked(name):
    class Watching(torch.Tensor):
        seen = []

        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            cls.seen.append(func.__name__)
            return super().__torch_function__(func, types, args, kwargs or {})

    getattr(F, name)(torch.ones(3).as_subclass(Watching), *([0.5, 2.0] if name == "threshold_" else []))
    assert Watching.seen == [name]
