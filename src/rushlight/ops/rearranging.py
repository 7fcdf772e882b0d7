"""Elements moved to other places, or repeated."""
from __future__ import annotations

from rushlight.dispatch import families
from rushlight.dispatch.arguments import as_size, wrap_dim
from rushlight.dispatch.kinds import Size, Tensor
from rushlight.dispatch.namespace import tensors
from rushlight.dispatch.op import by_hand, op
from rushlight.dtypes import dtype_of
from rushlight.size import contiguous_format


@op(families.general, linear=True, out=False)
def flip(xp, input: Tensor, dims: Size) -> Tensor:
    """Returns a copy with the order along `dims` reversed."""
    return xp.flip(input, _different(dims, input.ndim))

@flip.vjp("input")
def flip_grad(F, grad, dims):
    return F.flip(grad, dims)


def _different(dims, n):
    wrapped = [wrap_dim(d, n) for d in dims]
    for d in wrapped:
        if wrapped.count(d) > 1:
            raise RuntimeError(f"dim {d} appears multiple times in the list of dims")
    return wrapped


@op(families.composite)
def fliplr(F, input: Tensor) -> Tensor:
    """Returns a copy with the columns in reverse order."""
    if input._data.ndim < 2:
        raise RuntimeError("Input must be >= 2-d.")
    return F.flip(input, (1,))


@op(families.composite)
def flipud(F, input: Tensor) -> Tensor:
    """Returns a copy with the rows in reverse order."""
    if input._data.ndim < 1:
        raise RuntimeError("Input must be >= 1-d.")
    return F.flip(input, (0,))


@op(families.general, linear=True, out=False)
def rot90(xp, input: Tensor, k=1, dims=(0, 1)) -> Tensor:
    """Returns a copy turned `k` times by 90 degrees in the plane of two dimensions."""
    first, second = _plane(dims, input.ndim)
    k %= 4
    if k == 0:
        return xp.clone(input, "C")
    if k == 2:
        return xp.flip(input, (first, second))
    turned = xp.flip(input, (second if k == 1 else first,))
    return turned.swapaxes(first, second)

@rot90.vjp("input")
def rot90_grad(F, grad, k, dims):
    return F.rot90(grad, -k, dims)


def _plane(dims, n):
    dims = as_size((dims,))
    if len(dims) != 2:
        raise RuntimeError(f"expected total rotation dims == 2, but got dims = {len(dims)}")
    if n < 2:
        raise RuntimeError(f"expected total dims >= 2, but got total dims = {n}")
    first, second = wrap_dim(dims[0], n), wrap_dim(dims[1], n)
    if first == second:
        raise RuntimeError(f"expected rotation dims to be different, but got dim0 = {dims[0]} and dim1 = {dims[1]}")
    return first, second


@op(families.general, linear=True, out=False)
def roll(xp, input: Tensor, shifts, dims=()) -> Tensor:
    """Returns a copy with elements moved by `shifts` along `dims` and round the end; of the flattened tensor without `dims`."""
    shifts, dims = as_size((shifts,)), () if dims is None else as_size((dims,))
    if not shifts:
        raise RuntimeError("`shifts` required")
    if not dims and len(shifts) == 1:
        return xp.roll(input.reshape(-1), shifts, (0,)).reshape(input.shape)
    if len(shifts) != len(dims):
        raise RuntimeError(f"shifts and dimensions must align. shifts: {len(shifts)}, dims:{len(dims)}")
    if not input.ndim:
        raise IndexError(f"Dimension specified as {dims[0]} but tensor has no dimensions")
    return xp.roll(input, shifts, [wrap_dim(d, input.ndim) for d in dims])

@roll.vjp("input")
def roll_grad(F, grad, shifts, dims):
    return F.roll(grad, [-s for s in as_size((shifts,))], dims)


@op(families.general, linear=True, function=False, out=False)
def repeat(xp, input: Tensor, repeats: Size) -> Tensor:
    """Returns the tensor laid out `repeats` times along each dimension, new ones in front."""
    if len(repeats) < input.ndim:
        raise RuntimeError("Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor")
    if any(n < 0 for n in repeats):
        sizes = [r * n for r, n in zip(repeats, (1,) * (len(repeats) - input.ndim) + input.shape)]
        raise RuntimeError(f"Trying to create tensor with negative dimension {min(sizes)}: {sizes}")
    return xp.repeat(input, repeats)

@repeat.vjp("input")
def repeat_grad(F, grad, input_shape, repeats):
    """Folds the copies onto each other."""
    shape = (1,) * (len(repeats) - len(input_shape)) + tuple(input_shape)
    if 0 in repeats:
        return F.new_zeros(grad, input_shape)
    blocks = F.reshape(grad, [k for pair in zip(repeats, shape) for k in pair])
    return F.reshape(F.sum(blocks, tuple(range(0, 2 * len(shape), 2))), input_shape) if shape else grad


@op(families.composite)
def tile(F, input: Tensor, dims: Size) -> Tensor:
    """Returns the tensor repeated `dims` times; missing dimensions count once."""
    return F.repeat(input, (1,) * (input._data.ndim - len(dims)) + tuple(dims))


@op(families.general, method=False, function=False)
def counted(xp, input: Tensor, output_size) -> Tensor:
    """Returns each index as often as `input` says at its place."""
    if input.ndim > 1:
        raise RuntimeError("repeats must be 0-dim or 1-dim tensor")
    if input.dtype.kind != "i" or input.dtype.itemsize < 4:
        raise NotImplementedError(f"\"repeat_interleave_cpu\" not implemented for '{dtype_of(input).scalar_name}'")
    if (input < 0).any():
        raise RuntimeError("repeats can not be negative")
    out = xp.indices_repeated(input)
    if output_size is not None and output_size != out.size:
        raise RuntimeError("allocated size does not match required size")
    return out


@by_hand()
def repeat_interleave(input, repeats=None, dim=None, *, output_size=None):
    """Returns each element, or each position along `dim`, `repeats` times in a row."""
    if repeats is None:
        return counted(input, output_size)
    if not hasattr(repeats, "_data") and type(repeats) is not int:
        raise TypeError(f"repeat_interleave() received an invalid combination of arguments: repeats must be Tensor or int, not "
                        f"{type(repeats).__name__}")
    if dim is None:
        input, dim = tensors.reshape(input, (-1,)), 0
    dim = wrap_dim(dim, input._data.ndim)
    if hasattr(repeats, "_data"):
        return _interleave_by_tensor(input, repeats, dim, output_size)
    return _interleave(input, repeats, dim, output_size)


def _interleave(input, repeats, dim, output_size):
    shape = input._data.shape
    if repeats < 0:
        raise RuntimeError("Repeats must be non-negative")
    column = tensors.unsqueeze(input, dim + 1)
    if output_size is not None and output_size != shape[dim] * repeats:
        raise RuntimeError(f"repeat_interleave: Invalid output_size, expected {shape[dim] * repeats} but got {output_size}")
    wide = tensors.expand(column, (*shape[:dim + 1], repeats, *shape[dim + 1:]))
    copied = tensors.clone(wide, memory_format=contiguous_format)
    return tensors.view(copied, (*shape[:dim], shape[dim] * repeats, *shape[dim + 1:]))


def _interleave_by_tensor(input, repeats, dim, output_size):
    size = (input._data.shape or (1,))[dim]
    if repeats._data.ndim > 1:
        raise RuntimeError("repeats must be 0-dim or 1-dim tensor")
    if repeats._data.size == 1:
        repeats = tensors.expand(tensors.reshape(repeats, (1,)), (size,))
    if repeats._data.size != size:
        raise RuntimeError(f"repeats must have the same size as input along dim, but got repeats.size(0) = {repeats._data.size} "
                           f"and input.size({dim}) = {size}")
    return tensors.index_select(input, dim, counted(repeats, output_size))
