"""Other shapes for the same elements: views where the strides allow them."""
from __future__ import annotations

import math

from rushlight.backends.numpy.layouts import viewable
from rushlight.backends import numpy as xp
from rushlight.dispatch import families
from rushlight.dispatch.wrapping import wrap
from rushlight.dispatch.arguments import as_size, wrap_dim
from rushlight.dispatch.kinds import Size, Tensor
from rushlight.dispatch.namespace import tensors
from rushlight.dispatch.op import by_hand, op
from rushlight.dtypes import dtype as DType
from rushlight.op_methods import OpMethods
from rushlight.size import Size as Shape
from rushlight.size import contiguous_format
from rushlight.storage import storage_of


@op(families.view, function=False, method=False, kernel="view")
def view(xp, input: Tensor, size: Size) -> Tensor:
    """Returns the same memory in another shape; RuntimeError where the strides do not allow that."""
    return xp.view(input, size)

@view.vjp("input")
def view_grad(F, grad, input_shape):
    return F.reshape(grad, input_shape)

@view.jvp("input")
def view_jvp(F, grad, size):
    return F.reshape(grad, size)


def view_method(input, *sizes, dtype=None, size=None):
    """Returns the same memory in another shape, or as elements of another type."""
    if size is None and dtype is None and (len(sizes) != 1 or type(sizes[0]) is not DType):
        return view(input, *sizes)
    if size is not None:
        return view(input, *sizes, size=size)
    return _as_type(input, sizes[0] if dtype is None else dtype)

view_method.__name__ = view_method.__qualname__ = "view"
OpMethods.view = view_method


def _as_type(input, dtype):
    """The same memory as elements of another type: a constant, and to the tape no view."""
    out = wrap(xp.view_dtype(input._data, dtype))
    out._storage, out._inference = storage_of(input), input._inference
    return out


@op(families.view, linear=True, function=False, method=False)
def alias(xp, input: Tensor) -> Tensor:
    """Returns a view of everything."""
    return input[...]

@alias.vjp("input")
def alias_grad(F, grad):
    return grad


@op(families.composite, function=False)
def view_as(F, input: Tensor, other: Tensor) -> Tensor:
    """Returns a view in the shape of `other`."""
    return F.view(input, tuple(other.shape))

# ---------------------------------------------------------------- reshape and its kin


@op(families.composite, kernel="reshape", plainly=("view", "input._data.flags.c_contiguous"))
def reshape(F, input: Tensor, shape: Size) -> Tensor:
    """Returns the same elements in another shape: a view where the strides allow one, else a copy."""
    return reshaped(F, input, shape)

def reshaped(F, input, shape):
    data = input._data
    if data.flags.c_contiguous:
        return F.view(input, shape)
    if viewable(data, shape):
        return F._reshape_alias(input, shape)
    return F._unsafe_view(F.clone(input, memory_format=contiguous_format), shape)


@op(families.view, method=False, function=False, kernel="view")
def _reshape_alias(xp, input: Tensor, size: Size) -> Tensor:
    """Returns a view in another shape, which the strides are known to allow."""
    return xp.view(input, size)

@_reshape_alias.vjp("input")
def _reshape_alias_grad(F, grad, input_shape):
    return F.reshape(grad, input_shape)

@_reshape_alias.jvp("input")
def _reshape_alias_jvp(F, grad, size):
    return F.reshape(grad, size)


@op(families.general, method=False, function=False, out=False, kernel="reshape")
def _unsafe_view(xp, input: Tensor, size: Size) -> Tensor:
    """Returns fresh elements in another shape, not tracked as a view."""
    return xp.reshape(input, size)

@_unsafe_view.vjp("input")
def _unsafe_view_grad(F, grad, input_shape):
    return F.reshape(grad, input_shape)

@_unsafe_view.jvp("input")
def _unsafe_view_jvp(F, grad, size):
    return F.reshape(grad, size)


@op(families.composite, function=False)
def reshape_as(F, input: Tensor, other: Tensor) -> Tensor:
    """Returns the same elements in the shape of `other`."""
    return F.reshape(input, tuple(other.shape))


@op(families.composite)
def flatten(F, input: Tensor, start_dim=0, end_dim=-1) -> Tensor:
    """Returns the elements with the dimensions from `start_dim` to `end_dim` made one."""
    shape = input._data.shape
    first, last = wrap_dim(start_dim, len(shape)), wrap_dim(end_dim, len(shape))
    if first > last:
        raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
    if not shape:
        return reshaped(F, input, (1,))
    if first == last:
        return input
    return reshaped(F, input, (*shape[:first], math.prod(shape[first:last + 1]), *shape[last + 1:]))


@op(families.composite)
def unflatten(F, input: Tensor, dim, sizes: Size) -> Tensor:
    """Returns a view with dimension `dim` split into `sizes`, one of which may be -1."""
    shape = input._data.shape
    dim = wrap_dim(dim, len(shape))
    if not sizes:
        raise RuntimeError("unflatten: sizes must be non-empty")
    return F.view(input, (*shape[:dim], *_split_sizes(sizes, shape[dim], dim), *shape[dim + 1:]))

def _split_sizes(sizes, whole, dim):
    known = 1
    for n in sizes:
        known *= n if n != -1 else 1
    if sizes.count(-1) == 1 and known > 0 and whole % known == 0:
        return [whole // known if n == -1 else n for n in sizes]
    if -1 in sizes or known != whole:
        raise RuntimeError(f"unflatten: Provided sizes {list(sizes)} don't multiply up to the size of dim {dim} ({whole}) in the "
                           f"input tensor")
    return sizes


@op(families.composite)
def ravel(F, input: Tensor) -> Tensor:
    """Returns the elements in one dimension."""
    return F.view(F.contiguous(input), (-1,))

# ---------------------------------------------------------------- sizes of one, added, taken away and stretched


@op(families.view, linear=True, kernel="unsqueeze")
def unsqueeze(xp, input: Tensor, dim) -> Tensor:
    """Returns a view with a dimension of size 1 at `dim`."""
    return xp.unsqueeze(input, dim)

@unsqueeze.vjp("input")
def unsqueeze_grad(F, grad, input_shape):
    return F.reshape(grad, input_shape)


@op(families.view, linear=True, kernel="squeeze",
    node="SqueezeBackward0 if dim is None else SqueezeBackward1 if type(dim) is int else SqueezeBackward2")
def squeeze(xp, input: Tensor, dim=None) -> Tensor:
    """Returns a view without the dimensions of size 1, or without those of them that `dim` names."""
    return xp.squeeze(input, dim)

@squeeze.vjp("input")
def squeeze_grad(F, grad, input_shape):
    return F.reshape(grad, input_shape)


@op(families.view, linear=True, function=False, kernel="expand")
def expand(xp, input: Tensor, size: Size) -> Tensor:
    """Returns a view broadcast to `size`; -1 keeps a size."""
    return xp.expand(input, size)

@expand.vjp("input")
def expand_grad(F, grad):
    return grad                                         # the engine undoes broadcasts


@op(families.composite, function=False)
def expand_as(F, input: Tensor, other: Tensor) -> Tensor:
    """Returns a view broadcast to the shape of `other`."""
    return F.expand(input, tuple(other.shape))


@op(families.composite)
def broadcast_to(F, input: Tensor, size: Size) -> Tensor:
    """Returns a view broadcast to `size`."""
    return F.expand(input, size)


@by_hand(method=False)
def broadcast_shapes(*shapes):
    """Returns the shape that tensors of the given shapes broadcast to."""
    out = []
    for number, shape in enumerate(shapes):
        shape = as_size((shape,)) if not isinstance(shape, int) else (shape,)
        out = [1] * (len(shape) - len(out)) + out
        for i in range(-1, -len(shape) - 1, -1):
            n = shape[i]
            if n < 0 and out[i] == 1:
                raise ValueError("Attempting to broadcast a dimension with negative length!")
            if n != 1 and out[i] not in (1, n):
                raise RuntimeError(f"Attempting to broadcast a dimension of length {n} at {i}! Mismatching argument at index "
                                   f"{number} had {shape}; but expected shape should be broadcastable to {out}")
            out[i] = n if out[i] == 1 else out[i]
    return Shape(out)


@by_hand(method=False)
def broadcast_tensors(*tensors_):
    """Returns the tensors, broadcast to their common shape."""
    given = tensors_[0] if len(tensors_) == 1 and isinstance(tensors_[0], (list, tuple)) else tensors_
    shape = common_shape(given)
    return tuple([t if t._data.shape == shape else tensors.expand(t, shape) for t in given])

def common_shape(given):
    """The shape that all tensors broadcast to; torch's RuntimeError where there is none."""
    out = ()
    for t in given:
        out = _common(out, t._data.shape)
    return out

def _common(first, second):
    count = max(len(first), len(second))
    one, two = (1,) * (count - len(first)) + first, (1,) * (count - len(second)) + second
    for i in reversed(range(count)):
        if one[i] != two[i] and 1 not in (one[i], two[i]):
            raise RuntimeError(f"The size of tensor a ({one[i]}) must match the size of tensor b ({two[i]}) at non-singleton "
                               f"dimension {i}")
    return tuple([b if a == 1 else a for a, b in zip(one, two)])


@op(families.composite, method=False, function=False)
def _at_least(F, input: Tensor, count) -> Tensor:
    """Returns the tensor with at least `count` dimensions."""
    n = input._data.ndim
    if n >= count:
        return input
    if n == 0:
        return F.reshape(input, (1,) * count)
    if count == 3:
        return F.unsqueeze(input if n == 2 else F.unsqueeze(input, 0), -1)
    return F.unsqueeze(input, 0)


def _at_least_each(given, count):
    if len(given) == 1 and isinstance(given[0], (list, tuple)):
        return tuple([tensors._at_least(t, count) for t in given[0]])
    made = tuple([tensors._at_least(t, count) for t in given])
    return made[0] if len(made) == 1 else made


@by_hand(method=False)
def atleast_1d(*tensors):
    """Returns each tensor with at least one dimension."""
    return _at_least_each(tensors, 1)


@by_hand(method=False)
def atleast_2d(*tensors):
    """Returns each tensor with at least two dimensions, new ones in front."""
    return _at_least_each(tensors, 2)


@by_hand(method=False)
def atleast_3d(*tensors):
    """Returns each tensor with at least three dimensions: a matrix gets one behind, a vector one on each side."""
    return _at_least_each(tensors, 3)
