"""Views: other shapes for the same elements, and parts of them."""
from __future__ import annotations

import operator

import numpy as np
from numpy import ndarray

from rushlight.backends.numpy.layouts import infer_size, strided, strides_of, view_strides, offset_of
from rushlight.dispatch.arguments import wrap_dim

every = slice(None)


def reshape(x, shape):
    return x.reshape(shape)


def view(x, shape):
    """The same memory in another shape, or RuntimeError."""
    if x.flags.c_contiguous:
        try:
            made = x.reshape(shape)
        except ValueError:
            infer_size(shape, x.size)
            raise
        if made.shape != shape and -1 not in shape:
            infer_size(shape, x.size)       # NumPy takes any negative size for -1
        return made
    shape = infer_size(shape, x.size)
    strides = view_strides(x, shape)
    if strides is None:
        raise RuntimeError("view size is not compatible with input tensor's size and stride (at least one dimension spans "
                           "across two contiguous subspaces). Use .reshape(...) instead.")
    return strided(x, shape, strides)


def view_dtype(x, dtype):
    """The same bytes as elements of a torch dtype."""
    bits = x.view(ndarray)
    if bits.itemsize != dtype.itemsize:
        _check_resizable(x, dtype)
    if not bits.size and bits.ndim and bits.itemsize != dtype.itemsize:
        bits = bits.reshape((*bits.shape[:-1], bits.shape[-1] * bits.itemsize // dtype.itemsize)).view(bits.dtype)
        return np.zeros(bits.shape, dtype.numpy).view(dtype.array_type)
    return bits.view(dtype.numpy).view(dtype.array_type)


def _check_resizable(x, dtype):
    """RuntimeError where elements of another size do not tile the memory."""
    from rushlight.dtypes import dtype_of
    what = f"to view {dtype_of(x).scalar_name} as {dtype.scalar_name} (different element sizes)"
    if not x.ndim:
        raise RuntimeError(f"self.dim() cannot be 0 {what}")
    strides = strides_of(x)
    if strides[-1] != 1:
        raise RuntimeError(f"self.stride(-1) must be 1 {what}, but got {strides[-1]}")
    if x.itemsize > dtype.itemsize:
        return
    ratio = dtype.itemsize // x.itemsize
    if x.shape[-1] % ratio:
        raise RuntimeError(f"self.size(-1) must be divisible by {ratio} {what}, but got {x.shape[-1]}")
    if offset_of(x) % ratio:
        raise RuntimeError(f"self.storage_offset() must be divisible by {ratio} {what}, but got {offset_of(x)}")
    for i, stride in enumerate(strides[:-1]):
        if stride % ratio:
            raise RuntimeError(f"self.stride({i}) must be divisible by {ratio} {what}, but got {stride}")


def expand(x, shape):
    """Broadcasts without copying."""
    if not isinstance(x, ndarray):
        x = np.asarray(x)
    lead = len(shape) - x.ndim
    if lead > 0 and x.shape == shape[lead:] and min(shape) >= 0:            # the usual case, without a walk over the dimensions
        return strided(x, shape, (0,) * lead + x.strides)
    if lead < 0:
        raise RuntimeError(f"expand({_kind(x)}{{{list(x.shape)}}}, size={list(shape)}): the number of sizes provided "
                           f"({len(shape)}) must be greater or equal to the number of dimensions in the tensor ({x.ndim})")
    sizes, strides = [], []
    for i in range(len(shape) - 1, -1, -1):         # from the last on: an error names the last size that doesn't fit
        n, own = shape[i], x.shape[i - lead] if i >= lead else None
        if own is None and n == -1 and x.ndim:
            raise RuntimeError(f"The expanded size of the tensor ({n}) isn't allowed in a leading, non-existing dimension {i}")
        if own is not None and own != 1 and n not in (-1, own):
            raise RuntimeError(f"The expanded size of the tensor ({n}) must match the existing size ({own}) at non-singleton "
                               f"dimension {i}.  Target sizes: {list(shape)}.  Tensor sizes: {list(x.shape)}")
        sizes.append(n if own is None or n != -1 else own)
        strides.append(x.strides[i - lead] if own is not None and (own != 1 or n in (-1, 1)) else 0)
    if min(sizes, default=0) < 0:
        raise RuntimeError("numel: integer multiplication overflow")
    return strided(x, sizes[::-1], strides[::-1])


def _kind(x):
    from rushlight.dtypes import dtype_of
    return f"torch.{dtype_of(x).scalar_name}Tensor"


def unsqueeze(x, dim):
    if type(dim) is int and -1 <= dim <= 0:
        return x[None] if dim == 0 else x[..., None]
    dim = wrap_dim(dim, x.ndim + 1)
    return x[(every,) * dim + (None,)]


def squeeze(x, dim):
    n = x.ndim
    if dim is None:
        return x.squeeze()
    if hasattr(dim, "__index__"):
        dim = wrap_dim(dim, n)
        return x.squeeze(dim) if n and x.shape[dim] == 1 else x[...]
    dims = [wrap_dim(d, n) for d in dim]
    if len(set(dims)) != len(dims):
        raise RuntimeError(f"dim {next(d for d in dims if dims.count(d) > 1)} appears multiple times in the list of dims")
    return x.squeeze(tuple([d for d in dims if d < n and x.shape[d] == 1]))


# ---------------------------------------------------------------- another order

def transpose(x, dim0, dim1):
    n = x.ndim
    dim0, dim1 = wrap_dim(dim0, n), wrap_dim(dim1, n)
    return x.swapaxes(dim0, dim1) if n else x[...]


def t(x):
    if x.ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {x.ndim}D")
    return x.T if x.ndim == 2 else x[...]


def permute(x, dims):
    try:
        return x.transpose(dims)
    except ValueError:
        _refuse_order(x, dims)
        raise


def _refuse_order(x, dims):
    wrapped = [wrap_dim(d, x.ndim) for d in dims]
    if len(wrapped) != x.ndim:
        raise RuntimeError(f"permute(sparse_coo): number of dimensions in the tensor input does not match the length of the "
                           f"desired ordering of dimensions i.e. input.dim() = {x.ndim} is not equal to len(dims) = "
                           f"{len(wrapped)}")
    if len(set(wrapped)) != len(wrapped):
        raise RuntimeError("permute(): duplicate dims are not allowed.")


# ---------------------------------------------------------------- a part

def select(x, dim, index):
    if not x.ndim:
        raise IndexError("select() cannot be applied to a 0-dim tensor.")
    dim = wrap_dim(dim, x.ndim)
    if type(index) is not int:
        index = operator.index(index)
    n = x.shape[dim]
    if not -n <= index < n:
        raise IndexError(f"select(): index {index} out of range for tensor of size {list(x.shape)} at dimension {dim}")
    return x[(every,) * dim + (index, ...)]


def slice(x, dim, start, end, step):
    if not x.ndim:
        raise RuntimeError("slice() cannot be applied to a 0-dim tensor.")
    dim = wrap_dim(dim, x.ndim)
    if step is not None and step <= 0:
        raise ValueError("slice step must be positive")
    return x[(every,) * dim + (type(every)(start, end, step), ...)]


def unfold(x, dim, size, step):
    """Windows of `size` every `step` along `dim`, as a last dimension."""
    dim = wrap_dim(dim, x.ndim)
    n, stride = (x.shape[dim], x.strides[dim]) if x.ndim else (1, x.itemsize)
    if size < 0:
        raise RuntimeError(f"size is {size} but must be >= 0")
    if size > n:
        raise RuntimeError(f"maximum size for tensor at dimension {dim} is {n} but size is {size}")
    if step <= 0:
        raise RuntimeError(f"step is {step} but must be > 0")
    shape, strides = [*x.shape, size], [*x.strides, stride]
    if x.ndim:
        shape[dim], strides[dim] = (n - size) // step + 1, stride * step
    return strided(x, shape, strides)


def diagonal(x, offset, dim1, dim2):
    """The elements at (i, i + offset) of two dimensions, as a last dimension."""
    n, first, second = x.ndim, dim1, dim2
    dim1, dim2 = wrap_dim(dim1, n), wrap_dim(dim2, n)
    if dim1 == dim2:
        raise RuntimeError(f"diagonal dimensions cannot be identical {first}, {second}")
    rows, columns = x.shape[dim1], x.shape[dim2]
    count = max(0, min(rows, columns - offset) if offset >= 0 else min(rows + offset, columns))
    corner = x
    if n == 2 and not offset:
        return strided(x, (count,), (x.strides[0] + x.strides[1],))
    if count and offset:
        at = (every,) * (dim2 if offset > 0 else dim1)
        corner = x[at + (type(every)(abs(offset), None),)]
    others = [i for i in range(n) if i not in (dim1, dim2)]
    return strided(corner, [*[x.shape[i] for i in others], count],
                   [*[x.strides[i] for i in others], x.strides[dim1] + x.strides[dim2]])


# ---------------------------------------------------------------- several parts

def unbind(x, dim):
    if not x.ndim:
        raise IndexError("Dimension specified as 0 but tensor has no dimensions")
    dim = wrap_dim(dim, x.ndim)
    return tuple([x[(every,) * dim + (i, ...)] for i in range(x.shape[dim])])


def split(x, sizes, dim):
    """Consecutive parts of the given sizes along `dim`."""
    parts, start, before = [], 0, (every,) * dim
    for n in sizes:
        parts.append(x[before + (type(every)(start, start + n),)])
        start += n
    return tuple(parts)
