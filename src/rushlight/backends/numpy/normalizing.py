"""Softmax, and normalisation by mean and variance. Half precision is computed in float32."""
from __future__ import annotations

import math

import numpy as np

from rushlight.backends.numpy import few
from rushlight.backends.numpy.channel_order import channels_vary_fastest
from rushlight.backends.numpy.few import NEARLY_CERTAIN, SQUARES, has_short_rows, is_moderate, spread_mean, spread_sum, unspread
from rushlight.backends.numpy.precision import narrowed, number, widened
from rushlight.backends.numpy.rearranging import channels_last
from rushlight.dispatch.arguments import wrap_dim
from rushlight.dtypes import dtype_of

float32, float64 = np.dtype(np.float32), np.dtype(np.float64)
_exp, _log, _subtract, _divide = np.exp, np.log, np.subtract, np.divide


def softmax(x, dim):
    char = x.dtype.char
    if char not in "fd":
        return narrowed(softmax(widened(x, _softmax_name("softmax", x, dim)), dim), x)
    x = x if x.flags.c_contiguous else x.copy("C")          # as the result is
    if has_short_rows(x, dim, 1600.0):                  # 0.6 us of 3.3 sooner than below
        out = _exp(_subtract(x, x.ravel()[x.argmax(), ...]))        # equal scores shall have equal shares of just 1
        return _divide(out, out.dot(SQUARES[char][x.shape[dim]]))
    dim = wrap_dim(dim, x.ndim)
    if not x.size or not x.ndim:
        return x * 0 + 1
    top = x.item(x.argmax()) if is_moderate(x, 40.0) else np.maximum.reduce(x, dim, None, None, True)
    out = np.exp(x - top)
    out /= spread_sum(out, dim)
    return out


def log_softmax(x, dim):
    char = x.dtype.char
    if char not in "fd":
        wide = widened(x, _softmax_name("log_softmax", x, dim))
        return narrowed(log_softmax(wide, dim) if wrap_dim(dim, x.ndim) < x.ndim - 1 else _log_softmax_of_rows(wide, x), x)
    x = x if x.flags.c_contiguous else x.copy("C")          # as the result is
    tried = char == "f" and has_short_rows(x, dim, 360000.0)
    if tried:
        if x.shape[dim] == 1:
            return x - x
        wide = x.astype(float64)                        # exact enough without the shift, and 2 us faster
        out = _subtract(wide, _log(_exp(wide).dot(SQUARES["d"][x.shape[dim]]))).astype(float32)
        if out.item(out.argmax()) < NEARLY_CERTAIN:
            return out
    dim = wrap_dim(dim, x.ndim)
    if not x.size or not x.ndim:
        return x * 0
    if not tried and char == "f" and is_moderate(x, 600.0):
        wide = x.astype(float64)
        out = (wide - np.log(spread_sum(np.exp(wide), dim))).astype(float32)
        if out.item(out.argmax()) < NEARLY_CERTAIN:
            return out
    out = x - np.maximum.reduce(x, dim, None, None, True)
    out -= np.log(spread_sum(np.exp(out), dim))
    return out


def _log_softmax_of_rows(x, given):
    """As torch computes half precision along the last dimension: it rounds the sum, and its logarithm."""
    if not x.size or not x.ndim:
        return x * 0
    out = x - np.maximum.reduce(x, -1, None, None, True)
    total = widened(narrowed(np.add.reduce(np.exp(out), -1, None, None, True), given), "")
    out -= widened(narrowed(np.log(total), given), "")
    return out


def _softmax_name(name, x, dim):
    last = wrap_dim(dim, x.ndim) == max(x.ndim - 1, 0)
    return f"{name}_lastdim_kernel_impl" if last else f"{name}_kernel_impl"


def softmax_grad(grad, out, dim):
    if out.dtype.itemsize == 2:
        return narrowed(softmax_grad(widened(grad, ""), widened(out, ""), dim), out)
    if not out.size or not out.ndim:
        return grad * 0
    result = grad - spread_sum(grad * out, wrap_dim(dim, out.ndim))
    result *= out
    return result


def log_softmax_grad(grad, out, dim):
    if out.dtype.itemsize == 2:
        return narrowed(log_softmax_grad(widened(grad, ""), widened(out, ""), dim), out)
    if not out.size or not out.ndim:
        return grad * 0
    return grad - np.exp(out) * spread_sum(grad, wrap_dim(dim, out.ndim))


def normalized(x, axes, eps):
    """(x - mean) / sqrt(variance + eps) over `axes`, the mean, the variance and 1 / sqrt(...) as spread_mean leaves them."""
    mean = spread_mean(x, axes)
    out = x - mean
    variance = spread_mean(out * out, axes)
    rstd = np.reciprocal(np.sqrt(variance + number(eps, x.dtype)))
    out *= rstd
    return out, mean, variance, rstd


def through_normalized(grad, x, mean, rstd, axes):
    """What reaches `x` from the gradient of its normalized form."""
    hat = x - mean
    hat *= rstd
    result = grad - spread_mean(grad, axes)
    result -= hat * spread_mean(grad * hat, axes)
    result *= rstd
    return result


few_layer_norm = few.layer_norm


def layer_norm(x, rank, weight, bias, eps):
    """Normalised over the last `rank` dimensions, scaled and shifted; the mean; 1 / deviation."""
    if x.dtype.char not in "fd":
        return _narrowed(layer_norm(widened(x, "LayerNormKernelImpl"), rank, *widened_all(weight, bias), eps), x, weight, bias)
    made = few.layer_norm(x, x.shape[x.ndim - rank:], weight, bias, eps)
    if made is not None:
        out, (mean, deviation) = made
        return out, mean[..., :1].copy(), np.reciprocal(deviation[..., :1])
    axes = tuple(range(x.ndim - rank, x.ndim))
    out, mean, _, rstd = normalized(x, axes, eps)
    return scaled(out, weight, bias), unspread(mean, axes), unspread(rstd, axes)


def group_norm(x, groups, weight, bias, eps):
    """As layer_norm, over the channels (dimension 1) of each of `groups` groups."""
    if x.dtype.char not in "fd":
        return _narrowed(group_norm(widened(x, "GroupNormKernelImpl"), groups, *widened_all(weight, bias), eps), x, weight, bias)
    out, mean, _, rstd = normalized(x.reshape(x.shape[0], groups, math.prod(x.shape[1:]) // groups), (2,), eps)
    out = scaled(out.reshape(x.shape), per_channel(weight, x.ndim), per_channel(bias, x.ndim))
    if x.ndim in (4, 5) and channels_vary_fastest(x, 1):
        out = channels_last(out, x.ndim)
    return out, unspread(mean, (2,))[..., 0], unspread(rstd, (2,))[..., 0]


def _narrowed(results, x, *values):
    """Results of half precision; the statistics keep float32 beside parameters of float32."""
    out, *statistics = results
    kept = any(v is not None and v.dtype.char == "f" for v in values)
    return [narrowed(out, x), *(statistics if kept else [narrowed(r, x) for r in statistics])]


def batch_norm(x, weight, bias, running_mean, running_var, training, momentum, eps):
    """Normalised over all dimensions but 1, by the batch's statistics or by the running ones, which training moves."""
    if x.dtype.char not in "fd":
        wide = widened(x, "batch_norm")
        out, *kept = batch_norm(wide, *widened_all(weight, bias), running_mean, running_var, training, momentum, eps)
        return narrowed(out, x), *kept
    n = x.ndim
    if n == 3:
        x = np.ascontiguousarray(x)
    if n < 2:                               # no channels: nothing to normalise
        return x.copy(), x[:0], x[:0]
    weight, bias = per_channel(weight, n), per_channel(bias, n)
    if not training:
        mean, var = [per_channel(v, n) for v in widened_all(running_mean, running_var)]
        nothing = x[:0].reshape(-1).copy()
        return scaled((x - mean) * (1 / np.sqrt(var + eps)), weight, bias).astype(x.dtype, copy=False), nothing, nothing.copy()
    axes = (0, *range(2, n))
    out, mean, variance, rstd = normalized(x, axes, eps)
    mean, rstd = unspread(mean, axes).reshape(-1), unspread(rstd, axes).reshape(-1)
    _move_both(x, running_mean, running_var, mean, unspread(variance, axes).reshape(-1), momentum)
    return scaled(out, weight, bias), mean, rstd


def update_statistics(x, running_mean, running_var, momentum):
    """The mean and the variance of each channel, towards which the running ones are moved."""
    wide = widened(x, "batch_norm_update_stats_cpu")
    axes = (0, *range(2, x.ndim))
    _, mean, var, _ = normalized(wide, axes, 0.0)
    mean, var = unspread(mean, axes).reshape(-1), unspread(var, axes).reshape(-1)
    _move_both(x, running_mean, running_var, mean, var, momentum)
    is_narrow = running_mean is None or dtype_of(running_mean) is dtype_of(x)
    return (narrowed(mean, x), narrowed(var, x)) if is_narrow else (mean, var)


def _move_both(x, running_mean, running_var, mean, var, momentum):
    """Moves the running statistics: the variance without bias, which a single element does not have. Nothing moves nothing."""
    if not x.size:
        return
    if running_mean is not None:
        move(running_mean, mean, momentum)
    if running_var is not None:
        count = x.size // x.shape[1]
        move(running_var, var * (count / (count - 1) if count > 1 else np.nan), momentum)


def move(running, value, momentum):
    """Moves a running statistic towards `value`, in place."""
    running[...] = running * (1 - momentum) + value * momentum


def scaled(out, weight, bias):
    """out * weight + bias, in the memory of `out`."""
    if weight is not None:
        out *= weight
    if bias is not None:
        out += bias
    return out


def per_channel(values, rank):
    return None if values is None else values.reshape(-1, *[1] * (rank - 2))


def widened_all(*arrays):
    return [None if a is None else widened(a, "batch_norm") for a in arrays]
