"""Weights as a length times a direction."""
from __future__ import annotations

from rushlight.dispatch import families
from rushlight.dispatch.kinds import Tensor
from rushlight.dispatch.op import op
from rushlight.dtypes import dtype_of


@op(families.composite, method=False)
def norm_except_dim(F, v: Tensor, pow=2, dim=0) -> Tensor:
    """Returns the norms of the slices along `dim`, in a shape that broadcasts over `v`; with -1, that of all elements."""
    n = len(v.shape)
    if not -1 <= dim < n:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-n}, {n - 1}], but got {dim})")
    return F.linalg_vector_norm(v, pow) if dim == -1 else F.linalg_vector_norm(v, pow, _others(n, dim), True)


def _others(n, dim):
    return tuple([d for d in range(n) if d != dim])


@op(families.composite, method=False)
def _weight_norm(F, v: Tensor, g: Tensor, dim=0) -> Tensor:
    """Returns `v` with the norms of its slices along `dim` replaced by `g`."""
    if dim in (0, len(v.shape) - 1):
        return F.weight_norm_interface(v, g, dim)
    return v * (g / F.norm_except_dim(v, 2, dim))


@op(families.general, method=False, function=False, out=False, node="WeightNormInterfaceBackward0")
def weight_norm_interface(xp, v: Tensor, g: Tensor, dim) -> Tensor:
    """Returns `v * g / norm(v)`, where `dim` is the first or the last one: torch has a node for that."""
    if v.dtype.kind == "c":
        raise NotImplementedError(f"\"weight_norm_kernel\" not implemented for '{dtype_of(v).scalar_name}'")
    return v * (g / xp.vector_norm(v, 2, _others(v.ndim, dim), True))

@weight_norm_interface.vjp("v")
def weight_norm_interface_grad_v(F, grad, v, g, dim):
    others = _others(len(v.shape), dim)
    norm = F.linalg_vector_norm(v, 2, others, True)
    along = F.sum(grad * v, others, True)
    return g / norm * (grad - v * (along / (norm * norm)))

@weight_norm_interface.vjp("g")
def weight_norm_interface_grad_g(F, grad, v, dim):
    others = _others(len(v.shape), dim)
    return F.sum(grad * v, others, True) / F.linalg_vector_norm(v, 2, others, True)
