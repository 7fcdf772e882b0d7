"""Half precision computed in float32 and rounded once, and the types that a kernel refuses."""
from __future__ import annotations

import functools

import numpy as np

from rushlight.backends.bfloat16 import BFloat16Array

SMALL = 1024            # up to so many elements the number of calls into NumPy decides, not what they do


def widened(x, name):
    """`x` ready to compute with: half precision as float32. NotImplementedError, which names the kernel, for other types."""
    if x.dtype.char in "fd":
        return x
    if type(x) is BFloat16Array:
        return x.widen()
    if x.dtype.char == "e":
        return x.astype(np.float32)
    from rushlight.dtypes import dtype_of
    raise NotImplementedError(f'"{name}" not implemented for \'{dtype_of(x).scalar_name}\'')


def narrowed(result, x):
    """`result` in the precision of `x`."""
    if x.dtype.itemsize > 2:
        return result
    return BFloat16Array.narrow(result) if type(x) is BFloat16Array else result.astype(np.float16)


@functools.lru_cache(1024, typed=True)
def number(value, dtype):
    """A Python number as a 0-d array: an operation with it costs 0.4 us, with the number itself 0.8 to 1.5. Not for -0.0."""
    return np.asarray(value, dtype)


def floating(name):
    """Declares a kernel of one floating array and options, which computes half precision in float32."""
    def declare(kernel):
        @functools.wraps(kernel)
        def run(x, *options):
            if x.dtype.char in "fd":
                return kernel(x, *options)
            return narrowed(kernel(widened(x, name), *options), x)
        return run
    return declare


def in_float32(kernel):
    """The kernel, with half precision arrays among its arguments widened and its (first) result rounded once."""
    @functools.wraps(kernel)
    def run(x, *others, **options):
        if type(x) is not BFloat16Array and x.dtype.char != "e":
            return kernel(x, *others, **options)
        result = kernel(wide(x), *map(wide, others), **options)
        return (narrowed(result[0], x), *result[1:]) if type(result) is tuple else narrowed(result, x)
    return run


def wide(value):
    """Half precision as float32; anything else as it is."""
    if type(value) is BFloat16Array:
        return value.widen()
    return value.astype(np.float32) if type(value) is np.ndarray and value.dtype.char == "e" else value
