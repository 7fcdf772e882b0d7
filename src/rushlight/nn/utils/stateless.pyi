"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from rushlight.nn.modules.module import Module

def functional_call(module: Module, parameters_and_buffers: Any, args: Any = None, kwargs: Any = None, *, tie_weights: bool = True, strict: bool = False) -> Any: ...
