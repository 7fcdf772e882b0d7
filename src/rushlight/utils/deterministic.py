"""torch.utils.deterministic: whether uninitialised memory is filled while deterministic algorithms are asked for."""
from __future__ import annotations

import sys
from types import ModuleType

from rushlight.deterministic import settings


class _Module(ModuleType):
    @property
    def fill_uninitialized_memory(self):
        """Whether `empty` and its like fill what they give, so that two runs see the same."""
        return settings.fills_memory

    @fill_uninitialized_memory.setter
    def fill_uninitialized_memory(self, mode):
        if not isinstance(mode, bool):
            raise TypeError(f"fill_uninitialized_memory must be bool, not {type(mode).__name__}")
        settings.fills_memory = mode


sys.modules[__name__].__class__ = _Module
