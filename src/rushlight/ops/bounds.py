"""The larger, the smaller, and what lies between."""
from __future__ import annotations

from rushlight.dispatch.families import binary, ternary
from rushlight.dispatch.kinds import Number, Tensor
from rushlight.dispatch.op import op
from rushlight.dispatch.promotion import KEEP, check_numbers
from rushlight.dtypes import COMPLEX


def _no_complex(name):
    return KEEP.refusing(f"{name} not implemented for complex tensors.", COMPLEX, error=RuntimeError)


# ---------------------------------------------------------------- of two tensors

def _where_larger(F, grad, input, other):
    """The gradient where input > other, half of it where they are equal."""
    return F.where(input == other, grad * 0.5, F.where(input < other, 0.0, grad))


def _where_smaller(F, grad, input, other):
    return F.where(input == other, grad * 0.5, F.where(input > other, 0.0, grad))


@op(binary, promotes=_no_complex("maximum"), kernel="maximum", inplace=False)
def maximum(xp, input: Tensor, other: Tensor) -> Tensor:
    """Returns the larger of each pair; nan where either is."""


@op(binary, promotes=_no_complex("minimum"), kernel="minimum", inplace=False)
def minimum(xp, input: Tensor, other: Tensor) -> Tensor:
    """Returns the smaller of each pair; nan where either is."""


for _declare in ("vjp", "jvp"):
    getattr(maximum, _declare)("input")(_where_larger)
    getattr(maximum, _declare)("other")(_where_smaller)
    getattr(minimum, _declare)("input")(_where_smaller)
    getattr(minimum, _declare)("other")(_where_larger)


@op(binary, promotes=_no_complex("fmax"), kernel="fmax", inplace=False)
def fmax(xp, input: Tensor, other: Tensor) -> Tensor:
    """Returns the larger of each pair; the other one where one is nan."""

@fmax.vjp("input")
@fmax.jvp("input")
def fmax_grad_input(F, grad, input, other):
    return F.where((input >= other) | F.isnan(other), grad, 0.0)

@fmax.vjp("other")
@fmax.jvp("other")
def fmax_grad_other(F, grad, input, other):
    return F.where((input >= other) | F.isnan(other), 0.0, grad)


@op(binary, promotes=_no_complex("fmin"), kernel="fmin", inplace=False)
def fmin(xp, input: Tensor, other: Tensor) -> Tensor:
    """Returns the smaller of each pair; the other one where one is nan."""

@fmin.vjp("input")
@fmin.jvp("input")
def fmin_grad_input(F, grad, input, other):
    return F.where((input <= other) | F.isnan(other), grad, 0.0)

@fmin.vjp("other")
@fmin.jvp("other")
def fmin_grad_other(F, grad, input, other):
    return F.where((input <= other) | F.isnan(other), 0.0, grad)


# ---------------------------------------------------------------- between bounds

def _check_bounds(values):
    if len(values) < 2:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    check_numbers(values)


def _one_bound(kernel):
    return KEEP.refusing(f'"{kernel}" not implemented for \'{{}}\'', COMPLEX).checking(check_numbers)


CLAMPS = KEEP.refusing("clamp is not supported for complex types", COMPLEX).checking(_check_bounds)


@op(ternary, promotes=CLAMPS, kernel="clamp", aliases=("clip",),
    node="ClampBackward1 if type(min) in ANY_NUMBER and type(max) in ANY_NUMBER else ClampBackward0")
def clamp(xp, input: Tensor, min: Tensor | Number = None, max: Tensor | Number = None) -> Tensor:
    """Returns `input` brought into [min, max]; `max` wins where they cross."""

@clamp.vjp("input")
@clamp.jvp("input")
def clamp_grad_input(F, grad, input, min, max):
    if max is None:
        return F.where(input >= min, grad, 0.0)
    return F.where(input <= max if min is None else (input >= min) & (input <= max), grad, 0.0)

@clamp.vjp("min")
@clamp.jvp("min")
def clamp_grad_min(F, grad, input, min, max):
    return F.where(input < min if max is None else (input < min) & (min < max), grad, 0.0)

@clamp.vjp("max")
@clamp.jvp("max")
def clamp_grad_max(F, grad, input, min, max):
    return F.where(input > max if min is None else (input > max) | (max < min), grad, 0.0)


@op(binary, promotes=_one_bound("maximum_cpu"), kernel="clamp_min",
    node="ClampMinBackward0 if type(min) in ANY_NUMBER else ClampMinBackward1")
def clamp_min(xp, input: Tensor, min: Tensor | Number) -> Tensor:
    """Returns `input`, or `min` where that is larger."""

@clamp_min.vjp("input")
@clamp_min.jvp("input")
def clamp_min_grad_input(F, grad, input, min):
    return F.where(input >= min, grad, 0.0)

@clamp_min.vjp("min")
@clamp_min.jvp("min")
def clamp_min_grad_min(F, grad, input, min):
    return F.where(input < min, grad, 0.0)


@op(binary, promotes=_one_bound("minimum_cpu"), kernel="clamp_max",
    node="ClampMaxBackward0 if type(max) in ANY_NUMBER else ClampMaxBackward1")
def clamp_max(xp, input: Tensor, max: Tensor | Number) -> Tensor:
    """Returns `input`, or `max` where that is smaller."""

@clamp_max.vjp("input")
@clamp_max.jvp("input")
def clamp_max_grad_input(F, grad, input, max):
    return F.where(input <= max, grad, 0.0)

@clamp_max.vjp("max")
@clamp_max.jvp("max")
def clamp_max_grad_max(F, grad, input, max):
    return F.where(input > max, grad, 0.0)
