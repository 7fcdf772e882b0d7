"""Devices: rushlight computes on the CPU, and says so when asked for anything else."""
from __future__ import annotations

import re
import threading

import numpy

_KNOWN = ("cpu", "cuda", "ipu", "xpu", "mkldnn", "opengl", "opencl", "ideep", "hip", "ve", "fpga", "maia", "xla", "lazy",
          "vulkan", "mps", "meta", "hpu", "mtia", "privateuseone")


class device:
    """Where a tensor lives: a `type` and an optional `index`."""

    def __init__(self, type, index=None):
        if isinstance(type, device):
            type, index = type.type, type.index
        elif isinstance(type, int) and not isinstance(type, bool):
            raise RuntimeError("Cannot access accelerator device when none is available.")
        elif isinstance(type, str):
            type, index = _parse(type, index)
        else:
            raise TypeError(f"device(): argument 'type' (position 1) must be str, not {type.__class__.__name__}")
        self.type, self.index = type, index

    def __repr__(self):
        return f"device(type='{self.type}')" if self.index is None else f"device(type='{self.type}', index={self.index})"

    def __str__(self):
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __eq__(self, other):
        return isinstance(other, device) and (self.type, self.index) == (other.type, other.index)

    def __enter__(self):
        if self.type != "meta":
            require_cpu(self)
        _defaults.stack.append((self, _lead_calls_here(self)))
        return self

    def __exit__(self, *_):
        _defaults.stack.pop()

    def __hash__(self):
        return hash((self.type, self.index))

    def __reduce__(self):
        return device, (self.type,) if self.index is None else (self.type, self.index)


def _parse(text, index):
    if not text:
        raise RuntimeError("Device string must not be empty")
    match = re.fullmatch(r"([a-z]+)(?::(0|[1-9]\d*))?", text)
    if match is None:
        raise RuntimeError(f"Invalid device string: '{text}'")
    if match[1] not in _KNOWN:
        raise RuntimeError(f"Expected one of {', '.join(_KNOWN)} device type at start of device string: {match[1]}")
    if match[2] is not None and index is not None:
        raise RuntimeError(f"type (string) must not include an index because index was passed explicitly: {text}")
    return match[1], index if match[2] is None else int(match[2])


_device = device
CPU, META = device("cpu"), device("meta")


class _Defaults(threading.local):
    """The devices that `with` made the default one, innermost last, each with what sends calls through the slow path."""

    def __init__(self):
        self.stack, self.base = [], (CPU, None)


_defaults = _Defaults()


def _lead_calls_here(where):
    """A meta array for the meta device: while one exists, factories ask for the default device."""
    if where.type == "cpu":
        return None
    from rushlight.dispatch.meta import emptied
    return emptied(numpy.empty(0))


def default_device():
    """Where new tensors that name no device are made."""
    return (_defaults.stack[-1] if _defaults.stack else _defaults.base)[0]


def set_default_device(device):
    """Makes new tensors that name no device there: on the CPU, or on "meta", where they have no elements."""
    where = CPU if device is None else _device(device)
    if where.type != "meta":
        require_cpu(where)
    _defaults.base = where, _lead_calls_here(where)


def is_meta(where):
    """Whether a `device=` argument means the device without memory."""
    return where is not None and where is not CPU and (where == "meta" or device(where).type == "meta")


def require_cpu(where):
    """Checks a `device=` argument: None and the CPU pass, anything else raises RuntimeError."""
    if where is None or where is CPU or where == "cpu":
        return
    where = device(where)
    if where.type == "cuda":
        raise AssertionError("Torch not compiled with CUDA enabled")
    if where.type != "cpu":
        raise RuntimeError(f"rushlight computes on the CPU only; device '{where}' is not available")
