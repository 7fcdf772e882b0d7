"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from rushlight.nn.modules.module import Module
from rushlight.nn.parameter import Parameter
from rushlight.tensor import Tensor
from rushlight.device import device
from rushlight.dtypes import dtype


class _Table(Module):
    weight: Parameter
    def reset_parameters(self) -> None: ...

class Embedding(_Table):
    num_embeddings: int
    embedding_dim: int
    padding_idx: int | None
    max_norm: float | None
    norm_type: float
    scale_grad_by_freq: bool
    sparse: bool
    def __init__(self, num_embeddings: int, embedding_dim: int, padding_idx: int | None = None, max_norm: float | None = None, norm_type: float = 2.0, scale_grad_by_freq: bool = False, sparse: bool = False, _weight: Any = None, _freeze: bool = False, device: device | str | int | None = None, dtype: dtype | None = None) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...
    def extra_repr(self) -> str: ...
    @classmethod
    def from_pretrained(cls, embeddings: Any, freeze: bool = True, padding_idx: Any = None, max_norm: Any = None, norm_type: float = 2.0, scale_grad_by_freq: bool = False, sparse: bool = False) -> Any: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Tensor: ...

class EmbeddingBag(_Table):
    num_embeddings: int
    embedding_dim: int
    max_norm: float | None
    norm_type: float
    scale_grad_by_freq: bool
    padding_idx: int | None
    mode: str
    sparse: bool
    include_last_offset: bool
    def __init__(self, num_embeddings: int, embedding_dim: int, max_norm: float | None = None, norm_type: float = 2.0, scale_grad_by_freq: bool = False, mode: str = 'mean', sparse: bool = False, _weight: Any = None, include_last_offset: bool = False, padding_idx: int | None = None, device: device | str | int | None = None, dtype: dtype | None = None) -> None: ...
    def forward(self, input: Tensor, offsets: Any = None, per_sample_weights: Any = None) -> Tensor: ...
    def extra_repr(self) -> str: ...
    @classmethod
    def from_pretrained(cls, embeddings: Any, freeze: bool = True, max_norm: Any = None, norm_type: float = 2.0, scale_grad_by_freq: bool = False, mode: str = 'mean', sparse: bool = False, include_last_offset: bool = False, padding_idx: Any = None) -> Any: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Tensor: ...
