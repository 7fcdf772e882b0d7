"""Copies, in one memory order or another, and copies with a part replaced."""
from __future__ import annotations

from rushlight.backends.numpy.layouts import layout_of
from rushlight.dispatch import families
from rushlight.dispatch.writing import write_result
from rushlight.dispatch.kinds import Tensor
from rushlight.dispatch.namespace import tensors
from rushlight.dispatch.op import by_hand, op, registry
from rushlight.ops.parts import narrow_range, strided_arguments, strided_steps
from rushlight.size import channels_last, channels_last_3d, contiguous_format
from rushlight.size import memory_format as MemoryFormat
from rushlight.size import preserve_format


@op(families.general, linear=True)
def clone(xp, input: Tensor, *, memory_format=None) -> Tensor:
    """Returns a copy, with the strides of the input where those are dense."""
    if memory_format is None or memory_format is preserve_format:
        return xp.clone(input, "K")
    return xp.clone(input, "C") if memory_format is contiguous_format else xp.channels_last(input, _rank("clone", memory_format))

@clone.vjp("input")
def clone_grad(F, grad):
    return grad


def _rank(name, memory_format):
    """How many dimensions a channels-last format is for."""
    if not isinstance(memory_format, MemoryFormat):
        raise TypeError(f"{name}(): argument 'memory_format' must be torch.memory_format, not {type(memory_format).__name__}")
    return 4 if memory_format is channels_last else 5


@by_hand(function=False)
def contiguous(input, memory_format=contiguous_format):
    """Returns the tensor itself if its memory is in the order asked for, else a copy that is."""
    data = input._data
    if memory_format is contiguous_format and data.flags.c_contiguous:
        return input
    if data.flags.c_contiguous and memory_format is preserve_format:
        return input
    if memory_format is preserve_format:
        raise RuntimeError("preserve memory format is unsupported by the contiguous operator")
    if memory_format in (channels_last, channels_last_3d) and input.is_contiguous(memory_format=memory_format):
        return input
    return tensors.clone(input, memory_format=memory_format)


@by_hand(method=False)
def detach(input):
    """Returns the same memory, as a constant."""
    return input.detach()


@by_hand(method=False)
def detach_(input):
    """Cuts the tensor off the tape."""
    return input.detach_()


# ---------------------------------------------------------------- views, copied

@op(families.general, linear=True, node="NarrowCopyBackward0", method=False, function=False)
def copy_slice(xp, input: Tensor, dim, start, end) -> Tensor:
    """Returns a copy of the positions from `start` to before `end` along `dim`."""
    return xp.clone(xp.slice(input, dim, start, end, 1), "C")

@copy_slice.vjp("input")
def copy_slice_grad(F, grad, input_shape, dim, start, end):
    return F.view_backward(grad, ((registry["slice"], (dim, start, end, 1)),), input_shape)


@by_hand()
def narrow_copy(input, dim, start, length, *, out=None):
    """Returns a copy of `length` positions along `dim`, from `start`."""
    dim, start = narrow_range(input, dim, start, length)
    return copy_slice(input, dim, start, start + length, out=out)


def _copying(name, view):
    """Declares the function that gives a fresh copy of what a view function shows."""
    def copied(*args, out=None, **kwargs):
        made = view(*args, **kwargs)
        several = isinstance(made, tuple)
        fresh = tuple([clone(part, memory_format=contiguous_format) for part in (made if several else (made,))])
        if out is None:
            return fresh if several else fresh[0]
        write_result(registry["clone"], fresh if several else fresh[0], out)
        return None if several else out
    copied.__name__ = copied.__qualname__ = name
    copied.__doc__ = f"Returns what `{name.removesuffix('_copy')}` does, in memory of its own."
    by_hand(method=False)(copied)


for _name in ("alias", "as_strided", "detach", "diagonal", "expand", "permute", "select", "slice", "split", "split_with_sizes",
              "squeeze", "t", "transpose", "unbind", "unfold", "unsqueeze", "view_as_real", "view_as_complex"):
    _copying(f"{_name}_copy", lambda *args, _name=_name, **kwargs: getattr(tensors, _name)(*args, **kwargs))
_copying("view_copy", lambda input, *args, **kwargs: input.view(*args, **kwargs))


# ---------------------------------------------------------------- a part replaced

@op(families.general)
def select_scatter(xp, input: Tensor, src: Tensor, dim, index) -> Tensor:
    """Returns a copy of `input` with position `index` along `dim` replaced by `src`."""
    out = xp.clone(input, "K")
    return _replace(out, xp.select(out, dim, index), src)

@select_scatter.vjp("input")
@select_scatter.jvp("input")
def select_scatter_grad_input(F, grad, src_shape, dim, index):
    return F.select_scatter(grad, F.new_zeros(grad, src_shape), dim, index)

@select_scatter.vjp("src")
def select_scatter_grad_src(F, grad, dim, index):
    return F.select(grad, dim, index)


@op(families.general)
def slice_scatter(xp, input: Tensor, src: Tensor, dim=0, start=None, end=None, step=1) -> Tensor:
    """Returns a copy of `input` with a slice along `dim` replaced by `src`."""
    out = xp.clone(input, "K")
    return _replace(out, xp.slice(out, dim, start, end, step), src)

@slice_scatter.vjp("input")
@slice_scatter.jvp("input")
def slice_scatter_grad_input(F, grad, src_shape, dim, start, end, step):
    return F.slice_scatter(grad, F.new_zeros(grad, src_shape), dim, start, end, step)

@slice_scatter.vjp("src")
def slice_scatter_grad_src(F, grad, dim, start, end, step):
    return F.slice(grad, dim, start, end, step)


@op(families.general)
def diagonal_scatter(xp, input: Tensor, src: Tensor, offset=0, dim1=0, dim2=1) -> Tensor:
    """Returns a copy of `input` with a diagonal replaced by `src`."""
    out = xp.clone(input, "K")
    return _replace(out, xp.diagonal(out, offset, dim1, dim2), src)

@diagonal_scatter.vjp("input")
@diagonal_scatter.jvp("input")
def diagonal_scatter_grad_input(F, grad, src_shape, offset, dim1, dim2):
    return F.diagonal_scatter(grad, F.new_zeros(grad, src_shape), offset, dim1, dim2)

@diagonal_scatter.vjp("src")
def diagonal_scatter_grad_src(F, grad, offset, dim1, dim2):
    return F.diagonal(grad, offset, dim1, dim2)


@op(families.general, method=False, function=False, node="AsStridedScatterBackward0")
def strided_scatter(xp, input: Tensor, src: Tensor, steps, layout) -> Tensor:
    """Returns a copy of `input`, in the layout given, with the view that `steps` describe replaced by `src`."""
    out = xp.laid_out(input, layout)
    size, stride, offset, _ = steps[0][1]
    return _replace(out, xp.as_strided(out, size, stride, offset), src)

@strided_scatter.vjp("input")
@strided_scatter.jvp("input")
def strided_scatter_grad_input(F, grad, src_shape, steps, layout):
    return F.strided_scatter(grad, F.new_zeros(grad, src_shape), steps, layout)

@strided_scatter.vjp("src")
def strided_scatter_grad_src(F, grad, steps, layout):
    return F.view_gather(grad, steps, layout)


@by_hand()
def as_strided_scatter(input, src, size, stride, storage_offset=None):
    """Returns a copy of `input` with what `as_strided` shows of it replaced by `src`."""
    layout = layout_of(input._data)
    return strided_scatter(input, src, strided_steps(*strided_arguments(input, size, stride, storage_offset), layout), layout)


def _replace(out, target, src):
    if src.shape != target.shape:
        raise RuntimeError(f"expected src to have a size equal to the slice of self. src size = {list(src.shape)}, slice size = "
                           f"{list(target.shape)}")
    target[...] = src
    return out
