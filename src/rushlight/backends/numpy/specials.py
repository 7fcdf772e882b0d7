"""Special functions in NumPy alone, for float64; a few ulp from the truth."""
from __future__ import annotations

import math

import numpy as np

from rushlight.backends.numpy.pointwise import rounded_once, rounded_once_both


def in_float64(compute):
    """A kernel over one array that computes in float64 and rounds once to the type of its input."""
    def kernel(x, out=None, **options):
        wide = (x.widen() if hasattr(x, "widen") else x).astype(np.float64)
        result = compute(wide, **options)
        result = type(x).narrow(result) if hasattr(x, "widen") else np.asarray(result).astype(x.dtype)
        if out is None:
            return result
        out[...] = result
        return out
    return kernel


def _horner(coefficients, x):
    total = np.full_like(x, coefficients[0])
    for c in coefficients[1:]:
        total = total * x + c
    return total


# ---------------------------------------------------------------- the error function
# W. J. Cody, "Rational Chebyshev approximations for the error function", Math. Comp. 23 (1969): three intervals.

_SMALL = ((1.85777706184603153e-1, 3.16112374387056560e0, 1.13864154151050156e2, 3.77485237685302021e2, 3.20937758913846947e3),
          (1.0, 2.36012909523441209e1, 2.44024637934444173e2, 1.28261652607737228e3, 2.84423683343917062e3))
_MIDDLE = ((2.15311535474403846e-8, 5.64188496988670089e-1, 8.88314979438837594e0, 6.61191906371416295e1, 2.98635138197400131e2,
            8.81952221241769090e2, 1.71204761263407058e3, 2.05107837782607147e3, 1.23033935479799725e3),
           (1.0, 1.57449261107098347e1, 1.17693950891312499e2, 5.37181101862009858e2, 1.62138957456669019e3,
            3.29079923573345963e3, 4.36261909014324716e3, 3.43936767414372164e3, 1.23033935480374942e3))
_LARGE = ((1.63153871373020978e-2, 3.05326634961232344e-1, 3.60344899949804439e-1, 1.25781726111229246e-1,
           1.60837851487422766e-2, 6.58749161529837803e-4),
          (1.0, 2.56852019228982242e0, 1.87295284992346725e0, 5.27905102951428412e-1, 6.05183413124413191e-2,
           2.33520497626869185e-3))
_SQRT_PI = math.sqrt(math.pi)


def _erf_near_zero(x):
    square = x * x
    return x * _horner(_SMALL[0], square) / _horner(_SMALL[1], square)


def _scaled_erfc(size):
    """exp(size**2) * erfc(size) for size over 0.46875."""
    inverse = 1 / (size * size)
    far = (1 / _SQRT_PI - inverse * _horner(_LARGE[0], inverse) / _horner(_LARGE[1], inverse)) / size
    near = np.minimum(size, 4.0)
    return np.where(size <= 4, _horner(_MIDDLE[0], near) / _horner(_MIDDLE[1], near), far)


def _exp_minus_square(x):
    """exp(-x * x), with x split so that the square is exact."""
    head = np.trunc(x * 16) / 16
    return np.exp(-head * head) * np.exp(-(x - head) * (x + head))


def _tail(size):
    clipped = np.minimum(size, 27.5)
    return _exp_minus_square(clipped) * _scaled_erfc(clipped)


# erf(x) / x in x**2 for |x| <= 4, to float32: the coefficients that Eigen and XLA use.
_SINGLE = ((-2.72614225801306e-10, 2.77068142495902e-08, -2.10102402082508e-06, -5.69250639462346e-05, -7.34990630326855e-04,
            -2.95459980854025e-03, -1.60960333262415e-02),
           (-1.45660718464996e-05, -2.13374055278905e-04, -1.68282697438203e-03, -7.37332916720468e-03, -1.42647390514189e-02))


def _erf_single(x):
    x = np.minimum(np.maximum(x, np.float32(-4)), np.float32(4))
    square = x * x
    return x * _horner(_SINGLE[0], square) / _horner(_SINGLE[1], square)


def _erf_double(x):
    size = np.absolute(x)
    outer = np.copysign(1 - _tail(np.maximum(size, 0.46875)), x)
    inner = _erf_near_zero(np.minimum(np.maximum(x, -0.46875), 0.46875))
    return np.where(np.isnan(x), x, np.where(size <= 0.46875, inner, outer))


def _erfc_double(x):
    size = np.absolute(x)
    tail = _tail(np.maximum(size, 0.46875))
    near = 1 - _erf_near_zero(np.minimum(np.maximum(x, -0.46875), 0.46875))
    return np.where(np.isnan(x), x, np.where(size <= 0.46875, near, np.where(x > 0, tail, 2 - tail)))


FEW = 1000      # up to here Python's math, 60 ns an element, beats the 150 us that thirty passes cost


def _each(function, x):
    order = "F" if x.flags.f_contiguous else "C"
    return np.fromiter(map(function, x.ravel(order).tolist()), x.dtype, x.size).reshape(x.shape, order=order)


@rounded_once
def erf(x):
    if x.size <= FEW:
        return _each(math.erf, x)
    return _erf_single(x) if x.dtype.char == "f" else _erf_double(x)


@in_float64
def erfc(x):
    return _each(math.erfc, x) if x.size <= FEW else _erfc_double(x)


@in_float64
def erfcx(x):
    """exp(x * x) * erfc(x)."""
    size = np.absolute(x)
    outer = _scaled_erfc(np.maximum(size, 0.46875))
    small = np.minimum(np.maximum(x, -0.46875), 0.46875)
    near = np.exp(small * small) * (1 - _erf_near_zero(small))
    return np.where(np.isnan(x), x, np.where(size <= 0.46875, near, np.where(x > 0, outer, 2 * np.exp(x * x) - outer)))


def _erfc_inverse(tail, head):
    """x >= 0 with erfc(x) = tail and erf(x) = head: Giles's polynomial in log(1 - head**2) (GPU Computing Gems, 2012), beyond
    its range the first terms of the asymptotic series, then Halley's steps."""
    w = -np.log(tail * (2 - tail))
    low = _horner((2.81022636e-08, 3.43273939e-07, -3.5233877e-06, -4.39150654e-06, 0.00021858087, -0.00125372503,
                   -0.00417768164, 0.246640727, 1.50140941), np.minimum(w, 5.0) - 2.5)
    high = _horner((-0.000200214257, 0.000100950558, 0.00134934322, -0.00367342844, 0.00573950773, -0.0076224613, 0.00943887047,
                    1.00167406, 2.83297682), np.sqrt(np.minimum(np.maximum(w, 5.0), 16.0)) - 3)
    far = np.maximum(-np.log(tail * _SQRT_PI), 1.0)
    x = np.where(w < 16, np.where(w < 5, low, high) * head, np.sqrt(far - 0.5 * np.log(far)))
    x = np.asarray(_halley_step(x, tail, head))                 # from 7 digits to all of them; the series beyond has 2
    beyond = w >= 16
    for _ in range(2 if beyond.any() else 0):
        x[beyond] = _halley_step(x[beyond], tail[beyond], head[beyond])
    return x


def _halley_step(x, tail, head):
    near, error = head < 0.5, np.empty_like(x)
    error[near], error[~near] = _erf_double(x[near]) - head[near], tail[~near] - _erfc_double(x[~near])
    step = error * (_SQRT_PI / 2) * np.exp(x * x)
    return x - step / (1 + x * step)


@in_float64
def erfinv(y):
    """The inverse of erf."""
    size = np.absolute(y)
    inside = np.minimum(size, 1 - 2.0 ** -53)
    x = _erfc_inverse(1 - inside, inside)
    return np.copysign(np.where(size == 1, np.inf, np.where(size <= 1, x, np.nan)), y)


# ---------------------------------------------------------------- the gamma family

# Stirling's series: B(2k) / (2k (2k - 1)).
_STIRLING = (-691 / 360360, 1 / 1188, -1 / 1680, 1 / 1260, -1 / 360, 1 / 12)
_FROM = 10.0            # from where the asymptotic series are exact to a rounding


def _raised(x):
    """x brought to _FROM or above in whole steps, and how many steps each element took."""
    steps = np.where(x < _FROM, np.ceil(_FROM - x), 0.0)
    return x + steps, steps


def _lgamma_of_one(x):
    try:
        return math.lgamma(x)
    except (ValueError, OverflowError):
        return math.inf


@in_float64
def lgamma(x):
    """log |gamma(x)|: Stirling's series; below 1/2 by reflection."""
    if x.size <= FEW:
        return _each(_lgamma_of_one, x)
    reflected = x < 0.5
    z = np.where(reflected, 1 - x, x)
    high, steps = _raised(np.where(np.isfinite(z), z, _FROM))
    product = np.ones_like(z)
    for k in range(int(_FROM)):
        product = product * np.where(k < steps, np.where(np.isfinite(z), z, 1.0) + k, 1.0)
    inverse = 1 / high
    stirling = (high - 0.5) * np.log(high) - high + 0.5 * math.log(2 * math.pi) + inverse * _horner(_STIRLING, inverse * inverse)
    value = np.where(np.isinf(z), np.inf, stirling - np.log(product))
    value = np.where((z == 1) | (z == 2), 0.0, value)
    mirrored = np.log(math.pi / np.absolute(np.sin(math.pi * (x - np.floor(x))))) - value
    value = np.where(reflected, np.where(np.isinf(x), np.inf, np.where(x == np.floor(x), np.inf, mirrored)), value)
    return np.where(np.isnan(x), x, value)


# B(2k) / (2k).
_DIGAMMA = (691 / 32760, -1 / 132, 1 / 240, -1 / 252, 1 / 120, -1 / 12)


@in_float64
def digamma(x):
    """The slope of lgamma; nan at negative integers, infinite at zero."""
    reflected = x < 0
    z = np.where(reflected, 1 - x, x)
    high, steps = _raised(np.where(np.isfinite(z), z, _FROM))
    lower = np.zeros_like(z)
    for k in range(int(_FROM)):
        lower = lower + np.where(k < steps, 1 / (np.where(np.isfinite(z), z, 1.0) + k), 0.0)
    inverse = 1 / high
    value = np.log(high) - 0.5 * inverse + inverse * inverse * _horner(_DIGAMMA, inverse * inverse) - lower
    value = np.where(np.isinf(z), z, value)
    fraction = x - np.trunc(x)
    mirrored = np.where(fraction == 0, np.nan, value - math.pi / np.tan(math.pi * fraction))
    value = np.where(reflected, mirrored, value)
    return np.where(np.isnan(x), x, np.where(x == 0, np.copysign(np.inf, -x), value))


# B(2k) / (2k)!
_ZETA = (1 / 12, -1 / 720, 1 / 30240, -1 / 1209600, 1 / 47900160, -691 / 1307674368000, 1 / 74724249600)


def _hurwitz(s, q):
    """sum (q + k)**-s by Euler and Maclaurin, for s > 1."""
    q = np.where(q <= 0, np.where(q == np.floor(q), np.nan, q), q)
    total = np.zeros(np.broadcast(s, q).shape)
    for k in range(12):
        total = total + np.power(q + k, -s)
    far = q + 12
    total = total + np.power(far, 1 - s) / (s - 1) + 0.5 * np.power(far, -s)
    factor, power = s, np.power(far, -s - 1)
    for k, c in enumerate(_ZETA):
        total = total + c * factor * power
        factor = factor * (s + 2 * k + 1) * (s + 2 * k + 2)
        power = power / (far * far)
    return total


@in_float64
def polygamma(x, n=1):
    """The n-th derivative of digamma."""
    if n == 0:
        return digamma(x)
    poles = (x <= 0) & (x == np.floor(x))
    value = _hurwitz(float(n + 1), np.where(poles, 1.0, x)) * (-1.0) ** (n + 1) * math.factorial(n)
    return np.where(poles, np.inf if n % 2 else -np.inf, np.where(np.isneginf(x), np.nan, value))


@rounded_once_both
def zeta(x, q):
    """Hurwitz's zeta function."""
    kind = np.result_type(x, q)
    x, q = np.asarray(x, np.float64), np.asarray(q, np.float64)
    inner = _hurwitz(np.where(x > 1, x, 2.0), np.where(q <= 0, np.where(q == np.floor(q), 1.0, q), q))
    value = np.where(x == 1, np.inf, np.where(x < 1, np.nan, inner))
    pole = (q <= 0) & (q == np.floor(q)) & (x > 1)
    return np.where(pole, np.inf, np.where((q < 0) & ~pole & (x != np.floor(x)), np.nan, value)).astype(kind)


# ---------------------------------------------------------------- Bessel functions of order 0 and 1

# 80 terms of the power series are exact to a rounding up to |x| = 30; beyond, the asymptotic series.
def _modified_bessel(x, order):
    """exp(-|x|) I_order(x)."""
    size = np.absolute(x)
    small = np.minimum(size, 30.0)
    quarter = small * small / 4
    term = np.ones_like(small) if order == 0 else small / 2
    total = term
    for k in range(1, 81):
        term = term * quarter / (k * (k + order))
        total = total + term
    near = total * np.exp(-small)
    large = np.maximum(size, 30.0)
    term, far = np.ones_like(large), np.ones_like(large)
    for k in range(1, 21):
        term = term * -(4.0 * order * order - (2 * k - 1) ** 2) / (k * 8 * large)
        far = far + term
    far = far / np.sqrt(large) / math.sqrt(2 * math.pi)                  # large * 2 pi may be too large
    value = np.where(size <= 30, near, far)
    return np.copysign(value, x) if order == 1 else value


@in_float64
def i0e(x):
    return _modified_bessel(x, 0)


@in_float64
def i1e(x):
    return _modified_bessel(x, 1)


@in_float64
def i0(x):
    return _modified_bessel(x, 0) * np.exp(np.absolute(x))


@in_float64
def i1(x):
    return _modified_bessel(x, 1) * np.exp(np.absolute(x))


# ---------------------------------------------------------------- the normal distribution, and entropy

_SQRT_HALF = math.sqrt(0.5)


@in_float64
def ndtr(x):
    return 0.5 * _erfc_double(-x * _SQRT_HALF)


@in_float64
def log_ndtr(x):
    below = np.minimum(x, -1.0)
    left = np.log(0.5 * erfcx(-below * _SQRT_HALF)) - below * below / 2
    return np.where(x < -1, left, np.log1p(-0.5 * _erfc_double(x * _SQRT_HALF)))


@in_float64
def ndtri(p):
    """The inverse of ndtr."""
    tail = np.minimum(p, 1 - p)
    size = _erfc_inverse(np.where(tail > 0, 2 * tail, 1.0), np.where(tail > 0, 1 - 2 * tail, 0.0)) * math.sqrt(2.0)
    x = np.where(p > 0.5, size, -size)
    return np.where(p == 0, -np.inf, np.where(p == 1, np.inf, np.where((p >= 0) & (p <= 1), x, np.nan)))


@rounded_once
def entr(x):
    """-x log(x): 0 at zero, -infinity below."""
    inside = -x * np.log(np.where(x > 0, x, np.ones_like(x)))
    return np.where(np.isnan(x), x, np.where(x > 0, inside, np.where(x == 0, np.zeros_like(x), np.full_like(x, -np.inf))))


# ---------------------------------------------------------------- orthogonal polynomials

def _polynomial(first, step, shift=False):
    """A kernel (x, degrees): p(0) = 1, p(1) = first(x), p(k + 1) = step(k, x, p(k), p(k - 1)); 0 for a negative degree."""
    @rounded_once_both
    def kernel(x, n):
        kind = np.result_type(x, n)
        x, n = np.broadcast_arrays(np.asarray(2 * x - 1 if shift else x), np.trunc(n))
        before, current = np.ones(x.shape), first(x.astype(np.float64))
        result = np.where(n == 0, before, np.where(n == 1, current, 0.0))
        for k in range(1, int(n.max(initial=0))):
            before, current = current, step(k, x, current, before)
            result = np.where(n == k + 1, current, result)
        return result.astype(kind)
    return kernel


def _chebyshev_step(k, x, current, before):
    return 2 * x * current - before


_CHEBYSHEV = dict(t=lambda x: x, u=lambda x: 2 * x, v=lambda x: 2 * x - 1, w=lambda x: 2 * x + 1)
for _kind, _first in _CHEBYSHEV.items():
    globals()[f"chebyshev_polynomial_{_kind}"] = _polynomial(_first, _chebyshev_step)
    globals()[f"shifted_chebyshev_polynomial_{_kind}"] = _polynomial(_first, _chebyshev_step, shift=True)
hermite_polynomial_h = _polynomial(lambda x: 2 * x, lambda k, x, p, before: 2 * x * p - 2 * k * before)
hermite_polynomial_he = _polynomial(lambda x: x, lambda k, x, p, before: x * p - k * before)
laguerre_polynomial_l = _polynomial(lambda x: 1 - x, lambda k, x, p, before: ((2 * k + 1 - x) * p - k * before) / (k + 1))
legendre_polynomial_p = _polynomial(lambda x: x, lambda k, x, p, before: ((2 * k + 1) * x * p - k * before) / (k + 1))


# ---------------------------------------------------------------- the rare ones

def from_scipy(name, part=None):
    """A kernel over arrays that is scipy.special's function of that name, or one of the several results of it."""
    def kernel(*arrays):
        try:
            import scipy.special
        except ImportError:
            raise ImportError(f"special.{name} needs SciPy: pip install rushlight[scipy]") from None
        first = arrays[0]
        wide = [a.widen() if hasattr(a, "widen") else a.astype(np.float32) if a.dtype == np.float16 else a for a in arrays]
        result = getattr(scipy.special, name)(*wide)
        result = np.asarray(result if part is None else result[part])
        return type(first).narrow(result) if hasattr(first, "widen") else result.astype(first.dtype)
    kernel.__name__ = name
    return kernel


for _name in ("j0", "j1", "y0", "y1", "i0", "i1", "k0", "k1", "k0e", "k1e", "gammainc", "gammaincc"):
    globals()[f"scipy_{_name}"] = from_scipy(_name)
scipy_airy_ai = from_scipy("airy", part=0)
