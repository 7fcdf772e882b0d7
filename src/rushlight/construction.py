"""Tensors from Python data, NumPy arrays and buffers: `tensor`, `as_tensor`, `asarray`, `from_numpy`, `frombuffer`."""
from __future__ import annotations

import warnings

import numpy as np

from rushlight import dtypes
from rushlight.autograd.grad_mode import mode
from rushlight.backends import numpy as xp
from rushlight.backends.quiet import quiet
from rushlight.device import default_device, is_meta, require_cpu
from rushlight.dispatch.arguments import type_name
from rushlight.dispatch.checking import check_factory_options, require_grad
from rushlight.dispatch.wrapping import wrap
from rushlight.dispatch.namespace import tensors as F
from rushlight.dispatch.op import by_hand
from rushlight.errors import warn_once
from rushlight.storage import TypedStorage, UntypedStorage, mark_inference
from rushlight.tensor import Tensor

_COPY_WARNING = ("To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or "
                 "sourceTensor.detach().clone().requires_grad_(True), rather than torch.tensor(sourceTensor).")


def tensor(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False):
    """A leaf with a copy of `data`: nested sequences, numbers, arrays or tensors. Floats take the default dtype."""
    if not isinstance(requires_grad, bool):
        raise TypeError(f"tensor(): argument 'requires_grad' must be bool, not {type(requires_grad).__name__}")
    if device is not None or pin_memory:
        check_factory_options("tensor", {"device": device, "pin_memory": pin_memory})
    if isinstance(data, Tensor):
        warnings.warn(_COPY_WARNING, stacklevel=2)
    made = wrap(array_from(data, dtype and dtypes.as_dtype(dtype, "tensor"), copy=True))
    return finish_leaf(made, requires_grad, device)


def finish_leaf(made, requires_grad, device=None):
    """A new leaf as the grad mode, `device=` and `requires_grad=` want it."""
    if is_meta(default_device() if device is None else device):
        made = made if made.is_meta else F.to_meta(made)
    if mode.inference:
        mark_inference(made)
    return require_grad(made) if requires_grad else made


def as_tensor(data, dtype=None, device=None):
    """`data` as a tensor, sharing memory (and history) where no conversion is needed."""
    _check_device(device)
    dtype = dtype and dtypes.as_dtype(dtype, "as_tensor")
    if isinstance(data, Tensor):
        return data.to(device, dtype or data.dtype)
    return finish_leaf(wrap(array_from(data, dtype, copy=False)), False, device)


def _check_device(device):
    if not is_meta(device):
        require_cpu(device)


def asarray(obj, *, dtype=None, device=None, copy=None, requires_grad=None):
    """`obj` as a tensor; `copy` says whether memory must (True) or must not (False) be new."""
    _check_device(device)
    device = default_device() if device is None and is_meta(default_device()) else device
    dtype = dtype and dtypes.as_dtype(dtype, "asarray")
    if isinstance(obj, Tensor):
        made = _from_tensor(obj, dtype, device, copy)
        if requires_grad is None and obj.requires_grad:
            warnings.warn("torch.asarray: unspecified requires_grad now defaults to obj.requires_grad instead of False. Pass "
                          "requires_grad=False explicitly to get the old behavior.", stacklevel=2)
        return made if requires_grad is None else made.requires_grad_() if requires_grad else made.detach()
    if _is_exported(obj):
        made = _from_tensor(from_dlpack(obj), dtype, device, copy)
        return finish_leaf(made, requires_grad)
    if _has_buffer(obj):
        made = frombuffer(obj, dtype=dtype or dtypes.get_default_dtype())
        return finish_leaf(made.clone() if copy else made, requires_grad, device)
    if copy is False and isinstance(obj, np.generic):
        raise RuntimeError("can't alias NumPy scalars. Either remove copy=False or transform it in a ndarray.")
    if copy is False:
        source = array_from(obj, None, copy=False)
        if not isinstance(obj, (np.ndarray, np.generic)):
            raise ValueError("can't alias arbitrary sequence into a tensor.")
        _check_alias(dtypes.dtype_of(source), dtype)
        _check_device_alias("cpu", device)
    return finish_leaf(wrap(array_from(obj, dtype, copy=bool(copy))), requires_grad, device)


def _is_exported(obj):
    """Whether it is a DLPack capsule, or gives one; NumPy's arrays and numbers give their memory otherwise."""
    return type(obj).__name__ == "PyCapsule" or hasattr(obj, "__dlpack__") and not isinstance(obj, (np.ndarray, np.generic))


def _has_buffer(obj):
    if isinstance(obj, (np.ndarray, np.generic)):
        return False
    try:
        return memoryview(obj) is not None
    except TypeError:
        return False


def _from_tensor(obj, dtype, device, copy):
    if copy is False:
        _check_alias(obj.dtype, dtype)
        _check_device_alias(obj.device, device)
    made = obj.to(device, obj.dtype if dtype is None else dtype)
    return made.clone() if copy and made is obj else made


def _check_device_alias(own, device):
    if device is not None and is_meta(device) is not is_meta(own):
        raise ValueError(f"can't alias tensor from device '{own}' to '{device}'.")


def _check_alias(own, dtype):
    if dtype is not None and dtype is not own:
        raise ValueError(f"can't alias tensor with dtype '{own.scalar_name}' into dtype '{dtype.scalar_name}'.")


def from_numpy(array):
    """A tensor over the memory of an ndarray."""
    if not isinstance(array, np.ndarray):
        raise TypeError(f"expected np.ndarray (got {_full_name(type(array))})")
    return wrap(_shared(array))


def frombuffer(buffer, *, dtype, count=-1, offset=0, requires_grad=False):
    """A 1-d tensor over the memory of an object with the buffer protocol."""
    dtype = dtypes.as_dtype(dtype, "frombuffer")
    try:
        memory = np.frombuffer(buffer, np.uint8) if len(memoryview(buffer)) else np.empty(0, np.uint8)
    except TypeError:
        raise ValueError("object does not implement Python buffer protocol.") from None
    except (BufferError, ValueError):
        raise RuntimeError("could not retrieve buffer from object") from None
    if not memory.flags.writeable:
        warn_once("The given buffer is not writable, and PyTorch does not support non-writable tensors. This means you can write "
                  "to the underlying (supposedly non-writable) buffer using the tensor. You may want to copy the buffer to "
                  "protect its data or make it writable before converting it to a tensor. This type of warning will be "
                  "suppressed for the rest of this program.")
    length, size = memory.size, dtype.itemsize
    if not length or not count:
        raise ValueError(f"both buffer length ({length}) and count ({count}) must not be 0")
    if not 0 <= offset < length:
        raise ValueError(f"offset ({offset} bytes) must be non-negative and no greater than buffer length ({length} bytes) minus "
                         f"1")
    if count > 0 and offset + count * size > length:
        raise ValueError(f"requested buffer length ({count} * {size} bytes) after offset ({offset} bytes) must not be greater "
                         f"than actual buffer length ({length} bytes)")
    if count < 0 and (length - offset) % size:
        raise ValueError(f"buffer length ({length - offset} bytes) after offset ({offset} bytes) must be a multiple of element "
                         f"size ({size})")
    end = length if count < 0 else offset + count * size
    array = _writable(memory)[offset:end].view(dtype.numpy).view(dtype.array_type)
    return finish_leaf(wrap(array), requires_grad)


def from_dlpack(ext_tensor, *, device=None, copy=None):
    """A tensor over the memory of an object with the DLPack protocol."""
    if is_meta(device):
        raise BufferError("Cannot pack tensors on meta")
    require_cpu(device)
    from rushlight.backends.capsules import HERE, array_over
    wishes = {"max_version": (1, 0)}
    if copy is not None:
        wishes["copy"] = copy
    if device is not None:
        wishes["dl_device"] = HERE
    array = array_over(_capsule_of(ext_tensor, wishes) if hasattr(ext_tensor, "__dlpack__") else ext_tensor)
    return finish_leaf(wrap(_writable(_checked(array)).view(type(array))), False, "cpu")


def _capsule_of(exporter, wishes):
    """What an object exports; one from before version 1 of the protocol takes no wishes."""
    try:
        return exporter.__dlpack__(**wishes)
    except TypeError:
        return exporter.__dlpack__()


def from_bytes(data):
    """A tensor of the bytes given, in memory of its own."""
    return wrap(np.frombuffer(data, np.uint8).copy())


@by_hand(function=False)
def new_tensor(input, data, *, dtype=None, device=None, requires_grad=False, layout=None, pin_memory=False):
    """Returns a leaf with a copy of `data`, in the type of the tensor."""
    check_factory_options("new_tensor", {"device": device, "layout": layout, "pin_memory": pin_memory})
    if isinstance(data, Tensor):
        warnings.warn(_COPY_WARNING, stacklevel=2)
    made = wrap(array_from(data, dtype or input.dtype, copy=True))
    return finish_leaf(made, requires_grad, input.device if device is None else device)


# ---------------------------------------------------------------- arrays

def array_from(data, dtype, copy):
    """A backend array with the values of `data`, in `dtype` or the one that torch infers."""
    if isinstance(data, Tensor):
        if data.is_meta:
            return data.to(dtype or data.dtype, copy=copy)._data
        array = data._data
    elif isinstance(data, (np.ndarray, np.generic)):
        array = _checked(np.asarray(data)) if copy or dtype is not None else _shared(np.asarray(data))
    elif _is_exported(data):
        array = from_dlpack(data)._data
    elif isinstance(data, TypedStorage):
        if dtype not in (None, data.dtype):
            raise RuntimeError(f"Expected a Storage of type {dtype.scalar_name} or an UntypedStorage, but got "
                               f"{data.dtype.scalar_name}")
        array = data.array()
    elif isinstance(data, UntypedStorage):
        dtype = dtype or dtypes.int64                       # as torch takes it: bytes are ints
        whole = data.nbytes() // dtype.itemsize * dtype.itemsize
        array = TypedStorage(wrap_storage=UntypedStorage.of(data.memory[:whole]), dtype=dtype).array()
    else:
        return _from_python(data, dtype)
    if dtype is not None:
        cast = quiet.run(dtypes.cast, array, dtype)
        if cast is not array:
            return cast
    return xp.clone(array) if copy else array


_SUPPORTED = ("float64, float32, float16, complex64, complex128, int64, int32, int16, int8, uint64, uint32, uint16, uint8, and "
              "bool.")


def _checked(array):
    if array.dtype not in dtypes.of_numpy:
        if array.dtype.newbyteorder("=") in dtypes.of_numpy:
            raise ValueError("given numpy array has byte order different from the native byte order. Conversion between byte "
                             "orders is currently not supported.")
        raise TypeError(f"can't convert np.ndarray of type {array.dtype.type.__module__}.{array.dtype.type.__name__}. The only "
                        f"supported types are: {_SUPPORTED}")
    if any(s % array.itemsize for s in array.strides):
        raise ValueError("given numpy array strides not a multiple of the element byte size. Copy the numpy array to reallocate "
                         "the memory.")
    if any(s < 0 for s in array.strides):
        raise ValueError("At least one stride in the given numpy array is negative, and tensors with negative strides are not "
                         "currently supported. (You can probably work around this by making a copy of your array  with "
                         "array.copy().) ")
    own = dtypes.of_numpy[array.dtype].numpy     # kernels compare types by identity; an unpickled array has an equal one
    return array if array.dtype is own else array.view(own)


def _shared(array):
    """The array's memory as a tensor may hold it: it can be written, and begins where the array begins."""
    array = _checked(array)
    if not array.flags.writeable:
        warn_once("The given NumPy array is not writable, and PyTorch does not support non-writable tensors. This means writing "
                  "to this tensor will result in undefined behavior. You may want to copy the array to protect its data or make "
                  "it writable before converting it to a tensor. This type of warning will be suppressed for the rest of this "
                  "program.")
    if array.base is None and array.flags.writeable and type(array) is np.ndarray:
        return array.view()                 # the shape and the flags of the array itself are its owner's to set
    return _writable(array)


class _Memory:
    """Hands an array's memory to NumPy anew, as nobody's part and writable; keeps the array alive."""

    def __init__(self, array):
        interface = array.__array_interface__
        self.array, self.__array_interface__ = array, {**interface, "data": (interface["data"][0], False)}


def _writable(array):
    return np.asarray(_Memory(array))


# ---------------------------------------------------------------- Python data

_PYTHON_NUMBERS = {bool, int, float, complex}


def _from_python(data, dtype):
    flat, shape = _flatten(data)
    kinds = set(map(type, flat))
    inferred = _infer(flat, kinds)
    if not kinds <= _PYTHON_NUMBERS:
        flat = [_number(v) for v in flat]
    dtype = inferred if dtype is None else dtype
    if dtype.category == dtypes.INTEGRAL:
        return _integers(flat, dtype).reshape(shape)
    if inferred.is_complex and not dtype.is_complex:
        raise TypeError("must be real number, not complex")
    if dtype in (dtypes.float16, dtypes.bfloat16):
        return quiet.run(dtypes.cast, quiet.run(np.array, flat, np.float32), dtype).reshape(shape)
    return quiet.run(np.array, flat, dtype.numpy).reshape(shape)


def _flatten(data):
    """The elements of nested sequences, in order, and the shape that they have."""
    level, shape = [data], []
    while level and _is_sequence(level[0]):
        length = len(level[0])
        for item in level:
            if not _is_sequence(item):
                raise TypeError("not a sequence")
            if len(item) != length:
                raise ValueError(f"expected sequence of length {length} at dim {len(shape)} (got {len(item)})")
        if len(shape) == 1 and isinstance(level[0], np.ndarray):
            warn_once("Creating a tensor from a list of numpy.ndarrays is extremely slow. Please consider converting the list "
                      "to a single numpy.ndarray with numpy.array() before converting to a tensor.")
        level = [value for item in level for value in _items(item)]
        shape.append(length)
    if shape and level and isinstance(level[0], (str, bytes)):
        raise ValueError(f"too many dimensions '{type(level[0]).__name__}'")
    return level, tuple(shape)


def _items(sequence):
    """The items; of a strange sequence one by one, as torch asks for them: iterating over a pandas.Series loses their type."""
    if isinstance(sequence, (list, tuple, np.ndarray)):
        return sequence
    try:
        first = sequence[0] if len(sequence) else None
    except Exception:
        raise ValueError(f"could not determine the shape of object type '{_full_name(type(sequence))}'") from None
    return [first, *(sequence[i] for i in range(1, len(sequence)))] if len(sequence) else []


def _is_sequence(value):
    if type(value) in (list, tuple):
        return True
    return (hasattr(value, "__len__") and hasattr(value, "__getitem__") and not isinstance(value, (str, bytes, dict, Tensor))
            and getattr(value, "ndim", 1) != 0)


def _infer(flat, kinds):
    """The common type of elements; floats and complex numbers of Python's have the default one."""
    if kinds <= _PYTHON_NUMBERS:
        if complex in kinds:
            return dtypes.get_default_dtype().to_complex()
        if not flat or float in kinds:
            return dtypes.get_default_dtype()
        return dtypes.bool if kinds == {bool} else dtypes.int64
    from rushlight.dispatch.promotion import number_dtype, promote_types
    common = None
    for value in flat:
        if isinstance(value, Tensor):
            own = value.dtype
        elif isinstance(value, (np.generic, np.ndarray)):
            own = dtypes.dtype_of(_checked(np.asarray(value)))
        else:
            own = number_dtype(_number(value))
        common = own if common is None else promote_types(common, own)
    return common


def _number(value):
    """One element as a Python number."""
    if isinstance(value, (bool, int, float, complex)):
        return value
    if isinstance(value, Tensor):
        return value._scalar() if value.dtype.category > dtypes.INTEGRAL else value.__index__()
    if isinstance(value, (np.generic, np.ndarray)):
        return value.item()
    if isinstance(value, (str, bytes)):
        raise TypeError(f"new(): invalid data type '{type(value).__name__}'")
    if _is_sequence(value):
        raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer")
    if hasattr(value, "__index__"):
        return value.__index__()
    raise RuntimeError(f"Could not infer dtype of {_full_name(type(value))}")


_MADE_BY_PYTHON = 1 << 9


def _full_name(kind):
    """The name as C knows it: that of a class written in C has its module."""
    bare = kind.__flags__ & _MADE_BY_PYTHON or kind.__module__ == "builtins"
    return kind.__name__ if bare else f"{kind.__module__}.{kind.__qualname__}"


def _integers(flat, dtype):
    """Integers truncated; negative ones wrap around in the unsigned types."""
    for value in flat:
        if isinstance(value, complex):
            raise TypeError("must be real number, not complex")
        if isinstance(value, float) and not -2.0 ** 63 <= value < 2.0 ** 64:
            raise RuntimeError(f"value cannot be converted to type {dtype.name} without overflow")
    info, values = dtypes.iinfo(dtype), list(map(int, flat))
    if not values:
        return np.empty(0, dtype.numpy)
    low, high = min(values), max(values)
    if low < -2 ** 63 or high > (2 ** 64 - 1 if dtype is dtypes.uint64 else 2 ** 63 - 1):
        raise ValueError("Overflow when unpacking long long")
    if low < (info.min if dtype.is_signed else -info.max) or high > info.max:
        raise RuntimeError(f"value cannot be converted to type {dtype.name} without overflow")
    return np.array(values if low >= info.min else [v % (info.max + 1) for v in values], dtype.numpy)


# ---------------------------------------------------------------- torch.Tensor(...), torch.FloatTensor(...)

def legacy_tensor(*args, dtype=None, device=None, checks_dtype=False):
    """torch.Tensor(...): sizes give uninitialised memory, a sequence gives its values in the default dtype."""
    require_cpu(device)
    dtype = dtype or dtypes.get_default_dtype()
    if len(args) != 1 or _is_size(args[0]):
        if not all(hasattr(a, "__index__") and not isinstance(a, bool) for a in args):
            got = ", ".join(type(a).__name__ for a in args)
            raise TypeError(f"new() received an invalid combination of arguments - got ({got})")
        return wrap(xp.empty(tuple([a.__index__() for a in args]) or (0,), dtype))
    data = args[0]
    if isinstance(data, Tensor):
        if checks_dtype and data.dtype is not dtype:
            raise TypeError(f"expected a tensor of type {dtype.scalar_name} (got {data.dtype.scalar_name})")
        return data.detach()
    from rushlight.size import Size
    if isinstance(data, Size):
        return wrap(xp.empty(tuple(data), dtype))
    if isinstance(data, TypedStorage):
        return wrap(data.array())
    if isinstance(data, str):
        raise TypeError("new(): invalid data type 'str'")
    if not _is_sequence(data) and not isinstance(data, np.ndarray):
        raise TypeError(f"new(): data must be a sequence (got {type_name(data)})")
    return wrap(array_from(data, dtype, copy=True))


def _is_size(value):
    if isinstance(value, np.ndarray):
        return not value.ndim and value.dtype.kind in "iu"
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


@by_hand(function=False)
def new(input, *args, device=None):
    """Returns a tensor of the type of this one, made as torch.Tensor(...) makes its."""
    return legacy_tensor(*args, dtype=input.dtype, device=device, checks_dtype=True)


class tensortype(type):
    """The class of torch.FloatTensor and its like, which are constructors and answer isinstance."""

    def __instancecheck__(cls, value):
        return isinstance(value, Tensor) and value.dtype is cls.dtype

    def __call__(cls, *args, device=None):
        return legacy_tensor(*args, dtype=cls.dtype, device=device, checks_dtype=True)


tensortype.__module__ = "torch"


def _typed(dtype):
    return tensortype(f"{dtype.scalar_name}Tensor", (), {"dtype": dtype, "__module__": "torch", "is_cuda": False,
                                                         "__doc__": f"Tensors of {dtype}."})


FloatTensor, DoubleTensor, HalfTensor, BFloat16Tensor = map(_typed, (
    dtypes.float32, dtypes.float64, dtypes.float16, dtypes.bfloat16))
ByteTensor, CharTensor, ShortTensor, IntTensor, LongTensor, BoolTensor = map(_typed, (
    dtypes.uint8, dtypes.int8, dtypes.int16, dtypes.int32, dtypes.int64, dtypes.bool))
TYPED_TENSORS = (FloatTensor, DoubleTensor, HalfTensor, BFloat16Tensor, ByteTensor, CharTensor, ShortTensor, IntTensor,
                 LongTensor, BoolTensor)


def set_default_tensor_type(t, /):
    """Makes the type of a tensor class the default one. Deprecated: see set_default_dtype."""
    warn_once("torch.set_default_tensor_type() is deprecated as of PyTorch 2.1, please use torch.set_default_dtype() and "
              "torch.set_default_device() as alternatives.")
    if isinstance(t, str):
        t = next((c for c in TYPED_TENSORS if t == f"torch.{c.__name__}"), None)
        if t is None:
            raise TypeError("invalid type object")
    dtypes.set_default_dtype(t.dtype if isinstance(t, tensortype) else dtypes.get_default_dtype())
