"""Arithmetic that rounds as torch's kernels round: fused multiply-adds, libm's functions, double results narrowed.

torch's samplers are compiled with fused multiply-adds and call the C library's log, cos and friends. NumPy has no fma, and its
own vectorised functions may differ from libm in the last bit or two of a double, so both are rebuilt here.
"""
from __future__ import annotations

import math

import numpy as np

from rushlight import dtypes

_BLOCK = 8192                       # elements that stay in cache
_SPLIT = 134217729.0                # 2**27 + 1: Dekker's constant
_DROPPED, _TIE = 0x1FFFFFFF, 0x10000000     # the 29 bits that float32 drops from a double, and their half


def fma32(a, b, c, out=None):
    """a * b + c in float32 with one rounding; `a` flat, `b` a number, `c` either, all of float32 values."""
    out = np.empty(a.size, np.float32) if out is None else out
    b, c = np.float64(b), np.asarray(c, np.float64)
    for start in range(0, a.size, _BLOCK):
        piece = slice(start, start + _BLOCK)
        _fma32(a[piece], b, c[piece] if c.ndim else c, out[piece])
    return out


def _fma32(a, b, c, out):
    product = a.astype(np.float64)
    product *= b                                            # exact: 24 + 24 bits
    total = product + c
    out[...] = total
    if _is_power_of_two(b):
        return                                              # the product is a float32, and sums of two may be rounded twice
    dropped = total.view(np.int64)
    dropped &= _DROPPED
    tie = dropped == _TIE
    if tie.any():                                           # 2**-29 of cases: the sum must not be rounded twice
        out[tie] = _add_to_odd(product[tie], c[tie] if c.ndim else c)


def _is_power_of_two(number):
    return abs(math.frexp(number)[0]) == 0.5


def fma64(a, b, c):
    """a * b + c in float64 with one rounding (Boldo and Melquiond); `a` an array, `b` a number, `c` either."""
    b = np.float64(b)
    if isinstance(c, np.ndarray):
        return _fma64(a, b, c)
    c = np.float64(c)
    if c == 0.0:
        return a * b + c                                    # the sum turns -0.0 into +0.0
    if b == 1.0:
        return a + c
    out = np.empty_like(a)
    flat, flat_out = a.reshape(-1), out.reshape(-1)
    for i in range(0, flat.size, _BLOCK):
        flat_out[i:i + _BLOCK] = _fma64(flat[i:i + _BLOCK], b, c)
    return out


def fma(a, b, c):
    """a * b + c of Python floats with one rounding."""
    plain = a * b + c
    if c == 0.0 or _is_power_of_two(b) or not math.isfinite(plain):        # one rounding anyhow
        return plain
    high, low = _two_product(a, b)
    carry_high, carry_low = _two_sum(c, low)
    total, error = _two_sum(high, carry_high)
    rest, lost = _two_sum(carry_low, error)
    if lost and not int(math.frexp(rest)[0] * 2 ** 53) & 1:         # rounded to odd, so that the next rounding is right
        rest = math.nextafter(rest, math.copysign(math.inf, lost))
    return total + rest


def _fma64(a, b, c):
    high, low = _two_product(a, b)
    carry_high, carry_low = _two_sum(c, low)
    total, error = _two_sum(high, carry_high)
    return total + _add_to_odd(carry_low, error)


def _add_to_odd(a, b):
    """a + b rounded to odd, so that a later rounding is right."""
    total, error = _two_sum(a, b)
    wrong = (error != 0) & ((total.view(np.int64) & 1) == 0)
    if wrong.any():
        total = total.copy()
        total[wrong] = np.nextafter(total[wrong], np.where(error[wrong] > 0, np.inf, -np.inf))
    return total


def _two_sum(a, b):
    total = a + b
    rest = total - a
    return total, (a - (total - rest)) + (b - rest)


def _two_product(a, b):
    product = a * b
    (a_high, a_low), (b_high, b_low) = _split(a), _split(b)
    return product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low


def _split(a):
    scaled = _SPLIT * a
    high = scaled - (scaled - a)
    return high, a - high


def libm(function, a):
    """A function of Python's `math`, which is the C library's, of each element."""
    return np.fromiter(map(function, a.ravel().tolist()), np.float64, a.size).reshape(a.shape)


def listed(numbers, dtype):
    """Python floats as an array of a floating type."""
    if dtype is dtypes.float32 or dtype is dtypes.float64:
        return np.array([*numbers], dtype.numpy)
    return to_float(np.array([*numbers]), dtype)


def narrowed(exact, approximate, dtype, band=256):
    """A float64 result in a narrower type, as if computed by libm.

    `approximate` is within `band` units in the last place; where that could change the rounding, `exact(positions)` decides.
    """
    near = np.abs((approximate.view(np.int64) & _DROPPED) - _TIE) <= band
    if near.any():
        positions = np.nonzero(near)[0]
        approximate[positions] = exact(positions)
    return to_float(approximate, dtype)


def to_float(x, dtype):
    """Numbers in a floating type; the halves are reached through float32."""
    if dtype in (dtypes.float16, dtypes.bfloat16):
        x = np.asarray(x).astype(np.float32)
    return dtypes.cast(np.asarray(x), dtype)
