"""Written by tools/make_stubs.py: do not edit."""
from typing import Any

biject_to: Any
transform_to: Any

class ConstraintRegistry:
    def __init__(self) -> None: ...
    def register(self, constraint: Any, factory: Any = None) -> Any: ...
    def __call__(self, constraint: Any) -> Any: ...
