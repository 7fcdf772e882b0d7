"""Operations that fold dimensions away."""
from __future__ import annotations

from rushlight.dispatch.arguments import wrap_dims
from rushlight.dispatch import families
from rushlight.dispatch.kinds import Dims, Number, Size, Tensor, Tensors  # noqa: F401
from rushlight.dispatch.op import op


def restore_dims(F, grad, input_shape, dim, keepdim):
    """`grad` of a reduction, with the folded dimensions back as ones."""
    if keepdim or not input_shape:
        return grad
    dims = wrap_dims(dim, len(input_shape))
    return F.reshape(grad, tuple([1 if i in dims else n for i, n in enumerate(input_shape)]))


@op(families.reduction, linear=True, node="SumBackward0 if dim is None else SumBackward1")
def sum(xp, input: Tensor, dim: Dims = None, keepdim=False, *, dtype=None) -> Tensor:
    """Returns the sum over `dim`, or over all elements."""
    return xp.sum(input if dtype is None else xp.to(input, dtype), dim, keepdim)

@sum.vjp("input")
def sum_grad(F, grad, input_shape, dim, keepdim):
    return F.expand(restore_dims(F, grad, input_shape, dim, keepdim), input_shape)
