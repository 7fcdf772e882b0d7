"""The half-Cauchy distribution."""
import math

from rushlight.distributions.cauchy import Cauchy
from rushlight.distributions.half_normal import Folded
from rushlight.distributions.parametric import filled
from rushlight.distributions.transforms import AbsTransform

__all__ = ["HalfCauchy"]


class HalfCauchy(Folded):
    """Sizes of Cauchy numbers around 0."""

    def __init__(self, scale, validate_args=None):
        super().__init__(Cauchy(0, scale, validate_args=False), AbsTransform(), validate_args=validate_args)

    @property
    def mean(self):
        return filled(self.scale, math.inf)

    @property
    def variance(self):
        return self.base_dist.variance
