"""A distribution pushed through transforms."""
from rushlight.autograd.grad_mode import no_grad
from rushlight.distributions import constraints
from rushlight.distributions.distribution import Distribution, SCALAR, validated
from rushlight.distributions.independent import Independent
from rushlight.distributions.parametric import Parametric
from rushlight.distributions.transforms import ComposeTransform, Transform
from rushlight.distributions.utils import _sum_rightmost
from rushlight.size import Size

__all__ = ["TransformedDistribution"]


class TransformedDistribution(Parametric):
    """The distribution of transforms(x), one after another, for x drawn from `base_distribution`."""

    arg_constraints = {}

    def __init__(self, base_distribution, transforms, validate_args=None):
        self.transforms = _listed(transforms)
        shape = base_distribution.batch_shape + base_distribution.event_shape
        chain = ComposeTransform(self.transforms)
        if len(shape) < chain.domain.event_dim:
            raise ValueError(f"base_distribution needs to have shape with size at least {chain.domain.event_dim}, "
                             f"but got {shape}.")
        out_shape = chain.forward_shape(shape)
        base_distribution = _fitted(base_distribution, chain.inverse_shape(out_shape), chain.domain.event_dim)
        event_dim = chain.codomain.event_dim + max(len(base_distribution.event_shape) - chain.domain.event_dim, 0)
        self.base_dist = base_distribution
        cut = len(out_shape) - event_dim
        Distribution.__init__(self, Size(out_shape[:cut]), Size(out_shape[cut:]), validate_args)

    def _expanded(self, name, value, batch_shape):
        if name != "base_dist":
            return super()._expanded(name, value, batch_shape)
        shape = ComposeTransform(self.transforms).inverse_shape(batch_shape + self.event_shape)
        return value.expand(shape[:len(shape) - len(value.event_shape)])

    @property
    def has_rsample(self):
        return self.base_dist.has_rsample

    @constraints.dependent_property(is_discrete=False)
    def support(self):
        if not self.transforms:
            return self.base_dist.support
        support = self.transforms[-1].codomain
        missing = len(self.event_shape) - support.event_dim
        return constraints.independent(support, missing) if missing > 0 else support

    def sample(self, sample_shape=SCALAR):
        with no_grad():
            return self._pushed(self.base_dist.sample(sample_shape))

    def rsample(self, sample_shape=SCALAR):
        return self._pushed(self.base_dist.rsample(sample_shape))

    def _pushed(self, x):
        for transform in self.transforms:
            x = transform(x)
        return x

    @validated
    def log_prob(self, value):
        event_dim = len(self.event_shape)
        total, y = 0.0, value
        for transform in reversed(self.transforms):
            x = transform.inv(y)
            event_dim += transform.domain.event_dim - transform.codomain.event_dim
            total = total - _sum_rightmost(transform.log_abs_det_jacobian(x, y), event_dim - transform.domain.event_dim)
            y = x
        return total + _sum_rightmost(self.base_dist.log_prob(y), event_dim - len(self.base_dist.event_shape))

    @validated
    def cdf(self, value):
        for transform in reversed(self.transforms):
            value = transform.inv(value)
        return self._monotonize_cdf(self.base_dist.cdf(value))

    def icdf(self, value):
        return self._pushed(self.base_dist.icdf(self._monotonize_cdf(value)))

    def _monotonize_cdf(self, value):
        """`value`, or 1 - `value` where the transforms turn numbers round."""
        sign = 1
        for transform in self.transforms:
            sign = sign * transform.sign
        return value if isinstance(sign, int) and sign == 1 else sign * (value - 0.5) + 0.5


def _listed(transforms):
    if isinstance(transforms, Transform):
        return [transforms]
    if not isinstance(transforms, list):
        raise ValueError(f"transforms must be a Transform or list, but was {transforms}")
    if not all(isinstance(transform, Transform) for transform in transforms):
        raise ValueError("transforms must be a Transform or a list of Transforms")
    return transforms


def _fitted(base, shape, event_dim):
    """The base distribution with samples of `shape`, and events of at least `event_dim` dimensions."""
    if base.batch_shape + base.event_shape != shape:
        base = base.expand(shape[:len(shape) - len(base.event_shape)])
    missing = event_dim - len(base.event_shape)
    return Independent(base, missing) if missing > 0 else base
