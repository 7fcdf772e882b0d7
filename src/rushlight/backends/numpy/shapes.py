"""Other shapes for the same elements."""
from __future__ import annotations

import math

import numpy as np
from numpy import ndarray

from rushlight.dispatch.arguments import wrap_dim


every = slice(None)


def reshape(x, shape):
    return x.reshape(shape)


def expand(x, shape):
    """Broadcasts without copying."""
    if not isinstance(x, ndarray):
        x = np.asarray(x)
    lead = len(shape) - x.ndim
    if lead < 0:
        raise RuntimeError(f"expand: the number of sizes provided ({len(shape)}) must be greater or equal to the number of "
                           f"dimensions in the tensor ({x.ndim})")
    strides, sizes = [], []
    for i, n in enumerate(shape):
        own = x.shape[i - lead] if i >= lead else None
        if n == -1 and own is None:
            raise RuntimeError(f"The expanded size of the tensor (-1) isn't allowed in a leading, non-existing dimension {i}")
        if own is not None and own != 1 and n not in (-1, own):
            raise RuntimeError(f"The expanded size of the tensor ({n}) must match the existing size ({own}) at non-singleton "
                               f"dimension {i}.  Target sizes: {list(shape)}.  Tensor sizes: {list(x.shape)}")
        sizes.append(own if n == -1 else n)
        strides.append(x.strides[i - lead] if own is not None and (own != 1 or n in (-1, 1)) else 0)
    return strided(x, sizes, strides)


def strided(x, shape, strides):
    """A view with byte strides, cheaply: `np.lib.stride_tricks` costs 8 us."""
    if type(x) is not ndarray:
        return strided(x.view(ndarray), shape, strides).view(type(x))
    return ndarray(tuple(shape), x.dtype, x, 0, tuple(strides)) if x.flags.c_contiguous or x.flags.f_contiguous else \
        np.lib.stride_tricks.as_strided(x, shape, strides)


def transpose(x, dim0, dim1):
    n = x.ndim
    dim0, dim1 = wrap_dim(dim0, n), wrap_dim(dim1, n)
    return x.swapaxes(dim0, dim1) if n else x[...]


def permute(x, dims):
    wrapped = [wrap_dim(d, x.ndim) for d in dims]
    if len(wrapped) != x.ndim:
        raise RuntimeError(f"permute(sparse_coo): number of dimensions in the tensor input does not match the length of the "
                           f"desired ordering of dimensions i.e. input.dim() = {x.ndim} is not equal to len(dims) = {len(wrapped)}")
    if len(set(wrapped)) != len(wrapped):
        raise RuntimeError("permute(): duplicate dims are not allowed.")
    return x.transpose(wrapped)


def unsqueeze(x, dim):
    dim = wrap_dim(dim, x.ndim + 1)
    return x[(slice(None),) * dim + (None,)]


def view(x, shape):
    """The same memory in another shape, or RuntimeError."""
    shape = infer_size(shape, x.size)
    made = x.reshape(shape)
    if x.size and not x.flags.c_contiguous and not np.may_share_memory(made, x):
        raise RuntimeError("view size is not compatible with input tensor's size and stride (at least one dimension spans "
                           "across two contiguous subspaces). Use .reshape(...) instead.")
    return made


def infer_size(shape, size):
    """The shape with its -1 filled in. RuntimeError where it cannot hold `size` elements."""
    known = math.prod(shape)
    if known == size and known >= 0 and -1 not in shape:
        return shape
    if shape.count(-1) > 1:
        raise RuntimeError("only one dimension can be inferred")
    if any(n < -1 for n in shape):
        raise RuntimeError(f"invalid shape dimension {min(shape)} at index {shape.index(min(shape))} of shape {list(shape)}")
    if -1 in shape:
        rest = -known
        if rest == 0 and size == 0:
            raise RuntimeError(f"cannot reshape tensor of 0 elements into shape {list(shape)} because the unspecified dimension "
                               f"size -1 can be any value and is ambiguous")
        if rest > 0 and size % rest == 0:
            return tuple([size // rest if n == -1 else n for n in shape])
    raise RuntimeError(f"shape '{list(shape)}' is invalid for input of size {size}")


def viewable(x, shape):
    """Whether `view` can give `shape` without a copy."""
    if x.flags.c_contiguous or not x.size:
        return True
    return np.may_share_memory(x.reshape(infer_size(shape, x.size)), x)


def squeeze(x, dim):
    n = x.ndim
    dims = range(n) if dim is None else (wrap_dim(dim, n),) if type(dim) is int else [wrap_dim(d, n) for d in dim]
    return x.squeeze(tuple([d for d in dims if d < n and x.shape[d] == 1]))


def select(x, dim, index):
    if not x.ndim:
        raise IndexError("select() cannot be applied to a 0-dim tensor.")
    dim = wrap_dim(dim, x.ndim)
    n = x.shape[dim]
    if not -n <= index < n:
        raise IndexError(f"select(): index {index} out of range for tensor of size {list(x.shape)} at dimension {dim}")
    return x[(every,) * dim + (index, ...)]


def slice(x, dim, start, end, step):                                # noqa: A001  torch's name
    dim = wrap_dim(dim, x.ndim)
    if step is not None and step <= 0:
        raise ValueError("slice step must be positive")
    return x[(every,) * dim + (type(every)(start, end, step), ...)]


def unbind(x, dim):
    if not x.ndim:
        raise RuntimeError("Dimension specified as 0 but tensor has no dimensions")
    dim = wrap_dim(dim, x.ndim)
    return tuple([x[(every,) * dim + (i, ...)] for i in range(x.shape[dim])])


def add_to_view(base, values, view):
    """Adds `values` to what `view(base)` looks at, and returns `base`. Positions may repeat."""
    target = view(base)
    if 0 in target.strides and any(s == 0 and n > 1 for s, n in zip(target.strides, target.shape)):
        positions = view(np.arange(base.size).reshape(base.shape))
        np.add.at(base.reshape(-1), positions, values)
    else:
        target[...] = values
    return base
