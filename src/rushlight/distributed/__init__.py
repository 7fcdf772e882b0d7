"""torch.distributed: there is one process, and no group of them. Questions are answered; starting a group is refused."""
from __future__ import annotations

from enum import Enum

from rushlight.unbuilt import refusing

ReduceOp = Enum("ReduceOp", "SUM AVG PRODUCT MIN MAX BAND BOR BXOR PREMUL_SUM", start=0)
_NEEDS_A_GROUP = frozenset((
    "all_gather", "all_gather_into_tensor", "all_gather_object", "all_reduce", "all_to_all", "all_to_all_single", "barrier",
    "batch_isend_irecv", "broadcast", "broadcast_object_list", "gather", "gather_object", "get_backend",
    "get_rank", "get_world_size", "irecv", "isend", "monitored_barrier", "new_group", "recv", "reduce", "reduce_scatter",
    "reduce_scatter_tensor", "scatter", "scatter_object_list", "send"))
_refused = refusing("torch.distributed", "Backend DeviceMesh FileStore HashStore P2POp PrefixStore ProcessGroup Store TCPStore "
                                         "Work init_device_mesh init_process_group")


def is_available():
    """False: processes are not connected."""
    return False


is_initialized = is_torchelastic_launched = is_available
is_gloo_available = is_mpi_available = is_nccl_available = is_ucc_available = is_xccl_available = is_available


def destroy_process_group(group=None):
    """AssertionError: there is no group."""
    raise AssertionError("Process group cannot be None")


def __getattr__(name):
    return _group_function(name) if name in _NEEDS_A_GROUP else _refused(name)


def _group_function(name):
    def needs_a_group(*args, **kwargs):
        raise ValueError("Default process group has not been initialized, please make sure to call init_process_group.")
    needs_a_group.__name__ = needs_a_group.__qualname__ = name
    return globals().setdefault(name, needs_a_group)
