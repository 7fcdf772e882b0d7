"""Activations of neural networks."""
from __future__ import annotations

import math

import numpy as np

from rushlight.backends import jit
from rushlight.backends.numpy import specials
from rushlight.backends.numpy.precision import floating, narrowed, number, widened
from rushlight.dispatch.arguments import wrap_dim

_ZEROS = {char: np.zeros((), char) for char in "fdil"}


def relu(x, out=None):
    zero = _ZEROS.get(x.dtype.char)                     # beside a 0-d array maximum costs 0.5 us, beside a number 0.9
    if zero is not None and out is None:
        return np.maximum(zero, x)                      # of equals NumPy gives the second: -0 stays
    if x.dtype.kind in "bc":
        raise (RuntimeError("Boolean inputs not supported for relu") if x.dtype.kind == "b" else
               NotImplementedError("clamp is not supported for complex types"))
    return np.maximum(0, x) if out is None else np.maximum(0, x, out=out)


def hardtanh(x, low, high):
    return np.minimum(high, np.maximum(low, x))         # of equals NumPy gives the second: -0 stays


@floating("leaky_relu_cpu")
def leaky_relu(x, slope):
    if 0 < slope <= 1:
        return np.maximum(x, x * number(slope, x.dtype))            # a third of the time
    return np.where(x > 0, x, x * slope)


@floating("elu_cpu")
def elu(x, alpha, scale, input_scale):
    return np.where(x > 0, x * scale, np.expm1(x * input_scale) * (alpha * scale))


@floating("silu_cpu")
def silu(x):
    below = np.exp(np.negative(x))
    below += number(1, x.dtype)
    return x / below


@floating("mish_cpu")
def mish(x):
    return x * np.tanh(_softplus(x))


def _softplus(x):
    """log(1 + e**x), which stays finite for large x."""
    return np.maximum(x, 0) + np.log1p(np.exp(-np.abs(x)))


@floating("softplus_cpu")
def softplus(x, beta, threshold):
    scaled = x if beta == 1 else x * beta
    out = np.log1p(np.exp(scaled))
    out = out if beta == 1 else out / beta
    if x.size and scaled.item(scaled.argmax()) <= threshold:
        return out
    return np.where(scaled > threshold, x, out)


@floating("log_sigmoid_cpu")
def logsigmoid(x):
    return np.minimum(x, 0) - np.log1p(np.exp(-np.abs(x)))


@floating("hardsigmoid_cpu")
def hardsigmoid(x):
    return hardtanh(x + 3, 0, 6) / 6


@floating("hardswish_cpu")
def hardswish(x):
    return x * hardtanh(x + 3, 0, 6) / 6


@floating("softshrink_cpu")
def softshrink(x, lambd):
    return np.where(x > lambd, x - lambd, np.where(x < -lambd, x + lambd, x * 0))


def hardshrink(x, lambd):
    return _hardshrink(x, np.asarray(lambd, x.dtype) if x.dtype.itemsize > 2 else narrowed(np.asarray(lambd, "f8"), x))


@floating("hardshrink_cpu")
def _hardshrink(x, lambd):
    """Zero where |x| <= lambd, which has been rounded to the type of x."""
    return np.where((x >= -lambd) & (x <= lambd), 0, x)


def threshold(x, threshold, value):
    return np.where(x <= threshold, x.dtype.type(value) if type(x) is np.ndarray else value, x)


# ---------------------------------------------------------------- GELU

_ROOT_HALF, _DENSITY = math.sqrt(0.5), 1 / math.sqrt(2 * math.pi)
_INNER, _CUBIC = math.sqrt(2 / math.pi), 0.044715


@floating("GeluKernelImpl")
def gelu(x, approximate):
    """x times the normal distribution function of x; "tanh" approximates that function."""
    if approximate == "tanh":
        return 0.5 * x * (1 + np.tanh(_INNER * (x + _CUBIC * x * x * x)))
    return jit.gelu(x) if jit.suits(x) else 0.5 * x * (1 + specials.erf(x * _ROOT_HALF))


def gelu_grad(grad, x, approximate):
    if approximate == "none" and jit.suits(grad, x):
        return jit.gelu_grad(grad, x)
    return narrowed(widened(grad, "GeluBackwardKernelImpl") * _gelu_slope(widened(x, "GeluBackwardKernelImpl"), approximate), x)


def _gelu_slope(x, approximate):
    if approximate == "tanh":
        t = np.tanh(_INNER * (x + _CUBIC * x * x * x))
        return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * (_INNER + 3 * _INNER * _CUBIC * x * x)
    return 0.5 * (1 + specials.erf(x * _ROOT_HALF)) + x * _DENSITY * np.exp(-0.5 * x * x)

# ---------------------------------------------------------------- GLU


def glu(x, dim):
    """The first half along `dim` times the sigmoid of the second half."""
    if not x.ndim:
        raise RuntimeError("glu does not support scalars because halving size must be even")
    dim = wrap_dim(dim, x.ndim)
    size = x.shape[dim]
    if size % 2:
        raise RuntimeError(f"Halving dimension must be even, but dimension {dim} is size {size}")
    wide, before = widened(x, "glu_cpu"), (slice(None),) * dim
    return narrowed(wide[(*before, slice(size // 2))] / (1 + np.exp(-wide[(*before, slice(size // 2, None))])), x)
