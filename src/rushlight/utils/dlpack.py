"""torch.utils.dlpack: tensors exchanged with other libraries, over the same memory."""
from __future__ import annotations

from rushlight.construction import from_dlpack                                                  # noqa: F401


def to_dlpack(tensor):
    """The tensor's memory as a DLPack capsule, which can be consumed once."""
    return tensor.__dlpack__()
