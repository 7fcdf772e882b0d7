"""A batch of distributions taken as one distribution of more dimensions."""
from rushlight.distributions import constraints
from rushlight.distributions.distribution import Distribution, SCALAR
from rushlight.distributions.parametric import Parametric
from rushlight.distributions.utils import _sum_rightmost
from rushlight.size import Size

__all__ = ["Independent"]


class Independent(Parametric):
    """`base_distribution`, whose last `reinterpreted_batch_ndims` batch dimensions belong to the event."""

    arg_constraints = {}

    def __init__(self, base_distribution, reinterpreted_batch_ndims, validate_args=None):
        batch_dims = len(base_distribution.batch_shape)
        if reinterpreted_batch_ndims > batch_dims:
            raise ValueError("Expected reinterpreted_batch_ndims <= len(base_distribution.batch_shape), "
                             f"actual {reinterpreted_batch_ndims} vs {batch_dims}")
        self.base_dist, self.reinterpreted_batch_ndims = base_distribution, reinterpreted_batch_ndims
        shape = base_distribution.batch_shape + base_distribution.event_shape
        cut = batch_dims - reinterpreted_batch_ndims
        Distribution.__init__(self, Size(shape[:cut]), Size(shape[cut:]), validate_args=validate_args)

    def _expanded(self, name, value, batch_shape):
        if name != "base_dist":
            return super()._expanded(name, value, batch_shape)
        return value.expand(batch_shape + self.event_shape[:self.reinterpreted_batch_ndims])

    @property
    def has_rsample(self):
        return self.base_dist.has_rsample

    @property
    def has_enumerate_support(self):
        return self.reinterpreted_batch_ndims == 0 and self.base_dist.has_enumerate_support

    @constraints.dependent_property
    def support(self):
        support = self.base_dist.support
        return constraints.independent(support, self.reinterpreted_batch_ndims) if self.reinterpreted_batch_ndims else support

    @property
    def mean(self):
        return self.base_dist.mean

    @property
    def mode(self):
        return self.base_dist.mode

    @property
    def variance(self):
        return self.base_dist.variance

    def sample(self, sample_shape=SCALAR):
        return self.base_dist.sample(sample_shape)

    def rsample(self, sample_shape=SCALAR):
        return self.base_dist.rsample(sample_shape)

    def log_prob(self, value):
        return _sum_rightmost(self.base_dist.log_prob(value), self.reinterpreted_batch_ndims)

    def entropy(self):
        return _sum_rightmost(self.base_dist.entropy(), self.reinterpreted_batch_ndims)

    def enumerate_support(self, expand=True):
        if self.reinterpreted_batch_ndims > 0:
            raise NotImplementedError("Enumeration over cartesian product is not implemented")
        return self.base_dist.enumerate_support(expand=expand)

    def __repr__(self):
        return f"{self.__class__.__name__}({self.base_dist}, {self.reinterpreted_batch_ndims})"
