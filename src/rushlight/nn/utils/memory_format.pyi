"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from rushlight.nn.modules.module import Module
from rushlight.size import memory_format

def convert_conv2d_weight_memory_format(module: Module, memory_format: memory_format | None) -> Any: ...
def convert_conv3d_weight_memory_format(module: Module, memory_format: memory_format | None) -> Any: ...
