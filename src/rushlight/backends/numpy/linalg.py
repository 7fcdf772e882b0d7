"""Factorizations and solvers over batches of matrices: LAPACK as NumPy exposes it, column-major results as torch has them."""
from __future__ import annotations

import math

import numpy as np
from numpy import ndarray

from rushlight.dtypes import FLOATING, dtype_of

_int32 = np.dtype(np.int32)


class LinAlgError(RuntimeError):
    """A matrix for which the algorithm has no answer."""


LinAlgError.__name__ = LinAlgError.__qualname__ = "_LinAlgError"


# ---------------------------------------------------------------- what is accepted

def require_matrices(name, x, letter="A"):
    if x.ndim < 2:
        raise RuntimeError(f"{name}: The input tensor {letter} must have at least 2 dimensions.")


def require_square(name, x):
    require_matrices(name, x)
    if x.shape[-1] != x.shape[-2]:
        raise RuntimeError(f"{name}: A must be batches of square matrices, but they are {x.shape[-2]} by {x.shape[-1]} matrices")


def require_float(name, x):
    kind = dtype_of(x)
    if kind.category < FLOATING:
        raise RuntimeError(f"{name}: Expected a floating point or complex tensor as input. Got {kind.scalar_name}")


def require_lapack(name, x):
    """NotImplementedError, as torch's dispatcher gives, for types that LAPACK lacks."""
    if x.dtype.char not in "fdFD":
        raise NotImplementedError(f"\"{name}\" not implemented for '{dtype_of(x).scalar_name}'")


def require_wide(name, x):
    require_float(name, x)
    if x.dtype.itemsize == 2:
        raise RuntimeError(f"{name}: Low precision dtypes not supported. Got {dtype_of(x).scalar_name}")


def require_compatible(name, x, y, left, square=True):
    if x.dtype is not y.dtype:
        raise RuntimeError(f"{name}: Expected A and B to have the same dtype, but found A of type {dtype_of(x).scalar_name} and "
                           f"B of type {dtype_of(y).scalar_name} instead")
    if x.shape[-2] != y.shape[-2 if left else -1]:
        raise RuntimeError(f"{name}: Incompatible shapes of A and B for the equation {'AX = B' if left else 'XA = B'} "
                           f"({x.shape[-2]}x{x.shape[-1]} and {y.shape[-2]}x{y.shape[-1]})")


def column_major(x):
    """The matrices with contiguous columns."""
    return np.ascontiguousarray(x.mT).mT if x.ndim > 1 else x


def eye_like(x, rows, columns):
    """A matrix of ones on the diagonal, in the type of `x`."""
    made = np.eye(rows, columns, dtype=np.float32 if type(x) is not ndarray else x.dtype)
    return made if type(x) is ndarray or isinstance(x, np.generic) else type(x).narrow(made)


def _single(batch):
    """The first failing matrix of a batch of infos, in words."""
    flat = np.asarray(batch).reshape(-1)
    place = int(np.flatnonzero(flat)[0])
    return (f"(Batch element {place}): " if np.ndim(batch) else ""), int(flat[place])


# ---------------------------------------------------------------- LU

def lu_factor(x):
    """(LU, 0-based pivots, info) of a batch, by columns: partial pivoting, the first zero pivot in info."""
    lu = x.copy("C")
    m, n = lu.shape[-2:]
    batch, steps = lu.shape[:-2], min(m, n)
    flat = lu.reshape(-1, m, n) if lu.size else lu.reshape(math.prod(batch), m, n)
    number = np.arange(len(flat))
    pivots, info = np.zeros((len(flat), steps), np.int64), np.zeros(len(flat), _int32)
    for k in range(steps):
        column = flat[:, k:, k]
        size = np.abs(column.real) + np.abs(column.imag) if column.dtype.kind == "c" else np.abs(column)
        pivots[:, k] = best = size.argmax(1) + k
        flat[number, k], flat[number, best] = flat[number, best], flat[number, k]
        top = flat[:, k, k]
        info[(top == 0) & (info == 0)] = k + 1
        flat[:, k + 1:, k] /= np.where(top == 0, 1, top)[:, None]
        flat[:, k + 1:, k + 1:] -= flat[:, k + 1:, k, None] * flat[:, k, None, k + 1:]
    return flat.reshape(lu.shape), pivots.reshape(*batch, steps), info.reshape(batch)


def row_order(pivots, m):
    """The rows that the swaps in `pivots` (0-based) leave in each place."""
    flat = pivots.reshape(-1, pivots.shape[-1]) if pivots.size else pivots.reshape(math.prod(pivots.shape[:-1]), 0)
    rows = np.tile(np.arange(m), (len(flat), 1))
    number = np.arange(len(flat))
    for k in range(flat.shape[1]):
        best = flat[:, k]
        rows[number, k], rows[number, best] = rows[number, best], rows[number, k].copy()
    return rows.reshape(*pivots.shape[:-1], m)


def linalg_lu_factor_ex(x, pivot, check_errors):
    if x.ndim < 2:
        raise RuntimeError(f"torch.lu_factor: Expected tensor with 2 or more dimensions. Got size: {list(x.shape)} instead")
    require_lapack("lu_cpu", x)
    if not pivot:
        raise RuntimeError("linalg.lu_factor: LU without pivoting is not implemented on the CPU")
    lu, pivots, info = lu_factor(x)
    if check_errors and info.any():
        where, k = _single(info)
        raise RuntimeError(f"torch.linalg.lu_factor: {where}U[{k},{k}] is zero and using it on lu_solve would result in a "
                           f"division by zero. If you still want to perform the factorization, consider calling linalg.lu(A, "
                           f"pivot) or linalg.lu_factor_ex(A, pivot)")
    return column_major(lu), (pivots + 1).astype(_int32), info


def permutation_matrix(pivots, m, like):
    """P with P @ L @ U = A, from torch's 1-based pivots."""
    rows = row_order(pivots.astype(np.int64) - 1, m)
    matrix = np.zeros((*rows.shape, m), like.dtype)
    np.put_along_axis(matrix, rows[..., None], 1, -1)
    return np.ascontiguousarray(matrix.mT)


def unpack_lu(lu):
    """(L, U) from the factors in one matrix."""
    m, n = lu.shape[-2:]
    k = min(m, n)
    lower = np.tril(lu[..., :, :k], -1)
    lower[..., range(k), range(k)] = 1
    return lower, np.triu(lu[..., :k, :])


def linalg_lu(x, pivot):
    if x.ndim < 2:
        raise RuntimeError(f"linalg.lu: Expected tensor with 2 or more dimensions. Got size: {list(x.shape)} instead")
    require_lapack("lu_cpu", x)
    if not pivot:
        raise RuntimeError("linalg.lu_factor: LU without pivoting is not implemented on the CPU")
    lu, pivots, _ = lu_factor(x)
    return permutation_matrix(pivots + 1, x.shape[-2], x), *unpack_lu(lu)


# ---------------------------------------------------------------- determinants

def linalg_det(x):
    require_square("linalg.det", x)
    require_float("linalg.det", x)
    require_lapack("lu_cpu", x)
    return np.linalg.det(x).astype(x.dtype)


def linalg_slogdet(x):
    require_square("linalg.slogdet", x)
    require_wide("linalg.slogdet", x)
    sign, logabsdet = np.linalg.slogdet(x)
    return sign, logabsdet


def cofactor(x):
    """det(x) * inv(x).T, which exists for singular matrices too."""
    left, values, right = np.linalg.svd(x)
    n = x.shape[-1]
    others = np.where(np.eye(n, dtype=bool), 1, values[..., None, :]).prod(-1)
    phase = np.linalg.det(left) * np.linalg.det(right)
    return (np.asarray(phase)[..., None, None] * ((left.conj() * others[..., None, :]) @ right.conj())).astype(x.dtype)


def cofactor_pullback(x, weights):
    """The gradient of the sum of weights * cofactor(x), without an inverse.

    Turned to the singular vectors, the cofactors of diag(values) + B are to first order those of diag(values), with
    sum(pairs[i, k] * B[k, k] for all k) added at (i, i), and -pairs[i, j] * B[j, i] elsewhere.
    """
    left, values, right = np.linalg.svd(x)
    turned = left.conj().mT @ weights @ right.conj().mT
    pairs, n = _products_without_two(values), x.shape[-1]
    inner = -pairs * turned.mT
    inner[..., range(n), range(n)] = (pairs @ turned[..., range(n), range(n), None])[..., 0]
    phase = np.linalg.det(left) * np.linalg.det(right)
    return (np.asarray(phase)[..., None, None] * (left.conj() @ inner @ right.conj())).astype(x.dtype)


def _products_without_two(values):
    """The products of all values but the i-th and j-th, zero for i = j. The values fall: the larger of the two divides safely."""
    n = values.shape[-1]
    without_one = np.where(np.eye(n, dtype=bool), 1, values[..., None, :]).prod(-1)
    divisors = np.where(values > 0, values, np.inf)         # with zeros before the last two, nothing is left
    upper = np.triu(without_one[..., None, :] / divisors[..., None], 1)
    if n > 1:
        upper[..., -2, -1] = values[..., :-2].prod(-1)
    return upper + upper.mT


# ---------------------------------------------------------------- solving

def linalg_inv_ex(x, check_errors):
    require_square("linalg.inv", x)
    require_wide("linalg.inv", x)
    try:
        return column_major(np.linalg.inv(x)), np.zeros(x.shape[:-2], _int32)
    except np.linalg.LinAlgError:
        return _inv_with_singular(x, check_errors)


def _inv_with_singular(x, check_errors):
    info = lu_factor(x)[2]
    if check_errors and info.any():
        where, k = _single(info)
        raise LinAlgError(f"linalg.inv: {where}The diagonal element {k} is zero, the inversion could not be completed because "
                          f"the input matrix is singular.")
    out = np.full(x.shape, np.inf, x.dtype)
    good = info == 0
    if good.any():
        out[good] = np.linalg.inv(x[good])
    return column_major(out), info


def linalg_solve_ex(x, y, left, check_errors):
    require_square("linalg.solve", x)
    require_wide("linalg.solve", x)
    vector = is_vector(x.shape, y.shape)
    if y.ndim == 0 or (y.ndim == 1 and not vector):
        raise RuntimeError("linalg.solve: The input tensor B must have at least 2 dimensions.")
    if vector and not left:
        raise RuntimeError("linalg.solve: Vector broadcasting of the left hand side is not supported for left=False. In this "
                           "case linalg.solve is equivalent to B / A.squeeze(-1)")
    columns = y[..., None] if vector else y
    require_compatible("linalg.solve", x, columns, left)
    broadcast_batches(x, columns)
    out, info = _solve(x, columns, check_errors) if left else _solve(x.mT, columns.mT, check_errors)
    if vector:
        return out[..., 0], info
    return (column_major(out) if left else np.ascontiguousarray(out.mT)), info


def is_vector(shape, other_shape):
    """Whether solve takes its right-hand side as one vector per matrix."""
    return len(other_shape) == 1 or (len(shape) - 1 == len(other_shape) and shape[:-1] == other_shape)


def broadcast_batches(x, y):
    first, second = x.shape[:-2], y.shape[:-2]
    for i in range(-1, -min(len(first), len(second)) - 1, -1):
        if first[i] != second[i] and 1 not in (first[i], second[i]):
            raise RuntimeError(f"The size of tensor a ({first[i]}) must match the size of tensor b ({second[i]}) at "
                               f"non-singleton dimension {max(len(first), len(second)) + i}")


def _solve(x, y, check_errors):
    try:
        return np.linalg.solve(x, y), np.zeros(x.shape[:-2], _int32)
    except np.linalg.LinAlgError:
        info = lu_factor(x)[2]
        if check_errors and info.any():
            raise LinAlgError(f"torch.linalg.solve: {_single(info)[0]}The solver failed because the input matrix is "
                              f"singular.") from None
        safe = np.where(info[..., None, None] == 0, x, np.eye(x.shape[-1], dtype=x.dtype))
        out = np.linalg.solve(safe, y)
        out[np.broadcast_to(info != 0, out.shape[:-2])] = np.nan
        return out, info


def linalg_solve_triangular(x, y, upper, left, unitriangular):
    name = "linalg.solve_triangular"
    require_square(name, x)
    require_matrices(name, y, "B")
    require_compatible(name, x, y, left)
    require_lapack("triangular_solve_cpu", x)
    broadcast_batches(x, y)
    if not left:
        return np.ascontiguousarray(_triangular(x.mT, y.mT, not upper, unitriangular).mT)
    return column_major(_triangular(x, y, upper, unitriangular))


def _triangular(x, y, upper, unitriangular):
    """Solves by the LU of an upper triangle, which is that triangle itself; a lower one is turned over."""
    if not upper:
        return _triangular(x[..., ::-1, ::-1], y[..., ::-1, :], True, unitriangular)[..., ::-1, :]
    triangle = np.triu(x)
    if unitriangular:
        triangle[..., range(x.shape[-1]), range(x.shape[-1])] = 1
    try:
        return np.linalg.solve(triangle, y)
    except np.linalg.LinAlgError:
        return _back_substitution(triangle, y)


def _back_substitution(x, y):
    n = x.shape[-1]
    out = np.empty((*np.broadcast_shapes(x.shape[:-2], y.shape[:-2]), *y.shape[-2:]), x.dtype)
    for i in range(n - 1, -1, -1):
        rest = x[..., i, None, i + 1:] @ out[..., i + 1:, :]
        out[..., i, :] = (y[..., i, :] - rest[..., 0, :]) / x[..., i, i, None]
    return out


# ---------------------------------------------------------------- factorizations

def linalg_cholesky_ex(x, upper, check_errors):
    require_square("linalg.cholesky", x)
    require_float("linalg.cholesky", x)
    require_lapack("cholesky_cpu", x)
    lower = x.mT.conj() if upper else x
    try:
        factor, info = np.linalg.cholesky(lower), np.zeros(x.shape[:-2], _int32)
        if np.isnan(factor).any():
            raise np.linalg.LinAlgError
    except np.linalg.LinAlgError:
        factor, info = _cholesky_by_columns(np.tril(lower))
    if check_errors and info.any():
        where, k = _single(info)
        raise LinAlgError(f"linalg.cholesky: {where}The factorization could not be completed because the input is not "
                          f"positive-definite (the leading minor of order {k} is not positive-definite).")
    return column_major(factor.mT.conj() if upper else factor), info


def _cholesky_by_columns(x):
    """The factor of each matrix up to the first minor that is not positive, and the order of that minor."""
    out, info = x.copy(), np.zeros(x.shape[:-2], _int32)
    for place in np.ndindex(x.shape[:-2]):
        info[place] = _factor_one(out[place])
    return out, info


def _factor_one(x):
    for k in range(len(x)):
        pivot = x[k, k].real - (x[k, :k] @ x[k, :k].conj()).real
        if not pivot > 0:
            x[k, k] = pivot
            return k + 1
        x[k, k] = np.sqrt(pivot)
        x[k + 1:, k] = (x[k + 1:, k] - x[k + 1:, :k] @ x[k, :k].conj()) / x[k, k]
    return 0


def cholesky_solve(y, factor, upper):
    for name, x in (("b", y), ("u", factor)):
        if x.ndim < 2:
            raise RuntimeError(f"{name} should have at least 2 dimensions, but has {x.ndim} dimensions instead")
    require_square("cholesky_solve", factor)
    if factor.shape[-1] != y.shape[-2]:
        raise RuntimeError(f"Incompatible matrix sizes for cholesky_solve: each A matrix is {factor.shape[-2]} by "
                           f"{factor.shape[-1]} but each b matrix is {y.shape[-2]} by {y.shape[-1]}")
    require_lapack("cholesky_solve_cpu", factor)
    broadcast_batches(factor, y)
    turned = factor.mT.conj()
    lower, upper = (turned, factor) if upper else (factor, turned)
    return column_major(_triangular(upper, _triangular(lower, y, False, False), True, False))


def cholesky_inverse(factor, upper):
    require_square("cholesky_inverse", factor)
    require_lapack("cholesky_inverse_cpu", factor)
    return cholesky_solve(np.eye(factor.shape[-1], dtype=factor.dtype), factor, upper)


def linalg_qr(x, mode):
    if mode not in ("reduced", "complete", "r"):
        raise RuntimeError(f"qr received unrecognized mode '{mode}' but expected one of 'reduced' (default), 'r', or 'complete'")
    require_matrices("linalg.qr", x)
    require_float("linalg.qr", x)
    require_lapack("geqrf_cpu", x)
    if mode == "r":
        return np.empty(0, x.dtype), column_major(np.linalg.qr(x, "r"))
    return tuple(map(column_major, np.linalg.qr(x, mode)))


def linalg_svd(x, full_matrices):
    left, values, right = checked_svd(x, full_matrices, True)
    return column_major(left), values, column_major(right)


def linalg_svdvals(x):
    return checked_svd(x, False, False)


def checked_svd(x, full_matrices, vectors):
    require_matrices("linalg.svd", x)
    require_float("linalg.svd", x)
    require_lapack("linalg_svd_cpu", x)
    if not np.isfinite(x).all():
        raise LinAlgError("linalg.svd: The algorithm failed to converge because the input matrix contained non-finite values.")
    return np.linalg.svd(x, full_matrices, vectors)


def linalg_eigh(x, UPLO):
    check_eigh(x, UPLO)
    values, vectors = np.linalg.eigh(x, UPLO.upper()) if np.isfinite(x).all() else _no_values(x)
    return values, column_major(vectors)


def linalg_eigvalsh(x, UPLO):
    check_eigh(x, UPLO)
    return np.linalg.eigvalsh(x, UPLO.upper()) if np.isfinite(x).all() else _no_values(x)[0]


def check_eigh(x, UPLO):
    require_square("linalg.eigh", x)
    require_lapack("linalg_eigh_cpu", x)
    if not isinstance(UPLO, str) or UPLO.upper() not in ("L", "U"):
        raise RuntimeError(f"Expected UPLO argument to be 'L' or 'U', but got {UPLO}")


def _no_values(x):
    return np.full(x.shape[:-1], np.nan, x.real.dtype), np.full(x.shape, np.nan, x.dtype)


def linalg_eig(x):
    check_eig(x)
    values, vectors = np.linalg.eig(x)
    kind = np.result_type(x.dtype, np.complex64)
    return values.astype(kind), column_major(vectors.astype(kind))


def linalg_eigvals(x):
    check_eig(x, "linalg.eigvals")
    return np.linalg.eigvals(x).astype(np.result_type(x.dtype, np.complex64))


def check_eig(x, name="linalg.eig"):
    if dtype_of(x).category < FLOATING:
        raise RuntimeError(f"Unknown Complex ScalarType for {dtype_of(x).scalar_name}")
    require_square(name, x)
    require_lapack("linalg_eig_out_cpu", x)
    if not np.isfinite(x).all():
        raise RuntimeError("torch.linalg.eig: input tensor should not contain infs or NaNs.")


def geqrf(x):
    """(reflections below R, their factors), as LAPACK leaves them."""
    require_matrices("torch.geqrf", x, "input")
    require_lapack("geqrf_cpu", x)
    if not x.size:
        return x.copy(), np.zeros((*x.shape[:-2], min(x.shape[-2:])), x.dtype)
    reflections, tau = np.linalg.qr(x, "raw")
    return reflections.mT, tau
