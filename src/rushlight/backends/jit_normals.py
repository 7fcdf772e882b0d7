"""Normal numbers in one compiled loop: the same steps as backends/numpy/normals.py, and the same bits."""
from __future__ import annotations

from functools import partial

import numpy as np

from rushlight.backends.jit import Fused
from rushlight.backends.numpy.normals import (
    COS, LN2_HIGH, LN2_LOW, LOG, PER_OCTANT, PI_4_HIGH, PI_4_LOW, PI_4_MIDDLE, ROOT_HALF, SIN, TURN)

f4, i4 = np.float32, np.int32
_ONE, _HALF, _MINUS_TWO = f4(1), f4(0.5), f4(-2)
_PAIRS = 512            # from one copy to another: the loop between them runs over neighbours, so that it is vectorised


def _make_fma():
    """a * b + c with one rounding: the processor's own instruction."""
    from numba.core.types import float32
    from numba.extending import intrinsic

    @intrinsic
    def fma(typing, a, b, c):
        return float32(float32, float32, float32), lambda context, builder, signature, values: builder.fma(*values)
    return fma


def _make_log(fma):
    """Cephes logf of a float32 in (0, 1]."""
    c0, c1, c2, c3, c4, c5, c6, c7, c8 = map(f4, LOG)

    def log(x):
        bits = f4(x).view(np.int32)
        exponent = i4(i4(bits - ROOT_HALF) >> i4(23))
        e = f4(exponent)
        m = i4(bits - i4(exponent << i4(23))).view(np.float32) - _ONE
        y = fma(fma(fma(fma(c0, m, c1), m, c2), m, c3), m, c4)
        y = fma(fma(fma(fma(y, m, c5), m, c6), m, c7), m, c8) * m
        z = m * m
        y = fma(y, z, e * LN2_LOW) - z * _HALF
        return (m + y) + e * LN2_HIGH
    return log


def _make_sincos(fma):
    """Cephes sinf and cosf of a float32 in [0, 2 pi)."""
    (s0, s1, s2), (c0, c1, c2), low = map(f4, SIN), map(f4, COS), f4(PI_4_LOW)

    def sincos(x):
        octant = (i4(x * PER_OCTANT) + i4(1)) & i4(-2)
        turns = f4(octant)
        x = x + turns * PI_4_HIGH
        x = x + turns * PI_4_MIDDLE
        x = fma(turns, low, x)
        z = x * x
        c = fma(fma(fma(c0, z, c1), z, c2) * z, z, -(z * _HALF)) + _ONE
        s = fma(fma(fma(s0, z, s1), z, s2) * z, x, x)
        swap = (octant & i4(2)) != 0                # selections, not branches: those would keep the loop from being vectorised
        sin, cos = c if swap else s, s if swap else c
        return sin * f4(i4(1) - ((octant >> i4(1)) & i4(2))), cos * f4((((octant - i4(2)) >> i4(1)) & i4(2)) - i4(1))
    return sincos


@partial(Fused, unit=16, signature="float32[::1], float32, float32")
def normals(inlined):
    """Turns uniforms into normals by Box and Muller, in blocks of 16: the first 8 give radii, the last 8 angles."""
    fma = _make_fma()
    log, sincos = inlined(_make_log(fma)), inlined(_make_sincos(fma))

    def loop(numbers, mean, std):
        first, second = np.empty(_PAIRS, np.float32), np.empty(_PAIRS, np.float32)
        for start in range(0, numbers.size, 2 * _PAIRS):
            count = min(_PAIRS, (numbers.size - start) // 2)
            for i in range(0, count, 8):
                for k in range(i, i + 8):
                    first[k], second[k] = numbers[start + i + k], numbers[start + i + k + 8]
            for i in range(count):
                radius = np.sqrt(_MINUS_TWO * log(_ONE - first[i]))
                sin, cos = sincos(second[i] * TURN)
                first[i], second[i] = fma(radius * cos, std, mean), fma(radius * sin, std, mean)
            for i in range(0, count, 8):
                for k in range(i, i + 8):
                    numbers[start + i + k], numbers[start + i + k + 8] = first[k], second[k]
    return loop
