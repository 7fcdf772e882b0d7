"""The Poisson distribution."""
from rushlight.autograd.grad_mode import no_grad
from rushlight.dispatch.namespace import tensors as F
from rushlight.distributions import constraints
from rushlight.distributions.distribution import SCALAR, validated
from rushlight.distributions.exp_family import ExponentialFamily
from rushlight.distributions.parametric import Parametric
from rushlight.distributions.utils import broadcast_all

__all__ = ["Poisson"]


class Poisson(Parametric, ExponentialFamily):
    """How often something happens that happens `rate` times on average."""

    arg_constraints = {"rate": constraints.nonnegative}
    support = constraints.nonnegative_integer

    def __init__(self, rate, validate_args=None):
        self._of_elements(validate_args, rate=rate)

    @property
    def mean(self):
        return self.rate

    @property
    def mode(self):
        return self.rate.floor()

    @property
    def variance(self):
        return self.rate

    def sample(self, sample_shape=SCALAR):
        with no_grad():
            return F.poisson(self.rate.expand(self._extended_shape(sample_shape)))

    @validated
    def log_prob(self, value):
        rate, value = broadcast_all(self.rate, value)
        return value.xlogy(rate) - rate - (value + 1).lgamma()

    @property
    def _natural_params(self):
        return (F.log(self.rate),)

    def _log_normalizer(self, x):
        return F.exp(x)
