"""One of several outcomes, as a vector of zeros with a one."""
from rushlight.dispatch.namespace import tensors as F
from rushlight.distributions import constraints
from rushlight.distributions.categorical import Categorical
from rushlight.distributions.distribution import Distribution, SCALAR, validated
from rushlight.distributions.parametric import Parametric

__all__ = ["OneHotCategorical", "OneHotCategoricalStraightThrough"]


class OfCategorical(Parametric):
    """A distribution over vectors that is told by the categorical distribution in `_categorical`."""

    def _of_categorical(self, probs, logits, validate_args):
        self._categorical = Categorical(probs, logits)
        Distribution.__init__(self, self._categorical.batch_shape, self._categorical.param_shape[-1:], validate_args)

    def _new(self, *args, **options):
        return self._categorical._new(*args, **options)

    @property
    def logits(self):
        return self._categorical.logits

    @property
    def probs(self):
        return self._categorical.probs

    @property
    def param_shape(self):
        return self._categorical.param_shape


class OneHotCategorical(OfCategorical):
    """The outcome as a one among zeros, of the dtype of the probabilities."""

    arg_constraints = {"probs": constraints.simplex, "logits": constraints.real_vector}
    support = constraints.one_hot
    has_enumerate_support = True

    def __init__(self, probs=None, logits=None, validate_args=None):
        self._of_categorical(probs, logits, validate_args)

    @property
    def _param(self):
        return self._categorical._param

    @property
    def mean(self):
        return self.probs

    @property
    def mode(self):
        return self._hot(self.probs.argmax(dim=-1))

    @property
    def variance(self):
        return self.probs * (1 - self.probs)

    def _hot(self, outcomes):
        return F.one_hot(outcomes, self._event_shape[0]).to(self.probs)

    def sample(self, sample_shape=SCALAR):
        return self._hot(self._categorical.sample(sample_shape))

    @validated
    def log_prob(self, value):
        return self._categorical.log_prob(value.max(-1)[1])

    def entropy(self):
        return self._categorical.entropy()

    def enumerate_support(self, expand=True):
        n = self._event_shape[0]
        values = F.eye(n, dtype=self._param.dtype, device=self._param.device).view((n,) + (1,) * len(self._batch_shape) + (n,))
        return values.expand((n,) + self._batch_shape + (n,)) if expand else values


class OneHotCategoricalStraightThrough(OneHotCategorical):
    """As OneHotCategorical; `rsample` lets gradients through to the probabilities, as if they had been the sample."""

    has_rsample = True

    def rsample(self, sample_shape=SCALAR):
        return self.sample(sample_shape) + (self.probs - self.probs.detach())
