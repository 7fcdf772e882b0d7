"""torch.nn.grad against the tape."""
import pytest

import rushlight as torch
from rushlight.nn import functional, grad


@pytest.mark.parametrize("n", [1, 2, 3])
@pytest.mark.parametrize("options", [{}, {"stride": 2, "padding": 1}, {"groups": 2, "dilation": 2}])
def test_gradients_of_convolutions(n, options):
    sizes = (7, 8, 6)[:n]
    x = torch.randn(2, 4, *sizes, requires_grad=True)
    weight = torch.randn(6, 4 // options.get("groups", 1), *[2] * n, requires_grad=True)
    out = getattr(functional, f"conv{n}d")(x, weight, **options)
    seed = torch.randn(out.shape)
    to_input, to_weight = torch.autograd.grad(out, (x, weight), seed)
    assert torch.allclose(getattr(grad, f"conv{n}d_input")(x.shape, weight, seed, **options), to_input, atol=1e-5)
    assert torch.allclose(getattr(grad, f"conv{n}d_weight")(x, weight.shape, seed, **options), to_weight, atol=1e-4)


def test_without_a_batch():
    x, weight = torch.randn(3, 5, requires_grad=True), torch.randn(2, 3, 2)
    out = functional.conv1d(x, weight)
    expected, = torch.autograd.grad(out, x, torch.ones_like(out))
    assert torch.allclose(grad.conv1d_input(x.shape, weight, torch.ones_like(out)), expected, atol=1e-6)
