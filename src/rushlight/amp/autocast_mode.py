"""Switching autocast on and off. What it does to an op stands in dispatch/autocast.py."""
from __future__ import annotations

import functools
import warnings

from rushlight import dtypes
from rushlight.device import device as Device
from rushlight.dispatch import levels
from rushlight.dispatch.autocast import Casting, active
from rushlight.tensor import Tensor

_DTYPES = {"cpu": dtypes.bfloat16}                  # what autocast casts to where no type is given; float16 for other devices
_HALVES = (dtypes.bfloat16, dtypes.float16)
_cache_enabled = True


class autocast:
    """Inside, ops of the device compute in the element type that does them no harm: see the tables in dispatch/autocast.py."""

    def __init__(self, device_type, dtype=None, enabled=True, cache_enabled=None):
        if not isinstance(device_type, str):
            raise ValueError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")
        self.device, self.fast_dtype = Device(device_type).type, dtype or get_autocast_dtype(device_type)
        self._cache_enabled = _cache_enabled if cache_enabled is None else cache_enabled
        self._enabled = enabled and self._is_possible()
        self._before = []

    def _is_possible(self):
        if self.device == "cuda":
            warnings.warn("CUDA is not available or torch_xla is imported. Disabling autocast.", stacklevel=3)
            return False
        if self.device == "cpu" and self.fast_dtype not in _HALVES:
            warnings.warn("In CPU autocast, but the target dtype is not supported. Disabling autocast.\n"
                          "CPU Autocast only supports dtypes of torch.bfloat16, torch.float16 currently.", stacklevel=3)
            return False
        return True

    def __enter__(self):
        self._before.append((active.run, _DTYPES.get(self.device, dtypes.float16), _cache_enabled))
        _DTYPES[self.device] = self.fast_dtype
        set_autocast_cache_enabled(self._cache_enabled)
        if self.device == "cpu":
            _switch(Casting(self.fast_dtype, self._cache_enabled) if self._enabled else None)
        return self

    def __exit__(self, *_):
        run, _DTYPES[self.device], cache_enabled = self._before.pop()
        set_autocast_cache_enabled(cache_enabled)
        if self.device == "cpu":
            _switch(run)

    def __call__(self, function):
        @functools.wraps(function)
        def autocast_function(*args, **kwargs):
            with self:
                return function(*args, **kwargs)
        return autocast_function


def _switch(run):
    """Makes `run` (None: nothing) take over calls in this thread; while anything does, they go the slow way."""
    if run is not None and active.run is None:
        levels.enter_slow_path()
    if run is None and active.run is not None:
        levels.leave_slow_path()
    active.run = run


# ---------------------------------------------------------------- asking, and switching by hand

def is_autocast_available(device_type):
    """Whether there is autocast for such a device, where it is present."""
    return Device(device_type).type in ("cpu", "cuda", "mps", "xpu", "hpu", "mtia", "xla", "maia", "ipu")


def is_autocast_enabled(device_type="cuda"):
    """Whether autocast is active here for ops of the device."""
    return Device(device_type).type == "cpu" and active.run is not None


def get_autocast_dtype(device_type):
    """The half precision that autocast takes on the device."""
    kind = Device(device_type).type
    if kind == "meta":
        raise RuntimeError("unsupported scalarType")
    return _DTYPES.get(kind, dtypes.float16)


def set_autocast_enabled(device_type, enabled):
    """Switches autocast on or off here, until it is switched again."""
    if Device(device_type).type == "cpu":
        _switch(Casting(_DTYPES["cpu"], _cache_enabled) if enabled else None)
    elif enabled:
        warnings.warn("CUDA is not available or torch_xla is imported. Disabling autocast.", stacklevel=2)


def set_autocast_dtype(device_type, dtype):
    """Sets the half precision that autocast takes on the device."""
    _DTYPES[Device(device_type).type] = dtype


def is_autocast_cache_enabled():
    """Whether casts of weights are kept while autocast is active."""
    return _cache_enabled


def set_autocast_cache_enabled(enabled):
    """Whether casts of weights are kept while autocast is active."""
    global _cache_enabled
    _cache_enabled = enabled


def clear_autocast_cache():
    """Forgets the casts of weights."""
    if active.run is not None and active.run.cache is not None:
        active.run.cache.clear()


def is_autocast_cpu_enabled():
    """Deprecated: is_autocast_enabled("cpu")."""
    warnings.warn("torch.is_autocast_cpu_enabled() is deprecated. Please use torch.is_autocast_enabled('cpu') instead.",
                  DeprecationWarning, stacklevel=2)
    return is_autocast_enabled("cpu")


def get_autocast_cpu_dtype():
    """Deprecated: get_autocast_dtype("cpu")."""
    warnings.warn("torch.get_autocast_cpu_dtype() is deprecated. Please use torch.get_autocast_dtype('cpu') instead.",
                  DeprecationWarning, stacklevel=2)
    return get_autocast_dtype("cpu")


# ---------------------------------------------------------------- custom Functions

def custom_fwd(fwd=None, *, device_type, cast_inputs=None):
    """A decorator of a custom Function's forward: autocast as it is, or off with the inputs in `cast_inputs`."""
    if fwd is None:
        return functools.partial(custom_fwd, device_type=device_type, cast_inputs=cast_inputs)

    @functools.wraps(fwd)
    def decorated(ctx, *args, **kwargs):
        is_on = is_autocast_enabled(device_type)
        ctx._dtype, ctx._fwd_used_autocast = get_autocast_dtype(device_type), is_on and cast_inputs is None
        if cast_inputs is None or not is_on:
            return fwd(ctx, *args, **kwargs)
        with autocast(device_type, enabled=False):
            return fwd(ctx, *_cast(args, cast_inputs), **_cast(kwargs, cast_inputs))
    return decorated


def custom_bwd(bwd=None, *, device_type):
    """A decorator of a custom Function's backward: autocast as it was in forward."""
    if bwd is None:
        return functools.partial(custom_bwd, device_type=device_type)

    @functools.wraps(bwd)
    def decorated(ctx, *args, **kwargs):
        with autocast(device_type, ctx._dtype, enabled=ctx._fwd_used_autocast):
            return bwd(ctx, *args, **kwargs)
    return decorated


def _cast(value, dtype):
    """The floating tensors of a structure, but those in float64, in another element type."""
    if isinstance(value, Tensor):
        return value.to(dtype) if value.is_floating_point() and value.dtype is not dtypes.float64 else value
    if isinstance(value, dict):
        return {name: _cast(v, dtype) for name, v in value.items()}
    return type(value)([_cast(v, dtype) for v in value]) if isinstance(value, (list, tuple)) else value
