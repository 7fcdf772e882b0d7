"""A tensor in several parts."""
from __future__ import annotations

import operator

from rushlight.autograd.views import ONE_OF_MANY
from rushlight.dispatch import families
from rushlight.dispatch.arguments import wrap_dim
from rushlight.dispatch.kinds import Tensor, Tensors
from rushlight.dispatch.op import by_hand, op
from rushlight.op_methods import OpMethods
from rushlight.ops.parts import slice


@op(families.many_views, linear=True, kernel="unbind", creation=ONE_OF_MANY)
def unbind(xp, input: Tensor, dim=0) -> Tensors:
    """Returns a view of each position along `dim`."""
    return xp.unbind(input, dim)

@unbind.vjp("input")
def unbind_grad(F, grads, dim):
    return F.stack(grads, dim)


@op(families.many_views, linear=True, creation=ONE_OF_MANY, method=False, function=False, node="SplitBackward0")
def split_evenly(xp, input: Tensor, size, dim) -> Tensors:
    """Returns views of `size` positions each along `dim`; the last may be shorter."""
    return xp.split(input, _even(input.shape[dim], size), dim)

@split_evenly.vjp("input")
def split_evenly_grad(F, grads, dim):
    return F.cat(grads, dim)


@op(families.many_views, linear=True, creation=ONE_OF_MANY, method=False, function=False, node="SplitWithSizesBackward0")
def split_unevenly(xp, input: Tensor, sizes, dim) -> Tensors:
    """Returns consecutive views of the given sizes along `dim`."""
    return xp.split(input, sizes, dim)

@split_unevenly.vjp("input")
def split_unevenly_grad(F, grads, dim):
    return F.cat(grads, dim)


def _even(n, size):
    """How long the parts of `n` positions are, `size` at a time."""
    if size == 0:
        return (0,)
    return (*(size,) * (n // size), n % size) if n % size or not n else (size,) * (n // size)


@by_hand(method=False)
def split(tensor, split_size_or_sections, dim=0):
    """Returns consecutive views along `dim`, of one size, or of the sizes listed."""
    if not isinstance(split_size_or_sections, (list, tuple)):
        dim, size = _split_arguments(tensor, split_size_or_sections, dim)
        return split_evenly(tensor, size, dim)
    return split_with_sizes(tensor, split_size_or_sections, dim)


def split_method(input, split_size, dim=0):
    """Returns consecutive views along `dim`, of one size, or of the sizes listed."""
    return split(input, split_size, dim)


split_method.__name__ = split_method.__qualname__ = "split"
OpMethods.split = split_method


def _split_arguments(input, size, dim):
    shape = input._data.shape
    if not shape:
        raise RuntimeError("split expects at least a 1-dimensional tensor")
    size, dim = operator.index(size), wrap_dim(dim, len(shape))
    if size < 0:
        raise RuntimeError(f"split expects split_size be non-negative, but got split_size={size}")
    if size == 0 and shape[dim]:
        raise RuntimeError(f"split_size can only be 0 if dimension size is 0, but got dimension size of {shape[dim]}")
    return dim, size


@by_hand()
def split_with_sizes(input, split_sizes, dim=0):
    """Returns consecutive views of the sizes listed along `dim`."""
    sizes, dim = _sizes_arguments(input, split_sizes, dim)
    return split_unevenly(input, sizes, dim)


def _sizes_arguments(input, sizes, dim):
    shape, sizes = input._data.shape, tuple([operator.index(n) for n in sizes])
    if not shape:
        raise RuntimeError("split_with_sizes expects at least a 1-dimensional tensor")
    given, dim = dim, wrap_dim(dim, len(shape))
    if any(n < 0 for n in sizes):
        raise RuntimeError(f"split_with_sizes expects split_sizes have only non-negative entries, but got "
                           f"split_sizes={list(sizes)}")
    if sum(sizes) != shape[dim]:
        raise RuntimeError(f"split_with_sizes expects split_sizes to sum exactly to {shape[dim]} (input tensor's size at "
                           f"dimension {given}), but got split_sizes={list(sizes)}")
    return sizes, dim


@by_hand()
def chunk(input, chunks, dim=0):
    """Returns at most `chunks` views along `dim`, all of one size but the last."""
    dim, size, sizes = _chunk_arguments(input, chunks, dim)
    return split_evenly(input, size, dim) if sizes is None else split_unevenly(input, sizes, dim)


def _chunk_arguments(input, chunks, dim):
    shape, chunks = input._data.shape, operator.index(chunks)
    if not shape:
        raise RuntimeError("chunk expects at least a 1-dimensional tensor")
    if chunks <= 0:
        raise RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    dim = wrap_dim(dim, len(shape))
    size = -(-shape[dim] // chunks)
    return dim, size, None if shape[dim] else (0,) * chunks


# ---------------------------------------------------------------- copies, which may be written one by one

@op(families.many_outputs, linear=True, method=False, function=False, out=False, node="UnsafeSplitBackward0")
def split_apart(xp, input: Tensor, size, dim) -> Tensors:
    """Returns copies of `size` positions each along `dim`."""
    return tuple([part.copy() for part in xp.split(input, _even(input.shape[dim], size), dim)])

@split_apart.vjp("input")
def split_apart_grad(F, grads, dim):
    return F.cat(grads, dim)


@op(families.many_outputs, linear=True, method=False, function=False, out=False, node="UnsafeSplitWithSizesBackward0")
def split_apart_with_sizes(xp, input: Tensor, sizes, dim) -> Tensors:
    """Returns copies of the given sizes along `dim`."""
    return tuple([part.copy() for part in xp.split(input, sizes, dim)])

@split_apart_with_sizes.vjp("input")
def split_apart_with_sizes_grad(F, grads, dim):
    return F.cat(grads, dim)


@by_hand()
def unsafe_split(input, split_size, dim=0):
    """Returns what `split` does, as tensors that are no views of each other."""
    dim, size = _split_arguments(input, split_size, dim)
    return split_apart(input, size, dim)


@by_hand()
def unsafe_split_with_sizes(input, split_sizes, dim=0):
    """Returns what `split_with_sizes` does, as tensors that are no views of each other."""
    sizes, dim = _sizes_arguments(input, split_sizes, dim)
    return split_apart_with_sizes(input, sizes, dim)


@by_hand()
def unsafe_chunk(input, chunks, dim=0):
    """Returns what `chunk` does, as tensors that are no views of each other."""
    dim, size, sizes = _chunk_arguments(input, chunks, dim)
    return split_apart(input, size, dim) if sizes is None else split_apart_with_sizes(input, sizes, dim)


# ---------------------------------------------------------------- by NumPy's names

@by_hand()
def tensor_split(input, indices_or_sections=None, dim=0, *, indices=None, sections=None):
    """Returns views along `dim`: so many nearly equal ones, or those between the positions listed."""
    where = next((w for w in (indices_or_sections, indices, sections) if w is not None), None)
    if where is None:
        raise TypeError("tensor_split() missing 1 required positional arguments: \"indices_or_sections\"")
    n = input._data.ndim
    if not n:
        raise RuntimeError("tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims")
    dim, where = wrap_dim(dim, n), _positions(where)
    if isinstance(where, int):
        return _sections(input, where, dim)
    bounds = [None, *where, None]
    return tuple([slice(input, dim, start, end, 1) for start, end in zip(bounds, bounds[1:])])


def _positions(where):
    if not hasattr(where, "_data"):
        return [operator.index(i) for i in where] if isinstance(where, (list, tuple)) else operator.index(where)
    if where._data.dtype != "int64":
        raise RuntimeError(f"tensor_split expected tensor_indices_or_sections to have dtype of long, but got "
                           f"{where.dtype.scalar_name}")
    if where._data.ndim > 1:
        raise RuntimeError(f"tensor_split expected tensor_indices_or_sections to be a zero-dimensional or one-dimensional "
                           f"tensor, but got a tensor with {where._data.ndim} dims")
    return where.tolist()


def _sections(input, count, dim):
    if count <= 0:
        raise RuntimeError(f"number of sections must be larger than 0, got {count}")
    short, longer = divmod(input._data.shape[dim], count)
    parts, start = [], 0
    for i in range(count):
        end = start + short + (i < longer)
        parts.append(slice(input, dim, start, end, 1))
        start = end
    return tuple(parts)


def _numpy_split(name, input, where, dim, least):
    n = input._data.ndim
    if n < least:
        raise RuntimeError(f"torch.{name} requires a tensor with at least {least} dimension, but got a tensor with {n} "
                           f"dimensions!")
    if not isinstance(where, (list, tuple)):
        where = operator.index(where)
        if where <= 0 or input._data.shape[dim] % where:
            raise RuntimeError(f"torch.{name} attempted to split along dimension {dim}, but the size of the dimension "
                               f"{input._data.shape[dim]} is not divisible by the split_size {where}!")
    return tensor_split(input, where, dim)


def _where(name, given):
    for value in given:
        if value is not None:
            return value
    raise TypeError(f"{name}() missing 1 required positional arguments: \"indices\"")


@by_hand()
def hsplit(input, indices_or_sections=None, *, indices=None, sections=None):
    """Returns views along the second dimension, or along the only one."""
    where = _where("hsplit", (indices_or_sections, indices, sections))
    return _numpy_split("hsplit", input, where, 0 if input._data.ndim == 1 else 1, 1)


@by_hand()
def vsplit(input, indices_or_sections=None, *, indices=None, sections=None):
    """Returns views along the first dimension."""
    return _numpy_split("vsplit", input, _where("vsplit", (indices_or_sections, indices, sections)), 0, 2)


@by_hand()
def dsplit(input, indices_or_sections=None, *, indices=None, sections=None):
    """Returns views along the third dimension."""
    return _numpy_split("dsplit", input, _where("dsplit", (indices_or_sections, indices, sections)), 2, 3)
