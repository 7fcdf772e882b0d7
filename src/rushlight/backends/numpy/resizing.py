"""Images made larger or smaller: along each dimension, every output element is a weighted sum of a few input elements."""
from __future__ import annotations

import functools

import numpy as np

from rushlight.backends.numpy.channel_order import in_its_layout
from rushlight.backends.numpy.exact import fma32, fma64
from rushlight.backends.numpy.precision import in_float32
from rushlight.backends.numpy.rearranging import words

__all__ = ["resize", "resize_grad"]

CUBIC, CUBIC_ANTIALIAS = -0.75, -0.5        # the free parameter of the cubic: torch has another one where it antialiases
NEAREST = ("nearest", "nearest-exact")


# ---------------------------------------------------------------- which elements, and how much of each

@functools.lru_cache(256)
def _taps(n, count, mode, align_corners, scale, antialias, dtype):
    """(indices, weights), each (count, taps), of a dimension of n elements that becomes `count`; weights None: all ones."""
    with np.errstate(all="ignore"):
        if mode in NEAREST:
            return _nearest(n, count, mode, np.float32(scale or n / count)), None
        step = _step(n, count, align_corners, scale, dtype)
        if antialias:
            return _filtered(n, count, mode, step, dtype)
        out = np.arange(count, dtype=dtype)
        at = out * step if align_corners else (fma64 if dtype is np.float64 else fma32)(out + dtype(0.5), step, np.asarray(-0.5))
        return (_linear if mode == "linear" else _cubic)(n, at, dtype)


def _step(n, count, align_corners, scale, dtype):
    if align_corners:
        return dtype(n - 1) / dtype(count - 1) if count > 1 else dtype(0)
    return dtype(scale) if scale else dtype(n) / dtype(count)


def _nearest(n, count, mode, step):
    at = np.arange(count, dtype=np.float32) + np.float32(0.5 if mode == "nearest-exact" else 0)
    return np.minimum(np.floor(at * step).astype(np.int64), n - 1)[:, None]


def _linear(n, at, dtype):
    at = np.maximum(at, 0)
    low = np.minimum(np.floor(at).astype(np.int64), n - 1)
    share = np.clip(at - low.astype(dtype), 0, 1)
    return np.stack([low, np.minimum(low + 1, n - 1)], 1), np.stack([1 - share, share], 1)


def _cubic(n, at, dtype):
    low = np.floor(at)
    distances = [(at - low) - dtype(offset) for offset in (-1, 0, 1, 2)]
    indices = [np.clip(low.astype(np.int64) + offset, 0, n - 1) for offset in (-1, 0, 1, 2)]
    return np.stack(indices, 1), np.stack([cubic(d, CUBIC).astype(dtype) for d in distances], 1)


def cubic(distance, a):
    """The weight of an element so far away: Keys (1981)."""
    x = np.abs(distance)
    near = ((a + 2) * x - (a + 3)) * x * x + 1
    far = ((x - 5) * x + 8) * x * a - 4 * a
    return np.where(x < 1, near, np.where(x < 2, far, 0))


FILTERS = {"linear": (1, lambda x: np.maximum(1 - np.abs(x), 0)),
           "cubic": (2, lambda x: cubic(x, CUBIC_ANTIALIAS)),
           "lanczos": (3, lambda x: np.where(np.abs(x) < 3, np.sinc(x) * np.sinc(x / 3), 0))}


def _filtered(n, count, mode, step, dtype):
    """As the Python Imaging Library does it: a filter as wide as an output element, weights that add up to one."""
    reach, weigh = FILTERS[mode]
    wide = max(step, 1)
    centers = step * (np.arange(count) + 0.5)
    first = np.maximum((centers - reach * wide + 0.5).astype(np.int64), 0)
    last = np.minimum((centers + reach * wide + 0.5).astype(np.int64), n)
    indices = first[:, None] + np.arange((last - first).max())
    weights = np.where(indices < last[:, None], weigh((indices - centers[:, None] + 0.5) / wide), 0)
    return np.minimum(indices, n - 1), (weights / weights.sum(1, keepdims=True)).astype(dtype)


# ---------------------------------------------------------------- bytes

@functools.lru_cache(256)
def _whole_taps(n, count, mode, align_corners, scale, antialias):
    """(indices, weights, bits): as `_taps`, the weights times 2**bits as whole numbers, for as many bits as 16 can hold."""
    indices, weights = _taps(n, count, mode, align_corners, scale, antialias, np.float64)
    first = indices.min(1, keepdims=True)
    merged = np.zeros_like(weights)                         # at the edges an element may be there twice
    np.add.at(merged, (np.arange(count)[:, None], indices - first), weights)
    bits = 0
    while bits < 22 and int(0.5 + merged.max() * (1 << bits + 1)) < 1 << 15:
        bits += 1
    whole = merged * (1 << bits)
    indices = np.minimum(first + np.arange(weights.shape[1]), n - 1)
    return indices, np.trunc(whole + np.copysign(0.5, whole)).astype(np.int32), bits


def _resized_bytes(x, counts, mode, align_corners, scales, antialias):
    """As the Python Imaging Library computes it: in whole numbers, rounded to bytes after each dimension."""
    for axis, count, scale in _dimensions(x, counts, scales):
        if x.shape[axis] != count:
            indices, weights, bits = _whole_taps(x.shape[axis], count, mode, align_corners, scale, antialias)
            total = _weighted(x.astype(np.int32), axis, indices, weights)
            x = np.clip(total + (1 << bits - 1) >> bits, 0, 255).astype(np.uint8)
    return x


# ---------------------------------------------------------------- forward and backward

@in_its_layout(volumes=True)
def resize(x, counts, mode, align_corners, scales, antialias):
    """The last dimensions of `x` brought to `counts` elements."""
    if mode in NEAREST:
        return _picked(words(x), counts, mode, scales).view(type(x))
    if x.dtype.char == "B":
        return _resized_bytes(x, counts, mode, align_corners, scales, antialias)
    return _interpolated(x, counts, mode, align_corners, scales, antialias)


def _picked(x, counts, mode, scales):
    for axis, count, scale in _dimensions(x, counts, scales):
        indices, _ = _taps(x.shape[axis], count, mode, False, scale, False, np.float32)
        x = x.take(indices[:, 0], axis)
    return x


@in_float32
def _interpolated(x, counts, mode, align_corners, scales, antialias):
    for axis, count, scale in _dimensions(x, counts, scales):
        x = _weighted(x, axis, *_taps(x.shape[axis], count, mode, align_corners, scale, antialias, x.dtype.type))
    return x


def _dimensions(x, counts, scales):
    """(axis, what it is brought to, by which step) of the dimensions of images, the last first."""
    return reversed([*zip(range(x.ndim - len(counts), x.ndim), counts, scales)])


def _weighted(x, axis, indices, weights):
    x = np.ascontiguousarray(x)                         # `take` would copy all of anything else, each time
    shape = (-1, *[1] * (x.ndim - 1 - axis))
    (first, *indices), (own, *weights) = indices.T, weights.T
    out = x.take(first, axis)
    out *= own.reshape(shape)
    part = np.empty_like(out) if indices else None
    for index, weight in zip(indices, weights):
        x.take(index, axis, part, "clip")               # in place: "raise" would go through a copy
        part *= weight.reshape(shape)
        out += part
    return out


@in_its_layout(volumes=True)
@in_float32
def resize_grad(grad, sizes, mode, align_corners, scales, antialias):
    """What reaches the input of `resize`, whose last dimensions have `sizes`."""
    dtype = grad.dtype.type
    for axis, (n, scale) in enumerate(zip(sizes, scales), grad.ndim - len(sizes)):
        indices, weights, reached = _taps_back(n, grad.shape[axis], mode, align_corners, scale, antialias, dtype)
        grad = _weighted(grad, axis, indices, weights)
        if reached is not None:
            grad[(slice(None),) * axis + (~reached,)] = 0
    return grad


@functools.lru_cache(256)
def _taps_back(n, count, mode, align_corners, scale, antialias, dtype):
    """The transpose of `_taps`: (indices, weights) of n rows, and which of these anything reaches, None if all."""
    indices, weights = _taps(n, count, mode, align_corners, scale, antialias, dtype)
    sources = indices.reshape(-1)
    order = np.argsort(sources, kind="stable")
    reach = np.bincount(sources, minlength=n)
    place = np.arange(len(order)) - np.repeat(np.cumsum(reach) - reach, reach)      # the how manyeth of its row each one is
    back, shares = np.zeros((n, reach.max()), np.int64), np.zeros((n, reach.max()), dtype)
    back[sources[order], place] = order // indices.shape[1]
    shares[sources[order], place] = 1 if weights is None else weights.reshape(-1)[order]
    unused = np.arange(reach.max()) >= reach[:, None]
    back[unused] = np.broadcast_to(back[:, :1], back.shape)[unused]                 # a NaN there is in the sum already
    return back, shares, None if reach.all() else reach > 0
