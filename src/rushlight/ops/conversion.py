"""Other element types and devices for the same values."""
from __future__ import annotations

from rushlight import dtypes
from rushlight.device import device as Device
from rushlight.device import require_cpu
from rushlight.dispatch import families
from rushlight.dispatch.kinds import Tensor
from rushlight.dispatch.op import op
from rushlight.dtypes import dtype as DType


@op(families.general, linear=True, method=False, function=False, out=False, node="ToCopyBackward0")
def to_copy(xp, input: Tensor, dtype) -> Tensor:
    """Returns a copy in another element type."""
    out = xp.to(input, dtype)
    return xp.clone(input) if out is input else out

@to_copy.vjp("input")
def to_copy_grad(F, grad):
    return grad                                         # the engine brings it back to the input's type


@op(families.general, linear=True, method=False, function=False, out=False)
def cast_to(xp, input: Tensor, numpy_dtype) -> Tensor:
    """Returns `input` in a NumPy dtype: how the engine fits a gradient to its edge."""
    return xp.cast_to(input, numpy_dtype)

@cast_to.vjp("input")
def cast_to_grad(F, grad):
    return grad


@op(families.composite, function=False)
def to(F, input: Tensor, *args, dtype=None, device=None, non_blocking=False, copy=False, memory_format=None) -> Tensor:
    """Returns the tensor in the given dtype, on the given device: itself where that changes nothing and `copy` is False.

    Takes (dtype), (device, dtype) or (other tensor), and their keywords.
    """
