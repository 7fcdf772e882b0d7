"""torch.nn.utils.parametrizations: orthogonal matrices, weight norm and spectral norm as parametrizations."""
from __future__ import annotations

from enum import Enum, auto

from rushlight.autograd.grad_mode import no_grad
from rushlight.dispatch import levels
from rushlight.dispatch.namespace import tensors as F
from rushlight.dtypes import finfo
from rushlight.nn.modules.module import Module
from rushlight.nn.utils import parametrize
from rushlight.nn.utils.spectral_norm import matrix_of, rows_of, unit
from rushlight.size import contiguous_format

__all__ = ["orthogonal", "spectral_norm", "weight_norm"]


# ---------------------------------------------------------------- orthogonal matrices

class _OrthMaps(Enum):
    matrix_exp = auto()
    cayley = auto()
    householder = auto()


class _Orthogonal(Module):
    """Makes a matrix orthogonal (in its columns if it is tall, in its rows if it is wide), by one of three maps.

    The exponential and the Cayley map take skew-symmetric matrices, which the lower triangle gives; the third multiplies
    Householder reflections. With `base`, the result is that matrix times what the map gives, so that any value can be assigned.
    """

    def __init__(self, weight, orthogonal_map, *, use_trivialization=True):
        super().__init__()
        if weight.is_complex() and orthogonal_map is _OrthMaps.householder:
            raise ValueError("The householder parametrization does not support complex tensors.")
        self.shape, self.orthogonal_map = weight.shape, orthogonal_map
        if use_trivialization:
            self.register_buffer("base", None)

    def forward(self, X):
        wide = X.size(-2) < X.size(-1)
        X = X.mT if wide else X
        Q = _reflections(X) if self.orthogonal_map is _OrthMaps.householder else _rotation(X, self.orthogonal_map)
        if hasattr(self, "base"):
            Q = self.base @ Q
        return Q.mT if wide else Q

    @no_grad()
    def right_inverse(self, Q):
        if Q.shape != self.shape:
            raise ValueError(f"Expected a matrix or batch of matrices of shape {self.shape}. Got a tensor of shape {Q.shape}.")
        wide = Q.size(-2) < Q.size(-1)
        tall = Q.mT if wide else Q
        if hasattr(self, "base"):
            self.base = _completed(tall)
            return _negative_identity(Q)
        if self.orthogonal_map is not _OrthMaps.householder:
            raise NotImplementedError("It is not possible to assign to the matrix exponential or the Cayley parametrizations "
                                      "when use_trivialization=False.")
        A, tau = F.geqrf(tall)
        diagonal = A.diagonal(dim1=-2, dim2=-1)
        diagonal.copy_(F.where(tau == 0, -diagonal.sign(), diagonal.sign()))
        return A.mT if wide else A


def _reflections(X):
    """The product of the Householder reflections below the diagonal, with the signs on it."""
    A = X.tril(-1)
    tau = 2 / (1 + (A * A).sum(-2))
    return F.linalg_householder_product(A, tau) * X.diagonal(dim1=-2, dim2=-1).int().unsqueeze(-2)


def _rotation(X, orthogonal_map):
    """The first columns of the orthogonal matrix that belongs to the skew-symmetric one in the lower triangle."""
    n, k = X.size(-2), X.size(-1)
    X = X.tril()
    if n != k:
        X = F.cat([X, X.new_zeros(n, n - k).expand(*X.shape[:-2], -1, -1)], -1)
    A = X - X.mH
    if orthogonal_map is _OrthMaps.matrix_exp:
        Q = F.linalg_matrix_exp(A)
    else:
        identity = F.eye(n, dtype=A.dtype)
        Q = F.linalg_solve(identity - A / 2, identity + A / 2)
    return Q[..., :k]


def _completed(Q):
    """The orthogonal matrix nearby, with further columns drawn at random to make it square."""
    n, k = Q.size(-2), Q.size(-1)
    if n != k:
        return _make_orthogonal(F.cat([Q, F.randn((*Q.shape[:-2], n, n - k), dtype=Q.dtype)], -1))
    return Q.clone() if _is_orthogonal(Q) else _make_orthogonal(Q)


def _is_orthogonal(Q, eps=None):
    n, k = Q.size(-2), Q.size(-1)
    eps = 10 * n * finfo(Q.dtype).eps if eps is None else eps
    return F.allclose(Q.mH @ Q, F.eye(k, dtype=Q.dtype).expand(*Q.shape[:-2], -1, -1), atol=eps)


def _make_orthogonal(A):
    """The Q of A = QR, with the signs that make the diagonal of R positive."""
    X, tau = F.geqrf(A)
    return F.linalg_householder_product(X, tau) * X.diagonal(dim1=-2, dim2=-1).sgn().unsqueeze(-2)


def _negative_identity(like):
    """What the three maps send to the identity."""
    made = F.zeros_like(like)
    made.diagonal(dim1=-2, dim2=-1).fill_(-1)
    return made


def orthogonal(module, name="weight", orthogonal_map=None, *, use_trivialization=True):
    """Parametrizes a matrix to be orthogonal, and returns the module."""
    weight = _tensor_of(module, name)
    if weight.ndim < 2:
        raise ValueError(f"Expected a matrix or batch of matrices. Got a tensor of {weight.ndim} dimensions.")
    if orthogonal_map is None:
        orthogonal_map = "matrix_exp" if weight.size(-2) == weight.size(-1) or weight.is_complex() else "householder"
    if orthogonal_map not in _OrthMaps.__members__:
        raise ValueError(f'orthogonal_map has to be one of "matrix_exp", "cayley", "householder". Got: {orthogonal_map}')
    step = _Orthogonal(weight, _OrthMaps[orthogonal_map], use_trivialization=use_trivialization)
    return parametrize.register_parametrization(module, name, step, unsafe=True)


def _tensor_of(module, name):
    value = getattr(module, name, None)
    if not isinstance(value, levels.Tensor):
        raise ValueError(f"Module '{module}' has no parameter or buffer with name '{name}'")
    return value


# ---------------------------------------------------------------- norms

class _WeightNorm(Module):
    """Makes a weight from its norms and its direction."""

    def __init__(self, dim=0):
        super().__init__()
        self.dim = -1 if dim is None else dim

    def forward(self, weight_g, weight_v):
        return F._weight_norm(weight_v, weight_g, self.dim)

    def right_inverse(self, weight):
        return F.norm_except_dim(weight, 2, self.dim), weight


def weight_norm(module, name="weight", dim=0):
    """Parametrizes a tensor by its norms along `dim` and its direction, and returns the module."""
    parametrize.register_parametrization(module, name, _WeightNorm(dim), unsafe=True)
    module._register_load_state_dict_pre_hook(_RenamedNorms(name))
    return module


class _RenamedNorms:
    """Reads what the older weight norm saved, `*_g` and `*_v`."""

    def __init__(self, name):
        self.name = name

    def __call__(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
        old = [f"{prefix}{self.name}{suffix}" for suffix in ("_g", "_v")]
        if all(key in state_dict for key in old):
            for i, key in enumerate(old):
                state_dict[f"{prefix}parametrizations.{self.name}.original{i}"] = state_dict.pop(key)


class _SpectralNorm(Module):
    """Divides a weight by its largest singular value, which the buffers `_u` and `_v` follow step by step."""

    def __init__(self, weight, n_power_iterations=1, dim=0, eps=1e-12):
        super().__init__()
        n = weight.ndim
        if not -n <= dim < n:
            raise IndexError(f"Dimension out of range (expected to be in range of [-{n}, {n - 1}] but got {dim})")
        if n_power_iterations <= 0:
            raise ValueError(f"Expected n_power_iterations to be positive, but got n_power_iterations={n_power_iterations}")
        self.dim, self.eps = dim % n, eps
        if n > 1:
            self.n_power_iterations = n_power_iterations
            matrix = self._reshape_weight_to_matrix(weight)
            for name, size in zip(("_u", "_v"), matrix.shape):
                self.register_buffer(name, unit(matrix.new_empty(size).normal_(0, 1), eps))
            self._power_method(matrix, 15)

    def _reshape_weight_to_matrix(self, weight):
        return matrix_of(weight, self.dim)

    @no_grad()
    def _power_method(self, weight_mat, n_power_iterations):
        for _ in range(n_power_iterations):
            self._u.copy_(unit(F.mv(weight_mat, self._v), self.eps))
            self._v.copy_(unit(F.mv(weight_mat.mH, self._u), self.eps))

    def forward(self, weight):
        if weight.ndim == 1:
            return unit(weight, self.eps)
        matrix = self._reshape_weight_to_matrix(weight)
        if self.training:
            self._power_method(matrix, self.n_power_iterations)
        u, v = [t.clone(memory_format=contiguous_format) for t in (self._u, self._v)]
        return weight / F.vdot(u, F.mv(matrix, v))

    def right_inverse(self, value):
        return value                                            # it may have another norm: the next forward divides by that


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    """Parametrizes a tensor to have the largest singular value 1, and returns the module."""
    weight = _tensor_of(module, name)
    step = _SpectralNorm(weight, n_power_iterations, rows_of(module) if dim is None else dim, eps)
    return parametrize.register_parametrization(module, name, step)
