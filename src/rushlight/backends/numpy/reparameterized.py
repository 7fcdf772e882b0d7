"""How gamma and beta numbers move with their parameters, by implicit differentiation of their distribution functions.

A number x of density f and distribution function F(x; a) moves by dx/da = -(dF/da) / f. For these two, with z = log x or
log(x / (1 - x)), the density of z is exp(h(z)) up to a factor, h is concave, and dF/da is the integral of (log x - its mean)
times that density over either tail of x. The tail away from the mode is taken: there neither factor changes its sign and the
density only falls, so that a Gauss-Legendre rule up to where it has fallen to exp(-40) is good to 1e-9.
"""
from __future__ import annotations

import numpy as np

from rushlight.backends.numpy.specials import digamma

__all__ = ["standard_gamma_grad", "dirichlet_grad"]

_FALL = 40.0
_AT_ONCE = 2048                 # so many numbers, with their 64 nodes, stay in the cache
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(64)
# Squared, the nodes crowd at the start of the tail, where small parameters have all their detail.
_NODES, _WEIGHTS = ((_NODES + 1) / 2) ** 2, _WEIGHTS * (_NODES + 1) / 2


def standard_gamma_grad(a, x):
    """dx/da of gamma numbers `x` of shape `a`."""
    return _in_blocks(_gamma, a, x)


def dirichlet_grad(x, a, total):
    """dx/da / (1 - x) of beta numbers `x` of parameters `a` and `total - a`."""
    return _in_blocks(_beta, x, a, total)


def _in_blocks(compute, *arrays):
    dtype = arrays[0].dtype
    arrays = np.broadcast_arrays(*arrays)
    flat = [array.astype(np.float64).reshape(-1) for array in arrays]
    with np.errstate(all="ignore"):
        pieces = [compute(*[array[i:i + _AT_ONCE] for array in flat]) for i in range(0, flat[0].size, _AT_ONCE)]
    return np.concatenate([np.empty(0), *pieces]).astype(dtype).reshape(arrays[0].shape)


def _gamma(a, x):
    """Here h(z) = a z - exp(z); its fall over a step to z + w is x (exp(w) - 1 - w) + (x - a) w."""
    side = np.where(x < a, -1.0, 1.0)
    gap = x - a

    def fall(w):
        return x * (np.expm1(w) - w) + gap * w

    def slope(w):
        return x * np.expm1(w) + gap

    score = np.log(x) - digamma(a)
    return x * side * _tail(fall, slope, x, side, lambda w: score + w)


def _beta(x, a, total):
    """Here h(z) = a z - total softplus(z), and log x is -softplus(-z)."""
    side = np.where(x * total < a, -1.0, 1.0)
    z = np.log(x) - np.log1p(-x)
    at_x, mean = np.logaddexp(0, z), digamma(a) - digamma(total)

    def fall(w):
        return total * (np.logaddexp(0, z + w) - at_x) - a * w

    def slope(w):
        return total / (1 + np.exp(-z - w)) - a

    return x * side * _tail(fall, slope, total * x * (1 - x), side, lambda w: -np.logaddexp(0, -z - w) - mean)


def _tail(fall, slope, curvature, side, score):
    """The integral of score(w) exp(-fall(w)), w going from 0 to `side` infinity."""
    start = np.abs(slope(np.zeros_like(side)))
    length = np.minimum(1.0, 2 * _FALL / (start + np.sqrt(start * start + 2 * _FALL * curvature)))
    for _ in range(12):                                     # Newton's steps for log(fall): from the left, they do not overshoot
        reached = fall(side * length)
        length = length + np.log(_FALL / reached) * reached / (side * slope(side * length))
    total = np.zeros_like(length)
    for node, weight in zip(_NODES, _WEIGHTS):
        w = side * length * node
        total += weight * score(w) * np.exp(-fall(w))
    return total * length
