"""torch.masked: reductions and normalizations that look only at the elements where a mask is true.

What is masked out counts as the identity of the operation: 0 in a sum, -inf in a maximum.
"""
from __future__ import annotations

import math

from rushlight import dtypes
from rushlight.dispatch.namespace import tensors as F


def __getattr__(name):
    from rushlight.errors import missing_attribute
    raise missing_attribute("torch.masked", name)


# ---------------------------------------------------------------- folding

def sum(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """Returns the sums of the elements in the mask."""
    return F.sum(_filled(input, mask, dtype, lambda d: 0), _dims(input, dim), keepdim)


def prod(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """Returns the products of the elements in the mask."""
    out = _filled(input, mask, dtype, lambda d: 1)
    for d in sorted(_dims(input, dim), reverse=True):
        out = F.prod(out, d, keepdim)
    return out if input.ndim else F.prod(out)


def amax(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """Returns the greatest elements in the mask."""
    return F.amax(_filled(input, mask, dtype, _least("amax")), _dims(input, dim), keepdim)


def amin(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """Returns the smallest elements in the mask."""
    return F.amin(_filled(input, mask, dtype, _greatest("amin")), _dims(input, dim), keepdim)


def argmax(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """Returns the positions of the greatest elements in the mask, in the type of the input."""
    return F.argmax(_filled(input, mask, dtype, _least("argmax")), dim, keepdim).to(dtype or input.dtype)


def argmin(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """Returns the positions of the smallest elements in the mask, in the type of the input."""
    return F.argmin(_filled(input, mask, dtype, _greatest("argmin")), dim, keepdim).to(dtype or input.dtype)


def logsumexp(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """Returns the logarithms of the sums of exp() of the elements in the mask."""
    return F.logsumexp(_filled(input, mask, dtype, _lowest_power), _dims(input, dim), keepdim).to(dtype or input.dtype)


def norm(input, ord=2.0, dim=None, *, keepdim=False, dtype=None, mask=None):
    """Returns the norms of the elements in the mask."""
    filled = _filled(input, mask, dtype, lambda d: math.inf if ord == -math.inf else 0)
    return F.linalg_vector_norm(filled, ord, _dims(input, dim), keepdim)


def mean(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    """Returns the means of the elements in the mask; nan where there are none."""
    if (dtype or input.dtype).category < dtypes.FLOATING:
        raise ValueError("mean(): Could not infer output dtype. Input dtype must be either a floating point or complex dtype. "
                         f"Got: {dtype or input.dtype}")
    if mask is None:
        return F.mean(_typed(input, dtype), _dims(input, dim), keepdim)
    return sum(input, dim, keepdim=keepdim, dtype=dtype, mask=mask) / _count(input, dim, keepdim, mask)


def median(input, dim=-1, *, keepdim=False, dtype=None, mask=None):
    """Returns the medians of the elements in the mask; nan where there are none."""
    dtype = dtype or input.dtype
    if dtype.category == dtypes.FLOATING:
        return F.nanmedian_dim(_filled(input, mask, dtype, lambda d: math.nan), dim, keepdim)[0]
    if mask is not None and not _count(input, dim, keepdim, mask).all():
        raise ValueError("masked median expects no fully masked out rows if dtype is not floating point")
    wide = _filled(input.to(dtypes.float64), mask, None, lambda d: math.nan)
    return F.nanmedian_dim(wide, dim, keepdim)[0].to(dtype)


def var(input, dim=None, unbiased=None, *, correction=None, keepdim=False, dtype=None, mask=None):
    """Returns the variances of the elements in the mask."""
    return _variance(input, dim, unbiased, correction, keepdim, dtype, mask)


def std(input, dim=None, unbiased=None, *, correction=None, keepdim=False, dtype=None, mask=None):
    """Returns the standard deviations of the elements in the mask."""
    return F.sqrt(_variance(input, dim, unbiased, correction, keepdim, dtype, mask))


def _variance(input, dim, unbiased, correction, keepdim, dtype, mask):
    if unbiased is not None and correction is not None:
        raise AssertionError("Only one of unbiased and correction may be given")
    if correction is None:
        correction = 0 if unbiased is False else 1
    input = _typed(input, dtype or (input.dtype if input.dtype.category >= dtypes.FLOATING else dtypes.get_default_dtype()))
    if mask is None:
        return input.var(_dims(input, dim), correction=correction, keepdim=keepdim).to(input.dtype)
    center = sum(input, dim, keepdim=True, mask=mask) / _count(input, dim, True, mask)
    gap = F.abs(_filled(input - center, mask, None, lambda d: 0))
    freedom = F.clamp_min(_count(input, dim, keepdim, mask) - correction, 0)
    return (F.sum(gap * gap, _dims(input, dim), keepdim) / freedom).to(input.dtype)


# ---------------------------------------------------------------- along a dimension

def cumsum(input, dim, *, dtype=None, mask=None):
    """Returns the running sums of the elements in the mask."""
    return F.cumsum(_filled(input, mask, dtype, lambda d: 0), dim).to(dtype or input.dtype)


def cumprod(input, dim, *, dtype=None, mask=None):
    """Returns the running products of the elements in the mask."""
    return F.cumprod(_filled(input, mask, dtype, lambda d: 1), dim).to(dtype or input.dtype)


def softmax(input, dim, *, dtype=None, mask=None):
    """Returns the softmax over the elements in the mask."""
    return F.softmax(_filled(input, mask, dtype, _least("amax")), dim)


def log_softmax(input, dim, *, dtype=None, mask=None):
    """Returns the logarithm of the softmax over the elements in the mask."""
    return F.log_softmax(_filled(input, mask, dtype, _least("amax")), dim)


def softmin(input, dim, *, dtype=None, mask=None):
    """Returns the softmax of the negated elements in the mask."""
    return F.softmax(-_filled(input, mask, dtype, _greatest("amin")), dim)


def normalize(input, ord, dim, *, eps=1e-12, dtype=None, mask=None):
    """Returns the elements in the mask divided by their norm along `dim`, which counts as `eps` at least."""
    size = norm(input, ord, dim, keepdim=True, dtype=dtype, mask=mask)
    return _filled(input, mask, dtype, lambda d: 0) / F.clamp_min(size, eps)


def logaddexp(input, other, *, dtype=None, input_mask=None, other_mask=None):
    """Returns log(exp(input) + exp(other)), where an element outside its mask counts as -inf."""
    return F.logaddexp(*[_filled(t, mask, dtype, _least("logaddexp")) for t, mask in ((input, input_mask), (other, other_mask))])


# ---------------------------------------------------------------- masks and identities

def _typed(input, dtype):
    return input if dtype is None else input.to(dtype)


def _filled(input, mask, dtype, identity):
    """The input with identity(dtype) for what is masked out."""
    input = _typed(input, dtype)
    if mask is None:
        return input
    return F.where(_fitted(mask, input), input, F.scalar_tensor(identity(input.dtype), dtype=input.dtype))


def _fitted(mask, input):
    if mask.ndim > input.ndim:
        raise IndexError("_input_mask expected broadcastable mask (got mask dimensionality higher than of the input)")
    return F.expand(mask.to(dtypes.bool), input.shape)


def _count(input, dim, keepdim, mask):
    return F.sum(_fitted(mask, input), _dims(input, dim), keepdim)


def _dims(input, dim):
    """The dims, none standing for all."""
    if dim is None or isinstance(dim, (tuple, list)) and not dim:
        return tuple(range(input.ndim))
    return (dim,) if isinstance(dim, int) else tuple(dim)


def _least(name):
    return lambda dtype: _end(name, dtype, -math.inf, "min")


def _lowest_power(dtype):
    return -math.inf if dtype.category == dtypes.COMPLEX else _end("logsumexp", dtype, -math.inf, "min")


def _greatest(name):
    return lambda dtype: _end(name, dtype, math.inf, "max")


def _end(name, dtype, infinity, end):
    """The number that no element of the type passes."""
    if dtype.category in (dtypes.BOOL, dtypes.COMPLEX):
        raise NotImplementedError(f"identity of {name} on {dtype} input")
    return infinity if dtype.category == dtypes.FLOATING else getattr(dtypes.iinfo(dtype), end)
