"""Python numbers as torch writes them into tensors."""
from __future__ import annotations

import numpy as np
from numpy import ndarray

from rushlight import dtypes
from rushlight.backends.bfloat16 import BFloat16Array

_INTEGRAL = [d for d in dtypes.ALL if d.category == dtypes.INTEGRAL]
_SMALLEST = {d: int(np.iinfo(d.numpy).min) for d in _INTEGRAL}
_LARGEST = {d: int(np.iinfo(d.numpy).max) for d in _INTEGRAL} | {
    d: dtypes.finfo(d).max for d in dtypes.ALL if d.is_floating_point} | {dtypes.float64: float("inf")}

def converted(value, dtype):
    """A Python number as torch writes it into a tensor: RuntimeError where the type cannot hold it."""
    if dtype.category == dtypes.COMPLEX:
        return complex(value)
    if isinstance(value, complex):
        if value.imag:
            raise RuntimeError(f"value cannot be converted to type {_c_name(dtype)} without overflow")
        value = value.real
    if dtype is dtypes.bool:
        return bool(value)
    if dtype.category == dtypes.INTEGRAL:
        return _integer(value, dtype)
    if abs(value) > _LARGEST[dtype] and abs(value) != float("inf"):
        raise RuntimeError(f"value cannot be converted to type {_c_name(dtype)} without overflow")
    return float(value)


def _integer(value, dtype):
    if isinstance(value, int) and not -2**63 <= value < 2**64:
        raise ValueError("Overflow when unpacking long long")
    smallest, largest = _SMALLEST[dtype], _LARGEST[dtype]
    if value != value or not (smallest or -largest) <= value <= largest:
        raise RuntimeError(f"value cannot be converted to type {_c_name(dtype)} without overflow")
    value = int(value)
    return value if value >= smallest else value + largest + 1


def _c_name(dtype):
    names = {dtypes.float32: "float", dtypes.float64: "double", dtypes.float16: "at::Half", dtypes.bfloat16: "at::BFloat16",
             dtypes.int32: "int", dtypes.bool: "bool"}
    return names.get(dtype) or f"{dtype.name}_t"


def value_for(x, value):
    """A number or 0-d array in the type of `x`."""
    dtype = dtypes.dtype_of(x)
    return dtypes.cast(value, dtype) if isinstance(value, ndarray) else converted(value, dtype)


def number_like(x, value):
    """A number, or the number in a 0-d array, as an array of the type of `x`; RuntimeError where the type cannot hold it."""
    value = converted(value.item() if isinstance(value, ndarray) else value, dtypes.dtype_of(x))
    return BFloat16Array.narrow(np.float32(value)) if type(x) is BFloat16Array else np.asarray(value, x.dtype)
