"""Pooling over windows that start at random."""
from __future__ import annotations

import math

import numpy as np

from rushlight.backends.numpy.pooling import last_nan_or_first_largest
from rushlight.backends.numpy.precision import in_float32

__all__ = ["fractional_max_pool"]


@in_float32
def fractional_max_pool(x, samples, kernel_size, output_size):
    """The largest element of each window of (N, C, *sizes), and where it was among the last dimensions together."""
    places = _places(x.shape, samples, kernel_size, output_size)
    indices = places.reshape(*x.shape[:2], *output_size, math.prod(kernel_size))
    images = x.shape[:2]
    flat = x.reshape(*images, math.prod(x.shape[2:]))
    windows = np.take_along_axis(flat, indices.reshape(*images, math.prod(indices.shape[2:])), -1).reshape(indices.shape)
    best = last_nan_or_first_largest(windows)[..., None]
    return np.take_along_axis(windows, best, -1)[..., 0], np.take_along_axis(indices, best, -1)[..., 0]


def _places(shape, samples, kernel_size, output_size):
    """The flat places of the elements of all windows: (N, C, *output_size, *kernel_size)."""
    n, places = len(kernel_size), 0
    for d, (size, k, count) in enumerate(zip(shape[2:], kernel_size, output_size)):
        sample = samples[..., 1 - d if n == 2 else d]           # torch's samples for images have the width first
        along = _starts(sample, size, k, count)[..., None] + np.arange(k)
        axes = [1] * (2 * n)
        axes[d], axes[n + d] = count, k
        places = places + along.reshape(*shape[:2], *axes) * math.prod(shape[3 + d:])
    return places


def _starts(sample, size, k, count):
    """Where the windows of each channel start; the last one ends where the input ends."""
    if count == 0:
        return np.empty((*sample.shape, 0), np.int64)
    step = sample.dtype.type((size - k) / (count - 1)) if count > 1 else sample.dtype.type(0)
    at = np.arange(count, dtype=sample.dtype)
    starts = ((at + sample[..., None]) * step).astype(np.int64) - (sample[..., None] * step).astype(np.int64)
    starts[..., -1] = size - k
    return starts
