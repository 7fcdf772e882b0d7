"""torch.profiler: there is none; marks that programs leave for it cost nothing, and measuring is refused."""
from enum import Enum

from rushlight.autograd.profiler import record_function                                         # noqa: F401
from rushlight.unbuilt import refusing

ProfilerActivity = Enum("ProfilerActivity", {"CPU": 0, "XPU": 1, "MTIA": 4, "CUDA": 2, "HPU": 3, "PrivateUse1": 5})
__getattr__ = refusing("torch.profiler", "ExecutionTraceObserver ProfilerAction profile schedule "
                                         "supported_activities tensorboard_trace_handler")


def kineto_available():
    """False: the library that PyTorch profiles with is not here."""
    return False
