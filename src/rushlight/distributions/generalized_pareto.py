"""The generalized Pareto distribution."""
import math

from rushlight.dispatch.namespace import tensors as F
from rushlight.distributions import constraints
from rushlight.distributions.distribution import SCALAR, validated
from rushlight.distributions.parametric import Parametric

__all__ = ["GeneralizedPareto"]


class GeneralizedPareto(Parametric):
    """What lies beyond a high threshold `loc`: exponential at `concentration` 0, heavier tails above, bounded below."""

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive, "concentration": constraints.real}
    has_rsample = True

    def __init__(self, loc, scale, concentration, validate_args=None):
        self._of_elements(validate_args, loc=loc, scale=scale, concentration=concentration)

    @constraints.dependent_property(is_discrete=False, event_dim=0)
    def support(self):
        bound = self.loc - self.scale / self.concentration
        return constraints.interval(self.loc, F.where(self.concentration < 0, bound, math.inf))

    def _z(self, x):
        return (x - self.loc) / self.scale

    def _unless_zero(self, formula, at_zero):
        """formula(concentration), and `at_zero` where that is 0."""
        zero = self.concentration == 0
        return F.where(zero, at_zero, formula(F.where(zero, 1.0, self.concentration)))

    def rsample(self, sample_shape=SCALAR):
        return self.icdf(F.rand(self._extended_shape(sample_shape), dtype=self.loc.dtype, device=self.loc.device))

    @validated
    def log_prob(self, value):
        z = self._z(value)
        return self._unless_zero(lambda k: -(1 + 1 / k) * F.log1p(k * z), -z) - self.scale.log()

    @validated
    def log_survival_function(self, value):
        """Returns the logarithm of the probability of values beyond `value`."""
        z = self._z(value)
        return self._unless_zero(lambda k: -F.log1p(k * z) / k, -z)

    @validated
    def log_cdf(self, value):
        """Returns the logarithm of the cdf."""
        return F.log1p(-F.exp(self.log_survival_function(value)))

    @validated
    def cdf(self, value):
        return F.exp(self.log_cdf(value))

    def icdf(self, value):
        tail = F.log1p(-value)
        return self.loc + self.scale * self._unless_zero(lambda k: F.expm1(-k * tail) / k, -tail)

    @property
    def mean(self):
        mean = self.loc + self.scale / (1 - self.concentration)
        return mean.masked_fill(self.concentration >= 1, math.nan)

    @property
    def variance(self):
        variance = self.scale ** 2 / ((1 - self.concentration) ** 2 * (1 - 2 * self.concentration))
        return variance.masked_fill(self.concentration >= 0.5, math.nan)

    def entropy(self):
        return F.log(self.scale) + self.concentration + 1

    @property
    def mode(self):
        return self.loc
