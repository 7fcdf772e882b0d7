"""Factorizations of matrices."""
from __future__ import annotations

from rushlight.dispatch import families
from rushlight.dispatch.kinds import Number, Tensor, Tensors  # noqa: F401
from rushlight.dispatch.op import op
from rushlight.dispatch.out_dtypes import castable, exact
from rushlight.ops.linalg import column, is_complex, mH, renamed


def row(F, x):
    """A vector for each matrix, as a row."""
    return F.unsqueeze(x, -2)


def skew(F, x):
    """The part that is minus its conjugate transpose, twice."""
    return x - mH(F, x)


def outer_difference(F, x):
    """x[j] - x[i], with ones on the diagonal."""
    return row(F, x) - column(F, x) + F._eye_like(x, x.shape[-1], x.shape[-1])


def divided(F, x, y):
    """x / y, and 0 where both are 0."""
    return x / (y + (y == 0) * (x == 0))


def diagonal_only(F, x):
    return x * F._eye_like(x, x.shape[-2], x.shape[-1])


# ---------------------------------------------------------------- Cholesky

@op(families.many_outputs, function=False, method=False, returns=("L", "info"), differentiable=1, holomorphic=False)
def linalg_cholesky_ex(xp, A: Tensor, *, upper=False, check_errors=False) -> Tensors:
    """Returns the lower (or upper) Cholesky factor of each matrix, and the order of its first minor that is not positive."""
    return xp.linalg_cholesky_ex(A, upper, check_errors)

@linalg_cholesky_ex.vjp("A")
def linalg_cholesky_ex_grad(F, grad, L, upper):
    # Murray (2016), equation 10, made Hermitian.
    lower, grad = (mH(F, L), mH(F, grad)) if upper else (L, grad)
    middle = mH(F, lower) @ grad
    middle = (F.tril(middle) + mH(F, F.tril(middle, -1))) / 2
    half = F.linalg_solve_triangular(mH(F, lower), middle, upper=True)
    return F.linalg_solve_triangular(lower, half, upper=False, left=False)


@op(families.composite, function=False, method=False, out=True, out_dtype=exact)
def linalg_cholesky(F, A: Tensor, *, upper=False) -> Tensor:
    """Returns the lower (or upper) Cholesky factor of each matrix. LinAlgError where it is not positive definite."""
    return F.linalg_cholesky_ex(A, upper=upper, check_errors=True)[0]


@op(families.composite, out=True)
def cholesky(F, input: Tensor, upper=False) -> Tensor:
    """Returns the lower (or upper) Cholesky factor of each matrix. LinAlgError where it is not positive definite."""
    return F.linalg_cholesky(input, upper=upper)


@op(families.general, holomorphic=False, out_dtype=castable)
def cholesky_solve(xp, input: Tensor, input2: Tensor, upper=False) -> Tensor:
    """Returns X with A X = input, from the Cholesky factor `input2` of A."""
    return xp.cholesky_solve(input, input2, upper)

@cholesky_solve.vjp("input")
def cholesky_solve_grad_input(F, grad, input2, upper):
    return F.cholesky_solve(grad, input2, upper)

@cholesky_solve.vjp("input2")
def cholesky_solve_grad_input2(F, grad, input2, out, upper):
    both = F.cholesky_solve(grad, input2, upper) @ mH(F, out)
    both = both + mH(F, both)
    return -(input2 @ both) if upper else -(both @ input2)


@op(families.general, holomorphic=False, out_dtype=castable)
def cholesky_inverse(xp, input: Tensor, upper=False) -> Tensor:
    """Returns the inverse of A, from its Cholesky factor."""
    return xp.cholesky_inverse(input, upper)

@cholesky_inverse.vjp("input")
def cholesky_inverse_grad(F, grad, input, out, upper):
    both = out @ (grad + mH(F, grad)) @ out
    return -(input @ both) if upper else -(both @ input)


# ---------------------------------------------------------------- QR

@op(families.many_outputs, function=False, method=False, returns=("Q", "R"), holomorphic=False)
def linalg_qr(xp, A: Tensor, mode="reduced") -> Tensors:
    """Returns Q with orthonormal columns and an upper triangular R, with Q R = A."""
    return xp.linalg_qr(A, mode)

@linalg_qr.vjp("A")
def linalg_qr_grad(F, grads, A_shape, Q, R, mode):
    if mode == "r":
        raise RuntimeError("The derivative of linalg.qr depends on Q, which is not computed when mode='r'. Please use "
                           "linalg.qr(A, mode='reduced') if you are going to differentiate through linalg.qr.")
    m, n = A_shape[-2:]
    if mode == "complete" and m > n:
        raise RuntimeError("The QR decomposition is not differentiable when mode='complete' and nrows > ncols.")
    grad_Q, grad_R = grads
    if m >= n:
        return _tall_qr_grad(F, grad_Q, grad_R, Q, R)
    rest = grad_R[..., m:]
    first = _tall_qr_grad(F, grad_Q + (Q @ R[..., m:]) @ mH(F, rest), grad_R[..., :m], Q, R[..., :m])
    return F.cat([first, Q @ rest], -1)


def _tall_qr_grad(F, grad_Q, grad_R, Q, R):
    # With dC = Q^H dA R^-1, Q^H dQ is the skew matrix that has the lower triangle of dC, and dR = (dC - Q^H dQ) R.
    on_Q, on_R = mH(F, Q) @ grad_Q, F.triu(grad_R) @ mH(F, R)
    twisted = skew(F, on_Q - on_R)
    inner = on_R + F.tril(twisted, -1)
    if is_complex(twisted):
        inner = inner + diagonal_only(F, twisted) / 2
    pulled = grad_Q + Q @ (inner - on_Q)
    return F.linalg_solve_triangular(mH(F, R), pulled, upper=False, left=False)


@op(families.composite)
def qr(F, input: Tensor, some=True) -> Tensors:
    """Returns Q with orthonormal columns and an upper triangular R, with Q R = input."""
    return renamed("qr", ("Q", "R"), F.linalg_qr(input, "reduced" if some else "complete"))


# ---------------------------------------------------------------- singular values

@op(families.many_outputs, function=False, method=False, returns=("U", "S", "Vh"), holomorphic=False)
def linalg_svd(xp, A: Tensor, full_matrices=True, *, driver=None) -> Tensors:
    """Returns U, S, Vh with U diag(S) Vh = A, the singular values in falling order."""
    if driver is not None:
        raise RuntimeError("torch.linalg.svd: keyword argument `driver=` is only supported on CUDA inputs with cuSOLVER backend.")
    return xp.linalg_svd(A, full_matrices)

@linalg_svd.vjp("A")
def linalg_svd_grad(F, grads, U, S, Vh):
    # Townsend (2016), with the phase of complex vectors taken from U.
    k = S.shape[-1]
    U, grad_U, V, grad_V = U[..., :k], grads[0][..., :k], mH(F, Vh[..., :k, :]), mH(F, grads[2][..., :k, :])
    on_U, on_V = mH(F, U) @ grad_U, mH(F, V) @ grad_V
    turn_U, turn_V = skew(F, on_U), skew(F, on_V)
    gaps = row(F, S * S) - column(F, S * S) + F._eye_like(S, k, k)
    inner = divided(F, turn_U, gaps) * row(F, S) + column(F, S) * divided(F, turn_V, gaps)
    if is_complex(inner):
        inner = inner - diagonal_only(F, inner) + diagonal_only(F, turn_U) / (2 * row(F, S))
    inner = inner + column(F, grads[1]) * F._eye_like(inner, k, k)
    grad = U @ inner
    if U.shape[-2] > k:
        grad = grad + divided(F, grad_U - U @ on_U, row(F, S))
    grad = grad @ mH(F, V)
    if V.shape[-2] > k:
        grad = grad + U @ mH(F, divided(F, grad_V - V @ on_V, row(F, S)))
    return grad


@op(families.general, function=False, method=False, holomorphic=False, node="LinalgSvdBackward0")
def linalg_svdvals(xp, A: Tensor, *, driver=None) -> Tensor:
    """Returns the singular values of each matrix, in falling order."""
    if driver is not None:
        raise RuntimeError("torch.linalg.svd: keyword argument `driver=` is only supported on CUDA inputs with cuSOLVER backend.")
    return xp.linalg_svdvals(A)

@linalg_svdvals.vjp("A")
def linalg_svdvals_grad(F, grad, A):
    U, _, Vh = F.linalg_svd(A, False)
    return (U * row(F, grad)) @ Vh


@op(families.composite)
def svd(F, input: Tensor, some=True, compute_uv=True) -> Tensors:
    """Returns U, S, V with U diag(S) V^H = input."""
    if compute_uv:
        U, S, Vh = F.linalg_svd(input, not some)
        return renamed("svd", ("U", "S", "V"), (U, S, mH(F, Vh) if is_complex(Vh) else F._mT(Vh)))
    batch, (m, n) = tuple(input.shape[:-2]), input.shape[-2:]
    return renamed("svd", ("U", "S", "V"), (F.new_zeros(input, (*batch, m, m)), F.linalg_svdvals(input),
                                            F.new_zeros(input, (*batch, n, n))))


# ---------------------------------------------------------------- eigenvalues

@op(families.many_outputs, function=False, method=False, returns=("eigenvalues", "eigenvectors"), holomorphic=False)
def linalg_eigh(xp, A: Tensor, UPLO="L") -> Tensors:
    """Returns the eigenvalues of Hermitian matrices, rising, and their eigenvectors in columns."""
    return xp.linalg_eigh(A, UPLO)

@linalg_eigh.vjp("A")
def linalg_eigh_grad(F, grads, eigenvalues, eigenvectors):
    turned = mH(F, eigenvectors)
    inner = skew(F, turned @ grads[1]) / 2
    if is_complex(inner):
        inner = inner - diagonal_only(F, inner)
    inner = divided(F, inner, outer_difference(F, eigenvalues))
    return (eigenvectors @ (inner + column(F, grads[0]) * F._eye_like(inner, inner.shape[-1], inner.shape[-1]))) @ turned


@op(families.general, function=False, method=False, holomorphic=False, node="LinalgEighBackward0")
def linalg_eigvalsh(xp, A: Tensor, UPLO="L") -> Tensor:
    """Returns the eigenvalues of Hermitian matrices, rising."""
    return xp.linalg_eigvalsh(A, UPLO)

@linalg_eigvalsh.vjp("A")
def linalg_eigvalsh_grad(F, grad, A, UPLO):
    _, vectors = F.linalg_eigh(A, UPLO)
    return (vectors * row(F, grad)) @ mH(F, vectors)


@op(families.many_outputs, function=False, method=False, returns=("eigenvalues", "eigenvectors"), holomorphic=False,
    out_dtype=castable)
def linalg_eig(xp, A: Tensor) -> Tensors:
    """Returns the eigenvalues and eigenvectors of square matrices, always complex."""
    return xp.linalg_eig(A)

@linalg_eig.vjp("A")
def linalg_eig_grad(F, grads, eigenvalues, eigenvectors):
    # The norm of each eigenvector is held at one: Boeddeker et al. (2017), equation 4.77.
    turned = mH(F, eigenvectors)
    on_vectors = turned @ grads[1]
    real_diagonal = diagonal_only(F, on_vectors + F.conj(on_vectors)) / 2
    inner = on_vectors - (turned @ eigenvectors) @ real_diagonal
    n = inner.shape[-1]
    one = F._eye_like(inner, n, n)
    inner = divided(F, inner * (1 - one), F.conj(outer_difference(F, eigenvalues))) + column(F, grads[0]) * one
    return F.linalg_solve(turned, inner @ turned)


@op(families.general, function=False, method=False, holomorphic=False, node="LinalgEigBackward0", out_dtype=castable)
def linalg_eigvals(xp, A: Tensor) -> Tensor:
    """Returns the eigenvalues of square matrices, always complex."""
    return xp.linalg_eigvals(A)

@linalg_eigvals.vjp("A")
def linalg_eigvals_grad(F, grad, A):
    _, vectors = F.linalg_eig(A)
    turned = mH(F, vectors)
    return F.linalg_solve(turned, column(F, grad) * turned)


# ---------------------------------------------------------------- LU

@op(families.many_outputs, function=False, method=False, returns=("LU", "pivots", "info"), differentiable=1)
def linalg_lu_factor_ex(xp, A: Tensor, *, pivot=True, check_errors=False) -> Tensors:
    """Returns L and U in one matrix, the row swaps counted from 1, and which pivot was zero (0: none)."""
    return xp.linalg_lu_factor_ex(A, pivot, check_errors)

@linalg_lu_factor_ex.vjp("A")
def linalg_lu_factor_ex_grad(F, grad, LU, pivots):
    P, L, U = F.lu_unpack(LU, pivots)
    k = min(grad.shape[-2:])
    return _lu_grad(F, grad[..., :k], grad[..., :k, :], P, L, U)


def _lu_grad(F, grad_L, grad_U, P, L, U):
    """The gradient of P L U. Columns, or rows, beyond the square part follow from it and are pulled back first."""
    m, n, k = L.shape[-2], U.shape[-1], L.shape[-1]
    grad_L, grad_U = F.tril(grad_L, -1), F.triu(grad_U)
    L1, U1 = L[..., :k, :], U[..., :k]
    beyond = None
    if n > k:
        beyond = F.linalg_solve_triangular(F._mT(L1), grad_U[..., k:], upper=True, unitriangular=True)
        grad_L = grad_L - F.tril(beyond @ F._mT(U[..., k:]), -1)
    if m > k:
        beyond = F.linalg_solve_triangular(F._mT(U1), grad_L[..., k:, :], upper=False, left=False)
        grad_U = grad_U - F.triu(F._mT(L[..., k:, :]) @ beyond)
    inner = F.tril(F._mT(L1) @ grad_L[..., :k, :], -1) + F.triu(grad_U[..., :k] @ F._mT(U1))
    inner = F.linalg_solve_triangular(F._mT(U1), inner, upper=False, left=False)
    square = F.linalg_solve_triangular(F._mT(L1), inner, upper=True, unitriangular=True)
    whole = square if beyond is None else F.cat([square, beyond], -1 if n > k else -2)
    return P @ whole


@op(families.composite, function=False, method=False)
def linalg_lu_factor(F, A: Tensor, *, pivot=True) -> Tensors:
    """Returns L and U in one matrix, and the row swaps counted from 1. RuntimeError where a pivot is zero."""
    return renamed("linalg_lu_factor", ("LU", "pivots"), F.linalg_lu_factor_ex(A, pivot=pivot, check_errors=True)[:2])


@op(families.composite)
def lu(F, input: Tensor, pivot=True, get_infos=False) -> Tensors:
    """Returns L and U in one matrix, and the row swaps; also the infos on request."""
    LU, pivots, info = F.linalg_lu_factor_ex(input, pivot=pivot, check_errors=not get_infos)
    return (LU, pivots, info) if get_infos else (LU, pivots)


@op(families.many_outputs, function=False, method=False, returns=("P", "L", "U"))
def linalg_lu(xp, A: Tensor, *, pivot=True) -> Tensors:
    """Returns a permutation P, a lower triangular L and an upper triangular U with P L U = A."""
    return xp.linalg_lu(A, pivot)

@linalg_lu.vjp("A")
def linalg_lu_grad(F, grads, P, L, U):
    return _lu_grad(F, grads[1], grads[2], P, L, U)


@op(families.many_outputs, method=False, returns=("P", "L", "U"))
def lu_unpack(xp, LU_data: Tensor, LU_pivots: Tensor, unpack_data=True, unpack_pivots=True) -> Tensors:
    """Returns P, L and U from the results of lu_factor; empty tensors for what is not asked for."""
    nothing = xp.new_zeros(LU_data, (0,))
    P = xp.permutation_matrix(LU_pivots, LU_data.shape[-2], LU_data) if unpack_pivots else nothing
    return P, *(xp.unpack_lu(LU_data) if unpack_data else (nothing, nothing))

@lu_unpack.vjp("LU_data")
def lu_unpack_grad(F, grads, LU_data_shape):
    m, n = LU_data_shape[-2:]
    k = min(m, n)
    lower, upper = F.tril(grads[1], -1), F.triu(grads[2])
    if n > k:
        lower = F.cat([lower, F.new_zeros(lower, (*LU_data_shape[:-1], n - k))], -1)
    if m > k:
        upper = F.cat([upper, F.new_zeros(upper, (*LU_data_shape[:-2], m - k, n))], -2)
    return lower + upper


@op(families.composite, function=False, method=False, out=True, out_dtype=exact)
def linalg_lu_solve(F, LU: Tensor, pivots: Tensor, B: Tensor, *, left=True, adjoint=False) -> Tensor:
    """Returns X with A X = B (X A = B unless `left`; A^H for A with `adjoint`), from lu_factor(A)."""
    P, L, U = F.lu_unpack(LU, pivots)
    if not left:
        return mH(F, F.linalg_lu_solve(LU, pivots, mH(F, B), adjoint=not adjoint))
    if adjoint:
        half = F.linalg_solve_triangular(mH(F, U), B, upper=False)
        return F.matmul(P, F.linalg_solve_triangular(mH(F, L), half, upper=True, unitriangular=True))
    half = F.linalg_solve_triangular(L, F.matmul(F._mT(P), B), upper=False, unitriangular=True)
    return F.linalg_solve_triangular(U, half, upper=True)


@op(families.composite, out=True, out_dtype=exact)
def lu_solve(F, b: Tensor, LU_data: Tensor, LU_pivots: Tensor) -> Tensor:
    """Returns X with A X = b, from lu_factor(A)."""
    return F.linalg_lu_solve(LU_data, LU_pivots, b)


# ---------------------------------------------------------------- reflections

@op(families.composite, function=False, method=False, out=True)
def linalg_householder_product(F, A: Tensor, tau: Tensor) -> Tensor:
    """Returns the first columns of the product of the reflections whose vectors are below the diagonal of A."""
    m, n, k = A.shape[-2], A.shape[-1], tau.shape[-1]
    if n > m or k > n:
        raise RuntimeError("torch.linalg.householder_product: input.shape[-2] must be greater than or equal to input.shape[-1]"
                           if n > m else
                           "torch.linalg.householder_product: input.shape[-1] must be greater than or equal to tau.shape[-1]")
    vectors = F.tril(A[..., :k], -1) + F._eye_like(A, m, k)
    out = F._eye_like(A, m, n)
    for i in reversed(range(k)):
        vector = vectors[..., i:i + 1]
        out = out - (tau[..., i:i + 1, None] * vector) @ (mH(F, vector) @ out)
    return out if k else F.copy(F.clone(A), out)


@op(families.composite)
def orgqr(F, input: Tensor, tau: Tensor) -> Tensor:
    """Returns the first columns of the product of reflections."""
    return F.linalg_householder_product(input, tau)


@op(families.many_outputs, returns=("a", "tau"), out_dtype=castable)
def geqrf(xp, input: Tensor) -> Tensors:
    """Returns R with the vectors of the reflections below it, and their factors."""
    return xp.geqrf(input)


@op(families.composite, out=True)
def ormqr(F, input: Tensor, tau: Tensor, other: Tensor, left=True, transpose=False) -> Tensor:
    """Returns `other` times the square Q that the reflections in `input` make."""
    _check_ormqr(input, tau, other, left)
    m, k = input.shape[-2], tau.shape[-1]
    vectors = F.tril(input[..., :k], -1) + F._eye_like(input, m, k)
    order = range(k) if transpose == left else reversed(range(k))
    for i in order:
        vector, factor = vectors[..., i:i + 1], tau[..., i:i + 1, None]
        factor = F.conj(factor) if transpose else factor
        other = (other - (factor * vector) @ (mH(F, vector) @ other) if left else
                 other - (other @ vector) @ (factor * mH(F, vector)))
    return other


def _check_ormqr(input, tau, other, left):
    for name, tensor in (("input", input), ("other", other)):
        if len(tensor.shape) < 2:
            raise RuntimeError(f"torch.ormqr: {name} must have at least 2 dimensions.")
    side = -2 if left else -1
    if tau.shape[-1] > input.shape[-1]:
        raise RuntimeError("torch.ormqr: tau.shape[-1] must be less than or equal to input.shape[-1]")
    if other.shape[side] < tau.shape[-1]:
        raise RuntimeError(f"torch.ormqr: other.shape[{side}] must be greater than or equal to tau.shape[-1]")
    if tau.shape[-1] != min(other.shape[side], input.shape[-1]):
        raise RuntimeError(f"torch.ormqr: tau.shape[-1] must be equal to min(other.shape[{side}], input.shape[-1])")
    if other.shape[side] != input.shape[-2]:
        raise RuntimeError(f"torch.ormqr: other.shape[{side}] must be equal to input.shape[-2]")
