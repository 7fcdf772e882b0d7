"""Spread, correlation, order statistics and counts."""
from __future__ import annotations

import warnings

from rushlight import dtypes
from rushlight.dispatch import families
from rushlight.dispatch.arguments import wrap_dims
from rushlight.dispatch.kinds import Dims, Number, Tensor
from rushlight.dispatch.namespace import tensors as over_tensors
from rushlight.dispatch.op import by_hand, op
from rushlight.dispatch.out_dtypes import castable, exactly
from rushlight.ops.extremes import PAIR, put_back, share_among_equals_or_nan
from rushlight.ops.reduction import folded_count, restore_dims

# ---------------------------------------------------------------- variance and standard deviation


@op(families.reduction, function=False, method=False, node="VarBackward0", overload_of="var", holomorphic=False, kernel="var",
    out_dtype=castable)
def var_corrected(xp, input: Tensor, dim: Dims = None, correction=1, keepdim=False) -> Tensor:
    """Returns the variance over `dim`: squared distances from the mean, over their number less `correction`."""
    return xp.var(input, dim, correction, keepdim)

@var_corrected.vjp("input")
def var_grad(F, grad, input, dim, correction, keepdim):
    shape = tuple(input.shape)
    freedom = folded_count(shape, dim) - correction
    scale = 2 / freedom if freedom > 0 else float("inf")
    return restore_dims(F, grad, shape, dim, keepdim) * scale * (input - F.mean(input, dim, True))


@op(families.reduction, function=False, method=False, node="StdBackward0", overload_of="std", holomorphic=False, kernel="std",
    out_dtype=castable)
def std_corrected(xp, input: Tensor, dim: Dims = None, correction=1, keepdim=False) -> Tensor:
    """Returns the standard deviation over `dim`, the square root of the variance."""
    return xp.std(input, dim, correction, keepdim)

@std_corrected.vjp("input")
def std_grad(F, grad, input, out, dim, correction, keepdim):
    return var_grad(F, grad / (out + (out == 0)) / 2, input, dim, correction, keepdim)      # zero where nothing varies


@op(families.many_outputs, function=False, method=False, node="VarMeanBackward0", overload_of="var_mean", holomorphic=False)
def var_mean_corrected(xp, input: Tensor, dim: Dims = None, correction=1, keepdim=False):
    """Returns the variance and the mean over `dim`."""
    return xp.var(input, dim, correction, keepdim, "var_mean"), xp.mean(input, dim, keepdim)

@var_mean_corrected.vjp("input")
def var_mean_grad(F, grads, input, dim, correction, keepdim):
    return var_grad(F, grads[0], input, dim, correction, keepdim) + _mean_grad(F, grads[1], input, dim, keepdim)


@op(families.many_outputs, function=False, method=False, node="StdMeanBackward0", overload_of="std_mean", holomorphic=False)
def std_mean_corrected(xp, input: Tensor, dim: Dims = None, correction=1, keepdim=False):
    """Returns the standard deviation and the mean over `dim`."""
    return xp.std(input, dim, correction, keepdim, "std_mean"), xp.mean(input, dim, keepdim)

@std_mean_corrected.vjp("input")
def std_mean_grad(F, grads, input, dim, correction, keepdim):
    out = F.std_corrected(input, dim, correction, keepdim)
    return (std_grad(F, grads[0], input, out, dim, correction, keepdim) + _mean_grad(F, grads[1], input, dim, keepdim))


def _mean_grad(F, grad, input, dim, keepdim):
    shape = tuple(input.shape)
    return restore_dims(F, grad, shape, dim, keepdim) / (folded_count(shape, dim) or 1)


def _corrected(name, compute, input, dim, unbiased, keepdim, correction, axis, keepdims, out):
    """Calls `compute` with what torch's overloads of std and var leave to say."""
    dim, keepdim = dim if axis is None else axis, keepdim if keepdims is None else keepdims
    if type(dim) is bool and unbiased is None:
        dim, unbiased = None, dim
    if unbiased is not None and (type(unbiased) is not bool or correction is not None) or type(dim) is bool:
        raise TypeError(f"{name}() received an invalid combination of arguments: it takes (dim, unbiased, keepdim), (unbiased) "
                        "or (dim, *, correction, keepdim)")
    if correction is None:
        correction = 1 if unbiased is None else int(unbiased)
    return compute(input, dim, correction, keepdim) if out is None else compute(input, dim, correction, keepdim, out=out)


@by_hand()
def var(input, dim=None, unbiased=None, keepdim=False, *, correction=None, axis=None, keepdims=None, out=None):
    """Returns the variance over `dim`, or over all elements."""
    return _corrected("var", over_tensors.var_corrected, input, dim, unbiased, keepdim, correction, axis, keepdims, out)


@by_hand()
def std(input, dim=None, unbiased=None, keepdim=False, *, correction=None, axis=None, keepdims=None, out=None):
    """Returns the standard deviation over `dim`, or over all elements."""
    return _corrected("std", over_tensors.std_corrected, input, dim, unbiased, keepdim, correction, axis, keepdims, out)


@by_hand(method=False)
def var_mean(input, dim=None, unbiased=None, keepdim=False, *, correction=None, axis=None, keepdims=None, out=None):
    """Returns the variance and the mean over `dim`, or over all elements."""
    return _corrected("var_mean", over_tensors.var_mean_corrected, input, dim, unbiased, keepdim, correction, axis, keepdims, out)


@by_hand(method=False)
def std_mean(input, dim=None, unbiased=None, keepdim=False, *, correction=None, axis=None, keepdims=None, out=None):
    """Returns the standard deviation and the mean over `dim`, or over all elements."""
    return _corrected("std_mean", over_tensors.std_mean_corrected, input, dim, unbiased, keepdim, correction, axis, keepdims, out)

# ---------------------------------------------------------------- correlation


@op(families.composite)
def cov(F, input: Tensor, *, correction=1, fweights: Tensor | None = None, aweights: Tensor | None = None) -> Tensor:
    """Returns the covariance matrix of the variables in the rows of `input`, observations in its columns."""
    if input.ndim > 2:
        raise RuntimeError(f"cov(): expected input to have two or fewer dimensions but got an input with {input.ndim} dimensions")
    if input.dtype is dtypes.bool:
        raise RuntimeError("cov(): bool dtype is not supported for input")
    rows = F.reshape(input, (1, -1)) if input.ndim < 2 else input
    n = rows.shape[1]
    weights = _observation_weights(F, n, fweights, aweights)
    if weights is None:
        mean, freedom = F.sum(rows, 1, True) / max(n, 1), max(n - correction, 0)
    else:
        total = F.sum(weights)
        if n and total.item() == 0:
            raise RuntimeError("cov(): weights sum to zero, can't be normalized")
        mean = F.sum(rows * weights, 1, True) / total
        freedom = _weighted_freedom(F, weights, total, correction, aweights)
    if n and (freedom.item() if hasattr(freedom, "item") else freedom) <= 0:
        warnings.warn("cov(): degrees of freedom is <= 0. Correction should be strictly less than the number of observations.",
                      stacklevel=3)
        freedom = 0
    centred = rows - mean
    scaled = centred if weights is None else centred * weights
    return F.squeeze(F.matmul(centred, F.conj(F.transpose(scaled, 0, 1))) / freedom)


def _weighted_freedom(F, weights, total, correction, aweights):
    if correction and aweights is not None:
        return total - F.sum(weights * aweights) / total * correction
    return total - correction


def _observation_weights(F, n, fweights, aweights):
    """How much each observation counts; None: all the same."""
    _check_weights("fweights", n, fweights, "integral", (dtypes.INTEGRAL,))
    _check_weights("aweights", n, aweights, "floating point", (dtypes.FLOATING,))
    return aweights if fweights is None else fweights if aweights is None else fweights * aweights


def _check_weights(name, n, weights, kind, categories):
    if weights is None:
        return
    if weights.ndim > 1:
        raise RuntimeError(f"cov(): expected {name} to have one or fewer dimensions but got {name} with {weights.ndim} "
                           "dimensions")
    if weights.dtype.category not in categories:
        raise RuntimeError(f"cov(): expected {name} to have {kind} dtype but got {name} with {weights.dtype.scalar_name} dtype")
    if weights.numel() != n:
        raise RuntimeError(f"cov(): expected {name} to have the same numel as there are observations in the input but got "
                           f"{weights.numel()} != {n}")
    if n and weights.min().item() < 0:
        raise RuntimeError(f"cov(): {name} cannot be negative")


@op(families.composite)
def corrcoef(F, input: Tensor) -> Tensor:
    """Returns the correlation matrix of the variables in the rows of `input`."""
    if input.ndim > 2:
        raise RuntimeError(f"corrcoef(): expected input to have two or fewer dimensions but got an input with {input.ndim} "
                           "dimensions")
    c = F.cov(input)
    if not c.ndim:
        return c / c
    spread = F.sqrt(F.real(F.diagonal(c)) if c.dtype.is_complex else F.diagonal(c))
    c = c / F.unsqueeze(spread, 1) / F.unsqueeze(spread, 0)
    return F.complex(F.clamp(F.real(c), -1, 1), F.clamp(F.imag(c), -1, 1)) if c.dtype.is_complex else F.clamp(c, -1, 1)

# ---------------------------------------------------------------- order statistics


@op(families.reduction, function=False, method=False, node="MedianBackward0", kernel="median_all", overload_of="median")
def median_all(xp, input: Tensor) -> Tensor:
    """Returns the lower median of all elements."""
    return xp.median_all(input)

@op(families.reduction, function=False, method=False, node="NanmedianBackward0", kernel="nanmedian_all", overload_of="nanmedian")
def nanmedian_all(xp, input: Tensor) -> Tensor:
    """Returns the lower median of all elements that are no NaN."""
    return xp.nanmedian_all(input)

@median_all.vjp("input")
@nanmedian_all.vjp("input")
def median_all_grad(F, grad, input, out):
    return share_among_equals_or_nan(F, grad, input, out)


@op(families.many_outputs, function=False, method=False, node="MedianBackward1", returns=PAIR, differentiable=1,
    overload_of="median")
def median_dim(xp, input: Tensor, dim, keepdim=False):
    """Returns the lower median along `dim`, and where it stands."""
    return xp.median_dim(input, dim, keepdim)

@op(families.many_outputs, function=False, method=False, node="NanmedianBackward1", returns=PAIR, differentiable=1,
    overload_of="nanmedian")
def nanmedian_dim(xp, input: Tensor, dim, keepdim=False):
    """Returns the lower median of what is no NaN along `dim`, and where it stands."""
    return xp.nanmedian_dim(input, dim, keepdim)

@op(families.many_outputs, returns=PAIR, differentiable=1,
    out_dtype=exactly("expected scalar type '{wanted}' but got '{given}' for {output} output"))
def mode(xp, input: Tensor, dim=-1, keepdim=False):
    """Returns the most frequent value along `dim`, and where it stands."""
    return xp.mode(input, dim, keepdim)

@op(families.many_outputs, returns=PAIR, differentiable=1, out_dtype=exactly("output values must be of same type as input"))
def kthvalue(xp, input: Tensor, k, dim=-1, keepdim=False):
    """Returns the k-th smallest value along `dim`, and where it stands."""
    return xp.kthvalue(input, k, dim, keepdim)

@median_dim.vjp("input")
@nanmedian_dim.vjp("input")
@mode.vjp("input")
@kthvalue.vjp("input")
def picked_grad(F, grad, input_shape, indices, dim, keepdim):
    return put_back(F, grad, input_shape, dim, indices, keepdim)


@by_hand()
def median(input, dim=None, keepdim=False, *, axis=None, keepdims=None, out=None):
    """Returns the lower median of all elements; with `dim`, the medians along it and their positions."""
    F = over_tensors
    return _two_forms(F.median_all, F.median_dim, input, dim if axis is None else axis,
                      keepdim if keepdims is None else keepdims, out)


@by_hand()
def nanmedian(input, dim=None, keepdim=False, *, axis=None, keepdims=None, out=None):
    """Returns the lower median of what is no NaN; with `dim`, the medians along it and their positions."""
    F = over_tensors
    return _two_forms(F.nanmedian_all, F.nanmedian_dim, input, dim if axis is None else axis,
                      keepdim if keepdims is None else keepdims, out)


def _two_forms(of_all, along_dim, input, dim, keepdim, out):
    if dim is None:
        return of_all(input) if out is None else of_all(input, out=out)
    return along_dim(input, dim, keepdim) if out is None else along_dim(input, dim, keepdim, out=out)


INTERPOLATIONS = ("linear", "lower", "higher", "midpoint", "nearest")


@op(families.composite, out=True, out_dtype=exactly("quantile() out tensor must be same dtype as the input tensor"))
def quantile(F, input: Tensor, q: Tensor | Number, dim=None, keepdim=False, *, interpolation="linear") -> Tensor:
    """Returns the values below which the shares `q` of the elements along `dim` lie; NaN where there is a NaN."""
    return _quantile(F, "quantile", input, q, dim, keepdim, interpolation, skips_nan=False)


@op(families.composite, out=True, out_dtype=exactly("quantile() out tensor must be same dtype as the input tensor"))
def nanquantile(F, input: Tensor, q: Tensor | Number, dim=None, keepdim=False, *, interpolation="linear") -> Tensor:
    """Returns the values below which the shares `q` of the elements along `dim` that are no NaN lie."""
    return _quantile(F, "nanquantile", input, q, dim, keepdim, interpolation, skips_nan=True)


def _quantile(F, name, input, q, dim, keepdim, interpolation, skips_nan):
    q = _check_quantile(F, name, input, q, interpolation)
    folded = wrap_dims(dim, input.ndim)
    rest = [d for d in range(input.ndim) if d not in folded]
    rows = F.reshape(F.permute(input, (*rest, *folded)), (*[input.shape[d] for d in rest], -1))
    values = _at_ranks(F, F.sort(rows, -1)[0], F.reshape(q, (-1,)), interpolation, skips_nan)       # (*rest, shares)
    values = F.permute(values, (len(rest), *range(len(rest)))) if q.ndim else F.squeeze(values, -1)
    shape = [1 if d in folded else n for d, n in enumerate(input.shape)]
    return F.reshape(values, (*q.shape, *shape)) if keepdim else values


def _at_ranks(F, ordered, q, interpolation, skips_nan):
    """The elements of each ordered row at the shares `q` of its length; NaN stands last in a row."""
    numbers = F.sum(ordered == ordered, -1, True)
    last = F.to_copy(F.clamp(numbers - 1, 0) if skips_nan else F.clamp(numbers - 1, ordered.shape[-1] - 1), ordered.dtype)
    ranks = q * last
    if not skips_nan:
        ranks = F.where(numbers == ordered.shape[-1], ranks, last)          # the last element of a row with NaN is NaN
    if interpolation in ("lower", "higher", "nearest"):
        ranks = {"lower": F.floor, "higher": F.ceil, "nearest": F.round}[interpolation](ranks)
    below = F.to_copy(ranks, dtypes.int64)
    lower = F.gather(ordered, -1, below)
    if interpolation not in ("linear", "midpoint"):
        return lower
    upper = F.gather(ordered, -1, F.to_copy(F.ceil(ranks), dtypes.int64))
    return F.lerp(lower, upper, ranks - below if interpolation == "linear" else F.full_like(ranks, 0.5))


def _check_quantile(F, name, input, q, interpolation):
    """The shares as a tensor."""
    if not input.numel():
        raise RuntimeError(f"{name}() input tensor must be non-empty")
    if input.dtype not in (dtypes.float32, dtypes.float64):
        raise RuntimeError(f"{name}() input tensor must be either float or double dtype")
    if interpolation not in INTERPOLATIONS:
        raise RuntimeError(f"{name}() interpolation must be one of linear, lower, higher, midpoint or nearest, but got "
                           f"{interpolation}")
    if not hasattr(q, "_data"):
        if not 0 <= q <= 1:
            raise RuntimeError(f"{name}() q must be in the range [0, 1] but got {q:g}")
        return F.full((), q, dtype=input.dtype, device=input.device)
    if q.ndim > 1:
        raise RuntimeError(f"{name}() q must be a scalar or 1D tensor")
    if q.dtype is not input.dtype:
        raise RuntimeError(f"{name}() q tensor must be same dtype as the input tensor")
    if not q.is_meta and not F.all((q >= 0) * (q <= 1)).item():
        raise RuntimeError(f"{name}() q values must be in the range [0, 1]")
    return q

# ---------------------------------------------------------------- counts


@op(families.general, out=False, differentiable=0)
def bincount(xp, input: Tensor, weights: Tensor | None = None, minlength=0) -> Tensor:
    """Returns how often each of 0, 1, 2, ... occurs in `input`, or the sum of its weights."""
    return xp.bincount(input, weights, minlength)
