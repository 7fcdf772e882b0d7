"""Elements moved to other places, repeated, or put together."""
from __future__ import annotations

import functools

import numpy as np
from numpy import ndarray

from rushlight.backends.numpy.precision import SMALL
from rushlight.backends.numpy.shapes import diagonal
from rushlight.dispatch.arguments import wrap_dim

whole = slice(None)


def words(x):
    """The memory of `x` as NumPy's own elements: moving them needs no arithmetic."""
    return x if type(x) is ndarray else x.view(ndarray)


def flip(x, dims):
    if not x.ndim:
        return x.copy()
    index = [whole] * x.ndim
    for d in dims:
        index[d] = slice(None, None, -1)
    return x[tuple(index)].copy("K")


def roll(x, shifts, dims):
    """Each dimension turned by its shift."""
    bits = words(x)
    for shift, dim in zip(shifts, dims):
        n = bits.shape[dim]
        shift = shift % n if n else 0
        before = (whole,) * dim
        bits = np.concatenate((bits[(*before, slice(n - shift, n))], bits[(*before, slice(0, n - shift))]), dim)
    bits = bits if bits.flags.c_contiguous and bits is not words(x) and dims else bits.copy("C")
    return bits if type(x) is ndarray else bits.view(type(x))


def repeat(x, counts):
    """`x` laid out `counts` times along each dimension, new ones in front."""
    shape = (1,) * (len(counts) - x.ndim) + x.shape
    bits = words(x)
    out = np.empty([c * n for c, n in zip(counts, shape)], bits.dtype)
    blocks = out.reshape([k for pair in zip(counts, shape) for k in pair])
    blocks[...] = bits.reshape([k for n in shape for k in (1, n)])
    return out if type(x) is ndarray else out.view(type(x))


def channels_last(x, rank):
    """A copy whose second dimension varies fastest."""
    if x.ndim != rank:
        raise RuntimeError(f"required rank {rank} tensor to use channels_last{'_3d' if rank == 5 else ''} format")
    turned = np.moveaxis(words(x), 1, -1).copy("C")
    return np.moveaxis(turned, -1, 1).view(type(x))


# ---------------------------------------------------------------- several arrays in one

_join = getattr(np.concatenate, "__wrapped__", np.concatenate)      # 0.2 us sooner: it looks for no other array's version of it


def cat(arrays, dim):
    """Arrays joined where nothing stands in the way; None where there is something to promote, to lay out or to refuse."""
    kind = arrays[0].dtype if arrays else None
    for a in arrays:
        if a.dtype is not kind or type(a) is not ndarray:
            return None
    try:
        made = _join(arrays, dim)
    except (ValueError, TypeError):
        return None
    return made if made.flags.c_contiguous else None


def concatenate(arrays, dim):
    """Arrays of one type joined along `dim`; channels-last where all of them are."""
    made = np.concatenate([words(a) for a in arrays], dim)
    made = made if made.flags.c_contiguous or _all_channels_last(arrays) else made.copy("C")
    return made if type(arrays[0]) is ndarray else made.view(type(arrays[0]))


def _all_channels_last(arrays):
    return all(a.ndim in (4, 5) and not a.flags.c_contiguous and np.moveaxis(words(a), 1, -1).flags.c_contiguous for a in arrays)


def rows(arrays):
    """Arrays stacked along a new first dimension; None where there is something to promote or to refuse, or no dimension."""
    shape, kind = (arrays[0].shape, arrays[0].dtype) if arrays else ((), None)
    for a in arrays:
        if a.shape != shape or a.dtype is not kind or type(a) is not ndarray:
            return None
    made = _join(arrays) if shape else None
    return made if made is None else (made if made.flags.c_contiguous else made.copy("C")).reshape(len(arrays), *shape)


def stack(arrays, dim):
    """Arrays of one type and shape along a new dimension."""
    index = (whole,) * dim + (None,)
    made = np.concatenate([words(a)[index] for a in arrays], dim)
    made = made if made.flags.c_contiguous else made.copy("C")
    return made if type(arrays[0]) is ndarray else made.view(type(arrays[0]))


# ---------------------------------------------------------------- diagonals and triangles

def diag_embed(x, offset, dim1, dim2):
    """Zeros with the last dimension of `x` on a diagonal of the two dimensions."""
    n, given = x.ndim + 1, (dim1, dim2)
    dim1, dim2 = wrap_dim(dim1, n), wrap_dim(dim2, n)
    if dim1 == dim2:
        raise RuntimeError(f"diagonal dimensions cannot be identical {given[0]}, {given[1]}")
    side = x.shape[-1] + abs(offset)
    shape = list(x.shape[:-1])
    for d in sorted((dim1, dim2)):
        shape.insert(d, side)
    out = np.zeros(shape, x.dtype)
    diagonal(out, offset, dim1, dim2)[...] = words(x)
    return out if type(x) is ndarray else out.view(type(x))


def _triangle(x, diagonal, name, lower):
    if x.ndim < 2:
        raise RuntimeError(f"{name}: input tensor must have at least 2 dimensions")
    rows, columns = x.shape[-2:]
    kept = (_few_in_triangle if rows * columns <= SMALL else _in_triangle)(rows, columns, diagonal, lower)
    out = np.zeros(x.shape, x.dtype)
    np.copyto(out, words(x), where=kept)
    return out if type(x) is ndarray else out.view(type(x))


def _in_triangle(rows, columns, diagonal, lower):
    """Which elements of a matrix are in its lower or upper triangle."""
    distance = np.arange(columns) - np.arange(rows)[:, None]
    return distance <= diagonal if lower else distance >= diagonal


_few_in_triangle = functools.lru_cache(64)(_in_triangle)          # a small mask costs 5 us to make


def tril(x, diagonal):
    return _triangle(x, diagonal, "tril", True)


def triu(x, diagonal):
    return _triangle(x, diagonal, "triu", False)


def triangle_indices(row, col, offset, lower, dtype):
    """The (row, column) pairs of a triangle, one in each column."""
    distance = np.arange(col) - np.arange(row)[:, None]
    return np.stack(np.nonzero(distance <= offset if lower else distance >= offset)).astype(dtype.numpy)


def indices_repeated(counts):
    """Each index as often as `counts` says."""
    counts = counts.reshape(-1)
    return np.repeat(np.arange(counts.size), counts.astype(np.intp, copy=False)).astype(counts.dtype, copy=False)
