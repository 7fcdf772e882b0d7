"""The inverse gamma distribution."""
import math

from rushlight.distributions import constraints
from rushlight.distributions.gamma import Gamma
from rushlight.distributions.transformed_distribution import TransformedDistribution
from rushlight.distributions.transforms import PowerTransform

__all__ = ["InverseGamma"]


class InverseGamma(TransformedDistribution):
    """1 / x of gamma numbers x of shape `concentration` and inverse scale `rate`."""

    arg_constraints = {"concentration": constraints.positive, "rate": constraints.positive}
    support = constraints.positive
    has_rsample = True

    def __init__(self, concentration, rate, validate_args=None):
        base = Gamma(concentration, rate, validate_args=validate_args)
        super().__init__(base, PowerTransform(-base.rate.new_ones(())), validate_args=validate_args)

    @property
    def concentration(self):
        return self.base_dist.concentration

    @property
    def rate(self):
        return self.base_dist.rate

    @property
    def mean(self):
        return (self.rate / (self.concentration - 1)).masked_fill(self.concentration <= 1, math.inf)

    @property
    def mode(self):
        return self.rate / (self.concentration + 1)

    @property
    def variance(self):
        variance = self.rate.square() / ((self.concentration - 1).square() * (self.concentration - 2))
        return variance.masked_fill(self.concentration <= 2, math.inf)

    def entropy(self):
        return (self.concentration + self.rate.log() + self.concentration.lgamma()
                - (1 + self.concentration) * self.concentration.digamma())
