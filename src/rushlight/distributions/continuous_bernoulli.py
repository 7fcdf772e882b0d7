"""The continuous Bernoulli distribution (Loaiza-Ganem and Cunningham, 2019)."""
import math

from rushlight.dispatch.namespace import tensors as F
from rushlight.distributions import constraints
from rushlight.distributions.distribution import SCALAR, validated
from rushlight.distributions.exp_family import ExponentialFamily
from rushlight.distributions.parametric import Odds, surprise
from rushlight.distributions.utils import broadcast_all, clamp_probs

__all__ = ["ContinuousBernoulli"]


class ContinuousBernoulli(Odds, ExponentialFamily):
    """Numbers x in [0, 1] of density proportional to probs**x * (1 - probs)**(1 - x).

    At 1/2 the closed forms are 0/0: where `probs` is within `lims`, Taylor series stand for them.
    """

    arg_constraints = {"probs": constraints.unit_interval, "logits": constraints.real}
    support = constraints.unit_interval
    has_rsample = True
    _mean_carrier_measure = 0

    def __init__(self, probs=None, logits=None, lims=(0.499, 0.501), validate_args=None):
        self._lims = lims
        self._of_odds(validate_args, probs, logits)
        if "probs" in self.__dict__:
            self.probs = clamp_probs(self.probs)

    def _outside_unstable_region(self):
        return (self.probs <= self._lims[0]) | (self.probs > self._lims[1])

    def _cut_probs(self):
        """The probabilities, where they are near 1/2 the lower limit."""
        return F.where(self._outside_unstable_region(), self.probs, self._lims[0] * F.ones_like(self.probs))

    def _either(self, closed, series):
        return F.where(self._outside_unstable_region(), closed, series)

    def _cont_bern_log_norm(self):
        """The logarithm of what normalises the density."""
        probs = self._cut_probs()
        low, high = F.clamp(probs, max=0.5), F.clamp(probs, min=0.5)
        sides = F.where(probs <= 0.5, F.log1p(-2.0 * low), F.log(2.0 * high - 1.0))
        closed = F.log(F.abs(F.log1p(-probs) - F.log(probs))) - sides
        x = F.pow(self.probs - 0.5, 2)
        return self._either(closed, math.log(2.0) + (4.0 / 3.0 + 104.0 / 45.0 * x) * x)

    @property
    def mean(self):
        probs = self._cut_probs()
        x = self.probs - 0.5
        closed = probs / (2.0 * probs - 1.0) + 1.0 / (F.log1p(-probs) - F.log(probs))
        return self._either(closed, 0.5 + (1.0 / 3.0 + 16.0 / 45.0 * F.pow(x, 2)) * x)

    @property
    def stddev(self):
        return F.sqrt(self.variance)

    @property
    def variance(self):
        probs = self._cut_probs()
        x = F.pow(self.probs - 0.5, 2)
        closed = probs * (probs - 1.0) / F.pow(1.0 - 2.0 * probs, 2) + 1.0 / F.pow(F.log1p(-probs) - F.log(probs), 2)
        return self._either(closed, 1.0 / 12.0 - (1.0 / 15.0 - 128.0 / 945.0 * x) * x)

    def rsample(self, sample_shape=SCALAR):
        return self.icdf(F.rand(self._extended_shape(sample_shape), dtype=self.probs.dtype, device=self.probs.device))

    @validated
    def log_prob(self, value):
        logits, value = broadcast_all(self.logits, value)
        return -surprise(logits, value) + self._cont_bern_log_norm()

    @validated
    def cdf(self, value):
        probs = self._cut_probs()
        closed = (F.pow(probs, value) * F.pow(1.0 - probs, 1.0 - value) + probs - 1.0) / (2.0 * probs - 1.0)
        inside = self._either(closed, value)
        return F.where(value <= 0.0, F.zeros_like(value), F.where(value >= 1.0, F.ones_like(value), inside))

    def icdf(self, value):
        probs = self._cut_probs()
        closed = (F.log1p(-probs + value * (2.0 * probs - 1.0)) - F.log1p(-probs)) / (F.log(probs) - F.log1p(-probs))
        return self._either(closed, value)

    def entropy(self):
        fail, succeed = F.log1p(-self.probs), F.log(self.probs)
        return self.mean * (fail - succeed) - self._cont_bern_log_norm() - fail

    @property
    def _natural_params(self):
        return (self.logits,)

    def _log_normalizer(self, x):
        outside = (x <= self._lims[0] - 0.5) | (x > self._lims[1] - 0.5)
        cut = F.where(outside, x, (self._lims[0] - 0.5) * F.ones_like(x))
        closed = F.log(F.abs(F.expm1(cut))) - F.log(F.abs(cut))
        return F.where(outside, closed, 0.5 * x + F.pow(x, 2) / 24.0 - F.pow(x, 4) / 2880.0)
