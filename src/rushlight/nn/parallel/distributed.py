"""DistributedDataParallel: for several processes, which rushlight does not have."""
from __future__ import annotations

from rushlight.nn.modules.module import Module


class DistributedDataParallel(Module):
    """Raises what torch raises outside a process group; there are none here."""

    def __init__(self, module, *args, **kwargs):
        raise ValueError("Default process group has not been initialized, please make sure to call init_process_group.")
