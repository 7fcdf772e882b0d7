"""How many coins succeed before a number of failures."""
from rushlight.autograd.grad_mode import no_grad
from rushlight.dispatch.namespace import tensors as F
from rushlight.distributions import constraints
from rushlight.distributions.distribution import SCALAR, validated
from rushlight.distributions.gamma import Gamma
from rushlight.distributions.parametric import Odds
from rushlight.distributions.utils import lazy_property

__all__ = ["NegativeBinomial"]


class NegativeBinomial(Odds):
    """The number of successes, of probability `probs` each, before `total_count` failures."""

    arg_constraints = {"total_count": constraints.greater_than_eq(0), "probs": constraints.half_open_interval(0.0, 1.0),
                       "logits": constraints.real}
    support = constraints.nonnegative_integer

    def __init__(self, total_count, probs=None, logits=None, validate_args=None):
        self._of_odds(validate_args, probs, logits, total_count=total_count)

    def _of_elements(self, validate_args, total_count, **odds):
        (value,) = odds.values()
        if hasattr(total_count, "type_as") and hasattr(value, "dtype"):
            total_count = total_count.type_as(value)
        super()._of_elements(validate_args, total_count=total_count, **odds)

    @property
    def mean(self):
        return self.total_count * F.exp(self.logits)

    @property
    def mode(self):
        return ((self.total_count - 1) * self.logits.exp()).floor().clamp(min=0.0)

    @property
    def variance(self):
        return self.mean / F.sigmoid(-self.logits)

    @lazy_property
    def _gamma(self):
        """The rates of Poisson numbers that are these numbers."""
        return Gamma(concentration=self.total_count, rate=F.exp(-self.logits), validate_args=False)

    def sample(self, sample_shape=SCALAR):
        with no_grad():
            return F.poisson(self._gamma.sample(sample_shape=sample_shape))

    @validated
    def log_prob(self, value):
        odds = self.total_count * F.logsigmoid(-self.logits) + value * F.logsigmoid(self.logits)
        ways = F.lgamma(1.0 + value) + F.lgamma(self.total_count) - F.lgamma(self.total_count + value)
        return odds - ways.masked_fill(self.total_count + value == 0.0, 0.0)
