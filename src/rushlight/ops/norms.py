"""Norms of matrices, and numbers made from them. `linalg_vector_norm` is a reduction."""
from __future__ import annotations

from rushlight.dispatch import families
from rushlight.dispatch.arguments import wrap_dim
from rushlight.dispatch.kinds import Number, Tensor, Tensors  # noqa: F401
from rushlight.dispatch.op import op
from rushlight.dispatch.out_dtypes import exact, exactly

_INF = float("inf")


@op(families.composite, function=False, method=False, out=True,
    out_dtype=exactly("linalg.matrix_norm expected out tensor dtype {wanted} but got: {given}"))
def linalg_matrix_norm(F, A: Tensor, ord="fro", dim=(-2, -1), keepdim=False, *, dtype=None) -> Tensor:
    """Returns a norm of each matrix: "fro", "nuc", or the number 1, 2, inf or one of their negatives."""
    n = len(A.shape)
    if n < 2:
        raise RuntimeError("linalg.matrix_norm: The input tensor A must have at least 2 dimensions.")
    if hasattr(dim, "__index__"):
        raise TypeError("linalg_matrix_norm(): argument 'dim' must be tuple of ints, not int")
    if len(dim) != 2:
        raise RuntimeError(f"linalg.matrix_norm: dim must be a 2-tuple. Got {' '.join(map(str, dim))}")
    rows, columns = wrap_dim(dim[0], n), wrap_dim(dim[1], n)
    if rows == columns:
        raise RuntimeError(f"linalg.matrix_norm: dims must be different. Got ({dim[0]}, {dim[1]})")
    if A.dtype.category < 2:
        raise RuntimeError(f"linalg.matrix_norm: Expected a floating point or complex tensor as input. Got {A.dtype.scalar_name}")
    if ord == "fro":
        return F.linalg_vector_norm(A, 2, (rows, columns), keepdim, dtype=dtype)
    if ord == "nuc" or (not isinstance(ord, str) and abs(ord) == 2):
        return _spectral(F, A if dtype is None else A.to(dtype), ord, rows, columns, keepdim)
    if isinstance(ord, str) or abs(ord) not in (1, _INF):
        raise RuntimeError(f"linalg.matrix_norm: Order {ord} not supported.")
    summed, folded = (rows, columns) if abs(ord) == 1 else (columns, rows)
    sums = F.linalg_vector_norm(A, 1, summed, keepdim, dtype=dtype)
    folded -= 0 if keepdim or folded < summed else 1
    return F.amax(sums, folded, keepdim) if ord > 0 else F.amin(sums, folded, keepdim)


def _spectral(F, A, ord, rows, columns, keepdim):
    """What the singular values say."""
    n = len(A.shape)
    values = F.linalg_svdvals(F.permute(A, [d for d in range(n) if d not in (rows, columns)] + [rows, columns]))
    result = F.sum(values, -1) if ord == "nuc" else F.amax(values, -1) if ord > 0 else F.amin(values, -1)
    if not keepdim:
        return result
    for d in sorted((rows, columns)):
        result = F.unsqueeze(result, d)
    return result


@op(families.composite, function=False, method=False, out=True,
    out_dtype=exactly("linalg.norm expected out tensor dtype {wanted} but got: {given}"))
def linalg_norm(F, A: Tensor, ord=None, dim=None, keepdim=False, *, dtype=None) -> Tensor:
    """Returns a norm of vectors or matrices, by how many dimensions `dim` names; without `ord`, the 2-norm of all elements."""
    n = len(A.shape)
    if dim is not None:
        dim = (dim,) if hasattr(dim, "__index__") else tuple(dim)
        if len(dim) not in (1, 2):
            raise RuntimeError(f"linalg.norm: If dim is specified, it must be of length 1 or 2. Got {list(dim)}")
    elif ord is not None:
        if n not in (1, 2):
            raise RuntimeError(f"linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. Got {n}D.")
        dim = tuple(range(n))
    if ord is not None and (len(dim) == 2 or isinstance(ord, str)):
        if len(dim) == 1 and n > 1:
            raise RuntimeError(f"linalg.matrix_norm: dim must be a 2-tuple. Got {dim[0]}")
        return F.linalg_matrix_norm(A, ord, dim, keepdim, dtype=dtype)
    return F.linalg_vector_norm(A, 2 if ord is None else ord, dim, keepdim, dtype=dtype)


@op(families.composite, out=True, out_dtype=exact)
def norm(F, input: Tensor, p="fro", dim=None, keepdim=False, dtype=None) -> Tensor:
    """Returns the p-norm over `dim` or all elements; "fro" and "nuc" are norms of matrices."""
    if isinstance(p, str) and p != "fro":
        dims = tuple(range(len(input.shape))) if dim is None else _as_pair(dim)
        return F.linalg_matrix_norm(input, p, dims, keepdim, dtype=dtype)
    order = 2 if p is None or p == "fro" else p
    dim = dim if dim is None or hasattr(dim, "__index__") else tuple(dim)
    return F.linalg_vector_norm(input, order, dim, keepdim, dtype=dtype)


def _as_pair(dim):
    return (dim,) if hasattr(dim, "__index__") else tuple(dim)


@op(families.composite, function=False, method=False, out=True)
def linalg_cond(F, A: Tensor, p=None) -> Tensor:
    """Returns how much each matrix can magnify relative errors: a norm of it times that of its inverse."""
    if len(A.shape) < 2:
        raise RuntimeError("linalg.cond: The input tensor must have at least 2 dimensions.")
    if p is None or p in (2, -2):
        return _spectral_cond(F, A, p)
    if A.shape[-1] != A.shape[-2]:
        raise RuntimeError(f"linalg.cond(ord={p}): A must be batches of square matrices, but they are {A.shape[-2]} by "
                           f"{A.shape[-1]} matrices")
    if p not in ("fro", "nuc", 1, -1, _INF, -_INF):
        raise RuntimeError(f"linalg.cond got an invalid norm type: {p}")
    inverse, info = F.linalg_inv_ex(A)
    if not A._data.size:
        return F.linalg_matrix_norm(A, "fro") * 0
    return F.linalg_matrix_norm(A, p) * F.linalg_matrix_norm(inverse, p)


def _spectral_cond(F, A, p):
    values = F.linalg_svdvals(A)
    if not A._data.size:
        return F.new_zeros(values, tuple(values.shape[:-1]))
    largest, smallest = F.select(values, -1, 0), F.select(values, -1, -1)
    return F.div(smallest, largest) if p == -2 else F.div(largest, smallest)
