"""torch.nn.utils.init: modules whose parameters are not initialised."""
from __future__ import annotations

import inspect

from rushlight.nn.modules.module import Module


def skip_init(module_cls, *args, **kwargs):
    """A module of the class with uninitialised parameters. The class must take `device`."""
    if not issubclass(module_cls, Module):
        raise RuntimeError(f"Expected a Module; got {module_cls}")
    if "device" not in inspect.signature(module_cls).parameters:
        raise RuntimeError("Module must support a 'device' arg to skip initialization")
    device = kwargs.pop("device", "cpu")
    return module_cls(*args, device="meta", **kwargs).to_empty(device=device)
