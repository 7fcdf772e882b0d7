"""Transformers (Vaswani and others, 2017)."""
from __future__ import annotations

import copy
import math
import warnings

from rushlight.autograd.grad_mode import is_grad_enabled
from rushlight.dispatch.namespace import tensors as ops
from rushlight.dtypes import get_default_dtype
from rushlight.nn import functional as F
from rushlight.nn import init
from rushlight.nn.modules.activation import MultiheadAttention
from rushlight.nn.modules.container import ModuleList
from rushlight.nn.modules.dropout import Dropout
from rushlight.nn.modules.linear import Linear
from rushlight.nn.modules.module import Module
from rushlight.nn.modules.normalization import LayerNorm

__all__ = ["Transformer", "TransformerDecoder", "TransformerDecoderLayer", "TransformerEncoder", "TransformerEncoderLayer"]

# ---------------------------------------------------------------- one layer


class _TransformerLayer(Module):
    """Attention to itself, then a network of two linear layers, each added to its input and normalised."""
    __constants__ = ["norm_first"]

    def _feed_forward_layers(self, d_model, dim_feedforward, dropout, bias, made):
        self.linear1 = Linear(d_model, dim_feedforward, bias=bias, **made)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, bias=bias, **made)

    def _norms_and_dropouts(self, count, d_model, eps, dropout, bias, made):
        for k in range(1, count + 1):
            setattr(self, f"norm{k}", LayerNorm(d_model, eps=eps, bias=bias, **made))
        for k in range(1, count + 1):
            setattr(self, f"dropout{k}", Dropout(dropout))

    def _added(self, x, norm, block, *args):
        """`x` plus what `block` makes of it, with the norm before the block or after the sum."""
        return x + block(norm(x), *args) if self.norm_first else norm(x + block(x, *args))

    def _sa_block(self, x, attn_mask, key_padding_mask, is_causal=False):
        x, _ = self.self_attn(x, x, x, attn_mask=attn_mask, key_padding_mask=key_padding_mask, is_causal=is_causal,
                              need_weights=False)
        return self.dropout1(x)

    def _feed(self, x):
        return self.linear2(self.dropout(self.activation(self.linear1(x))))


class TransformerEncoderLayer(_TransformerLayer):
    """A layer of an encoder: attention to itself, and a network of two linear layers."""

    def __init__(self, d_model, nhead, dim_feedforward=2048, dropout=0.1, activation=F.relu, layer_norm_eps=1e-5,
                 batch_first=False, norm_first=False, bias=True, device=None, dtype=None):
        super().__init__()
        made = {"device": device, "dtype": dtype}
        self.self_attn = MultiheadAttention(d_model, nhead, dropout=dropout, bias=bias, batch_first=batch_first, **made)
        self._feed_forward_layers(d_model, dim_feedforward, dropout, bias, made)
        self.norm_first = norm_first
        self._norms_and_dropouts(2, d_model, layer_norm_eps, dropout, bias, made)
        self.activation = _get_activation_fn(activation) if isinstance(activation, str) else activation
        self.activation_relu_or_gelu = _known_activation(self.activation)

    def forward(self, src, src_mask=None, src_key_padding_mask=None, is_causal=False):
        src_key_padding_mask = F._canonical_mask(src_key_padding_mask, "src_key_padding_mask", F._none_or_dtype(src_mask),
                                                 "src_mask", src.dtype)
        src_mask = F._canonical_mask(src_mask, "src_mask", None, "", src.dtype, False)
        x = self._added(src, self.norm1, self._sa_block, src_mask, src_key_padding_mask, is_causal)
        return self._added(x, self.norm2, self._ff_block)

    def _ff_block(self, x):
        return self.dropout2(self._feed(x))


class TransformerDecoderLayer(_TransformerLayer):
    """A layer of a decoder: attention to itself, attention to the memory, and a network of two linear layers."""

    def __init__(self, d_model, nhead, dim_feedforward=2048, dropout=0.1, activation=F.relu, layer_norm_eps=1e-5,
                 batch_first=False, norm_first=False, bias=True, device=None, dtype=None):
        super().__init__()
        made = {"device": device, "dtype": dtype}
        self.self_attn = MultiheadAttention(d_model, nhead, dropout=dropout, batch_first=batch_first, bias=bias, **made)
        self.multihead_attn = MultiheadAttention(d_model, nhead, dropout=dropout, batch_first=batch_first, bias=bias, **made)
        self._feed_forward_layers(d_model, dim_feedforward, dropout, bias, made)
        self.norm_first = norm_first
        self._norms_and_dropouts(3, d_model, layer_norm_eps, dropout, bias, made)
        self.activation = _get_activation_fn(activation) if isinstance(activation, str) else activation

    def forward(self, tgt, memory, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None, memory_key_padding_mask=None,
                tgt_is_causal=False, memory_is_causal=False):
        x = self._added(tgt, self.norm1, self._sa_block, tgt_mask, tgt_key_padding_mask, tgt_is_causal)
        x = self._added(x, self.norm2, self._mha_block, memory, memory_mask, memory_key_padding_mask, memory_is_causal)
        return self._added(x, self.norm3, self._ff_block)

    def _mha_block(self, x, mem, attn_mask, key_padding_mask, is_causal=False):
        x, _ = self.multihead_attn(x, mem, mem, attn_mask=attn_mask, key_padding_mask=key_padding_mask, is_causal=is_causal,
                                   need_weights=False)
        return self.dropout2(x)

    def _ff_block(self, x):
        return self.dropout3(self._feed(x))


def _get_activation_fn(activation):
    if activation not in ("relu", "gelu"):
        raise RuntimeError(f"activation should be relu/gelu, not {activation}")
    return F.relu if activation == "relu" else F.gelu


def _known_activation(activation):
    """1 for relu, 2 for gelu, 0 for another."""
    name = getattr(activation, "__name__", type(activation).__name__).lower()
    return {"relu": 1, "gelu": 2}.get(name, 0)

# ---------------------------------------------------------------- layers upon layers


class TransformerEncoder(Module):
    """Copies of an encoder layer, one after the other."""
    __constants__ = ["norm"]

    def __init__(self, encoder_layer, num_layers, norm=None, enable_nested_tensor=True, mask_check=True):
        super().__init__()
        self.layers = _get_clones(encoder_layer, num_layers)
        self.num_layers, self.norm, self.mask_check = num_layers, norm, mask_check
        self.enable_nested_tensor = self.use_nested_tensor = enable_nested_tensor
        reason = _why_not_nested(encoder_layer)
        if enable_nested_tensor and reason:
            warnings.warn(f"enable_nested_tensor is True, but self.use_nested_tensor is False because {reason}", stacklevel=2)
            self.use_nested_tensor = False

    def forward(self, src, mask=None, src_key_padding_mask=None, is_causal=None):
        padding = F._canonical_mask(src_key_padding_mask, "src_key_padding_mask", F._none_or_dtype(mask), "mask", src.dtype)
        mask = F._canonical_mask(mask, "mask", None, "", src.dtype, False)
        first = self.layers[0]
        batch_first = getattr(getattr(first, "self_attn", None), "batch_first", False)
        causal = _detect_is_causal_mask(mask, is_causal, _get_seq_len(src, batch_first))
        out = src
        for layer in self.layers:
            out = layer(out, src_mask=mask, is_causal=causal, src_key_padding_mask=padding)
        if mask is None and padding is not None and self._leaves_padding_out(src, padding):
            out = out.masked_fill((padding == -math.inf).unsqueeze(-1), 0.0)
        return out if self.norm is None else self.norm(out)

    def _leaves_padding_out(self, src, padding):
        """Whether torch would compute over nested tensors here: seen from outside, padded positions become 0."""
        if not self.use_nested_tensor or self.training or src.dim() != 3:
            return False
        if is_grad_enabled() and any(t.requires_grad for t in (src, *self.layers[0].parameters())):
            return False
        away = (padding == -math.inf).int()
        return not self.mask_check or bool((away[:, 1:] >= away[:, :-1]).all())


def _why_not_nested(layer):
    """What keeps torch from computing over nested tensors; None if nothing does."""
    if not isinstance(layer, TransformerEncoderLayer):
        return "encoder_layer was not TransformerEncoderLayer"
    attention = layer.self_attn
    reasons = {
        "encoder_layer.norm_first was True": layer.norm_first,
        "encoder_layer.self_attn.batch_first was not True(use batch_first for better inference performance)":
            not attention.batch_first,
        "encoder_layer.self_attn was passed bias=False": attention.in_proj_bias is None,
        "encoder_layer.self_attn._qkv_same_embed_dim was not True": not attention._qkv_same_embed_dim,
        "encoder_layer.activation_relu_or_gelu was not True": not layer.activation_relu_or_gelu,
        "encoder_layer.norm1.eps was not equal to encoder_layer.norm2.eps": layer.norm1.eps != layer.norm2.eps,
        "encoder_layer.self_attn.num_heads is odd": attention.num_heads % 2 == 1,
    }
    return next((reason for reason, holds in reasons.items() if holds), None)


class TransformerDecoder(Module):
    """Copies of a decoder layer, one after the other."""
    __constants__ = ["norm"]

    def __init__(self, decoder_layer, num_layers, norm=None):
        super().__init__()
        self.layers = _get_clones(decoder_layer, num_layers)
        self.num_layers, self.norm = num_layers, norm

    def forward(self, tgt, memory, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None, memory_key_padding_mask=None,
                tgt_is_causal=None, memory_is_causal=False):
        batch_first = getattr(getattr(self.layers[0], "self_attn", None), "batch_first", False)
        causal = _detect_is_causal_mask(tgt_mask, tgt_is_causal, _get_seq_len(tgt, batch_first))
        out = tgt
        for layer in self.layers:
            out = layer(out, memory, tgt_mask=tgt_mask, memory_mask=memory_mask, tgt_key_padding_mask=tgt_key_padding_mask,
                        memory_key_padding_mask=memory_key_padding_mask, tgt_is_causal=causal, memory_is_causal=memory_is_causal)
        return out if self.norm is None else self.norm(out)


class Transformer(Module):
    """An encoder, and a decoder that attends to what the encoder made."""

    def __init__(self, d_model=512, nhead=8, num_encoder_layers=6, num_decoder_layers=6, dim_feedforward=2048, dropout=0.1,
                 activation=F.relu, custom_encoder=None, custom_decoder=None, layer_norm_eps=1e-5, batch_first=False,
                 norm_first=False, bias=True, device=None, dtype=None):
        super().__init__()
        made = {"device": device, "dtype": dtype}
        options = (d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first, bias)
        norm = {"eps": layer_norm_eps, "bias": bias, **made}
        self.encoder = custom_encoder if custom_encoder is not None else TransformerEncoder(
            TransformerEncoderLayer(*options, **made), num_encoder_layers, LayerNorm(d_model, **norm))
        self.decoder = custom_decoder if custom_decoder is not None else TransformerDecoder(
            TransformerDecoderLayer(*options, **made), num_decoder_layers, LayerNorm(d_model, **norm))
        self._reset_parameters()
        self.d_model, self.nhead, self.batch_first = d_model, nhead, batch_first

    def _reset_parameters(self):
        for parameter in self.parameters():
            if parameter.dim() > 1:
                init.xavier_uniform_(parameter)

    def forward(self, src, tgt, src_mask=None, tgt_mask=None, memory_mask=None, src_key_padding_mask=None,
                tgt_key_padding_mask=None, memory_key_padding_mask=None, src_is_causal=None, tgt_is_causal=None,
                memory_is_causal=False):
        self._check(src, tgt)
        memory = self.encoder(src, mask=src_mask, src_key_padding_mask=src_key_padding_mask, is_causal=src_is_causal)
        return self.decoder(tgt, memory, tgt_mask=tgt_mask, memory_mask=memory_mask, tgt_key_padding_mask=tgt_key_padding_mask,
                            memory_key_padding_mask=memory_key_padding_mask, tgt_is_causal=tgt_is_causal,
                            memory_is_causal=memory_is_causal)

    def _check(self, src, tgt):
        batch = 0 if self.batch_first else 1
        if src.dim() == 3 and src.size(batch) != tgt.size(batch):
            raise RuntimeError("the batch number of src and tgt must be equal")
        if src.size(-1) != self.d_model or tgt.size(-1) != self.d_model:
            raise RuntimeError("the feature number of src and tgt must be equal to d_model")

    @staticmethod
    def generate_square_subsequent_mask(sz, device=None, dtype=None):
        """Returns the mask by which a position sees itself and those before it: 0 there, and minus infinity after."""
        return _generate_square_subsequent_mask(sz, device, dtype)


def _get_clones(module, count):
    return ModuleList([copy.deepcopy(module) for _ in range(count)])


def _generate_square_subsequent_mask(sz, device=None, dtype=None):
    return ops.triu(ops.full((sz, sz), -math.inf, dtype=dtype or get_default_dtype(), device=device), 1)


def _get_seq_len(src, batch_first):
    """The length of the sequences, with a batch or without."""
    return src.size(1 if batch_first and src.dim() == 3 else 0)


def _detect_is_causal_mask(mask, is_causal=None, size=None):
    """Whether the caller says that the mask is causal, or, if he says nothing, whether it is."""
    if is_causal is not None or mask is None:
        return is_causal is True
    causal = _generate_square_subsequent_mask(mask.size(-2) if size is None else size, dtype=get_default_dtype())
    return mask.size() == causal.size() and bool((mask == causal).all())
