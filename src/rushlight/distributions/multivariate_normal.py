"""Normal vectors."""
import math

from rushlight.dispatch.namespace import tensors as F
from rushlight.distributions import constraints
from rushlight.distributions.distribution import Distribution, SCALAR, validated
from rushlight.distributions.parametric import Parametric
from rushlight.distributions.utils import _standard_normal, lazy_property

__all__ = ["MultivariateNormal"]


def _batch_mv(bmat, bvec):
    """Returns the matrices times the vectors."""
    return F.matmul(bmat, bvec.unsqueeze(-1)).squeeze(-1)


def _batch_mahalanobis(bL, bx):
    """Returns the squared length of L**-1 x, for each vector of a batch that may be larger than that of the factors."""
    return F.linalg_solve_triangular(bL, bx.unsqueeze(-1), upper=False).squeeze(-1).pow(2).sum(-1)


def _log_diagonal(factor):
    """The logarithm of the determinant of a triangular matrix."""
    return factor.diagonal(dim1=-2, dim2=-1).log().sum(-1)


def _precision_to_scale_tril(P):
    """Returns the Cholesky factor of P**-1: the factor of P read backwards is that of P**-1, inverted."""
    backwards = F.linalg_cholesky(F.flip(P, (-2, -1)))
    upper = F.transpose(F.flip(backwards, (-2, -1)), -2, -1)
    return F.linalg_solve_triangular(upper, F.eye(P.shape[-1], dtype=P.dtype, device=P.device), upper=False)


class OfMatrix(Parametric):
    """A distribution with one of three matrices as a parameter; the others are computed when asked for."""

    def _take_factor(self, name, matrix):
        """Keeps the Cholesky factor of the covariance."""
        self._unbroadcasted_scale_tril = (matrix if name == "scale_tril" else F.linalg_cholesky(matrix)
                                          if name == "covariance_matrix" else _precision_to_scale_tril(matrix))

    def _matrix_shape(self):
        return self._batch_shape + self._event_shape[-1:] * 2

    @lazy_property
    def scale_tril(self):
        return self._unbroadcasted_scale_tril.expand(self._matrix_shape())

    @lazy_property
    def covariance_matrix(self):
        return F.matmul(self._unbroadcasted_scale_tril, self._unbroadcasted_scale_tril.mT).expand(self._matrix_shape())

    @lazy_property
    def precision_matrix(self):
        return F.cholesky_inverse(self._unbroadcasted_scale_tril).expand(self._matrix_shape())


def only_one(exception, **matrices):
    """Returns (name, matrix) of the one that was given."""
    given = [(name, matrix) for name, matrix in matrices.items() if matrix is not None]
    if len(given) != 1:
        raise exception("Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.")
    return given[0]


class MultivariateNormal(OfMatrix):
    """Normal vectors of mean `loc`, and of a covariance that is given by it, its inverse, or its Cholesky factor."""

    arg_constraints = {"loc": constraints.real_vector, "covariance_matrix": constraints.positive_definite,
                       "precision_matrix": constraints.positive_definite, "scale_tril": constraints.lower_cholesky}
    support = constraints.real_vector
    has_rsample = True

    def __init__(self, loc, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        if loc.dim() < 1:
            raise ValueError("loc must be at least one-dimensional.")
        name, matrix = only_one(ValueError, covariance_matrix=covariance_matrix, precision_matrix=precision_matrix,
                                scale_tril=scale_tril)
        if matrix.dim() < 2:
            raise ValueError(f"{name}{' matrix' * (name == 'scale_tril')} must be at least two-dimensional, "
                             "with optional leading batch dimensions")
        batch_shape = F.broadcast_shapes(matrix.shape[:-2], loc.shape[:-1])
        self.loc = loc.expand(batch_shape + loc.shape[-1:])
        setattr(self, name, matrix.expand(batch_shape + matrix.shape[-2:]))
        Distribution.__init__(self, batch_shape, loc.shape[-1:], validate_args=validate_args)
        self._take_factor(name, matrix)

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        return self._unbroadcasted_scale_tril.pow(2).sum(-1).expand(self._batch_shape + self._event_shape)

    def rsample(self, sample_shape=SCALAR):
        normal = _standard_normal(self._extended_shape(sample_shape), dtype=self.loc.dtype, device=self.loc.device)
        return self.loc + _batch_mv(self._unbroadcasted_scale_tril, normal)

    @validated
    def log_prob(self, value):
        distance = _batch_mahalanobis(self._unbroadcasted_scale_tril, value - self.loc)
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + distance) - _log_diagonal(self._unbroadcasted_scale_tril)

    def entropy(self):
        half = 0.5 * self._event_shape[0] * (1.0 + math.log(2 * math.pi)) + _log_diagonal(self._unbroadcasted_scale_tril)
        return half.expand(self._batch_shape) if self._batch_shape else half
