"""How gamma and Dirichlet numbers move with their parameters, and what may be differentiated."""
import numpy as np
import pytest

import rushlight as torch
from rushlight import distributions

# (shape, number, slope): the slope by adaptive quadrature of the implicit formula, with SciPy.
GAMMA = [(0.001, 1e-12, 2.70554491831e-08), (0.05, 0.3, 7.68473340129), (0.5, 0.1, 0.509765567083), (1.0, 1.0,
         1.17356302722), (1.0, 4.0, 2.16985567592), (2.5, 9.0, 1.89171180009), (30.0, 25.0, 0.916681599736), (400.0,
         410.0, 1.01281904637), (10000.0, 10100.0, 1.00500016602)]
# (number, a, a + b, slope over 1 - number)
BETA = [(1e-09, 0.01, 0.02, 7.070716969e-06), (0.3, 0.1, 3.1, 2.47395378975), (0.5, 1.0, 2.0, 0.69314718056), (0.9,
        1.0, 2.0, 0.94824464092), (0.99, 5.0, 5.2, 0.215464761947), (0.45, 50.0, 100.0, 0.00954506326102), (0.999,
        1000.0, 1003.0, 0.000998502162592), (0.2, 0.7, 0.9, 0.806651755055)]


@pytest.mark.parametrize("shape, number, slope", GAMMA)
def test_gamma_numbers_move(shape, number, slope):
    ours = torch._standard_gamma_grad(torch.tensor(shape, dtype=torch.float64), torch.tensor(number, dtype=torch.float64))
    assert ours.item() == pytest.approx(slope, rel=1e-8)


@pytest.mark.parametrize("number, a, total, slope", BETA)
def test_beta_numbers_move(number, a, total, slope):
    ours = torch._dirichlet_grad(*[torch.tensor(value, dtype=torch.float64) for value in (number, a, total)])
    assert ours.item() == pytest.approx(slope, rel=1e-8)


def test_of_many_numbers_and_broadcast():
    shapes = torch.linspace(0.5, 5, 3000)
    many = torch._standard_gamma_grad(shapes, torch.ones(()))
    few = torch.stack([torch._standard_gamma_grad(shape, torch.ones(())) for shape in shapes[::500]])
    assert many.dtype == torch.float32
    np.testing.assert_array_equal(many[::500].numpy(), few.numpy())


def test_dirichlet_shares_stay_a_whole():
    concentration = torch.tensor([0.5, 2.0, 3.0], requires_grad=True)
    point = distributions.Dirichlet(concentration).rsample()
    assert type(point.grad_fn).__name__ == "_DirichletBackward"
    slope, = torch.autograd.grad(point.sum(), concentration)
    assert slope.abs().max() < 1e-6


def test_differentiated_once():
    shape = torch.tensor([2.0], requires_grad=True)
    number = torch._standard_gamma(shape)
    assert type(number.grad_fn).__name__ == "StandardGammaBackward0"
    slope, = torch.autograd.grad(number.sum(), shape, create_graph=True)
    with pytest.raises(RuntimeError, match="_standard_gamma_grad.* is not implemented"):
        slope.sum().backward()


def test_types_must_agree():
    with pytest.raises(RuntimeError, match="Found dtype Double but expected Float"):
        torch._standard_gamma_grad(torch.ones(2), torch.ones(2, dtype=torch.float64))
    with pytest.raises(NotImplementedError, match="\"_standard_gamma_grad_cpu\" not implemented for 'Half'"):
        torch._standard_gamma_grad(torch.ones(2).half(), torch.ones(2).half())


def test_discrete_numbers_have_no_gradient():
    probs = torch.tensor([0.3, 0.7], requires_grad=True)
    assert not distributions.Bernoulli(probs).sample().requires_grad
    assert not distributions.Normal(probs, 1.0).sample().requires_grad
    straight = distributions.OneHotCategoricalStraightThrough(probs)
    assert straight.rsample().requires_grad


def test_wishart_samples_are_differentiable():
    df = torch.tensor(5.0, dtype=torch.float64, requires_grad=True)
    factor = torch.tensor([[1.0, 0.0], [0.5, 2.0]], dtype=torch.float64, requires_grad=True)

    def draw(df, factor):
        torch.manual_seed(1)
        return distributions.Wishart(df, scale_tril=factor, validate_args=False).rsample().sum()
    slope_df, slope_factor = torch.autograd.grad(draw(df, factor), (df, factor))
    step = torch.tensor([[1e-6, 0.0], [0.0, 0.0]], dtype=torch.float64)
    measured = (draw(df, factor + step) - draw(df, factor - step)) / 2e-6
    assert slope_factor[0, 0].item() == pytest.approx(measured.item(), rel=1e-6)
    assert slope_df.isfinite()
