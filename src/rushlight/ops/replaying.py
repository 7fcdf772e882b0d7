"""Views on the tape: what rebuilds a view from its recipe. See Note [In-place through a view]."""
from __future__ import annotations

import numpy as np

from rushlight.autograd.views import TO_REAL, replay
from rushlight.dispatch import families
from rushlight.dispatch.kinds import Tensor
from rushlight.dispatch.namespace import arrays
from rushlight.dispatch.op import op


@op(families.composite, method=False, function=False)
def pick_output(F, input: Tensor, name, options, number) -> Tensor:
    """Returns one of the views that a call made."""
    return getattr(F, name)(input, *options)[number]


@op(families.general, linear=True, method=False, function=False, out=False)
def view_gather(xp, input: Tensor, steps, layout=None) -> Tensor:
    """Returns what the view that `steps` describe sees of `input`, whose memory is taken to lie as `layout` says."""
    return replay(arrays, input if layout is None and input.flags.c_contiguous else xp.laid_out(input, layout), steps)

@view_gather.vjp("input")
def view_gather_grad(F, grad, input_shape, steps, layout):
    return F.view_backward(grad, steps, input_shape, layout)


@op(families.general, linear=True, method=False, function=False, out=False)
def view_backward(xp, input: Tensor, steps, shape, layout=None) -> Tensor:
    """Returns zeros of `shape` with `input` added where the view that `steps` describe looks."""
    base = xp.zeros_laid_out(input, shape, layout, _dtype_of_base(steps, input.dtype))
    xp.add_into(replay(arrays, base, steps), input)
    return base

def _dtype_of_base(steps, dtype):
    """The dtype of what `steps` lead from to a view of the given one."""
    for made_by, _ in reversed(steps):
        if made_by.name in TO_REAL:
            dtype = np.result_type(dtype, np.complex64)
        elif made_by.name == "view_as_complex":
            dtype = np.finfo(dtype).dtype
    return dtype

@view_backward.vjp("input")
def view_backward_grad(F, grad, steps, layout):
    return F.view_gather(grad, steps, layout)


@op(families.general, method=False, function=False, out=False)
def view_scatter(xp, input: Tensor, src: Tensor, steps, layout=None) -> Tensor:
    """Returns a copy of `input` with the view that `steps` describe replaced by `src`."""
    out = xp.laid_out(input, layout)
    replay(arrays, out, steps)[...] = src
    return out

@view_scatter.vjp("input")
@view_scatter.jvp("input")
def view_scatter_grad_input(F, grad, src_shape, steps, layout):
    return F.view_scatter(grad, F.new_zeros(grad, src_shape), steps, layout)

@view_scatter.vjp("src")
def view_scatter_grad_src(F, grad, steps, layout):
    return F.view_gather(grad, steps, layout)

@view_scatter.jvp("src")
def view_scatter_jvp_src(F, grad, input_shape, steps, layout):
    return F.view_backward(grad, steps, input_shape, layout)
