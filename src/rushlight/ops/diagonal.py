"""Diagonals and triangles of matrices."""
from __future__ import annotations

from rushlight import dtypes
from rushlight.dispatch import families
from rushlight.dispatch.kinds import Tensor
from rushlight.dispatch.op import by_hand, op, registry
from rushlight.dispatch.out_dtypes import exact


@op(families.view, linear=True, kernel="diagonal")
def diagonal(xp, input: Tensor, offset=0, dim1=0, dim2=1) -> Tensor:
    """Returns a view of a diagonal of two dimensions, laid along a last dimension."""
    return xp.diagonal(input, offset, dim1, dim2)

@diagonal.vjp("input")
def diagonal_grad(F, grad, input_shape, offset, dim1, dim2):
    return F.view_backward(grad, ((registry["diagonal"], (offset, dim1, dim2)),), input_shape)


@op(families.general, linear=True, method=False, function=False, node="DiagonalBackward0_copy")
def copy_diagonal(xp, input: Tensor, offset) -> Tensor:
    """Returns a copy of a diagonal of a matrix."""
    return xp.clone(xp.diagonal(input, offset, 0, 1), "C")

@copy_diagonal.vjp("input")
def copy_diagonal_grad(F, grad, input_shape, offset):
    return F.view_backward(grad, ((registry["diagonal"], (offset, 0, 1)),), input_shape)


@op(families.general, linear=True, out=False)
def diag_embed(xp, input: Tensor, offset=0, dim1=-2, dim2=-1) -> Tensor:
    """Returns zeros with the last dimension of `input` on a diagonal of the dimensions `dim1` and `dim2`."""
    return xp.diag_embed(input, offset, dim1, dim2)

@diag_embed.vjp("input")
def diag_embed_grad(F, grad, offset, dim1, dim2):
    return F.diagonal(grad, offset, dim1, dim2)


@op(families.composite, out=True, out_dtype=exact)
def diag(F, input: Tensor, diagonal=0) -> Tensor:
    """Returns a matrix with a vector on its diagonal, or a copy of the diagonal of a matrix."""
    n = input._data.ndim
    if n not in (1, 2):
        raise RuntimeError(f"diag(): Supports 1D or 2D tensors. Got {n}D")
    return F.diag_embed(input, diagonal) if n == 1 else F.copy_diagonal(input, diagonal)


@op(families.composite)
def diagflat(F, input: Tensor, offset=0) -> Tensor:
    """Returns a matrix with the elements on a diagonal."""
    return F.diag_embed(F.reshape(F.contiguous(input), (-1,)), offset)


@op(families.general, linear=True, inplace=True, into_expanded=True)
def tril(xp, input: Tensor, diagonal=0) -> Tensor:
    """Returns a copy with zeros above a diagonal."""
    return xp.tril(input, diagonal)

@tril.vjp("input")
def tril_grad(F, grad, diagonal):
    return F.tril(grad, diagonal)


@op(families.general, linear=True, inplace=True, into_expanded=True)
def triu(xp, input: Tensor, diagonal=0) -> Tensor:
    """Returns a copy with zeros below a diagonal."""
    return xp.triu(input, diagonal)

@triu.vjp("input")
def triu_grad(F, grad, diagonal):
    return F.triu(grad, diagonal)


@op(families.factory, method=False, out=False)
def tril_indices(xp, row, col, offset=0, *, dtype=dtypes.int64, device=None, layout=None, pin_memory=False) -> Tensor:
    """Returns the row and column numbers of a lower triangle."""
    return xp.triangle_indices(*_checked_sides(row, col), offset, True, dtype)


@op(families.factory, method=False, out=False)
def triu_indices(xp, row, col, offset=0, *, dtype=dtypes.int64, device=None, layout=None, pin_memory=False) -> Tensor:
    """Returns the row and column numbers of an upper triangle."""
    return xp.triangle_indices(*_checked_sides(row, col), offset, False, dtype)


def _checked_sides(row, col):
    for name, n in (("row", row), ("col", col)):
        if n < 0:
            raise RuntimeError(f"{name} must be non-negative, got{n}")
    return row, col


@by_hand(function=False)
def fill_diagonal_(input, fill_value, wrap=False):
    """Writes `fill_value` along the main diagonal; in a tall matrix with `wrap`, again below it, a row left out between."""
    if input.ndim < 2:
        raise RuntimeError("dimensions must larger than 1")
    if input.ndim > 2:
        return _fill_cube_diagonal(input, fill_value)
    rows, columns = input.shape
    for start in range(0, rows if wrap else min(rows, 1), columns + 1):
        input[start:].diagonal().fill_(fill_value)
    return input


def _fill_cube_diagonal(input, fill_value):
    if len(set(input.shape)) > 1:
        raise RuntimeError("all dimensions of input must be of equal length")
    diagonal = input.diagonal()
    while diagonal.ndim > 1:                                # the first two dimensions become the last: (i, i) beside the next
        diagonal = diagonal.diagonal(0, 0, -1)
    diagonal.fill_(fill_value)
    return input
