"""Divergences KL(p || q) within a family; cross_entropies.py has those between families."""
import math

from rushlight.autograd.entry import grad
from rushlight.dispatch.namespace import tensors as F
from rushlight.distributions import cross_entropies as _between_families            # noqa: F401
from rushlight.distributions.bernoulli import Bernoulli
from rushlight.distributions.beta import Beta
from rushlight.distributions.binomial import Binomial
from rushlight.distributions.categorical import Categorical
from rushlight.distributions.cauchy import Cauchy
from rushlight.distributions.continuous_bernoulli import ContinuousBernoulli
from rushlight.distributions.dirichlet import Dirichlet
from rushlight.distributions.exp_family import ExponentialFamily
from rushlight.distributions.exponential import Exponential
from rushlight.distributions.gamma import Gamma
from rushlight.distributions.geometric import Geometric
from rushlight.distributions.gumbel import Gumbel
from rushlight.distributions.half_normal import HalfNormal
from rushlight.distributions.independent import Independent
from rushlight.distributions.kl_registry import _KL_MEMOIZE, _KL_REGISTRY, kl_divergence, register_kl          # noqa: F401
from rushlight.distributions.laplace import Laplace
from rushlight.distributions.lowrank_multivariate_normal import LowRankMultivariateNormal, _batch_lowrank_mahalanobis
from rushlight.distributions.multivariate_normal import MultivariateNormal, _batch_mahalanobis, _log_diagonal
from rushlight.distributions.normal import Normal
from rushlight.distributions.one_hot_categorical import OneHotCategorical
from rushlight.distributions.pareto import Pareto
from rushlight.distributions.poisson import Poisson
from rushlight.distributions.transformed_distribution import TransformedDistribution
from rushlight.distributions.uniform import Uniform
from rushlight.distributions.utils import _sum_rightmost, euler_constant

__all__ = ["register_kl", "kl_divergence"]


# ---------------------------------------------------------------- outcomes and counts

def _weighted(p, q, log_ratio):
    """p * log_ratio, where nothing that p cannot draw counts, and what q cannot draw costs all."""
    return (p * log_ratio).masked_fill(q == 0, math.inf).masked_fill(p == 0, 0.0)


@register_kl(Bernoulli, Bernoulli)
def _kl_bernoulli(p, q):
    succeed = _weighted(p.probs, q.probs, F.softplus(-q.logits) - F.softplus(-p.logits))
    return succeed + _weighted(1 - p.probs, 1 - q.probs, F.softplus(q.logits) - F.softplus(p.logits))


@register_kl(Binomial, Binomial)
def _kl_binomial(p, q):
    if (q.total_count > p.total_count).any():
        raise NotImplementedError("KL between Binomials where q.total_count > p.total_count is not implemented")
    kl = p.total_count * (p.probs * (p.logits - q.logits) + (-p.probs).log1p() - (-q.probs).log1p())
    return kl.masked_fill(p.total_count > q.total_count, math.inf)


@register_kl(Categorical, Categorical)
def _kl_categorical(p, q):
    return _weighted(p.probs, q.probs, p.logits - q.logits).sum(-1)


@register_kl(OneHotCategorical, OneHotCategorical)
def _kl_onehotcategorical(p, q):
    return _kl_categorical(p._categorical, q._categorical)


@register_kl(Geometric, Geometric)
def _kl_geometric(p, q):
    return -p.entropy() - F.log1p(-q.probs) / p.probs - q.logits


@register_kl(Poisson, Poisson)
def _kl_poisson(p, q):
    return p.rate * (p.rate.log() - q.rate.log()) - (p.rate - q.rate)


@register_kl(Bernoulli, Poisson)
def _kl_bernoulli_poisson(p, q):
    return -p.entropy() - (p.probs * q.rate.log() - q.rate)             # a coin's factorials are all one


# ---------------------------------------------------------------- numbers

@register_kl(Cauchy, Cauchy)
def _kl_cauchy(p, q):
    return ((p.scale + q.scale).pow(2) + (p.loc - q.loc).pow(2)).log() - (4 * p.scale * q.scale).log()


@register_kl(ContinuousBernoulli, ContinuousBernoulli)
def _kl_continuous_bernoulli(p, q):
    mean = p.mean * (p.logits - q.logits)
    return mean + p._cont_bern_log_norm() + F.log1p(-p.probs) - q._cont_bern_log_norm() - F.log1p(-q.probs)


@register_kl(Exponential, Exponential)
def _kl_exponential(p, q):
    ratio = q.rate / p.rate
    return -ratio.log() + ratio - 1


@register_kl(Gamma, Gamma)
def _kl_gamma(p, q):
    return (q.concentration * (p.rate / q.rate).log() + F.lgamma(q.concentration) - F.lgamma(p.concentration)
            + (p.concentration - q.concentration) * F.digamma(p.concentration)
            + (q.rate - p.rate) * (p.concentration / p.rate))


@register_kl(Gumbel, Gumbel)
def _kl_gumbel(p, q):
    ratio, distance = p.scale / q.scale, (p.loc - q.loc) / q.scale
    return -ratio.log() + distance + ratio * euler_constant + F.exp((1 + ratio).lgamma() - distance) - (1 + euler_constant)


@register_kl(HalfNormal, HalfNormal)
def _kl_halfnormal(p, q):
    return _kl_normal(p.base_dist, q.base_dist)


@register_kl(Laplace, Laplace)
def _kl_laplace(p, q):
    ratio, distance = p.scale / q.scale, (p.loc - q.loc).abs()
    return -ratio.log() + distance / q.scale + ratio * F.exp(-distance / p.scale) - 1


@register_kl(Normal, Normal)
def _kl_normal(p, q):
    ratio = (p.scale / q.scale).pow(2)
    return 0.5 * (ratio + ((p.loc - q.loc) / q.scale).pow(2) - 1 - ratio.log())


@register_kl(Pareto, Pareto)
def _kl_pareto(p, q):
    ratio = q.alpha / p.alpha
    kl = q.alpha * (p.scale / q.scale).log() - ratio.log() + ratio - 1
    return kl.masked_fill(p.support.lower_bound < q.support.lower_bound, math.inf)


@register_kl(Uniform, Uniform)
def _kl_uniform(p, q):
    kl = ((q.high - q.low) / (p.high - p.low)).log()
    return kl.masked_fill((q.low > p.low) | (q.high < p.high), math.inf)


# ---------------------------------------------------------------- the simplex

@register_kl(Dirichlet, Dirichlet)
def _kl_dirichlet(p, q):
    a, b = p.concentration, q.concentration
    total = a.sum(-1)
    normalizers = total.lgamma() - b.sum(-1).lgamma() - (a.lgamma() - b.lgamma()).sum(-1)
    return normalizers + ((a - b) * (a.digamma() - total.digamma().unsqueeze(-1))).sum(-1)


@register_kl(Beta, Beta)
def _kl_beta(p, q):
    return _kl_dirichlet(p._dirichlet, q._dirichlet)


# ---------------------------------------------------------------- normal vectors

@register_kl(MultivariateNormal, MultivariateNormal)
def _kl_multivariatenormal(p, q):
    _require_same_events(p, q, "Multivariate Normals")
    P, Q = p._unbroadcasted_scale_tril, q._unbroadcasted_scale_tril
    distance = _batch_mahalanobis(Q, q.loc - p.loc)
    return _log_diagonal(Q) - _log_diagonal(P) + 0.5 * (_trace(Q, P) + distance - p.event_shape[0])


@register_kl(MultivariateNormal, LowRankMultivariateNormal)
def _kl_multivariatenormal_lowrank(p, q):
    _require_same_events(p, q, "(Low Rank) Multivariate Normals")
    P = p._unbroadcasted_scale_tril
    log_ratio = q._logdet() - 2 * _log_diagonal(P)
    return 0.5 * (log_ratio + _lowrank_trace(q, [P]) + _lowrank_distance(p, q) - p.event_shape[0])


@register_kl(LowRankMultivariateNormal, MultivariateNormal)
def _kl_lowrank_multivariatenormal(p, q):
    _require_same_events(p, q, "(Low Rank) Multivariate Normals")
    Q = q._unbroadcasted_scale_tril
    trace = sum(_trace(Q, root) for root in _roots(p))
    distance = _batch_mahalanobis(Q, q.loc - p.loc)
    return 0.5 * (2 * _log_diagonal(Q) - p._logdet() + trace + distance - p.event_shape[0])


@register_kl(LowRankMultivariateNormal, LowRankMultivariateNormal)
def _kl_lowrank(p, q):
    _require_same_events(p, q, "Low Rank Multivariate Normals")
    return 0.5 * (q._logdet() - p._logdet() + _lowrank_trace(q, _roots(p)) + _lowrank_distance(p, q) - p.event_shape[0])


def _require_same_events(p, q, kind):
    if p.event_shape != q.event_shape:
        # The gap of spaces is in torch's text.
        raise ValueError(f"KL-divergence between two {kind} with{' ' * 26}different event shapes cannot be computed")


def _trace(Q, root):
    """The trace of (Q Q')**-1 root root', for triangular Q."""
    batch = F.broadcast_shapes(Q.shape[:-2], root.shape[:-2])
    solved = F.linalg_solve_triangular(Q.expand(batch + Q.shape[-2:]), root.expand(batch + root.shape[-2:]), upper=False)
    return solved.pow(2).sum((-2, -1))


def _roots(p):
    """Matrices whose squares sum to the covariance."""
    return [p._unbroadcasted_cov_factor, F.diag_embed(p._unbroadcasted_cov_diag.sqrt())]


def _lowrank_trace(q, roots):
    """The trace of the precision of q times the sum of the squares of `roots`, by the Woodbury identity."""
    diagonal = q._unbroadcasted_cov_diag.unsqueeze(-1)
    scaled = q._unbroadcasted_cov_factor.mT / diagonal.mT
    return sum((root.pow(2) / diagonal).sum((-2, -1)) - _trace(q._capacitance_tril, F.matmul(scaled, root)) for root in roots)


def _lowrank_distance(p, q):
    return _batch_lowrank_mahalanobis(q._unbroadcasted_cov_factor, q._unbroadcasted_cov_diag, q.loc - p.loc, q._capacitance_tril)


# ---------------------------------------------------------------- made of others

@register_kl(Independent, Independent)
def _kl_independent(p, q):
    if p.reinterpreted_batch_ndims != q.reinterpreted_batch_ndims:
        raise NotImplementedError
    return _sum_rightmost(kl_divergence(p.base_dist, q.base_dist), p.reinterpreted_batch_ndims)


@register_kl(TransformedDistribution, TransformedDistribution)
def _kl_transformed(p, q):
    if p.transforms != q.transforms or p.event_shape != q.event_shape:
        raise NotImplementedError
    return kl_divergence(p.base_dist, q.base_dist)


@register_kl(ExponentialFamily, ExponentialFamily)
def _kl_expfamily(p, q):
    """The Bregman divergence of the log normalizer."""
    if type(p) is not type(q):
        raise NotImplementedError("The cross KL-divergence between different exponential families cannot"
                                  f"{' ' * 29}be computed using Bregman divergences")
    own = [param.detach().requires_grad_() for param in p._natural_params]
    normalizer = p._log_normalizer(*own)
    slopes = grad(normalizer.sum(), own, create_graph=True)
    kl = q._log_normalizer(*q._natural_params) - normalizer
    for mine, theirs, slope in zip(own, q._natural_params, slopes):
        term = (theirs - mine) * slope
        kl = kl - _sum_rightmost(term, term.dim() - normalizer.dim())
    return kl
