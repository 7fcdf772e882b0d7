"""Least squares, pseudo-inverses, ranks, and functions of matrices."""
from __future__ import annotations

import numpy as np
from numpy import ndarray

from rushlight.backends.numpy.linalg import (broadcast_batches, checked_svd, column_major, linalg_eigh, linalg_eigvalsh,
                                             require_float, require_lapack, require_square)
from rushlight.dtypes import dtype_of


def cutoffs(x, largest, atol, rtol):
    """Below which a singular value counts as zero: max(atol, rtol * the largest)."""
    atol, rtol = (None if v is None else np.asarray(v) for v in (atol, rtol))
    if rtol is None:
        default = np.finfo(x.dtype).eps * max(x.shape[-2:])
        rtol = np.where(atol > 0, 0.0, default) if atol is not None else default
    return np.maximum(0.0 if atol is None else atol, rtol * largest).astype(largest.dtype)


def linalg_pinv(x, atol, rtol, hermitian):
    if x.ndim < 2 or x.dtype.char not in "fdFD":
        raise RuntimeError(f"linalg.pinv({dtype_of(x).scalar_name}{{{list(x.shape)}}}): expected a tensor with 2 or more "
                           f"dimensions of float, double, cfloat or cdouble types")
    if not x.size:
        return np.zeros((*x.shape[:-2], x.shape[-1], x.shape[-2]), x.dtype)
    if hermitian:
        values, vectors = linalg_eigh(x, "L")
        return (vectors * _inverted(x, values, atol, rtol)[..., None, :]) @ vectors.conj().mT
    left, values, right = checked_svd(x, False, True)
    return np.ascontiguousarray((right.conj().mT * _inverted(x, values, atol, rtol)[..., None, :]) @ left.conj().mT)


def _inverted(x, values, atol, rtol):
    size = np.abs(values)
    limit = np.asarray(cutoffs(x, size.max(-1), atol, rtol))[..., None]
    return np.where(size > limit, 1 / np.where(values == 0, 1, values), 0).astype(values.dtype)


def matrix_rank(x, atol, rtol, hermitian):
    if x.ndim < 2:
        raise RuntimeError("torch.linalg.matrix_rank: The input tensor input must have at least 2 dimensions.")
    if x.dtype.char not in "fdFD":
        raise RuntimeError("This function doesn't handle types other than float and double")
    if not x.size:
        return np.zeros(x.shape[:-2], np.int64)
    values = np.abs(linalg_eigvalsh(x, "L")) if hermitian else checked_svd(x, False, False)
    limit = np.asarray(cutoffs(x, values.max(-1), atol, rtol))[..., None]
    return np.add.reduce(values > limit, -1, np.int64)


_DRIVERS = ("gels", "gelsy", "gelsd", "gelss")


def linalg_lstsq(x, y, rcond, driver):
    name = "torch.linalg.lstsq"
    if x.ndim < 2:
        raise RuntimeError(f"{name}: input must have at least 2 dimensions.")
    if not y.ndim:
        raise RuntimeError(f"{name}: other must have at least 1 dimension.")
    driver = "gelsy" if driver is None else driver
    if driver not in _DRIVERS:
        raise RuntimeError(f"{name}: parameter `driver` should be one of (gels, gelsy, gelsd, gelss)")
    vector = x.ndim == y.ndim + 1 and x.shape[:-1] == y.shape
    columns = y[..., None] if vector else y
    if columns.ndim < 2:
        raise RuntimeError(f"{name}: input.size(-2) should match other.size(-1)")
    if x.shape[-2] != columns.shape[-2]:
        raise RuntimeError(f"{name}: input.size(-2) should match other.size(-2)")
    if x.dtype is not y.dtype:
        raise RuntimeError(f"{name}: Expected input and other to have the same dtype, but got input's dtype "
                           f"{dtype_of(x).scalar_name} and other's dtype {dtype_of(y).scalar_name}")
    require_lapack("linalg_lstsq_cpu", x)
    broadcast_batches(x, columns)
    return _lstsq(x, columns, rcond, driver, vector)


def _lstsq(x, y, rcond, driver, vector):
    left, values, right = np.linalg.svd(x, False)
    rtol = np.finfo(x.dtype).eps * max(x.shape[-2:]) if rcond is None else rcond
    largest = values.max(-1, keepdims=True, initial=0)
    keep = np.ones_like(values, bool) if driver == "gels" else values > rtol * largest
    inverse = np.where(keep, 1 / np.where(keep, values, 1), 0).astype(values.dtype)
    solution = right.conj().mT @ (inverse[..., None] * (left.conj().mT @ y))
    rank = np.add.reduce(keep, -1, np.int64)
    nothing = np.empty(0, x.dtype)
    residuals = nothing.real
    if x.shape[-2] > x.shape[-1] and driver != "gelsy" and (rank == x.shape[-1]).all():
        residuals = np.add.reduce(np.abs(x @ solution - y) ** 2, -2)
    solution = solution[..., 0] if vector else column_major(solution)
    return (solution, residuals, np.empty(0, np.int64) if driver == "gels" else rank,
            values if driver in ("gelsd", "gelss") else nothing.real)


# ---------------------------------------------------------------- functions of matrices

def linalg_matrix_exp(x):
    require_square("linalg.matrix_exp", x)
    require_float("linalg.matrix_exp", x)
    if type(x) is not ndarray:
        return type(x).narrow(linalg_matrix_exp(x.widen()))
    if x.dtype.char == "e":
        return linalg_matrix_exp(x.astype(np.float32)).astype(np.float16)
    if not x.size:
        return x.copy()
    if x.dtype.char in "fF":
        return linalg_matrix_exp(x.astype(x.dtype.char.replace("f", "d").replace("F", "D"))).astype(x.dtype)
    size = np.abs(x).sum(-2).max(-1)
    halvings = np.where(np.isfinite(size) & (size > 0.5), np.ceil(np.log2(np.maximum(size, 0.5))) + 1, 0).astype(int)
    out = _exp_of_small(x / (2.0 ** halvings[..., None, None]).astype(x.real.dtype))
    for step in range(int(halvings.max(initial=0))):
        out = np.where((halvings > step)[..., None, None], out @ out, out)
    return np.ascontiguousarray(out)


def _exp_of_small(x):
    """The diagonal Pade approximant of order 7 (Higham 2005), exact to rounding for norms below 0.95."""
    b = (17297280, 8648640, 1995840, 277200, 25200, 1512, 56, 1)
    one = np.broadcast_to(np.eye(x.shape[-1], dtype=x.dtype), x.shape)
    x2 = x @ x
    x4 = x2 @ x2
    x6 = x4 @ x2
    odd = x @ (b[7] * x6 + b[5] * x4 + b[3] * x2 + b[1] * one)
    even = b[6] * x6 + b[4] * x4 + b[2] * x2 + b[0] * one
    try:
        return np.linalg.solve(even - odd, even + odd).astype(x.dtype)
    except np.linalg.LinAlgError:
        return np.full_like(x, np.nan)
