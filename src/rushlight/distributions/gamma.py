"""The gamma distribution."""
from rushlight import dtypes
from rushlight.dispatch.namespace import tensors as F
from rushlight.distributions import constraints
from rushlight.distributions.distribution import SCALAR, validated
from rushlight.distributions.exp_family import ExponentialFamily
from rushlight.distributions.parametric import Parametric

__all__ = ["Gamma"]


class Gamma(Parametric, ExponentialFamily):
    """Gamma numbers of shape `concentration` and inverse scale `rate`."""

    arg_constraints = {"concentration": constraints.positive, "rate": constraints.positive}
    support = constraints.nonnegative
    has_rsample = True
    _mean_carrier_measure = 0

    def __init__(self, concentration, rate, validate_args=None):
        self._of_elements(validate_args, concentration=concentration, rate=rate)

    @property
    def mean(self):
        return self.concentration / self.rate

    @property
    def mode(self):
        return ((self.concentration - 1) / self.rate).clamp(min=0)

    @property
    def variance(self):
        return self.concentration / self.rate.pow(2)

    def rsample(self, sample_shape=SCALAR):
        shape = self._extended_shape(sample_shape)
        drawn = F._standard_gamma(self.concentration.expand(shape)) / self.rate.expand(shape)
        drawn.detach().clamp_(min=dtypes.finfo(drawn.dtype).tiny)           # zeros have no logarithm; not on the tape
        return drawn

    @validated
    def log_prob(self, value):
        return (F.xlogy(self.concentration, self.rate) + F.xlogy(self.concentration - 1, value) - self.rate * value
                - F.lgamma(self.concentration))

    @validated
    def cdf(self, value):
        return F.igamma(self.concentration, self.rate * value)

    def entropy(self):
        return (self.concentration - F.log(self.rate) + F.lgamma(self.concentration)
                + (1.0 - self.concentration) * F.digamma(self.concentration))

    @property
    def _natural_params(self):
        return self.concentration - 1, -self.rate

    def _log_normalizer(self, x, y):
        return F.lgamma(x + 1) + (x + 1) * F.log(-y.reciprocal())
