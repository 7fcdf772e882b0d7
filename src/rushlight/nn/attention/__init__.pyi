"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from enum import Enum

from rushlight.nn.attention import flex_attention as flex_attention
def sdpa_kernel(backends: Any, set_priority: bool = False) -> Any: ...

class SDPBackend(Enum):
    ERROR = -1
    MATH = 0
    FLASH_ATTENTION = 1
    EFFICIENT_ATTENTION = 2
    CUDNN_ATTENTION = 3
    OVERRIDEABLE = 4
