"""Other element types and devices for the same values."""
from __future__ import annotations

from rushlight import dtypes
from rushlight.device import device as Device
from rushlight.device import require_cpu
from rushlight.dispatch import families
from rushlight.dispatch.kinds import Tensor
from rushlight.dispatch.namespace import tensors as F
from rushlight.dispatch.op import by_hand, op
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


@by_hand(function=False)
def to(input, *args, dtype=None, device=None, non_blocking=False, copy=False, memory_format=None):
    """Returns the tensor in the given dtype, on the given device: itself where that changes nothing, unless `copy`.

    Takes (dtype), (device, dtype) or (other tensor), and their keywords.
    """
    if args and hasattr(args[0], "_data"):
        dtype, args = args[0].dtype, args[1:]
    elif args and (isinstance(args[0], (str, Device, int)) or args[0] is None):
        device, args = args[0], args[1:]
    if args and isinstance(args[0], DType):
        dtype, args = args[0], args[1:]
    for name, value in zip(("non_blocking", "copy"), args):
        if not isinstance(value, bool):
            raise TypeError(f"to() received an invalid combination of arguments: {value!r} is no {name}")
    copy = args[1] if len(args) > 1 else copy
    require_cpu(device)
    if dtype is not None and not isinstance(dtype, DType):
        raise TypeError(f"to(): argument 'dtype' must be torch.dtype, not {type(dtype).__name__}")
    if dtype is None or dtype is input.dtype:
        return F.clone(input) if copy else input
    return F.to_copy(input, dtype)


@by_hand(function=False)
def type(input, dtype=None, non_blocking=False):                    # noqa: A001  torch's name
    """Returns the name of the tensor's type, or the tensor in another one."""
    if dtype is None:
        return f"torch.{input.dtype.scalar_name}Tensor"
    if isinstance(dtype, str):
        dtype = next((d for d in dtypes.ALL if dtype in (f"torch.{d.scalar_name}Tensor", repr(d))), None)
        if dtype is None:
            raise ValueError("invalid type: it is the name of no tensor type")
    return to(input, getattr(dtype, "dtype", dtype))


@by_hand(function=False)
def type_as(input, other):
    """Returns the tensor in the dtype of `other`."""
    return to(input, other.dtype)


@by_hand(function=False)
def cpu(input, memory_format=None):
    """Returns the tensor itself: it is on the CPU."""
    return input


@by_hand(function=False)
def cuda(input, device=None, non_blocking=False, memory_format=None):
    """Raises: there is no GPU here."""
    require_cpu("cuda")


def _shorthand(name, dtype):
    def convert(input, memory_format=None):
        return to(input, dtype)
    convert.__name__ = convert.__qualname__ = name
    convert.__doc__ = f"Returns the tensor as {dtype}."
    return by_hand(function=False)(convert)


for _name, _dtype in dict(float=dtypes.float32, double=dtypes.float64, half=dtypes.float16, bfloat16=dtypes.bfloat16,
                          long=dtypes.int64, int=dtypes.int32, short=dtypes.int16, char=dtypes.int8, byte=dtypes.uint8,
                          bool=dtypes.bool, cfloat=dtypes.complex64, cdouble=dtypes.complex128).items():
    _shorthand(_name, _dtype)
