"""Reductions."""
from __future__ import annotations

import math
import warnings

import numpy as np
from numpy import ndarray

from rushlight.backends.bfloat16 import BFloat16Array
from rushlight.backends.numpy import few
from rushlight.backends.numpy.few import spread_mean
from rushlight.backends.numpy.layouts import as_long
from rushlight.backends.numpy.precision import SMALL, in_float32, number
from rushlight.dispatch.arguments import wrap_dim, wrap_dims
from rushlight.dtypes import FLOATING, cast, dtype_of

float32, int64 = np.dtype(np.float32), np.dtype(np.int64)


def axes(x, dim):
    """`dim` (an int, several, or all) as NumPy's axis."""
    if type(dim) is int and -x.ndim <= dim < x.ndim:
        return dim
    return None if all_of(dim) else wrap_dims(dim, x.ndim)


def all_of(dim):
    """Whether it names every dimension by naming none."""
    return dim is None or type(dim) in (tuple, list) and not dim


def axis(x, dim):
    """`dim`, one dimension at most, as NumPy's axis. A 0-d array has none."""
    if dim is None or type(dim) is int and -x.ndim <= dim < x.ndim:
        return dim
    dim = wrap_dim(dim, x.ndim)
    return dim if x.ndim else None


def count(shape, dim):
    """How many elements a reduction over `dim` folds into one."""
    return math.prod([shape[d] for d in wrap_dims(dim, len(shape))])


# ---------------------------------------------------------------- types

def is_half(x):
    return x.dtype.char == "e" or type(x) is BFloat16Array


def widened(x):
    """Half types as float32, others as they are."""
    return x.astype(float32) if is_half(x) else x


def narrowed(result, x):
    """What was computed from `widened(x)`, in the type of `x`."""
    return BFloat16Array.narrow(result) if type(x) is BFloat16Array else \
        result.astype(np.float16) if x.dtype.char == "e" else result


def dense(out, x):
    """The result of a reduction of `x`, row-major as torch has it (NumPy keeps the order of the input's strides)."""
    return out if out.ndim < 2 or x.flags.c_contiguous else out.copy()


def is_floating(x):
    return x.dtype.kind in "fc" or type(x) is BFloat16Array


def unsupported(kernel, x):
    """The error of a kernel that torch does not have for the type of `x`."""
    return NotImplementedError(f'"{kernel}" not implemented for \'{dtype_of(x).scalar_name}\'')


def check_not_empty(x, dim, name, error=RuntimeError, advice=" Specify the reduction dim with the 'dim' argument."):
    """Raises where a reduction without an identity would fold nothing."""
    if all_of(dim):
        if not x.size:
            raise error(f"{name}: Expected reduction dim to be specified for input.numel() == 0.{advice}")
        return
    for d in wrap_dims(dim, x.ndim):
        if not x.shape[d]:
            raise IndexError(f"{name}: Expected reduction dim {d} to have non-zero size.")

# ---------------------------------------------------------------- sums and products


def sum(x, dim=None, keepdim=False, dtype=None):
    """Sums over `dim` (an int, several, or all). Integers and bools widen to int64, half is summed in float32."""
    if dtype is not None:
        return cast(np.asanyarray(sum(cast(x, dtype), dim, keepdim)), dtype)
    char = x.dtype.char
    if char in "fdFD":
        if dim is None and not keepdim:
            return few.total(x) if x.size <= SMALL and char in few.ROWS else reduce_all(np.add.reduce, x)
        out = add_up(x, dim, keepdim)
    elif char == "e":
        out = np.add.reduce(x, axes(x, dim), float32, None, keepdim).astype(np.float16)
    else:
        out = np.add.reduce(x, axes(x, dim), int64 if type(x) is ndarray else None, None, keepdim)
    return out if out.ndim < 2 or x.flags.c_contiguous else out.copy()


LONG = 4096


def add_up(x, dim, keepdim):
    """A sum that stays accurate where NumPy adds one by one: along any axis but the last.

    A million float32 rows added so are off by up to 3e-5; in blocks of a thousand, by 7e-7.
    """
    if 0 < x.size <= SMALL and not keepdim and x.dtype.char in few.ROWS:     # see Note [Sums as products with ones]
        if dim is None:
            return x.ravel().dot(few.ROWS[x.dtype.char][x.size])
        if type(dim) is int and x.ndim and (dim == -1 or dim == x.ndim - 1):
            return x.dot(few.ROWS[x.dtype.char][x.shape[-1]])
    where = axes(x, dim)
    if x.size < LONG or type(where) is not int or x.shape[where] < LONG or where in (-1, x.ndim - 1):
        return np.add.reduce(x, where, None, None, keepdim)
    where, n = where % x.ndim, x.shape[where]
    blocks = math.isqrt(n)
    head, tail = np.split(x, [blocks * (n // blocks)], where)
    parts = np.add.reduce(head.reshape(*x.shape[:where], blocks, -1, *x.shape[where + 1:]), where + 1)
    return np.add.reduce(parts, where, None, None, keepdim) + np.add.reduce(tail, where, None, None, keepdim)


def reduce_all(reduce, x):
    """A reduction to one element of the same type, as an array: 0.1 us of 1.6 faster than turning NumPy's scalar into one."""
    out = np.empty((), x.dtype)
    reduce(x, None, None, out)
    return out


def _refuse_mean(which, dtype):
    raise RuntimeError(f"mean(): could not infer output dtype. {which} dtype must be either a floating point or complex dtype. "
                       f"Got: {dtype.scalar_name}")


def mean(x, dim=None, keepdim=False, dtype=None):
    """The arithmetic mean; NaN of nothing."""
    if dtype is not None:
        return mean(cast(x, dtype), dim, keepdim) if dtype.category >= FLOATING else _refuse_mean("Optional", dtype)
    if x.dtype.kind not in "fc":
        if type(x) is ndarray:
            _refuse_mean("Input", dtype_of(x))
        return narrowed(mean(x.widen(), dim, keepdim), x)
    if x.dtype.char == "e":
        return mean(x.astype(float32), dim, keepdim).astype(np.float16)
    out = add_up(x, dim, keepdim)
    n = x.size // (out.size or 1)
    out = out / n if dim is None else out / number(n, out.dtype)         # of all: NumPy's scalar, whose division costs 0.1 us
    return out if out.ndim < 2 or x.flags.c_contiguous else out.copy()


def nansum(x, dim=None, keepdim=False, dtype=None):
    """The sum of what is no NaN."""
    if x.dtype.kind == "c":
        raise RuntimeError("nansum on CPU does not support complex inputs")
    if is_floating(x):
        x = np.where(np.isnan(x), x.dtype.type(0), x)
    return sum(x, dim, keepdim, dtype)


def prod(x, dim=None, keepdim=False, dtype=None):
    """Multiplies over one dimension, or over all. Integers and bools widen to int64."""
    if dtype is not None:
        return cast(np.asanyarray(prod(cast(x, dtype), dim, keepdim)), dtype)
    char = x.dtype.char
    if dim is None and not keepdim and char in "fdFD":
        return reduce_all(np.multiply.reduce, x)
    acc = float32 if char == "e" else None if is_floating(x) else int64
    out = dense(np.multiply.reduce(x, axis(x, dim), acc, None, keepdim), x)
    return out.astype(np.float16) if char == "e" else out


@in_float32
def logsumexp(x, dim, keepdim=False):
    """log(sum(exp(x))), without overflow."""
    dims = wrap_dims(dim, x.ndim)
    if not x.size:
        return np.log(np.add.reduce(np.exp(x), dims, None, None, keepdim))
    top = np.maximum.reduce(x.real, dims, None, None, True)
    top = np.where(np.isinf(top), x.real.dtype.type(0), top)
    total = np.log(np.add.reduce(np.exp(x - top), dims, None, None, keepdim))
    return dense(total + (top if keepdim else top.reshape(total.shape)), x)


def var(x, dim=None, correction=1, keepdim=False, name="var"):
    """The squared distances from the mean, summed, over `count - correction`."""
    if is_half(x):
        return narrowed(var(widened(x), dim, correction, keepdim, name), x)
    if x.dtype.kind not in "fc":
        both = "std and var" if name in ("std", "var") else name
        raise RuntimeError(f"{both} only support floating point and complex dtypes")
    where = axes(x, dim)
    n = x.size if where is None else x.shape[where] if type(where) is int else count(x.shape, where)
    freedom = n - correction
    if freedom <= 0:
        freedom = 0
        _warn_of_freedom(name)
    if where is None and not keepdim:
        distance = x - np.add.reduce(x, None) / n
        return np.vdot(distance, distance).real / freedom
    distance = x - spread_mean(x, (where % x.ndim,) if type(where) is int else wrap_dims(dim, x.ndim))
    square = distance * distance if x.dtype.kind == "f" else distance.real ** 2 + distance.imag ** 2
    return dense(add_up(square, dim, keepdim) / number(freedom, square.dtype), x)


def std(x, dim=None, correction=1, keepdim=False, name="std"):
    """The square root of `var`."""
    if is_half(x):
        return narrowed(std(widened(x), dim, correction, keepdim, name), x)
    return np.sqrt(var(x, dim, correction, keepdim, name))


def _warn_of_freedom(name):
    warnings.warn(f"{name}(): degrees of freedom is <= 0. Correction should be strictly less than the reduction factor (input "
                  "numel divided by output numel).", stacklevel=6)

# ---------------------------------------------------------------- truth


def all(x, dim=None, keepdim=False):
    out = dense(np.logical_and.reduce(x, axes(x, dim), None, None, keepdim), x)
    return out.astype(np.uint8) if x.dtype.char == "B" else out


def any(x, dim=None, keepdim=False):
    out = dense(np.logical_or.reduce(x, axes(x, dim), None, None, keepdim), x)
    return out.astype(np.uint8) if x.dtype.char == "B" else out


def count_nonzero(x, dim=None):
    return dense(np.add.reduce(np.not_equal(x, 0), axes(x, dim), int64), x)


def hash_tensor(x, dim, keepdim):
    check_not_empty(x, dim, "hash_tensor")
    if x.dtype.kind == "c":
        raise unsupported("xor_sum_cpu", x)
    bits = widened(x).astype(np.float64).view(np.uint64) if is_floating(x) else x.astype(np.uint64)
    return dense(np.bitwise_xor.reduce(bits, axes(x, dim), None, None, keepdim), x)

# ---------------------------------------------------------------- extremes


def amax(x, dim=None, keepdim=False):
    return _extreme(np.maximum, x, dim, keepdim, "amax()", "max_values_cpu")


def amin(x, dim=None, keepdim=False):
    return _extreme(np.minimum, x, dim, keepdim, "amin()", "min_values_cpu")


def max_all(x):
    # Among few elements it costs 0.8 us to find the place of the largest, 1.3 to reduce them.
    if x.dtype.char in "fdli" and x.size:
        return np.array(x.item(x.argmax()), x.dtype) if x.size <= SMALL else reduce_all(np.maximum.reduce, x)
    return _extreme(np.maximum, x, None, False, "max()", "max_all")


def min_all(x):
    if x.dtype.char in "fdli" and x.size:
        return np.array(x.item(x.argmin()), x.dtype) if x.size <= SMALL else reduce_all(np.minimum.reduce, x)
    return _extreme(np.minimum, x, None, False, "min()", "min_all")


def _extreme(ufunc, x, dim, keepdim, name, kernel):
    if x.dtype.kind == "c":
        raise unsupported(kernel, x)
    try:
        out = ufunc.reduce(x, axes(x, dim), None, None, keepdim)
    except ValueError:
        check_not_empty(x, dim, name)
        raise
    return out if out.ndim < 2 or x.flags.c_contiguous else out.copy()


def max_dim(x, dim, keepdim=False):
    """The largest values along `dim`, and where they stand first."""
    return _extreme_dim(np.maximum, "argmax", x, dim, keepdim, "max")


def min_dim(x, dim, keepdim=False):
    """The smallest values along `dim`, and where they stand first."""
    return _extreme_dim(np.minimum, "argmin", x, dim, keepdim, "min")


def _extreme_dim(ufunc, position, x, dim, keepdim, name):
    if x.dtype.kind == "c":
        raise RuntimeError(f"{name}(): does not support complex input")
    where = axis(x, dim)
    if not x.size:
        check_not_empty(x, dim, f"{name}()")
    wide = x if x.dtype.itemsize != 2 else widened(x)
    return dense(ufunc.reduce(x, where, None, None, keepdim), x), as_long(getattr(wide, position)(where, keepdims=keepdim))


def argmax(x, dim=None, keepdim=False):
    return _position("argmax", x, dim, keepdim)


def argmin(x, dim=None, keepdim=False):
    return _position("argmin", x, dim, keepdim)


def _position(name, x, dim, keepdim):
    if x.dtype.kind in "cb":
        raise RuntimeError(f"{name}(): does not support {'bool' if x.dtype.kind == 'b' else 'complex'} input")
    where = dim if dim is None else axis(x, dim)
    if not x.size:
        check_not_empty(x, dim, f"{name}()", IndexError, "")
    find = getattr(x if type(x) is ndarray else x.widen(), name)
    return as_long(find(where, keepdims=True) if keepdim else find(where))       # a keyword costs 0.3 us


def aminmax(x, dim=None, keepdim=False):
    """The smallest and the largest."""
    where = axis(x, dim)
    if x.dtype.kind == "c":
        raise unsupported("aminmax_cpu" if dim is not None else "aminmax_all", x)
    if not x.size:
        _check_aminmax(x, dim)
    return tuple([dense(ufunc.reduce(x, where, None, None, keepdim), x) for ufunc in (np.minimum, np.maximum)])


def _check_aminmax(x, dim):
    if dim is None:
        raise RuntimeError("aminmax(): cannot compute aminmax over an empty dimension as the operation has no identity.")
    check_not_empty(x, dim, "aminmax")

# ---------------------------------------------------------------- norms


def vector_norm(x, ord=2, dim=None, keepdim=False):
    """(sum of |x|**ord) ** (1/ord), with its limits at 0, inf and -inf."""
    dims = axes(x, dim)
    if not x.size:
        _check_norm(x, ord, dims)
    if ord == 0:
        return narrowed(np.add.reduce(np.not_equal(x, 0), dims, x.real.dtype if type(x) is ndarray else None, None, keepdim), x)
    if x.dtype.kind != "f":
        x, given = (x.widen(), x) if type(x) is BFloat16Array else (np.absolute(x), x)
    elif x.dtype.char == "e":
        x, given = x.astype(float32), x
    else:
        given = x
    return narrowed(dense(_norm(x, ord, dims, keepdim), given), given)


def _norm(x, ord, dims, keepdim):
    if ord == 2:
        if dims is None and not keepdim:
            return np.sqrt(np.vdot(x, x))
        return np.sqrt(np.add.reduce(x * x, dims, None, None, keepdim))
    x = np.absolute(x)
    if ord == 1:
        return np.add.reduce(x, dims, None, None, keepdim)
    if math.isinf(ord):
        return (np.maximum if ord > 0 else np.minimum).reduce(x, dims, None, None, keepdim, **({"initial": 0} if ord > 0 else {}))
    return np.add.reduce(x ** ord, dims, None, None, keepdim) ** (1 / ord)


def _check_norm(x, ord, dims):
    if ord >= 0 and ord != math.inf:
        return
    if dims is None:
        raise RuntimeError(f"linalg.vector_norm cannot compute the {ord} norm on an empty tensor because the operation does not "
                           "have an identity")
    for d in wrap_dims(dims, x.ndim):
        if not x.shape[d]:
            raise RuntimeError(f"linalg.vector_norm cannot compute the {ord} norm on the dimension {d} because this dimension is "
                               "empty and the operation does not have an identity")
