"""Divergences between families of distributions over numbers: KL(p || q) = -H(p) - E[log q].

The density of q asks for a few means under p, and only for those that its line below names.
"""
import math

from rushlight.dispatch.namespace import tensors as F
from rushlight.distributions.bernoulli import Bernoulli
from rushlight.distributions.beta import Beta
from rushlight.distributions.binomial import Binomial
from rushlight.distributions.continuous_bernoulli import ContinuousBernoulli
from rushlight.distributions.exponential import Exponential
from rushlight.distributions.gamma import Gamma
from rushlight.distributions.gumbel import Gumbel
from rushlight.distributions.kl_registry import register_kl
from rushlight.distributions.laplace import Laplace
from rushlight.distributions.normal import Normal
from rushlight.distributions.pareto import Pareto
from rushlight.distributions.poisson import Poisson
from rushlight.distributions.uniform import Uniform
from rushlight.distributions.utils import euler_constant

# Where p may draw what q cannot, whatever the parameters.
INFINITE = {
    Beta: (Pareto,),
    ContinuousBernoulli: (Pareto,),
    Exponential: (Beta, ContinuousBernoulli, Pareto, Uniform),
    Gamma: (Beta, ContinuousBernoulli, Pareto, Uniform),
    Gumbel: (Beta, ContinuousBernoulli, Exponential, Gamma, Pareto, Uniform),
    Laplace: (Beta, ContinuousBernoulli, Exponential, Gamma, Pareto, Uniform),
    Normal: (Beta, ContinuousBernoulli, Exponential, Gamma, Pareto, Uniform),
    Pareto: (Beta, ContinuousBernoulli, Uniform),
    Poisson: (Bernoulli, Binomial),
}

FINITE = {
    Beta: (ContinuousBernoulli, Exponential, Gamma, Normal, Uniform),
    ContinuousBernoulli: (Exponential, Normal, Uniform),
    Exponential: (Gamma, Gumbel, Normal),
    Gamma: (Exponential, Gumbel, Normal),
    Gumbel: (Normal,),
    Laplace: (Normal,),
    Normal: (Gumbel, Laplace),
    Pareto: (Exponential, Gamma, Normal),
    Uniform: (Beta, ContinuousBernoulli, Exponential, Gamma, Gumbel, Normal, Pareto),
}

# ---------------------------------------------------------------- means under p

_MEAN_LOG = {
    Beta: lambda p: F.digamma(p.concentration1) - F.digamma(p.concentration1 + p.concentration0),
    Exponential: lambda p: -euler_constant - p.rate.log(),
    Gamma: lambda p: F.digamma(p.concentration) - p.rate.log(),
    Pareto: lambda p: p.scale.log() + p.alpha.reciprocal(),
    Uniform: lambda p: _mean_log_between(p.low, p.high),
}

# The mean of exp(-t x).
_MEAN_EXP = {
    Exponential: lambda p, t: p.rate / (p.rate + t),
    Gamma: lambda p, t: (1 + t / p.rate).pow(-p.concentration),
    Normal: lambda p, t: F.exp(0.5 * (t * p.scale).pow(2) - t * p.loc),
    Uniform: lambda p, t: (F.exp(-t * p.low) - F.exp(-t * p.high)) / (t * (p.high - p.low)),
}


def _mean_log_between(low, high):
    return (F.xlogy(high, high) - F.xlogy(low, low)) / (high - low) - 1


def _mean_distance(p, loc):
    """The mean of |x - loc| under a normal distribution."""
    z = (p.loc - loc) / p.scale
    return p.scale * (math.sqrt(2 / math.pi) * F.exp(-0.5 * z * z) + z * F.erf(z * math.sqrt(0.5)))


# ---------------------------------------------------------------- the mean of log q

def _log_beta(p, q):
    a, b = q.concentration1, q.concentration0
    mean_logs = (a - 1) * _MEAN_LOG[_kind(p)](p) + (b - 1) * _mean_log_between(1 - p.high, 1 - p.low)
    return mean_logs - a.lgamma() - b.lgamma() + (a + b).lgamma()


def _log_gamma(p, q):
    return (q.concentration * q.rate.log() - q.concentration.lgamma() + (q.concentration - 1) * _MEAN_LOG[_kind(p)](p)
            - q.rate * p.mean)


def _log_gumbel(p, q):
    rate = q.scale.reciprocal()
    return (q.loc - p.mean) * rate - F.exp(q.loc * rate) * _MEAN_EXP[_kind(p)](p, rate) - q.scale.log()


def _log_normal(p, q):
    variance = q.scale.pow(2)
    return -0.5 * (2 * math.pi * variance).log() - (p.variance + (p.mean - q.loc).pow(2)) / (2 * variance)


_MEAN_LOG_DENSITY = {
    Beta: _log_beta,
    ContinuousBernoulli: lambda p, q: p.mean * q.logits + F.log1p(-q.probs) + q._cont_bern_log_norm(),
    Exponential: lambda p, q: q.rate.log() - q.rate * p.mean,
    Gamma: _log_gamma,
    Gumbel: _log_gumbel,
    Laplace: lambda p, q: -(2 * q.scale).log() - _mean_distance(p, q.loc) / q.scale,
    Normal: _log_normal,
    Pareto: lambda p, q: q.alpha.log() + q.alpha * q.scale.log() - (q.alpha + 1) * _MEAN_LOG[_kind(p)](p),
    Uniform: lambda p, q: -(q.high - q.low).log(),
}


def _kind(p):
    """The class in the tables above that p is of."""
    return next(kind for kind in type(p).__mro__ if kind in FINITE)


# ---------------------------------------------------------------- the divergences

def _infinite(p, q):
    return F.full_like(p.mean, math.inf)


def _cross(mean_log_density):
    def divergence(p, q):
        kl = -p.entropy() - mean_log_density(p, q)
        leaves = _leaves(p, q)
        return kl if leaves is False else F.where(leaves, math.inf, kl)
    return divergence


def _leaves(p, q):
    """Whether p may draw what q cannot."""
    (low_p, high_p), (low_q, high_q) = _bounds(p), _bounds(q)
    if isinstance(p, Uniform) and isinstance(q, ContinuousBernoulli):
        return (low_p <= low_q) | (high_p >= high_q)                        # torch takes this interval as open
    return (low_p < low_q) | (high_p > high_q)


def _bounds(distribution):
    support = distribution.support
    return getattr(support, "lower_bound", -math.inf), getattr(support, "upper_bound", math.inf)


for _p, _others in INFINITE.items():
    for _q in _others:
        register_kl(_p, _q)(_infinite)
for _p, _others in FINITE.items():
    for _q in _others:
        register_kl(_p, _q)(_cross(_MEAN_LOG_DENSITY[_q]))
