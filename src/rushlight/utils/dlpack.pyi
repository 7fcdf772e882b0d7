"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from enum import Enum
from rushlight.tensor import Tensor

from rushlight.construction import from_dlpack as from_dlpack
def to_dlpack(tensor: Tensor) -> Any: ...

class DLDeviceType(Enum):
    kDLCPU = 1
    kDLCUDA = 2
    kDLCUDAHost = 3
    kDLOpenCL = 4
    kDLVulkan = 7
    kDLMetal = 8
    kDLVPI = 9
    kDLROCM = 10
    kDLROCMHost = 11
    kDLExtDev = 12
    kDLCUDAManaged = 13
    kDLOneAPI = 14
    kDLWebGPU = 15
    kDLHexagon = 16
    kDLMAIA = 17
