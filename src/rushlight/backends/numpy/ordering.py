"""Order: sorting, the largest, distinct values, places in a sorted sequence."""
from __future__ import annotations

import math

import numpy as np
from numpy import ndarray

from rushlight import dtypes
from rushlight.backends.bfloat16 import BFloat16Array
from rushlight.backends.numpy import introsort
from rushlight.backends.numpy.layouts import as_long
from rushlight.backends.numpy.positions import along, take_along
from rushlight.dispatch.arguments import wrap_dim

_all = slice(None)


def _comparable(x):
    """The same order in a type that NumPy sorts."""
    return x.widen() if type(x) is BFloat16Array else x


def argsort(x, dim, descending=False):
    """The positions of the elements in order, stably; NaN counts as the largest."""
    if not x.ndim:
        return np.zeros((), np.int64)
    dim = wrap_dim(dim, x.ndim)
    keys = _comparable(x)
    if not descending:
        return as_long(keys.argsort(dim, "stable"))
    turned = (_all,) * dim + (slice(None, None, -1),)
    return as_long(x.shape[dim] - 1 - keys[turned].argsort(dim, "stable"))[turned]


def sort(x, dim, descending=False, stable=True):
    """The elements in order, and their positions; both laid out as `x`."""
    dim = wrap_dim(dim, x.ndim)
    order = argsort(x, dim, descending)
    if not x.ndim:
        return x.copy(), order
    if not stable:
        order = introsort.unstable(_comparable(x), order, dim)
    values = take_along(x, dim, order)
    if x.flags.c_contiguous or x.ndim == 1:
        return np.ascontiguousarray(values).view(type(x)), np.ascontiguousarray(order)
    return _laid_out(values, x), _laid_out(order, x)


def _laid_out(values, like):
    """`values` in the order of strides of `like`."""
    axes = sorted(range(like.ndim), key=lambda d: -abs(like.strides[d]))
    back = np.argsort(axes)
    return np.ascontiguousarray(values.transpose(axes)).view(type(values)).transpose(tuple(back))


def topk(x, k, dim, largest=True):
    """The k largest or smallest elements along `dim`, in order, and their positions."""
    if not x.ndim:
        return x.copy(), np.zeros((), np.int64)
    dim = wrap_dim(dim, x.ndim)
    keys = _comparable(x)
    if k == 1 and x.size and keys.dtype.kind != "c":
        order = (keys.argmax if largest else _argmin(keys))(dim, keepdims=True)
    elif x.shape[dim] > 64 and 8 * k < x.shape[dim]:
        order = _partial_order(keys, k, dim, largest)
    else:
        order = argsort(x, dim, largest)[(_all,) * dim + (slice(0, k),)]
    order = as_long(np.ascontiguousarray(order))
    return np.ascontiguousarray(take_along(x, dim, order)).view(type(x)), order


def _argmin(keys):
    """argmin, for which a NaN is the largest."""
    if keys.dtype.kind != "f" or not np.isnan(keys).any():
        return keys.argmin
    return np.where(np.isnan(keys), np.inf, keys).argmin


def _partial_order(keys, k, dim, largest):
    """The positions of the k first, found without sorting the rest."""
    n = keys.shape[dim]
    if largest:
        found = keys.argpartition(n - k, dim)[(_all,) * dim + (slice(n - k, n),)]
    else:
        found = keys.argpartition(k - 1, dim)[(_all,) * dim + (slice(0, k),)]
    found = np.sort(found, dim)
    inner = argsort(keys[along(found, dim)], dim, largest)
    return found[along(inner, dim)]

# ---------------------------------------------------------------- distinct values


def unique(x):
    """The distinct elements in order; for each element, which one it is; how often each occurs. A NaN equals no other."""
    flat = x.reshape(-1)
    order = _comparable(flat).argsort(kind="stable")
    return _runs(flat[order], order, x.shape)


def unique_consecutive(x):
    """As `unique`, of runs of equal elements."""
    return _runs(x.reshape(-1), None, x.shape)


def _runs(ordered, order, shape):
    starts = np.ones(ordered.shape, np.bool_)
    if ordered.size:
        np.not_equal(ordered[1:], ordered[:-1], out=starts[1:])
    return _tell_runs(ordered[starts], starts, order, shape)


def _tell_runs(values, starts, order, shape):
    number = np.cumsum(starts, dtype=np.int64) - 1
    inverse = number
    if order is not None:
        inverse = np.empty_like(number)
        inverse[order] = number
    counts = np.diff(np.append(np.flatnonzero(starts), starts.size)).astype(np.int64)
    return values, inverse.reshape(shape), counts


def unique_slices(x, dim, consecutive):
    """As `unique`, of whole slices along `dim`."""
    dim = wrap_dim(dim, x.ndim)
    rows = np.moveaxis(x, dim, 0) if x.ndim else x.reshape(1)
    flat = _comparable(np.ascontiguousarray(rows.view(ndarray)).view(type(x)).reshape(rows.shape[0], math.prod(rows.shape[1:])))
    order = np.arange(len(flat)) if consecutive else np.lexsort(flat.T[::-1]) if flat.shape[1] else np.arange(len(flat))
    flat = flat[order]
    starts = np.ones(len(flat), np.bool_)
    if len(flat):
        starts[1:] = (flat[1:] != flat[:-1]).any(1)
    values, inverse, counts = _tell_runs(rows[order[starts]], starts, order, (len(flat),))
    return np.ascontiguousarray(np.moveaxis(values, 0, dim).view(ndarray)).view(type(x)), inverse, counts

# ---------------------------------------------------------------- places in a sorted sequence


def searchsorted(sequence, values, right):
    """Where each value would go in the sorted sequence (a row of it for each row of values) to keep it sorted."""
    sequence, values = _comparable(sequence), _comparable(values)
    if sequence.ndim <= 1 and not _has_nan(sequence):
        return np.asarray(sequence.searchsorted(values, "right" if right else "left"), np.int64)
    return _bisect(sequence, values, right)


def _has_nan(x):
    return x.dtype.kind == "f" and x.size and np.isnan(x[-1])


def _bisect(sequence, values, right):
    low, high = np.zeros(values.shape, np.int64), np.full(values.shape, sequence.shape[-1], np.int64)
    rows = np.indices(values.shape, sparse=True)[:-1] if sequence.ndim > 1 else ()
    while (low < high).any():
        open_ = low < high
        middle = (low + high) // 2
        there = sequence[(*rows, np.minimum(middle, sequence.shape[-1] - 1))]
        above = ~(there > values) if right else ~(there >= values)
        low, high = np.where(open_ & above, middle + 1, low), np.where(open_ & ~above, middle, high)
    return low


def isin(elements, tests, assume_unique, invert):
    """Whether each element is among the tests."""
    for x in (elements, tests):
        if x.dtype.kind in "bc":
            raise RuntimeError(f"Unsupported input type encountered for isin(): {dtypes.dtype_of(x).scalar_name}")
    elements, tests = _comparable(np.asanyarray(elements)), _comparable(np.asanyarray(tests))
    return np.isin(elements, tests, assume_unique=assume_unique and elements.size > 0, invert=invert)
