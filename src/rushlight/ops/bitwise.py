"""Bits of integers and bools."""
from __future__ import annotations

from rushlight.dispatch.families import binary, unary
from rushlight.dispatch.kinds import Number, Tensor
from rushlight.dispatch.op import by_hand, op
from rushlight.dispatch.out_dtypes import iterated
from rushlight.dispatch.promotion import KEEP
from rushlight.dtypes import BOOL, COMPLEX, FLOATING
from rushlight.ops.arithmetic import needs_tensor


def _bits(name, *others):
    return KEEP.refusing(f'"{name}_cpu" not implemented for \'{{}}\'', FLOATING, COMPLEX, *others)


@op(binary, promotes=needs_tensor("bitwise_and", _bits("bitwise_and")), kernel="bitwise_and")
def bitwise_and(xp, input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Returns the bits that both have."""


@op(binary, promotes=needs_tensor("bitwise_or", _bits("bitwise_or")), kernel="bitwise_or")
def bitwise_or(xp, input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Returns the bits that either has."""


@op(binary, promotes=needs_tensor("bitwise_xor", _bits("bitwise_xor")), kernel="bitwise_xor")
def bitwise_xor(xp, input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Returns the bits that exactly one has."""


@op(unary, promotes=_bits("bitwise_not"), kernel="bitwise_not", out_dtype=iterated)
def bitwise_not(xp, input: Tensor) -> Tensor:
    """Returns the opposite bits; the opposite truth for bool."""


@by_hand(function=False)
def __invert__(input):
    """Returns the opposite bits; the opposite truth for bool."""
    if input.dtype.category >= FLOATING:
        raise TypeError("~ (operator.invert) is only implemented on integer and Boolean-type tensors")
    return bitwise_not(input)


@op(binary, promotes=needs_tensor("bitwise_left_shift", _bits("lshift", BOOL)), kernel="shift_left")
def bitwise_left_shift(xp, input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Returns the bits moved up by `other`."""


@op(binary, promotes=needs_tensor("bitwise_right_shift", _bits("rshift", BOOL)), kernel="shift_right")
def bitwise_right_shift(xp, input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Returns the bits moved down by `other`; the sign fills in."""
