"""Bits of integers and bools."""
from __future__ import annotations

from rushlight.dispatch.families import binary, unary
from rushlight.dispatch.kinds import Number, Tensor
from rushlight.dispatch.op import op
from rushlight.dispatch.promotion import KEEP
from rushlight.dtypes import BOOL, COMPLEX, FLOATING


def _bits(name, *others):
    return KEEP.refusing(f'"{name}_cpu" not implemented for \'{{}}\'', FLOATING, COMPLEX, *others)


@op(binary, promotes=_bits("bitwise_and"), kernel="bitwise_and")
def bitwise_and(xp, input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Returns the bits that both have."""


@op(binary, promotes=_bits("bitwise_or"), kernel="bitwise_or")
def bitwise_or(xp, input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Returns the bits that either has."""


@op(binary, promotes=_bits("bitwise_xor"), kernel="bitwise_xor")
def bitwise_xor(xp, input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Returns the bits that exactly one has."""


@op(unary, promotes=_bits("bitwise_not"), kernel="bitwise_not")
def bitwise_not(xp, input: Tensor) -> Tensor:
    """Returns the opposite bits; the opposite truth for bool."""


@op(binary, promotes=_bits("lshift", BOOL), kernel="shift_left")
def bitwise_left_shift(xp, input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Returns the bits moved up by `other`."""


@op(binary, promotes=_bits("rshift", BOOL), kernel="shift_right")
def bitwise_right_shift(xp, input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Returns the bits moved down by `other`; the sign fills in."""
