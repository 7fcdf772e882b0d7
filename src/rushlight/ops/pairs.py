"""Functions of two elements that are no arithmetic."""
from __future__ import annotations

from rushlight.dispatch.families import binary
from rushlight.dispatch.kinds import Number, Tensor
from rushlight.dispatch.op import op
from rushlight.dispatch.promotion import INT_TO_FLOAT, KEEP
from rushlight.dtypes import BOOL, COMPLEX, INTEGRAL, dtype_of
from rushlight.ops.arithmetic import is_number, log_of, needs_tensor, underived


def _floats(name, *others):
    return KEEP.refusing(f'"{name}" not implemented for \'{{}}\'', BOOL, INTEGRAL, *others)


def _reals(name):
    return INT_TO_FLOAT.refusing(f'"{name}" not implemented for \'{{}}\'', COMPLEX)


@op(binary, promotes=_reals("atan2_cpu"), kernel="atan2", aliases=("arctan2",))
def atan2(xp, input: Tensor, other: Tensor) -> Tensor:
    """Returns the angle of the point (other, input)."""

def _over_square(F, value, input, other):
    """value / (input**2 + other**2), 0 at the origin."""
    square = input * input + other * other
    return F.where(square == 0, 0.0, value / square)

@atan2.vjp("input")
@atan2.jvp("input")
def atan2_grad_input(F, grad, input, other):
    return grad * _over_square(F, other, input, other)

@atan2.vjp("other")
@atan2.jvp("other")
def atan2_grad_other(F, grad, input, other):
    return grad * -_over_square(F, input, input, other)


@op(binary, promotes=_floats("hypot_cpu", COMPLEX), kernel="hypot")
def hypot(xp, input: Tensor, other: Tensor) -> Tensor:
    """Returns sqrt(input**2 + other**2)."""

@hypot.vjp("input")
@hypot.jvp("input")
def hypot_grad_input(F, grad, input, out):
    return grad * (input / out)

@hypot.vjp("other")
@hypot.jvp("other")
def hypot_grad_other(F, grad, other, out):
    return grad * (other / out)


@op(binary, promotes=_reals("copysign_cpu"), kernel="copysign",
    node="CopysignBackward1 if type(other) in ANY_NUMBER else CopysignBackward0")
def copysign(xp, input: Tensor, other: Tensor | Number) -> Tensor:
    """Returns the size of `input` with the sign of `other`."""

@copysign.vjp("input")
@copysign.jvp("input")
def copysign_grad_input(F, grad, input, out):
    return grad * F.where(input == 0, 0.0, out / input)

@copysign.vjp("other")
@copysign.jvp("other")
def copysign_grad_other(F, grad):
    return F.zeros_like(grad)


@op(binary, promotes=_floats("nextafter_cpu", COMPLEX))
def nextafter(xp, input: Tensor, other: Tensor) -> Tensor:
    """Returns the float next to `input` on the way to `other`."""
    return xp.nextafter(input, other)

@nextafter.vjp("input")
@nextafter.jvp("input")
def nextafter_grad_input(F, grad, input, other):
    return F.where(input == other, 0.0, grad)

@nextafter.vjp("other")
@nextafter.jvp("other")
def nextafter_grad_other(F, grad):
    return F.zeros_like(grad)


@op(binary, promotes=_floats("logaddexp_cpu"), kernel="logaddexp", inplace=False)
def logaddexp(xp, input: Tensor, other: Tensor) -> Tensor:
    """Returns log(exp(input) + exp(other))."""

@logaddexp.vjp("input")
@logaddexp.jvp("input")
def logaddexp_grad_input(F, grad, input, out):
    return grad * F.exp(input - out)

@logaddexp.vjp("other")
@logaddexp.jvp("other")
def logaddexp_grad_other(F, grad, other, out):
    return grad * F.exp(other - out)


@op(binary, promotes=_floats("logaddexp2_cpu", COMPLEX), kernel="logaddexp2", inplace=False)
def logaddexp2(xp, input: Tensor, other: Tensor) -> Tensor:
    """Returns log2(2**input + 2**other)."""

@logaddexp2.vjp("input")
@logaddexp2.jvp("input")
def logaddexp2_grad_input(F, grad, input, out):
    return grad * F.exp2(input - out)

@logaddexp2.vjp("other")
@logaddexp2.jvp("other")
def logaddexp2_grad_other(F, grad, other, out):
    return grad * F.exp2(other - out)


@op(binary, promotes=needs_tensor("xlogy", _reals("xlogy_cpu")), kernel="xlogy",
    node="XlogyBackward1 if type(input) in ANY_NUMBER else XlogyBackward2 if type(other) in ANY_NUMBER else XlogyBackward0")
def xlogy(xp, input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Returns input * log(other), 0 where `input` is."""

@xlogy.vjp("input")
@xlogy.jvp("input")
def xlogy_grad_input(F, grad, input, other):
    if is_number(other):
        return grad * F.where(input == 0, 0.0, log_of(other)) if other <= 0 else grad * log_of(other)
    return grad * F.where((input == 0) & (other <= 0), 0.0, F.log(other))

@xlogy.vjp("other")
@xlogy.jvp("other")
def xlogy_grad_other(F, grad, input, other):
    return grad * (input / other)


def _same_dtypes(values):
    if dtype_of(values[0]).category == COMPLEX or dtype_of(values[1]).category == COMPLEX:
        raise RuntimeError("heaviside is not yet implemented for complex tensors.")
    if dtype_of(values[0]) is not dtype_of(values[1]):
        raise RuntimeError("heaviside is not yet implemented for tensors with different dtypes.")


def _heaviside_into(source, target, output=""):
    if target.category == COMPLEX:
        raise RuntimeError("heaviside is not yet implemented for complex tensors.")
    if source is not target:
        raise RuntimeError("heaviside is not yet implemented for tensors with different dtypes.")


@op(binary, promotes=KEEP.checking(_same_dtypes, kinds="biuf"), out_dtype=_heaviside_into)
def heaviside(xp, input: Tensor, values: Tensor) -> Tensor:
    """Returns 0 below zero, 1 above it and `values` at it."""
    return xp.heaviside(input, values)

heaviside.vjp("input", "values")(underived("heaviside"))
heaviside.jvp("input", "values")(underived("heaviside"))
