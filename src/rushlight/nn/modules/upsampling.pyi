"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from rushlight.nn.modules.module import Module
from rushlight.tensor import Tensor


class Upsample(Module):
    name: Any
    size: Any
    scale_factor: Any
    mode: str
    align_corners: Any
    recompute_scale_factor: Any
    def __init__(self, size: Any = None, scale_factor: Any = None, mode: str = 'nearest', align_corners: Any = None, recompute_scale_factor: Any = None) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...
    def extra_repr(self) -> str: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Tensor: ...

class UpsamplingNearest2d(Upsample):
    def __init__(self, size: Any = None, scale_factor: Any = None) -> None: ...

class UpsamplingBilinear2d(Upsample):
    def __init__(self, size: Any = None, scale_factor: Any = None) -> None: ...
