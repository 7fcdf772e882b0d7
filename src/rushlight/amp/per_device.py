"""The names that autocast and GradScaler once had in torch.cpu.amp and torch.cuda.amp."""
from __future__ import annotations

import warnings

from rushlight import amp, dtypes


def deprecated_classes(device, default_dtype):
    """(autocast, GradScaler) of a device, which warn and do what torch.amp's do."""
    def warn(name):
        warnings.warn(f"`torch.{device}.amp.{name}(args...)` is deprecated. Please use `torch.amp.{name}('{device}', args...)` "
                      "instead.", FutureWarning, stacklevel=3)

    class autocast(amp.autocast):
        __doc__ = f"Deprecated: torch.amp.autocast('{device}')."

        def __init__(self, enabled=True, dtype=default_dtype, cache_enabled=True):
            warn("autocast")
            super().__init__(device, dtype, enabled, cache_enabled)

    class GradScaler(amp.GradScaler):
        __doc__ = f"Deprecated: torch.amp.GradScaler('{device}')."

        def __init__(self, init_scale=2.0 ** 16, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000, enabled=True):
            warn("GradScaler")
            super().__init__(device, init_scale, growth_factor, backoff_factor, growth_interval, enabled)
    return autocast, GradScaler


CPU, CUDA = deprecated_classes("cpu", dtypes.bfloat16), deprecated_classes("cuda", dtypes.float16)
