"""Fused kernels: one loop, written in Python and compiled by Numba, where NumPy would make a dozen passes over memory.

GELU of 65,536 floats takes NumPy 0.52 ms forward and 0.73 backward, the compiled loops 0.06 and 0.11 on one core. A kernel is
compiled when the first big input asks for it, for the one signature it has, without the GIL, and runs on our own pool
(`threads.py`): Numba's own parallel loops are unsafe after a fork and from several threads. Without numba, or with
RUSHLIGHT_JIT=0, NumPy does everything, and is what these kernels are tested against.
"""
from __future__ import annotations

import functools
import math
import os
import threading

import numpy as np

from rushlight.backends import threads

BIG = 1 << 16           # elements: there a call saves 0.5 ms, and half a second of importing and compiling pays after 1000 calls
_compiling = threading.Lock()

if hasattr(os, "register_at_fork"):     # a fork waits for a compilation: Numba's lock would stay shut in the child for ever
    os.register_at_fork(before=_compiling.acquire, after_in_parent=_compiling.release, after_in_child=_compiling.release)


@functools.cache
def available():
    """Whether kernels can be compiled here."""
    import importlib.util
    return os.environ.get("RUSHLIGHT_JIT") != "0" and importlib.util.find_spec("numba") is not None


def suits(*arrays):
    """Whether a kernel takes these arrays, and pays: big, of one shape, row-major, float32."""
    first = arrays[0]
    return first.size >= BIG and all(a.dtype.char == "f" and a.shape == first.shape and a.flags.c_contiguous for a in arrays) \
        and available()


class Fused:
    """A loop over flat arrays, of float32 where no `signature` says otherwise, in pieces of whole `unit`s."""

    def __init__(self, make, unit=1, signature=None):
        self.make, self.loop, self.unit, self.signature = make, None, unit, signature
        functools.update_wrapper(self, make)

    def __call__(self, *arrays):
        out = np.empty_like(arrays[0])
        self.over(*arrays, out)
        return out

    def over(self, *arrays, scalars=()):
        """Runs the loop over the arrays that it reads and those that it writes."""
        loop, unit = self.loop or self.compile(len(arrays)), self.unit
        flat = [a.reshape(-1) for a in arrays]

        def piece(start, stop):
            loop(*[a[start // unit * unit:stop // unit * unit] for a in flat], *scalars)
        threads.in_pieces(piece, flat[0].size)

    def compile(self, count):
        with _compiling:
            if self.loop is None:
                from numba import njit
                signature = f"void({self.signature or ', '.join(['float32[::1]'] * count)})"
                options = {"nogil": True, "error_model": "numpy"}
                self.loop = njit(signature, **options)(self.make(lambda function: njit(function, **options, inline="always")))
        return self.loop


# ---------------------------------------------------------------- functions of one element
# Numba's exp and erf are calls, which keep a loop from being vectorised (10 ms against 0.3 for 400,000 elements), so these are
# polynomials. Constants are float32: a Python float would make the loop compute in double.

_single = np.float32
_ERF_TOP = tuple(map(_single, (-2.72614225801306e-10, 2.77068142495902e-08, -2.10102402082508e-06, -5.69250639462346e-05,
                               -7.34990630326855e-04, -2.95459980854025e-03, -1.60960333262415e-02)))
_ERF_BOTTOM = tuple(map(_single, (-1.45660718464996e-05, -2.13374055278905e-04, -1.68282697438203e-03, -7.37332916720468e-03,
                                  -1.42647390514189e-02)))


def _make_erf():
    """erf for float32, as x times a ratio of polynomials in x**2 on [-4, 4]: the coefficients that Eigen and XLA use."""
    a, b, c, d, e, f, g = _ERF_TOP
    p, q, r, s, t = _ERF_BOTTOM
    four = _single(4)

    def erf(x):
        x = min(max(x, -four), four)
        y = x * x
        top = (((((a * y + b) * y + c) * y + d) * y + e) * y + f) * y + g
        return x * top / ((((p * y + q) * y + r) * y + s) * y + t)
    return erf


def _make_exp():
    """exp for float32: 2**n times the series of exp(r), with r = x - n log(2) within log(2) / 2 of 0."""
    per_octave, high, low = _single(1 / math.log(2)), _single(0.693359375), _single(math.log(2) - 0.693359375)
    half, lowest, highest = _single(0.5), _single(-87), _single(88)
    c2, c3, c4, c5, c6 = [_single(1 / math.factorial(n)) for n in (2, 3, 4, 5, 6)]
    one, bias, bits = _single(1), np.int32(127), np.int32(23)

    def exp(x):
        x = min(max(x, lowest), highest)
        n = np.floor(x * per_octave + half)
        r = x - n * high - n * low
        series = one + r + r * r * (c2 + r * (c3 + r * (c4 + r * (c5 + r * c6))))
        return series * np.int32((np.int32(n) + bias) << bits).view(np.float32)
    return exp


# ---------------------------------------------------------------- GELU

_ROOT_HALF, _DENSITY, _HALF, _ONE = map(_single, (math.sqrt(0.5), 1 / math.sqrt(2 * math.pi), 0.5, 1))


@Fused
def gelu(inlined):
    """x times the normal distribution function of x."""
    erf = inlined(_make_erf())

    def loop(x, out):
        for i in range(x.size):
            v = x[i]
            out[i] = _HALF * v * (_ONE + erf(v * _ROOT_HALF))
    return loop


@Fused
def gelu_grad(inlined):
    """`grad` times the slope of gelu at x."""
    erf, exp = inlined(_make_erf()), inlined(_make_exp())

    def loop(grad, x, out):
        for i in range(x.size):
            v = x[i]
            out[i] = grad[i] * (_HALF * (_ONE + erf(v * _ROOT_HALF)) + v * _DENSITY * exp(-_HALF * v * v))
    return loop
