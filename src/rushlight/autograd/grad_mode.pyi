"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from collections.abc import Callable
from typing import Self
from typing import TypeVar
from typing import overload

_F = TypeVar('_F', bound=Callable[..., Any])
def is_grad_enabled() -> bool: ...
def is_inference_mode_enabled() -> bool: ...
def is_multithreading_enabled() -> bool: ...
def is_view_replay_enabled() -> bool: ...

class _Switch:
    def clone(self) -> Self: ...
    @overload
    def __call__(self, function: _F) -> _F: ...
    @overload
    def __call__(self, *args: Any, **kwargs: Any) -> Any: ...

class _Setting(_Switch):
    previous: Any
    value: Any
    flag: Any
    def __init__(self, mode_: bool) -> None: ...
    def clone(self) -> Self: ...
    @overload
    def __call__(self, function: _F) -> _F: ...
    @overload
    def __call__(self, *args: Any, **kwargs: Any) -> Any: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *_: Any) -> None: ...

class _FixedSwitch(_Switch):
    previous: Any
    value: Any
    def __new__(cls, function: Callable[..., Any] | None = None) -> Self: ...  # type: ignore[misc]
    def __enter__(self) -> Self: ...
    def __exit__(self, *_: Any) -> None: ...

class no_grad(_FixedSwitch):
    value: bool
    @overload
    def __new__(cls, function: _F) -> _F: ...  # type: ignore[misc]
    @overload
    def __new__(cls, function: None = None) -> Self: ...  # type: ignore[misc]
    def __init__(self, function: None = None) -> None: ...

class enable_grad(_FixedSwitch):
    value: bool
    @overload
    def __new__(cls, function: _F) -> _F: ...  # type: ignore[misc]
    @overload
    def __new__(cls, function: None = None) -> Self: ...  # type: ignore[misc]
    def __init__(self, function: None = None) -> None: ...

class set_grad_enabled(_Setting):
    flag: str

class set_multithreading_enabled(_Setting):
    flag: str

class inference_mode(_Switch):
    value: Any
    previous: Any
    @overload
    def __new__(cls, mode: _F) -> _F: ...  # type: ignore[misc]
    @overload
    def __new__(cls, mode: bool = True) -> Self: ...  # type: ignore[misc]
    def __init__(self, mode: bool = True) -> None: ...
    def clone(self) -> Any: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *_: Any) -> None: ...
