"""Running sums, products and extremes; and what needs the elements of a dimension in order."""
from __future__ import annotations

import numpy as np

from rushlight.backends.bfloat16 import BFloat16Array
from rushlight.backends.numpy.folding import (check_not_empty, int64, is_floating, narrowed, unsupported,
                                              widened)
from rushlight.backends.numpy.precision import SMALL, in_float32
from rushlight.dispatch.arguments import wrap_dim
from rushlight.dtypes import cast, dtype_of

every = slice(None)


def at(dim, index):
    """The index of a position, or of a slice, along `dim`."""
    return (every,) * dim + (index,)


def _accumulate(ufunc, x, dim, dtype=None):
    dim = wrap_dim(dim, x.ndim)
    if not x.ndim:
        return x.astype(dtype) if dtype is not None else x.copy()
    return ufunc.accumulate(row_major(x), dim, dtype)


def row_major(x):
    return x if x.flags.c_contiguous else x.copy("C")

# ---------------------------------------------------------------- sums and products


def cumsum(x, dim, dtype=None):
    """Running sums. Integers and bools widen to int64 unless `dtype` is given."""
    if dtype is None and x.dtype.char in "fd" and type(dim) is int and -x.ndim <= dim < x.ndim and x.flags.c_contiguous:
        return np.add.accumulate(x, dim)
    return _running(np.add, x, dim, dtype, "cumsum_out_cpu")


def cumprod(x, dim, dtype=None):
    """Running products. Integers and bools widen to int64 unless `dtype` is given."""
    return _running(np.multiply, x, dim, dtype, "cumprod_out_cpu")


def _running(ufunc, x, dim, dtype, kernel):
    if dtype is not None:
        x = cast(x, dtype)
        if x.dtype.kind == "b":
            raise unsupported(kernel, x)
        return cast(_running(ufunc, x, dim, None, kernel), dtype)
    if is_floating(x):
        return narrowed(_accumulate(ufunc, widened(x), dim), x)
    return _accumulate(ufunc, x, dim, int64)


def cumsum_backwards(x, dim):
    """Running sums from the end."""
    dim = wrap_dim(dim, x.ndim)
    backwards = at(dim, slice(None, None, -1)) if x.ndim else ...
    return _running(np.add, x[backwards], dim, None, None)[backwards]


@in_float32
def logcumsumexp(x, dim):
    """Running log(sum(exp(x)))."""
    if not is_floating(x):
        raise unsupported("logcumsumexp_out_cpu", x)
    if x.dtype.kind == "f":
        return _accumulate(np.logaddexp, x, dim)
    dim, out = wrap_dim(dim, x.ndim), x.copy("C")
    for i in range(1, x.shape[dim] if x.ndim else 0):
        out[at(dim, i)] = _logaddexp_complex(out[at(dim, i - 1)], x[at(dim, i)])
    out[out.real == -np.inf] = -np.inf                                  # a zero has no angle
    return out


def _logaddexp_complex(x, y):
    below = x.real <= y.real
    top, low = np.where(below, y, x), np.where(below, x, y)
    infinite = np.isinf(top.real) & (top.real == low.real)             # two infinities make one that lies between them
    return np.where(infinite, np.log(np.exp(x) + np.exp(y)), top + np.log1p(np.exp(low - top)))


def linear_recurrence(x, factor, dim, backwards=False):
    """y[i] = x[i] + factor[i] * y[i - 1] along `dim`, or with y[i + 1] if `backwards`."""
    x, factor = np.broadcast_arrays(widened(x), widened(factor))
    out = np.array(x, np.result_type(x, factor))
    if not x.ndim:
        return out
    dim, n = wrap_dim(dim, x.ndim), x.shape[wrap_dim(dim, x.ndim)]
    step = -1 if backwards else 1
    for i in range(n - 2, -1, -1) if backwards else range(1, n):
        out[at(dim, i)] += factor[at(dim, i)] * out[at(dim, i - step)]
    return out


def shift(x, dim, by, fill=0):
    """Moves the elements `by` positions along `dim`; what comes in is `fill`."""
    dim = wrap_dim(dim, x.ndim)
    if not x.ndim:
        return np.full_like(widened(x), fill)
    out = np.empty_like(x, subok=True)
    n = x.shape[dim]
    by = max(-n, min(by, n))
    kept, vacant = (slice(by, n), slice(0, by)) if by >= 0 else (slice(0, n + by), slice(n + by, n))
    out[at(dim, kept)] = x[at(dim, slice(0, n - by) if by >= 0 else slice(-by, n))]
    out[at(dim, vacant)] = fill
    return out

# ---------------------------------------------------------------- extremes


def cummax(x, dim):
    """Running largest values, and where they stand: at the last of equal ones."""
    return _running_extreme(np.maximum, x, dim, "cummax_cpu")


def cummin(x, dim):
    """Running smallest values, and where they stand: at the last of equal ones."""
    return _running_extreme(np.minimum, x, dim, "cummin_cpu")


def _running_extreme(ufunc, x, dim, kernel):
    if x.dtype.kind == "c":
        raise unsupported(kernel, x)
    dim = wrap_dim(dim, x.ndim)
    if not x.ndim:
        return x.copy(), np.zeros((), int64)
    wide = row_major(widened(x))
    values = ufunc.accumulate(wide, dim)
    holds = np.equal(wide, values) | np.isnan(wide) if wide.dtype.kind == "f" else np.equal(wide, values)
    return narrowed(values, x), np.maximum.accumulate(np.where(holds, _positions(x.shape, dim), 0), dim)


def _positions(shape, dim):
    return np.arange(shape[dim], dtype=int64).reshape([-1 if i == dim else 1 for i in range(len(shape))])

# ---------------------------------------------------------------- order


def kthvalue(x, k, dim=-1, keepdim=False):
    """The k-th smallest along `dim`, and where it stands. NaN counts as largest."""
    _check_ordered("kthvalue", x, dim, "cb")
    dim = wrap_dim(dim, x.ndim)
    if not 1 <= k <= (x.shape[dim] if x.ndim else 1):
        raise RuntimeError(f"kthvalue(): selected number k out of range for dimension {dim}")
    return _pick(x, lambda ordered: np.full(ordered.shape[:-1], k - 1), dim, keepdim)


def median_dim(x, dim, keepdim=False):
    """The lower median along `dim`, and where it stands; the first NaN where there is one."""
    _check_ordered("median", x, dim, "cb")
    return _pick(x, _median_or_nan, dim, keepdim)


def nanmedian_dim(x, dim, keepdim=False):
    """The lower median of what is no NaN along `dim`, and where it stands."""
    _check_ordered("median", x, dim, "cb", "nanmedian")
    return _pick(x, _median_of_numbers, dim, keepdim)


def median_all(x):
    """The lower median of all elements; NaN of nothing, or where there is a NaN."""
    _check_median(x)
    if not x.size:
        return _nothing(x)
    n = x.size
    ordered = widened(x).flatten()
    if n > SMALL:
        ordered.partition(((n - 1) // 2, n - 1))
    else:
        ordered.sort()                              # 0.4 us, a partition 2
    return narrowed(ordered[(n - 1) // 2] if ordered[-1] == ordered[-1] else ordered[-1], x)


def nanmedian_all(x):
    """The lower median of all elements that are no NaN."""
    _check_median(x)
    if not x.size:
        return _nothing(x)
    ordered = np.sort(widened(x), None)
    return narrowed(ordered[_median_of_numbers(ordered)], x)


def _check_median(x):
    if x.dtype.kind in "cb":
        raise unsupported("median_cpu", x)


def _nothing(x):
    return cast(np.full((), np.nan), dtype_of(x))


def _check_ordered(name, x, dim, refused, public=None):
    wrap_dim(dim, x.ndim)
    if x.dtype.kind in refused:
        raise unsupported(f"{name}_cpu", x)
    if not x.size:
        check_not_empty(x, dim, f"{public or name}()")


def _median_or_nan(ordered):
    """Where the median stands among ordered elements: at the first NaN, if there is one."""
    n = ordered.shape[-1]
    numbers = _count_numbers(ordered)
    return np.where(numbers == n, (n - 1) // 2, numbers)


def _median_of_numbers(ordered):
    return np.maximum(_count_numbers(ordered) - 1, 0) // 2


def _count_numbers(ordered):
    return np.add.reduce(np.equal(ordered, ordered), -1, int64)


def _pick(x, rank, dim, keepdim):
    """The elements at the rank given by `rank(ordered)`, and their positions."""
    dim = wrap_dim(dim, x.ndim)
    if not x.ndim:
        return x.copy(), np.zeros((), int64)
    lined = np.moveaxis(widened(x), dim, -1)
    order = np.argsort(lined, -1, kind="stable")
    return _picked(x, lined, order, rank(np.take_along_axis(lined, order, -1)), dim, keepdim)


def _picked(x, lined, order, ranks, dim, keepdim):
    index = np.take_along_axis(order, ranks[..., None], -1).astype(int64, copy=False)
    values = np.take_along_axis(lined, index, -1)
    values, index = (np.moveaxis(values, -1, dim), np.moveaxis(index, -1, dim)) if keepdim else (values[..., 0], index[..., 0])
    return narrowed(values, x), index


def mode(x, dim=-1, keepdim=False):
    """The most frequent value along `dim` (the smallest of several), and where it stands last."""
    _check_ordered("mode", x, dim, "c")
    return _pick(x, _longest_run, dim, keepdim)


def _longest_run(ordered):
    """The end of the first of the longest runs of equal elements."""
    n = ordered.shape[-1]
    starts = np.ones(ordered.shape, bool)
    starts[..., 1:] = ordered[..., 1:] != ordered[..., :-1]
    places = np.arange(n)
    return (places - np.maximum.accumulate(np.where(starts, places, 0), -1)).argmax(-1)

# ---------------------------------------------------------------- counts


def bincount(x, weights=None, minlength=0):
    """How often each of 0, 1, 2, ... occurs, or the sum of its weights."""
    if x.dtype.kind not in "iu" or type(x) is BFloat16Array:
        raise unsupported("bincount_cpu", x)
    if minlength < 0:
        raise RuntimeError("minlength should be >= 0")
    if x.ndim != 1 or x.size and x.min() < 0:
        raise RuntimeError("bincount only supports 1-d non-negative integral inputs.")
    if weights is None:
        return np.bincount(x.astype(np.intp, copy=False), minlength=minlength).astype(int64, copy=False)
    if weights.shape != x.shape:
        raise RuntimeError("weights should be 1-d and have the same length as input")
    counted = np.bincount(x.astype(np.intp, copy=False), widened(weights), minlength)
    return counted.astype(np.float32) if weights.dtype.char == "f" else counted


def bin_range(x, low, high, name, margin):
    """Where the bins begin and end: at the smallest and largest element unless given, and never on the same spot."""
    if low is None:
        wide = widened(x)
        low, high = (float(np.minimum.reduce(wide, None)), float(np.maximum.reduce(wide, None))) if x.size else (0.0, 1.0)
    if not (np.isfinite(low) and np.isfinite(high)):
        raise RuntimeError(f"{name} [{low:g}, {high:g}] is not finite")
    if low > high:
        raise RuntimeError("torch.histc: max must be larger than min")
    return (low - margin, high + margin) if low == high else (low, high)


def histc(x, bins, low, high):
    """How many elements fall in each of `bins` equal parts of [low, high], or of their own range if those are equal.

    The part is computed in the type of `x`, so what lies near an edge is counted where torch counts it.
    """
    low, high = bin_range(x, *((None, None) if low == high else (low, high)), "torch.histc: range of", 1)
    x = x.reshape(-1)
    x = x[(x >= low) & (x <= high)]
    low, high = cast(np.float64(low)[None], dtype_of(x)), cast(np.float64(high)[None], dtype_of(x))
    places = ((x - low) * bins / (high - low)).astype(np.intp)
    return cast(np.bincount(np.minimum(places, bins - 1), None, bins), dtype_of(x))


def histogram(x, edges, weights, density):
    """How many elements (or their weights) lie between each two edges; the last bin includes its upper edge."""
    x = x.reshape(-1)
    inside = (x >= edges[0]) & (x <= edges[-1])
    places = np.minimum(np.searchsorted(edges, x[inside], "right") - 1, len(edges) - 2)
    counts = np.bincount(places, None if weights is None else weights.reshape(-1)[inside], len(edges) - 1).astype(x.dtype)
    return counts / (np.add.reduce(counts) * (edges[1:] - edges[:-1])) if density else counts
