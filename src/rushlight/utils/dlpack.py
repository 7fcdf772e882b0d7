"""torch.utils.dlpack: tensors exchanged with other libraries, over the same memory."""
from __future__ import annotations

from rushlight.backends.capsules import DLDeviceType, capsule_of
from rushlight.construction import from_dlpack

__all__ = ["DLDeviceType", "from_dlpack"]


def to_dlpack(tensor):
    """The tensor's memory as a DLPack capsule, which can be consumed once."""
    return capsule_of(tensor._data)
