"""Views of a part: positions, slices, windows, strides."""
from __future__ import annotations

import operator

from rushlight.autograd.views import View
from rushlight.backends.numpy.layouts import layout_of, offset_of
from rushlight.dispatch import families
from rushlight.dispatch.arguments import as_size, wrap_dim
from rushlight.dispatch.kinds import Tensor
from rushlight.dispatch.namespace import tensors
from rushlight.dispatch.op import by_hand, op


@op(families.view, linear=True, kernel="select")
def select(xp, input: Tensor, dim, index) -> Tensor:
    """Returns a view of position `index` along `dim`, without that dimension."""
    return xp.select(input, dim, index)

@select.vjp("input")
def select_grad(F, grad, input_shape, dim, index):
    return F.view_backward(grad, ((select.op, (dim, index)),), input_shape)


@op(families.view, linear=True, kernel="slice", function=False, method=False)
def slice(xp, input: Tensor, dim=0, start=None, end=None, step=1) -> Tensor:
    """Returns a view of every `step`-th position from `start` to before `end` along `dim`."""
    return xp.slice(input, dim, start, end, step)

@slice.vjp("input")
def slice_grad(F, grad, input_shape, dim, start, end, step):
    return F.view_backward(grad, ((slice.op, (dim, start, end, step)),), input_shape)


@by_hand()
def narrow(input, dim, start, length):
    """Returns a view of `length` positions along `dim`, from `start`, which may be an integer tensor."""
    dim, start = narrow_range(input, dim, start, length)
    return slice(input, dim, start, start + length, 1)


def narrow_range(input, dim, start, length):
    """(dim, start) counted from the front, checked."""
    shape = input._data.shape
    if not shape:
        raise RuntimeError("narrow() cannot be applied to a 0-dim tensor.")
    if length < 0:
        raise RuntimeError("narrow(): length must be non-negative.")
    if hasattr(start, "_data") and (start._data.ndim or start._data.dtype.kind not in "iu"):
        raise RuntimeError("start must be an 0-dim integral Tensor.")
    dim, start = wrap_dim(dim, len(shape)), operator.index(start)
    size = shape[dim]
    if not -size <= start <= size:
        raise IndexError(f"start out of range (expected to be in range of [{-size}, {size}], but got {start})")
    start += size if start < 0 else 0
    if start + length > size:
        raise RuntimeError(f"start ({start}) + length ({length}) exceeds dimension size ({size}).")
    return dim, start


@op(families.view, linear=True, kernel="unfold", function=False)
def unfold(xp, input: Tensor, dimension, size, step) -> Tensor:
    """Returns a view of the windows of `size` along `dimension`, one every `step`, laid along a last dimension."""
    return xp.unfold(input, dimension, size, step)

@unfold.vjp("input")
def unfold_grad(F, grad, input_shape, dimension, size, step):
    return F.view_backward(grad, ((unfold.op, (dimension, size, step)),), input_shape)


# ---------------------------------------------------------------- strides by hand
#
# `as_strided` sees the whole memory behind a tensor, and of the view that it is given only where it starts. So its recipe
# starts from the base, and carries how the base lay in memory.

@op(families.view, function=False, method=False, node="AsStridedBackward0")
def as_strided_view(xp, input: Tensor, size, stride, storage_offset, layout) -> Tensor:
    """Returns a view with the strides given, from `storage_offset`, of the memory of `input`, which lies as `layout` says."""
    return xp.as_strided(input, size, stride, storage_offset)

@as_strided_view.vjp("input")
def as_strided_grad(F, grad, input_shape, size, stride, storage_offset, layout):
    return F.view_backward(grad, strided_steps(size, stride, storage_offset, layout), input_shape, layout)

@as_strided_view.jvp("input")
def as_strided_jvp(F, grad, size, stride, storage_offset, layout):
    return F.view_gather(grad, strided_steps(size, stride, storage_offset, layout), layout)


def strided_steps(size, stride, storage_offset, layout):
    """The recipe of a view made by `as_strided`."""
    return (as_strided_view.op, (size, stride, storage_offset, layout)),


@by_hand()
def as_strided(input, size, stride, storage_offset=None):
    """Returns a view of the tensor's memory with the size, strides and offset given, in elements."""
    size, stride, offset = strided_arguments(input, size, stride, storage_offset)
    out = as_strided_view(input, size, stride, offset, layout_of(input._data))
    view = out._edge
    if type(view) is View and view.previous is not None:
        view.previous, view.step = None, (as_strided_view.op, (size, stride, offset, layout_of(view.base._data)))
    return out


def strided_arguments(input, size, stride, storage_offset):
    """The arguments of `as_strided`, checked."""
    size, stride = as_size((size,)), as_size((stride,))
    offset = offset_of(input._data) if storage_offset is None else operator.index(storage_offset)
    if len(size) != len(stride):
        raise RuntimeError("mismatch in length of strides and shape")
    if any(s < 0 for s in stride):
        raise RuntimeError(f"as_strided: Negative strides are not supported at the moment, got strides: {list(stride)}")
    if any(n < 0 for n in size):
        raise RuntimeError(f"Storage size calculation overflowed with sizes={list(size)} and strides={list(stride)}")
    if offset < 0:
        raise RuntimeError(f"Tensor: invalid storage offset {offset}")
    return size, stride, offset


tensors.as_strided = as_strided
