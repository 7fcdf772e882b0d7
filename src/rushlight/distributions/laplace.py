"""The Laplace distribution."""
from rushlight import dtypes
from rushlight.dispatch.namespace import tensors as F
from rushlight.distributions import constraints
from rushlight.distributions.distribution import SCALAR, validated
from rushlight.distributions.parametric import Parametric

__all__ = ["Laplace"]


class Laplace(Parametric):
    """Numbers whose distance from `loc` is exponential, `scale` on average."""

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive}
    support = constraints.real
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        self._of_elements(validate_args, loc=loc, scale=scale)

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        return 2 * self.scale.pow(2)

    @property
    def stddev(self):
        return 2 ** 0.5 * self.scale

    def rsample(self, sample_shape=SCALAR):
        u = self.loc.new_empty(self._extended_shape(sample_shape)).uniform_(dtypes.finfo(self.loc.dtype).eps - 1, 1)
        return self.loc - self.scale * u.sign() * F.log1p(-u.abs())

    @validated
    def log_prob(self, value):
        return -F.log(2 * self.scale) - F.abs(value - self.loc) / self.scale

    @validated
    def cdf(self, value):
        distance = value - self.loc
        return 0.5 - 0.5 * distance.sign() * F.expm1(-distance.abs() / self.scale)

    def icdf(self, value):
        side = value - 0.5
        return self.loc - self.scale * side.sign() * F.log1p(-2 * side.abs())

    def entropy(self):
        return 1 + F.log(2 * self.scale)
