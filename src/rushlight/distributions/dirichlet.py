"""The Dirichlet distribution."""
from rushlight.autograd.function import Function, once_differentiable
from rushlight.dispatch.namespace import tensors as F
from rushlight.distributions import constraints
from rushlight.distributions.distribution import Distribution, SCALAR, validated
from rushlight.distributions.exp_family import ExponentialFamily
from rushlight.distributions.parametric import Parametric

__all__ = ["Dirichlet"]


class _Dirichlet(Function):
    """Draws points, which may be differentiated once."""

    @staticmethod
    def forward(ctx, concentration):
        x = F._sample_dirichlet(concentration)
        ctx.save_for_backward(x, concentration)
        return x

    @staticmethod
    @once_differentiable
    def backward(ctx, grad_output):
        x, concentration = ctx.saved_tensors
        total = concentration.sum(-1, True).expand_as(concentration)
        moved = F._dirichlet_grad(x, concentration, total)              # a share grows at the cost of all in proportion
        return moved * (grad_output - (x * grad_output).sum(-1, True))


class Dirichlet(Parametric, ExponentialFamily):
    """Points of the simplex; `concentration` says how strongly each corner repels or attracts."""

    arg_constraints = {"concentration": constraints.independent(constraints.positive, 1)}
    support = constraints.simplex
    has_rsample = True

    def __init__(self, concentration, validate_args=None):
        if concentration.dim() < 1:
            raise ValueError("`concentration` parameter must be at least one-dimensional.")
        self.concentration = concentration
        Distribution.__init__(self, concentration.shape[:-1], concentration.shape[-1:], validate_args=validate_args)

    def rsample(self, sample_shape=SCALAR):
        return _Dirichlet.apply(self.concentration.expand(self._extended_shape(sample_shape)))

    @validated
    def log_prob(self, value):
        return (F.xlogy(self.concentration - 1.0, value).sum(-1) + F.lgamma(self.concentration.sum(-1))
                - F.lgamma(self.concentration).sum(-1))

    @property
    def mean(self):
        return self.concentration / self.concentration.sum(-1, True)

    @property
    def mode(self):
        above = (self.concentration - 1).clamp(min=0.0)
        mode = above / above.sum(-1, True)
        corner = F.one_hot(mode.argmax(dim=-1), self._event_shape[0]).to(mode)
        return F.where((self.concentration < 1).all(-1, keepdim=True), corner, mode)

    @property
    def variance(self):
        total = self.concentration.sum(-1, True)
        return self.concentration * (total - self.concentration) / (total.pow(2) * (total + 1))

    def entropy(self):
        k, total = self.concentration.shape[-1], self.concentration.sum(-1)
        return (F.lgamma(self.concentration).sum(-1) - F.lgamma(total) - (k - total) * F.digamma(total)
                - ((self.concentration - 1.0) * F.digamma(self.concentration)).sum(-1))

    @property
    def _natural_params(self):
        return (self.concentration,)

    def _log_normalizer(self, x):
        return x.lgamma().sum(-1) - F.lgamma(x.sum(-1))
