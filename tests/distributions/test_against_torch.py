"""Every distribution against what PyTorch 2.13 drew and said: tests/golden/record_distributions.py."""
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import rushlight as torch
from tests.distributions import cases

GOLDEN = Path(__file__).parent.parent / "golden" / "distributions.npz"
ANSWERS = ("log_prob", "entropy", "cdf", "mean", "variance", "mode")
# torch 2.13's formula for this mode is nan wherever there is one.
UNLIKE = {("Kumaraswamy", "mode")}
# torch approximates how gamma numbers move with their shapes to 5e-4; ours is exact to 1e-9 (test_gradients.py).
APPROXIMATE = 1e-3


@cache
def golden():
    with np.load(GOLDEN) as recorded:
        return dict(recorded)


def assert_like(ours, recorded, rtol=3e-6):
    assert tuple(ours.shape) == recorded.shape
    assert str(ours.dtype).removeprefix("torch.") == str(recorded.dtype)
    np.testing.assert_allclose(ours.detach().numpy(), recorded, rtol=rtol, atol=2e-6)


@pytest.mark.parametrize("name", cases.GIVEN)
def test_draws_torchs_numbers(name):
    distribution, _ = cases.build(torch, *cases.GIVEN[name])
    torch.manual_seed(3)
    sample, recorded = distribution.sample((4,)), golden()[f"{name}/sample"]
    assert torch.rand(1).item() == golden()[f"{name}/after"]
    if name.split()[0] in cases.ROUNDED:
        assert_like(sample, recorded, rtol=1e-4 if name == "LKJCholesky" else 3e-6)
    else:
        np.testing.assert_array_equal(sample.numpy(), recorded)


@pytest.mark.parametrize("name, what", [(name, what) for name in cases.GIVEN for what in ANSWERS if (name, what) not in UNLIKE])
def test_says_what_torch_says(name, what):
    key = f"{name}/{what}"
    distribution, _ = cases.build(torch, *cases.GIVEN[name])
    sample = torch.tensor(golden()[f"{name}/sample"])

    def ask():
        answer = getattr(distribution, what)
        return answer(*[sample] * (what in ("log_prob", "cdf"))) if callable(answer) else answer
    if key in golden():
        return assert_like(ask(), golden()[key], rtol=1e-5)
    with pytest.raises(NotImplementedError):
        ask()


def test_kumaraswamy_has_a_mode():
    a, b = torch.tensor([2.0, 0.5, 3.0]), torch.tensor([3.0, 2.0, 1.5])
    density = torch.distributions.Kumaraswamy(a, b)
    points = torch.linspace(0.001, 0.999, 999).unsqueeze(-1)
    best = points[density.log_prob(points).argmax(0), 0]
    assert density.mode[1].isnan()                                      # highest at the edge
    assert (density.mode - best)[[0, 2]].abs().max() < 1e-3


@pytest.mark.parametrize("name", [name for name in cases.GIVEN if f"{name}/slope0" in golden()])
def test_samples_move_with_the_parameters(name):
    distribution, parameters = cases.build(torch, *cases.GIVEN[name], requires_grad=True)
    torch.manual_seed(3)
    sample = distribution.rsample((4,))
    weights = torch.arange(1.0, sample.numel() + 1).reshape(sample.shape)
    slopes = torch.autograd.grad((sample * weights).sum(), parameters, allow_unused=True)
    for i, slope in enumerate(slopes):
        assert_like(slope, golden()[f"{name}/slope{i}"], rtol=APPROXIMATE)


@pytest.mark.parametrize("p", cases.PAIRED)
def test_divergences(p):
    for q in cases.PAIRED:
        first, _ = cases.build(torch, p, *cases.PAIRED[p])
        second, _ = cases.build(torch, q, *cases.other(cases.PAIRED[q]))
        if f"{p}|{q}" in golden():
            assert_like(torch.distributions.kl_divergence(first, second), golden()[f"{p}|{q}"], rtol=2e-5)
        else:
            with pytest.raises(NotImplementedError):
                torch.distributions.kl_divergence(first, second)


@pytest.mark.parametrize("name", cases.GIVEN)
def test_expands(name):
    distribution, _ = cases.build(torch, *cases.GIVEN[name])
    shape = (2, *distribution.batch_shape)
    expanded = distribution.expand(shape)
    assert type(expanded) is type(distribution)
    assert (expanded.batch_shape, expanded.event_shape) == (shape, distribution.event_shape)
    sample = distribution.sample()
    assert torch.allclose(expanded.log_prob(sample), distribution.log_prob(sample).expand(shape))
    assert expanded.sample().shape == shape + distribution.event_shape
