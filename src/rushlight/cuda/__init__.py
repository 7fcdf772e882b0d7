"""torch.cuda on a machine without it: the questions get true answers, and work for a GPU is refused."""
from __future__ import annotations

from importlib import import_module

from rushlight.errors import OutOfMemoryError, missing_attribute                                # noqa: F401

# What PyTorch built without CUDA refuses as well.
_NEEDS_A_GPU = frozenset((
    "synchronize", "current_device", "set_device", "current_stream", "default_stream", "Stream", "Event", "CUDAGraph", "graph",
    "get_device_name", "get_device_capability", "get_device_properties", "mem_get_info", "init", "ipc_collect", "get_rng_state",
    "set_rng_state", "reset_peak_memory_stats", "memory_summary", "is_current_stream_capturing", "make_graphed_callables"))


def is_available():
    """False: rushlight computes on the CPU."""
    return False


is_bf16_supported = is_initialized = is_tf32_supported = is_available


def device_count():
    """0."""
    return 0


def get_arch_list():
    """No architectures."""
    return []


def memory_allocated(device=None):
    """0 bytes, on every GPU there is."""
    return 0


memory_reserved = max_memory_allocated = max_memory_reserved = memory_allocated


def empty_cache():
    """Nothing is cached on a GPU, so nothing is freed."""


def manual_seed(seed):
    """Seeds the generator of the current GPU: there is none."""
    int(seed)


manual_seed_all = manual_seed


def __getattr__(name):
    if name == "amp":
        return import_module("rushlight.cuda.amp")
    if name not in _NEEDS_A_GPU:
        raise missing_attribute("torch.cuda", name)

    def needs_a_gpu(*args, **kwargs):
        raise AssertionError("Torch not compiled with CUDA enabled")
    needs_a_gpu.__name__ = needs_a_gpu.__qualname__ = name
    return needs_a_gpu
