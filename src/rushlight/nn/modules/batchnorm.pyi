"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from rushlight.nn.modules.lazy import LazyModuleMixin
from rushlight.nn.modules.module import Module
from rushlight.nn.parameter import Parameter
from rushlight.tensor import Tensor
from rushlight.device import device
from rushlight.dtypes import dtype


class _NormBase(Module):
    num_features: int
    eps: Any
    momentum: float | None
    affine: bool
    track_running_stats: bool
    weight: Parameter | Any
    bias: Parameter | Any
    input_dims: Any
    def __init__(self, num_features: int, eps: Any = 1e-05, momentum: float | None = 0.1, affine: bool = True, track_running_stats: bool = True, device: device | str | int | None = None, dtype: dtype | None = None, *, bias: bool = True) -> None: ...
    def reset_running_stats(self) -> None: ...
    def reset_parameters(self) -> None: ...
    def extra_repr(self) -> str: ...

class _BatchNorm(_NormBase):
    def forward(self, input: Tensor) -> Tensor: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Tensor: ...

class BatchNorm1d(_BatchNorm):
    input_dims: Any

class BatchNorm2d(_BatchNorm):
    input_dims: Any

class BatchNorm3d(_BatchNorm):
    input_dims: Any

class SyncBatchNorm(_BatchNorm):
    process_group: Any
    def __init__(self, num_features: int, eps: Any = 1e-05, momentum: float | None = 0.1, affine: bool = True, track_running_stats: bool = True, process_group: Any = None, device: device | str | int | None = None, dtype: dtype | None = None, *, bias: bool = True) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...
    @classmethod
    def convert_sync_batchnorm(cls, module: Module, process_group: Any = None) -> Any: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Tensor: ...

class _LazyNormBase(LazyModuleMixin, _NormBase):
    affine: bool
    track_running_stats: bool
    weight: Parameter
    bias: bool
    running_mean: Any
    running_var: Any
    num_batches_tracked: Any
    def __init__(self, eps: Any = 1e-05, momentum: float | None = 0.1, affine: bool = True, track_running_stats: bool = True, device: device | str | int | None = None, dtype: dtype | None = None, *, bias: bool = True) -> None: ...
    def reset_parameters(self) -> None: ...
    def initialize_parameters(self, input: Tensor) -> Any: ...

class LazyBatchNorm1d(_LazyNormBase, _BatchNorm):
    cls_to_become: Any
    input_dims: Any

class LazyBatchNorm2d(_LazyNormBase, _BatchNorm):
    cls_to_become: Any
    input_dims: Any

class LazyBatchNorm3d(_LazyNormBase, _BatchNorm):
    cls_to_become: Any
    input_dims: Any
