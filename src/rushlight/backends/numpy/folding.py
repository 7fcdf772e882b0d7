"""Reductions."""
from __future__ import annotations

import math

import numpy as np
from numpy import ndarray

from rushlight.dispatch.arguments import wrap_dims


def sum(x, dim=None, keepdim=False):
    """Sums over `dim` (an int, several, or all). Integers and bools widen to int64, half is summed in float32."""
    dims = dim if dim is None else wrap_dims(dim, x.ndim)
    kind = x.dtype.kind
    if kind == "f" and x.dtype.itemsize != 2:
        return np.add.reduce(x, dims, None, None, keepdim)
    if kind == "f":
        return np.add.reduce(x, dims, np.float32, None, keepdim).astype(np.float16)
    if kind in "iub" and type(x) is ndarray:
        return np.add.reduce(x, dims, np.int64, None, keepdim)
    return np.add.reduce(x, dims, None, None, keepdim)


def amax(x, dim=None, keepdim=False):
    return np.maximum.reduce(x, wrap_dims(dim, x.ndim), None, None, keepdim)


def count(shape, dim):
    """How many elements a reduction over `dim` folds into one."""
    return math.prod(shape[d] for d in wrap_dims(dim, len(shape)))
