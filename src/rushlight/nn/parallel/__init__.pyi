"""Written by tools/make_stubs.py: do not edit."""

from rushlight.nn.parallel.data_parallel import DataParallel as DataParallel
from rushlight.nn.parallel.distributed import DistributedDataParallel as DistributedDataParallel
from rushlight.nn.parallel.data_parallel import data_parallel as data_parallel
from rushlight.nn.parallel import distributed as distributed
