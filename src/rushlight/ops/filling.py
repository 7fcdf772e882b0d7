"""Writing everywhere: fill_, zero_, copy_."""
from __future__ import annotations

from rushlight.dispatch import families
from rushlight.dispatch.kinds import Number, Tensor
from rushlight.dispatch.methods import public
from rushlight.dispatch.op import op
from rushlight.op_methods import OpMethods


@op(families.filling, method=False, into_expanded=True,
    node="(FillBackward2 if out._storage else FillBackward0) if type(value) in ANY_NUMBER else "
         "(FillBackward3 if out._storage else FillBackward1)")
def fill(xp, input: Tensor, value: Tensor | Number) -> Tensor:
    """Returns `value` in the shape and type of `input`."""
    if getattr(value, "ndim", 0):
        raise RuntimeError(f"fill_ only supports 0-dimension value tensor but got tensor with {value.ndim} dimensions.")
    input[...] = xp.value_for(input, value)

@fill.vjp("input")
@fill.jvp("input")
def fill_grad_input(F, grad):
    return F.zeros_like(grad)

@fill.vjp("value")
def fill_grad_value(F, grad):
    return F.sum(grad)

@fill.jvp("value")
def fill_tangent_value(F, grad, input_shape):
    return F.expand(grad, input_shape)


@op(families.filling, method=False, function=False, into_expanded=True)
def zero(xp, input: Tensor) -> Tensor:
    """Returns zeros in the shape and type of `input`."""
    input.fill(0)

@zero.vjp("input")
@zero.jvp("input")
def zero_grad(F, grad):
    return F.zeros_like(grad)


@op(families.filling, method=False, function=False, node="CopyBackwards")
def copy(xp, input: Tensor, src: Tensor | Number, non_blocking=False) -> Tensor:
    """Returns the values of `src` in the shape and type of `input`."""
    xp.copy_into(input, src)

@copy.vjp("input")
@copy.jvp("input")
def copy_grad_input(F, grad):
    return F.zeros_like(grad)

@copy.vjp("src")
def copy_grad_src(F, grad):
    return grad

@copy.jvp("src")
def copy_tangent_src(F, grad, input_shape):
    return F.expand(grad, input_shape)


public.update({name: getattr(OpMethods, name) for name in ("fill_", "zero_")})
