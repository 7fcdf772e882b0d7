"""Evenly spaced numbers, rounded as torch's CPU kernels round them."""
from __future__ import annotations

import math

import numpy as np

from rushlight import dtypes
from rushlight.backends.numpy.exact import fma32, fma64
from rushlight.backends.numpy.making import representable
from rushlight.dtypes import INTEGRAL


_int64 = np.dtype(np.int64)


def arange(start, end, step, dtype):
    """start, start + step, ... up to before `end`."""
    if all(isinstance(v, int) for v in (start, end, step)):
        _check_range(start, end, step)
        for value in (start, end, step):
            if not -2 ** 63 <= value < 2 ** 63:
                raise OverflowError("int too big to convert")
        count = max(0, -((start - end) // step))
        if dtype.category == INTEGRAL:
            return _counted(start, step, count, dtype)
    else:
        start, end, step = map(_real, (start, end, step))
        _check_range(start, end, step)
        if dtype is dtypes.int64:                           # torch counts in the type itself here, in doubles for the others
            start, end, step = map(int, (start, end, step))
            if not step:
                raise ValueError("step must be nonzero")
        count = math.ceil((end - start) / step)
        if not 0 <= count < 2 ** 63:
            raise RuntimeError("invalid size, possible overflow?")
        if dtype.category == INTEGRAL:
            return _counted(int(start), int(step), count, dtype)
    return _spaced(start, step, count, dtype)


def closed_range(start, end, step, dtype):
    """start, start + step, ... up to and with `end`."""
    start, end, step = map(_real, (start, end, step))
    _check_range(start, end, step)
    if dtype.category == INTEGRAL:
        start, end, step = map(int, (start, end, step))
        return _counted(start, step, (end - start) // step + 1, dtype)
    count = math.floor((end - start) / step + 1)
    return dtypes.cast(np.arange(count, dtype=np.float64) * step + start, dtype)


def count_up(end):
    """0, 1, ... up to before `end`."""
    return np.arange(end, dtype=_int64)


def _counted(start, step, count, dtype):
    if start == 0 and step == 1:
        return count_up(count).astype(dtype.numpy, copy=False)
    return (np.arange(count, dtype=np.int64) * step + start).astype(dtype.numpy, copy=False)


def _spaced(start, step, count, dtype):
    """start + i * step as a vectorised loop rounds it: each vector from its own first element, what is left over singly."""
    if dtype is dtypes.float64:
        return _by_vectors(4, count, lambda i, base: fma64(i, step, base), start, lambda i: fma64(i, step, start))
    if dtype is dtypes.float32:
        return _by_vectors(8, count, lambda i, base: fma32(i, np.float32(step), base.astype(np.float32)), start,
                           lambda i: fma64(i, step, start)).astype(np.float32)

    def rounded(x):
        return dtypes.cast(x.astype(np.float32), dtype).astype(np.float64)
    return dtypes.cast(_by_vectors(16, count, lambda i, base: base + i * np.float32(step), start,
                                   lambda i: rounded(start + i * np.float32(step))).astype(np.float32), dtype)


def _by_vectors(width, count, within, start, single):
    at = np.arange(count, dtype=np.float64)
    lane = at % width
    values = within(lane, single(at - lane))
    left = count % width
    if left:
        values = np.concatenate([values[:count - left], single(at[count - left:])])
    return values


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
    half, at = steps // 2, np.arange(steps, dtype=np.float64)
    if dtype in (dtypes.float16, dtypes.bfloat16):
        return _exponents_of_halves(start, end, steps, dtype, at)
    step = (kind(end) - kind(start)) / kind(max(steps - 1, 1))
    fma = {np.float64: fma64, np.float32: fma32}.get(kind, lambda i, step, first: first + step * i.astype(kind))
    return np.concatenate([fma(at[:half], step, kind(start)), fma(at[:steps - half][::-1], -step, kind(end))])


def _exponents_of_halves(start, end, steps, dtype, at):
    """Every step of the arithmetic rounded to the type."""
    def rounded(x):
        return dtypes.cast(np.asarray(x, np.float32), dtype).astype(np.float32)
    start, end, at = rounded(start), rounded(end), at.astype(np.float32)
    step = rounded(rounded(end - start) / max(steps - 1, 1))
    return np.where(at < steps // 2, start + rounded(at * step), end - rounded((steps - 1 - at) * step))
