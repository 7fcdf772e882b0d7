"""What the distributions share: broadcasting of parameters, properties that are computed once, probabilities and logits."""
from functools import update_wrapper

from rushlight import dtypes
from rushlight.autograd.grad_mode import enable_grad
from rushlight.construction import tensor
from rushlight.dispatch.namespace import tensors as F
from rushlight.tensor import Tensor

__all__ = ["broadcast_all", "logits_to_probs", "clamp_probs", "probs_to_logits", "lazy_property", "tril_matrix_to_vec",
           "vec_to_tril_matrix"]

euler_constant = 0.57721566490153286060


def is_tensor(value):
    """Whether `value` is a tensor, or takes over operations as one."""
    return isinstance(value, Tensor) or hasattr(value, "__torch_function__")


def broadcast_all(*values):
    """Returns the values as tensors of one shape; numbers take the dtype of the first tensor, else the default one."""
    if not all(is_tensor(value) or isinstance(value, (int, float)) for value in values):
        raise ValueError("Input arguments must all be instances of Number, torch.Tensor or objects implementing "
                         "__torch_function__.")
    options = next(({"dtype": value.dtype, "device": value.device} for value in values if is_tensor(value)),
                   {"dtype": dtypes.get_default_dtype()})
    return F.broadcast_tensors(*[value if is_tensor(value) else tensor(value, **options) for value in values])


def _standard_normal(shape, dtype, device):
    return F.empty(shape, dtype=dtype, device=device).normal_()


def _sum_rightmost(value, dim):
    """Returns the sum over the last `dim` dimensions."""
    return value if dim == 0 else value.reshape(value.shape[:-dim] + (-1,)).sum(-1)


# ---------------------------------------------------------------- probabilities and logits

def logits_to_probs(logits, is_binary=False):
    """Returns probabilities: sigmoids, or a softmax over the last dimension."""
    return F.sigmoid(logits) if is_binary else F.softmax(logits, dim=-1)


def clamp_probs(probs):
    """Returns the probabilities, away from 0 and 1 by the precision of their dtype."""
    eps = dtypes.finfo(probs.dtype).eps
    return probs.clamp(min=eps, max=1 - eps)


def probs_to_logits(probs, is_binary=False):
    """Returns log odds, or logarithms."""
    clamped = clamp_probs(probs)
    return F.log(clamped) - F.log1p(-clamped) if is_binary else F.log(clamped)


# ---------------------------------------------------------------- properties that are computed once

class lazy_property:
    """A property that is computed when first asked for, with grad enabled, and kept under its name in the instance."""

    def __init__(self, wrapped):
        self.wrapped = wrapped
        update_wrapper(self, wrapped)

    def __get__(self, instance, obj_type=None):
        if instance is None:
            return _lazy_property_and_property(self.wrapped)
        with enable_grad():
            value = self.wrapped(instance)
        setattr(instance, self.wrapped.__name__, value)
        return value


class _lazy_property_and_property(lazy_property, property):
    """What a class shows for a lazy property: documentation tools know it as a property."""

    def __init__(self, wrapped):
        property.__init__(self, wrapped)


# ---------------------------------------------------------------- lower triangles as vectors

def tril_matrix_to_vec(mat, diag=0):
    """Returns the elements on and under diagonal `diag`, row by row."""
    n = mat.shape[-1]
    if diag < -n or diag >= n:
        raise ValueError(f"diag ({diag}) provided is outside [{-n}, {n - 1}].")
    rows, columns = F.tril_indices(n, n, offset=diag)
    return mat[..., rows, columns]


def vec_to_tril_matrix(vec, diag=0):
    """Returns the matrix with the elements of `vec` on and under diagonal `diag`, row by row, and zeros above."""
    n = _rows_of_triangle(vec.shape[-1], diag)
    if n is None:
        raise ValueError(f"The size of last dimension is {vec.shape[-1]} which cannot be expressed as the lower triangular part "
                         "of a square D x D matrix.")
    rows, columns = F.tril_indices(n, n, offset=diag)
    matrix = vec.new_zeros(vec.shape[:-1] + (n, n))
    matrix[..., rows, columns] = vec
    return matrix


def _rows_of_triangle(count, diag):
    """How many rows a square matrix has of which `count` elements lie on and under `diag`; None if there is none."""
    n = elements = 0
    while elements < count:
        n += 1
        elements = sum(min(max(row + diag, 0), n) for row in range(1, n + 1))
    return n if elements == count else None
