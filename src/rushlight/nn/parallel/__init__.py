"""torch.nn.parallel: modules on several devices, of which there is one."""
from rushlight.nn.parallel.data_parallel import DataParallel, data_parallel
from rushlight.nn.parallel.distributed import DistributedDataParallel

__all__ = ["data_parallel", "DataParallel", "DistributedDataParallel"]


def __getattr__(name):
    from rushlight.errors import missing_attribute
    raise missing_attribute("torch.nn.parallel", name)
