"""torch.cuda on a machine without it: the questions get true answers, and work for a GPU is refused."""
from __future__ import annotations

import contextlib
from collections import OrderedDict
from importlib import import_module

from rushlight.errors import OutOfMemoryError, missing_attribute                                # noqa: F401

# What PyTorch built without CUDA refuses as well.
_NEEDS_A_GPU = frozenset((
    "synchronize", "current_device", "set_device", "current_stream", "default_stream", "graph", "device", "initial_seed",
    "get_device_name", "get_device_capability", "get_device_properties", "mem_get_info", "init", "ipc_collect", "get_rng_state",
    "set_rng_state", "reset_peak_memory_stats", "reset_max_memory_allocated", "memory_summary", "memory_snapshot", "set_stream",
    "is_current_stream_capturing", "make_graphed_callables", "set_per_process_memory_fraction"))
# Classes that programs name in annotations, and ask whether something is an instance of.
_WITHOUT_INSTANCES = frozenset((
    "Stream", "ExternalStream", "StreamContext", "Event", "CUDAGraph", "MemPool", "BFloat16Tensor", "BoolTensor", "ByteTensor",
    "CharTensor", "DoubleTensor", "FloatTensor", "HalfTensor", "IntTensor", "LongTensor", "ShortTensor"))
default_generators = ()


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
memory_cached = max_memory_cached = memory_allocated


def memory_stats(device=None):
    """No figures."""
    return OrderedDict()


def empty_cache():
    """Nothing is cached on a GPU, so nothing is freed."""


def manual_seed(seed):
    """Seeds the generator of the current GPU: there is none."""
    int(seed)


manual_seed_all = manual_seed


def seed():
    """Seeds the generators of the GPUs: there are none."""


seed_all = seed


def get_rng_state_all():
    """The state of each GPU's generator: none."""
    return []


def set_rng_state_all(new_states):
    """Sets the state of each GPU's generator; AssertionError for a state, as there is no GPU that it could be of."""
    for state in new_states:
        __getattr__("set_rng_state")(state)


def stream(stream):
    """A `with` block on a GPU's queue; None, of a machine without, is no queue."""
    return contextlib.nullcontext() if stream is None else __getattr__("set_stream")(stream)


def __getattr__(name):
    if name in ("amp", "nvtx", "random"):
        return import_module(f"rushlight.cuda.{name}")
    if name not in _NEEDS_A_GPU and name not in _WITHOUT_INSTANCES:
        raise missing_attribute("torch.cuda", name)
    made = _class_without_instances(name) if name in _WITHOUT_INSTANCES else _function_of_a_gpu(name)
    return globals().setdefault(name, made)


def _class_without_instances(name):
    return type(name, (), {"__module__": "torch.cuda", "__new__": _function_of_a_gpu(name)})


def _function_of_a_gpu(name):
    def needs_a_gpu(*args, **kwargs):
        raise AssertionError("Torch not compiled with CUDA enabled")
    needs_a_gpu.__name__ = needs_a_gpu.__qualname__ = name
    return needs_a_gpu
