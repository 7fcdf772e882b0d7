"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from collections.abc import Callable
from typing import Self
from rushlight.size import Size
from rushlight.tensor import Tensor
from rushlight.device import device
from rushlight.dtypes import dtype

def is_lazy(value: Any) -> bool: ...

class Parameter(Tensor):
    def __new__(cls, data: Tensor | None = None, requires_grad: bool = True) -> Self: ...

class Buffer(Tensor):
    def __new__(cls, data: Tensor | None = None, *, persistent: bool = True) -> Self: ...
    persistent: bool

class UninitializedTensorMixin:
    @property
    def shape(self) -> Size: ...
    @classmethod
    def __torch_function__(cls, func: Callable[..., Any], types: Any, args: Any = ..., kwargs: Any = None) -> Any: ...
    def share_memory_(self) -> Any: ...
    def materialize(self, shape: Any, device: device | str | int | None = None, dtype: dtype | None = None) -> Any: ...

class UninitializedParameter(UninitializedTensorMixin, Parameter):
    cls_to_become: Any
    def __new__(cls, requires_grad: bool = True, device: device | str | int | None = None, dtype: dtype | None = None) -> Self: ...

class UninitializedBuffer(UninitializedTensorMixin, Tensor):
    cls_to_become: Any
    def __new__(cls, requires_grad: bool = False, device: device | str | int | None = None, dtype: dtype | None = None, persistent: bool = True) -> Self: ...
