"""Operations that fold dimensions away."""
from __future__ import annotations

from rushlight import dtypes
from rushlight.dispatch import families
from rushlight.dispatch.arguments import wrap_dims
from rushlight.dispatch.kinds import Dims, Size, Tensor
from rushlight.dispatch.namespace import arrays
from rushlight.dispatch.namespace import tensors as over_tensors
from rushlight.dispatch.op import by_hand, op
from rushlight.dispatch.out_dtypes import anything, castable
from rushlight.dispatch.promotion import INT_TO_FLOAT, KEEP

SHAPED_BY_DIM = "{0}Backward0 if dim is None and not keepdim else {0}Backward1"


def restore_dims(F, grad, input_shape, dim, keepdim):
    """`grad` of a reduction, with the folded dimensions back as ones."""
    if keepdim or dim is None or not input_shape:        # a 0-d tensor broadcasts as it is
        return grad
    dims = wrap_dims(dim, len(input_shape))
    return F.reshape(grad, tuple([1 if i in dims else n for i, n in enumerate(input_shape)]))


def folded_count(input_shape, dim):
    """How many elements a reduction over `dim` folds into one."""
    n = 1
    for d in wrap_dims(dim, len(input_shape)):
        n *= input_shape[d]
    return n

# ---------------------------------------------------------------- sums and means


@op(families.reduction, linear=True, node=SHAPED_BY_DIM.format("Sum"), kernel="sum", out_dtype=anything)
def sum(xp, input: Tensor, dim: Dims = None, keepdim=False, *, dtype=None) -> Tensor:
    """Returns the sum over `dim`, or over all elements."""
    return xp.sum(input, dim, keepdim, dtype)

@sum.vjp("input")
def sum_grad(F, grad, input_shape, dim, keepdim):
    return F.expand(restore_dims(F, grad, input_shape, dim, keepdim), input_shape)


@op(families.reduction, linear=True, node=SHAPED_BY_DIM.format("Mean"), kernel="mean", out_dtype=castable)
def mean(xp, input: Tensor, dim: Dims = None, keepdim=False, *, dtype=None) -> Tensor:
    """Returns the mean over `dim`, or over all elements."""
    return xp.mean(input, dim, keepdim, dtype)

@mean.vjp("input")
def mean_grad(F, grad, input_shape, dim, keepdim):
    grad = restore_dims(F, grad, input_shape, dim, keepdim)
    return F.expand(grad / (folded_count(input_shape, dim) or 1), input_shape)


@op(families.reduction, out_dtype=anything)
def nansum(xp, input: Tensor, dim: Dims = None, keepdim=False, *, dtype=None) -> Tensor:
    """Returns the sum over `dim`, or over all elements, with NaN counted as zero."""
    return xp.nansum(input, dim, keepdim, dtype)

@nansum.vjp("input")
def nansum_grad(F, grad, input, dim, keepdim):
    return restore_dims(F, grad, input.shape, dim, keepdim) * (input == input)

@nansum.jvp("input")
def nansum_jvp(F, tangent, input, dim, keepdim):
    return F.sum(tangent * (input == input), dim, keepdim)


@op(families.composite, out=True)
def nanmean(F, input: Tensor, dim: Dims = None, keepdim=False, *, dtype=None) -> Tensor:
    """Returns the mean of what is no NaN over `dim`, or over all elements."""
    if input.dtype.category < dtypes.FLOATING:
        raise RuntimeError(f"nanmean(): expected input to have floating point or complex dtype but got {input.dtype.scalar_name}")
    numbers = F.sum(input == input, dim, keepdim)
    return F.nansum(input, dim, keepdim, dtype=dtype) / numbers


@op(families.composite, function=False)
def sum_to_size(F, input: Tensor, size: Size) -> Tensor:
    """Returns the sum over the dimensions in which `size`, which must be able to broadcast to the input's, is 1 or absent."""
    shape = tuple(input.shape)
    lead = len(shape) - len(size)
    if lead < 0 or [n for n, m in zip(size, shape[lead:]) if n not in (1, m)]:
        raise RuntimeError(f"size {{{list(size)}}} is not expandable to size {{{list(shape)}}}.")
    folded = [i for i, n in enumerate(shape) if i < lead or size[i - lead] != n]
    if not folded and shape:
        return input
    summed = F.sum(input, folded, True)
    return F.view(summed, size) if lead else summed

# ---------------------------------------------------------------- products


@op(families.reduction, node=SHAPED_BY_DIM.format("Prod"), kernel="prod", out_dtype=anything)
def prod(xp, input: Tensor, dim=None, keepdim=False, *, dtype=None) -> Tensor:
    """Returns the product over `dim`, or over all elements."""
    return xp.prod(input, dim, keepdim, dtype)

@prod.vjp("input")
def prod_grad(F, grad, input, out, dim, keepdim):
    shape = tuple(input.shape)
    grad = restore_dims(F, grad, shape, dim, keepdim)
    if F is arrays and not _has_zero(input):
        return grad * restore_dims(F, out, shape, dim, keepdim) / input
    if dim is None:
        return grad * F.reshape(_product_of_others(F, F.reshape(input, (-1,)), 0), shape)
    return grad * _product_of_others(F, input, dim)


def _has_zero(array):
    return (array == 0).any()


def _product_of_others(F, input, dim):
    """For each element, the product of all others along `dim`: right where some are zero."""
    before = F.shift_along(F.cumprod(input, dim), dim, 1, 1)
    after = F.shift_along(F.flip(F.cumprod(F.flip(input, (dim,)), dim), (dim,)), dim, -1, 1)
    return before * after

# ---------------------------------------------------------------- exponentials and norms


@op(families.reduction, promotes=INT_TO_FLOAT, out_dtype=castable)
def logsumexp(xp, input: Tensor, dim: Dims, keepdim=False) -> Tensor:
    """Returns log(sum(exp(input))) over `dim`, computed without overflow."""
    return xp.logsumexp(input, dim, keepdim)

@logsumexp.vjp("input")
def logsumexp_grad(F, grad, input, out, dim, keepdim):
    shape = tuple(input.shape)
    return restore_dims(F, grad, shape, dim, keepdim) * F.exp(input - restore_dims(F, out, shape, dim, keepdim))


@op(families.reduction, method=False, function=False, holomorphic=False)
def linalg_vector_norm(xp, input: Tensor, ord=2, dim: Dims = None, keepdim=False, *, dtype=None) -> Tensor:
    """Returns (sum of |input|**ord) ** (1/ord) over `dim`, or over all elements."""
    if type(ord) not in (int, float):
        raise TypeError(f"linalg_vector_norm(): argument 'ord' (position 2) must be Number, not {type(ord).__name__}")
    own = dtypes.dtype_of(input)
    if own.category < dtypes.FLOATING:
        raise RuntimeError(f"linalg.vector_norm: Expected a floating point or complex tensor as input. Got {own.scalar_name}")
    if dtype is None:
        return xp.vector_norm(input, ord, dim, keepdim)
    _check_norm_dtype(own, dtype)
    return xp.vector_norm(xp.to(input, dtype), ord, dim, keepdim)


def _check_norm_dtype(own, dtype):
    if own.is_complex != dtype.is_complex or dtype.category < dtypes.FLOATING:
        kind = "complex" if own.is_complex else "real"
        raise RuntimeError(f"linalg.vector_norm: dtype should be {'complex' if own.is_complex else 'floating point'} for {kind} "
                           f"inputs, but got {dtype.scalar_name}")
    if dtype.itemsize < own.itemsize:
        raise RuntimeError(f"linalg.vector_norm: the dtype of the input ({own.scalar_name}) should be convertible without "
                           f"narrowing to the specified dtype ({dtype.scalar_name})")


@linalg_vector_norm.vjp("input")
def linalg_vector_norm_grad(F, grad, input, out, ord, dim, keepdim):
    return norm_grad(F, grad, input, out, ord, dim, keepdim)


def norm_grad(F, grad, input, out, ord, dim, keepdim):
    """The gradient of a norm `out` of `input`: zero where the norm has a kink at zero."""
    if ord == 0:
        return None
    shape = tuple(input.shape)
    grad, out = (restore_dims(F, t, shape, dim, keepdim) for t in (grad, out))
    if ord == 2:
        return grad * F.masked_fill(input / out, out == 0, 0)
    if ord == 1:
        return F.sgn(input) * grad
    size = F.abs(input)
    if ord in (float("inf"), -float("inf")):
        largest = size == out
        ties = F.sum(largest, dim, True)
        return F.sgn(input) * (grad / (ties + (ties == 0))) * largest
    ratio = (size + (size == 0)) / (out + (out == 0))
    return F.sgn(input) * (grad * (out != 0)) * ratio ** (ord - 1)


@by_hand()
def norm(input, p="fro", dim=None, keepdim=False, out=None, dtype=None):
    """Returns the p-norm over `dim`, or over all elements; "nuc" is the sum of the singular values of a matrix."""
    F = over_tensors
    if p == "nuc":
        return _nuclear_norm(F, input, dim, keepdim)
    if isinstance(p, str) and p != "fro":
        raise RuntimeError(f"linalg.matrix_norm: Order {p} not supported.")
    return F.linalg_vector_norm(input, 2 if p in ("fro", None) else p, dim, keepdim, dtype=dtype, out=out)


def _nuclear_norm(F, input, dim, keepdim):
    dims = (-2, -1) if dim is None else dim
    if isinstance(dims, int) or len(dims) != 2:
        raise RuntimeError(f"linalg.matrix_norm: dim must be a 2-tuple. Got {dim}")
    folded = wrap_dims(dims, input.ndim)
    rest = [d for d in range(input.ndim) if d not in folded]
    values = F.sum(F.linalg_svdvals(F.permute(input, (*rest, *folded))), -1)
    return F.reshape(values, [1 if i in folded else n for i, n in enumerate(input.shape)]) if keepdim else values


@op(families.general, promotes=KEEP, holomorphic=False)
def dist(xp, input: Tensor, other: Tensor, p=2) -> Tensor:
    """Returns the p-norm of `input - other`."""
    kind = dtypes.dtype_of(input)
    if kind.category < dtypes.FLOATING:
        raise RuntimeError(f"norm(): input dtype should be either floating point or complex. Got {kind.scalar_name} instead.")
    return xp.vector_norm(xp.sub(input, other), p)

@dist.vjp("input")
def dist_grad_input(F, grad, input, other, out, p):
    return norm_grad(F, grad, input - other, out, p, None, False)

@dist.vjp("other")
def dist_grad_other(F, grad, input, other, out, p):
    return norm_grad(F, grad, other - input, out, p, None, False)


@op(families.general, inplace=True, holomorphic=False)
def renorm(xp, input: Tensor, p, dim, maxnorm) -> Tensor:
    """Returns the input with each slice along `dim` scaled down to the p-norm `maxnorm` if it is longer."""
    if p <= 0:
        raise RuntimeError("renorm: non-positive-norm not supported")
    if maxnorm < 0:
        raise RuntimeError(f"renorm: expected maxnorm to be >= 0 but got {maxnorm}")
    if input.ndim < 2:
        raise RuntimeError(f"renorm: input needs at least 2 dimensions, got {input.ndim} dimensions")
    return xp.clone(input * _renorm_scale(arrays, input, p, dim, maxnorm)[0], "C")


def _renorm_scale(F, input, p, dim, maxnorm):
    """What each slice is multiplied by, which of them are too long, and their norms."""
    dim = wrap_dims(dim, input.ndim)[0]
    norms = F.linalg_vector_norm(input, p, [d for d in range(input.ndim) if d != dim], True)
    long = norms > maxnorm
    return F.where(long, maxnorm / (norms + 1e-7), F.ones_like(norms)), long, norms

@renorm.vjp("input")
def renorm_grad(F, grad, input, p, dim, maxnorm):
    scale, long, norms = _renorm_scale(F, input, p, dim, maxnorm)
    others = [d for d in range(input.ndim) if d != dim % input.ndim]
    along = F.sum(F.real(grad * F.conj(input)) if _is_complex(input) else grad * input, others, True)
    slope = along * long * (-scale / (norms + 1e-7))
    return grad * scale + norm_grad(F, slope, input, norms, p, others, True)


def _is_complex(value):
    dtype = value.dtype
    return dtype.is_complex if isinstance(dtype, dtypes.dtype) else dtype.kind == "c"
