"""A Python function, called for every element of a tensor. Slow, and past the tape: see torch.vmap and torch.func instead."""
from __future__ import annotations

import numbers

import numpy as np

from rushlight import dtypes
from rushlight.autograd.views import edge_of
from rushlight.dispatch import levels
from rushlight.dispatch.op import by_hand


@by_hand(function=False)
def apply_(input, callable):
    """Replaces each element by `callable(element)`, in place; numbers come in as Python's."""
    return _write(input, "apply_", callable)


@by_hand(function=False)
def map_(input, tensor, callable):
    """Replaces each element by `callable(element, element of tensor)`, in place."""
    _check_like(input, "map_", tensor, "'other'")
    return _write(input, "map_", callable, tensor)


@by_hand(function=False)
def map2_(input, x, y, callable):
    """Replaces each element by `callable(element, element of x, element of y)`, in place."""
    for position, (name, value) in enumerate((("x", x), ("y", y)), 1):
        if not isinstance(value, levels.Tensor):
            raise TypeError(f"map2_(): argument '{name}' (position {position}) must be Tensor, not {type(value).__name__}")
        _check_like(input, "map2_", value, f"argument '{name}'")
    return _write(input, "map2_", callable, x, y)


def _check_like(input, name, other, called):
    if other.dtype is not input.dtype:
        raise TypeError(f"{name}: expected {input.type()} for {called} (got {other.type()})")


def _write(input, name, function, *others):
    if any(edge_of(t) is not None for t in (input, *others)):
        raise RuntimeError(f"Can't call {name}() on Variable that requires grad. Use var.detach().{name}() instead.")
    columns = [t.expand(input.shape).reshape(-1).tolist() for t in (input, *others)]
    values = [_number(function(*row), input.dtype) for row in zip(*columns)]
    wide = np.array(values, np.complex128 if input.dtype.is_complex else np.float64 if input.dtype.is_floating_point else None)
    input._data[...] = dtypes.cast(wide.reshape(tuple(input.shape)), input.dtype)       # uncounted, as in torch
    return input


def _number(value, dtype):
    """What the function gave, as a number of the tensor's category."""
    if not isinstance(value, numbers.Number):
        raise TypeError(f"must be real number, not {type(value).__name__}")
    if dtype.category == dtypes.BOOL:
        return bool(value)
    if dtype.category != dtypes.INTEGRAL:
        return value
    limits = np.iinfo(dtype.numpy)
    if not limits.min <= value <= limits.max:
        raise RuntimeError(f"value cannot be converted to type {dtype.name} without overflow")
    return dtype.numpy.type(int(value))
