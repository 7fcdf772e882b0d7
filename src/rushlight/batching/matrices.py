"""Batching rules of products and equations. Where one side is the same for all samples there is one product for all of them, not
one for each.
"""
from __future__ import annotations

from itertools import count

from rushlight.backends.numpy.linalg import is_vector
from rushlight.batching.array import batched, is_at
from rushlight.batching.calls import F, front, rule
from rushlight.size import contiguous_format


@rule("mm")
def mm(level, input, mat2):
    if not is_at(mat2, level):
        rows = F.mm(F.reshape(input.samples, (level.size * input.shape[0], input.shape[1])), mat2)
        return F.reshape(rows, (level.size, input.shape[0], mat2.shape[1]))
    if not is_at(input, level):
        columns = F.reshape(F.transpose(mat2.samples, 0, 1), (mat2.shape[0], level.size * mat2.shape[1]))
        return F.transpose(F.reshape(F.mm(input, columns), (input.shape[0], level.size, mat2.shape[1])), 0, 1)
    return F.bmm(input.samples, mat2.samples)


@rule("mv")
def mv(level, input, vec):
    if not is_at(input, level):
        return F.mm(vec.samples, F._mT(input))
    if not is_at(vec, level):
        return F.matmul(input.samples, vec)
    return F.squeeze(F.bmm(input.samples, F.unsqueeze(vec.samples, 2)), 2)


@rule("dot")
def dot(level, input, tensor):
    if not is_at(tensor, level):
        return F.mv(input.samples, tensor)
    if not is_at(input, level):
        return F.mv(tensor.samples, input)
    return F.squeeze(F.bmm(F.unsqueeze(input.samples, 1), F.unsqueeze(tensor.samples, 2)), (1, 2))


@rule("vdot")
def vdot(level, input, other):
    return dot(level, F.conj(input), other)


@rule("bmm", "matmul", "_batched_matmul")
def matmul(level, input, other):
    """Leading dimensions broadcast: those of a sample are put behind the batch, however many the other side has."""
    n, m = input.ndim, other.ndim
    if n == 2 == m:
        return mm(level, input, other)
    if n == 1 == m:
        return dot(level, input, other)
    if m == 1:
        return _matrices_by_vectors(level, input, other)
    if n == 1:
        return _matrices_by_vectors(level, F._mT(other), input)
    if m == 2 and not is_at(other, level):
        return F.matmul(input.samples, other)
    rank = max(n, m)
    return F.matmul(_raised(input, level, rank), _raised(other, level, rank))


def _matrices_by_vectors(level, matrices, vectors):
    if not is_at(vectors, level):
        return F.matmul(matrices.samples, vectors)
    column = F.unsqueeze(_raised(vectors, level, matrices.ndim - 1), -1)
    return F.squeeze(F.matmul(matrices.samples if is_at(matrices, level) else matrices, column), -1)


def _raised(value, level, rank):
    """The samples with ones between batch and sample, up to a rank; as it is, what is the same for all."""
    if not is_at(value, level) or value.ndim == rank:
        return value.samples if is_at(value, level) else value
    return F.reshape(value.samples, (level.size, *(1,) * (rank - value.ndim), *value.shape))


@rule("linear")
def linear(level, input, weight, bias=None):
    if not is_at(weight, level) and not is_at(bias, level):
        return F.linear(input.samples, weight, bias)
    columns = weight if weight.ndim == 1 else F._mT(weight)
    batched = is_at(input, level) or is_at(weight, level)
    product = matmul(level, input, columns) if batched else front(F.matmul(input, columns), level)
    return product if bias is None else product + _raised(bias, level, product.ndim - 1)


def _scaled(value, factor):
    return value if type(factor) is int and factor == 1 else value * factor


def _added(level, input, product, beta, alpha):
    """beta * input + alpha * product, where `product` is samples."""
    total = _scaled(product, alpha)
    return total if beta == 0 else total + _scaled(_raised(input, level, product.ndim - 1), beta)


@rule("addmm")
def addmm(level, input, mat1, mat2, beta=1, alpha=1):
    return _added(level, input, front(F.mm(mat1, mat2), level), beta, alpha)


@rule("addmv")
def addmv(level, input, mat, vec, beta=1, alpha=1):
    return _added(level, input, front(F.mv(mat, vec), level), beta, alpha)


@rule("baddbmm")
def baddbmm(level, input, batch1, batch2, beta=1, alpha=1):
    return _added(level, input, front(F.bmm(batch1, batch2), level), beta, alpha)


@rule("addbmm")
def addbmm(level, input, batch1, batch2, beta=1, alpha=1):
    return _added(level, input, front(F.sum(F.bmm(batch1, batch2), (0,)), level), beta, alpha)


@rule("addr")
def addr(level, input, vec1, vec2, beta=1, alpha=1):
    return _added(level, input, front(F.unsqueeze(vec1, 1) * vec2, level), beta, alpha)


@rule("_contract")
def contract(level, input, other, labels, other_labels, out_labels):
    """One more label, for the batch."""
    batch = next(n for n in count(1) if -n not in labels and -n not in other_labels)
    mine, yours = is_at(input, level), is_at(other, level)
    return F._contract(input.samples if mine else input, other.samples if yours else other, (-batch, *labels) if mine else labels,
                       (-batch, *other_labels) if yours else other_labels, (-batch, *out_labels))


# ---------------------------------------------------------------- equations

@rule("linalg_solve_ex")
def solve(level, A, B, left=True, check_errors=False):
    """A right side that is a vector in the sample becomes a column, as with the batch in front it looks like a matrix."""
    if not is_vector(A.shape, B.shape):
        matrices, columns = [_raised(batched(front(v, level), level), level, max(A.ndim, B.ndim)) for v in (A, B)]
        out, info = F.linalg_solve_ex(matrices, columns, left, check_errors)
        return out, F.reshape(info, (level.size, *A.shape[:-2]))
    out, info = F.linalg_solve_ex(front(A, level), F.unsqueeze(front(B, level), -1), left, check_errors)
    return F.squeeze(out, -1), info


@rule("linalg_solve_triangular")
def solve_triangular(level, A, B, *options):
    rank = max(A.ndim, B.ndim)
    return F.linalg_solve_triangular(_raised(A, level, rank), _raised(B, level, rank), *options)


@rule("cholesky_solve")
def cholesky_solve(level, input, input2, upper=False):
    rank = max(input.ndim, input2.ndim)
    return F.cholesky_solve(_raised(input, level, rank), _raised(input2, level, rank), upper)


@rule("copy_diagonal")
def copy_diagonal(level, input, offset):
    return F.clone(F.diagonal(input.samples, offset, 1, 2), contiguous_format)


@rule("trace")
def trace(level, input):
    return F.sum(F.diagonal(input.samples, 0, 1, 2), (1,))
