"""What compares, and what combines truth values."""
from __future__ import annotations

from rushlight.dispatch.families import compare, general
from rushlight.dispatch.kinds import Number, Tensor
from rushlight.dispatch.namespace import tensors
from rushlight.dispatch.op import by_hand, op
from rushlight.dispatch.out_dtypes import castable
from rushlight.dispatch.promotion import KEEP
from rushlight.dtypes import COMPLEX, dtype_of


def _ordered(name):
    return KEEP.refusing(f'"{name}_cpu" not implemented for \'{{}}\'', COMPLEX)


@op(compare, promotes=KEEP, kernel="eq")
def eq(xp, input: Tensor, other: Tensor | Number) -> Tensor:
    """Returns where `input` equals `other`."""


@op(compare, promotes=KEEP, kernel="ne", aliases=("not_equal",))
def ne(xp, input: Tensor, other: Tensor | Number) -> Tensor:
    """Returns where `input` differs from `other`."""


@op(compare, promotes=_ordered("lt"), kernel="lt", aliases=("less",))
def lt(xp, input: Tensor, other: Tensor | Number) -> Tensor:
    """Returns where `input` is below `other`."""


@op(compare, promotes=_ordered("le"), kernel="le", aliases=("less_equal",))
def le(xp, input: Tensor, other: Tensor | Number) -> Tensor:
    """Returns where `input` is at most `other`."""


@op(compare, promotes=_ordered("gt"), kernel="gt", aliases=("greater",))
def gt(xp, input: Tensor, other: Tensor | Number) -> Tensor:
    """Returns where `input` is above `other`."""


@op(compare, promotes=_ordered("ge"), kernel="ge", aliases=("greater_equal",))
def ge(xp, input: Tensor, other: Tensor | Number) -> Tensor:
    """Returns where `input` is at least `other`."""


# ---------------------------------------------------------------- truth values

@op(compare, kernel="logical_and")
def logical_and(xp, input: Tensor, other: Tensor) -> Tensor:
    """Returns where both are nonzero."""


@op(compare, kernel="logical_or")
def logical_or(xp, input: Tensor, other: Tensor) -> Tensor:
    """Returns where either is nonzero."""


@op(compare, kernel="logical_xor")
def logical_xor(xp, input: Tensor, other: Tensor) -> Tensor:
    """Returns where exactly one is nonzero."""


@op(general, kernel="logical_not", inplace=True, out_dtype=castable)
def logical_not(xp, input: Tensor) -> Tensor:
    """Returns where the input is zero."""


# ---------------------------------------------------------------- nearly and exactly

def _check_close(input, other, rtol, atol):
    if input.dtype is not other.dtype or type(input) is not type(other):
        raise RuntimeError(f"{dtype_of(input).scalar_name} did not match {dtype_of(other).scalar_name}")
    for name, value in (("rtol", rtol), ("atol", atol)):
        if value < 0:
            raise RuntimeError(f"{name} must be greater than or equal to zero, but got {value:g}")


@op(general, out=False)
def isclose(xp, input: Tensor, other: Tensor, rtol=1e-05, atol=1e-08, equal_nan=False) -> Tensor:
    """Returns where |input - other| <= atol + rtol * |other|; equal infinities are close."""
    _check_close(input, other, rtol, atol)
    return xp.isclose(input, other, rtol, atol, equal_nan)


@by_hand()
def allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Returns whether all elements are close: see isclose."""
    return bool(tensors.isclose(input, other, rtol, atol, equal_nan)._data.all())


@by_hand()
def equal(input, other):
    """Returns whether two tensors have the same shape and elements."""
    if not isinstance(other, type(input)) and not isinstance(input, type(other)):
        raise TypeError(f"equal(): argument 'other' (position 2) must be Tensor, not {type(other).__name__}")
    x, y = input._data, other._data
    return x.shape == y.shape and bool((x == y if x.dtype is y.dtype else tensors.eq(input, other)._data).all())
