"""How often each of several outcomes comes, in a number of trials."""
from rushlight.autograd.grad_mode import no_grad
from rushlight.dispatch.namespace import tensors as F
from rushlight.distributions import constraints
from rushlight.distributions.binomial import Binomial
from rushlight.distributions.distribution import SCALAR, validated
from rushlight.distributions.one_hot_categorical import OfCategorical
from rushlight.distributions.utils import broadcast_all
from rushlight.size import Size

__all__ = ["Multinomial"]


class Multinomial(OfCategorical):
    """The counts of the outcomes in `total_count` trials."""

    arg_constraints = {"probs": constraints.simplex, "logits": constraints.real_vector}

    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        if not isinstance(total_count, int):
            raise NotImplementedError("inhomogeneous total_count is not supported")
        self.total_count = total_count
        self._of_categorical(probs, logits, validate_args)

    @constraints.dependent_property(is_discrete=True, event_dim=1)
    def support(self):
        return constraints.multinomial(self.total_count)

    @property
    def mean(self):
        return self.probs * self.total_count

    @property
    def variance(self):
        return self.total_count * self.probs * (1 - self.probs)

    def sample(self, sample_shape=SCALAR):
        with no_grad():
            trials = self._categorical.sample((self.total_count,) + Size(sample_shape))
            outcomes = trials.movedim(0, -1)
            counts = self.probs.new_zeros(self._extended_shape(sample_shape))
            return counts.scatter_add_(-1, outcomes, F.ones_like(outcomes).to(counts))

    @validated
    def log_prob(self, value):
        logits, value = broadcast_all(self.logits, value)
        logits = logits.masked_fill((value == 0) & (logits == -float("inf")), 0)                # 0 * -inf is 0
        return F.lgamma(value.sum(-1) + 1) - F.lgamma(value + 1).sum(-1) + (logits * value).sum(-1)

    def entropy(self):
        n = self.total_count
        each = Binomial(n, probs=self.probs)                                # the counts of one outcome
        counts = each.enumerate_support(expand=False)[1:]
        repeats = (F.exp(each.log_prob(counts)) * F.lgamma(counts + 1)).sum([0, -1])
        return n * self._categorical.entropy() - F.lgamma(self.probs.new_tensor(n + 1)) + repeats
