"""How many of several coins succeed."""
from rushlight.autograd.grad_mode import no_grad
from rushlight.dispatch.namespace import tensors as F
from rushlight.distributions import constraints
from rushlight.distributions.distribution import SCALAR, validated
from rushlight.distributions.parametric import Odds

__all__ = ["Binomial"]


class Binomial(Odds):
    """The number of successes in `total_count` trials, each of which succeeds with probability `probs`."""

    arg_constraints = {"total_count": constraints.nonnegative_integer, "probs": constraints.unit_interval,
                       "logits": constraints.real}
    has_enumerate_support = True

    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        self._of_odds(validate_args, probs, logits, total_count=total_count)

    def _of_elements(self, validate_args, total_count, **odds):
        (name, value), = odds.items()
        if hasattr(total_count, "type_as"):
            total_count = total_count.type_as(value) if hasattr(value, "dtype") else total_count.float()
        super()._of_elements(validate_args, total_count=total_count, **odds)

    @constraints.dependent_property(is_discrete=True, event_dim=0)
    def support(self):
        return constraints.integer_interval(0, self.total_count)

    @property
    def mean(self):
        return self.total_count * self.probs

    @property
    def mode(self):
        return ((self.total_count + 1) * self.probs).floor().clamp(max=self.total_count)

    @property
    def variance(self):
        return self.total_count * self.probs * (1 - self.probs)

    def sample(self, sample_shape=SCALAR):
        shape = self._extended_shape(sample_shape)
        with no_grad():
            return F.binomial(self.total_count.expand(shape), self.probs.expand(shape))

    @validated
    def log_prob(self, value):
        ways = F.lgamma(self.total_count + 1) - F.lgamma(value + 1) - F.lgamma(self.total_count - value + 1)
        return value * self.logits + self.total_count * F.logsigmoid(-self.logits) + ways

    def entropy(self):
        self._require_one_count("entropy")
        log_probs = self.log_prob(self.enumerate_support(False))
        return -(F.exp(log_probs) * log_probs).sum(0)

    def enumerate_support(self, expand=True):
        self._require_one_count("enumerate_support")
        count = 1 + int(self.total_count.max())
        return self._enumerated(F.arange(count, dtype=self._param.dtype, device=self._param.device), expand)

    def _require_one_count(self, method):
        if self.total_count.min() != self.total_count.max():
            raise NotImplementedError(f"Inhomogeneous total count not supported by `{method}`.")
