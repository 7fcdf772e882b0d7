"""Views, and what rearranges elements without computing."""
from __future__ import annotations

from rushlight.autograd.views import ONE_OF_MANY, replay
from rushlight.backends.numpy.shapes import viewable
from rushlight.dispatch import families
from rushlight.dispatch.kinds import Size, Tensor, Tensors  # noqa: F401
from rushlight.dispatch.namespace import arrays
from rushlight.dispatch.op import op
from rushlight.size import contiguous_format

# ---------------------------------------------------------------- another shape


@op(families.view, linear=True, function=False)
def view(xp, input: Tensor, shape: Size) -> Tensor:
    """Returns the same memory in another shape; RuntimeError where the strides do not allow that."""
    return xp.view(input, shape)

@view.vjp("input")
def view_grad(F, grad, input_shape):
    return F.reshape(grad, input_shape)


@op(families.view, linear=True, function=False, method=False)
def alias(xp, input: Tensor) -> Tensor:
    """Returns a view of everything."""
    return input[...]

@alias.vjp("input")
def alias_grad(F, grad):
    return grad


@op(families.composite, kernel="reshape")
def reshape(F, input: Tensor, shape: Size) -> Tensor:
    """Returns the same elements in another shape: a view where the strides allow one, else a copy."""
    return F.view(input, shape) if viewable(input._data, shape) else F._unsafe_view(
        F.clone(input, memory_format=contiguous_format), shape)


@op(families.general, linear=True, method=False, function=False, out=False)
def _unsafe_view(xp, input: Tensor, shape: Size) -> Tensor:
    """Returns fresh elements in another shape, not tracked as a view."""
    return xp.view(input, shape)

@_unsafe_view.vjp("input")
def _unsafe_view_grad(F, grad, input_shape):
    return F.reshape(grad, input_shape)


@op(families.view, linear=True, function=False)
def expand(xp, input: Tensor, size: Size) -> Tensor:
    """Returns a view broadcast to `size`; -1 keeps a size."""
    return xp.expand(input, size)

@expand.vjp("input")
def expand_grad(F, grad):
    return grad                                         # the engine undoes broadcasts


@op(families.view, linear=True)
def unsqueeze(xp, input: Tensor, dim) -> Tensor:
    """Returns a view with a dimension of size 1 at `dim`."""
    return xp.unsqueeze(input, dim)

@unsqueeze.vjp("input")
def unsqueeze_grad(F, grad, input_shape):
    return F.reshape(grad, input_shape)


@op(families.view, linear=True, node="SqueezeBackward0 if dim is None else SqueezeBackward1 if type(dim) is int else "
                                     "SqueezeBackward2")
def squeeze(xp, input: Tensor, dim=None) -> Tensor:
    """Returns a view without the dimensions of size 1, or without those of them that `dim` names."""
    return xp.squeeze(input, dim)

@squeeze.vjp("input")
def squeeze_grad(F, grad, input_shape):
    return F.reshape(grad, input_shape)

# ---------------------------------------------------------------- another order


@op(families.view, linear=True, aliases=("swapaxes", "swapdims"))
def transpose(xp, input: Tensor, dim0, dim1) -> Tensor:
    """Returns a view with two dimensions exchanged."""
    return xp.transpose(input, dim0, dim1)

@transpose.vjp("input")
def transpose_grad(F, grad, dim0, dim1):
    return F.transpose(grad, dim0, dim1)


@op(families.view, linear=True)
def permute(xp, input: Tensor, dims: Size) -> Tensor:
    """Returns a view with the dimensions in the order `dims`."""
    return xp.permute(input, dims)

@permute.vjp("input")
def permute_grad(F, grad, dims):
    n = len(dims)
    inverse = sorted(range(n), key=lambda i: dims[i] % n)
    return F.permute(grad, inverse) if n else grad

# ---------------------------------------------------------------- a part


@op(families.view, linear=True)
def select(xp, input: Tensor, dim, index) -> Tensor:
    """Returns a view of position `index` along `dim`, without that dimension."""
    return xp.select(input, dim, index)

@select.vjp("input")
def select_grad(F, grad, input_shape, dim, index):
    return F.view_backward(grad, ((select.op, (dim, index)),), input_shape)


@op(families.view, linear=True, function=False, method=False)
def slice(xp, input: Tensor, dim, start, end, step) -> Tensor:
    """Returns a view of every `step`-th position from `start` to before `end` along `dim`."""
    return xp.slice(input, dim, start, end, step)

@slice.vjp("input")
def slice_grad(F, grad, input_shape, dim, start, end, step):
    return F.view_backward(grad, ((slice.op, (dim, start, end, step)),), input_shape)


@op(families.many_views, linear=True, creation=ONE_OF_MANY)
def unbind(xp, input: Tensor, dim=0) -> Tensors:
    """Returns a view of each position along `dim`."""
    return xp.unbind(input, dim)

@unbind.vjp("input")
def unbind_grad(F, grads, dim):
    return F.stack(grads, dim)

# ---------------------------------------------------------------- views on the tape: see Note [In-place through a view]


@op(families.composite, method=False, function=False)
def pick_output(F, input: Tensor, name, options, number) -> Tensor:
    """Returns one of the views that a call made."""
    return getattr(F, name)(input, *options)[number]


@op(families.general, linear=True, method=False, function=False, out=False)
def view_backward(xp, input: Tensor, steps, shape) -> Tensor:
    """Returns zeros of `shape` with `input` added where the view that `steps` describe looks."""
    return xp.add_to_view(xp.new_zeros(input, shape), input, lambda base: replay(arrays, base, steps))

@view_backward.vjp("input")
def view_backward_grad(F, grad, steps):
    return replay(F, grad, steps)


@op(families.general, method=False, function=False, out=False)
def view_scatter(xp, input: Tensor, src: Tensor, steps) -> Tensor:
    """Returns a copy of `input` with the view that `steps` describe replaced by `src`."""
    out = xp.clone(input)
    replay(arrays, out, steps)[...] = src
    return out

@view_scatter.vjp("input")
def view_scatter_grad_input(F, grad, src_shape, steps):
    return F.view_scatter(grad, F.new_zeros(grad, src_shape), steps)

@view_scatter.vjp("src")
def view_scatter_grad_src(F, grad, steps):
    return replay(F, grad, steps)

# ---------------------------------------------------------------- copies


@op(families.general, linear=True)
def clone(xp, input: Tensor, *, memory_format=None) -> Tensor:
    """Returns a copy, with the strides of the input where those are dense."""
    return xp.clone(input, "C" if memory_format is contiguous_format else "K")

@clone.vjp("input")
def clone_grad(F, grad):
    return grad


@op(families.composite, function=False)
def view_as(F, input: Tensor, other: Tensor) -> Tensor:
    """Returns a view in the shape of `other`."""
    return F.view(input, tuple(other.shape))
