"""Symmetric matrices that need not be definite: A = L D L^T with blocks of one or two in D, packed as LAPACK packs them.

The pivots are Bunch and Kaufman's (1977), "partial pivoting" over the lower triangle. Row swaps are left out of the columns of L
that were finished before them, so solving swaps as it goes.
"""
from __future__ import annotations

import math

import numpy as np

from rushlight.backends.numpy.linalg import _int32, _single, column_major, require_float, require_lapack, require_square
from rushlight.dtypes import dtype_of

__all__ = ["linalg_ldl_factor_ex", "linalg_ldl_solve"]

ALPHA = (1 + math.sqrt(17)) / 8             # bounds the growth of one block of two as that of two blocks of one


def linalg_ldl_factor_ex(x, hermitian, check_errors):
    name = "torch.linalg.ldl_factor_ex"
    require_square(name, x)
    require_float(name, x)
    require_lapack("ldl_factor_kernel_cpu", x)
    out, info = np.empty_like(x, order="C"), np.zeros(x.shape[:-2], _int32)
    pivots = np.zeros(x.shape[:-1], _int32)
    for place in np.ndindex(info.shape):
        lower = np.tril(x[place])
        out[place], info[place] = _factor(_mirrored(lower, hermitian), pivots[place], hermitian)
    if check_errors and info.any():
        where, k = _single(info)
        raise RuntimeError(f"{name}: {where}D[{k},{k}] is zero, and using it in ldl_solve would divide by it.")
    return column_major(out), pivots, info


def _mirrored(lower, hermitian):
    """The whole matrix whose lower triangle this is."""
    if not hermitian:
        return lower + np.tril(lower, -1).T
    whole = lower + np.tril(lower, -1).conj().T
    np.fill_diagonal(whole, lower.diagonal().real)
    return whole


def _factor(x, pivots, hermitian):
    """(LD, the first zero pivot from 1, or 0) of one matrix, which is used up. Negative pivots mark blocks of two."""
    n, info, k = len(x), 0, 0
    while k < n:
        other, width = _pivot(x, k)
        last = k + width - 1
        _swap(x, k, last, other)
        if width == 1 and not _size(x[k, k]) > 0:
            info = info or k + 1
        else:
            _eliminate(x, k, width, hermitian)
        pivots[k:k + width] = other + 1 if width == 1 else -(other + 1)
        k += width
    return np.tril(x), info


def _size(x):
    """What LAPACK compares: |real| + |imag| of complex numbers."""
    return np.abs(x.real) + np.abs(x.imag) if x.dtype.kind == "c" else np.abs(x)


def _pivot(x, k):
    """(the row to swap in, the width of the block) for column k of what is left."""
    top, below = _size(x[k, k]), _size(x[k + 1:, k])
    largest = below.max(initial=0)
    if not top < ALPHA * largest:           # also where all is zero, or there are NaNs
        return k, 1
    row = int(below.argmax()) + k + 1
    others = _size(np.delete(x[row, k:], row - k)).max()
    if top * others >= ALPHA * largest * largest:
        return k, 1
    return row, 1 if _size(x[row, row]) >= ALPHA * others else 2


def _swap(x, k, first, second):
    """Exchanges two rows and columns of what is left from k on."""
    if first != second:
        x[[first, second], k:] = x[[second, first], k:]
        x[k:, [first, second]] = x[k:, [second, first]]


def _eliminate(x, k, width, hermitian):
    """Takes a block out of the rest, and leaves its columns of L in place."""
    end = k + width
    columns = x[end:, k:end].copy()
    factors = columns * (1 / x[k, k]) if width == 1 else columns @ np.linalg.inv(x[k:end, k:end])
    x[end:, end:] -= factors @ _turned(columns, hermitian)
    x[end:, k:end] = factors
    if hermitian:
        rest = range(end, len(x))
        x[rest, rest] = x[rest, rest].real


def _turned(x, hermitian):
    return x.conj().T if hermitian else x.T


def linalg_ldl_solve(packed, pivots, y, hermitian):
    _check_solve(packed, pivots, y)
    batch = np.broadcast_shapes(packed.shape[:-2], y.shape[:-2])
    out = np.broadcast_to(y, (*batch, *y.shape[-2:])).copy()
    packed = np.broadcast_to(packed, (*batch, *packed.shape[-2:]))
    pivots = np.broadcast_to(pivots, (*batch, pivots.shape[-1]))
    for place in np.ndindex(batch):
        _solve_one(packed[place], pivots[place], out[place], hermitian)
    return column_major(out)


def _check_solve(packed, pivots, y):
    name = "torch.linalg.ldl_solve"
    require_square(name, packed)
    if y.ndim < 2:
        raise IndexError("Dimension out of range (expected to be in range of [-1, 0], but got -2)")
    if packed.shape[-1] != y.shape[-2]:
        n, _ = packed.shape[-2:]
        raise RuntimeError(f"Incompatible matrix sizes for {name}: each A matrix is {n} by {n} but each b matrix is "
                           f"{y.shape[-2]} by {y.shape[-1]}")
    if pivots.shape != packed.shape[:-1]:
        raise RuntimeError(f"{name}: Expected LD.shape[:-1] and pivots.shape to be the same, but got pivots with shape "
                           f"{list(pivots.shape)} instead")
    if pivots.dtype.kind not in "iu":
        raise RuntimeError(f"{name}: Expected pivots to be integers. Got {dtype_of(pivots).scalar_name}")
    if packed.dtype is not y.dtype:
        raise RuntimeError(f"Expected b and A to have the same dtype, but found b of type {dtype_of(y).scalar_name} and A of "
                           f"type {dtype_of(packed).scalar_name} instead.")
    require_lapack("ldl_solve_kernel_cpu", packed)


def _solve_one(x, pivots, y, hermitian):
    """Replaces y by the solution: down the blocks with L and D, and up again with L turned."""
    blocks = _blocks(pivots)
    for k, end, row in blocks:
        _exchange(y, end - 1, row)
        y[end:] -= x[end:, k:end] @ y[k:end]
        y[k:end] = _divided(y[k:end], x[k:end, k:end], hermitian)
    for k, end, row in reversed(blocks):
        y[k:end] -= _turned(x[end:, k:end], hermitian) @ y[end:]
        _exchange(y, end - 1, row)


def _blocks(pivots):
    """(begin, end, the row that changes places with the last one) for each block."""
    found, k = [], 0
    while k < len(pivots):
        end = min(k + (1 if pivots[k] > 0 else 2), len(pivots))         # pivots of a meta tensor's stand-in mean nothing
        found.append((k, end, abs(int(pivots[k])) - 1))
        k = end
    return found


def _exchange(y, first, second):
    if first != second:
        y[[first, second]] = y[[second, first]]


def _divided(y, block, hermitian):
    if len(block) == 1:
        return y / (block.real if hermitian else block)
    return np.linalg.solve(_mirrored(block, hermitian), y)
