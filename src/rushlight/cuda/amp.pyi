"""Written by tools/make_stubs.py: do not edit."""
from typing import Any
from rushlight.amp.grad_scaler import GradScaler as _GradScaler
from rushlight.amp.autocast_mode import autocast as _autocast
from rushlight.dtypes import dtype

def custom_fwd(fwd: Any = None, *, cast_inputs: Any = None) -> Any: ...
def custom_bwd(bwd: Any = None) -> Any: ...

class GradScaler(_GradScaler):
    def __init__(self, init_scale: float = 65536.0, growth_factor: float = 2.0, backoff_factor: float = 0.5, growth_interval: Any = 2000, enabled: bool = True) -> None: ...

class autocast(_autocast):
    def __init__(self, enabled: bool = True, dtype: dtype | None = ..., cache_enabled: bool = True) -> None: ...
