"""Several tensors in one."""
from __future__ import annotations

import itertools
import warnings

import numpy as np

from rushlight.dispatch import families
from rushlight.dispatch.arguments import wrap_dim
from rushlight.dispatch.kinds import Tensor, Tensors
from rushlight.dispatch.namespace import tensors as T
from rushlight.dispatch.op import by_hand, op
from rushlight.dispatch.promotion import result_dtype


@op(families.many_inputs, linear=True, method=False)
def cat(xp, tensors: Tensors, dim=0) -> Tensor:
    """Returns the tensors, one after the other along `dim`, in the type that they promote to."""
    made = xp.cat(tensors, dim)
    return _cat_with_care(xp, tensors, dim) if made is None else made

@cat.vjp("tensors")
def cat_grad(F, grad, tensors_shapes, dim):
    """A slice for each; the legacy empty vectors among matrices get an empty one."""
    dim = wrap_dim(dim, grad.ndim)
    parts, start = [], 0
    for shape in tensors_shapes:
        if shape == (0,):
            parts.append(F.new_zeros(grad, (0,)))
            continue
        parts.append(F.slice(grad, dim, start, start + shape[dim], 1))
        start += shape[dim]
    return parts


def _cat_with_care(xp, tensors, dim):
    if not tensors:
        raise ValueError("torch.cat(): expected a non-empty list of Tensors")
    tensors = _in_common(xp, tensors)
    kept = [t for t in tensors if t.shape != (0,)]
    if not kept:                                            # `dim` may then be any
        return xp.clone(tensors[0])
    dim = wrap_dim(dim, kept[0].ndim)
    _check_joinable(tensors, kept, dim)
    return xp.concatenate(kept, dim)


def _in_common(xp, arrays):
    """The arrays in the type that all of them promote to."""
    first = arrays[0]
    if all(a.dtype is first.dtype and type(a) is type(first) for a in arrays):
        return arrays
    target = result_dtype(arrays)
    return [xp.to(a, target) for a in arrays]


def _check_joinable(tensors, kept, dim):
    first = kept[0].shape
    for i, t in enumerate(tensors):
        shape = t.shape
        if not shape:
            raise RuntimeError(f"zero-dimensional tensor (at position {i}) cannot be concatenated")
        if shape == first or shape == (0,):
            continue
        if len(shape) != len(first):
            raise RuntimeError(f"Tensors must have same number of dimensions: got {len(first)} and {len(shape)}")
        for d, (n, own) in enumerate(zip(first, shape)):
            if n != own and d != dim:
                raise RuntimeError(f"Sizes of tensors must match except in dimension {dim}. Expected size {n} but got size {own} "
                                   f"for tensor number {i} in the list.")


@op(families.composite, method=False, out=True)
def concat(F, tensors: Tensors, dim=0) -> Tensor:
    """Returns the tensors, one after the other along `dim`."""
    return F.cat(tensors, dim)


@op(families.composite, method=False, out=True)
def concatenate(F, tensors: Tensors, dim=0) -> Tensor:
    """Returns the tensors, one after the other along `dim`."""
    return F.cat(tensors, dim)


@op(families.many_inputs, linear=True, method=False)
def stack(xp, tensors: Tensors, dim=0) -> Tensor:
    """Returns the tensors, all of one shape, along a new dimension."""
    made = xp.rows(tensors) if dim == 0 else None
    return _stack_with_care(xp, tensors, dim) if made is None else made

@stack.vjp("tensors")
def stack_grad(F, grad, dim):
    return F.unbind(grad, dim)


def _stack_with_care(xp, tensors, dim):
    if not tensors:
        raise RuntimeError("stack expects a non-empty TensorList")
    shape = tensors[0].shape
    dim = wrap_dim(dim, len(shape) + 1)
    for i, t in enumerate(tensors):
        if t.shape != shape:
            raise RuntimeError(f"stack expects each tensor to be equal size, but got {list(shape)} at entry 0 and "
                               f"{list(t.shape)} at entry {i}")
    return xp.stack(_in_common(xp, tensors), dim)


def _not_empty(name, tensors):
    if not tensors:
        raise RuntimeError(f"{name} expects a non-empty TensorList")


@op(families.composite, method=False, out=True)
def hstack(F, tensors: Tensors) -> Tensor:
    """Returns the tensors side by side: along the second dimension, or the only one."""
    _not_empty("hstack", tensors)
    tensors = [F._at_least(t, 1) for t in tensors]
    return F.cat(tensors, 0 if tensors[0].ndim == 1 else 1)


@op(families.composite, method=False, out=True)
def vstack(F, tensors: Tensors) -> Tensor:
    """Returns the tensors below each other; vectors count as rows."""
    _not_empty("vstack", tensors)
    return F.cat([F._at_least(t, 2) for t in tensors], 0)


@op(families.composite, method=False, out=True)
def row_stack(F, tensors: Tensors) -> Tensor:
    """Returns the tensors below each other; vectors count as rows."""
    return F.vstack(tensors)


@op(families.composite, method=False, out=True)
def dstack(F, tensors: Tensors) -> Tensor:
    """Returns the tensors along the third dimension."""
    _not_empty("dstack", tensors)
    return F.cat([F._at_least(t, 3) for t in tensors], 2)


@op(families.composite, method=False, out=True)
def column_stack(F, tensors: Tensors) -> Tensor:
    """Returns the tensors side by side; vectors count as columns."""
    _not_empty("column_stack", tensors)
    return F.hstack([F.reshape(t, (t.numel(), 1)) if t.ndim < 2 else t for t in tensors])


@op(families.many_inputs, linear=True, method=False, function=False, node="BlockDiagBackward0", out=False)
def on_diagonal(xp, tensors: Tensors) -> Tensor:
    """Returns zeros with the matrices along the diagonal."""
    tensors = _in_common(xp, tensors)
    out = xp.new_zeros(tensors[0], (sum([t.shape[0] for t in tensors]), sum([t.shape[1] for t in tensors])))
    row = column = 0
    for t in tensors:
        rows, columns = t.shape
        out[row:row + rows, column:column + columns] = t
        row, column = row + rows, column + columns
    return out

@on_diagonal.vjp("tensors")
def on_diagonal_grad(F, grad, tensors_shapes):
    parts, row, column = [], 0, 0
    for rows, columns in tensors_shapes:
        parts.append(F.slice(F.slice(grad, 0, row, row + rows, 1), 1, column, column + columns, 1))
        row, column = row + rows, column + columns
    return parts


@by_hand(method=False)
def block_diag(*tensors):
    """Returns a matrix with the tensors along its diagonal; vectors count as rows."""
    for i, t in enumerate(tensors):
        if not hasattr(t, "_data"):
            raise TypeError(f"expected Tensor as element {i} in argument 0, but got {type(t).__name__}")
        if t._data.ndim > 2:
            raise RuntimeError(f"torch.block_diag: Input tensors must have 2 or fewer dimensions. Input {i} has {t._data.ndim} "
                               f"dimensions")
    return on_diagonal([T._at_least(t, 2) for t in tensors]) if tensors else T.zeros((1, 0))


# ---------------------------------------------------------------- all combinations

@by_hand(method=False)
def meshgrid(*tensors, indexing=None):
    """Returns a view of each vector along a dimension of its own, expanded over those of the others."""
    if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)):
        tensors = tensors[0]
    if indexing is None:
        warnings.warn("torch.meshgrid: in an upcoming release, it will be required to pass the indexing argument.", stacklevel=2)
        indexing = "ij"
    return _grid(tensors, indexing)


def _grid(vectors, indexing):
    if not vectors:
        raise RuntimeError("meshgrid expects a non-empty TensorList")
    if any(t._data.ndim > 1 for t in vectors):
        raise RuntimeError("torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: "
                           f"{next(t for t in vectors if t._data.ndim > 1)}")
    if any(t.dtype is not vectors[0].dtype for t in vectors):
        raise RuntimeError("meshgrid expects all tensors to have the same dtype")
    if indexing not in ("xy", "ij"):
        raise RuntimeError(f"torch.meshgrid: indexing must be one of \"xy\" or \"ij\", but received: {indexing}")
    axes, shape = list(range(len(vectors))), [t._data.size for t in vectors]
    if indexing == "xy" and len(vectors) > 1:
        axes[:2], shape[:2] = [1, 0], shape[1::-1]
    lone = [[-1 if i == axis else 1 for i in range(len(shape))] for axis in axes]
    return tuple([T.expand(T.view(t, alone), shape) for t, alone in zip(vectors, lone)])


def _check_vector(t):
    if t._data.ndim != 1:
        raise RuntimeError(f"Expect a 1D vector, but got shape {list(t._data.shape)}")


@by_hand(method=False)
def cartesian_prod(*tensors):
    """Returns a row for each way to take one element of every vector; of one vector, the vector."""
    for t in tensors:
        _check_vector(t)
    if len(tensors) == 1:
        return tensors[0]
    return T.stack([T.flatten(grid) for grid in _grid(tensors, "ij")], 1)


@by_hand()
def combinations(input, r=2, with_replacement=False):
    """Returns a row for each choice of `r` elements of a vector, in order."""
    _check_vector(input)
    if r < 0:
        raise RuntimeError(f"Expect a non-negative number, but got {r}")
    if r == 0:
        return T.new_zeros(input, (0,))
    choose = itertools.combinations_with_replacement if with_replacement else itertools.combinations
    chosen = np.array(list(choose(range(input._data.size), r)), np.int64).reshape(-1, r)
    return T.stack([T.index_select(input, 0, T.wrap(column)) for column in chosen.T], 1)
