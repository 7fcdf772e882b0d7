"""Evenly spaced numbers, rounded as torch's CPU kernels round them."""
from __future__ import annotations

import math

import numpy as np

from rushlight import dtypes
from rushlight.backends.numpy.making import full, representable
from rushlight.dtypes import INTEGRAL


def arange(start, end, step, dtype):
    """start, start + step, ... up to before `end`."""
    if all(isinstance(v, int) for v in (start, end, step)):
        _check_range(start, end, step)
        for value in (start, end, step):
            if not -2 ** 63 <= value < 2 ** 63:
                raise OverflowError("int too big to convert")
        count = max(0, -((start - end) // step))
        if dtype.category == INTEGRAL:
            return np.arange(count, dtype=np.int64).__mul__(step).__add__(start).astype(dtype.numpy)
    else:
        start, end, step = map(_real, (start, end, step))
        if dtype.category == INTEGRAL and int(step) == 0 and step:
            raise ValueError("step must be nonzero")
        _check_range(start, end, step)
        count = math.ceil((end - start) / step)
        if not 0 <= count < 2 ** 63:
            raise RuntimeError("invalid size, possible overflow?")
        if dtype.category == INTEGRAL:
            return (np.arange(count, dtype=np.int64) * int(step) + int(start)).astype(dtype.numpy)
    return _spaced(start, step, count, dtype)


def closed_range(start, end, step, dtype):
    """start, start + step, ... up to and with `end`."""
    start, end, step = map(_real, (start, end, step))
    _check_range(start, end, step)
    count = math.floor((end - start) / step + 1)
    if dtype.category == INTEGRAL:
        return (np.arange(count, dtype=np.int64) * int(step) + int(start)).astype(dtype.numpy)
    return _spaced(start, step, count, dtype)


def _spaced(start, step, count, dtype):
    return dtypes.cast(np.arange(count, dtype=np.float64) * step + start, dtype)


def _real(value):
    if isinstance(value, complex):
        raise RuntimeError("value cannot be converted to type double without overflow")
    return float(value)


def _check_range(start, end, step):
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if not (math.isfinite(start) and math.isfinite(end)):
        raise RuntimeError(f"unsupported range: {start:g} -> {end:g}")
    if (end - start) * step < 0:
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")


def linspace(start, end, steps, dtype):
    """`steps` numbers from `start` to `end`, counted from the nearer of the two."""
    if dtype is dtypes.bool:
        raise NotImplementedError("\"linspace_cpu\" not implemented for 'Bool'")
    start, end = representable(start, dtype), representable(end, dtype)
    return dtypes.cast(_exponents(start, end, steps, dtype), dtype)


def logspace(start, end, steps, base, dtype):
    """`base` raised to `steps` evenly spaced exponents."""
    if dtype is dtypes.bool:
        raise NotImplementedError("\"logspace_cpu\" not implemented for 'Bool'")
    start, end = representable(start, dtype), representable(end, dtype)
    exponents = _exponents(start, end, steps, dtype)
    return dtypes.cast(np.power(exponents.dtype.type(base), exponents), dtype)


def _exponents(start, end, steps, dtype):
    """The spaced numbers in the type that torch computes them in."""
    kind = {dtypes.float64: np.float64, dtypes.complex64: np.complex64, dtypes.complex128: np.complex128}.get(
        dtype, np.float64 if dtype.category == INTEGRAL else np.float32)
    if steps == 1:
        return np.array([start], kind)
    at = np.arange(steps, dtype=kind)
    step = (kind(end) - kind(start)) / kind(max(steps - 1, 1))
    return np.where(np.arange(steps) < steps // 2, kind(start) + step * at, kind(end) - step * (kind(steps - 1) - at))
