"""Arrays with a border."""
from __future__ import annotations

import numpy as np

from rushlight.backends.numpy.making import as_array, full, new_zeros
from rushlight.backends.numpy.pixels import keeping_channel_order
from rushlight.backends.numpy.precision import narrowed, widened
from rushlight.dtypes import dtype_of


@keeping_channel_order
def constant_pad_nd(x, pad, value):
    """`value` around `x`; `pad` holds (before, after) for the last dimension, the one before it, ...; negative numbers cut."""
    n = x.ndim
    sides = [pad[2 * (n - 1 - d):2 * (n - 1 - d) + 2] or (0, 0) for d in range(n)]
    shape = tuple([size + before + after for size, (before, after) in zip(x.shape, sides)])
    if any(size + min(before, 0) + min(after, 0) < 0 for size, (before, after) in zip(x.shape, sides)):
        raise RuntimeError("narrow(): length must be non-negative.")
    kind = dtype_of(x)
    out = full(shape, bool(value) if kind.name == "bool" else int(value) if x.dtype.kind in "iu" and not kind.is_floating_point
               else value, kind)
    inside = tuple([slice(max(before, 0), size - max(after, 0)) for size, (before, after) in zip(shape, sides)])
    kept = tuple([slice(max(-before, 0), size - max(-after, 0)) for size, (before, after) in zip(x.shape, sides)])
    out[inside] = x[kept]
    return out


def source_positions(size, before, after, mode):
    """For each position of a padded dimension, the position that it copies."""
    positions = np.arange(-before, size + after)
    if mode == "replicate":
        return np.minimum(np.maximum(positions, 0), size - 1)
    if mode == "circular":
        return positions % max(size, 1)
    last = size - 1
    return last - np.abs(last - np.abs(positions))


def pad_by_copying(x, pad, mode):
    """A border of the input's own elements; only a circular one forgets the order of the channels in memory."""
    return _copied_around(x, pad, mode) if mode == "circular" else keeping_channel_order(_copied_around)(x, pad, mode)


def _copied_around(x, pad, mode):
    out = x
    for axis, positions in _padded_axes(x.shape, pad, mode):
        out = as_array(out[(slice(None),) * axis + (positions,)])
    return out if out.flags.c_contiguous and out is not x else out.copy("C")


def pad_by_copying_grad(grad, shape, pad, mode):
    """Adds what each copied element gets to its source."""
    if dtype_of(grad).itemsize == 2:
        return narrowed(pad_by_copying_grad(widened(grad, ""), shape, pad, mode), grad)
    sizes = list(grad.shape)
    for axis, positions in _padded_axes(shape, pad, mode):
        sizes[axis] = shape[axis]
        out = new_zeros(grad, tuple(sizes))
        np.add.at(out, (slice(None),) * axis + (positions,), grad)
        grad = out
    return grad


def _padded_axes(shape, pad, mode):
    for i in range(len(pad) // 2):
        axis, (before, after) = len(shape) - 1 - i, pad[2 * i:2 * i + 2]
        if before or after:
            yield axis, source_positions(shape[axis], before, after, mode)
