"""Tensors from Python data and NumPy arrays: `tensor`, `as_tensor`, `from_numpy`."""
from __future__ import annotations

import warnings

import numpy as np

from rushlight import dtypes
from rushlight.backends import numpy as xp
from rushlight.device import require_cpu
from rushlight.dispatch.levels import wrap
from rushlight.tensor import Tensor


def tensor(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False):
    """A leaf with a copy of `data`: nested sequences, numbers, arrays or tensors. Floats take the default dtype."""
    require_cpu(device)
    if isinstance(data, Tensor):
        warnings.warn("To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or "
                      "sourceTensor.detach().clone().requires_grad_(True), rather than torch.tensor(sourceTensor).", stacklevel=2)
    made = wrap(array_from(data, dtype, copy=True))
    return finish_leaf(made, requires_grad)


def finish_leaf(made, requires_grad):
    from rushlight.autograd.grad_mode import mode
    if mode.inference:
        made._inference = True
    if requires_grad:
        if made.dtype.category < dtypes.FLOATING:
            raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")
        made.requires_grad_()
    return made


def as_tensor(data, dtype=None, device=None):
    """`data` as a tensor, sharing memory (and history) where no conversion is needed."""
    require_cpu(device)
    if isinstance(data, Tensor):
        return data if dtype is None or dtype is data.dtype else data.to(dtype)
    return wrap(array_from(data, dtype, copy=False))


def from_numpy(array):
    """A tensor over the memory of an ndarray."""
    if not isinstance(array, np.ndarray):
        raise TypeError(f"expected np.ndarray (got {type(array).__name__})")
    return wrap(_checked(array))


def array_from(data, dtype, copy):
    """A backend array with the values of `data`, in `dtype` or the one that torch infers."""
    if isinstance(data, Tensor):
        array = data._data
    elif isinstance(data, (np.ndarray, np.generic)):
        array = _checked(np.asarray(data))
    else:
        return _from_python(data, dtype)
    if dtype is not None:
        cast = dtypes.cast(array, dtype)
        if cast is not array:
            return cast
    return xp.clone(array) if copy else array


def _checked(array):
    if array.dtype not in dtypes.of_numpy:
        if array.dtype.newbyteorder("=") in dtypes.of_numpy:
            raise ValueError("given numpy array has byte order different from the native byte order. Conversion between byte "
                             "orders is currently not supported.")
        raise TypeError(f"can't convert np.ndarray of type {array.dtype}. The only supported types are: float64, float32, "
                        f"float16, complex64, complex128, int64, int32, int16, int8, uint64, uint32, uint16, uint8, and bool.")
    if any(s < 0 for s in array.strides):
        raise ValueError("At least one stride in the given numpy array is negative, and tensors with negative strides are not "
                         "currently supported. (You can probably work around this by making a copy of your array  with "
                         "array.copy().) ")
    return array


def _from_python(data, dtype):
    flat, shape = [], _shape_of(data)
    _flatten(data, shape, 0, flat)
    inferred = _infer(flat)
    dtype = inferred if dtype is None else dtype
    if not isinstance(dtype, dtypes.dtype):
        raise TypeError(f"tensor(): argument 'dtype' must be torch.dtype, not {type(dtype).__name__}")
    if dtype.category == dtypes.INTEGRAL:
        return _integers(flat, dtype).reshape(shape)
    if dtype is dtypes.bfloat16:
        return dtypes.cast(np.array(flat, np.float32).reshape(shape), dtype)
    if inferred.is_complex and not dtype.is_complex:
        raise TypeError(f"must be real number, not complex")
    return np.array(flat, dtype.numpy).reshape(shape)


def _integers(flat, dtype):
    try:
        return np.array([int(v) for v in flat], dtype.numpy)
    except OverflowError:
        if any(not -2**63 <= int(v) < 2**64 for v in flat) or dtype is dtypes.int64:
            raise RuntimeError("Overflow when unpacking long long") from None
        raise RuntimeError(f"value cannot be converted to type {dtype.name} without overflow") from None


def _is_sequence(value):
    return isinstance(value, (list, tuple, range)) or (hasattr(value, "__len__") and hasattr(value, "__getitem__")
                                                       and not isinstance(value, (str, bytes, dict, Tensor, np.generic)))


def _shape_of(data):
    """The shape of nested sequences, by their first elements."""
    shape = []
    while True:
        if isinstance(data, (Tensor, np.ndarray)):
            return (*shape, *data.shape)
        if not _is_sequence(data):
            return tuple(shape)
        shape.append(len(data))
        if not len(data):
            return tuple(shape)
        data = data[0]


def _flatten(data, shape, depth, flat):
    if depth == len(shape):
        flat.append(_number(data))
        return
    if isinstance(data, (Tensor, np.ndarray)):
        data = data.tolist()
    if not _is_sequence(data):
        raise TypeError(f"not a sequence")
    if len(data) != shape[depth]:
        raise ValueError(f"expected sequence of length {shape[depth]} at dim {depth} (got {len(data)})")
    for item in data:
        _flatten(item, shape, depth + 1, flat)


def _number(value):
    if isinstance(value, (bool, int, float, complex)):
        return value
    if isinstance(value, (Tensor, np.generic, np.ndarray)):
        return value.item()
    if isinstance(value, str) or value is None:
        raise TypeError(f"new(): invalid data type '{type(value).__name__}'") if isinstance(value, str) else \
            RuntimeError("Could not infer dtype of NoneType")
    for convert in ("__index__", "__float__"):
        if hasattr(value, convert):
            return getattr(value, convert)()
    if _is_sequence(value):
        raise ValueError("expected a number, got a sequence: the nesting of the data is uneven")
    raise RuntimeError(f"Could not infer dtype of {type(value).__name__}")


def _infer(flat):
    kinds = set(map(type, flat))
    if any(issubclass(k, complex) for k in kinds):
        return dtypes.get_default_dtype().to_complex()
    if not flat or any(issubclass(k, float) for k in kinds):
        return dtypes.get_default_dtype()
    return dtypes.bool if kinds == {bool} else dtypes.int64


def legacy_tensor(*args, dtype=None, device=None):
    """torch.Tensor(...): sizes give uninitialised memory, a sequence gives its values in the default dtype."""
    require_cpu(device)
    dtype = dtype or dtypes.get_default_dtype()
    if not args:
        return wrap(xp.zeros((0,), dtype))
    if len(args) == 1 and isinstance(args[0], Tensor):
        return args[0].detach() if args[0].dtype is dtype else args[0].detach().to(dtype)
    if len(args) == 1 and not isinstance(args[0], int):
        from rushlight.size import Size
        if isinstance(args[0], Size):
            return wrap(xp.zeros(tuple(args[0]), dtype))
        return wrap(array_from(args[0], dtype, copy=True))
    return wrap(xp.zeros(tuple(args), dtype))
