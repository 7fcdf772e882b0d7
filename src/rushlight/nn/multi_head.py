"""torch.nn.functional.multi_head_attention_forward: attention of several heads, from the projections in to the one out."""
from __future__ import annotations

import math
import warnings

from rushlight import dtypes
from rushlight.dispatch.namespace import tensors as F
from rushlight.ops.attention import scaled_dot_product_attention


def multi_head_attention_forward(
        query, key, value, embed_dim_to_check, num_heads, in_proj_weight, in_proj_bias, bias_k, bias_v, add_zero_attn, dropout_p,
        out_proj_weight, out_proj_bias, training=True, key_padding_mask=None, need_weights=True, attn_mask=None,
        use_separate_proj_weight=False, q_proj_weight=None, k_proj_weight=None, v_proj_weight=None, static_k=None, static_v=None,
        average_attn_weights=True, is_causal=False):
    """Returns what the heads gather, (length, batch, width), and the weights they did it with, or None.

    Without a batch, all have one dimension less. Masks as for scaled_dot_product_attention, except that True keeps away.
    """
    batched = _mha_shape_check(query, key, value, key_padding_mask, attn_mask, num_heads)
    if not batched:
        query, key, value = _with_batch(query, key, value)
        key_padding_mask = None if key_padding_mask is None else key_padding_mask.unsqueeze(0)
    attn_mask, key_padding_mask, is_causal = _masks(query, key_padding_mask, attn_mask, need_weights, is_causal)
    _check_widths(query, key, value, embed_dim_to_check, num_heads, use_separate_proj_weight)
    q, k, v = _projected(query, key, value, in_proj_weight, in_proj_bias, q_proj_weight, k_proj_weight, v_proj_weight,
                         use_separate_proj_weight)
    length, batch, width = query.shape
    attn_mask = _by_head(attn_mask, length, k.shape[0], batch * num_heads)
    masks = (attn_mask, key_padding_mask)
    if bias_k is not None or bias_v is not None:
        k, v, masks = _with_bias(k, v, bias_k, bias_v, static_k, static_v, masks)
    q = _split_heads(q, batch, num_heads)
    k = _split_heads(k, batch, num_heads) if static_k is None else _checked_static("static_k", static_k, q)
    v = _split_heads(v, batch, num_heads) if static_v is None else _checked_static("static_v", static_v, q)
    if add_zero_attn:
        k, v, masks = _one_more(k, v, F.new_zeros(k, (k.shape[0], 1, k.shape[2])), F.new_zeros(v, (v.shape[0], 1, v.shape[2])),
                                1, masks)
    mask = _merged(*masks, batch, num_heads)
    dropout_p = dropout_p if training else 0.0
    if need_weights:
        out, weights = _attended(q, k, v, mask, dropout_p)
    else:
        out, weights = _attended_at_once(q, k, v, mask, dropout_p, is_causal, batch, num_heads), None
    out = F.linear(out.reshape(length * batch, width), out_proj_weight, out_proj_bias)
    out = out.view(length, batch, out.shape[1])
    if weights is not None:
        weights = weights.view(batch, num_heads, length, k.shape[1])
        weights = weights.mean(1) if average_attn_weights else weights
    if batched:
        return out, weights
    return out.squeeze(1), None if weights is None else weights.squeeze(0)


def _attended(q, k, v, mask, dropout_p):
    scaled, fits = q * math.sqrt(1.0 / float(q.shape[-1])), k.transpose(-2, -1)
    scores = F.bmm(scaled, fits) if mask is None else F.baddbmm(mask, scaled, fits)
    weights = F.softmax(scores, -1)
    if dropout_p > 0.0:
        weights = F.dropout(weights, dropout_p, True)
    return F.bmm(weights, v).transpose(0, 1).contiguous(), weights


def _attended_at_once(q, k, v, mask, dropout_p, is_causal, batch, num_heads):
    q, k, v = [t.view(batch, num_heads, *t.shape[1:]) for t in (q, k, v)]
    if mask is not None:
        mask = mask.unsqueeze(0) if mask.shape[0] == 1 else mask.view(batch, num_heads, *mask.shape[1:])
    return scaled_dot_product_attention(q, k, v, mask, dropout_p, is_causal).permute(2, 0, 1, 3).contiguous()

# ---------------------------------------------------------------- shapes


def _mha_shape_check(query, key, value, key_padding_mask, attn_mask, num_heads):
    """Whether there is a batch; AssertionError where the numbers of dimensions do not agree."""
    if query.dim() not in (2, 3):
        raise AssertionError(f"query should be unbatched 2D or batched 3D tensor but received {query.dim()}-D query tensor")
    batched = query.dim() == 3
    kind = "batched (3-D)" if batched else "unbatched (2-D)"
    if not key.dim() == value.dim() == query.dim():
        raise AssertionError(f"For {kind} `query`, expected `key` and `value` to be {query.dim()}-D but found {key.dim()}-D and "
                             f"{value.dim()}-D tensors respectively")
    if key_padding_mask is not None and key_padding_mask.dim() != query.dim() - 1:
        raise AssertionError(f"For {kind} `query`, expected `key_padding_mask` to be `None` or {query.dim() - 1}-D but found "
                             f"{key_padding_mask.dim()}-D tensor instead")
    if attn_mask is not None:
        _check_attn_mask(query, key, attn_mask, num_heads, kind)
    return batched


def _check_attn_mask(query, key, attn_mask, num_heads, kind):
    if attn_mask.dim() not in (2, 3):
        raise AssertionError(f"For {kind} `query`, expected `attn_mask` to be `None`, 2-D or 3-D but found {attn_mask.dim()}-D "
                             "tensor instead")
    expected = (num_heads, query.shape[0], key.shape[0])
    if query.dim() == 2 and attn_mask.dim() == 3 and tuple(attn_mask.shape) != expected:
        raise AssertionError(f"Expected `attn_mask` shape to be {expected} but got {attn_mask.shape}")


def _with_batch(query, key, value):
    """With a batch of one; tensors that are the same stay so."""
    made = {id(t): t.unsqueeze(1) for t in (query, key, value)}
    return made[id(query)], made[id(key)], made[id(value)]


def _check_widths(query, key, value, embed_dim_to_check, num_heads, separate):
    width = query.shape[-1]
    if width != embed_dim_to_check:
        raise AssertionError(f"was expecting embedding dimension of {embed_dim_to_check}, but got {width}")
    if width // num_heads * num_heads != width:
        raise AssertionError(f"embed_dim {width} not divisible by num_heads {num_heads}")
    if separate and key.shape[:2] != value.shape[:2]:
        raise AssertionError(f"key's sequence and batch dims {key.shape[:2]} do not match value's {value.shape[:2]}")
    if not separate and key.shape != value.shape:
        raise AssertionError(f"key shape {key.shape} does not match value shape {value.shape}")


def _split_heads(t, batch, num_heads):
    """(length, batch, width) as (batch * heads, length, width / heads)."""
    return t.contiguous().view(t.shape[0], batch * num_heads, t.shape[2] // num_heads).transpose(0, 1)


def _checked_static(name, static, q):
    for dim, size in ((0, q.shape[0]), (2, q.shape[2])):
        if static.size(dim) != size:
            raise AssertionError(f"expecting {name}.size({dim}) of {size}, but got {static.size(dim)}")
    return static

# ---------------------------------------------------------------- projections


def _projected(query, key, value, weight, bias, q_weight, k_weight, v_weight, separate):
    if not separate:
        if weight is None:
            raise AssertionError("use_separate_proj_weight is False but in_proj_weight is None")
        return _in_projection_packed(query, key, value, weight, bias)
    for name, given in (("q", q_weight), ("k", k_weight), ("v", v_weight)):
        if given is None:
            raise AssertionError(f"use_separate_proj_weight is True but {name}_proj_weight is None")
    biases = (None,) * 3 if bias is None else bias.chunk(3)
    return _in_projection(query, key, value, q_weight, k_weight, v_weight, *biases)


def _in_projection_packed(q, k, v, w, b=None):
    """Returns the three projections by the three parts of `w`, in as few products as there are different inputs."""
    width = q.size(-1)
    if k is not v:
        biases = (None,) * 3 if b is None else b.chunk(3)
        return [F.linear(t, weight, bias) for t, weight, bias in zip((q, k, v), w.chunk(3), biases)]
    if q is k:
        return _in_parts(F.linear(q, w, b), 3, width)
    w_q, w_kv = w.split([width, width * 2])
    b_q, b_kv = (None, None) if b is None else b.split([width, width * 2])
    return [F.linear(q, w_q, b_q), *_in_parts(F.linear(k, w_kv, b_kv), 2, width)]


def _in_parts(projected, count, width):
    """The last dimension cut in `count` parts that each lie together in memory."""
    parts = projected.unflatten(-1, (count, width)).unsqueeze(0).transpose(0, -2).squeeze(-2).contiguous()
    return [parts[i] for i in range(count)]


def _in_projection(q, k, v, w_q, w_k, w_v, b_q=None, b_k=None, b_v=None):
    """Returns the three projections, each by its own weight and bias."""
    width = q.size(-1)
    for name, t, weight in (("query", q, w_q), ("key", k, w_k), ("value", v, w_v)):
        expected = (width, t.size(-1))
        if tuple(weight.shape) != expected:
            raise AssertionError(f"expecting {name} weights shape of {expected}, but got {weight.shape}")
    for name, bias in (("query", b_q), ("key", b_k), ("value", b_v)):
        if bias is not None and tuple(bias.shape) != (width,):
            raise AssertionError(f"expecting {name} bias shape of {(width,)}, but got {bias.shape}")
    return F.linear(q, w_q, b_q), F.linear(k, w_k, b_k), F.linear(v, w_v, b_v)

# ---------------------------------------------------------------- one more key, for those who find none


def _with_bias(k, v, bias_k, bias_v, static_k, static_v, masks):
    for given, name, other in ((bias_k, "bias_k", "bias_v"), (bias_v, "bias_v", "bias_k")):
        if given is None:
            raise AssertionError(f"{other} is set but {name} is None")
    for static, what in ((static_k, "key"), (static_v, "value")):
        if static is not None:
            raise AssertionError(f"bias cannot be added to static {what}.")
    batch = k.shape[1]
    return _one_more(k, v, bias_k.repeat(1, batch, 1), bias_v.repeat(1, batch, 1), 0, masks)


def _one_more(k, v, key, value, dim, masks):
    return F.cat([k, key], dim), F.cat([v, value], dim), [None if mask is None else F.pad(mask, (0, 1)) for mask in masks]

# ---------------------------------------------------------------- masks


def _masks(query, key_padding_mask, attn_mask, need_weights, is_causal):
    """Both masks as numbers to add, and whether the causal one need not be looked at."""
    key_padding_mask = _canonical_mask(key_padding_mask, "key_padding_mask", _none_or_dtype(attn_mask), "attn_mask", query.dtype)
    if is_causal and attn_mask is None:
        raise RuntimeError("Need attn_mask if specifying the is_causal hint. You may use the Transformer module method "
                           "`generate_square_subsequent_mask` to create this mask.")
    if is_causal and key_padding_mask is None and not need_weights:
        return None, None, True
    attn_mask = _canonical_mask(attn_mask, "attn_mask", None, "", query.dtype, False)
    return attn_mask, key_padding_mask, is_causal and key_padding_mask is None and attn_mask is None


def _none_or_dtype(input):
    """The dtype of a tensor, None of None."""
    return None if input is None else input.dtype


def _canonical_mask(mask, mask_name, other_type, other_name, target_type, check_other=True):
    """The mask as numbers to add: minus infinity where a bool one is True."""
    if mask is None:
        return None
    if mask.dtype is not dtypes.bool and not mask.is_floating_point():
        raise AssertionError(f"only bool and floating types of {mask_name} are supported")
    if check_other and other_type is not None and mask.dtype is not other_type:
        warnings.warn(f"Support for mismatched {mask_name} and {other_name} is deprecated. Use same type for both instead.",
                      stacklevel=3)
    return mask if mask.is_floating_point() else F.zeros_like(mask, dtype=target_type).masked_fill_(mask, -math.inf)


def _by_head(mask, length, keys, heads):
    if mask is None:
        return None
    expected = (length, keys) if mask.dim() == 2 else (heads, length, keys)
    if tuple(mask.shape) != expected:
        raise RuntimeError(f"The shape of the {mask.dim()}D attn_mask is {mask.shape}, but should be {expected}.")
    return mask.unsqueeze(0) if mask.dim() == 2 else mask


def _merged(attn_mask, key_padding_mask, batch, num_heads):
    if key_padding_mask is None:
        return attn_mask
    keys = key_padding_mask.shape[1]
    if key_padding_mask.shape[0] != batch:
        raise AssertionError(f"Expected key_padded_mask.shape[0] to be {batch}, but got {key_padding_mask.shape[0]}")
    padding = key_padding_mask.view(batch, 1, 1, keys).expand(-1, num_heads, -1, -1).reshape(batch * num_heads, 1, keys)
    return padding if attn_mask is None else attn_mask + padding
