"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from rushlight.nn.modules.lazy import LazyModuleMixin
from rushlight.nn.modules.module import Module
from rushlight.nn.parameter import Parameter
from collections.abc import Sequence
from rushlight.tensor import Tensor
from rushlight.device import device
from rushlight.dtypes import dtype


class _ConvNd(Module):
    dimensions: int
    convolve: Any
    in_channels: int
    out_channels: int
    kernel_size: int | tuple[int, ...]
    stride: int | tuple[int, ...] | None
    padding: int | tuple[int, ...] | str
    dilation: int | tuple[int, ...]
    transposed: Any
    output_padding: int | tuple[int, ...]
    groups: int
    padding_mode: Any
    weight: Parameter
    bias: Parameter | Any
    def __init__(self, in_channels: int, out_channels: int, kernel_size: int | tuple[int, ...], stride: int | tuple[int, ...] | None, padding: int | tuple[int, ...] | str, dilation: int | tuple[int, ...], transposed: Any, output_padding: int | tuple[int, ...], groups: int, bias: bool, padding_mode: Any, device: device | str | int | None = None, dtype: dtype | None = None) -> None: ...
    def reset_parameters(self) -> None: ...
    def extra_repr(self) -> str: ...

class _ForwardConvNd(_ConvNd):
    def __init__(self, in_channels: int, out_channels: int, kernel_size: int | tuple[int, ...], stride: int | tuple[int, ...] | None = 1, padding: int | tuple[int, ...] | str = 0, dilation: int | tuple[int, ...] = 1, groups: int = 1, bias: bool = True, padding_mode: str = 'zeros', device: device | str | int | None = None, dtype: dtype | None = None) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Tensor: ...

class Conv1d(_ForwardConvNd):
    dimensions: Any
    @staticmethod
    def convolve(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: int | Sequence[int] | None = 1, padding: int | Sequence[int] | str = 0, dilation: int | Sequence[int] = 1, groups: int = 1) -> Tensor: ...

class Conv2d(_ForwardConvNd):
    dimensions: Any
    @staticmethod
    def convolve(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: int | Sequence[int] | None = 1, padding: int | Sequence[int] | str = 0, dilation: int | Sequence[int] = 1, groups: int = 1) -> Tensor: ...

class Conv3d(_ForwardConvNd):
    dimensions: Any
    @staticmethod
    def convolve(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: int | Sequence[int] | None = 1, padding: int | Sequence[int] | str = 0, dilation: int | Sequence[int] = 1, groups: int = 1) -> Tensor: ...

class _ConvTransposeNd(_ConvNd):
    def __init__(self, in_channels: int, out_channels: int, kernel_size: int | tuple[int, ...], stride: int | tuple[int, ...] | None = 1, padding: int | tuple[int, ...] | str = 0, output_padding: int | tuple[int, ...] = 0, groups: int = 1, bias: bool = True, dilation: int | tuple[int, ...] = 1, padding_mode: str = 'zeros', device: device | str | int | None = None, dtype: dtype | None = None) -> None: ...
    def forward(self, input: Tensor, output_size: Any = None) -> Tensor: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Tensor: ...

class ConvTranspose1d(_ConvTransposeNd):
    dimensions: Any
    @staticmethod
    def convolve(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: int | Sequence[int] | None = 1, padding: int | Sequence[int] | str = 0, output_padding: int | Sequence[int] = 0, groups: int = 1, dilation: int | Sequence[int] = 1) -> Tensor: ...

class ConvTranspose2d(_ConvTransposeNd):
    dimensions: Any
    @staticmethod
    def convolve(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: int | Sequence[int] | None = 1, padding: int | Sequence[int] | str = 0, output_padding: int | Sequence[int] = 0, groups: int = 1, dilation: int | Sequence[int] = 1) -> Tensor: ...

class ConvTranspose3d(_ConvTransposeNd):
    dimensions: Any
    @staticmethod
    def convolve(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: int | Sequence[int] | None = 1, padding: int | Sequence[int] | str = 0, output_padding: int | Sequence[int] = 0, groups: int = 1, dilation: int | Sequence[int] = 1) -> Tensor: ...

class _LazyConvXdMixin(LazyModuleMixin):
    weight: Parameter
    out_channels: Any
    in_channels: Any
    bias: Parameter
    def reset_parameters(self) -> None: ...
    def initialize_parameters(self, input: Tensor, *args: Any, **kwargs: Any) -> Any: ...

class _LazyConvNd(_LazyConvXdMixin):
    def __init__(self, out_channels: int, kernel_size: int | tuple[int, ...], stride: int | tuple[int, ...] | None = 1, padding: int | tuple[int, ...] | str = 0, dilation: int | tuple[int, ...] = 1, groups: int = 1, bias: bool = True, padding_mode: str = 'zeros', device: device | str | int | None = None, dtype: dtype | None = None) -> None: ...

class LazyConv1d(_LazyConvNd, Conv1d):
    cls_to_become: Any

class LazyConv2d(_LazyConvNd, Conv2d):
    cls_to_become: Any

class LazyConv3d(_LazyConvNd, Conv3d):
    cls_to_become: Any

class _LazyConvTransposeNd(_LazyConvXdMixin):
    def __init__(self, out_channels: int, kernel_size: int | tuple[int, ...], stride: int | tuple[int, ...] | None = 1, padding: int | tuple[int, ...] | str = 0, output_padding: int | tuple[int, ...] = 0, groups: int = 1, bias: bool = True, dilation: int | tuple[int, ...] = 1, padding_mode: str = 'zeros', device: device | str | int | None = None, dtype: dtype | None = None) -> None: ...

class LazyConvTranspose1d(_LazyConvTransposeNd, ConvTranspose1d):
    cls_to_become: Any

class LazyConvTranspose2d(_LazyConvTransposeNd, ConvTranspose2d):
    cls_to_become: Any

class LazyConvTranspose3d(_LazyConvTransposeNd, ConvTranspose3d):
    cls_to_become: Any
