"""The Cauchy distribution."""
import math

from rushlight.dispatch.namespace import tensors as F
from rushlight.distributions import constraints
from rushlight.distributions.distribution import SCALAR, validated
from rushlight.distributions.parametric import Parametric, filled

__all__ = ["Cauchy"]


class Cauchy(Parametric):
    """Ratios of two normal numbers, around `loc`, half of them within `scale`."""

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive}
    support = constraints.real
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        self._of_elements(validate_args, loc=loc, scale=scale)

    @property
    def mean(self):
        return filled(self.loc, math.nan)

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        return filled(self.loc, math.inf)

    def rsample(self, sample_shape=SCALAR):
        return self.loc + self.loc.new_empty(self._extended_shape(sample_shape)).cauchy_() * self.scale

    @validated
    def log_prob(self, value):
        return -math.log(math.pi) - self.scale.log() - ((value - self.loc) / self.scale).pow(2).log1p()

    @validated
    def cdf(self, value):
        return F.atan((value - self.loc) / self.scale) / math.pi + 0.5

    def icdf(self, value):
        return F.tan(math.pi * (value - 0.5)) * self.scale + self.loc

    def entropy(self):
        return math.log(4 * math.pi) + self.scale.log()
