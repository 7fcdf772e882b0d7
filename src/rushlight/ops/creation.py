"""New tensors from sizes and numbers."""
from __future__ import annotations

from rushlight import dtypes
from rushlight.dispatch import families
from rushlight.dispatch.kinds import Size, Tensor
from rushlight.dispatch.op import op


@op(families.factory, method=False)
def zeros(xp, size: Size, *, dtype=None, layout=None, device=None, requires_grad=False, pin_memory=False, names=None) -> Tensor:
    """Returns zeros of the given size."""
    return xp.zeros(size, dtype or dtypes.get_default_dtype())


@op(families.general)
def zeros_like(xp, input: Tensor, *, dtype=None, layout=None, device=None, requires_grad=False, memory_format=None) -> Tensor:
    """Returns zeros in the shape of `input`."""
    return xp.zeros_like(input) if dtype is None else xp.zeros(input.shape, dtype)


@op(families.general, function=False)
def new_zeros(xp, input: Tensor, size: Size, *, dtype=None, layout=None, device=None, requires_grad=False,
              pin_memory=False) -> Tensor:
    """Returns zeros of the given size, in the type of `input`."""
    return xp.new_zeros(input, size)
