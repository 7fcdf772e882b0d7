"""`make_tensor`: random values for tests."""
from __future__ import annotations

import math
import warnings

from rushlight.dispatch.namespace import tensors as F
from rushlight.dtypes import FLOATING, bool as bool_, finfo, iinfo


def make_tensor(*shape, dtype, device, low=None, high=None, requires_grad=False, noncontiguous=False, exclude_zero=False,
                memory_format=None):
    """A tensor of random values, evenly spread over low <= x < high.

    By default between -9 and 9 (integers: 9 included, unsigned ones from 0), True and False. `exclude_zero` puts the smallest
    number above 0, for integers 1, in the place of zeros; `noncontiguous` leaves a gap after every element.
    """
    if noncontiguous and memory_format is not None:
        raise ValueError(f"The parameters `noncontiguous` and `memory_format` are mutually exclusive, but got noncontiguous="
                         f"{noncontiguous!r} and memory_format={memory_format!r}")
    if requires_grad and dtype.category < FLOATING:
        raise ValueError(f"`requires_grad=True` is not supported for boolean and integral dtypes, but got dtype={dtype!r}")
    shape = tuple(shape[0]) if len(shape) == 1 and not isinstance(shape[0], int) else shape
    spread = noncontiguous and math.prod(shape) > 1
    made = _fill(F.empty((*shape[:-1], 2 * shape[-1]) if spread else shape, dtype=dtype, device=device), low, high)
    if spread:
        made = made[..., 1::2]
    elif memory_format is not None:
        made = made.clone(memory_format=memory_format)
    if exclude_zero:
        made[made == 0] = 1 if dtype.category < FLOATING else finfo(dtype).tiny
    return made.requires_grad_(requires_grad)


def _fill(tensor, low, high):
    """Random values in place."""
    dtype = tensor.dtype
    if dtype.category < FLOATING:
        return tensor.random_(*_integral_bounds(dtype, low, high))
    low, high = _bounds(dtype, low, high, finfo(dtype).min, finfo(dtype).max, -9, 9)
    if low == high:
        warnings.warn("Passing `low==high` to `torch.testing.make_tensor` for floating or complex types is deprecated since 2.1 "
                      "and will be removed in 2.3. Use `torch.full(...)` instead.", FutureWarning, stacklevel=3)
        return tensor.fill_(low)
    (F.view_as_real(tensor) if dtype.is_complex else tensor).uniform_(low, high)
    return tensor


def _integral_bounds(dtype, low, high):
    if dtype is bool_:
        low, high = _bounds(dtype, low, high, 0, 2, 0, 2)
    else:
        info = iinfo(dtype)
        low, high = _bounds(dtype, low, high, info.min, info.max + 1, -9 if dtype.is_signed else 0, 10)
    return math.ceil(low), math.ceil(high)


def _bounds(dtype, low, high, lowest, highest, default_low, default_high):
    """The interval, within what the dtype can hold. ValueError for one without numbers."""
    low, high = default_low if low is None else low, default_high if high is None else high
    if low != low or high != high:
        raise ValueError(f"`low` and `high` cannot be NaN, but got low={low!r} and high={high!r}")
    if low > high or low == high and dtype.category < FLOATING:
        raise ValueError(f"`low` must be less than `high`, but got {low} >= {high}")
    if low > highest or high < lowest or low == highest and dtype.category < FLOATING:
        raise ValueError(f"The value interval specified by `low` and `high` is [{low}, {high}), but {dtype} only supports "
                         f"[{lowest}, {highest})")
    return min(max(low, lowest), highest), min(max(high, lowest), highest)
