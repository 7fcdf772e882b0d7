"""Functions of one element, and arithmetic: a row each where one derivative says everything."""
from __future__ import annotations

from rushlight.dispatch.families import binary, unary
from rushlight.dispatch.kinds import Dims, Number, Size, Tensor, Tensors  # noqa: F401
from rushlight.dispatch.op import op
from rushlight.dispatch.promotion import INT_TO_FLOAT, KEEP
from rushlight.ops.rows import ANYWHERE, POSITIVE, ZERO, elementwise

# name                       derivative at (input, out)                                  promotes      domain    says
exp = elementwise("exp",     lambda F, out: out,                                         INT_TO_FLOAT, ANYWHERE, "Returns e**input, element by element.")
log = elementwise("log",     lambda F, input: 1 / input,                                 INT_TO_FLOAT, POSITIVE, "Returns the natural logarithm of each element.")
sqrt = elementwise("sqrt",   lambda F, out: 0.5 / out,                                   INT_TO_FLOAT, POSITIVE, "Returns the square root of each element.")
sin = elementwise("sin",     lambda F, input: F.cos(input),                              INT_TO_FLOAT, ANYWHERE, "Returns the sine of each element.")
cos = elementwise("cos",     lambda F, input: -F.sin(input),                             INT_TO_FLOAT, ANYWHERE, "Returns the cosine of each element.")
tanh = elementwise("tanh",   lambda F, out: 1 - out * out,                               INT_TO_FLOAT, ANYWHERE, "Returns the hyperbolic tangent of each element.")
neg = elementwise("neg",     lambda F: -1,                                               KEEP,         ANYWHERE, "Negates each element.", linear=True)
floor = elementwise("floor", ZERO,                                                       KEEP,         ANYWHERE, "Returns the largest integer not above each element.")


@op(binary, promotes=KEEP, kernel="add")
def add(xp, input: Tensor | Number, other: Tensor | Number, *, alpha=1) -> Tensor:
    """Adds `alpha * other` to `input`."""
    return xp.add(input, other if alpha == 1 else xp.mul(other, alpha))

@add.vjp("input")
@add.jvp("input")
def add_grad_input(F, grad):
    return grad

@add.vjp("other")
@add.jvp("other")
def add_grad_other(F, grad, alpha):
    return grad if alpha == 1 else grad * alpha


@op(binary, promotes=KEEP, kernel="mul")
def mul(xp, input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Multiplies `input` by `other`."""

@mul.vjp("input")
@mul.jvp("input")
def mul_grad_input(F, grad, other):
    return grad * other

@mul.vjp("other")
@mul.jvp("other")
def mul_grad_other(F, grad, input):
    return grad * input


@op(binary, promotes=INT_TO_FLOAT, kernel="div")
def div(xp, input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Divides `input` by `other`."""

@div.vjp("input")
@div.jvp("input")
def div_grad_input(F, grad, other):
    return grad / other

@div.vjp("other")
@div.jvp("other")
def div_grad_other(F, grad, input, other):
    return -grad * (input / other / other)
