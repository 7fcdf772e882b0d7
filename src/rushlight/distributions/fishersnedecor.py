"""The F distribution of Fisher and Snedecor."""
import math

from rushlight import dtypes
from rushlight.dispatch.namespace import tensors as F
from rushlight.distributions import constraints
from rushlight.distributions.distribution import SCALAR, validated
from rushlight.distributions.gamma import Gamma
from rushlight.distributions.parametric import Parametric
from rushlight.distributions.utils import broadcast_all

__all__ = ["FisherSnedecor"]


class FisherSnedecor(Parametric):
    """Ratios of two chi-squared numbers, each per degree of freedom."""

    arg_constraints = {"df1": constraints.positive, "df2": constraints.positive}
    support = constraints.positive
    has_rsample = True

    def __init__(self, df1, df2, validate_args=None):
        df1, df2 = broadcast_all(df1, df2)
        self._gamma1, self._gamma2 = Gamma(df1 * 0.5, df1), Gamma(df2 * 0.5, df2)
        self._of_elements(validate_args, df1=df1, df2=df2)

    @property
    def mean(self):
        df2 = self.df2.masked_fill(self.df2 <= 2, math.nan)
        return df2 / (df2 - 2)

    @property
    def mode(self):
        mode = (self.df1 - 2) / self.df1 * self.df2 / (self.df2 + 2)
        return mode.masked_fill(self.df1 <= 2, math.nan)

    @property
    def variance(self):
        df2 = self.df2.masked_fill(self.df2 <= 4, math.nan)
        return 2 * df2.pow(2) * (self.df1 + df2 - 2) / (self.df1 * (df2 - 2).pow(2) * (df2 - 4))

    def rsample(self, sample_shape=SCALAR):
        tiny = dtypes.finfo(self.df1.dtype).tiny
        above, below = self._gamma1.rsample(sample_shape), self._gamma2.rsample(sample_shape)
        below.detach().clamp_(min=tiny)
        ratio = above / below
        return ratio.clamp_(min=tiny)

    @validated
    def log_prob(self, value):
        half1, half2, ratio = self.df1 * 0.5, self.df2 * 0.5, self.df1 / self.df2
        normalizer = (half1 + half2).lgamma() - half1.lgamma() - half2.lgamma()
        return normalizer + half1 * ratio.log() + (half1 - 1) * value.log() - (half1 + half2) * F.log1p(ratio * value)
