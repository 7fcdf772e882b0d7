"""Pooling over the last dimensions of an array: each place of the window is one pass over a strided view."""
from __future__ import annotations

import functools
import math

import numpy as np

from rushlight.backends.numpy.channel_order import in_its_layout
from rushlight.backends.numpy.convolution import add_windows, bordered, windows
from rushlight.backends.numpy.precision import in_float32, narrowed, widened
from rushlight.dtypes import dtype_of

__all__ = ["pool_counts", "max_pool", "max_pool_with_indices", "avg_pool", "avg_pool_grad", "adaptive_avg_pool",
           "adaptive_avg_pool_grad", "adaptive_max_pool", "put_at", "im2col", "col2im"]


MANY = 1 << 10          # windows


def pool_counts(sizes, kernel, stride, padding, dilation, ceil_mode):
    """How many windows there are along each dimension. With `ceil_mode` the last may hang over, but must start inside."""
    counts = []
    for n, k, s, p, d in zip(sizes, kernel, stride, padding, dilation):
        room = n + 2 * p - d * (k - 1) - 1
        count = (room + (s - 1 if ceil_mode else 0)) // s + 1
        counts.append(count - 1 if ceil_mode and (count - 1) * s >= n + p else count)
    return tuple(counts)


def _border(sizes, kernel, stride, padding, dilation, counts):
    """What surrounds the input so that every window has all of its places."""
    return [(p, max(0, (m - 1) * s + d * (k - 1) + 1 - n - p))
            for n, k, s, p, d, m in zip(sizes, kernel, stride, padding, dilation, counts)]


# ---------------------------------------------------------------- maximum

def _lowest(x):
    return np.iinfo(x.dtype).min if x.dtype.kind in "iu" else -np.inf


@in_its_layout(volumes=True)
@in_float32
def max_pool(x, kernel, stride, padding, dilation, ceil_mode):
    """The largest element of each window; NaN where there is one."""
    n = len(kernel)
    counts = pool_counts(x.shape[-n:], kernel, stride, padding, dilation, ceil_mode)
    x = bordered(x, _border(x.shape[-n:], kernel, stride, padding, dilation, counts), _lowest(x))
    for axis in range(n):                           # a row of places at a time: k + k passes for a k x k window
        x = _max_along(x, x.ndim - n + axis, kernel[axis], stride[axis], dilation[axis], counts[axis])
    return x


def _max_along(x, axis, k, s, d, m):
    lead = (slice(None),) * axis
    if not m or k == 1 == s:
        return x[(*lead, slice(0, m))].copy()
    places = [x[(*lead, slice(i * d, i * d + s * (m - 1) + 1, s))] for i in range(k)]
    out = np.array(places[0], order="C") if k == 1 else np.maximum(places[0], places[1])
    for place in places[2:]:
        np.maximum(out, place, out=out)
    return out


@in_its_layout(volumes=True)
@in_float32
def max_pool_with_indices(x, kernel, stride, padding, dilation, ceil_mode):
    """The largest element of each window, and where it is in its image, counted row by row: the first, or the last NaN."""
    n = len(kernel)
    best = max_pool(x, kernel, stride, padding, dilation, ceil_mode)
    sizes, counts = x.shape[-n:], best.shape[-n:]
    if best.size >= MANY and math.prod(kernel) < 256 and not any(padding) and not ceil_mode and not _has_nan(best):
        return best, _where_first(best, windows(x, kernel, stride, dilation, counts), sizes, stride, dilation)
    sides = _border(sizes, kernel, stride, padding, dilation, counts)
    values = windows(bordered(x, sides), kernel, stride, dilation, counts)
    positions = np.arange(math.prod(sizes)).reshape(sizes) + 1      # the border gets position 0, and the others one less below
    positions = windows(bordered(positions, sides), kernel, stride, dilation, counts) - 1
    return best, _where_found(best, values, positions, n)


def _has_nan(x):
    return x.dtype.kind == "f" and math.isnan(np.add.reduce(x, None)) and np.isnan(x).any()


def _where_first(best, values, sizes, stride, dilation):
    """For each window, the position of the first place that holds its best: the places are counted backwards in bytes, of which
    the largest that holds it is kept, and only then made positions."""
    kernel, counts = values.shape[best.ndim - len(sizes):best.ndim], best.shape[best.ndim - len(sizes):]
    lead, everywhere = (slice(None),) * (best.ndim - len(sizes)), (slice(None),) * len(sizes)
    found = np.zeros(best.shape, np.uint8)
    for left, place in zip(range(math.prod(kernel), 0, -1), np.ndindex(*kernel)):
        hit = np.equal(values[(*lead, *place, *everywhere)], best).view(np.uint8)
        np.maximum(found, np.multiply(hit, np.uint8(left), hit), out=found)
    indices = np.append(_grid(sizes, kernel, dilation), 0)[::-1].take(found)
    indices += _grid(sizes, counts, stride)
    return indices


@functools.lru_cache(32)
def _grid(sizes, counts, steps):
    """Positions in an image of `sizes`, row by row, of so many places so many steps apart."""
    position = np.zeros((), np.int64)
    for size, count, step in zip(sizes, counts, steps):
        position = position[..., None] * size + np.arange(0, count * step, step)
    return position


def _where_found(best, values, positions, n):
    """For each window, the position of the place that holds its best. Backwards, so that the first place is written last."""
    kernel = positions.shape[:n]
    lead, everywhere = (slice(None),) * (best.ndim - n), (slice(None),) * n
    places = [(values[(*lead, *place, *everywhere)], positions[(*place, *everywhere)]) for place in np.ndindex(*kernel)]
    indices = np.empty(best.shape, np.int64)
    for value, position in reversed(places):
        hit = value == best
        np.copyto(indices, position, where=hit if position.min(initial=0) >= 0 else hit & (position >= 0))
    if best.dtype.kind == "f" and np.isnan(best).any():
        for value, position in places:
            np.copyto(indices, position, where=np.isnan(value))
    return indices


def put_at(x, indices, sizes, add):
    """Zeros with the elements of `x` at `indices`, counted row by row in the last dimensions, which have `sizes`.

    Channels that vary fastest in the indices do so in the output.
    """
    return _put_at(indices, sizes, x, add)


@in_its_layout(volumes=True)
def _put_at(indices, sizes, x, add):
    n, whole = len(sizes), math.prod(sizes)
    lead = x.shape[:x.ndim - n]
    _check_positions(indices, whole, sizes)
    images = math.prod(lead)
    starts = np.arange(0, images * whole, whole or 1)[:images, None]
    flat = (indices.reshape(images, math.prod(indices.shape[x.ndim - n:])) + starts).reshape(-1)
    if add and dtype_of(x).itemsize == 2:
        return narrowed(_put_at(indices, sizes, widened(x, ""), True), x)
    out = np.zeros(images * whole, x.dtype)
    if add:
        np.add.at(out, flat, x.reshape(-1))
    else:
        out[flat] = x.view(np.ndarray).reshape(-1)
    return out.view(type(x)).reshape(*lead, *sizes)


def _check_positions(indices, whole, sizes):
    if indices.size and (indices.min() < 0 or indices.max() >= whole):
        wrong = indices[(indices < 0) | (indices >= whole)][0]
        raise RuntimeError(f"Found an invalid max index: {wrong} (output volumes are of size {'x'.join(map(str, sizes))})")


# ---------------------------------------------------------------- mean

def _divisors(sizes, kernel, stride, padding, counts, count_include_pad, divisor_override):
    """How many elements each window divides by."""
    if divisor_override:
        return divisor_override
    out = 1
    for axis, (n, k, s, p, m) in enumerate(zip(sizes, kernel, stride, padding, counts)):
        starts = np.arange(m) * s - p
        ends = np.minimum(starts + k, n + p)
        if not count_include_pad:
            starts, ends = np.maximum(starts, 0), np.minimum(ends, n)
        out = out * (ends - starts).reshape(-1, *[1] * (len(sizes) - 1 - axis))
    return out


def _divided(x, divisors):
    if x.dtype.kind == "i":
        return np.trunc(x / divisors).astype(x.dtype)
    return x / (divisors if isinstance(divisors, int) else divisors.astype(x.dtype))


@in_its_layout(volumes=False)
@in_float32
def avg_pool(x, kernel, stride, padding, ceil_mode, count_include_pad, divisor_override):
    """The mean of each window."""
    n, ones = len(kernel), (1,) * len(kernel)
    sizes = x.shape[-n:]
    if not dtype_of(x).is_floating_point and x.dtype.char != "l":
        raise NotImplementedError(f'"avg_pool{n}d" not implemented for \'{dtype_of(x).scalar_name}\'')
    counts = pool_counts(sizes, kernel, stride, padding, ones, ceil_mode)
    x = bordered(x, _border(sizes, kernel, stride, padding, ones, counts))
    for axis in range(n):
        x = _sum_along(x, x.ndim - n + axis, kernel[axis], stride[axis], counts[axis])
    return _divided(x, _divisors(sizes, kernel, stride, padding, counts, count_include_pad, divisor_override))


def _sum_along(x, axis, k, s, m):
    lead = (slice(None),) * axis
    places = [x[(*lead, slice(i, i + s * (m - 1) + 1, s))] for i in range(k)] if m else [x[(*lead, slice(0, 0))]]
    out = places[0] if len(places) == 1 else places[0] + places[1]
    for place in places[2:]:
        out += place
    return out


@in_float32
def avg_pool_grad(grad, sizes, kernel, stride, padding, ceil_mode, count_include_pad, divisor_override):
    """What reaches the input of `avg_pool`."""
    n, ones = len(kernel), (1,) * len(kernel)
    counts = grad.shape[-n:]
    sides = _border(sizes, kernel, stride, padding, ones, counts)
    share = _divided(grad, _divisors(sizes, kernel, stride, padding, counts, count_include_pad, divisor_override))
    lead = share.shape[:-n]
    columns = np.broadcast_to(share.reshape(*lead, *ones, *counts), (*lead, *kernel, *counts))
    whole = add_windows(columns, tuple([size + a + b for size, (a, b) in zip(sizes, sides)]), stride, ones)
    return np.ascontiguousarray(whole[(..., *[slice(a, a + size) for size, (a, _) in zip(sizes, sides)])])


# ---------------------------------------------------------------- windows that divide the input in a given number

def _even(sizes, counts):
    """The size of windows that lie side by side and are all alike; None where they are not."""
    if counts and all(m and not n % m for n, m in zip(sizes, counts)):
        return tuple([n // m for n, m in zip(sizes, counts)])
    return None


def _spans(n, count):
    """The (start, end) of `count` windows that cover n elements evenly."""
    return [(i * n // count, -(-(i + 1) * n // count)) for i in range(count)]


def _check_room(x, counts):
    shape = (*x.shape[:x.ndim - len(counts)], *counts)
    if math.prod(shape) * x.itemsize >= 1 << 63:
        raise RuntimeError(f"Storage size calculation overflowed with sizes={list(shape)}")


@in_its_layout(volumes=False)
@in_float32
def adaptive_avg_pool(x, counts):
    """The mean of each of as many windows."""
    _check_room(x, counts)
    even = _even(x.shape[-len(counts):], counts)
    if even:
        return avg_pool(x, even, even, (0,) * len(even), False, True, None)
    for axis, count in enumerate(counts, x.ndim - len(counts)):
        lead = (slice(None),) * axis
        parts = [np.add.reduce(x[(*lead, slice(a, b))], axis) / (b - a) for a, b in _spans(x.shape[axis], count)]
        x = np.stack(parts, axis).astype(x.dtype, copy=False) if parts else x[(*lead, slice(0, 0))].copy()
    return x


@in_float32
def adaptive_avg_pool_grad(grad, sizes):
    """What reaches the input of `adaptive_avg_pool`."""
    even = _even(sizes, grad.shape[-len(sizes):])
    if even:
        return avg_pool_grad(grad, sizes, even, even, (0,) * len(even), False, True, None)
    for axis, size in enumerate(sizes, grad.ndim - len(sizes)):
        lead = (slice(None),) * axis
        out = np.zeros((*grad.shape[:axis], size, *grad.shape[axis + 1:]), grad.dtype)
        for i, (a, b) in enumerate(_spans(size, grad.shape[axis])):
            out[(*lead, slice(a, b))] += grad[(*lead, slice(i, i + 1))] / (b - a)
        grad = out
    return grad


@in_its_layout(volumes=False)
@in_float32
def adaptive_max_pool(x, counts):
    """The largest element of each of as many windows, and where it is in its image, counted row by row."""
    _check_room(x, counts)
    indices = np.broadcast_to(np.arange(math.prod(x.shape[-len(counts):])).reshape(x.shape[-len(counts):]), x.shape)
    for axis in reversed(range(x.ndim - len(counts), x.ndim)):      # rows of windows first: of equal elements the first one wins
        x, indices = _largest_of_spans(x, indices, axis, _spans(x.shape[axis], counts[axis - x.ndim]))
    return x, indices


def _largest_of_spans(x, indices, axis, spans):
    shape = (*x.shape[:axis], len(spans), *x.shape[axis + 1:])
    values, found = np.empty(shape, x.dtype), np.empty(shape, np.int64)
    lead = (slice(None),) * axis
    for i, (a, b) in enumerate(spans):
        part = x[(*lead, slice(a, b))]
        where = np.expand_dims(last_nan_or_first_largest(part, axis), axis)
        values[(*lead, slice(i, i + 1))] = np.take_along_axis(part, where, axis)
        found[(*lead, slice(i, i + 1))] = np.take_along_axis(indices[(*lead, slice(a, b))], where, axis)
    return values, found


def last_nan_or_first_largest(x, axis=-1):
    where = x.argmax(axis)
    wrong = np.isnan(x)
    if wrong.any():
        where = np.where(wrong.any(axis), x.shape[axis] - 1 - np.flip(wrong, axis).argmax(axis), where)
    return where


# ---------------------------------------------------------------- windows as columns

@in_float32
def im2col(x, kernel, dilation, padding, stride):
    """(N, C, H, W) as (N, C * places, windows)."""
    x = bordered(x, [(p, p) for p in padding])
    counts = pool_counts(x.shape[-2:], kernel, stride, (0, 0), dilation, False)
    columns = windows(x, kernel, stride, dilation, counts)
    return columns.reshape(x.shape[0], x.shape[1] * math.prod(kernel), math.prod(counts)).copy()


@in_float32
def col2im(x, sizes, kernel, dilation, padding, stride):
    """(N, C * places, windows) added up to (N, C, H, W)."""
    whole = tuple([n + 2 * p for n, p in zip(sizes, padding)])
    counts = pool_counts(whole, kernel, stride, (0, 0), dilation, False)
    columns = x.reshape(x.shape[0], x.shape[1] // math.prod(kernel), *kernel, *counts)
    added = add_windows(columns, whole, stride, dilation)
    return np.array(added[(..., *[slice(p, p + n) for n, p in zip(sizes, padding)])], order="C")
