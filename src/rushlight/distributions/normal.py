"""The normal distribution."""
import math

from rushlight.autograd.grad_mode import no_grad
from rushlight.dispatch.namespace import tensors as F
from rushlight.distributions import constraints
from rushlight.distributions.distribution import SCALAR, validated
from rushlight.distributions.exp_family import ExponentialFamily
from rushlight.distributions.parametric import Parametric
from rushlight.distributions.utils import _standard_normal

__all__ = ["Normal"]


class Normal(Parametric, ExponentialFamily):
    """Normal numbers of mean `loc` and standard deviation `scale`."""

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive}
    support = constraints.real
    has_rsample = True
    _mean_carrier_measure = 0

    def __init__(self, loc, scale, validate_args=None):
        self._of_elements(validate_args, loc=loc, scale=scale)

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @property
    def stddev(self):
        return self.scale

    @property
    def variance(self):
        return self.stddev.pow(2)

    def sample(self, sample_shape=SCALAR):
        shape = self._extended_shape(sample_shape)
        with no_grad():
            return F.normal(self.loc.expand(shape), self.scale.expand(shape))

    def rsample(self, sample_shape=SCALAR):
        shape = self._extended_shape(sample_shape)
        return self.loc + _standard_normal(shape, dtype=self.loc.dtype, device=self.loc.device) * self.scale

    @validated
    def log_prob(self, value):
        return -((value - self.loc) ** 2) / (2 * self.scale ** 2) - self.scale.log() - math.log(math.sqrt(2 * math.pi))

    @validated
    def cdf(self, value):
        return 0.5 * (1 + F.erf((value - self.loc) * self.scale.reciprocal() / math.sqrt(2)))

    def icdf(self, value):
        return self.loc + self.scale * F.erfinv(2 * value - 1) * math.sqrt(2)

    def entropy(self):
        return 0.5 + 0.5 * math.log(2 * math.pi) + F.log(self.scale)

    @property
    def _natural_params(self):
        return self.loc / self.scale.pow(2), -0.5 * self.scale.pow(2).reciprocal()

    def _log_normalizer(self, x, y):
        return -0.25 * x.pow(2) / y + 0.5 * F.log(-math.pi / y)
