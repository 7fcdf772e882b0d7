"""Normal numbers as torch's CPU kernels draw them.

Two streams, told apart by size and layout. Fewer than 16 elements, or strided memory: pairs in double precision, the second of
a pair kept for the next call. Else: blocks of 16, the first 8 uniforms giving radii and the last 8 angles; a tail is covered by
a block that overlaps the one before. For float32 the logarithm, sine and cosine are the single-precision Cephes functions with
fused steps (all 2**24 inputs of each were compared with torch's results); for float64 they are libm's.
"""
from __future__ import annotations

import math

import numpy as np

from rushlight import dtypes
from rushlight.backends import jit
from rushlight.backends.numpy.exact import fma32, fma64, libm, narrowed, to_float

_BLOCK = 8192
float32, uint32 = np.float32, np.uint32


def normal(engine, n, mean, std, dtype, contiguous=True):
    """`n` normals in the order of memory."""
    if n < 16 or not contiguous:
        return _pairwise(engine, n, float(mean), float(std), dtype)
    full, tail = divmod(n, 16)
    if dtype is dtypes.float64:
        return _blocks(engine.doubles(n + 16 * (tail > 0)), n, np.empty(n), _box_muller64, mean, std)
    if dtype is dtypes.float32:
        return _blocks(engine.floats(n + 16 * (tail > 0)), n, np.empty(n, float32), _box_muller32, mean, std)
    count = 16 * (full + (tail > 0))                        # the halves draw the tail's uniforms right after the full blocks'
    made = np.empty(count, float32)
    _box_muller32(engine.floats(count).reshape(-1, 2, 8), mean, std, made.reshape(-1, 2, 8))
    if tail:
        made = np.concatenate([made[:n - 16], made[-16:]])
    return to_float(made, dtype)


def _blocks(uniforms, n, out, transform, mean, std):
    """Fills `out` from `n` uniforms in blocks of 16, and its last 16 elements anew from 16 more where a tail is left."""
    full = n - n % 16
    if full == n:
        transform(uniforms.reshape(-1, 2, 8), mean, std, out.reshape(-1, 2, 8))
        return out
    blocks = np.concatenate([uniforms[:full], uniforms[n:]]).reshape(-1, 2, 8)
    made = np.empty_like(blocks, out.dtype)
    transform(blocks, mean, std, made)
    made = made.reshape(-1)
    out[:n - 16], out[n - 16:] = made[:n - 16], made[full:]
    return out


# ---------------------------------------------------------------- the pairwise stream

def _pairwise(engine, n, mean, std, dtype):
    if n <= 32:
        normals = np.array(few_normals(engine, n), np.float64)
        return to_float(normals if std == 1.0 and mean == 0.0 else fma64(normals, std, mean), dtype)
    normals, exact_at = pairwise_normals(engine, n, exact=dtype is dtypes.float64)
    scaled = fma64(normals, std, mean)
    if dtype is dtypes.float64:
        return scaled
    return narrowed(lambda at: fma64(exact_at(at), std, mean), scaled, dtype)


def few_normals(engine, n):
    """A list of `n` standard normals of the pairwise stream, one by one in Python."""
    normals, spare = [], engine.spare_normal
    if spare is not None and n:
        normals, engine.spare_normal = [spare], None
    numbers = iter(engine.doubles((n - len(normals) + 1) // 2 * 2).tolist())
    for turn, u in zip(numbers, numbers):
        angle, radius = 2.0 * math.pi * turn, math.sqrt(-2.0 * math.log1p(-u))
        normals += (radius * math.cos(angle), radius * math.sin(angle))
    if len(normals) > n:
        engine.spare_normal = normals.pop()
    return normals


def pairwise_normals(engine, n, exact):
    """`n` standard normals of the pairwise stream, by libm if `exact`, and a function that gives libm's at positions."""
    waiting = [] if engine.spare_normal is None or not n else [engine.spare_normal]
    missing = n - len(waiting)
    uniforms = engine.doubles(2 * ((missing + 1) // 2)).reshape(-1, 2)
    if waiting:
        engine.spare_normal = None
    normals = np.concatenate([waiting, _pairs(uniforms, exact).ravel()])
    if missing % 2:
        engine.spare_normal = float(_pairs(uniforms[-1:], True)[0, 1])
        normals = normals[:-1]

    def exact_at(positions):
        drawn = positions - len(waiting)
        return np.where(drawn < 0, normals[positions], _pairs(uniforms[drawn // 2], True)[np.arange(len(drawn)), drawn % 2])
    return normals, exact_at


def _pairs(uniforms, exact):
    """Box and Muller in double precision: (k, 2) uniforms to (k, 2) normals."""
    angle = (2.0 * math.pi) * uniforms[:, 0]
    log1p, cos, sin = _libm_functions(math.log1p, math.cos, math.sin) if exact else (np.log1p, np.cos, np.sin)
    radius = np.sqrt(-2.0 * log1p(-uniforms[:, 1]))
    return np.stack([radius * cos(angle), radius * sin(angle)], 1)


def _libm_functions(*functions):
    return [lambda a, f=f: libm(f, a) for f in functions]


# ---------------------------------------------------------------- the blocks

def _box_muller64(uniforms, mean, std, out):
    radius = np.sqrt(-2.0 * libm(math.log, 1.0 - uniforms[:, 0]))
    angle = (2.0 * math.pi) * uniforms[:, 1]
    out[:, 0] = fma64(radius * libm(math.cos, angle), std, mean)
    out[:, 1] = fma64(radius * libm(math.sin, angle), std, mean)
    out += 0.0


def _box_muller32(uniforms, mean, std, out):
    mean, std = float32(mean), float32(std)
    if jit.suits(uniforms):
        from rushlight.backends.jit_normals import standard_normals
        numbers = standard_normals(uniforms)
        out[...] = fma32(numbers, std, mean) if mean != 0 else numbers if std == 1 else numbers * std + float32(0)
        return
    step = _BLOCK // 8
    for a in range(0, len(uniforms), step):
        piece, target = uniforms[a:a + step], out[a:a + step]
        radius = _log(float32(1) - piece[:, 0])
        radius *= float32(-2)
        np.sqrt(radius, out=radius)
        sin, cos = _sincos(piece[:, 1] * float32(2.0 * math.pi))
        cos *= radius
        sin *= radius
        for half, numbers in enumerate((cos, sin)):
            if mean != 0:
                target[:, half] = fma32(numbers, std, mean)
            else:                                           # one rounding anyhow; adding 0 turns -0.0 into +0.0
                np.add(numbers if std == 1 else numbers * std, float32(0), out=target[:, half])


def _coefficients(*values):
    """float32 constants, held in doubles."""
    return [np.float64(float32(v)) for v in values]


_LOG = _coefficients(7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1, 1.4249322787e-1, -1.6668057665e-1,
                     2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1)
_SIN = _coefficients(-1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1)
_COS = _coefficients(2.443315711809948e-5, -1.388731625493765e-3, 4.166664568298827e-2)
_LN2_LOW, _LN2_HIGH = float32(-2.12194440e-4), float32(0.693359375)
_PI_4_HIGH, _PI_4_MIDDLE = float32(-0.78515625), float32(-2.4187564849853515625e-4)
_PI_4_LOW = np.float64(float32(-3.77489497744594108e-8))


def _fused(total, scratch):
    """The double `total` rounded to float32 into `scratch`: a fused step, as the product in it was exact."""
    np.copyto(scratch, total, casting="unsafe")
    return scratch


def _polynomial(x, coefficients):
    """Horner's scheme with fused steps in float32; `x` holds float32 values in doubles."""
    total = x * coefficients[0]
    y = np.empty(x.shape, float32)
    for i, c in enumerate(coefficients[1:]):
        if i:
            np.multiply(y, x, out=total)
        total += c
        _fused(total, y)
    return y, total


def _log(x):
    """Cephes logf of float32 in (0, 1]."""
    bits = x.view(uint32)
    exponent = (bits >> uint32(23)).astype(np.int32)
    exponent -= 126
    m = ((bits & uint32(0x807FFFFF)) | uint32(0x3F000000)).view(float32)
    small = m < float32(0.707106781186547524)
    exponent -= small
    m = np.where(small, m + (m - float32(1)), m - float32(1)).astype(float32, copy=False)
    e = exponent.astype(float32)
    y, total = _polynomial(m.astype(np.float64), _LOG)
    y *= m
    z = m * m
    np.multiply(y, z.astype(np.float64), out=total)
    total += e * _LN2_LOW
    _fused(total, y)
    z *= float32(0.5)
    y -= z
    m += y
    e *= _LN2_HIGH
    m += e
    return m


def _sincos(x):
    """Cephes sinf and cosf of float32 in [0, 2 pi)."""
    octant = (x * float32(1.27323954473516)).astype(np.int32)
    octant += 1
    octant &= ~1
    turns = octant.astype(float32)
    x = x + turns * _PI_4_HIGH
    x += turns * _PI_4_MIDDLE
    total = turns.astype(np.float64)
    total *= _PI_4_LOW
    total += x
    x = total.astype(float32)
    z = x * x
    zd = z.astype(np.float64)
    c, total = _polynomial(zd, _COS)
    c *= z
    np.multiply(c, zd, out=total)
    total -= 0.5 * zd
    _fused(total, c)
    c += float32(1)
    s, total = _polynomial(zd, _SIN)
    s *= z
    np.multiply(s, x, out=total, dtype=np.float64)
    total += x
    _fused(total, s)
    swap = (octant & 2) != 0
    sin, cos = np.where(swap, c, s), np.where(swap, s, c)
    sin.view(uint32)[...] ^= ((octant & 4) << 29).astype(uint32)            # signs through their bit: -0.0 stays
    cos.view(uint32)[...] ^= ((~(octant - 2) & 4) << 29).astype(uint32)
    return sin, cos
