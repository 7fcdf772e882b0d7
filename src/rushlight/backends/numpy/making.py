"""New arrays, and arrays in another type."""
from __future__ import annotations

import builtins
import math

import numpy as np
from numpy import ndarray

from rushlight import dtypes
from rushlight.backends.bfloat16 import BFloat16Array
from rushlight.backends.numpy.layouts import dense_copy, extent, may_overlap
from rushlight.deterministic import fills_memory
from rushlight.deterministic import settings as deterministic
from rushlight.dtypes import INTEGRAL, dtype_of                     # noqa: F401
from rushlight.size import channels_last, contiguous_format, preserve_format

int64 = np.dtype(np.int64)


as_array = np.asanyarray            # a result as an ndarray, of its own class: ufuncs give scalars for 0-d inputs


def empty(shape, dtype, memory_format=None):
    """Whatever the memory holds, in the torch dtype given."""
    if memory_format is preserve_format:
        raise RuntimeError("unsupported memory format Preserve")
    if memory_format is not None and memory_format is not contiguous_format:
        made = _channels_last(shape, dtype.numpy, memory_format).view(dtype.array_type)
    else:
        try:
            made = np.empty(shape, dtype.numpy)
        except ValueError:
            raise _bad_size(shape) from None
        made = made.view(BFloat16Array) if dtype is dtypes.bfloat16 else made
    return filled(made) if deterministic.enabled else made


def filled(array):
    """New memory; of NaNs, or of the highest integers, where runs must not differ."""
    if fills_memory():
        kind = dtypes.dtype_of(array)
        array[...] = np.nan if kind.is_floating_point or kind.is_complex else dtypes.highest(kind)
    return array


def zeros(shape, dtype):
    try:
        made = np.zeros(shape, dtype.numpy)
    except ValueError:
        raise _bad_size(shape, "zeros: Dimension size must be non-negative.") from None
    return made.view(BFloat16Array) if dtype is dtypes.bfloat16 else made


def full(shape, value, dtype):
    """`value` everywhere, in the torch dtype given."""
    if dtype is dtypes.bfloat16:
        return BFloat16Array.narrow(full(shape, value, dtypes.float32))
    try:
        made = np.empty(shape, dtype.numpy)
    except ValueError:
        raise _bad_size(shape) from None
    made.fill(value)
    return made


def _bad_size(shape, text=None):
    negative = next((n for n in shape if n < 0), None)
    if negative is None:
        return RuntimeError(f"Storage size calculation overflowed with sizes={list(shape)}")
    return RuntimeError(text or f"Trying to create tensor with negative dimension {negative}: {list(shape)}")


def empty_strided(size, stride, dtype):
    """Whatever the memory holds, with strides in elements."""
    if len(size) != len(stride):
        raise RuntimeError(f"dimensionality of sizes ({len(size)}) must match dimensionality of strides ({len(stride)})")
    if any(n < 0 for n in size):
        raise _bad_size(size)
    if any(s < 0 for s in stride):
        raise RuntimeError(f"Storage size calculation overflowed with sizes={list(size)} and strides={list(stride)}")
    memory = empty((extent(size, stride, 0),), dtype).view(ndarray)
    return ndarray(size, dtype.numpy, memory, 0, [s * dtype.itemsize for s in stride]).view(dtype.array_type)


def empty_permuted(size, layout, dtype):
    """Whatever the memory holds, with the dimensions in the order `layout`, slowest first."""
    if len(size) != len(layout):
        raise RuntimeError(f"Number of dimensions in size does not match the length of the physical_layout; i.e. len(size) = "
                           f"{len(size)} is not equal to len(physical_layout) = {len(layout)}")
    for dim in layout:
        if not 0 <= dim < len(size):
            raise RuntimeError(f"Dimension out of range (expected to be between 0 and {len(size) - 1}, but got {dim})")
    if len(set(layout)) != len(layout):
        raise RuntimeError("Duplicate dim not allowed")
    made = empty([size[dim] for dim in layout], dtype)
    return made.transpose(np.argsort(layout)) if len(size) else made


def eye(n, m, dtype):
    return dtypes.cast(np.eye(n, m, dtype=np.bool_), dtype)


# ---------------------------------------------------------------- in the likeness of an array

def empty_like(x, dtype=None, memory_format=None):
    """Whatever the memory holds, in the shape of `x`, and its strides where those are dense."""
    kind = x.dtype if dtype is None else dtype.numpy
    array_type = type(x) if dtype is None else dtype.array_type
    if memory_format is None or memory_format is preserve_format:
        order = "C" if may_overlap(x) else "K"
        made = np.empty_like(x, kind, order, subok=False)
    elif memory_format is contiguous_format:
        made = np.empty(x.shape, kind)
    else:
        made = _channels_last(x.shape, kind, memory_format)
    made = made if array_type is ndarray else made.view(array_type)
    return filled(made) if deterministic.enabled else made


def zeros_like(x, dtype=None, memory_format=None):
    if dtype is None and memory_format is None and type(x) is ndarray and x.flags.c_contiguous:
        return np.zeros(x.shape, x.dtype)
    made = empty_like(x, dtype, memory_format)
    made.view(ndarray).fill(0)
    return made


def ones_like(x):
    return full_like(x, 1)


def full_like(x, value, dtype=None, memory_format=None):
    if dtype is None and memory_format is None and type(x) is ndarray and x.flags.c_contiguous:
        made = np.empty(x.shape, x.dtype)
        made.fill(representable(value, dtypes.of_numpy[x.dtype]))
        return made
    made = empty_like(x, dtype, memory_format)
    kind = dtypes.dtype_of(made)
    made[...] = full((), representable(value, kind), kind)
    return made


def _channels_last(shape, dtype, memory_format):
    rank = 4 if memory_format is channels_last else 5
    if len(shape) != rank:
        raise RuntimeError(f"required rank {rank} tensor to use {memory_format.name} format")
    order = (0, *range(2, rank), 1)
    return np.empty([shape[dim] for dim in order], dtype).transpose([0, rank - 1, *range(1, rank - 1)])


def new_zeros(x, shape):
    """Zeros of the type of `x`."""
    made = np.zeros(shape, x.dtype)
    return made.view(BFloat16Array) if type(x) is BFloat16Array else made


def new_full(x, shape, value):
    return full(shape, value, dtypes.dtype_of(as_array(x)))


# ---------------------------------------------------------------- numbers that a type can hold

_C_NAMES = {dtypes.uint8: "uint8_t", dtypes.int8: "int8_t", dtypes.int16: "int16_t", dtypes.int32: "int", dtypes.int64: "int64_t",
            dtypes.uint16: "uint16_t", dtypes.uint32: "uint32_t", dtypes.uint64: "uint64_t", dtypes.float16: "c10::Half",
            dtypes.bfloat16: "c10::BFloat16", dtypes.float32: "float", dtypes.float64: "double",
            dtypes.complex64: "c10::complex<float>", dtypes.complex128: "c10::complex<double>"}


def representable(value, dtype):
    """A Python number that fills arrays of `dtype`: truncated or wrapped where torch does, RuntimeError where it overflows."""
    if dtype is dtypes.bool:
        return builtins.bool(value)
    if isinstance(value, complex) and not dtype.is_complex:
        if value.imag:
            raise overflow(dtype)
        value = value.real
    if dtype.category == INTEGRAL:
        return _representable_integer(value, dtype)
    limit = dtypes.highest(dtype)
    if type(value) is not complex and -limit <= value <= limit:
        return value
    for part in (value.real, value.imag):
        if abs(part) > limit and abs(part) != math.inf:
            raise overflow(dtype)
    return value


def _representable_integer(value, dtype):
    info = dtypes.iinfo(dtype)
    if isinstance(value, float):
        if not info.min <= value <= info.max:
            raise overflow(dtype)
        return int(value)
    if not -2 ** 63 <= value < 2 ** 64:
        raise OverflowError("int too big to convert")
    if not dtype.is_signed and -info.max <= value < 0:
        return value % (info.max + 1)
    if not info.min <= value <= info.max:
        raise overflow(dtype)
    return value


def overflow(dtype):
    return RuntimeError(f"value cannot be converted to type {_C_NAMES[dtype]} without overflow")


# ---------------------------------------------------------------- copies in another type



def cast_to(x, dtype):
    """`x` in a NumPy dtype; uint16 means bfloat16 here, as in the edges of the tape, where no integer can stand."""
    return dtypes.cast(as_array(x), dtypes.bfloat16 if dtype == np.uint16 else dtypes.of_numpy[dtype])


def clone(x, order="K"):
    """A copy, with the order of the strides kept ("K") or row-major ("C")."""
    x = as_array(x)
    return dense_copy(x) if order == "K" and 0 in x.strides and not x.flags.c_contiguous else x.copy(order)


def to(x, dtype):
    """`x` in a torch dtype; `x` itself where it has it."""
    return dtypes.cast(as_array(x), dtype)


def to_copy(x, dtype, memory_format=None):
    """A copy in a torch dtype, with the strides of `x` where those are dense, or in the order of `memory_format`."""
    if dtype is dtypes.dtype_of(x) or memory_format is not None or may_overlap(x):
        out = empty_like(x, dtype, memory_format)
        out[...] = dtypes.cast(x, dtype)
        return out
    return dtypes.cast(x, dtype)
