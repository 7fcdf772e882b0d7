"""DLPack capsules around arrays, and arrays around capsules. NumPy makes and reads them, and knows no bfloat16: see _kind."""
from __future__ import annotations

import enum
import functools
import sys

import numpy as np

from rushlight.backends.bfloat16 import BFloat16Array

_UNSIGNED, _BFLOAT = 1, 4           # kinds of number, as the protocol counts them
_POINTER = (sys.maxsize.bit_length() + 1) // 8

# By the name of a capsule, which tells the protocol's versions apart: how many bytes into it the kind of its numbers stands.
_KIND_AT = {b"dltensor": _POINTER + 12, b"dltensor_versioned": 3 * _POINTER + 28}

DLDeviceType = enum.IntEnum("DLDeviceType", [
    ("kDLCPU", 1), ("kDLCUDA", 2), ("kDLCUDAHost", 3), ("kDLOpenCL", 4), ("kDLVulkan", 7), ("kDLMetal", 8), ("kDLVPI", 9),
    ("kDLROCM", 10), ("kDLROCMHost", 11), ("kDLExtDev", 12), ("kDLCUDAManaged", 13), ("kDLOneAPI", 14), ("kDLWebGPU", 15),
    ("kDLHexagon", 16), ("kDLMAIA", 17)], module="torch.utils.dlpack")
HERE = DLDeviceType.kDLCPU, 0


def is_capsule(value):
    """Whether it is a capsule of any kind."""
    return type(value).__name__ == "PyCapsule"


def capsule_of(array, **wishes):
    """The memory of an array as a capsule; `wishes` are those of the protocol."""
    capsule = array.view(np.ndarray).__dlpack__(**wishes)
    if isinstance(array, BFloat16Array):
        _kind(capsule).value = _BFLOAT
    return capsule


def array_over(capsule):
    """The array over the memory in a capsule, which is spent by that. RuntimeError if it was spent before."""
    kind = _kind(capsule)
    is_bfloat = kind.value == _BFLOAT
    if is_bfloat:
        kind.value = _UNSIGNED
    array = np.from_dlpack(_Holder(capsule))
    return array.view(BFloat16Array) if is_bfloat else array


class _Holder:
    """Hands a capsule to NumPy, which asks an object for one."""

    def __init__(self, capsule):
        self.capsule = capsule

    def __dlpack__(self, **wishes):
        return self.capsule

    def __dlpack_device__(self):
        return HERE                     # NumPy refuses a capsule of another device


def _kind(capsule):
    """The byte that says what kind of numbers a capsule holds. NumPy takes bfloat16 for integers while it makes or reads one."""
    byte_at, is_valid, pointer_in = _readers()
    for name, offset in _KIND_AT.items():
        if is_capsule(capsule) and is_valid(capsule, name):
            return byte_at(pointer_in(capsule, name) + offset)
    raise RuntimeError("from_dlpack received an invalid capsule. Note that DLTensor capsules can be consumed only once, so you "
                       "might have already constructed a tensor from it once.")


@functools.cache
def _readers():
    import ctypes                       # not every Python is built with it
    from_capsule, api = (ctypes.py_object, ctypes.c_char_p), ctypes.pythonapi
    return (ctypes.c_uint8.from_address, ctypes.PYFUNCTYPE(ctypes.c_int, *from_capsule)(("PyCapsule_IsValid", api)),
            ctypes.PYFUNCTYPE(ctypes.c_void_p, *from_capsule)(("PyCapsule_GetPointer", api)))
