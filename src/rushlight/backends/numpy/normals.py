"""Normal numbers as torch's CPU kernels draw them.

Two streams, told apart by size and layout. Fewer than 16 elements, or strided memory: pairs in double precision, the second of
a pair kept for the next call. Else: blocks of 16, the first 8 uniforms giving radii and the last 8 angles; a tail is covered by
a block that overlaps the one before. For float32 the logarithm, sine and cosine are the single-precision Cephes functions with
fused steps (all 2**24 inputs of each were compared with torch's results); for float64 they are libm's.
"""
from __future__ import annotations

import math
from functools import partial

import numpy as np

from rushlight import dtypes
from rushlight.backends import jit
from rushlight.backends.numpy.exact import fma, fma32, fma64, libm, listed, narrowed

_AT_ONCE = 1 << 16      # numbers made at once: what is computed on the way stays in the cache of a core
float32, int32 = np.float32, np.int32


def fill_in_blocks(engine, flat, mean, std, dtype):
    """Fills a flat array of 16 elements or more."""
    wide = dtype is dtypes.float32 or dtype is dtypes.float64
    whole = flat.size // 16 * 16
    numbers = flat if wide else np.empty(whole, float32)    # the halves draw a tail's uniforms right after the full blocks'
    step = _AT_ONCE if not jit.suits(numbers) else 1 << 20  # compiled, words come faster the more there are
    if dtype is dtypes.float64:
        draw, transform = engine.doubles, _box_muller64
    else:
        draw, transform = engine.floats, partial(_box_muller32, work=_Work(min(numbers.size, _AT_ONCE) // 2))
    for start in range(0, numbers.size, step):
        piece = numbers[start:start + step]
        piece[...] = draw(piece.size)
        transform(piece[:piece.size // 16 * 16], mean, std)
    if not wide:
        flat[:whole] = dtypes.cast(numbers, dtype).view(np.ndarray)
    if whole < flat.size:
        last = draw(16)
        transform(last, mean, std)
        flat[-16:] = dtypes.cast(last, dtype).view(np.ndarray)


# ---------------------------------------------------------------- the pairwise stream

def pairwise(engine, n, dtype, mean, std):
    """`n` normals, for less than 16 elements and for strided memory."""
    if n <= 32:
        normals = few_normals(engine, n)
        return listed(normals if std == 1.0 and mean == 0.0 else [fma(z, std, mean) for z in normals], dtype)
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
    numbers = iter(engine.few_doubles((n - len(normals) + 1) // 2 * 2))
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

def _box_muller64(numbers, mean, std):
    """Turns uniforms into normals, in place."""
    blocks = numbers.reshape(-1, 2, 8)
    radius = np.sqrt(-2.0 * libm(math.log, 1.0 - blocks[:, 0]))
    angle = (2.0 * math.pi) * blocks[:, 1]
    blocks[:, 0] = fma64(radius * libm(math.cos, angle), std, mean)
    blocks[:, 1] = fma64(radius * libm(math.sin, angle), std, mean)
    numbers += 0.0


def _box_muller32(numbers, mean, std, work):
    """Turns uniforms into normals, in place. Without the compiler, one thread does it: several would wait for the interpreter
    between short steps."""
    mean, std = float32(mean), float32(std)
    if jit.suits(numbers):
        from rushlight.backends import jit_normals
        return jit_normals.normals.over(numbers, scalars=(mean, std))
    work.transform(numbers)
    _scale(numbers, mean, std)


def _scale(numbers, mean, std):
    if mean != 0:
        fma32(numbers, std, mean, out=numbers)
    else:                               # one rounding anyhow
        if std != 1:
            numbers *= std
        numbers += float32(0)           # turns -0.0 into +0.0


def _coefficients(*values):
    """float32 constants, held in doubles."""
    return [np.float64(float32(v)) for v in values]


LOG = _coefficients(7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1, 1.4249322787e-1, -1.6668057665e-1,
                     2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1)
SIN = _coefficients(-1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1)
COS = _coefficients(2.443315711809948e-5, -1.388731625493765e-3, 4.166664568298827e-2)
LN2_LOW, LN2_HIGH = float32(-2.12194440e-4), float32(0.693359375)
PI_4_HIGH, PI_4_MIDDLE = float32(-0.78515625), float32(-2.4187564849853515625e-4)
PI_4_LOW = np.float64(float32(-3.77489497744594108e-8))
PER_OCTANT, TURN = float32(1.27323954473516), float32(2.0 * math.pi)
ROOT_HALF, _SIGN = int32(0x3F3504F3), int32(-1 << 31)      # the bits of sqrt(1/2), and that of a sign


class _Work:
    """Memory for up to `n` pairs on their way from uniforms to normals: new memory costs more to touch than a step.

    A fused step is a product and a sum of doubles, which is rounded to float32 then: the product of two float32 is exact in a
    double. Steps are written `y[...] = total`, `total *= x`, which NumPy does without buffers: 0.8 ns an element, against 1.4
    where operands are of two types.
    """

    def __init__(self, n):
        self.singles, self.doubles = [np.empty(n, float32) for _ in range(6)], [np.empty(n) for _ in range(2)]

    def transform(self, numbers):
        """Box and Muller, in place, in blocks of 16: of the first 8 come the radii, of the last 8 the angles."""
        n = numbers.size // 2
        halves = numbers.view("V32").reshape(-1, 2)         # eight numbers are copied as one item
        radius, angle, *singles = [x[:n] for x in self.singles]
        doubles = [x[:n] for x in self.doubles]
        radius.view("V32")[...], angle.view("V32")[...] = halves[:, 0], halves[:, 1]
        np.subtract(float32(1), radius, out=radius)
        _log(radius, *singles[:3], *doubles)
        radius *= float32(-2)
        np.sqrt(radius, out=radius)
        angle *= TURN
        sin, cos = _sincos(angle, *singles, *doubles)
        sin *= radius
        cos *= radius
        halves[:, 0], halves[:, 1] = cos.view("V32"), sin.view("V32")


def _polynomial(y, x, coefficients, total):
    """Horner's scheme with fused steps, into `y`; `x` holds float32 values in doubles."""
    np.multiply(x, coefficients[0], out=total)
    total += coefficients[1]
    y[...] = total
    for c in coefficients[2:]:
        total[...] = y
        total *= x
        total += c
        y[...] = total


def _log(m, e, y, z, x, total):
    """Cephes logf of float32 in (0, 1], in place. What else is given is overwritten."""
    bits, exponent = m.view(int32), z.view(int32)
    np.subtract(bits, ROOT_HALF, out=exponent)             # m is in [sqrt(1/2), sqrt(2)), but for a power of two
    exponent >>= int32(23)
    e[...] = exponent
    exponent <<= int32(23)
    bits -= exponent
    m -= float32(1)
    x[...] = m
    _polynomial(y, x, LOG, total)
    y *= m
    np.multiply(m, m, out=z)
    total[...], x[...] = y, z
    total *= x
    np.multiply(e, LN2_LOW, out=y)
    x[...] = y
    total += x
    y[...] = total
    z *= float32(0.5)
    y -= z
    m += y
    e *= LN2_HIGH
    m += e


def _sincos(x, s, c, z, turned, zd, total):
    """Cephes sinf and cosf of float32 in [0, 2 pi), in two of the arrays, all of which are overwritten."""
    octant = turned.view(int32)
    _reduce(x, octant, s, z, zd, total)
    np.multiply(x, x, out=z)
    zd[...] = z
    _polynomial(c, zd, COS, total)
    c *= z
    total[...] = c
    total -= 0.5
    total *= zd
    c[...] = total
    c += float32(1)
    _polynomial(s, zd, SIN, total)
    s *= z
    total[...], zd[...] = s, x
    total *= zd
    total += zd
    s[...] = total
    _turn(s.view(int32), c.view(int32), octant, z.view(int32), x.view(int32))
    return s, c


def _reduce(x, octant, turns, product, doubled, total):
    """Takes from `x` the nearest even number of eighths of a turn, which goes into `octant`."""
    np.multiply(x, PER_OCTANT, out=product)
    octant[...] = product
    octant += int32(1)
    octant &= int32(-2)
    turns[...] = octant
    for part in (PI_4_HIGH, PI_4_MIDDLE):
        np.multiply(turns, part, out=product)
        x += product
    total[...], doubled[...] = turns, x
    total *= PI_4_LOW
    total += doubled
    x[...] = total


def _turn(sin, cos, octant, mask, changed):
    """Swaps the two and changes their signs as the octant asks, through their bits: -0.0 stays."""
    np.left_shift(octant, int32(30), out=mask)
    mask >>= int32(31)                                      # all bits where octant & 2
    np.bitwise_xor(sin, cos, out=changed)
    changed &= mask
    sin ^= changed
    cos ^= changed
    for numbers, negative in ((sin, octant), (cos, octant + int32(2))):
        np.left_shift(negative, int32(29), out=mask)
        mask &= _SIGN                                       # the sign where negative & 4
        numbers ^= mask
