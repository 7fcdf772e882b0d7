"""Reading and writing where a mask holds."""
from __future__ import annotations

import numpy as np
from numpy import ndarray

from rushlight.backends import threads
from rushlight.backends.bfloat16 import BFloat16Array
from rushlight.backends.numpy.making import as_array
from rushlight.backends.numpy.scalars import number_like
from rushlight.dispatch.arguments import broadcast_shape


_where = getattr(np.where, "__wrapped__", np.where)         # 0.2 us sooner: it looks for no other array's version of it


def where(condition, x, y):
    """`x` where the condition holds, else `y`; both of one type, or numbers."""
    if type(x) is BFloat16Array and type(y) is BFloat16Array:
        return np.where(condition, x.view(ndarray), y.view(ndarray)).view(BFloat16Array)
    if condition.size >= MANY and _are_words(condition, x, y):
        return _where_in_bits(condition, x, y)
    return _where(condition, x, y)


MANY, BLOCK = 1 << 13, 1 << 15
_BITS = {1: np.int8, 2: np.int16, 4: np.int32, 8: np.int64}


def _are_words(condition, x, y):
    """Whether each operand has the condition's shape and lies in rows, or is a single element."""
    if condition.dtype.char != "?" or not condition.flags.c_contiguous:
        return False
    for a in (x, y):
        if type(a) is not ndarray or a.itemsize not in _BITS or a.dtype is not x.dtype:
            return False
        if a.ndim and not (a.shape == condition.shape and a.flags.c_contiguous):
            return False
    return True


def _where_in_bits(condition, x, y):
    """y ^ ((x ^ y) & mask): NumPy's own way takes a branch for each element, which costs 4 ns where it cannot be foreseen, and
    this 0.7 to 1.5."""
    bits, out = _BITS[x.itemsize], np.empty(condition.shape, x.dtype)
    x, y, given, made = [a.reshape(-1).view(kind) for a, kind in ((x, bits), (y, bits), (condition, np.int8), (out, bits))]

    def run(start, stop):
        scratch = np.empty(min(BLOCK, stop - start), bits)
        for at in range(start, stop, BLOCK):
            here = slice(at, min(at + BLOCK, stop))
            mask, part = scratch[:here.stop - at], made[here]
            mask[...] = given[here]
            np.negative(mask, mask)                     # all bits where the condition holds
            _select(mask, x if x.size == 1 else x[here], y if y.size == 1 else y[here], part)
    threads.in_pieces(run, out.size)
    return out


def _select(mask, x, y, out):
    if y.size == 1 and not y[0]:
        np.bitwise_and(x, mask, out)
    elif x.size == 1 and not x[0]:
        np.bitwise_and(y, np.invert(mask, mask), out)
    else:
        np.bitwise_xor(x, y, out)
        np.bitwise_and(out, mask, out)
        np.bitwise_xor(out, y, out)


def masked_fill(x, mask, value):
    """`x`, broadcast with the mask, with `value` where the mask holds."""
    x = as_array(x)
    value = words(number_like(x, value))
    if mask.size >= MANY and mask.shape == x.shape and _are_words(mask, value, words(x)):
        return _where_in_bits(mask, value, words(x)).view(type(x))
    out = _broadcast_copy(x, mask)
    np.copyto(words(out), value, where=mask)
    return out


def masked_select(x, mask):
    """The elements where the mask holds, in row-major order."""
    if x.shape == mask.shape:
        return x[mask] if x.ndim else x.reshape(1)[mask.reshape(1)]
    shape = broadcast_shape((mask.shape, x.shape))
    return np.broadcast_to(words(x), shape)[np.broadcast_to(mask, shape)].view(type(x))


def masked_scatter(x, mask, source):
    """`x`, broadcast with the mask, with the first elements of `source`, in order, where the mask holds."""
    out = _broadcast_copy(x, mask)
    mask = np.broadcast_to(mask, out.shape)
    count = int(np.count_nonzero(mask))
    if count > source.size:
        raise RuntimeError("Number of elements of source < number of ones in mask")
    out[mask] = source.reshape(-1)[:count]
    return out


def _broadcast_copy(x, mask):
    """A row-major copy in the shape that `x` and the mask broadcast to."""
    if mask.shape == x.shape:
        return x.copy("C")
    out = np.empty(x.shape if not mask.ndim else broadcast_shape((mask.shape, x.shape)), x.dtype).view(type(x))
    out[...] = x
    return out


def nonzero(x):
    """The positions of the elements that are not zero: a row each."""
    if not x.ndim:
        return np.zeros((int(x.reshape(1)[0] != 0), 0), np.int64)
    return np.array(words(x).nonzero() if type(x) is ndarray else (words(x) << 1).nonzero(), np.int64).reshape(x.ndim, -1).T


def words(x):
    """The memory of a bfloat16 array as plain integers; any other array as it is."""
    return x.view(ndarray) if type(x) is BFloat16Array else x
