"""MultiheadAttention; torch's module for it is `activation`, which has it too."""
from __future__ import annotations

from rushlight.dispatch.namespace import tensors as ops
from rushlight.nn import functional as F
from rushlight.nn import init
from rushlight.nn.modules.linear import NonDynamicallyQuantizableLinear
from rushlight.nn.modules.module import Module
from rushlight.nn.parameter import Parameter

WEIGHTS = ("in_proj_weight", "q_proj_weight", "k_proj_weight", "v_proj_weight")


class MultiheadAttention(Module):
    """Several attentions side by side, each over its own projections (Vaswani and others, 2017)."""
    __constants__ = ["batch_first"]

    def __init__(self, embed_dim, num_heads, dropout=0.0, bias=True, add_bias_kv=False, add_zero_attn=False, kdim=None, vdim=None,
                 batch_first=False, device=None, dtype=None):
        super().__init__()
        _check_heads(embed_dim, num_heads)
        self.embed_dim, self.num_heads, self.head_dim = embed_dim, num_heads, embed_dim // num_heads
        self.kdim, self.vdim = embed_dim if kdim is None else kdim, embed_dim if vdim is None else vdim
        self._qkv_same_embed_dim = self.kdim == embed_dim and self.vdim == embed_dim
        self.dropout, self.batch_first, self.add_zero_attn = dropout, batch_first, add_zero_attn

        def new(*shape):
            return Parameter(ops.empty(shape, device=device, dtype=dtype))
        self._make_weights(new)
        self.register_parameter("in_proj_bias", new(3 * embed_dim) if bias else None)
        self.out_proj = NonDynamicallyQuantizableLinear(embed_dim, embed_dim, bias=bias, device=device, dtype=dtype)
        self.bias_k, self.bias_v = (new(1, 1, embed_dim), new(1, 1, embed_dim)) if add_bias_kv else (None, None)
        self._reset_parameters()

    def _make_weights(self, new):
        """One weight for the three projections where their inputs are equally wide, else one for each."""
        width = self.embed_dim
        if self._qkv_same_embed_dim:
            made = {"in_proj_weight": new(3 * width, width)}
            names = WEIGHTS
        else:
            made = {"q_proj_weight": new(width, width), "k_proj_weight": new(width, self.kdim),
                    "v_proj_weight": new(width, self.vdim)}
            names = (*WEIGHTS[1:], WEIGHTS[0])
        for name in names:
            self.register_parameter(name, made.get(name))

    def _reset_parameters(self):
        for name in WEIGHTS:
            if getattr(self, name) is not None:
                init.xavier_uniform_(getattr(self, name))
        if self.in_proj_bias is not None:
            init.constant_(self.in_proj_bias, 0.0)
            init.constant_(self.out_proj.bias, 0.0)
        for bias in (self.bias_k, self.bias_v):
            if bias is not None:
                init.xavier_normal_(bias)

    def forward(self, query, key, value, key_padding_mask=None, need_weights=True, attn_mask=None, average_attn_weights=True,
                is_causal=False):
        batch_first = self.batch_first and query.dim() == 3
        if batch_first:
            query, key, value = _batch_second(query, key, value)
        out, weights = F.multi_head_attention_forward(
            query, key, value, self.embed_dim, self.num_heads, self.in_proj_weight, self.in_proj_bias, self.bias_k, self.bias_v,
            self.add_zero_attn, self.dropout, self.out_proj.weight, self.out_proj.bias, training=self.training,
            key_padding_mask=key_padding_mask, need_weights=need_weights, attn_mask=attn_mask,
            use_separate_proj_weight=not self._qkv_same_embed_dim, q_proj_weight=self.q_proj_weight,
            k_proj_weight=self.k_proj_weight, v_proj_weight=self.v_proj_weight, average_attn_weights=average_attn_weights,
            is_causal=is_causal)
        return (out.transpose(1, 0) if batch_first else out), weights

    def merge_masks(self, attn_mask, key_padding_mask, query):
        """Returns both masks as one, for each head of each example, and which there were: 0, 1, or 2 for both."""
        if attn_mask is None:
            return (None, None) if key_padding_mask is None else (key_padding_mask, 1)
        batch, length = query.shape[:2]
        if attn_mask.dim() == 3:
            merged = attn_mask.view(batch, -1, length, length)
        else:
            merged = attn_mask.view(1, 1, length, length).expand(batch, self.num_heads, -1, -1)
        if key_padding_mask is not None:
            merged = merged + key_padding_mask.view(batch, 1, 1, length).expand(-1, self.num_heads, -1, -1)
        return merged, 2


MultiheadAttention.__module__ = "rushlight.nn.modules.activation"


def _check_heads(embed_dim, num_heads):
    if embed_dim <= 0 or num_heads <= 0:
        raise ValueError(f"embed_dim and num_heads must be greater than 0, got embed_dim={embed_dim} and num_heads={num_heads} "
                         "instead")
    if embed_dim % num_heads:
        raise AssertionError("embed_dim must be divisible by num_heads")


def _batch_second(query, key, value):
    """The first two dimensions exchanged; tensors that are the same stay so."""
    made = {id(t): t.transpose(1, 0) for t in (query, key, value)}
    return made[id(query)], made[id(key)], made[id(value)]
