"""One of several outcomes, relaxed: points of the simplex that are differentiable in the probabilities."""
from rushlight.dispatch.namespace import tensors as F
from rushlight.distributions import constraints
from rushlight.distributions.distribution import SCALAR, validated
from rushlight.distributions.one_hot_categorical import OfCategorical
from rushlight.distributions.relaxed_bernoulli import Relaxed
from rushlight.distributions.transforms import ExpTransform
from rushlight.distributions.utils import broadcast_all, clamp_probs

__all__ = ["ExpRelaxedCategorical", "RelaxedOneHotCategorical"]


class ExpRelaxedCategorical(OfCategorical):
    """The logarithms of a relaxed outcome: Gumbel numbers around `logits`, over `temperature`, normalised."""

    arg_constraints = {"probs": constraints.simplex, "logits": constraints.real_vector}
    support = constraints.real_vector
    has_rsample = True

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        self.temperature = temperature
        self._of_categorical(probs, logits, validate_args)

    def rsample(self, sample_shape=SCALAR):
        drawn = clamp_probs(F.rand(self._extended_shape(sample_shape), dtype=self.logits.dtype, device=self.logits.device))
        scores = (self.logits - (-drawn.log()).log()) / self.temperature
        return scores - scores.logsumexp(dim=-1, keepdim=True)

    @validated
    def log_prob(self, value):
        k = self._categorical._num_events
        logits, value = broadcast_all(self.logits, value)
        scale = F.full_like(self.temperature, float(k)).lgamma() - self.temperature.log().mul(-(k - 1))
        score = logits - value.mul(self.temperature)
        return (score - score.logsumexp(dim=-1, keepdim=True)).sum(-1) + scale


class RelaxedOneHotCategorical(Relaxed):
    """Points of the simplex, nearer to its corners the lower the `temperature`."""

    arg_constraints = {"probs": constraints.simplex, "logits": constraints.real_vector}
    support = constraints.simplex

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        base = ExpRelaxedCategorical(temperature, probs, logits, validate_args=validate_args)
        super().__init__(base, ExpTransform(), validate_args=validate_args)
