"""The uniform distribution."""
import math

from rushlight.dispatch.namespace import tensors as F
from rushlight.distributions import constraints
from rushlight.distributions.distribution import SCALAR, validated
from rushlight.distributions.parametric import Parametric

__all__ = ["Uniform"]


class Uniform(Parametric):
    """Numbers of [low, high), all equally likely."""

    has_rsample = True

    def __init__(self, low, high, validate_args=None):
        self._of_elements(validate_args, low=low, high=high)

    @property
    def arg_constraints(self):
        return {"low": constraints.less_than(self.high), "high": constraints.greater_than(self.low)}

    @constraints.dependent_property(is_discrete=False, event_dim=0)
    def support(self):
        return constraints.interval(self.low, self.high)

    @property
    def mean(self):
        return (self.high + self.low) / 2

    @property
    def mode(self):
        return math.nan * self.high

    @property
    def stddev(self):
        return (self.high - self.low) / math.sqrt(12)

    @property
    def variance(self):
        return (self.high - self.low).pow(2) / 12

    def rsample(self, sample_shape=SCALAR):
        drawn = F.rand(self._extended_shape(sample_shape), dtype=self.low.dtype, device=self.low.device)
        return self.low + drawn * (self.high - self.low)

    @validated
    def log_prob(self, value):
        inside = self.low.le(value).type_as(self.low) * self.high.gt(value).type_as(self.low)
        return F.log(inside) - F.log(self.high - self.low)

    @validated
    def cdf(self, value):
        return ((value - self.low) / (self.high - self.low)).clamp(min=0, max=1)

    def icdf(self, value):
        return value * (self.high - self.low) + self.low

    def entropy(self):
        return F.log(self.high - self.low)
