"""Determinants, inverses and solutions of linear equations."""
from __future__ import annotations

from rushlight.backends.numpy.linalg import is_vector
from rushlight.dispatch import families
from rushlight.dispatch.kinds import Number, Tensor, Tensors
from rushlight.dispatch.namespace import arrays
from rushlight.dispatch.op import op
from rushlight.dispatch.out_dtypes import castable, exact


def mH(F, x):
    """The conjugate transpose."""
    return F.conj(F._mT(x))


def column(F, x):
    """A vector for each matrix, as a column."""
    return F.unsqueeze(x, -1)


def for_matrices(F, number):
    """A number for each matrix, in a shape that broadcasts against it."""
    return F.unsqueeze(F.unsqueeze(number, -1), -1)


@op(families.general, method=False, function=False, out=False, differentiable=0)
def _eye_like(xp, input: Tensor, rows, columns) -> Tensor:
    """Returns ones on the diagonal, in the type of `input`."""
    return xp.eye_like(input, rows, columns)


# ---------------------------------------------------------------- determinants

@op(families.general, function=False, method=False)
def linalg_det(xp, A: Tensor) -> Tensor:
    """Returns the determinant of each matrix."""
    return xp.linalg_det(A)

@linalg_det.vjp("A")
def linalg_det_grad(F, grad, A):
    return for_matrices(F, grad) * F._cofactor(A)

@linalg_det.jvp("A")
def linalg_det_tangent(F, tangent, A):
    return F.sum(tangent * F._cofactor(A), (-2, -1))


@op(families.general, method=False, function=False, out=False)
def _cofactor(xp, A: Tensor) -> Tensor:
    """Returns det(A) * inv(A).T, which singular matrices have too."""
    return xp.cofactor(A)

@op(families.general, method=False, function=False, out=False)
def _cofactor_pullback(xp, A: Tensor, weights: Tensor) -> Tensor:
    """Returns the gradient of the sum of weights * _cofactor(A), which singular matrices have too."""
    return xp.cofactor_pullback(A, weights)

@_cofactor.vjp("A")
def _cofactor_grad(F, grad, A, out):
    if F is arrays:
        return F._cofactor_pullback(A, grad)
    inverse = F._mT(F.linalg_inv(A))
    return for_matrices(F, F.sum(grad * out, (-2, -1))) * inverse - out @ F._mT(grad) @ inverse


@op(families.composite, out=True)
def det(F, input: Tensor) -> Tensor:
    """Returns the determinant of each matrix."""
    return F.linalg_det(input)


@op(families.many_outputs, function=False, method=False, returns=("sign", "logabsdet"), holomorphic=False)
def linalg_slogdet(xp, A: Tensor) -> Tensors:
    """Returns the sign of the determinant of each matrix, and the logarithm of its size."""
    return xp.linalg_slogdet(A)

@linalg_slogdet.vjp("A")
def linalg_slogdet_grad(F, grads, A, sign):
    factor = grads[1]
    if is_complex(A):
        twisted = F.conj(grads[0]) * sign
        factor = factor - (twisted - F.conj(twisted)) / 2
    return for_matrices(F, factor) * mH(F, F.linalg_inv(A))


def is_complex(x):
    """Of a Tensor or an array."""
    return getattr(x, "_data", x).dtype.kind == "c"


@op(families.composite)
def slogdet(F, input: Tensor) -> Tensors:
    """Returns the sign of the determinant of each matrix, and the logarithm of its size."""
    return renamed("slogdet", ("sign", "logabsdet"), F.linalg_slogdet(input))


def renamed(name, fields, values):
    """`values` as torch.return_types.<name>; plain at the level of arrays."""
    from rushlight.dispatch.wrapping import return_type
    return return_type(name, fields)(tuple(values))


@op(families.composite)
def logdet(F, input: Tensor) -> Tensor:
    """Returns the logarithm of the determinant of each matrix; NaN where that is negative."""
    sign, logabsdet = F.linalg_slogdet(input)
    return F.add(logabsdet, F.log(sign)) if is_complex(sign) else F.where(sign == -1, float("nan"), logabsdet)


# ---------------------------------------------------------------- inverses

@op(families.many_outputs, function=False, method=False, returns=("inverse", "info"), differentiable=1)
def linalg_inv_ex(xp, A: Tensor, *, check_errors=False) -> Tensors:
    """Returns the inverse of each matrix, and which of its pivots was zero (0: none)."""
    return xp.linalg_inv_ex(A, check_errors)

@linalg_inv_ex.vjp("A")
def linalg_inv_ex_grad(F, grad, inverse):
    turned = F._mT(inverse)
    return -(turned @ grad @ turned)


@op(families.composite, function=False, method=False, out=True, out_dtype=exact)
def linalg_inv(F, A: Tensor) -> Tensor:
    """Returns the inverse of each matrix. LinAlgError where there is none."""
    return F.linalg_inv_ex(A, check_errors=True)[0]


@op(families.composite, out=True)
def inverse(F, input: Tensor) -> Tensor:
    """Returns the inverse of each matrix. LinAlgError where there is none."""
    return F.linalg_inv(input)


@op(families.general, function=False, method=False, holomorphic=False, out_dtype=castable)
def linalg_pinv(xp, A: Tensor, rcond: Tensor | Number = None, hermitian=False, *, atol: Tensor | Number = None,
                rtol: Tensor | Number = None) -> Tensor:
    """Returns the pseudo-inverse of each matrix; singular values up to max(atol, rtol * the largest) count as zero."""
    return xp.linalg_pinv(A, atol, rcond if rtol is None else rtol, hermitian)

@linalg_pinv.vjp("A")
def linalg_pinv_grad(F, grad, A, out):
    # Golub and Pereyra (1973), equation 4.12.
    turned, back = mH(F, out), mH(F, grad)
    left = back - A @ (out @ back)
    right = back - (back @ out) @ A
    return (left @ out) @ turned + turned @ (out @ right) - turned @ grad @ turned


@op(families.composite)
def pinverse(F, input: Tensor, rcond=1e-15) -> Tensor:
    """Returns the pseudo-inverse of each matrix."""
    return F.linalg_pinv(input, rcond)


# ---------------------------------------------------------------- equations

@op(families.many_outputs, function=False, method=False, returns=("result", "info"), differentiable=1)
def linalg_solve_ex(xp, A: Tensor, B: Tensor, *, left=True, check_errors=False) -> Tensors:
    """Returns X with A X = B (X A = B unless `left`), and which pivot of A was zero (0: none)."""
    return xp.linalg_solve_ex(A, B, left, check_errors)

@linalg_solve_ex.vjp("A")
def linalg_solve_ex_grad_A(F, grad, A, B_shape, result, left):
    grad_B = F.linalg_solve(F._mT(A), grad, left=left)
    if is_vector(tuple(A.shape), tuple(B_shape)):
        return -(column(F, grad_B) * F.unsqueeze(result, -2))
    return -(grad_B @ F._mT(result)) if left else -(F._mT(result) @ grad_B)

@linalg_solve_ex.vjp("B")
def linalg_solve_ex_grad_B(F, grad, A, left):
    return F.linalg_solve(F._mT(A), grad, left=left)


@op(families.composite, function=False, method=False, out=True, out_dtype=exact)
def linalg_solve(F, A: Tensor, B: Tensor, *, left=True) -> Tensor:
    """Returns X with A X = B, or X A = B unless `left`. LinAlgError where A is singular."""
    return F.linalg_solve_ex(A, B, left=left, check_errors=True)[0]


@op(families.general, function=False, method=False)
def linalg_solve_triangular(xp, A: Tensor, B: Tensor, *, upper, left=True, unitriangular=False) -> Tensor:
    """Returns X with A X = B (X A = B unless `left`), looking at one triangle of A only."""
    return xp.linalg_solve_triangular(A, B, upper, left, unitriangular)

@linalg_solve_triangular.vjp("A")
def linalg_solve_triangular_grad_A(F, grad, A, out, upper, left, unitriangular):
    grad_B = F.linalg_solve_triangular(F._mT(A), grad, upper=not upper, left=left, unitriangular=unitriangular)
    grad_A = -(grad_B @ F._mT(out)) if left else -(F._mT(out) @ grad_B)
    return F.triu(grad_A, int(unitriangular)) if upper else F.tril(grad_A, -int(unitriangular))

@linalg_solve_triangular.vjp("B")
def linalg_solve_triangular_grad_B(F, grad, A, upper, left, unitriangular):
    return F.linalg_solve_triangular(F._mT(A), grad, upper=not upper, left=left, unitriangular=unitriangular)


@op(families.composite)
def triangular_solve(F, b: Tensor, A: Tensor, upper=True, transpose=False, unitriangular=False) -> Tensors:
    """Returns X with A X = b for a triangular A, and A."""
    turned, upper = (F._mT(A), not upper) if transpose else (A, upper)
    solution = F.linalg_solve_triangular(turned, b, upper=upper, unitriangular=unitriangular)
    return renamed("triangular_solve", ("solution", "cloned_coefficient"), (solution, F.clone(A)))


@op(families.many_outputs, function=False, method=False, returns=("solution", "residuals", "rank", "singular_values"),
    differentiable=2, holomorphic=False, out_dtype=castable)
def linalg_lstsq(xp, A: Tensor, B: Tensor, rcond=None, *, driver=None) -> Tensors:
    """Returns X with the smallest norm of A X - B, that norm, the rank and the singular values of A."""
    return xp.linalg_lstsq(A, B, rcond, driver)

@linalg_lstsq.vjp("A")
def linalg_lstsq_grad_A(F, grads, A, B, solution):
    vector = len(A.shape) == len(B.shape) + 1
    grad, B, solution = [column(F, x) if vector else x for x in (grads[0], B, solution)]
    through_inverse = linalg_pinv_grad(F, grad @ mH(F, B), A, F.linalg_pinv(A))
    if not grads[1].shape[-1]:
        return through_inverse
    return through_inverse + _residual_grad(F, grads[1], A, B, solution) @ mH(F, solution)

@linalg_lstsq.vjp("B")
def linalg_lstsq_grad_B(F, grads, A, B, solution):
    vector = len(A.shape) == len(B.shape) + 1
    grad, B, solution = [column(F, x) if vector else x for x in (grads[0], B, solution)]
    grad = F.matmul(mH(F, F.linalg_pinv(A)), grad)
    if grads[1].shape[-1]:
        grad = grad - _residual_grad(F, grads[1], A, B, solution)
    return grad[..., 0] if vector else grad


def _residual_grad(F, grad, A, B, solution):
    """What reaches A X - B from the squares of its norms."""
    return 2 * F.unsqueeze(grad, -2) * (A @ solution - B)


@op(families.composite, function=False, method=False, out=True)
def linalg_tensorinv(F, A: Tensor, ind=2) -> Tensor:
    """Returns the inverse for tensordot, with the first `ind` dimensions as rows."""
    if ind <= 0:
        raise RuntimeError("Expected a strictly positive integer for 'ind'")
    rows, columns = tuple(A.shape[:ind]), tuple(A.shape[ind:])
    n, m = count(rows), count(columns)
    if n != m:
        raise RuntimeError(f"Expected self to satisfy the requirement prod(self.shape[ind:]) == prod(self.shape[:ind]), but got "
                           f"{m} != {n}")
    return F.reshape(F.linalg_inv(F.reshape(A, (n, m))), columns + rows)


@op(families.composite, function=False, method=False, out=True)
def linalg_tensorsolve(F, A: Tensor, B: Tensor, dims=None) -> Tensor:
    """Returns X with tensordot(A, X, X.ndim) = B."""
    if dims is not None:
        A = F.movedim(A, list(dims), list(range(len(A.shape) - len(dims), len(A.shape))))
    shape = tuple(A.shape[len(B.shape):])
    n, m = count(B.shape), count(shape)
    if n != m:
        raise RuntimeError("Expected self to satisfy the requirement prod(self.shape[other.ndim:]) == "
                           f"prod(self.shape[:other.ndim]), but got {m} != {n}")
    return F.reshape(F.linalg_solve(F.reshape(A, (n, m)), F.reshape(B, (n,))), shape)


def count(shape):
    """How many elements a shape has."""
    total = 1
    for n in shape:
        total *= n
    return total


@op(families.general, function=False, method=False, out_dtype=castable)
def linalg_matrix_rank(xp, A: Tensor, tol: Tensor | Number = None, hermitian=False, *, atol: Tensor | Number = None,
                       rtol: Tensor | Number = None) -> Tensor:
    """Returns how many singular values of each matrix count as more than zero."""
    return xp.matrix_rank(A, atol if tol is None else tol, 0.0 if rtol is None and tol is not None else rtol, hermitian)


# ---------------------------------------------------------------- the exponential

@op(families.general, method=False, function=False, out=False)
def linalg_matrix_exp(xp, A: Tensor) -> Tensor:
    """Returns the exponential of each matrix."""
    return xp.linalg_matrix_exp(A)

@linalg_matrix_exp.vjp("A")
def linalg_matrix_exp_grad(F, grad, A):
    return _derivative_of_exp(F, F._mT(A), grad)

@linalg_matrix_exp.jvp("A")
def linalg_matrix_exp_tangent(F, tangent, A):
    return _derivative_of_exp(F, A, tangent)


def _derivative_of_exp(F, A, direction):
    """The upper right block of exp([[A, direction], [0, A]]): Mathias (1996)."""
    n = A.shape[-1]
    upper = F.cat([A, direction], -1)
    lower = F.cat([F.zeros_like(A), A], -1)
    return F.linalg_matrix_exp(F.cat([upper, lower], -2))[..., :n, n:]


@op(families.composite)
def matrix_exp(F, input: Tensor) -> Tensor:
    """Returns the exponential of each matrix."""
    return F.linalg_matrix_exp(input)
