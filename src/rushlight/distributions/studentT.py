"""Student's t distribution."""
import math

from rushlight.dispatch.namespace import tensors as F
from rushlight.distributions import constraints
from rushlight.distributions.chi2 import Chi2
from rushlight.distributions.distribution import SCALAR, validated
from rushlight.distributions.parametric import Parametric
from rushlight.distributions.utils import _standard_normal, broadcast_all

__all__ = ["StudentT"]


class StudentT(Parametric):
    """Normal numbers over the root of a chi-squared number per degree of freedom, moved and scaled."""

    arg_constraints = {"df": constraints.positive, "loc": constraints.real, "scale": constraints.positive}
    support = constraints.real
    has_rsample = True

    def __init__(self, df, loc=0.0, scale=1.0, validate_args=None):
        df, loc, scale = broadcast_all(df, loc, scale)
        self._chi2 = Chi2(df)
        self._of_elements(validate_args, df=df, loc=loc, scale=scale)

    @property
    def mean(self):
        return self.loc.masked_fill(self.df <= 1, math.nan)

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        variance = (self.scale.pow(2) * self.df / (self.df - 2)).masked_fill(self.df <= 2, math.inf)
        return variance.masked_fill(self.df <= 1, math.nan)

    def rsample(self, sample_shape=SCALAR):
        normal = _standard_normal(self._extended_shape(sample_shape), dtype=self.df.dtype, device=self.df.device)
        chi2 = self._chi2.rsample(sample_shape)
        return self.loc + self.scale * (normal * F.rsqrt(chi2 / self.df))

    @validated
    def log_prob(self, value):
        y = (value - self.loc) / self.scale
        normalizer = (self.scale.log() + 0.5 * self.df.log() + 0.5 * math.log(math.pi) + F.lgamma(0.5 * self.df)
                      - F.lgamma(0.5 * (self.df + 1.0)))
        return -0.5 * (self.df + 1.0) * F.log1p(y ** 2.0 / self.df) - normalizer

    def entropy(self):
        half, more = 0.5 * self.df, 0.5 * (self.df + 1)
        log_beta = F.lgamma(half) + math.lgamma(0.5) - F.lgamma(more)
        return self.scale.log() + more * (F.digamma(more) - F.digamma(half)) + 0.5 * self.df.log() + log_beta
