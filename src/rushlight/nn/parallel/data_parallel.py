"""DataParallel: without GPUs it calls its module, as torch's does."""
from __future__ import annotations

from rushlight.nn.modules.module import Module


class DataParallel(Module):
    """A module around another one, which shares a batch among GPUs; without any, it has no devices and calls the module."""

    def __init__(self, module, device_ids=None, output_device=None, dim=0):
        super().__init__()
        self.module = module
        self.device_ids = []

    def forward(self, *inputs, **kwargs):
        return self.module(*inputs, **kwargs)


def data_parallel(module, inputs, device_ids=None, output_device=None, dim=0, module_kwargs=None):
    """RuntimeError: it wants devices of its own, and there is only the CPU."""
    raise RuntimeError("device type could not be determined")
