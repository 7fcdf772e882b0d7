"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from rushlight.nn.modules.module import Module
from rushlight.tensor import Tensor


class PairwiseDistance(Module):
    norm: Any
    eps: Any
    keepdim: bool
    def __init__(self, p: float = 2.0, eps: Any = 1e-06, keepdim: bool = False) -> None: ...
    def forward(self, x1: Any, x2: Any) -> Tensor: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Tensor: ...

class CosineSimilarity(Module):
    dim: int
    eps: float
    def forward(self, x1: Any, x2: Any) -> Tensor: ...
    def __init__(self, dim: int | None = 1, eps: Any = 1e-08) -> None: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Tensor: ...
