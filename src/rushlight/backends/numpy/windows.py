"""Windows for the spectral analysis of signals: bells over `length` points, as float64."""
from __future__ import annotations

import math

import numpy as np

from rushlight.backends.numpy.specials import i0


def _window(shape):
    """The kernel `window(length, symmetric, ...)` of a function of the positions; one point has weight 1.

    A symmetric window ends as it starts; another is the start of the symmetric one that is a point longer.
    """
    def window(length, symmetric, *options):
        if length < 2:
            return np.ones(length)
        return shape(np.arange(length, dtype="f8"), length - 1 if symmetric else length, *options)
    return window


@_window
def cosine_sum(at, last, coefficients):
    turns = 2 * math.pi / last * at
    return np.sum([(-1) ** i * a * np.cos(i * turns) for i, a in enumerate(coefficients)], axis=0)


@_window
def triangle(at, last):
    return 1 - np.abs(2 / last * at - 1)


@_window
def half_sine(at, last):
    return np.sin(math.pi / (last + 1) * (at + 0.5))


@_window
def exponential_window(at, last, center, tau):
    return np.exp(-np.abs(at - (last / 2 if center is None else center)) / tau)


@_window
def gaussian_window(at, last, std):
    return np.exp(-0.5 * ((at - last / 2) / std) ** 2)


@_window
def kaiser_window(at, last, beta):
    return i0(beta * np.sqrt(np.maximum(1 - (2 / last * at - 1) ** 2, 0))) / i0(np.asarray(float(beta)))
