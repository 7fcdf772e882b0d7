"""Cross products, traces, and the distances between points."""
from __future__ import annotations

import numpy as np
from numpy import ndarray

from rushlight.backends.bfloat16 import BFloat16Array
from rushlight.backends.numpy.matrices import BLAS, same_type
from rushlight.dispatch.arguments import wrap_dim
from rushlight.dtypes import dtype_of


def cross(x, y, dim):
    if x.ndim != y.ndim:
        raise RuntimeError("linalg.cross: inputs must have the same number of dimensions.")
    axis = wrap_dim(dim, x.ndim)
    if x.shape[axis] != 3 or y.shape[axis] != 3:
        raise RuntimeError(f"linalg.cross: inputs dimension {dim} must have length 3. Got {x.shape[axis]} and {y.shape[axis]}")
    if not same_type(x, y):
        raise RuntimeError(f"expected scalar type {dtype_of(x).scalar_name} but found {dtype_of(y).scalar_name}")
    for i, (n, m) in enumerate(zip(x.shape, y.shape)):
        if n != m and 1 not in (n, m):
            raise RuntimeError(f"The size of tensor a ({n}) must match the size of tensor b ({m}) at non-singleton dimension {i}")
    first, second = np.moveaxis(x.view(ndarray), axis, 0).view(type(x)), np.moveaxis(y.view(ndarray), axis, 0).view(type(y))
    parts = [first[i - 2] * second[i - 1] - first[i - 1] * second[i - 2] for i in range(3)]
    return np.stack(parts, axis)


def trace(x):
    if x.ndim != 2:
        raise RuntimeError(f"trace: expected a matrix, but got tensor with dim {x.ndim}")
    if x.dtype.char in BLAS:
        return x.trace()
    if x.dtype.kind == "b":
        raise NotImplementedError("\"trace\" not implemented for 'Bool'")
    if type(x) is BFloat16Array:
        return BFloat16Array.narrow(x.widen().trace())
    return x.trace(dtype=np.float32).astype(x.dtype) if x.dtype.char == "e" else x.trace(dtype=np.int64)


def row_distances(x, y, p):
    """The p-norms of the differences of all rows, in blocks that stay in cache."""
    _require_rows(x, y)
    rows, columns = x.shape[-2], y.shape[-2]
    out = np.empty((*np.broadcast_shapes(x.shape[:-2], y.shape[:-2]), rows, columns), x.dtype)
    step = max(1, 65536 // max(1, columns * x.shape[-1]))
    for start in range(0, rows, step):
        block = np.abs(x[..., start:start + step, None, :] - y[..., None, :, :])
        out[..., start:start + step, :] = _norm_of(block, p)
    return out


def pair_distances(x, p):
    """The p-norms of the differences of each row and each of those behind it."""
    return row_distances(x, x, p)[np.triu_indices(len(x), 1)]


def _norm_of(block, p):
    if p == 0:
        return np.add.reduce(np.where(np.isnan(block), block, block != 0), -1)
    if p == 1:
        return np.add.reduce(block, -1)
    if p == 2:
        return np.sqrt(np.add.reduce(block * block, -1))
    if p == np.inf:
        return np.maximum.reduce(block, -1, initial=0)
    return np.add.reduce(block ** p, -1) ** (1 / p)


def expanded_distances(x, y):
    """Euclidean distances by |x|^2 - 2xy + |y|^2."""
    _require_rows(x, y)
    square = np.add.reduce(x * x, -1)[..., :, None] + np.add.reduce(y * y, -1)[..., None, :] - 2 * np.matmul(x, y.mT)
    return np.sqrt(np.maximum(square, 0))


def _require_rows(x, y):
    if x.dtype is not y.dtype:
        raise RuntimeError(f"expected scalar type {dtype_of(x).scalar_name} but found {dtype_of(y).scalar_name}")
    if x.dtype.char not in "fd":
        raise NotImplementedError(f"\"cdist\" not implemented for '{dtype_of(x).scalar_name}'")
    for i in range(-3, -min(x.ndim, y.ndim) - 1, -1):
        if x.shape[i] != y.shape[i] and 1 not in (x.shape[i], y.shape[i]):
            raise RuntimeError(f"The size of tensor a ({x.shape[i]}) must match the size of tensor b ({y.shape[i]}) at "
                               f"non-singleton dimension {max(x.ndim, y.ndim) + i}")
