"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from rushlight.nn.modules.module import Module


class DistributedDataParallel(Module):
    def __init__(self, module: Module, *args: Any, **kwargs: Any) -> None: ...
