"""New arrays, and arrays in another type."""
from __future__ import annotations

import numpy as np
from numpy import ndarray

from rushlight import dtypes
from rushlight.backends.bfloat16 import BFloat16Array

int64 = np.dtype(np.int64)


def as_array(value):
    """A result as an ndarray: ufuncs give scalars for 0-d inputs."""
    return value if isinstance(value, ndarray) else np.asarray(value)


def full(shape, value, dtype):
    """`value` everywhere, in the torch dtype given."""
    if dtype is dtypes.bfloat16:
        return BFloat16Array.narrow(np.full(shape, value, np.float32))
    if isinstance(value, complex) and not dtype.is_complex:
        raise RuntimeError(f"value cannot be converted to type {dtype.name} without overflow")
    return np.full(shape, value, dtype.numpy)


def zeros(shape, dtype):
    made = np.zeros(shape, dtype.numpy)
    return made.view(BFloat16Array) if dtype is dtypes.bfloat16 else made


def zeros_like(x):
    return np.zeros_like(x) if type(x) is ndarray else new_zeros(x, x.shape)


def ones_like(x):
    return np.ones_like(x) if type(x) is ndarray else full(x.shape, 1, dtypes.dtype_of(x))


def new_zeros(x, shape):
    """Zeros of the type of `x`."""
    made = np.zeros(shape, x.dtype)
    return made.view(BFloat16Array) if type(x) is BFloat16Array else made


def new_full(x, shape, value):
    return full(shape, value, dtypes.dtype_of(as_array(x)))


def cast_to(x, dtype):
    """`x` in a NumPy dtype; uint16 means bfloat16 here, as in the edges of the tape, where no integer can stand."""
    return dtypes.cast(as_array(x), dtypes.bfloat16 if dtype == np.uint16 else dtypes.of_numpy[dtype])


def clone(x, order="K"):
    """A copy, with the order of the strides kept ("K") or row-major ("C")."""
    return as_array(x).copy(order)


def to(x, dtype):
    """`x` in a torch dtype; `x` itself where it has it."""
    return dtypes.cast(as_array(x), dtype)
