"""Coins."""
import math

from rushlight.autograd.grad_mode import no_grad
from rushlight.dispatch.namespace import tensors as F
from rushlight.distributions import constraints
from rushlight.distributions.distribution import SCALAR, validated
from rushlight.distributions.exp_family import ExponentialFamily
from rushlight.distributions.parametric import Odds, surprise
from rushlight.distributions.utils import broadcast_all

__all__ = ["Bernoulli"]


class Bernoulli(Odds, ExponentialFamily):
    """1 with probability `probs`, else 0."""

    arg_constraints = {"probs": constraints.unit_interval, "logits": constraints.real}
    support = constraints.boolean
    has_enumerate_support = True
    _mean_carrier_measure = 0

    def __init__(self, probs=None, logits=None, validate_args=None):
        self._of_odds(validate_args, probs, logits)

    @property
    def mean(self):
        return self.probs

    @property
    def mode(self):
        return F.where(self.probs == 0.5, math.nan, (self.probs >= 0.5).to(self.probs))

    @property
    def variance(self):
        return self.probs * (1 - self.probs)

    def sample(self, sample_shape=SCALAR):
        with no_grad():
            return F.bernoulli(self.probs.expand(self._extended_shape(sample_shape)))

    @validated
    def log_prob(self, value):
        return -surprise(*broadcast_all(self.logits, value))

    def entropy(self):
        return surprise(self.logits, self.probs)

    def enumerate_support(self, expand=True):
        return self._enumerated(F.arange(2, dtype=self._param.dtype, device=self._param.device), expand)

    @property
    def _natural_params(self):
        return (F.logit(self.probs),)

    def _log_normalizer(self, x):
        return F.log(1 + F.exp(x))
