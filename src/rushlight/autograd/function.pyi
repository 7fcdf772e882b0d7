"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from collections.abc import Callable
from typing import TypeVar

_F = TypeVar('_F', bound=Callable[..., Any])
def once_differentiable(fn: _F) -> _F: ...

class FunctionMeta(type):
    def __init__(cls, name: Any, bases: Any, attributes: Any) -> None: ...

class Function:
    generate_vmap_rule: bool
    clear_saved_tensors_on_access: bool
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Any: ...
    forward: Callable[..., Any]
    setup_context: Callable[..., Any]
    backward: Callable[..., Any]
    vjp: Callable[..., Any]
    jvp: Callable[..., Any]
    vmap: Callable[..., Any]
    @classmethod
    def backward_method(cls) -> Any: ...
    @classmethod
    def apply(cls, *args: Any, **kwargs: Any) -> Any: ...

class InplaceFunction(Function):
    inplace: bool
    def __init__(self, inplace: bool = False) -> None: ...
