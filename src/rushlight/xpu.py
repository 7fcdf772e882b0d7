"""torch.xpu on a machine without it: the questions get true answers."""
from __future__ import annotations

from rushlight.errors import missing_attribute


def is_available():
    """False: rushlight computes on the CPU."""
    return False


is_initialized = is_available


def device_count():
    """0."""
    return 0


def __getattr__(name):
    raise missing_attribute("torch.xpu", name)
