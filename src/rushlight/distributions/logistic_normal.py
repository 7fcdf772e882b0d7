"""The logistic-normal distribution."""
from rushlight.distributions import constraints
from rushlight.distributions.independent import Independent
from rushlight.distributions.normal import Normal
from rushlight.distributions.transformed_distribution import TransformedDistribution
from rushlight.distributions.transforms import StickBreakingTransform

__all__ = ["LogisticNormal"]


class LogisticNormal(TransformedDistribution):
    """Points of the simplex, broken off a stick by normal numbers."""

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive}
    support = constraints.simplex
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        base = Normal(loc, scale, validate_args=validate_args)
        base = base if base.batch_shape else base.expand([1])
        super().__init__(base, StickBreakingTransform(), validate_args=validate_args)

    @property
    def _normal(self):
        return self.base_dist.base_dist if isinstance(self.base_dist, Independent) else self.base_dist

    @property
    def loc(self):
        return self._normal.loc

    @property
    def scale(self):
        return self._normal.scale
