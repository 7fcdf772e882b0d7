"""Attention."""
from __future__ import annotations

import math

from rushlight import dtypes
from rushlight.dispatch import families
from rushlight.dispatch.kinds import Tensor
from rushlight.dispatch.op import op


@op(families.composite, method=False, function=False)
def scaled_dot_product_attention(F, query: Tensor, key: Tensor, value: Tensor, attn_mask: Tensor | None = None, dropout_p=0.0,
                                 is_causal=False, *, scale=None, enable_gqa=False) -> Tensor:
    """Returns softmax(query key^T scale + mask) value: each query's mean of the values, weighted by how its key fits.

    A bool mask says which keys count; another one is added to the scores. `scale` is 1 / sqrt(width) by default.
    """
    _check(query, key, value, attn_mask, is_causal)
    kind = query.dtype
    if kind.itemsize == 2:
        query, key, value = [F.to_copy(t, dtypes.float32) for t in (query, key, value)]
    if enable_gqa:
        key, value = [F.repeat_interleave(t, query.shape[-3] // t.shape[-3], -3) for t in (key, value)]
    root = math.sqrt(1 / math.sqrt(query.shape[-1]) if scale is None else abs(scale))
    if scale is not None and scale < 0:
        query = -query
    scores = F.matmul(query * root, F.transpose(key, -2, -1) * root)
    mask = _causal(F, query, key) if is_causal else attn_mask
    if mask is not None:
        scores = F.masked_fill(scores, ~mask, -math.inf) if mask.dtype is dtypes.bool else scores + mask
    weights = F._safe_softmax(scores, -1) if mask is not None else F.softmax(scores, -1)
    out = F.matmul(F.dropout(weights, dropout_p, True) if dropout_p > 0 else weights, value)
    return F.to_copy(out, kind) if kind.itemsize == 2 else out


@op(families.composite, method=False)
def _safe_softmax(F, input: Tensor, dim, dtype=None) -> Tensor:
    """Returns the softmax along `dim`, and zeros where all elements are -inf."""
    out = F.softmax(input, dim, dtype)
    return F.masked_fill(out, F.all(input == -math.inf, dim, True), 0.0)


def _causal(F, query, key):
    rows, columns = query.shape[-2], key.shape[-2]
    return F.tril(F.ones((rows, columns), dtype=dtypes.bool))


def _check(query, key, value, attn_mask, is_causal):
    if not query.dtype is key.dtype is value.dtype:
        names = [_named_in_c(t.dtype) for t in (query, key, value)]
        raise RuntimeError(f"Expected query, key, and value to have the same dtype, but got query.dtype: {names[0]} key.dtype: "
                           f"{names[1]} and value.dtype: {names[2]} instead.")
    if min(query.ndim, key.ndim, value.ndim) < 2:
        raise RuntimeError(f"Expected query, key, and value to all be  at least 2 dimensional, but got query.dim: {query.ndim} "
                           f"key.dim: {key.ndim} and value.dim: {value.ndim} instead.")
    if is_causal and attn_mask is not None:
        raise RuntimeError("_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True")
    if attn_mask is not None and attn_mask.dtype not in (dtypes.bool, dtypes.float32, query.dtype):
        raise RuntimeError(f"Expected attn_mask dtype to be bool or float or to match query dtype, but got attn_mask.dtype: "
                           f"{_named_in_c(attn_mask.dtype)} and  query.dtype: {_named_in_c(query.dtype)} instead.")


_NAMES_IN_C = {"Half": "c10::Half", "BFloat16": "c10::BFloat16", "Long": "long int", "Short": "short int", "Char": "signed char",
               "Byte": "unsigned char", "ComplexFloat": "c10::complex<float>", "ComplexDouble": "c10::complex<double>"}


def _named_in_c(dtype):
    return _NAMES_IN_C.get(dtype.scalar_name, dtype.scalar_name.lower())
