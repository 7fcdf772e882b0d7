"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from rushlight.nn.modules.module import Module
from rushlight.tensor import Tensor


class _PadNd(Module):
    mode: str
    dimensions: int
    padding: int | tuple[int, ...] | str
    def __init__(self, padding: int | tuple[int, ...] | str) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...
    def extra_repr(self) -> str: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Tensor: ...

class _ConstantPadNd(_PadNd):
    value: Any
    def __init__(self, padding: int | tuple[int, ...] | str, value: Any) -> None: ...
    def forward(self, input: Tensor) -> Tensor: ...
    def extra_repr(self) -> str: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Tensor: ...

class ConstantPad1d(_ConstantPadNd):
    dimensions: Any

class ConstantPad2d(_ConstantPadNd):
    dimensions: Any

class ConstantPad3d(_ConstantPadNd):
    dimensions: Any

class ZeroPad1d(ConstantPad1d):
    def __init__(self, padding: int | tuple[int, ...] | str) -> None: ...
    def extra_repr(self) -> str: ...

class ZeroPad2d(ConstantPad2d):
    def __init__(self, padding: int | tuple[int, ...] | str) -> None: ...
    def extra_repr(self) -> str: ...

class ZeroPad3d(ConstantPad3d):
    def __init__(self, padding: int | tuple[int, ...] | str) -> None: ...
    def extra_repr(self) -> str: ...

class _ReflectionPadNd(_PadNd):
    mode: str

class ReflectionPad1d(_ReflectionPadNd):
    dimensions: Any

class ReflectionPad2d(_ReflectionPadNd):
    dimensions: Any

class ReflectionPad3d(_ReflectionPadNd):
    dimensions: Any

class _ReplicationPadNd(_PadNd):
    mode: str

class ReplicationPad1d(_ReplicationPadNd):
    dimensions: Any

class ReplicationPad2d(_ReplicationPadNd):
    dimensions: Any

class ReplicationPad3d(_ReplicationPadNd):
    dimensions: Any

class _CircularPadNd(_PadNd):
    mode: str
    def forward(self, input: Tensor) -> Tensor: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Tensor: ...

class CircularPad1d(_CircularPadNd):
    dimensions: Any

class CircularPad2d(_CircularPadNd):
    dimensions: Any

class CircularPad3d(_CircularPadNd):
    dimensions: Any
