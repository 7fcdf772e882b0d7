"""The Wishart distribution, of positive definite matrices."""
import math
import warnings

from rushlight.dispatch.namespace import tensors as F
from rushlight.distributions import constraints
from rushlight.distributions.chi2 import Chi2
from rushlight.distributions.distribution import Distribution, SCALAR, validated
from rushlight.distributions.exp_family import ExponentialFamily
from rushlight.distributions.multivariate_normal import OfMatrix, _log_diagonal, only_one
from rushlight.distributions.utils import lazy_property
from rushlight.size import Size

__all__ = ["Wishart"]


class Wishart(OfMatrix, ExponentialFamily):
    """Sums of the squares x x' of `df` normal vectors of mean 0 and a covariance, given as MultivariateNormal takes it."""

    support = constraints.positive_definite
    has_rsample = True
    _mean_carrier_measure = 0

    @property
    def arg_constraints(self):
        return {"covariance_matrix": constraints.positive_definite, "precision_matrix": constraints.positive_definite,
                "scale_tril": constraints.lower_cholesky, "df": constraints.greater_than(self._event_shape[-1] - 1)}

    def __init__(self, df, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        name, matrix = only_one(AssertionError, covariance_matrix=covariance_matrix, precision_matrix=precision_matrix,
                                scale_tril=scale_tril)
        if matrix.dim() < 2:
            raise ValueError("scale_tril must be at least two-dimensional, with optional leading batch dimensions")
        df = df if hasattr(df, "dtype") else matrix.new_tensor(df)
        batch_shape, event_shape = F.broadcast_shapes(matrix.shape[:-2], df.shape), matrix.shape[-2:]
        if (df <= event_shape[-1] - 1).any():
            raise ValueError(f"Value of df={df} expected to be greater than ndim - 1 = {event_shape[-1] - 1}.")
        self.df = df.expand(batch_shape)
        setattr(self, name, matrix.expand(batch_shape + event_shape))
        if (self.df < event_shape[-1]).any():
            warnings.warn("Low df values detected. Singular samples are highly likely to occur for ndim - 1 < df < ndim.",
                          stacklevel=2)
        Distribution.__init__(self, batch_shape, event_shape, validate_args=validate_args)
        self._take_factor(name, matrix)

    @lazy_property
    def _chi2(self):
        """The squares on the diagonal of Bartlett's factor: each row has a degree of freedom less."""
        n = self._event_shape[-1]
        return Chi2(df=self.df.unsqueeze(-1) - F.arange(n, dtype=self.df.dtype, device=self.df.device))

    @property
    def mean(self):
        return self.df.view(self._batch_shape + (1, 1)) * self.covariance_matrix

    @property
    def mode(self):
        factor = self.df - self.covariance_matrix.shape[-1] - 1
        return factor.masked_fill(factor <= 0, math.nan).view(self._batch_shape + (1, 1)) * self.covariance_matrix

    @property
    def variance(self):
        diagonal = self.covariance_matrix.diagonal(dim1=-2, dim2=-1)
        products = diagonal.unsqueeze(-1) * diagonal.unsqueeze(-2)
        return self.df.view(self._batch_shape + (1, 1)) * (self.covariance_matrix.pow(2) + products)

    def _bartlett_sampling(self, sample_shape=SCALAR):
        n = self._event_shape[-1]
        noise = self._chi2.rsample(sample_shape).sqrt().diag_embed(dim1=-2, dim2=-1)
        rows, columns = F.tril_indices(n, n, offset=-1)
        below = F.randn(Size(sample_shape) + self._batch_shape + (n * (n - 1) // 2,), dtype=noise.dtype, device=noise.device)
        noise[..., rows, columns] = below
        chol = F.matmul(self._unbroadcasted_scale_tril, noise)
        return F.matmul(chol, chol.mT)

    def rsample(self, sample_shape=SCALAR, max_try_correction=None):
        """Returns matrices; those that rounding made singular are drawn again, `max_try_correction` times at most."""
        tries = max_try_correction if max_try_correction is not None else 3 if self._batch_shape else 10
        sample_shape = Size(sample_shape)
        sample = self._bartlett_sampling(sample_shape)
        for attempt in range(tries):
            if attempt > 0 and self.support.check(sample).all():
                break
            # torch draws every matrix a second time, singular or not: without that, all later random numbers would differ.
            sample = self._redrawn(sample, sample_shape) if attempt else self._bartlett_sampling(sample_shape)
        return sample

    def _redrawn(self, sample, sample_shape):
        warnings.warn("Singular sample detected.", stacklevel=3)
        singular = ~self.support.check(sample)
        return F.where(singular[..., None, None], self._bartlett_sampling(sample_shape), sample)

    @validated
    def log_prob(self, value):
        n, half = self._event_shape[-1], self.df / 2
        log_det = F.linalg_slogdet(value).logabsdet
        trace = F.cholesky_solve(value, self._unbroadcasted_scale_tril).diagonal(dim1=-2, dim2=-1).sum(dim=-1)
        return (-self.df * (n * math.log(2.0) / 2 + _log_diagonal(self._unbroadcasted_scale_tril)) - F.mvlgamma(half, n)
                + (self.df - n - 1) / 2 * log_det - trace / 2)

    def entropy(self):
        n = self._event_shape[-1]
        half, gap = self.df / 2, (n + 1 - self.df) / 2
        j = F.arange(n, dtype=self.df.dtype, device=self.df.device)
        mean_log = F.digamma(half.unsqueeze(-1) - 0.5 * j).sum(-1)
        return ((n + 1) * (n * math.log(2.0) / 2 + _log_diagonal(self._unbroadcasted_scale_tril)) + F.mvlgamma(half, n)
                + gap * mean_log + self.df * n / 2)

    @property
    def _natural_params(self):
        return -self.precision_matrix / 2, (self.df - self._event_shape[-1] - 1) / 2

    def _log_normalizer(self, x, y):
        n = self._event_shape[-1]
        half = y + (n + 1) / 2
        return half * (-F.linalg_slogdet(-2 * x).logabsdet + n * math.log(2.0)) + F.mvlgamma(half, n)
