"""The exponential distribution."""
from rushlight.dispatch.namespace import tensors as F
from rushlight.distributions import constraints
from rushlight.distributions.distribution import SCALAR, validated
from rushlight.distributions.exp_family import ExponentialFamily
from rushlight.distributions.parametric import Parametric

__all__ = ["Exponential"]


class Exponential(Parametric, ExponentialFamily):
    """Waiting times for what happens `rate` times a unit."""

    arg_constraints = {"rate": constraints.positive}
    support = constraints.nonnegative
    has_rsample = True
    _mean_carrier_measure = 0

    def __init__(self, rate, validate_args=None):
        self._of_elements(validate_args, rate=rate)

    @property
    def mean(self):
        return self.rate.reciprocal()

    @property
    def mode(self):
        return F.zeros_like(self.rate)

    @property
    def stddev(self):
        return self.rate.reciprocal()

    @property
    def variance(self):
        return self.rate.pow(-2)

    def rsample(self, sample_shape=SCALAR):
        return self.rate.new_empty(self._extended_shape(sample_shape)).exponential_() / self.rate

    @validated
    def log_prob(self, value):
        return self.rate.log() - self.rate * value

    @validated
    def cdf(self, value):
        return 1 - F.exp(-self.rate * value)

    def icdf(self, value):
        return -F.log1p(-value) / self.rate

    def entropy(self):
        return 1.0 - F.log(self.rate)

    @property
    def _natural_params(self):
        return (-self.rate,)

    def _log_normalizer(self, x):
        return -F.log(-x)
