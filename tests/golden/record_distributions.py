"""Records what PyTorch's distributions draw and say: `python tests/golden/record_distributions.py`, where it is installed."""
import sys
import warnings
from pathlib import Path

import numpy as np
import torch

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "distributions"))
import cases  # noqa: E402

ANSWERS = ("mean", "variance", "mode")


def main():
    warnings.simplefilter("ignore")
    arrays = {}
    for name, given in cases.GIVEN.items():
        arrays.update({f"{name}/{what}": value.detach().numpy() for what, value in answers(name, given) if value is not None})
    arrays.update({f"{p}|{q}": value.detach().numpy() for p, q, value in divergences()})
    np.savez_compressed(HERE / "distributions.npz", **arrays)


def answers(name, given):
    distribution, _ = cases.build(torch, *given)
    torch.manual_seed(3)
    sample = distribution.sample((4,))
    yield "sample", sample
    yield "after", torch.rand(1)
    yield "log_prob", distribution.log_prob(sample)
    yield "entropy", told(distribution.entropy)
    yield "cdf", told(lambda: distribution.cdf(sample))
    for what in ANSWERS:
        yield what, told(lambda what=what: getattr(distribution, what))
    if distribution.has_rsample and name != "Wishart":                       # torch 2.13 cannot differentiate its samples
        yield from slopes(given)


def told(ask):
    try:
        return ask()
    except NotImplementedError:
        return None


def slopes(given):
    distribution, parameters = cases.build(torch, *given, requires_grad=True)
    torch.manual_seed(3)
    sample = distribution.rsample((4,))
    weights = torch.arange(1.0, sample.numel() + 1).reshape(sample.shape)
    for i, slope in enumerate(torch.autograd.grad((sample * weights).sum(), parameters, allow_unused=True)):
        yield f"slope{i}", slope


def divergences():
    for p, p_given in cases.PAIRED.items():
        for q, q_given in cases.PAIRED.items():
            first, _ = cases.build(torch, p, *p_given)
            second, _ = cases.build(torch, q, *cases.other(q_given))
            value = told(lambda first=first, second=second: torch.distributions.kl_divergence(first, second))
            if value is not None:
                yield p, q, value


if __name__ == "__main__":
    main()
