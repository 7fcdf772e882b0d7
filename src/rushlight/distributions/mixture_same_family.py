"""Mixtures of distributions of one family."""
from rushlight.autograd.grad_mode import no_grad
from rushlight.dispatch.namespace import tensors as F
from rushlight.distributions import constraints
from rushlight.distributions.categorical import Categorical
from rushlight.distributions.distribution import Distribution, SCALAR
from rushlight.distributions.parametric import Parametric

__all__ = ["MixtureSameFamily"]


class MixtureSameFamily(Parametric):
    """Values of a component that is drawn first; the components are the last batch dimension of `component_distribution`."""

    arg_constraints = {}
    has_rsample = False

    def __init__(self, mixture_distribution, component_distribution, validate_args=None):
        _check_match(mixture_distribution, component_distribution)
        self._mixture_distribution, self._component_distribution = mixture_distribution, component_distribution
        self._num_component = component_distribution.batch_shape[-1]
        Distribution.__init__(self, component_distribution.batch_shape[:-1], component_distribution.event_shape, validate_args)

    def _expanded(self, name, value, batch_shape):
        if name == "_component_distribution":
            return value.expand(batch_shape + (self._num_component,))
        return super()._expanded(name, value, batch_shape)

    @constraints.dependent_property
    def support(self):
        return constraints.MixtureSameFamilyConstraint(self._component_distribution.support)

    @property
    def mixture_distribution(self):
        return self._mixture_distribution

    @property
    def component_distribution(self):
        return self._component_distribution

    @property
    def _weights(self):
        return self._pad_mixture_dimensions(self.mixture_distribution.probs)

    def _average(self, values):
        """The mean of what the components say, by their weights."""
        return (self._weights * values).sum(-1 - len(self._event_shape))

    @property
    def mean(self):
        return self._average(self.component_distribution.mean)

    @property
    def variance(self):
        spread = (self.component_distribution.mean - self._pad(self.mean)).pow(2.0)
        return self._average(self.component_distribution.variance) + self._average(spread)

    def cdf(self, x):
        return (self.component_distribution.cdf(self._pad(x)) * self.mixture_distribution.probs).sum(-1)

    def log_prob(self, x):
        if self._validate_args:
            self._validate_sample(x)
        weights = F.log_softmax(self.mixture_distribution.logits, dim=-1)
        return F.logsumexp(self.component_distribution.log_prob(self._pad(x)) + weights, dim=-1)

    def sample(self, sample_shape=SCALAR):
        with no_grad():
            dim = len(sample_shape) + len(self._batch_shape)
            chosen = self.mixture_distribution.sample(sample_shape)
            values = self.component_distribution.sample(sample_shape)
            chosen = chosen.reshape(chosen.shape + (1,) * (len(self._event_shape) + 1))
            chosen = chosen.expand(values.shape[:dim] + (1,) + self._event_shape)
            return values.gather(dim, chosen).squeeze(dim)

    def _pad(self, x):
        return x.unsqueeze(-1 - len(self._event_shape))

    def _pad_mixture_dimensions(self, x):
        return x.reshape(x.shape + (1,) * len(self._event_shape))

    def __repr__(self):
        return f"MixtureSameFamily(\n  {self.mixture_distribution},\n  {self.component_distribution})"


def _check_match(mixture, component):
    if not isinstance(mixture, Categorical):
        raise ValueError(" The Mixture distribution needs to be an  instance of torch.distributions.Categorical")
    if not isinstance(component, Distribution):
        raise ValueError("The Component distribution needs to be an instance of torch.distributions.Distribution")
    mixtures, components = mixture.batch_shape, component.batch_shape[:-1]
    if any(m != 1 and c != 1 and m != c for m, c in zip(reversed(mixtures), reversed(components))):
        raise ValueError(f"`mixture_distribution.batch_shape` ({mixtures}) is not compatible with "
                         f"`component_distribution.batch_shape`({components})")
    count, k = mixture.logits.shape[-1], component.batch_shape[-1]
    if k != count:
        raise ValueError(f"`mixture_distribution component` ({count}) does not equal "
                         f"`component_distribution.batch_shape[-1]` ({k})")
