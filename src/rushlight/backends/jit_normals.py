"""Normal numbers in one compiled loop: the same steps as backends/numpy/normals.py, and the same bits."""
from __future__ import annotations

from functools import partial

import numpy as np

from rushlight.backends.jit import Fused

f4, f8, i4, u4 = np.float32, np.float64, np.int32, np.uint32
_LOG = tuple([f8(f4(c)) for c in (7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1, 1.4249322787e-1,
                                  -1.6668057665e-1, 2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1)])
_SIN = tuple([f8(f4(c)) for c in (-1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1)])
_COS = tuple([f8(f4(c)) for c in (2.443315711809948e-5, -1.388731625493765e-3, 4.166664568298827e-2)])
_LN2_LOW, _LN2_HIGH = f4(-2.12194440e-4), f4(0.693359375)
_PI_4_HIGH, _PI_4_MIDDLE, _PI_4_LOW = f4(-0.78515625), f4(-2.4187564849853515625e-4), f8(f4(-3.77489497744594108e-8))
_PER_OCTANT, _TURN, _ROOT_HALF = f4(1.27323954473516), f4(2 * np.pi), f4(0.707106781186547524)
_ONE, _HALF, _MINUS_TWO, _ZERO = f4(1), f4(0.5), f4(-2), f4(0)


def _make_log():
    """Cephes logf of a float32 in (0, 1]."""
    c0, c1, c2, c3, c4, c5, c6, c7, c8 = _LOG

    def log(x):
        bits = f4(x).view(np.uint32)
        exponent = i4(bits >> u4(23)) - i4(126)
        m = u4((bits & u4(0x807FFFFF)) | u4(0x3F000000)).view(np.float32)
        small = m < _ROOT_HALF                      # selections, not branches: those would keep the loop from being vectorised
        e = f4(exponent - i4(small))
        m = (m - _ONE) + (m if small else _ZERO)
        d = f8(m)
        y = f4(d * c0 + c1)
        y = f4(f8(y) * d + c2)
        y = f4(f8(y) * d + c3)
        y = f4(f8(y) * d + c4)
        y = f4(f8(y) * d + c5)
        y = f4(f8(y) * d + c6)
        y = f4(f8(y) * d + c7)
        y = f4(f8(y) * d + c8)
        y = y * m
        z = m * m
        y = f4(f8(y) * f8(z) + f8(e * _LN2_LOW))
        y = y - z * _HALF
        return (m + y) + e * _LN2_HIGH
    return log


def _make_sincos():
    """Cephes sinf and cosf of a float32 in [0, 2 pi)."""
    s0, s1, s2 = _SIN
    c0, c1, c2 = _COS

    def sincos(x):
        octant = (i4(x * _PER_OCTANT) + i4(1)) & i4(-2)
        turns = f4(octant)
        x = x + turns * _PI_4_HIGH
        x = x + turns * _PI_4_MIDDLE
        x = f4(f8(turns) * _PI_4_LOW + f8(x))
        z = x * x
        d = f8(z)
        c = f4(f8(f4(d * c0 + c1)) * d + c2) * z
        c = f4(f8(c) * d - 0.5 * d) + _ONE
        s = f4(f8(f4(d * s0 + s1)) * d + s2) * z
        s = f4(f8(s) * f8(x) + f8(x))
        swap = (octant & i4(2)) != 0
        sin, cos = c if swap else s, s if swap else c
        return sin * f4(i4(1) - ((octant >> i4(1)) & i4(2))), cos * f4((((octant - i4(2)) >> i4(1)) & i4(2)) - i4(1))
    return sincos


@partial(Fused, unit=16)
def standard_normals(inlined):
    """Turns uniforms into normals by Box and Muller, in blocks of 16: the first 8 give radii, the last 8 angles."""
    log, sincos = inlined(_make_log()), inlined(_make_sincos())

    def loop(numbers):
        for block in range(0, numbers.size, 16):
            for i in range(block, block + 8):
                radius = np.sqrt(_MINUS_TWO * log(_ONE - numbers[i]))
                sin, cos = sincos(numbers[i + 8] * _TURN)
                numbers[i] = radius * cos + _ZERO
                numbers[i + 8] = radius * sin + _ZERO
    return loop
