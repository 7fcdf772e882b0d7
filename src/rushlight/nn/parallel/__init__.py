"""torch.nn.parallel: modules on several devices, of which there is one."""
from rushlight.nn.parallel.data_parallel import DataParallel, data_parallel
from rushlight.nn.parallel.distributed import DistributedDataParallel
from rushlight.unbuilt import refusing

__all__ = ["data_parallel", "DataParallel", "DistributedDataParallel"]
__getattr__ = refusing("torch.nn.parallel", "gather parallel_apply replicate scatter")
