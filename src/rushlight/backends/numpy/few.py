"""Few elements, where the number of calls into NumPy decides and not what they do: sums as products, in one array's memory.

# Note [Sums as products with ones]
Of few elements x.dot(ones) costs 0.5 us, where np.add.reduce costs 1.25. With a square of ones it repeats each sum along the
dimension it folded, and an operation of equal shapes costs 0.35 us, one that broadcasts 1.0. An `out` of their own saves
operations 0.05 us each; a 0-d one also the turning of NumPy's scalar into an array.
"""
from __future__ import annotations

import math

import numpy as np

from rushlight.backends.numpy.precision import SMALL, number

FEW = 32                        # the longest row whose sums are repeated
NEARLY_CERTAIN = -0.05          # above this log-probability, a float32 sum's rounding is seen in the first four digits: keep it


class _Squares(dict):
    """By its type, and then by its side, a square of value(side)."""

    def __init__(self, value):
        self.value = value

    def __missing__(self, char):
        made = self[char] = [np.full((n, n), self.value(n) if n else 0, char) for n in range(FEW + 1)]
        return made


class _Rows(dict):
    """By its length, a row of ones."""

    def __init__(self, char):
        self.longest = np.ones(SMALL, char)

    def __missing__(self, n):
        row = self[n] = self.longest[:n]
        return row


ONE = {char: np.ones((), char) for char in "fd"}
ROWS = {char: _Rows(char) for char in "fd"}
SQUARES = _Squares(lambda n: 1)
MEANS = _Squares(lambda n: 1 / n)           # x.dot(square) repeats the mean of each row
_empty, _add, _subtract, _multiply, _divide, _sqrt = np.empty, np.add, np.subtract, np.multiply, np.divide, np.sqrt


def total(x):
    """The sum of all of at most SMALL floats, as a 0-d array."""
    kind = x.dtype
    out = _empty((), kind)
    x.ravel().dot(ROWS[kind.char][x.size], out)
    return out


def is_moderate(x, bound):
    """Whether there are few elements, none beyond +-bound: 0.6 us, where to take the largest off each row costs 2.5."""
    if x.size > SMALL:
        return False
    flat = x.ravel()
    return flat.dot(flat) < bound * bound


def has_short_rows(x, dim, bound):
    """Whether `dim` is the last, short, and the squares of the few elements add up to less than `bound`."""
    if not 0 < x.size <= SMALL or type(dim) is not int or not x.ndim or dim != -1 and dim != x.ndim - 1 or x.shape[dim] > FEW:
        return False
    flat = x.ravel()
    return flat.dot(flat) < bound


def spread_sum(x, dim):
    """Sums over `dim`, which stays, repeated or with one element."""
    if (dim == -1 or dim == x.ndim - 1) and x.size <= SMALL and x.shape[dim] <= FEW:
        return x.dot(SQUARES[x.dtype.char][x.shape[dim]])
    return np.add.reduce(x, dim, None, None, True)


def spread_mean(x, axes):
    """Means over `axes`, which stay, repeated or with one element."""
    if len(axes) == 1 and x.size <= SMALL:
        dim, n = axes[0], x.shape[axes[0]]
        if 0 < n <= FEW and dim == x.ndim - 1:
            return x.dot(MEANS[x.dtype.char][n])
        if 0 < n <= FEW and x.ndim == 2:
            return MEANS[x.dtype.char][n].dot(x)
    return np.add.reduce(x, axes, None, None, True) / (math.prod([x.shape[a] for a in axes]) or 1)


def layer_norm(x, shape, weight, bias, eps):
    """The layer_norm of short rows, each by itself, and the rows' means and deviations, repeated; None for anything else."""
    if len(shape) != 1 or not 0 < shape[0] <= FEW or x.shape[-1:] != shape or not 0 < x.size <= SMALL or x.dtype.char not in "fd":
        return None
    for values in (weight, bias):
        if values is not None and (values.shape != shape or values.dtype is not x.dtype):
            return None
    out, mean, deviation = _standardized(x, eps)
    if weight is not None:
        out = _multiply(out, weight)
    return out if bias is None else _add(out, bias), (mean, deviation)


def _standardized(x, eps):
    means = MEANS[x.dtype.char][x.shape[-1]]
    mean = x.dot(means)
    out = _subtract(x, mean)
    deviation = _sqrt(_add(_multiply(out, out).dot(means), number(eps, x.dtype)))
    return _divide(out, deviation), mean, deviation


def unspread(values, axes):
    """The result of spread_mean with one element over `axes`."""
    if values.shape[axes[0]] == 1:
        return values
    return (values[:1] if not axes[0] else values[:, :1] if axes[0] == 1 else values[..., :1]).copy()
