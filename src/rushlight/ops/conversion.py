"""Other element types and devices for the same values."""
from __future__ import annotations

from builtins import type as Class

from rushlight import dtypes
from rushlight.backends.numpy.channel_order import channels_vary_fastest
from rushlight.device import CPU, default_device, is_meta, require_cpu, set_default_device
from rushlight.device import device as Device
from rushlight.dispatch import families
from rushlight.dispatch.kinds import Tensor
from rushlight.dispatch.methods import public
from rushlight.dispatch.namespace import tensors as F
from rushlight.dispatch.op import by_hand, op
from rushlight.dtypes import COMPLEX, as_dtype
from rushlight.dtypes import dtype as DType
from rushlight.errors import warn_once
from rushlight.size import channels_last, channels_last_3d, contiguous_format, preserve_format
from rushlight.storage import TypedStorage, UntypedStorage


@op(families.general, linear=True, method=False, function=False, out=False, node="ToCopyBackward0")
def to_copy(xp, input: Tensor, dtype, memory_format=None) -> Tensor:
    """Returns a copy in another element type or order of strides."""
    if dtype.category < COMPLEX and xp.dtype_of(input).category == COMPLEX:
        warn_once("Casting complex values to real discards the imaginary part")
    return xp.to_copy(input, dtype, memory_format)

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
def to(input, *args, dtype=None, device=None, non_blocking=False, copy=False, memory_format=None, tensor=None):
    """Returns the tensor in the given dtype, on the given device: itself where that changes nothing, unless `copy`.

    Takes (dtype), (device, dtype) or (other tensor), and their keywords.
    """
    if args:
        tensor, device, dtype, args = _target(args, tensor, device, dtype)
        non_blocking, copy = _flags(args, non_blocking, copy)
    if tensor is not None:
        dtype = tensor.dtype
        device = tensor.device if device is None else device
    made = converted(input, input.dtype if dtype is None else as_dtype(dtype, "to"), copy, memory_format)
    return made if device is None else moved(made, device)


def moved(input, device):
    """The tensor on that device: itself where it is there. NotImplementedError from the meta device, where it has no elements."""
    if is_meta(device):
        return input if input.is_meta else F.to_meta(input)
    require_cpu(device)
    if input.is_meta:
        raise NotImplementedError("Cannot copy out of meta tensor; no data!")
    return input


@op(families.general, linear=True, method=False, function=False, out=False, node="ToCopyBackward0")
def to_meta(xp, input: Tensor) -> Tensor:
    """Returns the layout of the tensor, without its elements."""
    from rushlight.dispatch.meta import emptied
    return emptied(input)

@to_meta.vjp("input")
def to_meta_grad(F, grad):
    raise NotImplementedError("Cannot copy out of meta tensor; no data!")


def _target(args, tensor, device, dtype):
    """What the positional arguments say, and those that are left."""
    first, *rest = args
    if hasattr(first, "_data"):
        return first, device, dtype, rest
    if isinstance(first, (DType, Class)):
        if device is not None:
            raise TypeError("to() received an invalid combination of arguments: a device goes before the dtype")
        return tensor, device, first, rest
    if first is not None and not isinstance(first, (str, Device, int)):
        raise TypeError(f"to() received an invalid combination of arguments - got ({first.__class__.__name__})")
    if rest:
        dtype, *rest = rest
    return tensor, first, dtype, rest


def _flags(args, non_blocking, copy):
    if len(args) > 2 or not all(isinstance(value, bool) for value in args):
        raise TypeError(f"to() received an invalid combination of arguments: {args!r} should be non_blocking and copy")
    return (*args, *(non_blocking, copy)[len(args):])


def converted(input, dtype, copy=False, memory_format=None):
    """The tensor in that type and order of strides; itself where that changes nothing."""
    fits = memory_format is None or memory_format is preserve_format or memory_format is _format_of(input._data)
    return input if fits and dtype is input.dtype and not copy else F.to_copy(input, dtype, memory_format)


def _format_of(array):
    """The format that torch takes the order of strides for: where nothing speaks for another, rows after one another."""
    image = array.ndim in (4, 5) and channels_vary_fastest(array, 1)
    return contiguous_format if not image else channels_last if array.ndim == 4 else channels_last_3d


@by_hand(function=False)
def type(input, dtype=None, non_blocking=False):
    """Returns the name of the tensor's type, or the tensor in another one."""
    if dtype is None:
        return f"torch.{input.dtype.scalar_name}Tensor"
    if isinstance(dtype, str):
        name, dtype = dtype, next((d for d in dtypes.ALL if dtype == f"torch.{d.scalar_name}Tensor"), None)
        if dtype is None:
            raise ValueError(f"invalid type: '{name}'")
    elif not isinstance(dtype, DType):
        dtype = _dtype_of_class(dtype)
    return converted(input, dtype)


def _dtype_of_class(cls):
    """The dtype that torch.FloatTensor and its like stand for; torch.Tensor stands for the default one."""
    if hasattr(cls, "_grad"):
        return dtypes.get_default_dtype()
    dtype = getattr(cls, "dtype", None)
    if not isinstance(dtype, DType):
        raise ValueError(f"invalid type: '{getattr(cls, '__name__', cls)}'")
    return dtype


@by_hand(function=False)
def type_as(input, other):
    """Returns the tensor in the dtype of `other`."""
    return converted(input, other.dtype)


@by_hand(function=False)
def cpu(input, memory_format=None):
    """Returns the tensor itself, which is on the CPU. NotImplementedError for a meta tensor."""
    return converted(moved(input, CPU), input.dtype, memory_format=memory_format)


@by_hand(function=False)
def cuda(input, device=None, non_blocking=False, memory_format=None):
    """Raises: there is no GPU here."""
    require_cpu("cuda")


def _shorthand(name, dtype):
    def convert(input, *, memory_format=None):
        return converted(input, dtype, memory_format=memory_format)
    convert.__name__ = convert.__qualname__ = name
    convert.__doc__ = f"Returns the tensor as {dtype}."
    return by_hand(function=False)(convert)


for _name, _dtype in dict(float=dtypes.float32, double=dtypes.float64, half=dtypes.float16, bfloat16=dtypes.bfloat16,
                          long=dtypes.int64, int=dtypes.int32, short=dtypes.int16, char=dtypes.int8, byte=dtypes.uint8,
                          bool=dtypes.bool, chalf=dtypes.complex32, cfloat=dtypes.complex64,
                          cdouble=dtypes.complex128).items():
    _shorthand(_name, _dtype)

# ---------------------------------------------------------------- questions about a tensor, as functions


def _question(name, answer, says):
    def ask(input):
        if not hasattr(input, "_data"):
            raise TypeError(f"{name}(): argument 'input' (position 1) must be Tensor, not {input.__class__.__name__}")
        return answer(input)
    ask.__name__ = ask.__qualname__ = name
    ask.__doc__ = says
    return by_hand(method=False)(ask)


_question("is_floating_point", lambda t: t.dtype.is_floating_point, "Whether the tensor holds floating-point numbers.")
_question("is_complex", lambda t: t.dtype.is_complex, "Whether the tensor holds complex numbers.")
_question("is_signed", lambda t: t.dtype.is_signed, "Whether the tensor's type has negative numbers.")
_question("is_inference", lambda t: t.is_inference(), "Whether the tensor was made in inference mode.")
_question("numel", lambda t: t.numel(), "The number of elements.")


@by_hand()
def is_nonzero(input):
    """Whether the one element is not zero. RuntimeError for any other number of elements."""
    return input.__bool__()


@by_hand()
def is_same_size(input, other):
    """Whether two tensors have the same shape."""
    return input.shape == other.shape


@by_hand(method=False)
def is_tensor(obj, /):
    """Whether `obj` is a tensor."""
    return hasattr(obj, "_data") and hasattr(obj, "_edge")


@by_hand(method=False)
def is_storage(obj, /):
    """Whether `obj` is the memory of a tensor."""
    return isinstance(obj, (UntypedStorage, TypedStorage))


@by_hand(method=False)
def get_default_device():
    """The device of new tensors that name none."""
    return default_device()


public["set_default_device"] = set_default_device


@by_hand(method=False)
def set_flush_denormal(mode, /):
    """Always False: NumPy does not let the processor's mode be set."""
    return False


@by_hand(method=False)
def typename(obj, /):
    """The name of an object's type; for a tensor, with its element type."""
    if hasattr(obj, "_data"):
        return type(obj)
    cls = obj if isinstance(obj, Class) else Class(obj)
    module = getattr(obj, "__module__", cls.__module__)
    name = getattr(obj, "__qualname__", cls.__qualname__)
    return name if module in (None, "builtins") else f"{module}.{name}"
