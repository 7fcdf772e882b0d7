"""Functions of one or two elements that NumPy lacks, or computes otherwise than torch. `out` is where the result goes."""
from __future__ import annotations

import functools
import math

import numpy as np

from rushlight import dtypes
from rushlight.backends.bfloat16 import BFloat16Array
from rushlight.backends.numpy.few import ONE
from rushlight.backends.numpy.precision import narrowed, number, widened

LN2 = math.log(2.0)


def rounded_once(compute):
    """A kernel over one array: halves are computed in float32 and rounded once; `out` is honoured."""
    @functools.wraps(compute)
    def kernel(x, out=None, **options):
        if x.itemsize > 2:
            result = compute(x, **options) if options else compute(x)
            return result if out is None else _put(result, out)
        narrow = _as_bfloat16 if type(x) is BFloat16Array else _as_half
        return _put(narrow(compute(_wide(x), **options)), out)
    return kernel


def rounded_once_both(compute):
    """As `rounded_once`, for two operands of which the second may be a number."""
    @functools.wraps(compute)
    def kernel(x, y, out=None, **options):
        if type(x) is BFloat16Array or type(y) is BFloat16Array:
            result = _as_bfloat16(compute(_wide(x), _wide(y), **options))
        elif getattr(x, "dtype", None) == np.float16:
            result = _as_half(compute(_wide(x), _wide(y), **options))
        else:
            result = compute(x, x.dtype.type(y) if type(y) in (int, float) else y, **options)
        return _put(result, out)
    return kernel


def _wide(x):
    if type(x) is BFloat16Array:
        return x.widen()
    return x.astype(np.float32) if hasattr(x, "dtype") and x.dtype.char == "e" else x


def _as_bfloat16(result):
    return BFloat16Array.narrow(result) if result.dtype.char == "f" else result


def _as_half(result):
    return result.astype(np.float16) if result.dtype.char == "f" else result


def _put(result, out):
    if out is None:
        return result
    out[...] = result
    return out


# ---------------------------------------------------------------- rounding and signs

def _of_floats(ufunc):
    def kernel(x, out=None):
        return _put(x.copy("K"), out) if x.dtype.kind in "iub" and type(x) is not BFloat16Array else ufunc(x, out)
    return kernel


floor, ceil, trunc, round_half_even = map(_of_floats, (np.floor, np.ceil, np.trunc, np.rint))


@rounded_once
def round_decimals(x, decimals):
    """`x` rounded to so many decimals: scaled, rounded half to even, scaled back."""
    scale = 10.0 ** abs(decimals)
    return np.rint(x * scale) / scale if decimals > 0 else np.rint(x / scale) * scale


@rounded_once
def frac(x):
    return x - np.trunc(x)


def sign(x, out=None):
    """-1, 0 or 1; 0 for nan."""
    if x.dtype.kind == "b":
        return _put(x.copy("K"), out)
    result = np.sign(x, out)
    if x.dtype.kind == "f" and np.isnan(np.add.reduce(result, None)) or type(x) is BFloat16Array:
        return _put(np.where(np.isnan(x), 0, result).astype(x.dtype) if type(x) is np.ndarray else
                    np.where(np.isnan(x), np.zeros_like(x), result), out)
    return result


def sgn(x, out=None):
    """sign, or x / |x| for complex numbers."""
    if x.dtype.kind != "c":
        return sign(x, out)
    size = np.absolute(x)
    return _put(np.where(size == 0, np.zeros_like(x), x / size), out)


def signbit(x):
    return x < 0 if x.dtype.kind in "iub" and type(x) is not BFloat16Array else np.signbit(x)


# ---------------------------------------------------------------- exponentials

@rounded_once
def exp2(x):
    return np.exp(x * LN2) if x.dtype.kind == "c" else np.exp2(x)


@rounded_once
def rsqrt(x):
    return 1 / np.sqrt(x)


_negative, _exp, _add, _reciprocal = np.negative, np.exp, np.add, np.reciprocal


def sigmoid(x, out=None):
    """1 / (1 + exp(-x)), in the memory of one array."""
    one = ONE.get(x.dtype.char)
    if one is None:
        return _sigmoid_of_others(x, out)
    if x.size == 1 and out is None:             # NumPy takes 0.5 us more to write one element over itself
        return _reciprocal(_add(_exp(_negative(x)), one))
    out = _negative(x, out)
    _exp(out, out)
    _add(out, one, out)
    return _reciprocal(out, out)


@rounded_once
def _sigmoid_of_others(x):
    return np.reciprocal(np.exp(np.negative(x)) + number(1, x.dtype))


@rounded_once
def logit(x, eps=None):
    """log(x / (1 - x)), with `x` brought into [eps, 1 - eps] first."""
    if eps is not None:
        x = np.where(x < eps, x.dtype.type(eps), np.where(x > 1 - eps, x.dtype.type(1 - eps), x))
    return np.log(x / (1 - x))


@rounded_once
def sinc(x):
    scaled = x * math.pi
    return np.where(x == 0, np.ones_like(x), np.sin(scaled) / np.where(x == 0, np.ones_like(x), scaled))


@rounded_once_both
def logaddexp(x, y):
    """log(exp(x) + exp(y)), without overflow."""
    if x.dtype.kind != "c":
        return np.logaddexp(x, y)
    swap = x.real < y.real
    high, low = np.where(swap, y, x), np.where(swap, x, y)
    same_infinity = np.isinf(high.real) & (high.real == low.real)
    return np.where(same_infinity, np.log(np.exp(high) + np.exp(low)), high + np.log1p(np.exp(low - high)))


@rounded_once_both
def logaddexp2(x, y):
    return np.logaddexp2(x, y)


@rounded_once_both
def xlogy(x, y):
    """x * log(y); 0 where x is 0, unless y is nan."""
    return np.where((x == 0) & ~np.isnan(y), 0, x * np.log(y))


@rounded_once_both
def xlog1py(x, y):
    """x * log1p(y); 0 where x is 0, unless y is nan."""
    return np.where((x == 0) & ~np.isnan(y), 0, x * np.log1p(y))


# ---------------------------------------------------------------- powers and quotients

def pow(x, y, out=None):
    """x ** y, with shortcuts for common exponents. RuntimeError for an integer to a negative power that is a number."""
    if type(x) is float:
        return np.power(x, y) if out is None else np.power(x, y, out)
    kind = x.dtype.kind
    if type(y) is np.ndarray and not y.ndim and y.dtype.kind == "f":
        y = y.item()                                    # takes the shortcuts of a number: the same call gives the same bits
    if type(y) is int or type(y) is float:
        if y == 2:
            return np.square(x, out)
        if y == 3 and x.itemsize > 2:
            return np.multiply(np.square(x), x, out)
        if y == 0.5 and kind != "i":
            return np.sqrt(x, out)
        if y == -1 and kind != "i":
            return np.true_divide(1, x, out)
        if kind in "iu" and type(x) is not BFloat16Array:
            refuse_negative_exponent((x, y))
    elif kind in "iu" and type(x) is not BFloat16Array:
        return _put(_integer_pow(x, y), out)
    return np.power(x, y) if out is None else np.power(x, y, out)         # out=None costs 0.9 us beside a number


def refuse_negative_exponent(values):
    """RuntimeError for integers to a negative integer power."""
    base, exponent = values
    if type(exponent) is int and exponent < 0 and base.dtype.kind in "iub" and type(base) is not BFloat16Array:
        raise RuntimeError("Integers to negative integer powers are not allowed.")


def _integer_pow(x, y):
    negative = y < 0
    if not negative.any():
        return np.power(x, y)
    inverse = np.where(x == 1, 1, np.where(x == -1, 1 - 2 * (y & 1), 0)).astype(x.dtype)
    return np.where(negative, inverse, np.power(x, np.where(negative, np.zeros_like(y), y)))


def _checks_zero(kernel):
    """torch raises where integers are divided by zero."""
    @functools.wraps(kernel)
    def checked(x, y, out=None):
        integers = x.dtype.kind in "iu" and type(x) is not BFloat16Array
        if integers and not np.all(y):
            raise RuntimeError("ZeroDivisionError")
        return kernel(x, y, out)
    return checked


floor_divide, fmod = map(_checks_zero, (np.floor_divide, np.fmod))


@_checks_zero
def remainder(x, y, out=None):
    """x modulo y, with the sign of y; but a zero has the sign of x, where NumPy gives it that of y."""
    found = np.remainder(x, y)
    if found.dtype.kind == "f" or type(found) is BFloat16Array:
        zero = found == 0
        found = np.where(zero, np.copysign(found, x), found) if zero.any() else found
    if out is None:
        return found
    out[...] = found
    return out


@_checks_zero
def trunc_divide(x, y, out=None):
    """The quotient rounded towards zero."""
    if x.dtype.kind not in "iu" or type(x) is BFloat16Array:
        return np.trunc(np.true_divide(x, y), out)
    quotient = np.floor_divide(x, y)
    return np.add(quotient, (quotient < 0) & (quotient * y != x), out, dtype=x.dtype, casting="unsafe")


def nextafter(x, y):
    """The number next to `x` towards `y` in their type."""
    if type(x) is not BFloat16Array:
        return np.nextafter(x, y)
    wide, target = x.widen(), y.widen()
    wide, target = np.broadcast_arrays(wide, target)
    bits = (wide.view(np.uint32) >> 16).astype(np.int32)
    away = np.where(wide == 0, np.where(target > 0, 0x0001, 0x8001), bits + np.where((target > wide) == (wide > 0), 1, -1))
    moved = (away.astype(np.uint32) << 16).view(np.float32)
    return BFloat16Array.narrow(np.where(np.isnan(wide) | np.isnan(target), np.nan, np.where(wide == target, target, moved)))


def log1p(x, out=None):
    if x.dtype.kind != "c":
        return np.log1p(x, out)
    real, imag = x.real, x.imag                 # NumPy adds 1 to a complex number first, and loses a small one
    with_one = np.log(x + 1)
    small = np.abs(x) < 0.5
    size = np.where(small, real * (2 + real) + imag * imag, 0)
    result = np.where(small, 0.5 * np.log1p(size) + 1j * with_one.imag, with_one)
    if out is None:
        return result.astype(x.dtype)
    out[...] = result
    return out


def ldexp(x, y, out=None):
    """x * 2 ** y."""
    return np.multiply(x, np.power(2.0, y).astype(x.dtype) if type(x) is np.ndarray else np.exp2(y), out)


def frexp(x):
    """Mantissas in [0.5, 1) and int32 exponents."""
    mantissa, exponent = np.frexp(x)
    return mantissa, np.where(np.isfinite(x), exponent, 0).astype(np.int32)


def lerp(start, end, weight):
    """start + weight * (end - start), computed from the nearer end."""
    if start.dtype.char == "e" or type(start) is BFloat16Array:
        wide = [widened(v, "lerp") if isinstance(v, np.ndarray) else v for v in (start, end, weight)]
        return narrowed(lerp(*wide), start)
    gap = end - start
    near_start = np.abs(weight) < 0.5
    return np.where(near_start, start + weight * gap, end - gap * (1 - weight))


# ---------------------------------------------------------------- bounds

def clamp_min(x, low, out=None):
    return np.maximum(low, x, out=out)


def clamp_max(x, high, out=None):
    return np.minimum(high, x, out=out)


def clamp(x, low=None, high=None):
    """`x` brought into [low, high]; `high` wins where they cross. Of equals NumPy gives the second: -0 stays."""
    if low is None and high is None:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    if low is None:
        return np.minimum(high, x)
    return np.maximum(low, x) if high is None else np.minimum(high, np.maximum(low, x))


def nan_to_num(x, nan=None, posinf=None, neginf=None):
    """`x` with numbers for what is not finite; by default 0 and the largest and smallest of the type."""
    if x.dtype.kind == "c":
        parts = nan_to_num(x.real, nan, posinf, neginf) + np.zeros((), x.dtype)
        return parts + 1j * nan_to_num(x.imag, nan, posinf, neginf)
    if x.dtype.kind in "iub" and type(x) is not BFloat16Array:
        return x.copy("K")
    limits = dtypes.finfo(dtypes.dtype_of(x))
    wide = _wide(x) if type(x) is BFloat16Array else x
    wide = np.where(np.isnan(wide), 0.0 if nan is None else nan, wide)
    wide = np.where(wide == np.inf, limits.max if posinf is None else posinf, wide)
    wide = np.where(wide == -np.inf, limits.min if neginf is None else neginf, wide)
    return BFloat16Array.narrow(wide) if type(x) is BFloat16Array else wide


def heaviside(x, values):
    """0 below zero, 1 above it, `values` at it."""
    at_zero = np.where(x == 0, values, x > 0)
    return at_zero.astype(x.dtype) if type(x) is np.ndarray else at_zero


# ---------------------------------------------------------------- comparisons

def isposinf(x):
    return x == np.inf


def isneginf(x):
    return x == -np.inf


def isreal(x):
    return x.imag == 0 if x.dtype.kind == "c" else np.ones_like(x, bool)


def isclose(x, y, rtol, atol, equal_nan):
    """Whether |x - y| <= atol + rtol * |y|, exactly equal numbers included."""
    close = x == y
    if equal_nan:
        close = close | (np.isnan(x) & np.isnan(y))
    if rtol == 0 and atol == 0:
        return close
    if x.dtype.kind in "iub" and type(x) is not BFloat16Array:
        x, y = x.astype(np.float64), y.astype(np.float64)
    gap = np.absolute(x - y)
    return close | (np.isfinite(gap) & (gap <= atol + np.absolute(rtol * y)))


def array_equal(x, y):
    """Whether two arrays have the same shape and elements."""
    return x.shape == y.shape and bool((x == y).all())


# ---------------------------------------------------------------- bits

def shift_left(x, y, out=None):
    """x * 2 ** y in the bits of the type; 0 where nothing is left."""
    inside = (y >= 0) & (y < x.dtype.itemsize * 8)
    return _put(np.where(inside, np.left_shift(x, np.where(inside, y, 0)), 0).astype(x.dtype), out)


def shift_right(x, y, out=None):
    """x shifted towards its low bits; the sign fills in."""
    last = x.dtype.itemsize * 8 - 1
    inside = (y >= 0) & (y < last)
    return _put(np.right_shift(x, np.where(inside, y, last)).astype(x.dtype), out)


# ---------------------------------------------------------------- complex numbers

_REAL_OF = {"F": np.float32, "D": np.float64}
_COMPLEX_OF = {"f": np.complex64, "d": np.complex128}


def conj(x, out=None):
    return np.conjugate(x, out) if x.dtype.kind == "c" else _put(x.copy("K"), out)


def real(x):
    return x.real if x.dtype.kind == "c" else x


def imag(x):
    return x.imag


def angle(x, out=None):
    """The angle of a complex number; 0 or pi for a real one."""
    if x.dtype.kind == "c":
        return np.arctan2(x.imag, x.real)
    return _put(np.where(np.isnan(x), x, np.where(x < 0, np.full_like(x, math.pi), np.zeros_like(x))), out)


def make_complex(real, imag):
    made = np.empty_like(np.add(real, imag), _COMPLEX_OF[real.dtype.char])      # the sum has the shape and order of strides
    made.real, made.imag = real, imag
    return made


def polar(size, angle):
    return make_complex(size * np.cos(angle), size * np.sin(angle))


def view_as_real(x):
    """The memory of complex numbers as a last dimension of two."""
    x = np.asarray(x)
    return x[..., None].view(_REAL_OF[x.dtype.char])


def view_as_complex(x):
    """The memory of pairs of numbers as complex numbers."""
    return x.view(_COMPLEX_OF[x.dtype.char])[..., 0]
