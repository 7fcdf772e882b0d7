"""Products with a meaning of their own: cross products, powers, chains, distances."""
from __future__ import annotations

from rushlight.dispatch import families
from rushlight.dispatch.kinds import Number, Tensor, Tensors  # noqa: F401
from rushlight.dispatch.op import by_hand, op
from rushlight.dispatch.out_dtypes import exact, exactly
from rushlight.ops.linalg import is_complex


@op(families.general, function=False, method=False)
def linalg_cross(xp, input: Tensor, other: Tensor, *, dim=-1) -> Tensor:
    """Returns the cross products of the vectors along `dim`."""
    return xp.cross(input, other, dim)

@linalg_cross.vjp("input")
def linalg_cross_grad_input(F, grad, other, dim):
    return F.linalg_cross(other, grad, dim=dim)

@linalg_cross.vjp("other")
def linalg_cross_grad_other(F, grad, input, dim):
    return F.linalg_cross(grad, input, dim=dim)

@linalg_cross.jvp("input")
def linalg_cross_tangent_input(F, tangent, other, dim):
    return F.linalg_cross(tangent, other, dim=dim)

@linalg_cross.jvp("other")
def linalg_cross_tangent_other(F, tangent, input, dim):
    return F.linalg_cross(input, tangent, dim=dim)


@op(families.composite, out=True, out_dtype=exact)
def cross(F, input: Tensor, other: Tensor, dim=None) -> Tensor:
    """Returns the cross products of the vectors along `dim`: without one, along the first dimension of size 3."""
    if dim is None:
        dim = next((d for d, n in enumerate(input.shape) if n == 3), None)
        if dim is None:
            raise RuntimeError("no dimension of size 3 in input")
    return F.linalg_cross(input, other, dim=dim)


@op(families.general)
def trace(xp, input: Tensor) -> Tensor:
    """Returns the sum of the diagonal of a matrix."""
    return xp.trace(input)

@trace.vjp("input")
def trace_grad(F, grad, input_shape):
    return grad * F._eye_like(grad, *input_shape)

@trace.jvp("input")
def trace_tangent(F, tangent):
    return F.trace(tangent)


@op(families.composite, out=True)
def matrix_power(F, input: Tensor, n) -> Tensor:
    """Returns the product of `n` copies of each matrix, of its inverse for a negative `n`."""
    if len(input.shape) < 2:
        raise RuntimeError("linalg.matrix_power: The input tensor A must have at least 2 dimensions.")
    if input.shape[-1] != input.shape[-2]:
        raise RuntimeError(f"linalg.matrix_power: A must be batches of square matrices, but they are {input.shape[-2]} by "
                           f"{input.shape[-1]} matrices")
    if n == 0:
        return F.copy(F.clone(input), F._eye_like(input, input.shape[-2], input.shape[-1]))
    if n < 0:
        return matrix_power(F.linalg_inv(input), -n)
    if n == 1:
        return F.clone(input)
    return _power(F, input, n)


def _power(F, x, n):
    """By squaring, highest bit first."""
    if n == 1:
        return x
    if n == 3:
        return F.matmul(F.matmul(x, x), x)
    half = _power(F, x, n // 2)
    square = F.matmul(half, half)
    return F.matmul(square, x) if n % 2 else square


@op(families.composite, function=False, method=False, out=True)
def linalg_matrix_power(F, A: Tensor, n) -> Tensor:
    """Returns the product of `n` copies of each matrix, of its inverse for a negative `n`."""
    return F.matrix_power(A, n)


@op(families.composite, function=False, method=False, out=True)
def linalg_matmul(F, input: Tensor, other: Tensor) -> Tensor:
    """Returns the product of vectors, matrices, or batches of matrices."""
    return F.matmul(input, other)


@op(families.composite, function=False, method=False, out=True,
    out_dtype=exactly("linalg.vecdot: Expected out of dtype{wanted} but found {given}"))
def linalg_vecdot(F, x: Tensor, y: Tensor, *, dim=-1) -> Tensor:
    """Returns the dot products of the vectors along `dim`, those of `x` conjugated."""
    return F.sum(F.mul(F.conj(x) if is_complex(x) else x, y), dim)


@op(families.composite, function=False, method=False)
def linalg_diagonal(F, A: Tensor, *, offset=0, dim1=-2, dim2=-1) -> Tensor:
    """Returns a view of the diagonal of each matrix."""
    return F.diagonal(A, offset, dim1, dim2)


@op(families.composite, function=False, method=False)
def linalg_vander(F, x: Tensor, *, N=None) -> Tensor:
    """Returns the powers 0 to N - 1 of each element, along a new last dimension."""
    if N is None and not len(x.shape):
        raise RuntimeError("linalg.vander: x must have at least one dimension where N is not given")
    count = x.shape[-1] if N is None else N
    if N is not None and N <= 1:
        raise RuntimeError(f"N must be greater than 1. Got: {N}")
    x = x if len(x.shape) else F.reshape(x, (1,))
    powers = F.cumprod(F.expand(F.unsqueeze(x, -1), (*x.shape, count - 1)), -1)
    return F.cat([F.new_ones(x, (*x.shape, 1)), powers], -1)


@op(families.composite, method=False)
def vander(F, x: Tensor, N=None, increasing=False) -> Tensor:
    """Returns the powers of the elements of a vector, N - 1 to 0 (0 to N - 1, `increasing`), along a second dimension."""
    if len(x.shape) != 1:
        raise RuntimeError("x must be a one-dimensional tensor.")
    count = x.shape[0] if N is None else N
    if count < 0:
        raise RuntimeError("N must be non-negative.")
    x = F.prod(F.unsqueeze(x, -1), -1)                      # in the type of products: of integers, int64
    powers = F.cumprod(F.expand(F.unsqueeze(x, -1), (*x.shape, max(count - 1, 0))), -1)
    powers = F.cat([F.new_ones(x, (*x.shape, min(count, 1))), powers], -1)
    return powers if increasing else F.flip(powers, (1,))


# ---------------------------------------------------------------- chains

@op(families.composite, function=False, method=False, out=True)
def linalg_multi_dot(F, tensors: Tensors) -> Tensor:
    """Returns the product of several matrices, in the order that costs least; the first and last may be vectors."""
    return _multiplied_chain(F, tensors)


def _multiplied_chain(F, tensors):
    n = len(tensors)
    if n < 2:
        raise RuntimeError(f"multi_dot(): expected at least 2 tensors but got {n}")
    matrices, shape = list(tensors), []
    for place, word in ((0, "first"), (-1, "last")):
        dims = len(tensors[place].shape)
        if dims not in (1, 2):
            raise RuntimeError(f"multi_dot(): the {word} tensor must be 1D or 2D but got {dims}D")
        if dims == 1:
            matrices[place] = F.unsqueeze(tensors[place], place)
        else:
            shape.append(tensors[place].shape[place])
    _check_chain(tensors, matrices)
    sizes = [matrices[0].shape[0], *[m.shape[1] for m in matrices]]
    return F.view(_product(F, matrices, _splits(sizes), 0, n - 1), tuple(shape))


def _check_chain(tensors, matrices):
    for i, matrix in enumerate(matrices):
        if len(matrix.shape) != 2:
            raise RuntimeError(f"multi_dot(): tensor {i} must be 2D but got {len(matrix.shape)}D")
        if matrix.dtype is not matrices[0].dtype:
            raise RuntimeError(f"multi_dot(): all tensors must have be the same dtype but tensor 0 is "
                               f"{matrices[0].dtype.scalar_name} and tensor {i} {matrix.dtype.scalar_name}")
        if i and matrices[i - 1].shape[1] != matrix.shape[0]:
            raise RuntimeError(f"multi_dot(): tensors {i - 1} and {i} with shapes {list(tensors[i - 1].shape)} and "
                               f"{list(tensors[i].shape)} cannot be multiplied")


def _splits(sizes):
    """Where to cut each stretch of a chain so that the multiplications are fewest (Cormen et al., chapter 15)."""
    n = len(sizes) - 1
    cost, split = {(i, i): 0 for i in range(n)}, {}
    for length in range(1, n):
        for i in range(n - length):
            j = i + length
            cost[i, j], split[i, j] = min((cost[i, k] + cost[k + 1, j] + sizes[i] * sizes[k + 1] * sizes[j + 1], k)
                                          for k in range(i, j))
    return split


def _product(F, matrices, split, first, last):
    if first == last:
        return matrices[first]
    cut = split[first, last]
    return F.mm(_product(F, matrices, split, first, cut), _product(F, matrices, split, cut + 1, last))


@by_hand(method=False)
def chain_matmul(*matrices, out=None):
    """Returns the product of several matrices, in the order that costs least."""
    from rushlight.dispatch.namespace import tensors as F
    for matrix in matrices:
        if len(matrix.shape) != 2:
            raise RuntimeError(f"Tensor dimension is {len(matrix.shape)}, expected 2 instead")
    if not matrices:
        raise RuntimeError("chain_matmul(): Expected one or more matrices")
    if len(matrices) == 1:
        return F.clone(matrices[0])
    return F.linalg_multi_dot(list(matrices), out=out)


# ---------------------------------------------------------------- distances

@op(families.general, method=False, function=False, out=False,
    node="ViewBackward0 if p == 2 and expanded else CdistBackward0")
def _cdist(xp, x1: Tensor, x2: Tensor, p, expanded) -> Tensor:
    """Returns the p-norm of the difference of each row of `x1` and each of `x2`; `expanded`: as one product of matrices."""
    return xp.expanded_distances(x1, x2) if expanded else xp.row_distances(x1, x2, p)

@_cdist.vjp("x1")
def _cdist_grad_x1(F, grad, x1, x2, out, p):
    return F.sum(distance_grad(F, grad, F.unsqueeze(x1, -2) - F.unsqueeze(x2, -3), out, p), -2)

@_cdist.vjp("x2")
def _cdist_grad_x2(F, grad, x1, x2, out, p):
    return -F.sum(distance_grad(F, grad, F.unsqueeze(x1, -2) - F.unsqueeze(x2, -3), out, p), -3)


def distance_grad(F, grad, difference, out, p):
    """What reaches each difference of coordinates, along the last dimension; 0 between equal points and coordinates."""
    if p == 0:
        return F.zeros_like(difference)
    if p == 1:
        return F.unsqueeze(grad, -1) * F.sign(difference)
    touching = out == 0
    distance = F.unsqueeze(out + touching, -1)
    grad = F.unsqueeze(grad, -1)
    if p == 2:
        return grad * difference / distance
    if p == float("inf"):
        return grad * F.sign(difference) * (F.abs(difference) == F.unsqueeze(out, -1))
    size = F.abs(difference) + (difference == 0)
    return grad * F.sign(difference) * F.pow(size / distance, p - 1)


_MODES = ("use_mm_for_euclid_dist_if_necessary", "use_mm_for_euclid_dist", "donot_use_mm_for_euclid_dist")


@by_hand(method=False)
def cdist(x1, x2, p=2.0, compute_mode="use_mm_for_euclid_dist_if_necessary"):
    """Returns the p-norm of the difference of each row of `x1` and each row of `x2`."""
    if compute_mode not in (*_MODES, None):
        raise ValueError(f"{compute_mode} is not a valid value for compute_mode")
    for name, x in (("X1", x1), ("X2", x2)):
        if x.ndim < 2:
            raise RuntimeError(f"cdist only supports at least 2D tensors, {name} got: {x.ndim}D")
        if not x.is_floating_point():
            raise RuntimeError(f"cdist only supports floating-point dtypes, {name} got: {x.dtype.scalar_name}")
    if x1.shape[-1] != x2.shape[-1]:
        raise RuntimeError(f"X1 and X2 must have the same number of columns. X1: {x1.shape[-1]} X2: {x2.shape[-1]}")
    if p < 0:
        raise RuntimeError("cdist only supports non-negative p values")
    many = x1.shape[-2] > 25 or x2.shape[-2] > 25
    expanded = p == 2 and (compute_mode == _MODES[1] or (many and compute_mode != _MODES[2]))
    return _cdist(x1, x2, float(p), expanded)
