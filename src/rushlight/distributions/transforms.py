"""Maps between tensors through which densities can be followed. What a transform is, says transform.py."""
import math

from rushlight import dtypes
from rushlight.dispatch.namespace import tensors as F
from rushlight.distributions import constraints
from rushlight.distributions.transform import (                                           # noqa: F401
    TOO_FEW, ComposeTransform, IndependentTransform, ReshapeTransform, SameKind, Transform, _InverseTransform, deepen,
    identity_transform)
from rushlight.distributions.utils import _sum_rightmost, broadcast_all, lazy_property, tril_matrix_to_vec, vec_to_tril_matrix
from rushlight.tensor import Tensor

__all__ = ["AbsTransform", "AffineTransform", "CatTransform", "ComposeTransform", "CorrCholeskyTransform",
           "CumulativeDistributionTransform", "ExpTransform", "IndependentTransform", "LowerCholeskyTransform",
           "PositiveDefiniteTransform", "PowerTransform", "ReshapeTransform", "SigmoidTransform", "SoftplusTransform",
           "TanhTransform", "SoftmaxTransform", "StackTransform", "StickBreakingTransform", "Transform", "identity_transform"]

# ---------------------------------------------------------------- numbers to numbers

class ExpTransform(SameKind):
    """exp(x)."""

    domain, codomain = constraints.real, constraints.positive
    bijective = True
    sign = +1

    def _call(self, x):
        return x.exp()

    def _inverse(self, y):
        return y.log()

    def log_abs_det_jacobian(self, x, y):
        return x


class PowerTransform(Transform):
    """x ** exponent, for positive numbers."""

    domain, codomain = constraints.positive, constraints.positive
    bijective = True

    def __init__(self, exponent, cache_size=0):
        super().__init__(cache_size=cache_size)
        self.exponent, = broadcast_all(exponent)

    @lazy_property
    def sign(self):
        return self.exponent.sign()

    def __eq__(self, other):
        return isinstance(other, PowerTransform) and self.exponent.eq(other.exponent).all().item()

    def _call(self, x):
        return x.pow(self.exponent)

    def _inverse(self, y):
        return y.pow(1 / self.exponent)

    def log_abs_det_jacobian(self, x, y):
        return (self.exponent * y / x).abs().log()

    def forward_shape(self, shape):
        return F.broadcast_shapes(shape, self.exponent.shape)

    inverse_shape = forward_shape


class SigmoidTransform(SameKind):
    """sigmoid(x), kept off 0 and 1."""

    domain, codomain = constraints.real, constraints.unit_interval
    bijective = True
    sign = +1

    def _call(self, x):
        limits = dtypes.finfo(x.dtype)
        return F.clamp(F.sigmoid(x), min=limits.tiny, max=1.0 - limits.eps)

    def _inverse(self, y):
        limits = dtypes.finfo(y.dtype)
        y = y.clamp(min=limits.tiny, max=1.0 - limits.eps)
        return y.log() - (-y).log1p()

    def log_abs_det_jacobian(self, x, y):
        return -F.softplus(-x) - F.softplus(x)


class SoftplusTransform(SameKind):
    """log(1 + exp(x)); x itself where it is above 20."""

    domain, codomain = constraints.real, constraints.positive
    bijective = True
    sign = +1

    def _call(self, x):
        return F.softplus(x)

    def _inverse(self, y):
        return (-y).expm1().neg().log() + y

    def log_abs_det_jacobian(self, x, y):
        return -F.softplus(-x)


class TanhTransform(SameKind):
    """tanh(x). Without the cache, the inverse of a saturated value is infinite."""

    domain, codomain = constraints.real, constraints.interval(-1.0, 1.0)
    bijective = True
    sign = +1

    def _call(self, x):
        return x.tanh()

    def _inverse(self, y):
        return F.atanh(y)

    def log_abs_det_jacobian(self, x, y):
        return 2.0 * (math.log(2.0) - x - F.softplus(-2.0 * x))         # log(1 - tanh(x)**2), without cancellation


class AbsTransform(SameKind):
    """|x|, of which the positive branch is taken as the inverse."""

    domain, codomain = constraints.real, constraints.positive

    def _call(self, x):
        return x.abs()

    def _inverse(self, y):
        return y


class AffineTransform(Transform):
    """loc + scale * x, on events of `event_dim` dimensions."""

    bijective = True

    def __init__(self, loc, scale, event_dim=0, cache_size=0):
        super().__init__(cache_size=cache_size)
        self.loc, self.scale, self._event_dim = loc, scale, event_dim

    @property
    def event_dim(self):
        return self._event_dim

    @constraints.dependent_property(is_discrete=False)
    def domain(self):
        return deepen(constraints.real, self.event_dim)

    @constraints.dependent_property(is_discrete=False)
    def codomain(self):
        return deepen(constraints.real, self.event_dim)

    def __eq__(self, other):
        return isinstance(other, AffineTransform) and _same(self.loc, other.loc) and _same(self.scale, other.scale)

    @property
    def sign(self):
        if isinstance(self.scale, Tensor):
            return self.scale.sign()
        return (self.scale > 0) - (self.scale < 0)

    def _call(self, x):
        return self.loc + self.scale * x

    def _inverse(self, y):
        return (y - self.loc) / self.scale

    def log_abs_det_jacobian(self, x, y):
        if isinstance(self.scale, Tensor):
            logs = F.abs(self.scale).log()
        else:
            logs = F.full_like(x, math.log(abs(self.scale)))
        rows = logs.size()[:logs.dim() - self.event_dim]
        logs = logs.view(rows + (-1,)).sum(-1) if self.event_dim else logs
        return logs.expand(x.shape[:x.dim() - self.event_dim])

    def forward_shape(self, shape):
        return F.broadcast_shapes(shape, getattr(self.loc, "shape", ()), getattr(self.scale, "shape", ()))

    inverse_shape = forward_shape


def _same(a, b):
    """Whether two numbers or tensors are equal throughout."""
    equal = a == b
    return equal.all().item() if isinstance(equal, Tensor) else equal


class CumulativeDistributionTransform(Transform):
    """The cdf of a distribution over numbers."""

    bijective = True
    codomain = constraints.unit_interval
    sign = +1

    def __init__(self, distribution, cache_size=0):
        super().__init__(cache_size=cache_size)
        self.distribution = distribution

    @property
    def domain(self):
        return self.distribution.support

    def _call(self, x):
        return self.distribution.cdf(x)

    def _inverse(self, y):
        return self.distribution.icdf(y)

    def log_abs_det_jacobian(self, x, y):
        return self.distribution.log_prob(x)


# ---------------------------------------------------------------- vectors and matrices

class SoftmaxTransform(SameKind):
    """Real vectors to the simplex by exp and normalising. Not bijective: adding a number changes nothing."""

    domain, codomain = constraints.real_vector, constraints.simplex

    def _call(self, x):
        probs = (x - x.max(-1, True)[0]).exp()
        return probs / probs.sum(-1, True)

    def _inverse(self, y):
        return y.log()

    def forward_shape(self, shape):
        if len(shape) < 1:
            raise ValueError(TOO_FEW)
        return shape

    inverse_shape = forward_shape


class StickBreakingTransform(SameKind):
    """Real vectors to the simplex of one more dimension: each number says how much is broken off what is left of a stick."""

    domain, codomain = constraints.real_vector, constraints.simplex
    bijective = True

    def _call(self, x):
        share = _kept_open(F.sigmoid(x - self._offsets(x).log()))
        left = (1 - share).cumprod(-1)
        return F.pad(share, [0, 1], value=1) * F.pad(left, [1, 0], value=1)

    def _inverse(self, y):
        broken = y[..., :-1]
        left = (1 - broken.cumsum(-1)).clamp(min=dtypes.finfo(y.dtype).tiny)
        return broken.log() - left.log() + self._offsets(broken).log()

    def _offsets(self, x):
        """How many pieces are still to come: with it, zeros break equal pieces."""
        return x.shape[-1] + 1 - x.new_ones(x.shape[-1]).cumsum(-1)

    def log_abs_det_jacobian(self, x, y):
        x = x - self._offsets(x).log()
        return (-x + F.logsigmoid(x) + y[..., :-1].log()).sum(-1)

    def forward_shape(self, shape):
        return _longer(shape, 1)

    def inverse_shape(self, shape):
        return _longer(shape, -1)


def _kept_open(share):
    limits = dtypes.finfo(share.dtype)
    return share.clamp(min=limits.tiny, max=1.0 - limits.eps)


def _longer(shape, by):
    if len(shape) < 1:
        raise ValueError(TOO_FEW)
    return shape[:-1] + (shape[-1] + by,)


class CorrCholeskyTransform(Transform):
    """Vectors of n(n-1)/2 numbers to Cholesky factors of correlation matrices.

    Each row of the factor is a unit vector: tanh of the numbers says how much of the length that is left each element takes.
    """

    domain, codomain = constraints.real_vector, constraints.corr_cholesky
    bijective = True

    def _call(self, x):
        eps = dtypes.finfo(x.dtype).eps
        share = vec_to_tril_matrix(F.tanh(x).clamp(min=-1 + eps, max=1 - eps), diag=-1)
        left = (1 - share ** 2).sqrt().cumprod(-1)
        share = share + F.eye(share.shape[-1], dtype=share.dtype, device=share.device)
        return share * F.pad(left[..., :-1], [1, 0], value=1)

    def _inverse(self, y):
        left = F.pad((1 - F.cumsum(y * y, dim=-1))[..., :-1], [1, 0], value=1)
        share = tril_matrix_to_vec(y, diag=-1) / tril_matrix_to_vec(left, diag=-1).sqrt()
        return (share.log1p() - share.neg().log1p()) / 2

    def log_abs_det_jacobian(self, x, y, intermediates=None):
        left = 1 - (y * y).cumsum(dim=-1)
        taken = 0.5 * tril_matrix_to_vec(left, diag=-2).log().sum(-1)      # the element under the diagonal takes of all the rest
        slopes = -2 * (x + F.softplus(-2 * x) - math.log(2.0)).sum(dim=-1)
        return taken + slopes

    def forward_shape(self, shape):
        if len(shape) < 1:
            raise ValueError(TOO_FEW)
        n = round((0.25 + 2 * shape[-1]) ** 0.5 + 0.5)
        if n * (n - 1) // 2 != shape[-1]:
            raise ValueError("Input is not a flattened lower-diagonal number")
        return shape[:-1] + (n, n)

    def inverse_shape(self, shape):
        if len(shape) < 2:
            raise ValueError(TOO_FEW)
        if shape[-2] != shape[-1]:
            raise ValueError("Input is not square")
        return shape[:-2] + (shape[-1] * (shape[-1] - 1) // 2,)


class LowerCholeskyTransform(SameKind):
    """Square matrices to Cholesky factors: the lower triangle, with exp of the diagonal."""

    domain, codomain = constraints.independent(constraints.real, 2), constraints.lower_cholesky

    def _call(self, x):
        return x.tril(-1) + x.diagonal(dim1=-2, dim2=-1).exp().diag_embed()

    def _inverse(self, y):
        return y.tril(-1) + y.diagonal(dim1=-2, dim2=-1).log().diag_embed()


class PositiveDefiniteTransform(SameKind):
    """Square matrices to positive definite ones, by their Cholesky factors."""

    domain, codomain = constraints.independent(constraints.real, 2), constraints.positive_definite

    def _call(self, x):
        factor = LowerCholeskyTransform()(x)
        return factor @ factor.mT

    def _inverse(self, y):
        return LowerCholeskyTransform().inv(F.linalg_cholesky(y))


# ---------------------------------------------------------------- side by side

class _Several(Transform):
    """Transforms of the pieces of a tensor along `dim`. A subclass says how tensors are cut and joined."""

    def __init__(self, tseq, dim, cache_size):
        if not all(isinstance(transform, Transform) for transform in tseq):
            raise AssertionError("All elements of tseq must be Transform instances")
        super().__init__(cache_size=cache_size)
        self.transforms = [transform.with_cache(cache_size) for transform in tseq] if cache_size else list(tseq)
        self.dim = dim

    def _parts(self):
        return {"transforms": self.transforms}

    def _check_dim(self, value):
        if not -value.dim() <= self.dim < value.dim():
            raise AssertionError(f"dim {self.dim} out of range for tensor with {value.dim()} dimensions")

    def _call(self, x):
        return self._joined([transform(piece) for transform, piece in zip(self.transforms, self._cut(x, "x"))])

    def _inverse(self, y):
        return self._joined([transform.inv(piece) for transform, piece in zip(self.transforms, self._cut(y, "y"))])

    @property
    def bijective(self):
        return all(transform.bijective for transform in self.transforms)


class CatTransform(_Several):
    """Transforms of slices of `lengths`, 1 each unless given."""

    def __init__(self, tseq, dim=0, lengths=None, cache_size=0):
        super().__init__(tseq, dim, cache_size)
        self.lengths = [1] * len(self.transforms) if lengths is None else list(lengths)
        if len(self.lengths) != len(self.transforms):
            raise AssertionError(f"lengths ({len(self.lengths)}) must match transforms ({len(self.transforms)})")

    @lazy_property
    def event_dim(self):
        return max(transform.event_dim for transform in self.transforms)

    @lazy_property
    def length(self):
        return sum(self.lengths)

    def _cut(self, value, name):
        self._check_dim(value)
        if value.size(self.dim) != self.length:
            raise AssertionError(f"{name}.size({self.dim}) = {value.size(self.dim)} must equal length {self.length}")
        return value.split(self.lengths, self.dim)

    def _joined(self, pieces):
        return F.cat(pieces, self.dim)

    def log_abs_det_jacobian(self, x, y):
        logs = [_sum_rightmost(transform.log_abs_det_jacobian(before, after), self.event_dim - transform.event_dim)
                for transform, before, after in zip(self.transforms, self._cut(x, "x"), self._cut(y, "y"))]
        dim = (self.dim - x.dim() if self.dim >= 0 else self.dim) + self.event_dim
        return F.cat(logs, dim=dim) if dim < 0 else sum(logs)

    @constraints.dependent_property
    def domain(self):
        return constraints.cat([transform.domain for transform in self.transforms], self.dim, self.lengths)

    @constraints.dependent_property
    def codomain(self):
        return constraints.cat([transform.codomain for transform in self.transforms], self.dim, self.lengths)


class StackTransform(_Several):
    """Transforms of the elements along a dimension."""

    def __init__(self, tseq, dim=0, cache_size=0):
        super().__init__(tseq, dim, cache_size)

    def _cut(self, value, name):
        self._check_dim(value)
        if value.size(self.dim) != len(self.transforms):
            raise AssertionError(f"{name}.size({self.dim}) = {value.size(self.dim)} must equal "
                                 f"len(transforms) {len(self.transforms)}")
        return value.unbind(self.dim)

    def _joined(self, pieces):
        return F.stack(pieces, self.dim)

    def log_abs_det_jacobian(self, x, y):
        return self._joined([transform.log_abs_det_jacobian(before, after)
                             for transform, before, after in zip(self.transforms, self._cut(x, "x"), self._cut(y, "y"))])

    @constraints.dependent_property
    def domain(self):
        return constraints.stack([transform.domain for transform in self.transforms], self.dim)

    @constraints.dependent_property
    def codomain(self):
        return constraints.stack([transform.codomain for transform in self.transforms], self.dim)
