"""One of several outcomes, by number."""
import math

from rushlight import dtypes
from rushlight.autograd.grad_mode import no_grad
from rushlight.dispatch.namespace import tensors as F
from rushlight.distributions import constraints
from rushlight.distributions.distribution import SCALAR, validated
from rushlight.distributions.parametric import Odds
from rushlight.size import Size

__all__ = ["Categorical"]


class Categorical(Odds):
    """The number of an outcome; the probabilities are the last dimension of `probs`, or its logarithms up to a sum `logits`."""

    arg_constraints = {"probs": constraints.simplex, "logits": constraints.real_vector}
    has_enumerate_support = True
    _binary = False

    def __init__(self, probs=None, logits=None, validate_args=None):
        self._of_rows(validate_args, probs, logits)

    @property
    def _num_events(self):
        return self._param.shape[-1]

    @constraints.dependent_property(is_discrete=True, event_dim=0)
    def support(self):
        return constraints.integer_interval(0, self._num_events - 1)

    @property
    def mean(self):
        return F.full(self._extended_shape(), math.nan, dtype=self.probs.dtype, device=self.probs.device)

    @property
    def mode(self):
        return self.probs.argmax(dim=-1)

    @property
    def variance(self):
        return self.mean

    def sample(self, sample_shape=SCALAR):
        sample_shape = Size(sample_shape)
        with no_grad():
            drawn = F.multinomial(self.probs.reshape(-1, self._num_events), sample_shape.numel(), True).T
            return drawn.reshape(self._extended_shape(sample_shape))

    @validated
    def log_prob(self, value):
        value, rows = F.broadcast_tensors(value.long().unsqueeze(-1), self.logits)
        return rows.gather(-1, value[..., :1]).squeeze(-1)

    def entropy(self):
        logits = F.clamp(self.logits, min=dtypes.finfo(self.logits.dtype).min)            # 0 * -inf is 0
        return -(logits * self.probs).sum(-1)

    def enumerate_support(self, expand=True):
        return self._enumerated(F.arange(self._num_events, dtype=dtypes.int64, device=self._param.device), expand)
