"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from collections.abc import Callable
from rushlight.nn.modules.module import Module
from rushlight.tensor import Tensor
from rushlight.device import device
from rushlight.dtypes import dtype


class _TransformerLayer(Module):
    linear1: Any
    dropout: Any
    linear2: Any

class TransformerEncoderLayer(_TransformerLayer):
    self_attn: Any
    norm_first: bool
    activation: str | Callable[[Tensor], Tensor]
    activation_relu_or_gelu: Any
    def __init__(self, d_model: int, nhead: int, dim_feedforward: int = 2048, dropout: float = 0.1, activation: str | Callable[[Tensor], Tensor] = ..., layer_norm_eps: float = 1e-05, batch_first: bool = False, norm_first: bool = False, bias: bool = True, device: device | str | int | None = None, dtype: dtype | None = None) -> None: ...
    def forward(self, src: Any, src_mask: Any = None, src_key_padding_mask: Any = None, is_causal: bool = False) -> Tensor: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Tensor: ...

class TransformerDecoderLayer(_TransformerLayer):
    self_attn: Any
    multihead_attn: Any
    norm_first: bool
    activation: str | Callable[[Tensor], Tensor]
    def __init__(self, d_model: int, nhead: int, dim_feedforward: int = 2048, dropout: float = 0.1, activation: str | Callable[[Tensor], Tensor] = ..., layer_norm_eps: float = 1e-05, batch_first: bool = False, norm_first: bool = False, bias: bool = True, device: device | str | int | None = None, dtype: dtype | None = None) -> None: ...
    def forward(self, tgt: Any, memory: Any, tgt_mask: Any = None, memory_mask: Any = None, tgt_key_padding_mask: Any = None, memory_key_padding_mask: Any = None, tgt_is_causal: bool = False, memory_is_causal: bool = False) -> Tensor: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Tensor: ...

class TransformerEncoder(Module):
    layers: Any
    num_layers: int
    norm: Any
    mask_check: bool
    enable_nested_tensor: bool
    use_nested_tensor: Any
    def __init__(self, encoder_layer: Any, num_layers: int, norm: Any = None, enable_nested_tensor: bool = True, mask_check: bool = True) -> None: ...
    def forward(self, src: Any, mask: Any = None, src_key_padding_mask: Any = None, is_causal: Any = None) -> Tensor: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Tensor: ...

class TransformerDecoder(Module):
    layers: Any
    num_layers: int
    norm: Any
    def __init__(self, decoder_layer: Any, num_layers: int, norm: Any = None) -> None: ...
    def forward(self, tgt: Any, memory: Any, tgt_mask: Any = None, memory_mask: Any = None, tgt_key_padding_mask: Any = None, memory_key_padding_mask: Any = None, tgt_is_causal: Any = None, memory_is_causal: bool = False) -> Tensor: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Tensor: ...

class Transformer(Module):
    encoder: Any
    decoder: Any
    d_model: int
    nhead: int
    batch_first: bool
    def __init__(self, d_model: int = 512, nhead: int = 8, num_encoder_layers: int = 6, num_decoder_layers: int = 6, dim_feedforward: int = 2048, dropout: float = 0.1, activation: str | Callable[[Tensor], Tensor] = ..., custom_encoder: Any = None, custom_decoder: Any = None, layer_norm_eps: float = 1e-05, batch_first: bool = False, norm_first: bool = False, bias: bool = True, device: device | str | int | None = None, dtype: dtype | None = None) -> None: ...
    def forward(self, src: Any, tgt: Any, src_mask: Any = None, tgt_mask: Any = None, memory_mask: Any = None, src_key_padding_mask: Any = None, tgt_key_padding_mask: Any = None, memory_key_padding_mask: Any = None, src_is_causal: Any = None, tgt_is_causal: Any = None, memory_is_causal: bool = False) -> Tensor: ...
    @staticmethod
    def generate_square_subsequent_mask(sz: Any, device: device | str | int | None = None, dtype: dtype | None = None) -> Any: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Tensor: ...
