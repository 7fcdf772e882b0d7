"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from rushlight.tensor import Tensor
from rushlight.nn.modules.batchnorm import _LazyNormBase
from rushlight.nn.modules.batchnorm import _NormBase
from rushlight.device import device
from rushlight.dtypes import dtype


class _InstanceNorm(_NormBase):
    def __init__(self, num_features: int, eps: Any = 1e-05, momentum: float | None = 0.1, affine: bool = False, track_running_stats: bool = False, device: device | str | int | None = None, dtype: dtype | None = None, *, bias: bool = True) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Tensor: ...

class InstanceNorm1d(_InstanceNorm):
    input_dims: Any

class InstanceNorm2d(_InstanceNorm):
    input_dims: Any

class InstanceNorm3d(_InstanceNorm):
    input_dims: Any

class LazyInstanceNorm1d(_LazyNormBase, _InstanceNorm):
    cls_to_become: Any
    input_dims: Any

class LazyInstanceNorm2d(_LazyNormBase, _InstanceNorm):
    cls_to_become: Any
    input_dims: Any

class LazyInstanceNorm3d(_LazyNormBase, _InstanceNorm):
    cls_to_become: Any
    input_dims: Any
