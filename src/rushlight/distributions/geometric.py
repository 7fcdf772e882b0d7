"""How many coins fail before one succeeds."""
from rushlight import dtypes
from rushlight.autograd.grad_mode import no_grad
from rushlight.dispatch.namespace import tensors as F
from rushlight.distributions import constraints
from rushlight.distributions.distribution import SCALAR, validated
from rushlight.distributions.parametric import Odds, surprise
from rushlight.distributions.utils import broadcast_all

__all__ = ["Geometric"]


class Geometric(Odds):
    """The number of failures before the first success, where each trial succeeds with probability `probs`."""

    arg_constraints = {"probs": constraints.unit_interval, "logits": constraints.real}
    support = constraints.nonnegative_integer

    def __init__(self, probs=None, logits=None, validate_args=None):
        self._of_odds(validate_args, probs, logits)
        if self._validate_args and probs is not None:
            self._refuse_zeros()

    def _refuse_zeros(self):
        valid = self.probs > 0
        if not valid.all():
            raise ValueError(f"Expected parameter probs ({type(self.probs).__name__} of shape {tuple(self.probs.shape)}) of "
                             f"distribution {self!r} to be positive but found invalid values:\n{self.probs[~valid]}")

    @property
    def mean(self):
        return 1.0 / self.probs - 1.0

    @property
    def mode(self):
        return F.zeros_like(self.probs)

    @property
    def variance(self):
        return (1.0 / self.probs - 1.0) / self.probs

    def sample(self, sample_shape=SCALAR):
        with no_grad():
            u = self.probs.new_empty(self._extended_shape(sample_shape)).uniform_(dtypes.finfo(self.probs.dtype).tiny, 1)
            return (u.log() / (-self.probs).log1p()).floor()

    @validated
    def log_prob(self, value):
        value, probs = broadcast_all(value, self.probs)
        failing = F.where((probs == 1) & (value == 0), 0.0, probs)              # 0 * log(0) is 0
        return value * (-failing).log1p() + self.probs.log()

    def entropy(self):
        return surprise(self.logits, self.probs) / self.probs
