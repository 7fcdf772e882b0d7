"""Normal vectors whose covariance is a diagonal and a matrix of low rank."""
import math

from rushlight.dispatch.namespace import tensors as F
from rushlight.distributions import constraints
from rushlight.distributions.distribution import Distribution, SCALAR, validated
from rushlight.distributions.multivariate_normal import _batch_mahalanobis, _batch_mv, _log_diagonal
from rushlight.distributions.parametric import Parametric
from rushlight.distributions.utils import _standard_normal, lazy_property

__all__ = ["LowRankMultivariateNormal"]


def _batch_capacitance_tril(W, D):
    """Returns the Cholesky factor of I + W' D**-1 W."""
    scaled = W.mT / D.unsqueeze(-2)
    return F.linalg_cholesky(F.matmul(scaled, W) + F.eye(W.shape[-1], dtype=W.dtype, device=W.device))


def _batch_lowrank_logdet(W, D, capacitance_tril):
    """Returns log det(W W' + D), by the matrix determinant lemma."""
    return 2 * _log_diagonal(capacitance_tril) + D.log().sum(-1)


def _batch_lowrank_mahalanobis(W, D, x, capacitance_tril):
    """Returns x' (W W' + D)**-1 x, by the Woodbury identity."""
    inner = _batch_mv(W.mT / D.unsqueeze(-2), x)
    return (x.pow(2) / D).sum(-1) - _batch_mahalanobis(capacitance_tril, inner)


class LowRankMultivariateNormal(Parametric):
    """Normal vectors of mean `loc` and covariance W W' + D, for W = `cov_factor` and D of diagonal `cov_diag`."""

    arg_constraints = {"loc": constraints.real_vector, "cov_factor": constraints.independent(constraints.real, 2),
                       "cov_diag": constraints.independent(constraints.positive, 1)}
    support = constraints.real_vector
    has_rsample = True

    def __init__(self, loc, cov_factor, cov_diag, validate_args=None):
        event_shape = _checked_shape(loc, cov_factor, cov_diag)
        try:
            batch_shape = F.broadcast_shapes(loc.shape[:-1], cov_factor.shape[:-2], cov_diag.shape[:-1])
        except RuntimeError as error:
            raise ValueError(f"Incompatible batch shapes: loc {loc.shape}, cov_factor {cov_factor.shape}, "
                             f"cov_diag {cov_diag.shape}") from error
        self.loc, self.cov_diag = loc.expand(batch_shape + event_shape), cov_diag.expand(batch_shape + event_shape)
        self.cov_factor = cov_factor.expand(batch_shape + cov_factor.shape[-2:])
        self._unbroadcasted_cov_factor, self._unbroadcasted_cov_diag = cov_factor, cov_diag
        self._capacitance_tril = _batch_capacitance_tril(cov_factor, cov_diag)
        Distribution.__init__(self, batch_shape, event_shape, validate_args=validate_args)

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @lazy_property
    def variance(self):
        variance = self._unbroadcasted_cov_factor.pow(2).sum(-1) + self._unbroadcasted_cov_diag
        return variance.expand(self._batch_shape + self._event_shape)

    def _matrix_shape(self):
        return self._batch_shape + self._event_shape * 2

    @lazy_property
    def scale_tril(self):
        # The factor of D**-1/2 (W W' + D) D**-1/2, whose diagonal is near one, is the steadier one to compute.
        root = self._unbroadcasted_cov_diag.sqrt().unsqueeze(-1)
        scaled = self._unbroadcasted_cov_factor / root
        inner = F.matmul(scaled, scaled.mT) + F.eye(self._event_shape[0], dtype=root.dtype, device=root.device)
        return (root * F.linalg_cholesky(inner)).expand(self._matrix_shape())

    @lazy_property
    def covariance_matrix(self):
        W = self._unbroadcasted_cov_factor
        return (F.matmul(W, W.mT) + F.diag_embed(self._unbroadcasted_cov_diag)).expand(self._matrix_shape())

    @lazy_property
    def precision_matrix(self):
        scaled = self._unbroadcasted_cov_factor.mT / self._unbroadcasted_cov_diag.unsqueeze(-2)
        inner = F.linalg_solve_triangular(self._capacitance_tril, scaled, upper=False)
        return (F.diag_embed(self._unbroadcasted_cov_diag.reciprocal()) - F.matmul(inner.mT, inner)).expand(self._matrix_shape())

    def rsample(self, sample_shape=SCALAR):
        shape, rank = self._extended_shape(sample_shape), self.cov_factor.shape[-1:]
        shared = _standard_normal(shape[:-1] + rank, dtype=self.loc.dtype, device=self.loc.device)
        own = _standard_normal(shape, dtype=self.loc.dtype, device=self.loc.device)
        return self.loc + _batch_mv(self._unbroadcasted_cov_factor, shared) + self._unbroadcasted_cov_diag.sqrt() * own

    def _logdet(self):
        return _batch_lowrank_logdet(self._unbroadcasted_cov_factor, self._unbroadcasted_cov_diag, self._capacitance_tril)

    @validated
    def log_prob(self, value):
        distance = _batch_lowrank_mahalanobis(self._unbroadcasted_cov_factor, self._unbroadcasted_cov_diag, value - self.loc,
                                              self._capacitance_tril)
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + self._logdet() + distance)

    def entropy(self):
        entropy = 0.5 * (self._event_shape[0] * (1.0 + math.log(2 * math.pi)) + self._logdet())
        return entropy.expand(self._batch_shape) if self._batch_shape else entropy


def _checked_shape(loc, cov_factor, cov_diag):
    """The shape of an event. ValueError where the parameters do not go together."""
    if loc.dim() < 1:
        raise ValueError("loc must be at least one-dimensional.")
    event_shape = loc.shape[-1:]
    if cov_factor.dim() < 2:
        raise ValueError("cov_factor must be at least two-dimensional, with optional leading batch dimensions")
    if cov_factor.shape[-2:-1] != event_shape:
        raise ValueError(f"cov_factor must be a batch of matrices with shape {event_shape[0]} x m")
    if cov_diag.shape[-1:] != event_shape:
        raise ValueError(f"cov_diag must be a batch of vectors with shape {event_shape}")
    return event_shape
