"""Operations that read at positions: `x[...]` is in getitem.py."""
from __future__ import annotations

import warnings

from rushlight import dtypes
from rushlight.dispatch import families
from rushlight.dispatch.arguments import broadcast_shape, wrap_dim
from rushlight.dispatch.kinds import Tensor, Tensors
from rushlight.dispatch.namespace import tensors
from rushlight.dispatch.op import by_hand, op
from rushlight.dispatch.out_dtypes import exactly
from rushlight.errors import refuse
from rushlight.ops.masking import choose
from rushlight.op_methods import OpMethods


@op(families.indexing)
def gather(xp, input: Tensor, dim, index: Tensor, *, sparse_grad=False) -> Tensor:
    """Returns the elements at `index` along `dim`, and at their own place along the other dimensions."""
    if sparse_grad:
        refuse("gather(sparse_grad=True)")
    return xp.gather(input, dim, index)

@gather.vjp("input")
def gather_grad(F, grad, input_shape, dim, index):
    return F.scatter_add(F.new_zeros(grad, input_shape), dim, index, grad)

@gather.jvp("input")
def gather_tangent(F, grad, dim, index):
    return F.gather(grad, dim, index)


@op(families.indexing, out_dtype=exactly("index_select(): self and result must have the same scalar type"))
def index_select(xp, input: Tensor, dim, index: Tensor) -> Tensor:
    """Returns the slices at the positions `index` along `dim`."""
    return xp.index_select(input, dim, index)

@index_select.vjp("input")
def index_select_grad(F, grad, input_shape, dim, index):
    return F.index_add(F.new_zeros(grad, input_shape), dim, index, grad)

@index_select.jvp("input")
def index_select_tangent(F, grad, dim, index):
    return F.index_select(grad, dim, index)


@op(families.indexing,
    out_dtype=exactly("take(): self and out expected to have the same dtype, but got self.dtype = {wanted} and out.dtype = "
                      "{given}"))
def take(xp, input: Tensor, index: Tensor) -> Tensor:
    """Returns the elements at positions of the flattened tensor."""
    return xp.take(input, index)

@take.vjp("input")
def take_grad(F, grad, input_shape, index):
    return F.put(F.new_zeros(grad, input_shape), index, grad, True)

@take.jvp("input")
def take_tangent(F, grad, index):
    return F.take(grad, index)


@by_hand()
def take_along_dim(input, indices, dim=None, *, out=None):
    """Returns the elements at `indices` along `dim`, after broadcasting the other dimensions; of the flattened tensor without."""
    if not hasattr(indices, "_data"):
        raise TypeError(f"take_along_dim(): argument 'indices' (position 2) must be Tensor, not {type(indices).__name__}")
    if indices.dtype is not dtypes.int64:
        raise RuntimeError(f"torch.take_along_dim(): dtype of indices should be Long but got {indices.dtype.scalar_name}")
    options = {} if out is None else {"out": out}
    if dim is None:
        return gather(tensors.reshape(input, -1), 0, tensors.reshape(indices, -1), **options)
    if input.ndim != indices.ndim:
        raise RuntimeError(f"torch.take_along_dim(): input and indices should have the same number of dimensions, but got "
                           f"{input.ndim} dimensions for input, and {indices.ndim} dimensions for indices")
    dim = wrap_dim(dim, input.ndim)
    own, theirs = list(input.shape), list(indices.shape)
    own[dim] = theirs[dim] = 1
    own = list(broadcast_shape((own, theirs)))
    theirs = own[:]
    own[dim], theirs[dim] = input.shape[dim], indices.shape[dim]
    return gather(tensors.expand(input, own), dim, _from_the_front(tensors.expand(indices, theirs), own[dim]), **options)


def _from_the_front(indices, size):
    """Indices that count from the end, counted from the front."""
    negative = indices < 0
    return choose(negative, indices % size, indices) if size and negative._data.any() else indices

# ---------------------------------------------------------------- one tensor for each of several dimensions


@op(families.indexing, method=False, function=False, out=False)
def index(xp, input: Tensor, indices: Tensors, dims) -> Tensor:
    """Returns the elements where `indices` (positions or masks), one for each of `dims`, point."""
    return xp.advanced_index(input, indices, dims)

@index.vjp("input")
def index_grad(F, grad, input_shape, indices, dims):
    return F.write_at(F.new_zeros(grad, input_shape), indices, grad, True, dims)

@index.jvp("input")
def index_tangent(F, grad, indices, dims):
    return F.index(grad, indices, dims)


@op(families.filling, method=False, function=False, out=False, into_expanded=True, node="IndexPutBackward0")
def write_at(xp, input: Tensor, indices: Tensors, values: Tensor, accumulate, dims) -> Tensor:
    """Returns `input` with `values` written (or added) where `indices`, one for each of `dims`, point."""
    if dtypes.dtype_of(input) is not dtypes.dtype_of(values):
        xp.check_fits(input, indices, dims, values)
    xp.check_same_type("index_put", input, values, "Index put requires the source and destination dtypes match, got {own} for "
                                                   "the destination and {other} for the source.")
    filled = not values.ndim and indices[0].dtype.kind == "b"              # one value where a mask holds is read first
    xp.check_overlap(input, *indices, *([] if filled else [values]))
    xp.advanced_write(input, indices, dims, values, accumulate)

@write_at.vjp("input")
@write_at.jvp("input")
def write_at_grad_input(F, grad, values_shape, indices, accumulate, dims):
    return grad if accumulate else F.write_at(grad, indices, F.new_zeros(grad, (1,) * len(values_shape)), False, dims)

@write_at.vjp("values")
def write_at_grad_values(F, grad, indices, dims):
    return F.index(grad, indices, dims)

@write_at.jvp("values")
def write_at_tangent_values(F, grad, input_shape, indices, accumulate, dims):
    return F.write_at(F.new_zeros(grad, input_shape), indices, grad, accumulate, dims)


@by_hand()
def index_put(input, indices, values, accumulate=False):
    """Returns a copy of `input` with `values` written (or added) where `indices` point: as `input[indices] = values`."""
    return write_at(input, *_written(input, indices, values), accumulate, _dims(indices))


@by_hand(method=True)
def index_put_(input, indices, values, accumulate=False):
    """Writes `values` (or adds them) where `indices` point: as `input[indices] = values`."""
    return OpMethods.write_at_(input, *_written(input, indices, values), accumulate, _dims(indices))


def _written(input, indices, values):
    if not isinstance(indices, (tuple, list)):
        raise TypeError(f"index_put_(): argument 'indices' (position 1) must be tuple of Tensors, not {type(indices).__name__}")
    for i, t in enumerate(indices):
        if not hasattr(t, "_data"):
            raise TypeError(f"expected Tensor as element {i} in argument 0, but got {type(t).__name__}")
        check_index(t)
    if sum(t.ndim if _is_mask(t) else 1 for t in indices) > input.ndim:
        raise IndexError(f"too many indices for tensor of dimension {input.ndim} (got {len(indices)})")
    return list(map(as_index, indices)), values


def check_index(t):
    """IndexError unless the tensor can be an index."""
    if t.dtype not in (dtypes.int64, dtypes.int32, dtypes.uint8, dtypes.bool):
        raise IndexError("tensors used as indices must be long, int, byte or bool tensors")


def _is_mask(t):
    return t.dtype is dtypes.bool or t.dtype is dtypes.uint8


def as_index(t, stacklevel=4):
    """An index in the type the kernels take: integers, or bool for a mask."""
    if t.dtype is dtypes.uint8:
        warnings.warn("indexing with dtype torch.uint8 is now deprecated, please use a dtype torch.bool instead.",
                      stacklevel=stacklevel)
        return tensors.to_copy(t, dtypes.bool)
    return t


def _dims(indices):
    """The dimension at which each index starts."""
    starts, dim = [], 0
    for t in indices:
        starts.append(dim)
        dim += t.ndim if _is_mask(t) else 1
    return tuple(starts)


@by_hand()
def unravel_index(indices, shape):
    """Returns, for positions of a flattened tensor of the given shape, their coordinates: a tensor per dimension."""
    if indices.dtype.category != dtypes.INTEGRAL:
        raise TypeError(f"expected 'indices' to be integer dtype, but got {indices.dtype}")
    if not isinstance(shape, (int, tuple, list, str)):
        raise TypeError(f"expected 'shape' to be int or sequence of ints, but got {type(shape)}")
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    odd = next((n for n in shape if not isinstance(n, int)), 0)
    if odd != 0:
        raise TypeError(f"expected 'shape' sequence to only contain ints, but got {type(odd)}")
    if any(n < 0 for n in shape):
        raise ValueError(f"'shape' cannot have negative values, but got {shape}")
    return tensors.unbind(coordinates(indices, shape), -1)


@op(families.general, method=False, function=False, out=False)
def coordinates(xp, input: Tensor, shape) -> Tensor:
    """Returns the coordinates of flat positions, along a last dimension."""
    return xp.coordinates(input, shape)
