"""Derivatives of powers at a base of zero."""
import math

import pytest
import rushlight as torch


@pytest.mark.parametrize("exponent", [0.0, 1.0, 2.0])
def test_second_derivative_at_a_base_of_zero(exponent):
    """The first one is cut to 0 there; the second is what is left of 0 times log(0)."""
    base, exponent = torch.zeros(1), torch.tensor([exponent], requires_grad=True)
    first, = torch.autograd.grad(torch.pow(base, exponent).sum(), exponent, create_graph=True)
    second, = torch.autograd.grad(first.sum(), exponent)
    assert first.item() == 0 and math.isnan(second.item())


@pytest.mark.parametrize("base, slope", [(2.0, math.log(2)), (1.0, 0.0)])
def test_derivative_by_the_exponent(base, slope):
    exponent = torch.tensor([0.0], requires_grad=True, dtype=torch.float64)
    torch.pow(base, exponent).sum().backward()
    assert exponent.grad.item() == pytest.approx(slope)


@pytest.mark.parametrize("base", [-1, -2.5, torch.tensor([-1.0, -2.0], dtype=torch.float64)])
def test_complex_powers_of_negative_numbers(base):
    exponent = torch.tensor([0.5 + 1j, 2 - 1j], requires_grad=True, dtype=torch.complex128)
    assert torch.autograd.gradcheck(lambda e: torch.pow(base, e), exponent, check_forward_ad=True)
